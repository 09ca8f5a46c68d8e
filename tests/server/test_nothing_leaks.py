"""No message tells a seat or a spectator what it may not know, in any game with any modules."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from eclisse import Game
from eclisse.server.play import present
from tests.server import leaks
from tests.views.test_nothing_hidden import IDS, KINDS, step

GAMES = 40  # of each kind; `make soak-server` plays many more


@pytest.mark.parametrize(("name", "modules"), KINDS, ids=IDS)
def test_swapping_all_that_is_hidden_changes_no_byte_of_any_message(name: str, modules: list[str]) -> None:
    counts = leaks.check_games([(name, modules)], GAMES, 0)
    assert counts["games"] == GAMES
    assert counts["views"] > GAMES // 4
    assert counts["steps"] > 3


def test_the_check_finds_a_message_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that tells everybody one hidden thing is caught: a card of the deck, another's card, a ticket."""
    honest = present.update

    def telling(table, viewer, *rest):
        game = table.game
        hidden = [int(game.state.deck[0]), int(game.state.queue[game.state.head]), int(game.state.key[0]) & 0xFFFF]
        return replace(honest(table, viewer, *rest), longest=hidden)

    monkeypatch.setattr(present, "update", telling)
    with pytest.raises(AssertionError, match=r"told too much|what is hidden"):
        leaks.check_games([("usa", [])], 10, 0)


def test_the_check_finds_a_step_that_tells_the_card_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = present.step
    monkeypatch.setattr(present, "step", lambda told, viewer: honest(told, told.entry.seat))
    game = leaks.random_moment("usa", [], 1, random.Random(1))
    while "draw" not in [action.text for action in game.legal(game.to_act[0])]:
        step(game, random.Random(2))
    seat = game.to_act[0]
    with pytest.raises(AssertionError, match="what is hidden"):
        check_draws(game, seat)


def check_draws(game: Game, seat: int) -> None:
    """Look at one blind draw again and again."""
    for number in range(30):
        leaks.check_step(game, seat, "draw", None, random.Random(number), Counter())
