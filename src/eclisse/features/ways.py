"""Cheapest ways over a board for one seat: its own routes cost nothing, free ones their cards, the others nearly all.

A route of another seat can still be borrowed with a station, which counts as DETOUR cards. No way leads through an exit
to a country.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.mechanics.pieces import has_pieces
from eclisse.core.records import MAX_CITIES, Record
from eclisse.core.routes import is_free
from eclisse.jit.compiled import compiled

Numbers = npt.NDArray[np.int64]

FAR: Final = 250
DETOUR: Final = 8  # cards that a station with its borrowed route counts for


@compiled
def list_links(board: Record, first: Numbers, links: Numbers) -> None:
    """The routes at each city: those of city c are links[first[c] : first[c + 1]]."""
    first[:] = 0
    for route in range(board.n_routes):
        first[board.a[route] + 1] += 1
        first[board.b[route] + 1] += 1
    for city in range(board.n_cities):
        first[city + 1] += first[city]
    used = first.copy()
    for route in range(board.n_routes):
        for city in (board.a[route], board.b[route]):
            links[used[city]] = route
            used[city] += 1


@compiled
def price_routes(state: Record, board: Record, rules: Record, seat: int, cost: Numbers) -> None:
    """What it costs a seat to travel each route."""
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
def spread(board: Record, first: Numbers, links: Numbers, cost: Numbers, start: Numbers, far: Numbers) -> None:
    """How far every city is from the nearest of the cities marked in `start`."""
    n = int(board.n_cities)
    queue, waits = np.empty(MAX_CITIES, np.int64), np.zeros(MAX_CITIES, np.bool_)
    head, size = 0, 0
    for city in range(n):
        far[city] = FAR
        if start[city] == 1:
            far[city], waits[city], queue[size] = 0, True, city
            size += 1
    while size > 0:
        city = queue[head]
        head = head + 1 if head + 1 < MAX_CITIES else 0
        size -= 1
        waits[city] = False
        if board.country[city] != NONE and start[city] == 0:
            continue
        for k in range(first[city], first[city + 1]):
            route = links[k]
            other = int(board.a[route]) + int(board.b[route]) - city
            if far[city] + cost[route] < far[other]:
                far[other] = far[city] + cost[route]
                if not waits[other]:
                    tail = head + size
                    queue[tail if tail < MAX_CITIES else tail - MAX_CITIES] = other
                    waits[other] = True
                    size += 1


@compiled
def mark_start(board: Record, ticket: int, out: Numbers) -> None:
    """Mark where a ticket starts: a city, or every exit to a country."""
    out[:] = 0
    if board.ticket_country[ticket] == NONE:
        out[board.ticket_a[ticket]] = 1
        return
    for city in range(board.n_cities):
        if board.country[city] == board.ticket_country[ticket]:
            out[city] = 1


@compiled
def mark_goal(board: Record, ticket: int, held: int, out: Numbers) -> None:
    """Mark where a ticket leads: a city, or every exit to a country worth more than the `held` points."""
    out[:] = 0
    if board.ticket_b[ticket] != NONE:
        out[board.ticket_b[ticket]] = 1
        return
    for city in range(board.n_cities):
        country = board.country[city]
        if country != NONE and board.ticket_worth[ticket, country] > max(held, 0):
            out[city] = 1


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

    `parent` and `depth` span the own network with trees, `group` is what two separate ways link already.
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
