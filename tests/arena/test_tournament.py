"""Whole tournaments: the same whatever plays them, resumed where they stopped, whole in spite of bad bots."""

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from eclisse import Game
from eclisse.arena.chunk import play_chunk
from eclisse.arena.folder import Folder
from eclisse.arena.schedule import BadArena, Settings, chunks
from eclisse.arena.tournament import Tournament
from eclisse.arena.worker import Worker
from eclisse.bots import loop, table
from eclisse.catalogue.kit import open_kit
from eclisse.core import actions
from eclisse.notation import key_from_seed

pytestmark = pytest.mark.compiled_only

BAD_BOTS = """
import os, time

class Raises:
    def choose(self, view, legal):
        if view.to_dict()["turns"] > 3: raise RuntimeError("out of steam")
        return legal[0]

class Nonsense:
    def choose(self, view, legal): return 42

class Hangs:
    def choose(self, view, legal):
        while view.to_dict()["turns"] > 2: pass
        return legal[0]

class Quits:
    def choose(self, view, legal): os._exit(3)
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The current folder has a module of bad bots; returns its name."""
    name = f"bad_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(BAD_BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def make(*bots: str, **changes: Any) -> Settings:
    """A small tournament."""
    plain: dict[str, Any] = {"game": "berlin", "modules": (), "seats": 2, "games": 6, "key": "ab" * 16}
    return Settings(bots=bots, **{**plain, **changes})


def play(settings: Settings, path: Path, workers: int = 2, ray: str | None = None) -> tuple[pl.DataFrame, Any]:
    """Play it all."""
    tournament = Tournament(settings, path)
    tournament.play(workers, ray, lambda _: None)
    return tournament.count()


def files(path: Path) -> list[pl.DataFrame]:
    """The files of a tournament."""
    return [pl.read_parquet(path / f"{kind}.parquet") for kind in ("games", "decisions")]


def test_one_worker_and_two_play_the_same(tmp_path: Path) -> None:
    settings = make("greedy", "hungry", "planner", games=500, seats=3)
    summaries = [play(settings, tmp_path / str(workers), workers)[1] for workers in (1, 2)]
    assert {**summaries[0], "out": ""} == {**summaries[1], "out": ""}
    for one, two in zip(files(tmp_path / "1"), files(tmp_path / "2"), strict=True):
        assert one.equals(two)


def test_a_ray_cluster_plays_the_same(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra ray is not installed")
    settings = make("greedy", "hungry", games=40)
    play(settings, tmp_path / "here")
    play(settings, tmp_path / "there", ray="local")
    for here, there in zip(files(tmp_path / "here"), files(tmp_path / "there"), strict=True):
        assert here.equals(there)


def test_bots_of_any_kind_play_the_same_on_one_worker_and_two(tmp_path: Path, bots: str) -> None:
    settings = make("greedy", f"{bots}:Raises", "random", games=4)
    for workers in (1, 2):
        play(settings, tmp_path / str(workers), workers)
    for one, two in zip(files(tmp_path / "1"), files(tmp_path / "2"), strict=True):
        assert one.equals(two)


def test_compiled_games_are_those_of_a_plain_match(tmp_path: Path) -> None:
    settings = make("greedy", "planner", games=10)
    games, _ = play(settings, tmp_path / "out")
    kit, key = open_kit("berlin"), key_from_seed(settings.key)
    order = [table.NAMES.index(name) for name in ("greedy", "planner")]
    played = loop.match(kit.board_row, kit.rules_row, np.array([order] * 5), key)
    rows = games.filter(pl.col("game") % 2 == 0).sort("game", "seat")
    assert rows["score"].to_list() == played.sheets["total"][:, :2].ravel().tolist()
    assert rows["decisions"].to_list() == np.repeat(played.n_decisions, 2).tolist()


@pytest.mark.parametrize(("game", "modules"), [("europe", ("warehouses",)), ("switzerland", ())])
def test_the_decisions_replay_to_the_scores(tmp_path: Path, game: str, modules: tuple[str, ...]) -> None:
    games, _ = play(make("planner", "random", game=game, modules=modules, seats=3, games=6), tmp_path / "out")
    decisions = pl.read_parquet(tmp_path / "out" / "decisions.parquet")
    for (number,), rows in games.sort("seat").group_by("game", maintain_order=True):
        replayed = Game.new(game, 3, rows["key"][0], modules)
        for row in decisions.filter(pl.col("game") == number).sort("number").iter_rows(named=True):
            assert len(replayed.legal(row["seat"])) == row["n_legal"]
            assert replayed.view(None).to_dict()["phase"] == row["phase"]
            replayed.play(row["seat"], row["text"])
        sheet = replayed.result.to_dict()
        assert replayed.over
        for seat, row in zip(sheet["seats"], rows.iter_rows(named=True), strict=True):
            for kind in ("routes", "tickets", "stations", "longest", "globetrotter", "mandala", "depots"):
                assert row[kind] == seat[kind]
            assert row["score"] == seat["total"]
            assert row["tickets_won"] + row["tickets_lost"] == seat["tickets"]
            assert row["claimed"] == [route["route"] for route in seat["route_list"]]
            assert row["completed"] == [ticket["ticket"] for ticket in seat["ticket_list"] if ticket["completed"]]
            assert row["failed"] == [ticket["ticket"] for ticket in seat["ticket_list"] if not ticket["completed"]]
            assert (row["win"] > 0) == (row["seat"] in sheet["winners"])
            assert row["turn_order"] == (row["seat"] - replayed.view(None).to_dict()["first_seat"]) % 3


def test_swapped_seats_and_all_pairings_share_their_deals(tmp_path: Path) -> None:
    games, _ = play(make("greedy", "hungry", "random", games=4), tmp_path / "out")
    for (deal,), rows in games.group_by("deal"):
        assert rows["key"].n_unique() == 1, deal
        assert rows["game"].n_unique() == 6
        for (_,), pair in rows.group_by("pairing"):
            seats = pair.sort("game", "seat")["bot"].to_list()
            assert seats[:2] == seats[3:1:-1]
    assert games["key"].n_unique() == games["deal"].n_unique() == 2


def test_a_resumed_tournament_is_the_uninterrupted_one(tmp_path: Path) -> None:
    settings = make("greedy", "hungry", games=1000)
    play(settings, tmp_path / "whole")
    folder, stop = Folder(tmp_path / "parts", settings), threading.Event()
    for chunk in chunks(settings)[1:4:2]:
        done = play_chunk(settings, chunk, Worker(settings, stop), stop, lambda _: None)
        folder.save(chunk, done)
    begun = Tournament(settings, tmp_path / "parts")
    assert (begun.done, begun.planned) == (400, 1000)
    assert begun.count()[1]["complete"] is False
    assert play(settings, tmp_path / "parts")[1]["complete"] is True
    for whole, resumed in zip(files(tmp_path / "whole"), files(tmp_path / "parts"), strict=True):
        assert whole.equals(resumed)
    assert Tournament(settings, tmp_path / "parts").todo == []


def test_an_interruption_keeps_what_is_done(tmp_path: Path) -> None:
    settings = make("greedy", "hungry", games=2000)
    tournament, steps = Tournament(settings, tmp_path / "out"), []

    def interrupt(chunk: Any, done: Any) -> None:
        Folder.save(tournament.folder, chunk, done)
        steps.append(chunk)
        if len(steps) == 2:
            raise KeyboardInterrupt

    tournament.folder.save = interrupt  # type: ignore[method-assign]
    tournament.play(2, None, lambda _: None)
    games, summary = tournament.count()
    assert tournament.interrupted
    assert summary["games"] == games["game"].n_unique() == 400
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


def test_other_settings_in_the_same_folder_are_refused(tmp_path: Path) -> None:
    play(make("greedy", "hungry"), tmp_path / "out")
    with pytest.raises(BadArena, match=r"other settings \(\"games\"\)"):
        Tournament(make("greedy", "hungry", games=8), tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadArena, match="something other"):
        Tournament(make("greedy", "hungry"), tmp_path / "full")


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Raises", "raised RuntimeError: out of steam"),
        ("Nonsense", "answered 42"),
        ("Hangs", "did not decide within 1 seconds"),
        ("Quits", "ended the process"),
    ],
)
def test_a_bad_bot_loses_and_the_tournament_goes_on(tmp_path: Path, bots: str, bot: str, message: str) -> None:
    bad, limit = f"{bots}:{bot}", 1.0 if bot == "Hangs" else 60.0
    games, summary = play(make("greedy", bad, "random", seats=3, games=3, limit=limit), tmp_path / "out")
    assert summary["complete"]
    assert len(summary["faults"]) == games["game"].n_unique() == 3
    for fault in summary["faults"]:
        assert fault["bot"] == bad
        assert f"{bad} {message}" in fault["fault"]
        record = json.loads((tmp_path / "out" / fault["record"]).read_text(encoding="utf-8"))
        assert record["seats"][fault["seat"]] == bad
        assert {key: fault[key] for key in ("bot", "seat", "fault")}.items() <= record["fault"].items()
        begun = Game.replay(record)
        assert not begun.over
        assert begun.to_act[0] == fault["seat"]
    rows = {row["bot"]: row for row in summary["table"]}
    assert rows[bad]["wins"] == 0
    assert rows["greedy"]["wins"] == rows["random"]["wins"] == 1.5
    assert rows[bad]["faults"] == 3
    assert rows["greedy"]["faults"] == 0


def test_a_compiled_bot_that_answers_something_illegal_loses_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = loop.ask

    def ask(bot: int, states: Any, views: Any, boards: Any, rules: Any, seat: int, chance: Any) -> int:
        if bot == table.HUNGRY and states[0].turns > 6:
            return actions.TAKE_BACK
        return right(table.RANDOM, states, views, boards, rules, seat, chance)

    monkeypatch.setattr(loop, "ask", ask)
    for name in ("play_on", "play_games"):
        monkeypatch.setattr(loop, name, getattr(loop, name).py_func)
    games, summary = play(make("greedy", "hungry", games=2), tmp_path / "out", workers=1)
    assert [fault["bot"] for fault in summary["faults"]] == ["hungry", "hungry"]
    assert games.filter(pl.col("bot") == "greedy")["win"].to_list() == [1.0, 1.0]
    for fault in summary["faults"]:
        record = json.loads((tmp_path / "out" / fault["record"]).read_text(encoding="utf-8"))
        begun = Game.replay(record)
        assert begun.to_act == (fault["seat"],)
        assert begun.view(None).to_dict()["turns"] > 6
