"""The needs of a seat's tickets, each alone and several together: free routes, their cards and pieces.

All of it follows from what the seat sees. Others add the names.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core import scoring
from eclisse.core.allot import PART, TRACK, allot, missing_of
from eclisse.core.codes import GRAY, LOCOMOTIVE, NONE, SUBWAY, TRAIN
from eclisse.core.links import FAR, mark_start, spread
from eclisse.core.mechanics import mandala
from eclisse.core.mechanics.ferries import most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.records import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_TICKETS, Record, record
from eclisse.core.routes import is_free
from eclisse.core.scoring import SHEET
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Numbers = npt.NDArray[np.int64]
Routes = npt.NDArray[np.int16]

# How close a ticket is to completion.
NEED: Final = record(
    [
        ("ticket", "i2"),
        ("completed", "i2"),  # 1 or 0
        ("cut_off", "i2"),  # 1: no free routes complete it any more
        ("n_missing", "i2"),
        ("missing", "i2", MAX_ROUTES),  # a cheapest set of free routes that would complete it
        ("cards", "i2"),  # their length
        ("trains", "i2"),  # pieces of either kind that they take
        ("subways", "i2"),
        ("n_circle", "i2"),
        ("circle", "i2", MAX_ROUTES),  # where a mandala counts: two separate ways, as few of them free as can be
        ("circle_cards", "i2"),  # the length of the free ones; 0: the ticket lies in a circle
    ]
)
# The needs of several tickets together, with each route and each card of the hand counted once.
NEEDS: Final = record(
    [
        ("n_routes", "i2"),
        ("routes", "i2", MAX_ROUTES),  # free ones that would complete them all
        ("cards", "i2", GRAY + 1),  # what they cost, by the colour to pay with; GRAY is any one
        ("held", "i2", GRAY + 1),  # the cards of the hand that are meant for them
        ("missing", "i2"),  # the cards still to be taken
        ("n_payable", "i2"),
        ("payable", "i2", MAX_ROUTES),  # the routes that these cards pay for in full, all of them together
        ("trains", "i2"),
        ("subways", "i2"),
        ("n_cut_off", "i2"),
        ("cut_off", "i2", MAX_TICKETS),  # tickets that no free routes complete any more
    ]
)
NEW: Final = 1 << 10  # more than the routes of a way: new trains weigh more than a long way round
WAITING: Final = MAX_CITIES * MAX_ROUTES  # cities that may wait at once for a look at what lies behind them


@compiled
def _price(state: Record, board: Record, rules: Record, seat: int, cost: Numbers) -> None:
    """The price of each route: nothing for own routes, FAR for those of others."""
    cost[:] = FAR
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            cost[route] = 0
        elif is_free(state, board, rules, seat, route):
            cost[route] = int(board.length[route])


@compiled
def _goal(board: Record, ticket: int, far: Numbers) -> int:
    """The nearest of the cities that a ticket may lead to."""
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_b[ticket])
    goal = NONE
    for city in range(board.n_cities):
        country = int(board.country[city])
        if country != NONE and board.ticket_worth[ticket, country] != 0 and (goal == NONE or far[city] < far[goal]):
            goal = city
    return goal


@compiled
def _way(board: Record, cost: Numbers, ticket: int, out: Numbers) -> int:
    """List the routes that cost something on a cheapest way of a ticket, and return how many; NONE: no way."""
    far, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    mark_start(board, ticket, FAR, far)
    spread(board, cost, far, via)
    city, n = _goal(board, ticket, far), 0
    if far[city] == FAR:
        return NONE
    while via[city] != NONE:
        route = int(via[city])
        if cost[route] > 0:
            out[n] = route
            n += 1
        city = int(board.a[route]) + int(board.b[route]) - city
    out[:n] = out[:n][::-1].copy()
    return n


@compiled
def _put_track(board: Record, rules: Record, route: int, track: Record) -> None:
    """Write a route and its price."""
    track.route, track.colour, track.length = route, board.colour[route], board.length[route]
    track.symbols, track.most = board.locomotives[route], most_locomotives(board, rules, route)


@compiled
def _put_place(state: Record, board: Record, rules: Record, seat: int, route: int, tracks: Records) -> None:
    """Write a free route and its other track, if that is free too and as long."""
    twin = int(board.twin[route])
    is_two = twin != NONE and board.length[twin] == board.length[route] and board.kind[twin] == board.kind[route]
    is_two = is_two and is_free(state, board, rules, seat, twin)
    _put_track(board, rules, min(route, twin) if is_two else route, tracks[0])
    tracks[1].route = NONE
    if is_two:
        _put_track(board, rules, max(route, twin), tracks[1])


@compiled
def allotted(state: Record, board: Record, rules: Record, seat: int, routes: Numbers) -> Records:
    """How the hand would pay for some free routes together, or for their other tracks."""
    n = routes.size
    tracks, parts, hand = np.zeros(2 * n, TRACK), np.zeros(n, PART), np.empty(LOCOMOTIVE + 1, np.int64)
    for colour in range(LOCOMOTIVE + 1):
        hand[colour] = state.hands[seat, colour]
    for i in range(n):
        _put_place(state, board, rules, seat, int(routes[i]), tracks[2 * i : 2 * i + 2])
    allot(hand, state.market, tracks, parts)
    return parts


@compiled
def _length(board: Record, routes: Numbers) -> int:
    """The length of some routes."""
    length = 0
    for i in range(routes.size):
        length += int(board.length[routes[i]])
    return length


@compiled
def _pieces(board: Record, parts: Records, kind: int) -> int:
    """How many pieces of a kind some routes take."""
    n = 0
    for i in range(parts.shape[0]):
        if board.kind[parts[i].route] == kind:
            n += spaces(board, int(parts[i].route))
    return n


@compiled
def _way_more(board: Record, cost: Numbers, start: int, goal: int, taken: Numbers) -> bool:
    """Add a cheapest way to those there are, parts of which it may undo; `taken` has the city each route leaves."""
    far, last, waiting = np.full(MAX_CITIES, NEW * FAR), np.full(MAX_CITIES, NONE), np.empty(WAITING, np.int64)
    far[start], waiting[0] = 0, start
    head, tail = 0, 1
    while head < tail:
        city = int(waiting[head % WAITING])
        head += 1
        for route in range(board.n_routes):
            if cost[route] == FAR or (board.a[route] != city and board.b[route] != city) or taken[route] == city:
                continue
            other, price = int(board.a[route]) + int(board.b[route]) - city, int(cost[route]) * NEW + 1
            new = far[city] + (price if taken[route] == NONE else -price)
            if new < far[other]:
                far[other], last[other], waiting[tail % WAITING] = new, route, other
                tail += 1
    if far[goal] == NEW * FAR:
        return False
    while goal != start:
        route = int(last[goal])
        goal = int(board.a[route]) + int(board.b[route]) - goal
        taken[route] = goal if taken[route] == NONE else NONE
    return True


@compiled
def _circle(state: Record, board: Record, rules: Record, seat: int, ticket: int, cost: Numbers, row: Record) -> None:
    """Write two separate ways of a ticket that need the fewest new trains (MANDALA); none: there are none."""
    a, b, taken = int(board.ticket_a[ticket]), int(board.ticket_b[ticket]), np.full(MAX_ROUTES, NONE)
    row.n_circle = row.circle_cards = 0
    if not mandala.is_on(rules) or a == NONE or b == NONE:
        return
    if not _way_more(board, cost, a, b, taken) or not _way_more(board, cost, a, b, taken):
        return
    for route in range(board.n_routes):
        if taken[route] != NONE:
            row.circle[row.n_circle] = route
            row.n_circle += 1
            row.circle_cards += 0 if state.owner[route] == seat else board.length[route]


@compiled
def _need(
    state: Record, board: Record, rules: Record, seat: int, ticket: int, is_completed: bool, cost: Numbers, row: Record
) -> None:
    """Write how close a ticket is to completion."""
    way = np.empty(MAX_ROUTES, np.int64)
    n = 0 if is_completed else _way(board, cost, ticket, way)
    row.ticket, row.completed, row.cut_off = ticket, int(is_completed), int(n == NONE)
    parts = allotted(state, board, rules, seat, way[: max(n, 0)])
    row.n_missing, row.cards = parts.shape[0], _length(board, way[: max(n, 0)])
    for i in range(parts.shape[0]):
        row.missing[i] = parts[i].route
    row.trains, row.subways = _pieces(board, parts, TRAIN), _pieces(board, parts, SUBWAY)
    _circle(state, board, rules, seat, ticket, cost, row)


@compiled
def needs(views: Records, boards: Records, rules: Records, seat: int, out: Records) -> int:
    """Write the needs of a seat's tickets, those of completed ones last; return how many there are."""
    view, board, cost, sheets = views[0], boards[0], np.empty(MAX_ROUTES, np.int64), np.zeros(1, SHEET)
    _price(view, board, rules[0], seat, cost)
    scoring.count(view, board, rules[0], sheets[0])
    n = 0
    for turn in range(2):
        for ticket in range(board.n_tickets):
            if view.holder[ticket] == seat and int(sheets[0].ticket[ticket] > 0) == turn:
                _need(view, board, rules[0], seat, ticket, turn == 1, cost, out[n])
                n += 1
    return n


