"""The puzzles that come with the package: every one opens, has one answer, and the coach still thinks so."""

import json
from collections import Counter
from datetime import timedelta
from itertools import combinations
from math import gcd
from pathlib import Path

import pytest
from typer.testing import CliRunner

from eclisse.analysis.making import CLEAR, OPEN, SURE, is_clear
from eclisse.analysis.puzzle_book import FIRST_DAY, LEVELS, STRIDE, all_puzzles, of_day, puzzle, read, write
from eclisse.analysis.weigh import Chance, is_same, weigh
from eclisse.catalogue.find import builtin_games
from eclisse.cli import app
from eclisse.faults import Faulty

ALL = all_puzzles()
LEAST = 20  # puzzles of each game


def test_every_puzzle_opens_and_its_answer_is_legal_and_alone() -> None:
    of_game = Counter(one.position["game"] for one in ALL)
    assert min(of_game[name] for name in builtin_games()) >= LEAST
    for one in ALL:
        game = one.game()
        assert one.seat in game.to_act
        legal = {action.text for action in game.legal(one.seat)}
        assert len(legal) > 2
        assert all(option["action"] in legal for option in one.options)
        rivals = [row for row in one.options[1:] if not is_same(row["action"], one.answer)]
        assert rivals
        assert all(row["ahead"] <= -CLEAR for row in rivals)
        assert round(rivals[0]["ahead"] + rivals[0]["error"], 4) <= -SURE
        assert one.options[0]["win"][one.seat] >= OPEN
        assert set(one.found_by) <= set(LEVELS)
        assert 0 <= one.difficulty <= len(LEVELS)
        assert one.loss(one.answer) == 0.0


def test_two_like_tracks_are_one_answer_and_are_listed_once() -> None:
    n_pairs = 0
    for one in ALL:
        board = one.game().kit.board
        index = one.game().kit.route_index
        listed = [row["action"].split()[1] for row in one.choices if row["action"].startswith("claim ")]
        for a, b in combinations([index[route] for route in listed], 2):
            assert board.twin[a] != b or board.colour[a] != board.colour[b], one.number
        assert not any(is_same(row["action"], one.answer) for row in one.choices[1:])
        for row in one.options:
            if row["action"].startswith("claim "):
                route = index[row["action"].split()[1]]
                twin = int(board.twin[route])
                if twin >= 0 and board.colour[twin] == board.colour[route]:
                    n_pairs += 1
                    other = f"claim {one.game().kit.names.routes[twin]}"
                    assert one.loss(other) == one.loss(row["action"])
    assert n_pairs > 20


def test_the_other_track_of_the_answer_is_right_only_if_it_was_compared() -> None:
    n_compared, n_unknown = 0, 0
    for one in ALL:
        legal = {action.text for action in one.game().legal(one.seat)}
        weighed = {row["action"]: row for row in one.options}
        colours = {one._alike(text): text for text in legal if is_same(text, one.answer)}
        for alike, text in colours.items():
            row = weighed.get(text)
            if alike == one._alike(one.answer):
                assert one.loss(text) == 0.0
            elif row is None:
                n_unknown += 1
                assert one.loss(text) is None
            else:
                n_compared += 1
                assert (one.loss(text) == 0.0) == (row["ahead"] + row["error"] >= 0.0)
    assert n_compared > 0


@pytest.mark.compiled_only
def test_the_coach_still_finds_the_answers() -> None:
    agreed = 0
    some = ALL[:: max(1, len(ALL) // 8)]
    for one in some:
        game = one.game()
        view, legal = game.view(one.seat), game.legal(one.seat)
        answer = next(action for action in legal if action.text == one.answer)
        verdict = weigh(view, legal, answer, 600, Chance(99, one.number), every=True)
        agreed += is_same(verdict.best[0].action.text, one.answer)
        assert one.why() is not None
    assert agreed >= 0.7 * len(some)


def test_each_day_has_its_puzzle_and_all_have_their_turn() -> None:
    assert gcd(STRIDE, len(ALL)) == 1
    days = [FIRST_DAY + timedelta(days=n) for n in range(len(ALL))]
    assert sorted(of_day(day).number for day in days) == [one.number for one in ALL]
    with pytest.raises(Faulty):
        puzzle(len(ALL) + 1)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "some.gz"
    write(file, ALL[:3])
    once = file.read_bytes()
    assert read(file) == ALL[:3]
    write(file, read(file))
    assert file.read_bytes() == once


def test_the_command_sets_a_puzzle_and_judges_the_answer() -> None:
    def ask(answer: str, *more: str) -> str:
        done = CliRunner().invoke(app, ["puzzle", "1", *more], input=f"nonsense\nhelp\nlegal\nroutes\n{answer}\n")
        assert done.exit_code == 0, done.exception
        return done.stdout

    assert json.loads(ask("", "--json"))["number"] == 1
    right = ask(ALL[0].answer)
    assert "Right:" in right
    assert ALL[0].game().kit.spec.name.en in right.splitlines()[0]
    hard = next(one for one in ALL if not one.found_by)
    told = CliRunner().invoke(app, ["puzzle", str(hard.number)], input="solution\n").stdout
    assert "Played on from here many times" in " ".join(told.split())
    told = ask("solution")
    assert " is best." in told
    assert told.count("! ") == 1
    assert "take red, draw" in told  # the help
    assert all(action.text in told for action in ALL[0].game().legal(ALL[0].seat))


@pytest.mark.compiled_only
def test_what_is_not_clear_makes_no_puzzle() -> None:
    game = ALL[0].game()
    view, legal = game.view(ALL[0].seat), game.legal(ALL[0].seat)
    wrong = next(action for action in legal if not is_same(action.text, ALL[0].answer))
    assert not is_clear(weigh(view, legal, wrong, 300, every=True))
