"""Cheapest ways over a board for one seat: its own routes cost nothing, free ones their cards, the others nearly all.

A route of another seat can still be borrowed with a station, which counts as DETOUR cards. No way leads through an exit
to a country.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.mechanics.pieces import has_pieces
from eclisse.core.records import Record
from eclisse.core.routes import is_free
from eclisse.jit.compiled import compiled

Numbers = npt.NDArray[np.int64]

FAR: Final = 250
DETOUR: Final = 8  # cards that a station with its borrowed route counts for


@compiled
def price_routes(state: Record, board: Record, rules: Record, seat: int, cost: Numbers) -> None:
    """The cost for a seat to travel each route."""
    borrow = DETOUR if state.stations_left[seat] > 0 else FAR
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            cost[route] = 0
        elif state.owner[route] != NONE:
            served = state.station[board.a[route]] == seat or state.station[board.b[route]] == seat
            cost[route] = 1 if served else borrow
        elif is_free(state, board, rules, seat, route) and has_pieces(state, board, seat, route):
            cost[route] = int(board.length[route])
        else:
            cost[route] = FAR


@compiled
def mark_goal(board: Record, ticket: int, held: int, far: Numbers) -> int:
    """Write 0 for where a ticket leads, a city or every exit to a country worth more than the `held` points, else FAR.

    Returns how many there are.
    """
    far[:] = FAR
    if board.ticket_b[ticket] != NONE:
        far[board.ticket_b[ticket]] = 0
        return 1
    n = 0
    for city in range(board.n_cities):
        country = board.country[city]
        if country != NONE and board.ticket_worth[ticket, country] > max(held, 0):
            far[city] = 0
            n += 1
    return n


@compiled
def length_via(board: Record, route: int, cost: Numbers, from_start: Numbers, from_goal: Numbers) -> int:
    """The cheapest way from start to goal that uses a route."""
    a, b = int(board.a[route]), int(board.b[route])
    there = from_start[a] + from_goal[b]
    back = from_start[b] + from_goal[a]
    for city in (a, b):
        if board.country[city] != NONE and from_start[city] > 0 and from_goal[city] > 0:
            return FAR
    return min(FAR, min(there, back) + cost[route])


@compiled
def price_second(
    board: Record, cost: Numbers, parent: npt.NDArray[np.int16], depth: npt.NDArray[np.int16],
    group: npt.NDArray[np.int16], ends: tuple[int, int], out: Numbers,
) -> None:  # fmt: skip
    """Prices for a second way between two linked cities: the own routes that every first way needs are closed.

    `parent` and `depth` span the own rails with trees, `group` is what two separate ways link already.
    """
    for route in range(board.n_routes):
        out[route] = cost[route]
    x, y = ends
    while x != y:
        if depth[x] < depth[y]:
            x, y = y, x
        up = int(parent[x])
        if group[x] != group[up]:
            for route in range(board.n_routes):
                a, b = int(board.a[route]), int(board.b[route])
                if cost[route] == 0 and ((a == x and b == up) or (a == up and b == x)):
                    out[route] = FAR
        x = up