@compiled
def offer_needs(views: Records, boards: Records, rules: Records, seat: int, out: Records) -> int:
    """Write the needs of the tickets that a seat may keep some of, in their order; return how many there are."""
    view, board, cost, n = views[0], boards[0], np.empty(MAX_ROUTES, np.int64), 0
    _price(view, board, rules[0], seat, cost)
    for place in range(MAX_OFFER):
        if view.offer[seat, place] != NONE:
            _need(view, board, rules[0], seat, int(view.offer[seat, place]), False, cost, out[n])
            n += 1
    return n


@compiled
def held(views: Records, boards: Records, rules: Records, seat: int, out: Routes) -> int:
    """List the tickets of a seat, each with 1 if it is completed now, and 1 if it lies in a circle that counts."""
    view, board, sheets, circles = views[0], boards[0], np.zeros(1, SHEET), np.empty(MAX_TICKETS, np.int16)
    scoring.count(view, board, rules[0], sheets[0])
    n_circles, n, k = scoring.circles(view, board, rules[0], seat, circles), 0, 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == seat:
            is_circle = k < n_circles and circles[k] == ticket
            out[n, 0], out[n, 1], out[n, 2] = ticket, int(sheets[0].ticket[ticket] > 0), int(is_circle)
            k += int(is_circle)
            n += 1
    return n


