"""Likely worlds: redealt from a view, but with tickets in the other hands that fit the routes their seats have claimed.

A plain redeal gives the others any tickets. People and bots build what their tickets ask for: a ticket counts for less
in the hand of a seat the more of its way is still missing there, and for more the longer a complete one is, since a
long way is hardly ever built by chance.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.batch import Records
from eclisse.core.codes import HIDDEN, IN_DECK, OUT
from eclisse.core.links import mark_start, spread
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.rng import below
from eclisse.features.ways import FAR, Numbers, mark_goal, price_routes
from eclisse.jit.compiled import compiled

Weights = npt.NDArray[np.float64]
STEEPNESS: Final = 4.0  # a ticket of which nothing is built is e to this less likely than a short one that is complete
BLOCKED: Final = 0.95  # share of its way that a ticket lacks which cannot be completed any more
BUILT: Final = 0.155  # for each train of its way a complete ticket is e to this likelier
PROPOSALS: Final = 24  # exchanges tried for each hidden ticket
FINE: Final = 1 << 30  # steps of a random number between 0 and 1


@compiled
def _way_left(board: Record, cost: Numbers, ticket: int, goal: Numbers, far: Numbers, via: Numbers) -> int:
    """The cost of the cheapest way of a ticket at these prices."""
    mark_start(board, ticket, FAR, far)
    spread(board, cost, far, via)
    mark_goal(board, ticket, 0, goal)
    left = FAR
    for city in range(board.n_cities):
        if goal[city] == 0:
            left = min(left, int(far[city]))
    return left


@compiled
def _likely(left: int, whole: int) -> float:
    """How likely a ticket is by what is left of its way; 1 is one without a way that is complete."""
    if left == 0:
        return float(np.exp(BUILT * whole))
    return float(np.exp(-STEEPNESS * min(BLOCKED, left / max(1, whole))))


@compiled
def weigh_tickets(views: Records, boards: Records, rules: Records, seat: int, out: Weights) -> None:
    """How likely each ticket is in the hand of each other seat, by the routes it has claimed."""
    view, board = views[0], boards[0]
    whole, cost = np.full(MAX_ROUTES, FAR), np.full(MAX_ROUTES, FAR)
    goal, far, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    for route in range(board.n_routes):
        whole[route] = int(board.length[route])
    for other in range(view.n_seats):
        price_routes(view, board, rules[0], other, cost)
        for ticket in range(board.n_tickets):
            out[other, ticket] = 1.0
            if other != seat and view.holder[ticket] == HIDDEN:
                out[other, ticket] = _likely(
                    _way_left(board, cost, ticket, goal, far, via), _way_left(board, whole, ticket, goal, far, via)
                )


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
    pool, held = np.empty(MAX_TICKETS, np.int64), np.empty(MAX_TICKETS, np.int64)
    n, n_held = 0, 0
    for ticket in range(board.n_tickets):
        holder = state.holder[ticket]
        if view.holder[ticket] == HIDDEN and (holder == IN_DECK or holder == OUT or holder >= 0):
            pool[n] = ticket
            n += 1
            if holder >= 0:
                held[n_held] = ticket
                n_held += 1
    if n < 2 or n_held == 0:
        return
    for _ in range(PROPOSALS * n):
        place, other = below(state, n_held), int(pool[below(state, n)])
        one = int(held[place])
        here, there = int(state.holder[one]), int(state.holder[other])
        if here == there or board.ticket_long[one] != board.ticket_long[other]:
            continue
        ratio = weights[here, other] / weights[here, one]
        if there >= 0:
            ratio *= weights[there, one] / weights[there, other]
        if below(state, FINE) < ratio * FINE:
            _swap(state, one, other)
            held[place] = one if there >= 0 else other
