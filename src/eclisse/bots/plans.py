"""Plans: the cheapest network that joins a seat's tickets, over free and own routes and, with stations, others'.

All worth is in tenths of a point. A turn is worth about TURN of them, so a route costs the turns its cards and its
claim take, less the points it scores. A plan is a mark for each route that is still to be claimed.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import GRAY, LOCOMOTIVE, NONE
from eclisse.core.compiled import compiled
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.network import components
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.routes import is_free

TURN: Final = 23  # worth of a turn
FAR: Final = 1_000_000
BORROW: Final = 90  # worth of a station: 4 points, a turn and the cards
RISK: Final = 12  # of each route that somebody else may take it first
LEAST: Final = 4  # weight of the most welcome route: detours over good routes must still end

Weights = npt.NDArray[np.int64]
Marks = npt.NDArray[np.int16]


@compiled
def worth_of_route(board: Record, rules: Record, route: int, held: int) -> int:
    """What claiming a route costs in turns, less its points; cards already held make it cheaper."""
    length = int(board.length[route])
    cards = 10 * length + 5 * int(board.tunnel[route]) + 6 * int(board.locomotives[route]) - 4 * min(held, length)
    return TURN * (10 + cards // 2) // 10 - 10 * int(rules.points[board.kind[route], length])


@compiled
def weight_of_route(board: Record, rules: Record, route: int, held: int) -> int:
    """How unwelcome a route is on a path: its pieces first, then its claim, less its points and the cards held."""
    length = int(board.length[route])
    extra = 5 * int(board.tunnel[route]) + 6 * int(board.locomotives[route]) - 2 * min(held, length)
    points = int(rules.points[board.kind[route], length])
    return max(LEAST, 10 * spaces(board, route) + 8 + extra - 2 * points)


@compiled
def held_for(view: Record, board: Record, seat: int, route: int, largest: int) -> int:
    """Cards in hand that a route could be paid with, locomotives apart."""
    colour = board.colour[route]
    return largest if colour == GRAY else int(view.hands[seat, colour])


@compiled
def weigh(view: Record, board: Record, rules: Record, seat: int, weights: Weights) -> None:
    """Weigh all routes: nothing for own ones, FAR for those that cannot be had."""
    largest = 0
    for c in range(LOCOMOTIVE):
        largest = max(largest, int(view.hands[seat, c]))
    for route in range(board.n_routes):
        if view.owner[route] == seat:
            weights[route] = 0
        elif is_free(view, board, rules, seat, route) and has_pieces(view, board, seat, route):
            held = held_for(view, board, seat, route, largest)
            weights[route] = weight_of_route(board, rules, route, held)
        elif view.owner[route] != NONE and view.stations_left[seat] > 0:
            weights[route] = BORROW + 30 * int(rules.stations - view.stations_left[seat])
        else:
            weights[route] = FAR


@compiled
def relax(board: Record, weights: Weights, dist: Weights, via: Marks) -> None:
    """Shorten distances along routes until nothing changes; nothing passes through a border exit."""
    changed = True
    while changed:
        changed = False
        for route in range(board.n_routes):
            w = weights[route]
            if w >= FAR:
                continue
            a, b = board.a[route], board.b[route]
            if dist[a] + w < dist[b] and (board.country[a] == NONE or dist[a] == 0):
                dist[b] = dist[a] + w
                via[b] = route
                changed = True
            if dist[b] + w < dist[a] and (board.country[b] == NONE or dist[b] == 0):
                dist[a] = dist[b] + w
                via[a] = route
                changed = True


@compiled
def reach(board: Record, ticket: int, weights: Weights, dist: Weights, via: Marks) -> int:
    """Distances from a ticket's start; returns its best end, a city or a border exit, or NONE."""
    dist[:] = FAR
    via[:] = NONE
    for city in range(board.n_cities):
        if board.ticket_a[ticket] == city or (
            board.ticket_country[ticket] != NONE and board.country[city] == board.ticket_country[ticket]
        ):
            dist[city] = 0
    relax(board, weights, dist, via)
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_b[ticket]) if dist[board.ticket_b[ticket]] < FAR else NONE
    best, end = -FAR, NONE
    for city in range(board.n_cities):
        if board.country[city] != NONE and dist[city] < FAR:
            worth = 10 * int(board.ticket_worth[ticket, board.country[city]])
            if worth > 0 and worth - dist[city] > best:
                best, end = worth - int(dist[city]), city
    return end


@compiled
def points_at(board: Record, ticket: int, end: int) -> int:
    """Points of a ticket completed at an end."""
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_points[ticket])
    return int(board.ticket_worth[ticket, board.country[end]])


@compiled
def penalty(board: Record, ticket: int) -> int:
    """Points a ticket costs if nothing comes of it."""
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_points[ticket])
    lowest = 0
    for country in range(board.n_countries):
        worth = int(board.ticket_worth[ticket, country])
        if worth > 0 and (lowest == 0 or worth < lowest):
            lowest = worth
    return lowest