@compiled
def _together(board: Record, prices: Numbers, wanted: Numbers, first: int, out: Numbers) -> int:
    """List the routes of some tickets: the way of the first one, then whatever the next one adds the least to."""
    cost, left, way = prices.copy(), wanted.copy(), np.empty(MAX_ROUTES, np.int64)
    chosen, n = first, 0
    while chosen != NONE:
        for k in range(_way(board, cost, int(wanted[chosen]), way)):
            cost[way[k]] = 0
        left[chosen], chosen, least = NONE, NONE, 0
        for i in range(wanted.size):
            if left[i] != NONE:
                length = _length(board, way[: _way(board, cost, int(wanted[i]), way)])
                if chosen == NONE or (length, wanted[i]) < (least, wanted[chosen]):
                    chosen, least = i, length
    for route in range(board.n_routes):
        if cost[route] != prices[route]:
            out[n] = route
            n += 1
    return n


@compiled
def _plan(state: Record, board: Record, rules: Record, seat: int, routes: Numbers, out: Record) -> None:
    """Write what some free routes take together."""
    parts = allotted(state, board, rules, seat, routes)
    out.n_routes, out.trains, out.subways = (
        parts.shape[0],
        _pieces(board, parts, TRAIN),
        _pieces(board, parts, SUBWAY),
    )
    out.cards[:] = 0
    out.held[:] = 0
    out.missing = out.n_payable = 0
    for i in range(parts.shape[0]):
        part = parts[i]
        out.routes[i] = part.route
        out.missing += missing_of(part)
        for colour in range(GRAY + 1):
            out.cards[colour] += part.cards[colour]
            out.held[colour] += part.held[colour]
        if missing_of(part) == 0 and has_pieces(state, board, seat, int(part.route)):
            out.payable[out.n_payable] = part.route
            out.n_payable += 1


@compiled
def plan(views: Records, boards: Records, rules: Records, seat: int, tickets: Routes, out: Records) -> None:
    """Write a cheap set of free routes that completes some tickets together; those completed already need none."""
    view, board, cost, sheets = views[0], boards[0], np.empty(MAX_ROUTES, np.int64), np.zeros(1, SHEET)
    _price(view, board, rules[0], seat, cost)
    scoring.count(view, board, rules[0], sheets[0])
    wanted, way, n, row = np.zeros(MAX_TICKETS, np.int64), np.empty(MAX_ROUTES, np.int64), 0, out[0]
    is_known, best, n_best = np.zeros(MAX_TICKETS, np.int64), np.empty(MAX_ROUTES, np.int64), 0
    row.n_cut_off = 0
    for i in range(tickets.size):
        ticket = int(tickets[i])
        is_done = view.holder[ticket] == seat and sheets[0].ticket[ticket] > 0
        if is_known[ticket] or is_done:
            continue
        is_known[ticket] = 1
        n_way = _way(board, cost, ticket, way)
        if n_way == NONE:
            row.cut_off[row.n_cut_off] = ticket
            row.n_cut_off += 1
        elif n_way > 0:
            wanted[n] = ticket
            n += 1
    for i in range(n):
        n_way = _together(board, cost, wanted[:n], i, way)
        if i == 0 or _length(board, way[:n_way]) < _length(board, best[:n_best]):
            best[:n_way], n_best = way[:n_way], n_way
    _plan(view, board, rules[0], seat, best[:n_best], row)
