"""The list of routes that a seat may claim, judged many at a time, against the rule for one route."""

import pytest

from eclisse.bots import make_bot
from eclisse.core import actions
from eclisse.core.codes import MAIN
from eclisse.core.routes import can_claim, largest_set
from eclisse.game import Game
from eclisse.hints import Hints
from eclisse.notation import key_from_seed


@pytest.mark.parametrize(("name", "seats"), [("usa", 2), ("switzerland", 2), ("berlin", 4)])
def test_the_claims_listed_are_those_that_the_rule_allows_one_by_one(name: str, seats: int) -> None:
    game, bot, n_claims = Game.new(name, seats, 7), make_bot("random", key_from_seed(7)), 0
    state, board, rules = game.states[0], game.kit.board, game.kit.rules
    for _ in range(60):
        seat = game.to_act[0]
        legal = game.legal(seat)
        if state.phase == MAIN:
            largest = largest_set(state, seat)
            routes = [r for r in range(board.n_routes) if can_claim(state, board, rules, seat, r, largest)]
            listed = [action.number for action in legal if action.kind == "claim"]
            assert listed == [actions.CLAIM + route for route in routes]
            n_claims += len(routes)
        game.play(seat, bot.choose(game.view(seat), legal))
    assert n_claims > 0


@pytest.mark.parametrize("name", ["usa", "switzerland"])
def test_the_ways_to_pay_for_all_routes_at_once_are_those_for_each_route(name: str) -> None:
    game, bot, n_ways = Game.new(name, 2, 3), make_bot("random", key_from_seed(3)), 0
    for _ in range(30):
        seat = game.to_act[0]
        hints = Hints(game.view(seat))
        claims = hints.claims()
        assert claims == {route: hints.payments(route) for route in claims}
        n_ways += sum(map(len, claims.values()))
        game.play(seat, bot.choose(game.view(seat), game.legal(seat)))
    assert n_ways > 0
