"""How the cards in a hand would pay for several routes together, each card once.

Each place of a plan has one track or two. Ways to spend the hand are followed side by side, place after place, the
shortest first: a way is a track and a colour for each place, and what that leaves of each colour.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import GRAY, LOCOMOTIVE
from eclisse.core.records import MAX_ROUTES, Record, record
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.int64]

# A free route and its price; route NONE where a place has no second track.
TRACK: Final = record(
    [
        ("route", "i2"),
        ("colour", "i2"),  # GRAY: any one
        ("length", "i2"),
        ("symbols", "i2"),  # locomotives that it asks for
        ("most", "i2"),  # locomotives that it takes
    ]
)
# The cost of one route of a plan, by colour, and the cards of the hand that are meant for it.
PART: Final = record([("route", "i2"), ("cards", "i2", GRAY + 1), ("held", "i2", GRAY + 1)])
MOST_FOLLOWED: Final = 64  # ways to spend the hand that are followed at once; below that none is overlooked
MOST_LONGER: Final = MOST_FOLLOWED * 2 * LOCOMOTIVE  # ways to go on from them
SLOTS: Final = 2 * MOST_LONGER  # of the table in which equal ways find each other
WIDTH: Final = 2 * (GRAY + 1)  # numbers of a way: what it leaves of each colour, and how many may be locomotives


class Ways(NamedTuple):
    """Ways to spend a hand, one row each."""

    left: Table  # of each colour, below 0: so many cards are missing; then the cards that may be locomotives
    asked: Numbers  # locomotives that its tracks ask for
    tracks: Table  # the track of each place, 0 or 1
    colours: Table  # and the colour it is paid with


@compiled
def _new_ways(n: int, n_places: int) -> Ways:
    """Room for n ways."""
    tracks, colours = np.zeros((n, n_places), np.int64), np.zeros((n, n_places), np.int64)
    return Ways(np.zeros((n, WIDTH), np.int64), np.zeros(n, np.int64), tracks, colours)


@compiled
def _copy_way(source: Ways, i: int, target: Ways, k: int, n_places: int) -> None:
    """Copy the choices of a way for so many places."""
    target.asked[k] = source.asked[i]
    for j in range(WIDTH):
        target.left[k, j] = source.left[i, j]
    for j in range(n_places):
        target.tracks[k, j], target.colours[k, j] = source.tracks[i, j], source.colours[i, j]


@compiled
def _missing(ways: Ways, i: int, locomotives: int) -> int:
    """The cards that are missing with so many locomotives."""
    lacking, takes = 0, int(ways.asked[i])
    for colour in range(GRAY + 1):
        lack = max(0, -int(ways.left[i, colour]))
        lacking += lack
        takes += min(lack, int(ways.left[i, GRAY + 1 + colour]))
    return int(ways.asked[i]) + lacking - min(locomotives, takes)


@compiled
def _is_equal(ways: Ways, i: int, k: int) -> bool:
    """Whether two ways leave the same."""
    for j in range(WIDTH):
        if ways.left[i, j] != ways.left[k, j]:
            return False
    return True


@compiled
def _slot(ways: Ways, i: int, slots: Numbers) -> int:
    """The slot of the table for a way: the one of its equal, or an empty one."""
    slot = 0
    for j in range(WIDTH):
        slot = (slot * 31 + int(ways.left[i, j]) + MAX_ROUTES) % SLOTS
    while slots[slot] >= 0 and not _is_equal(ways, i, int(slots[slot])):
        slot = (slot + 1) % SLOTS
    return slot


@compiled
def _add(
    ways: Ways, n: int, before: Ways, i: int, place: int, track: Record, k: int, colour: int, slots: Numbers
) -> int:
    """Add a way that goes on with a track in a colour, or replace its equal by it; returns how many there are."""
    _copy_way(before, i, ways, n, place)
    ways.left[n, colour] -= track.length - track.symbols
    ways.left[n, GRAY + 1 + colour] += track.most - track.symbols
    ways.asked[n] += track.symbols
    ways.tracks[n, place], ways.colours[n, place] = k, colour
    slot = _slot(ways, n, slots)
    if slots[slot] >= 0:
        _copy_way(ways, n, ways, int(slots[slot]), place + 1)
        return n
    slots[slot] = n
    return n + 1


@compiled
def _go_on(before: Ways, n_before: int, place: int, tracks: Records, longer: Ways) -> int:
    """Write all ways to go on with a track of a place, in a colour of the hand where any will do."""
    n, slots = 0, np.full(SLOTS, -1)
    for i in range(n_before):
        for k in range(tracks.shape[0]):
            track, is_any = tracks[k], False
            if track.route < 0:
                continue
            for colour in range(LOCOMOTIVE):
                if track.colour == GRAY and before.left[i, colour] > 0:
                    n = _add(longer, n, before, i, place, track, k, colour, slots)
                    is_any = True
            if not is_any:
                n = _add(longer, n, before, i, place, track, k, int(track.colour), slots)
    return n


@compiled
def _keep_best(longer: Ways, n: int, n_places: int, locomotives: int, ways: Ways) -> int:
    """Keep the ways that miss the fewest cards, in their order."""
    missing, kept, next_one = np.empty(n, np.int64), 0, 0
    for i in range(n):
        missing[i] = _missing(longer, i, locomotives)
    while kept < min(n, MOST_FOLLOWED):
        for i in range(n):
            if missing[i] == next_one and kept < MOST_FOLLOWED:
                _copy_way(longer, i, ways, kept, n_places)
                kept += 1
        next_one += 1
    return kept


@compiled
def _sorted(first: Numbers, second: Numbers) -> Numbers:
    """The places of two columns in the order of the first, then of the second, then as they come."""
    order = np.arange(first.size)
    for i in range(1, order.size):
        one, k = order[i], i
        while k > 0 and (first[order[k - 1]], second[order[k - 1]]) > (first[one], second[one]):
            order[k] = order[k - 1]
            k -= 1
        order[k] = one
    return order


@compiled
def _give_cards(hand: Numbers, tracks: Records, colours: Numbers, parts: Records) -> None:
    """Give each card to one route, as far as its colour goes: first to those that locomotives cannot pay for."""
    n = tracks.shape[0]
    left, costs, are_wild = np.zeros(GRAY + 1, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    left[: hand.size] = hand
    for i in range(n):
        costs[i], are_wild[i] = tracks[i].length - tracks[i].symbols, int(tracks[i].most > tracks[i].symbols)
        parts[i].route = tracks[i].route
        parts[i].cards[:] = 0
        parts[i].held[:] = 0
    for i in _sorted(are_wild, costs):
        colour = int(colours[i])
        given = min(left[colour], costs[i])
        parts[i].held[colour] = given
        left[colour] -= given


@compiled
def _give_locomotives(locomotives: int, tracks: Records, colours: Numbers, parts: Records) -> None:
    """Give each locomotive to one route, first to those that need the fewest to be paid for; then write the costs."""
    n = tracks.shape[0]
    takes, are_short = np.empty(n, np.int64), np.empty(n, np.int64)
    for i in range(n):
        wild = int(tracks[i].most) - int(tracks[i].symbols)
        lack = int(tracks[i].length) - int(tracks[i].symbols) - int(parts[i].held[colours[i]])
        takes[i], are_short[i] = int(tracks[i].symbols) + min(lack, wild), int(lack > wild)
    for i in _sorted(are_short, takes):
        given = min(locomotives, int(takes[i]))
        locomotives -= given
        wild = max(given, int(tracks[i].symbols))
        parts[i].held[LOCOMOTIVE] = given
        parts[i].cards[LOCOMOTIVE] = wild
        parts[i].cards[colours[i]] = int(tracks[i].length) - wild


@compiled
def missing_of(part: Record) -> int:
    """The cards of one route still to be taken."""
    missing = 0
    for colour in range(GRAY + 1):
        missing += int(part.cards[colour]) - int(part.held[colour])
    return missing


@compiled
def _worth(parts: Records, market: npt.NDArray[np.int16]) -> tuple[int, int, int]:
    """Missing cards, routes that are not paid for, and missing cards that do not lie face up; less is better."""
    total = unpaid = unseen = 0
    for i in range(parts.shape[0]):
        total += missing_of(parts[i])
        unpaid += int(missing_of(parts[i]) > 0)
    for colour in range(GRAY):
        lack = 0
        for i in range(parts.shape[0]):
            lack += int(parts[i].cards[colour]) - int(parts[i].held[colour])
        for k in range(market.size):
            lack -= int(market[k] == colour)
        unseen += max(0, lack)
    return total, unpaid, unseen


@compiled
def allot(hand: Numbers, market: npt.NDArray[np.int16], tracks: Records, out: Records) -> None:
    """Pay for one track of each place (two rows of `tracks`) so that as few cards as can be are missing.

    Among equals as many routes as can be are paid for in full, then with what lies face up.
    """
    n_places = out.shape[0]
    order, locomotives = _sorted(_lengths(tracks, n_places), np.zeros(n_places, np.int64)), int(hand[LOCOMOTIVE])
    ways, longer, n = _new_ways(MOST_FOLLOWED, n_places), _new_ways(MOST_LONGER + 1, n_places), 1
    ways.left[0, :LOCOMOTIVE] = hand[:LOCOMOTIVE]
    for place in range(n_places):
        i = int(order[place])
        n_longer = _go_on(ways, n, place, tracks[2 * i : 2 * i + 2], longer)
        n = _keep_best(longer, n_longer, place + 1, locomotives, ways)
    chosen, parts = np.zeros(n_places, TRACK), np.zeros(n_places, PART)
    best = (0, 0, 0)
    for way in range(n):
        for place in range(n_places):
            chosen[place] = tracks[2 * int(order[place]) + int(ways.tracks[way, place])]
        _give_cards(hand, chosen, ways.colours[way], parts)
        _give_locomotives(locomotives, chosen, ways.colours[way], parts)
        worth = _worth(parts, market)
        if way == 0 or worth < best:
            best = worth
            for place in range(n_places):
                out[order[place]] = parts[place]


@compiled
def _lengths(tracks: Records, n_places: int) -> Numbers:
    """The length of each place."""
    lengths = np.empty(n_places, np.int64)
    for i in range(n_places):
        lengths[i] = tracks[2 * i].length
    return lengths
