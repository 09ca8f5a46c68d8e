"""Likely worlds: redealt from a view, but with tickets in the other hands that fit the routes their seats have claimed.

A plain redeal gives the others any tickets. People and bots build what their tickets ask for: a ticket counts for less
in the hand of a seat the more of its way is still missing there.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.batch import Records
from eclisse.core.codes import HIDDEN, IN_DECK, OUT
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.rng import below
from eclisse.features.ways import FAR, Numbers, list_links, mark_goal, mark_start, price_routes, spread
from eclisse.jit.compiled import compiled

Weights = npt.NDArray[np.float64]
STEEPNESS: Final = 7.0  # a ticket of which nothing is built is e to this less likely than a complete one
BLOCKED: Final = 1.25  # share of its way that a ticket lacks which cannot be completed any more
PROPOSALS: Final = 24  # exchanges tried for each hidden ticket
FINE: Final = 1 << 30  # steps of a random number between 0 and 1


@compiled
def _way_left(
    board: Record, first: Numbers, links: Numbers, cost: Numbers, ticket: int, marks: Numbers, far: Numbers
) -> int:
    """What the cheapest way of a ticket costs at these prices."""
    mark_start(board, ticket, marks)
    spread(board, first, links, cost, marks, far)
    mark_goal(board, ticket, 0, marks)
    left = FAR
    for city in range(board.n_cities):
        if marks[city] == 1:
            left = min(left, int(far[city]))
    return left


@compiled
def weigh_tickets(views: Records, boards: Records, rules: Records, seat: int, out: Weights) -> None:
    """How likely each ticket is in the hand of each other seat, by the routes it has claimed; 1 is a complete one."""
    view, board = views[0], boards[0]
    first, links = np.empty(MAX_CITIES + 1, np.int64), np.empty(2 * MAX_ROUTES, np.int64)
    whole, cost = np.full(MAX_ROUTES, FAR), np.full(MAX_ROUTES, FAR)
    marks, far = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    list_links(board, first, links)
    for route in range(board.n_routes):
        whole[route] = int(board.length[route])
    for other in range(view.n_seats):
        price_routes(view, board, rules[0], other, cost)
        for ticket in range(board.n_tickets):
            out[other, ticket] = 1.0
            if other != seat and view.holder[ticket] == HIDDEN:
                left = _way_left(board, first, links, cost, ticket, marks, far)
                share = BLOCKED
                if left < FAR:
                    share = min(BLOCKED, left / max(1, _way_left(board, first, links, whole, ticket, marks, far)))
                out[other, ticket] = np.exp(-STEEPNESS * share)


@compiled
def _swap(state: Record, one: int, other: int) -> None:
    """Exchange a ticket in a hand and another that is hidden elsewhere."""
    if state.holder[other] == IN_DECK:
        for k in range(MAX_TICKETS):
            if state.queue[k] == other:
                state.queue[k] = one
                break
    held = state.holder[one]
    state.holder[one] = state.holder[other]
    state.holder[other] = held


@compiled
def exchange(state: Record, board: Record, view: Record, weights: Weights) -> None:
    """Exchange tickets of the others for likelier ones, at random, in a state that was redealt from a view."""
    pool, n = np.empty(MAX_TICKETS, np.int64), 0
    for ticket in range(board.n_tickets):
        holder = state.holder[ticket]
        if view.holder[ticket] == HIDDEN and (holder == IN_DECK or holder == OUT or holder >= 0):
            pool[n] = ticket
            n += 1
    if n < 2:
        return
    for _ in range(PROPOSALS * n):
        one, other = int(pool[below(state, n)]), int(pool[below(state, n)])
        here, there = int(state.holder[one]), int(state.holder[other])
        if here < 0 or here == there or board.ticket_long[one] != board.ticket_long[other]:
            continue
        ratio = weights[here, other] / weights[here, one]
        if there >= 0:
            ratio *= weights[there, one] / weights[there, other]
        if below(state, FINE) < ratio * FINE:
            _swap(state, one, other)
