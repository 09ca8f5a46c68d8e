"""Datasets: the same bytes whatever makes them, made anew where damaged, and true to the games."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from eclisse import Game
from eclisse.arena import dataset
from eclisse.arena.dataset import Dataset, Listener
from eclisse.arena.schedule import BadArena, Settings
from eclisse.arena.worker import Stopped
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.usual import usual
from eclisse.core.actions import N_ACTIONS
from eclisse.env import eclisse_v0
from eclisse.features import layout
from tests.cli.conftest import Run, run_here

__all__ = ["run_here"]

pytestmark = pytest.mark.compiled_only

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four games a shard, so that a few games make several."""
    monkeypatch.setattr(dataset, "SHARD", 4)


def make(path: Path, *bots: str, workers: int = 1, **changes: Any) -> Dataset:
    """A small dataset, made."""
    plain: dict[str, Any] = {"game": "berlin", "modules": (), "seats": len(bots), "games": 10, "key": "ab" * 16}
    made = Dataset(Settings(bots=bots, **{**plain, **changes}), path, has_observations=True)
    assert made.play(workers, lambda _: None)
    return made


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a dataset."""
    return {file.name: file.read_bytes() for file in path.iterdir()}


@pytest.mark.parametrize("bots", [("planner", "greedy", "random"), ("learned", "hungry")])
def test_two_workers_write_the_same_bytes_as_one(tmp_path: Path, bots: tuple[str, ...]) -> None:
    for workers in (1, 2):
        make(tmp_path / str(workers), *bots, workers=workers)
    assert contents(tmp_path / "1") == contents(tmp_path / "2")
    assert len(contents(tmp_path / "1")) == 7


def test_a_resumed_dataset_is_the_whole_one(tmp_path: Path) -> None:
    make(tmp_path / "whole", "greedy", "hungry")
    settings = Settings("berlin", (), 2, ("greedy", "hungry"), 10, "ab" * 16)
    begun, steps = Dataset(settings, tmp_path / "begun", has_observations=True), []

    def interrupt(games: int) -> None:
        steps.append(games)
        if len(steps) == 2:
            raise KeyboardInterrupt

    assert not begun.play(1, interrupt)
    assert begun.missing()[-2:] == [1, 2]
    resumed = make(tmp_path / "begun", "greedy", "hungry")
    assert resumed.done == 10
    assert contents(tmp_path / "begun") == contents(tmp_path / "whole")


@pytest.mark.parametrize("name", ["games-00001.parquet", "decisions-00001.parquet"])
def test_a_damaged_or_lost_shard_is_made_anew(tmp_path: Path, name: str) -> None:
    settings = make(tmp_path, "greedy", "hungry").settings
    before, file = contents(tmp_path), tmp_path / name
    file.write_bytes(file.read_bytes()[:-1])
    assert Dataset(settings, tmp_path, has_observations=True).missing() == [1]
    file.unlink()
    again = Dataset(settings, tmp_path, has_observations=True)
    assert again.missing() == [1]
    assert again.play(1, lambda _: None)
    assert contents(tmp_path) == before


def test_other_settings_and_other_folders_are_refused(tmp_path: Path) -> None:
    make(tmp_path / "out", "greedy", "hungry")
    with pytest.raises(BadArena, match="other settings"):
        make(tmp_path / "out", "greedy", "hungry", games=12)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Ada", encoding="utf-8")
    with pytest.raises(BadArena, match="something other than a dataset"):
        make(tmp_path / "mine", "greedy", "hungry")


@pytest.mark.parametrize(
    ("game", "modules", "bots"),
    [("europe", ("warehouses",), ("planner", "random", "greedy")), ("usa", (), ("learned", "planner"))],
)
def test_every_game_replays_to_its_result_and_every_decision_to_its_observation(
    tmp_path: Path, game: str, modules: tuple[str, ...], bots: tuple[str, ...]
) -> None:
    make(tmp_path, *bots, game=game, modules=modules, games=6)
    games = pl.read_parquet(tmp_path / "games-*.parquet").sort("game")
    decisions = pl.read_parquet(tmp_path / "decisions-*.parquet")
    assert games["game"].to_list() == list(range(6))
    assert [row[0] for row in games["bots"].to_list()] == [bots[k % len(bots)] for k in range(6)]
    for row in games.iter_rows(named=True):
        made = decisions.filter(pl.col("game") == row["game"])
        assert made["number"].to_list() == list(range(row["decisions"]))
        again = Game.new(game, len(bots), row["key"], row["modules"])
        env = eclisse_v0.raw_env(game, len(bots), modules)
        env.reset(seed=row["key"])
        for one in made.iter_rows(named=True):
            assert len(again.legal(one["seat"])) == one["n_legal"]
            shown = env.observe(f"seat_{one['seat']}")
            assert np.array_equal(shown["observation"], one["observation"])
            assert np.array_equal(shown["action_mask"], one["action_mask"])
            again.play(one["seat"], one["text"])
            env.step(one["action"])
        assert again.over
        assert list(again.result.totals) == row["scores"]
        assert [share > 0 for share in row["win_shares"]] == [seat in again.result.winners for seat in range(len(bots))]
        assert sum(row["win_shares"]) == 1


def test_the_command_says_what_it_made_and_continues(run_here: Run, tmp_path: Path) -> None:
    command = ("dataset", "berlin", "--bots", "greedy,hungry", "--games", "5", "--out", "out")
    found = json.loads(run_here(*command, "--seed", "3", "--json").stdout)
    assert [shard["games"] for shard in found["shards"]] == [4, 1]
    assert not found.pop("interrupted")
    assert found == json.loads((tmp_path / "out" / "dataset.json").read_text(encoding="utf-8"))
    again = run_here(*command)
    assert again.stderr == "5 of 5 games are already there.\n"
    assert "berlin, 2 seats: 5 games" in again.stdout
    wrong = run_here("dataset", "berlin", "--bots", "a,b,c", "--games", "5", "--out", "other")
    assert (wrong.returncode, wrong.stdout) == (2, "")


@pytest.mark.parametrize("library", ["group_by", "torch"])
def test_the_readers_of_the_document_run(run_here: Run, tmp_path: Path, library: str) -> None:
    pytest.importorskip("torch")
    page = (ROOT / "docs/datasets.md").read_text(encoding="utf-8")
    (code,) = [code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if library in code]
    made = run_here("dataset", "berlin", "--bots", "greedy", "--games", "8", "--out", "my-games", "--observations")
    assert made.returncode == 0, made.stderr
    names: dict[str, Any] = {}
    exec(code, names)
    assert len(names["games"]) == 8 if library == "group_by" else len(names["losses"]) > 1


def test_the_network_s_thoughts_are_those_of_its_decision(tmp_path: Path) -> None:
    make(tmp_path, "learned", "learned", "planner", games=4)
    games, decisions = (pl.read_parquet(tmp_path / f"{kind}-00000.parquet") for kind in ("games", "decisions"))
    chances, forecast = (decisions[name].to_numpy() for name in ("chances", "forecast"))
    at = 0
    for row in games.iter_rows(named=True):
        game = Game.new("berlin", 3, row["key"])
        for one in decisions.filter(pl.col("game") == row["game"]).iter_rows(named=True):
            if row["bots"][one["seat"]] == "learned":
                view, legal = game.view(one["seat"]), game.legal(one["seat"])
                advice = think(load_brain(), view, [action.number for action in usual(view, legal)])
                assert np.allclose(chances[at], advice.chances[0], atol=1e-4)
                assert np.allclose(forecast[at], advice.wins[0, :3], atol=1e-4)
                assert chances[at].argmax() == one["action"]
            else:
                assert not chances[at].any()
                assert not forecast[at].any()
            game.play(one["seat"], one["text"])
            at += 1
    assert at == len(decisions)


def test_the_network_stops_in_the_middle_of_its_games() -> None:
    stop = threading.Event()
    listener = Listener(stop, remembers=True)
    asked = (np.zeros((1, layout.SIZE), np.uint8), np.ones((1, N_ACTIONS), np.int8))
    assert listener.advise(*asked).chances.sum() == pytest.approx(1)
    stop.set()
    with pytest.raises(Stopped):
        listener.advise(*asked)


def test_every_column_is_told(tmp_path: Path) -> None:
    made = make(tmp_path, "learned", "hungry").to_dict()
    page = (ROOT / "docs/datasets.md").read_text(encoding="utf-8")
    for kind in ("games", "decisions"):
        columns = pl.read_parquet_schema(tmp_path / f"{kind}-00000.parquet")
        assert list(columns) == list(made["columns"][kind])
        for name, meaning in made["columns"][kind].items():
            assert f"| `{name}` | {meaning} |" in page
