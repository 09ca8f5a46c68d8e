"""Planning aids: cards still out there against a count of the whole state, and what tickets take together."""

import json
import random

import pytest

from eclisse import Game
from eclisse.core.codes import COLOUR_NAMES
from eclisse.faults import Faulty
from eclisse.hints import Hints
from eclisse.result import Result
from tests.views.test_nothing_hidden import Swap, moments, swapped_game

pytestmark = pytest.mark.compiled_only


def out_there(game: Game, seat: int) -> dict[str, int]:
    """By colour, all cards in the deck, in warehouses, and in other hands but for those everybody saw there."""
    state, kit = game.state, game.kit
    others = [other for other in range(game.seats) if other != seat]
    left = state.deck + state.warehouses.sum(axis=0)
    left = left + sum(state.hands[other] - state.seen[other] for other in others)
    return {name: int(left[c]) for c, name in enumerate(COLOUR_NAMES) if kit.rules.cards[c]}


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "india", "berlin"])
def test_cards_out_there_are_counted_right_and_from_what_the_seat_has_seen(name: str) -> None:
    rng = random.Random(1)
    for game in moments(name, ["warehouses"], 0.04, n_games=1):
        seat = rng.randrange(game.seats)
        counted = Hints(game.view(seat)).unseen()
        assert counted == out_there(game, seat)
        if not game.over:
            position = json.loads(json.dumps(game.position()))
            other = swapped_game(Swap(position, game.kit.names.tickets, seat, rng).data)
            assert Hints(other.view(seat)).unseen() == counted


def scattered(name: str, rng: random.Random) -> Game:
    """A game in which both seats own some routes at random."""
    game = Game.new(name, 2, rng.randrange(1000))
    for route in range(int(game.kit.board.n_routes)):
        if game.state.owner[game.kit.board.twin[route]] == -1 or game.kit.board.twin[route] == -1:
            game.state.owner[route] = rng.choice((-1, -1, -1, -1, 0, 1))
    return game


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "india", "berlin"])
def test_a_plan_completes_its_tickets_together_and_counts_each_route_once(name: str) -> None:
    rng, shared = random.Random(name), 0
    for _ in range(12):
        game = scattered(name, rng)
        kit, hints = game.kit, Hints(game.view(0))
        tickets = rng.sample(kit.names.tickets, rng.randint(1, 5))
        plan, alone = hints.plan(tickets), [hints.plan([ticket]) for ticket in tickets]
        facts = {route.id: route for route in kit.spec.board.routes}
        assert len(set(plan.routes)) == len(plan.routes)
        assert sum(plan.cards.values()) == sum(facts[route].length for route in plan.routes)
        assert plan.cards.get("locomotive", 0) >= sum(facts[route].locomotives for route in plan.routes)
        separately = sum(one.trains + one.subways for one in alone)
        assert max(one.trains + one.subways for one in alone) <= plan.trains + plan.subways <= separately
        assert plan.cut_off == tuple(ticket for ticket, one in zip(tickets, alone, strict=True) if one.cut_off)
        shared += plan.trains + plan.subways < separately
        for route in plan.routes:
            assert game.state.owner[kit.route_index[route]] == -1
            game.state.owner[kit.route_index[route]] = 0
        for ticket in tickets:
            game.state.holder[kit.ticket_index[ticket]] = 0
        points = Result.count(game.states, kit).sheet.ticket
        for ticket in tickets:
            assert (points[kit.ticket_index[ticket]] > 0) == (ticket not in plan.cut_off)
    assert shared, "some tickets have a part of their way in common"


def test_a_plan_of_one_ticket_is_its_cheapest_way_and_an_unknown_ticket_is_refused() -> None:
    hints = Hints(Game.new("usa", 2, 1).view(0))
    for offered in hints.offered():
        assert sorted(hints.plan([offered.ticket]).routes) == sorted(offered.missing)
    with pytest.raises(Faulty, match="no ticket"):
        hints.plan(["boston--nowhere"])
