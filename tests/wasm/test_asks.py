"""The page answers by itself as the server does: positions, lessons, records, replays, puzzles."""

import random

import pytest

from tests.wasm import asks

pytestmark = pytest.mark.compiled_only


def test_a_position_counts_and_is_refused_as_on_a_server() -> None:
    found, _ = asks.in_node(list(asks.positions(random.Random(1), 200)))
    assert found == []


def test_a_game_from_a_position_is_played_as_on_a_server() -> None:
    found, _ = asks.in_node(list(asks.sandboxes(random.Random(2), 60)))
    assert found == []


def test_a_record_is_shown_and_refused_as_on_a_server() -> None:
    found, _ = asks.in_node(list(asks.records(3)))
    assert found == []


def test_a_kept_game_gives_its_record_and_is_judged_when_it_comes_from_elsewhere() -> None:
    found, left = asks.in_node(list(asks.kept_games(4)))
    assert found == []
    assert left < 1_000_000, "every game gives its room back"


def test_a_puzzle_is_shown_as_on_a_server() -> None:
    found, _ = asks.in_node(list(asks.puzzles(range(1, 387, 20))))
    assert found == []


def test_a_game_dealt_again_tells_who_was_shown_something_else() -> None:
    found, left = asks.in_node(list(asks.dealt_again(5)))
    assert found == []
    assert left < 1_000_000, "every game gives its room back"