@compiled
def add_path(
    view: Record, board: Record, rules: Record, end: int, weights: Weights, via: Marks, wanted: Marks, left: Marks
) -> int:
    """Mark the routes of a path as wanted and free of further weight; returns what they cost in all.

    left[0] and left[1] are the pieces of each kind still unplanned, left[2] the stations; they may become negative.
    """
    cost = 0
    city = end
    while via[city] != NONE:
        route = int(via[city])
        if weights[route] > 0:
            if view.owner[route] == NONE:
                wanted[route] = 1
                left[board.kind[route]] -= spaces(board, route)
                cost += worth_of_route(board, rules, route, 0) + RISK
            else:
                wanted[route] = 2
                left[2] -= 1
                cost += BORROW
            weights[route] = 0
        city = int(board.a[route]) + int(board.b[route]) - city
    return cost


@compiled
def plan_in_order(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    tickets: Marks,
    n: int,
    base: Weights,
    nearest: bool,
    wanted: Marks,
    left: Marks,
) -> int:
    """Plan ticket after ticket, the nearest or the dearest next; returns what the plan is worth."""
    weights = base.copy()
    dist, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int16)
    todo = np.ones(MAX_TICKETS, np.int16)
    wanted[:] = 0
    left[0], left[1], left[2] = view.pieces[seat, 0], view.pieces[seat, 1], view.stations_left[seat]
    worth = 0
    for _ in range(n):
        pick, best = -1, -FAR
        for i in range(n):
            if todo[i] == 1:
                key = 10 * penalty(board, int(tickets[i]))
                if nearest:
                    end = reach(board, int(tickets[i]), weights, dist, via)
                    key = -FAR + 1 if end == NONE else -int(dist[end])
                if key > best:
                    pick, best = i, key
        todo[pick] = 0
        worth += _plan_one(view, board, rules, int(tickets[pick]), weights, dist, via, wanted, left)
    return worth


@compiled
def _plan_one(
    view: Record,
    board: Record,
    rules: Record,
    ticket: int,
    weights: Weights,
    dist: Weights,
    via: Marks,
    wanted: Marks,
    left: Marks,
) -> int:
    """Add one ticket to a plan if it can still be afforded; returns what that changes."""
    end = reach(board, ticket, weights, dist, via)
    if end == NONE or dist[end] >= FAR:
        return -10 * penalty(board, ticket)
    old_wanted, old_left, old_weights = wanted.copy(), left.copy(), weights.copy()
    cost = add_path(view, board, rules, end, weights, via, wanted, left)
    gain = 10 * points_at(board, ticket, end)
    if left[0] < 0 or left[1] < 0 or left[2] < 0 or cost > gain + 10 * penalty(board, ticket):
        wanted[:] = old_wanted
        left[:] = old_left
        weights[:] = old_weights
        return -10 * penalty(board, ticket)
    return gain - cost


@compiled
def best_plan(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    tickets: Marks,
    n: int,
    base: Weights,
    wanted: Marks,
    left: Marks,
) -> int:
    """The better of two plans for these tickets: nearest first, dearest first."""
    worth = plan_in_order(view, board, rules, seat, tickets, n, base, True, wanted, left)
    if n > 1:
        other, other_left = np.empty(MAX_ROUTES, np.int16), np.empty(3, np.int16)
        second = plan_in_order(view, board, rules, seat, tickets, n, base, False, other, other_left)
        if second > worth:
            wanted[:] = other
            left[:] = other_left
            return second
    return worth


@compiled
def losses(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    tickets: Marks,
    n: int,
    base: Weights,
    wanted: Marks,
    worth: int,
    out: Weights,
) -> None:
    """What the plan would lose with each of its ticket routes, were somebody else to take it."""
    other, left = np.empty(MAX_ROUTES, np.int16), np.empty(3, np.int16)
    for route in range(board.n_routes):
        out[route] = 0
        if wanted[route] == 1:
            old, twin = base[route], int(board.twin[route])
            old_twin = base[twin] if twin != NONE else old
            base[route] = FAR
            if twin != NONE and view.n_seats < rules.both_tracks_from:
                base[twin] = FAR
            out[route] = worth - plan_in_order(view, board, rules, seat, tickets, n, base, True, other, left)
            base[route] = old
            if twin != NONE:
                base[twin] = old_twin


@compiled
def open_tickets(view: Record, board: Record, seat: int, out: Marks) -> int:
    """Tickets a seat holds and has not completed; ones to countries stay open for a better country."""
    label = np.empty(MAX_CITIES, np.int16)
    components(view, board, seat, label)
    n = 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == seat and ticket_value(board, label, ticket) < 0:
            out[n] = ticket
            n += 1
    return n
