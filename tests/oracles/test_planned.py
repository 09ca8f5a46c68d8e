"""Plans against a slow and obvious count: every track, every colour, every locomotive is tried."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

from eclisse import Game
from eclisse.core import allot as core
from eclisse.core.allot import PART, TRACK
from eclisse.core.codes import COLOUR_NAMES, GRAY, LOCOMOTIVE, NONE
from eclisse.core.needs import allotted
from eclisse.core.routes import is_free
from eclisse.hints import Hints

pytestmark = pytest.mark.compiled_only


class Track(NamedTuple):
    """A free route and its price."""

    route: int
    colour: int
    length: int
    symbols: int
    most: int


@dataclass(frozen=True)
class Allotment:
    """The cost of one route, by colour, and the cards of the hand that are meant for it."""

    route: int
    cards: dict[int, int]
    held: dict[int, int]

    @property
    def missing(self) -> int:
        """The cards still to be taken."""
        return sum(self.cards.values()) - sum(self.held.values())


def some(row: Any) -> dict[int, int]:
    """The colours there are cards of."""
    return {colour: n for colour, n in enumerate(row.tolist()) if n}


def allotments(parts: Any) -> list[Allotment]:
    """The allotted cards, as plain values."""
    return [Allotment(int(one["route"]), some(one["cards"]), some(one["held"])) for one in parts]


def allot(hand: list[int], market: list[int], places: list[list[Track]]) -> list[Allotment]:
    """Ask the compiled function."""
    tracks, parts = np.zeros(2 * len(places), TRACK), np.zeros(len(places), PART)
    tracks["route"] = NONE
    for i, place in enumerate(places):
        for k, track in enumerate(place):
            tracks[2 * i + k] = tuple(track)
    core.allot(np.array(hand, np.int64), np.array(market, np.int16), tracks, parts)
    return allotments(parts)


def some_hand(rng: random.Random) -> list[int]:
    """A few cards of a few colours."""
    hand = [0] * len(COLOUR_NAMES)
    for _ in range(rng.randint(0, 12)):
        hand[rng.choice((0, 1, 2, 3, LOCOMOTIVE))] += 1
    return hand


def some_place(rng: random.Random, route: int) -> list[Track]:
    """One or two tracks; some are ferries, some take no locomotives."""
    length = rng.randint(1, 5)
    symbols, anywhere = rng.choice((0, 0, 0, rng.randint(0, length))), rng.random() < 0.8
    most = length if anywhere else symbols
    colours = rng.sample((0, 1, 2, 3, 4, GRAY, GRAY), rng.randint(1, 2))
    return [Track(route + 100 * i, colour, length, symbols, most) for i, colour in enumerate(colours)]


def ways(track: Track) -> Iterator[list[int]]:
    """Every set of cards that pays for a track."""
    for colour in range(LOCOMOTIVE) if track.colour == GRAY else (track.colour,):
        for wild in range(track.symbols, track.most + 1):
            cards = [0] * len(COLOUR_NAMES)
            cards[colour] += track.length - wild
            cards[LOCOMOTIVE] += wild
            yield cards


def fewest_missing(hand: list[int], places: list[list[Track]]) -> int:
    """Pay for one track of each place in every way, and count what is not in the hand."""
    each = [{tuple(cards) for track in tracks for cards in ways(track)} for tracks in places]
    wholes = {(0,) * len(hand)}
    for some in each:
        wholes = {tuple(a + b for a, b in zip(*pair, strict=True)) for pair in product(wholes, some)}
    return min(sum(max(0, n - held) for n, held in zip(whole, hand, strict=True)) for whole in wholes)


def check(hand: list[int], places: list[list[Track]], paid: list[Allotment]) -> None:
    """Each route is one of its place's and is paid for as it may be, and each card is meant for one route."""
    for part, tracks in zip(paid, places, strict=True):
        track = next(one for one in tracks if one.route == part.route)
        row = [part.cards.get(colour, 0) for colour in range(len(COLOUR_NAMES))]
        blank = part.cards.get(GRAY, 0)
        assert sum(row) + blank == track.length
        if not blank:
            assert row in list(ways(track))
        assert all(n <= part.cards[colour] for colour, n in part.held.items())
    for colour in range(len(COLOUR_NAMES)):
        assert sum(part.held.get(colour, 0) for part in paid) <= hand[colour]


def test_no_card_is_counted_twice_and_none_is_missing_that_need_not_be() -> None:
    rng = random.Random(3)
    for _ in range(300):
        hand, places = some_hand(rng), [some_place(rng, route) for route in range(rng.randint(0, 3))]
        paid = allot(hand, [rng.randrange(9) for _ in range(5)], places)
        check(hand, places, paid)
        assert sum(part.missing for part in paid) == fewest_missing(hand, places)


def test_the_other_track_is_chosen_where_the_hand_pays_for_it_or_its_cards_lie_face_up() -> None:
    red, yellow = Track(0, 7, 3, 0, 3), Track(1, 5, 3, 0, 3)
    hand = [0] * 9
    hand[5] = 3
    assert allot(hand, [], [[red, yellow]]) == [Allotment(1, {5: 3}, {5: 3})]
    assert allot([0] * 9, [5, 5, 0, 0, 0], [[red, yellow]]) == [Allotment(1, {5: 3}, {})]
    assert allot([0] * 9, [7, 0, 0, 0, 0], [[red, yellow]]) == [Allotment(0, {7: 3}, {})]


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "india", "berlin"])
def test_the_sum_of_a_plan_is_that_of_its_routes(name: str) -> None:
    rng = random.Random(name)
    for _ in range(10):
        game = Game.new(name, rng.randint(2, 3), rng.randrange(1000))
        board, state, kit = game.kit.board, game.state, game.kit
        for route in rng.sample(range(int(board.n_routes)), int(board.n_routes) // 5):
            if is_free(state, board, kit.rules, 0, route):
                state.owner[route] = rng.randrange(game.seats)
        for colour, n in enumerate(some_hand(rng)):
            state.hands[0, colour] = n
        hints = Hints(game.view(0))
        plan = hints.plan(rng.sample(kit.names.tickets, rng.randint(1, 5)))
        routes = [kit.route_index[route] for route in plan.routes]
        paid = allotments(allotted(state, board, kit.rules, 0, np.array(routes, np.int64)))
        assert [part.route for part in paid] == routes, "asked again, it is the same"
        assert plan.missing == sum(part.missing for part in paid)
        assert plan.missing == sum(plan.cards.values()) - sum(plan.held.values())
        assert sum(plan.cards.values()) == sum(int(board.length[route]) for route in routes)
        for card, n in plan.held.items():
            assert n <= plan.cards[card]
            assert n <= state.hands[0, COLOUR_NAMES.index(card)]
        spent, claims = [0] * 9, hints.claims()
        for part in paid:
            if kit.names.routes[part.route] in plan.payable:
                assert part.missing == 0
                assert kit.names.routes[part.route] in claims, "it could be claimed"
                spent = [n + part.held.get(colour, 0) for colour, n in enumerate(spent)]
        assert all(n <= held for n, held in zip(spent, state.hands[0].tolist(), strict=True)), "all at once"
