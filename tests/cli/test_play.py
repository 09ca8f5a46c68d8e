"""The terminal game, piped and in a real terminal."""

import json
import os
import re
from pathlib import Path

import pexpect
import pytest

from eclisse.game import Game
from tests.cli.conftest import ECLISSE, Run
from tests.cli.moves import winning_moves

PROMPT = r">[^>]*\x1b\[\?25h"  # drawn, and the cursor shown: only now are keys read


@pytest.mark.parametrize(("name", "seats", "modules"), [("berlin", 2, ()), ("europe", 3, ("warehouses",))])
def test_a_whole_game_ends_with_the_sheet(
    run_here: Run, tmp_path: Path, name: str, seats: int, modules: tuple[str, ...]
) -> None:
    typed, game = winning_moves(name, seats, 3, modules)
    options = ["--seats", str(seats), "--seed", "3", "--modules", ",".join(modules), "--name", "Ada"]
    done = run_here("play", name, *options, text="\n".join([*typed, "save game.json"]) + "\n")
    assert done.returncode == 0
    sheet = done.stdout[done.stdout.rindex("The game is over") :]
    total = next(line for line in sheet.splitlines() if line.startswith("total"))
    assert [int(n) for n in re.findall(r"-?\d+", total)] == list(game.result.totals)
    assert Game.replay(json.loads((tmp_path / "game.json").read_text())).result.totals == game.result.totals


def test_what_others_draw_stays_hidden(run_here: Run) -> None:
    typed, _ = winning_moves("usa", 2, 5)
    lines = run_here("play", "usa", "--seed", "5", text="\n".join(typed)).stdout.splitlines()
    drawn = {line for line in lines if line.startswith("· Random 1 draws") and "from the deck" in line}
    assert drawn <= {"· Random 1 draws a card from the deck."}
    assert any(line.startswith("· You draw a") for line in lines)


def test_a_claim_can_be_taken_back_until_it_is_paid(run_here: Run) -> None:
    typed = ["keep 1 2", "undo", "claim calgary--vancouver", "undo", "score", "quit"]
    shown = run_here("play", "usa", "--seed", "5", text="\n".join(typed)).stdout
    assert "there is nothing to undo" in shown
    assert "How do you pay for Calgary – Vancouver?" in shown
    after = shown[shown.rindex("> undo") :]
    assert "2 blue   2 locomotive" in after
    assert "You have left the table" in after


def test_bad_moves_are_explained_and_change_nothing(run_here: Run, tmp_path: Path) -> None:
    typed = ["keep", "keep 1 2", "fly", "claim boston--paris", "save /no/such/folder/x", "save", "save ok.json"]
    shown = run_here("play", "usa", "--seed", "5", text="\n".join(typed) + "\n").stdout
    assert shown.count("! ") == 5
    actions = json.loads((tmp_path / "ok.json").read_text())["actions"]
    assert [text for seat, text in actions if seat == 0] == ["keep 1 2"]


def test_the_commands_of_the_table_answer(run_here: Run) -> None:
    shown = run_here("play", "usa", "--seed", "5", text="keep 1 2\nhelp\nlegal\nroutes\nboard\nscore\nquit\n").stdout
    for part in ("Type your moves", "claim atlanta--charleston", "winnipeg", "tickets are hidden"):
        assert part in shown


def test_a_game_speaks_its_own_words(run_here: Run) -> None:
    typed = "keep 1 2\nhelp\nlegal\ntake red\ntake bicycle\nquit\n"
    shown = run_here("play", "berlin", "--seed", "5", "--bots", "greedy", "--first", "0", text=typed).stdout
    for part in ("trams", "1 red   1 bicycle", "pay 2 red 1 bicycle", "take bicycle", "a face-up bicycle may not be"):
        assert part in shown
    assert "locomotive" not in shown
    assert "locomotive" in run_here("play", "usa", "--seed", "5", text="keep 1 2\nhelp\nquit\n").stdout


def test_what_lies_beside_the_board_is_shown(run_here: Run) -> None:
    """Points by length, the big cities, the worth of countries, and what stands in the cities."""
    shown = run_here("play", "europe-big-cities", "--seed", "5", text="aids\nquit\n").stdout
    assert re.search(r"length( +\d)+ *\npoints +1 +2 +4 +7( +\d+)* +15 +21 *\n", shown)
    assert "big cities: Angora, Athína, Berlin, London, Madrid, Moskva, Paris, Roma, Wien" in shown
    shown = run_here("play", "india", "--seed", "5", text="aids\nquit\n").stdout
    assert re.search(r"tickets +1 +2 +3 +4 +5\+ *\npoints +5 +10 +20 +30 +40 *\n", shown)
    assert "tip: " in shown
    shown = run_here("play", "switzerland", "--seed", "2", text="quit\n").stdout
    assert re.search(r"– Countries  (Austria|Italy|Germany|France) \d", shown)
    typed = "keep 1 2\ndepot paris\nboard\nquit\n"
    shown = run_here("play", "europe", "--seed", "5", "--modules", "warehouses", "--bots", "greedy", text=typed).stdout
    assert shown.count("Paris (you)") >= 2


def test_the_named_seat_begins(run_here: Run) -> None:
    for first, begins in (("0", True), ("1", False)):
        options = ("--seed", "5", "--bots", "greedy", "--first", first)
        shown = run_here("play", "usa", *options, text="keep 1 2\nquit\n").stdout
        assert ("turn 2" in shown) is not begins
    assert run_here("play", "usa", "--first", "2").returncode == 2


def test_the_end_of_input_leaves_the_table(run_here: Run) -> None:
    done = run_here("play", "usa", "--seed", "5")
    assert done.returncode == 0
    assert "You have left the table" in done.stdout
    assert "\x1b" not in done.stdout


def terminal(**environment: str) -> pexpect.spawn:
    env = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1", **environment}
    env.pop("COLUMNS", None)
    return pexpect.spawn(
        str(ECLISSE), ["play", "usa", "--seed", "5"], env=env, dimensions=(40, 100), encoding="utf-8", timeout=120
    )


def test_a_terminal_has_colours_and_offers_completions() -> None:
    child = terminal()
    child.expect("Choose your first tickets")
    assert "\x1b[" in child.before
    child.expect(PROMPT)
    child.send("keep 1 2\r")
    child.expect("Your turn")
    child.expect(PROMPT)
    child.send("tick")
    child.expect("tickets")  # in the menu of completions
    child.send("ets\r")
    child.expect("Choose tickets")
    child.expect(PROMPT)
    child.sendcontrol("c")
    child.expect("You have left the table")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_no_color_is_honoured() -> None:
    child = terminal(NO_COLOR="1")
    child.expect("Choose your first tickets")
    assert not re.search(r"\x1b\[[0-9;]*[34]8[;m]", child.before)
    child.expect(PROMPT)
    child.sendcontrol("d")
    child.expect("You have left the table")
    child.expect(pexpect.EOF)
