"""The commands that print and leave: what they print, as one JSON document where asked."""

import json
import resource
import subprocess
from importlib import metadata
from pathlib import Path

import pytest

from eclisse.catalogue.find import catalogue_rows
from eclisse.game import Game
from tests.cli.conftest import ECLISSE, Run

DATA = Path(__file__).parents[2] / "src" / "eclisse"
POSITION = {
    "game": "europe",
    "seats": 2,
    "phase": "over",
    "routes": {"dieppe--paris": 0, "brest--dieppe": 1},
    "tickets": [["brest--venezia"], []],
    "stations": [["dieppe"], []],
}


def position_file(folder: Path, **changes: object) -> str:
    path = folder / "position.json"
    path.write_text(json.dumps({**POSITION, **changes}), encoding="utf-8")
    return str(path)


def record_file(folder: Path) -> Path:
    game = Game.new("berlin", 2, 1)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    path = folder / "record.json"
    path.write_text(json.dumps(game.record()), encoding="utf-8")
    return path


def test_games_json_is_the_catalogue(run_here: Run) -> None:
    done = run_here("games", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == catalogue_rows()
    assert not done.stderr


def test_games_shows_what_is_not_verified(run_here: Run) -> None:
    lines = run_here("games").stdout.splitlines()
    assert any("berlin" in line and "⚠ reconstruction" in line for line in lines)
    assert any("module max" in line and "⚠ unverified" in line for line in lines)


def test_every_command_has_help(run: Run) -> None:
    playing, reading = ("play", "simulate", "dataset", "evaluate"), ("games", "score", "legal", "replay", "check-board")
    for command in (*playing, *reading, "bench"):
        done = run(command, "--help")
        assert done.returncode == 0
        assert "Usage: eclisse" in done.stdout


def test_the_version_is_that_of_the_package(run_here: Run) -> None:
    assert run_here("--version").stdout == f"eclisse {metadata.version('eclisse')}\n"


def test_simulate_counts_and_does_not_depend_on_threads(run_here: Run) -> None:
    common = ("simulate", "usa", "--seats", "3", "--bots", "random", "--games", "5000", "--seed", "4", "--json")
    one, two = (json.loads(run_here(*common, "--threads", n).stdout) for n in ("1", "2"))
    speeds = {"seconds", "games_per_second", "decisions_per_second", "threads"}
    assert {k: v for k, v in one.items() if k not in speeds} == {k: v for k, v in two.items() if k not in speeds}
    assert one["games"] == 5000
    assert one["bots"] == ["random"] * 3
    assert 5000 + one["shared"] <= sum(one["wins"]) <= 5000 + 2 * one["shared"]
    assert len(one["mean_score"]) == 3


def test_simulate_takes_modules_and_a_key(run_here: Run) -> None:
    key = "0123456789abcdef0123456789abcdef"
    done = run_here("simulate", "europe", "--modules", "warehouses", "--games", "5", "--seed", key, "--json")
    found = json.loads(done.stdout)
    assert (found["key"], found["modules"], found["game"]) == (key, ["warehouses"], "europe")
    assert "games" in run_here("simulate", "usa", "--games", "5").stdout


def test_score_explains_every_point(run_here: Run, tmp_path: Path) -> None:
    file = position_file(tmp_path)
    found = json.loads(run_here("score", file, "--json").stdout)
    assert found == Game.from_position(dict(POSITION)).result.to_dict()
    shown = run_here("score", file).stdout
    assert "Brest – Venezia, not completed" in shown
    assert str(found["seats"][0]["total"]) in shown


def test_a_position_is_read_from_standard_input(run_here: Run) -> None:
    done = run_here("legal", "-", "--json", text='{"game": "usa", "seats": 2, "to_move": 1}')
    found = json.loads(done.stdout)
    assert found["to_act"] == [1]
    assert list(found["legal"]) == ["1"]
    assert "draw" in found["legal"]["1"]


def test_legal_of_a_seat_that_may_not_act_is_empty(run_here: Run) -> None:
    done = run_here("legal", "-", "--json", "--seat", "0", text='{"game": "usa", "seats": 2, "to_move": 1}')
    assert json.loads(done.stdout) == {"to_act": [1], "legal": {"0": []}}


def test_replay_tells_the_game_and_its_result(run_here: Run, tmp_path: Path) -> None:
    path = record_file(tmp_path)
    record = json.loads(path.read_text())
    found = json.loads(run_here("replay", str(path), "--json").stdout)
    assert found["result"] == record["result"]
    assert found["decisions"] == len(record["actions"])
    shown = run_here("replay", str(path)).stdout
    assert "The game is over" in shown
    assert "total" in shown


@pytest.mark.parametrize("name", ["usa", "europe", "india", "switzerland", "berlin"])
def test_check_board_sums_up_our_boards(run_here: Run, name: str) -> None:
    done = run_here("check-board", str(DATA / "boards" / "data" / f"{name}.toml"), "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert (found["kind"], found["id"], found["faults"]) == ("board", name, [])
    game = run_here("check-board", str(DATA / "catalogue" / "data" / f"{name}.toml"))
    assert "a valid game" in game.stdout


def test_check_board_lists_all_faults(run_here: Run, tmp_path: Path) -> None:
    text = (DATA / "boards" / "data" / "usa.toml").read_text(encoding="utf-8")
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace('colour = "red"', 'colour = "mauve"', 2), encoding="utf-8")
    done = run_here("check-board", str(bad))
    assert done.returncode == 2
    assert done.stderr.count("mauve") == 2
    found = run_here("check-board", str(bad), "--json")
    assert len(json.loads(found.stdout)["faults"]) == 2
    assert found.returncode == 2


def test_commands_without_the_engine_do_not_load_it(run: Run) -> None:
    for arguments in (["--help"], ["games"], ["check-board", str(DATA / "boards" / "data" / "usa.toml")]):
        done = run(*arguments, PYTHONPROFILEIMPORTTIME="1")
        assert "numba" not in done.stderr
        assert "numpy" not in done.stderr


def test_help_starts_at_once(run: Run) -> None:
    seconds = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run("--help")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(seconds) < 1.0  # of the processor, so that a busy machine does not fail the test


def test_warm_compiles_everything(run: Run) -> None:
    done = run("warm")
    assert done.returncode == 0
    assert "compiled" in done.stdout


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    done = subprocess.run(
        f"{ECLISSE} legal - --json | head -c 10",
        shell=True,
        input=b'{"game": "usa", "seats": 2}',
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr
