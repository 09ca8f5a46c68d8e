"""Hidden tickets where some seats have stations, so that tickets do not simply add up: every hand is tried.

`list_cells` chooses between both ways of going through hidden tickets: this one, and the sums of `hidden`.
"""

from typing import Final

import numpy as np

from eclisse.bots.hidden import CIRCLES, HAND, LONG, MOST_LONG, STANDARD, fill_hands, list_long, sum_hands
from eclisse.bots.likely import Weights
from eclisse.core.batch import Records
from eclisse.core.codes import HIDDEN, IN_DECK, NONE
from eclisse.core.links import components
from eclisse.core.mechanics import stations
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.records import MAX_CITIES, MAX_SEATS, MAX_STATIONS, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

MOST_HANDS: Final = 10_000  # hands that are tried
MOST_HELD: Final = 12  # tickets in one of them
POINTS: Final = 600  # more than the tickets of a hand can bring or cost


@compiled
def has_stations(view: Record, board: Record, seat: int) -> bool:
    """Whether a seat has built a station, so that its tickets do not simply add up."""
    for city in range(board.n_cities):
        if view.station[city] == seat:
            return True
    return False


@compiled
def _choose(n: int, k: int) -> int:
    """In how many ways k of n can be chosen, as far as it matters."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
        if ways > MOST_HANDS:
            return ways
    return ways


@compiled
def _next(places: Records, n: int, k: int) -> bool:
    """The next k of n places; False after the last ones."""
    i = k - 1
    while i >= 0 and places[i] == n - k + i:
        i -= 1
    if i < 0:
        return False
    places[i] += 1
    for j in range(i + 1, k):
        places[j] = places[j - 1] + 1
    return True


@compiled
def _pool(view: Record, board: Record, long: int, out: Records) -> int:
    """List the hidden tickets of a kind."""
    n = 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == HIDDEN and board.ticket_long[ticket] == long:
            out[n] = ticket
            n += 1
    return n


@compiled
def _add_hand(view: Record, board: Record, hand: Record, label: Records, held: Records, n: int, table: Weights) -> None:
    """Add a whole hand of tickets, with the best use of its seat's stations."""
    joined, borrowed, weight = label.copy(), np.empty(MAX_STATIONS, np.int16), 1.0
    stations.best_use(view, board, int(hand.seat), held, n, joined, borrowed)
    points, completed, circles = 0, 0, 0
    for i in range(n):
        value = ticket_value(board, joined, int(held[i]))
        points += value
        completed += 1 if value > 0 else 0
        circles += int(hand.worth[held[i], CIRCLES])
        weight *= hand.weight[held[i]]
    table[points + POINTS, completed, circles] += weight


@compiled
def try_hands(view: Record, board: Record, hand: Record, table: Weights) -> bool:
    """Try every hand of tickets that a seat with stations may hold; False if there are too many."""
    pools, n = np.empty((2, MAX_TICKETS), np.int64), np.empty(2, np.int64)
    for kind in range(2):
        n[kind] = _pool(view, board, kind, pools[kind])
    k, more = int(hand.n[STANDARD]), int(hand.n[LONG])
    ways = _choose(int(n[0]), k) * _choose(int(n[1]), more)
    if k + more > MOST_HELD or ways > MOST_HANDS or k > n[0] or more > n[1]:
        return False
    label, held = np.empty(MAX_CITIES, np.int16), np.empty(MAX_TICKETS, np.int16)
    components(view, board, int(hand.seat), label)
    places, is_left = np.arange(k), True
    while is_left:
        for i in range(k):
            held[i] = pools[STANDARD, places[i]]
        others, is_more = np.arange(more), True
        while is_more:
            for i in range(more):
                held[k + i] = pools[LONG, others[i]]
            _add_hand(view, board, hand, label, held, k + more, table)
            is_more = _next(others, int(n[1]), more)
        is_left = _next(places, int(n[0]), k)
    return True


@compiled
def list_hands(view: Record, board: Record, rules: Record, seat: int, weights: Weights, cells: Records) -> int:
    """The same as `sum_hands` for two seats, if the other one has stations: every hand is tried."""
    hands = np.zeros(1, HAND)
    ways, shares = np.zeros((MOST_LONG, MAX_SEATS), np.int16), np.empty(MOST_LONG)
    fill_hands(view, board, rules, seat, weights, hands)
    hand, n_cells = hands[0], 0
    other = int(hand.seat)
    for way in range(list_long(view, board, rules, seat, ways, shares)):
        hand.n[LONG], hand.n[STANDARD] = ways[way, other], view.n_tickets[other] - ways[way, other]
        table = np.zeros((2 * POINTS + 1, MOST_HELD + 1, MOST_HELD + 1))
        if not try_hands(view, board, hand, table):
            return NONE
        total = table.sum()
        for points in range(table.shape[0]):
            for completed in range(table.shape[1]):
                for circles in range(table.shape[2]):
                    if table[points, completed, circles] > 0.0:
                        cell = cells[n_cells]
                        cell.tickets[:] = 0
                        cell.completed[:] = 0
                        cell.mandalas[:] = 0
                        cell.tickets[other], cell.completed[other] = points - POINTS, completed
                        cell.mandalas[other] = circles
                        cell.share = shares[way] * table[points, completed, circles] / total
                        n_cells += 1
    return n_cells if n_cells > 0 else NONE


@compiled
def list_cells(
    view: Record, board: Record, rules: Record, seat: int, weights: Weights, offered: int, cells: Records,
    means: Weights,
) -> int:  # fmt: skip
    """All that hidden tickets can come to, with chances, and how many; NONE where they cannot all be gone through."""
    n_with = 0
    for other in range(view.n_seats):
        if other != seat and has_stations(view, board, other):
            n_with += 1
    if n_with == 0:
        return sum_hands(view, board, rules, seat, weights, offered, cells, means)
    if view.n_seats == 2 and offered == 0:
        return list_hands(view, board, rules, seat, weights, cells)
    return NONE


@compiled
def is_top_known(view: Record, board: Record, n: int) -> bool:
    """Whether nothing about the next n tickets of the deck is known but those whose place is known."""
    n_known = 0
    for ticket in range(board.n_tickets):
        n_known += 1 if view.holder[ticket] == IN_DECK else 0
    for k in range(MAX_TICKETS):
        n_known -= 1 if view.queue[k] != NONE else 0
    return n_known == 0 or view.mixed_at >= n
