"""Two separate ways of a ticket, as hints tell them, compared with the rule that counts them."""

import random
from collections import Counter

import pytest

from eclisse import Game
from eclisse.hints import Hints, Progress

pytestmark = pytest.mark.compiled_only


def scattered(seed: int) -> tuple[Game, Hints]:
    """Hints of a seat that owns some routes at random, and holds some tickets."""
    rng, game = random.Random(seed), Game.new("india", 2, seed)
    for route in range(int(game.kit.board.n_routes)):
        if rng.random() < 0.7:
            game.state.owner[route] = 0
    for ticket in range(len(game.kit.names.tickets)):
        game.state.holder[ticket] = 0 if rng.random() < 0.5 else -1
    return game, Hints(game.view(0))


def degrees(game: Game, progress: Progress) -> Counter[str]:
    """How many routes of a circle meet in each city."""
    cities = {route.id: route.cities for route in game.kit.spec.board.routes}
    return Counter(city for route in progress.circle for city in cities[route])


@pytest.mark.parametrize("seed", range(8))
def test_a_circle_is_two_separate_ways_and_is_closed_when_the_rule_says_so(seed: int) -> None:
    game, hints = scattered(seed)
    closed = {name: circle for name, (_, circle) in hints.completed().items()}
    ends = {ticket.id: ticket.ends for ticket in game.kit.spec.board.tickets}
    for progress in hints.tickets():
        assert (bool(progress.circle) and progress.n_circle == 0) == closed[progress.ticket]
        met = degrees(game, progress)
        assert all(n % 2 == 0 for n in met.values())
        if progress.circle:
            assert min(met[end] for end in ends[progress.ticket]) >= 2
            assert len(progress.circle) == len(set(progress.circle))
    assert True in closed.values()
    assert False in closed.values()


def test_other_games_have_no_circles() -> None:
    game = Game.new("usa", 2, 1)
    assert all(progress.circle == () for progress in Hints(game.view(0)).offered())
