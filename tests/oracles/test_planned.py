"""What a plan takes, against a slow and obvious count: every track, every colour, every locomotive is tried."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from eclisse import Game
from eclisse.core.codes import COLOUR_NAMES, GRAY, LOCOMOTIVE
from eclisse.core.routes import is_free
from eclisse.hints import Hints
from eclisse.planned import Share, Track, shares

pytestmark = pytest.mark.compiled_only


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


def check(hand: list[int], places: list[list[Track]], paid: list[Share]) -> None:
    """Each route is one of its place's and is paid for as it may be, and each card is meant for one route."""
    for share, tracks in zip(paid, places, strict=True):
        track = next(one for one in tracks if one.route == share.route)
        row = [share.cards.get(colour, 0) for colour in range(len(COLOUR_NAMES))]
        blank = share.cards.get(GRAY, 0)
        assert sum(row) + blank == track.length
        if not blank:
            assert row in list(ways(track))
        assert all(n <= share.cards[colour] for colour, n in share.held.items())
    for colour in range(len(COLOUR_NAMES)):
        assert sum(share.held.get(colour, 0) for share in paid) <= hand[colour]


def test_no_card_is_counted_twice_and_none_is_missing_that_need_not_be() -> None:
    rng = random.Random(3)
    for _ in range(300):
        hand, places = some_hand(rng), [some_place(rng, route) for route in range(rng.randint(0, 3))]
        paid = shares(hand, [rng.randrange(9) for _ in range(5)], places)
        check(hand, places, paid)
        assert sum(share.missing for share in paid) == fewest_missing(hand, places)


def test_the_other_track_is_chosen_where_the_hand_pays_for_it_or_its_cards_lie_face_up() -> None:
    red, yellow = Track(0, 7, 3, 0, 3), Track(1, 5, 3, 0, 3)
    hand = [0] * 9
    hand[5] = 3
    assert shares(hand, [], [[red, yellow]]) == [Share(1, {5: 3}, {5: 3})]
    assert shares([0] * 9, [5, 5, 0, 0, 0], [[red, yellow]]) == [Share(1, {5: 3}, {})]
    assert shares([0] * 9, [7, 0, 0, 0, 0], [[red, yellow]]) == [Share(0, {7: 3}, {})]


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
        paid = hints.shares(routes)
        assert [share.route for share in paid] == routes, "asked again, it is the same"
        assert plan.missing == sum(share.missing for share in paid)
        assert plan.missing == sum(plan.cards.values()) - sum(plan.held.values())
        assert sum(plan.cards.values()) == sum(int(board.length[route]) for route in routes)
        for card, n in plan.held.items():
            assert n <= plan.cards[card]
            assert n <= state.hands[0, COLOUR_NAMES.index(card)]
        spent, claims = [0] * 9, hints.claims()
        for share in paid:
            if kit.names.routes[share.route] in plan.payable:
                assert share.missing == 0
                assert kit.names.routes[share.route] in claims, "it could be claimed"
                spent = [n + share.held.get(colour, 0) for colour, n in enumerate(spent)]
        assert all(n <= held for n, held in zip(spent, state.hands[0].tolist(), strict=True)), "all at once"
