"""Plans: the cheapest network that joins a seat's tickets, over free and own routes and, with stations, others'.

All worth is in tenths of a point. A turn and a piece have a price, so that a route costs the turns its cards and its
claim take and the pieces it uses, less the points it scores; a ticket is worth its points twice.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.helpers import NEVER, Numbers, spread, stake
from eclisse.core.codes import GRAY, LOCOMOTIVE, NONE
from eclisse.core.compiled import compiled
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, n_pieces, spaces
from eclisse.core.network import FAR, components
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.routes import is_free, largest_set

_FIELDS: Final = np.dtype(
    [
        ("wanted", "i2", MAX_ROUTES),  # UNWANTED, FOR_TICKETS, BORROWED or FOR_POINTS
        ("stake", "i8", MAX_ROUTES),  # what the plan loses without this route
        ("left", "i2", 3),  # pieces of each kind and stations that the tickets leave over
        ("turns", "i8"),  # tenths of turns that the routes for tickets take
        ("worth", "i8"),
        ("order", "i2", MAX_ROUTES),  # wanted routes, the most urgent first
        ("n", "i2"),
    ],
    align=True,
)
PLAN: Final = np.dtype((np.record, _FIELDS))
UNWANTED, FOR_TICKETS, BORROWED, FOR_POINTS = range(4)

# What things cost: places in an array of knobs, so that they can be tuned without compiling anew.
TURN, PIECE, RISK, HURRY, LEAST, PATH_ROUTE, BORROW, CARD, TUNNEL, SLACK, PACE = range(11)
CONTESTED, LACKING, POINTS, FILLERS, FILLER_LEAST, LONGEST, TICKET_TURNS, TICKET_GAIN, TICKET_ODDS = range(11, 20)
NEAR, DECAY, GRAYS, SECOND, SPARE, OWN = range(20, 26)
Knobs = npt.NDArray[np.int64]
KNOBS: Final = np.array(
    [
        23,  # TURN: worth of a turn
        10,  # PIECE: tenths of what the best free routes would bring for a piece
        30,  # RISK: of each route, that somebody else takes it first
        5,  # HURRY: how much dearer turns become on paths when few are left
        4,  # LEAST: weight of the most welcome route: a detour over good routes must still end
        20,  # PATH_ROUTE: weight of each route on a path beside all that
        90,  # BORROW: worth of a station: 4 points, a turn and the cards
        5,  # CARD: tenths of a turn to find a card that is lacking
        5,  # TUNNEL: tenths of a turn that a surcharge costs
        13,  # SLACK: tickets are planned if they take at most so many tenths of the time left
        40,  # PACE: tenths of pieces that others lay with a claim
        50,  # CONTESTED: rank of a route for each neighbour that others own
        20,  # LACKING: rank lost for each card lacking
        5,  # POINTS: rank for each point
        3,  # FILLERS: routes for points alone in one plan
        40,  # FILLER_LEAST: worth of a route from which it is claimed for its points alone
        15,  # LONGEST: worth of continuing the own network
        6,  # TICKET_TURNS: turns left from which tickets are drawn
        23,  # TICKET_GAIN: worth of a ticket that was worth drawing
        25,  # TICKET_ODDS: percent of draws that may bring no such ticket
        40,  # NEAR: the more, the less it matters how much a route lacks when cards are taken
        105,  # DECAY: percent of the need for cards that the next route of the order has
        50,  # GRAYS: percent of need that a gray route adds to the colour held most
        250,  # SECOND: percent of the best card that a face-up locomotive costs beside its turn
        2,  # SPARE: cards beyond its length with which a tunnel is claimed
        150,  # OWN: percent of being ahead that points of its own mean to a search
    ],
    np.int64,
)


@compiled
def turns_left(view: Record, seat: int, knobs: Knobs) -> int:
    """Roughly how many tenths of turns the seat still has, judged by the seat that is nearest to the end."""
    if view.last_round_by != NONE:
        return 10
    fewest = NEVER * NEVER
    for other in range(view.n_seats):
        if other != seat:
            pieces = n_pieces(view, other)
            draws = max(0, 10 * pieces - 8 * int(view.n_hand[other])) // 2
            fewest = min(fewest, 100 * pieces // int(knobs[PACE]) + draws)
    return max(20, fewest)


@compiled
def count_lacking(view: Record, board: Record, rules: Record, seat: int, route: int, largest: int) -> int:
    """Cards a seat lacks for a route, were it the only one to be paid."""
    locomotives, fewest = int(view.hands[seat, LOCOMOTIVE]), fewest_locomotives(board, route)
    colour = board.colour[route]
    held = largest if colour == GRAY else int(view.hands[seat, colour])
    length = int(board.length[route])
    usable = min(locomotives, most_locomotives(board, rules, route))
    return max(0, fewest - locomotives, length - max(fewest, usable) - min(held, length - fewest))


@compiled
def turns_of_route(board: Record, route: int, lacking: int, knobs: Knobs) -> int:
    """Tenths of turns to collect what a route lacks and to claim it."""
    return 10 + int(knobs[CARD]) * lacking + int(knobs[TUNNEL]) * int(board.tunnel[route])


@compiled
def price_of_turn(view: Record, seat: int, knobs: Knobs) -> int:
    """What a turn is worth: more, the fewer are left."""
    return int(knobs[TURN]) * (100 + 1000 * int(knobs[HURRY]) // turns_left(view, seat, knobs)) // 100


@compiled
def price_of_piece(view: Record, board: Record, rules: Record, seat: int, knobs: Knobs) -> int:
    """What a piece is worth: what the free routes that pay best would bring for it beyond their turns."""
    most, total = 0, 0
    for route in range(board.n_routes):
        if is_free(view, board, rules, seat, route):
            turns = 10 + 5 * int(board.length[route])
            gain = 10 * int(rules.points[board.kind[route], board.length[route]]) - int(knobs[TURN]) * turns // 10
            if gain > 0:
                most = max(most, gain // spaces(board, route))
                total += gain
    return int(knobs[PIECE]) * min(most, total // max(1, n_pieces(view, seat))) // 10


@compiled
def cost_of_route(board: Record, rules: Record, route: int, lacking: int, price: int, piece: int, knobs: Knobs) -> int:
    """What a route costs in turns and pieces, less its points."""
    turns = turns_of_route(board, route, lacking, knobs)
    points = int(rules.points[board.kind[route], board.length[route]])
    return price * turns // 10 + piece * spaces(board, route) - 10 * points


@compiled
def weigh(view: Record, board: Record, rules: Record, seat: int, knobs: Knobs, weights: Numbers) -> None:
    """Weigh all routes: nothing for own routes, FAR for those that cannot be claimed."""
    largest, price = largest_set(view, seat), price_of_turn(view, seat, knobs)
    piece = price_of_piece(view, board, rules, seat, knobs)
    for route in range(board.n_routes):
        weights[route] = FAR
        if view.owner[route] == seat:
            weights[route] = 0
        elif is_free(view, board, rules, seat, route):
            if has_pieces(view, board, seat, route):
                lacking = count_lacking(view, board, rules, seat, route, largest)
                cost = cost_of_route(board, rules, route, lacking, price, piece, knobs) + int(knobs[RISK])
                cost += int(knobs[PATH_ROUTE])
                weights[route] = max(int(knobs[LEAST]), cost)
        elif view.owner[route] != NONE and view.stations_left[seat] > 0:
            weights[route] = int(knobs[BORROW]) + 30 * (int(rules.stations) - int(view.stations_left[seat]))


@compiled
def list_open(view: Record, board: Record, seat: int, out: Numbers) -> int:
    """List the tickets a seat holds and has not completed; returns how many."""
    label = np.empty(MAX_CITIES, np.int16)
    components(view, board, seat, label)
    n = 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == seat and ticket_value(board, label, ticket) < 0:
            out[n] = ticket
            n += 1
    return n


@compiled
def find_end(board: Record, ticket: int, weights: Numbers, far: Numbers, via: Numbers) -> int:
    """Spread from a ticket's start; returns its best end, a city or a border exit, or NONE."""
    spread(board, weights, ticket, far, via)
    best, end = NEVER, NONE
    for city in range(board.n_cities):
        if far[city] < FAR:
            at_stake = stake(board, ticket, city)
            if at_stake > 0 and 10 * at_stake - far[city] > best:
                best, end = 10 * at_stake - int(far[city]), city
    return end


@compiled
def add_path(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plan: Record,
    end: int,
    at_stake: int,
    weights: Numbers,
    via: Numbers,
    knobs: Knobs,
) -> int:
    """Want the routes of a path, which then weigh nothing; returns what they cost. `left` may become negative."""
    cost = 0
    city = end
    largest, price = largest_set(view, seat), int(knobs[TURN])
    piece = price_of_piece(view, board, rules, seat, knobs)
    while via[city] != NONE:
        route = int(via[city])
        if view.owner[route] != seat:
            plan.stake[route] += at_stake
        if weights[route] > 0 and view.owner[route] == NONE:
            lacking = count_lacking(view, board, rules, seat, route, largest)
            plan.wanted[route] = FOR_TICKETS
            plan.left[board.kind[route]] -= spaces(board, route)
            plan.turns += turns_of_route(board, route, lacking, knobs)
            cost += cost_of_route(board, rules, route, lacking, price, piece, knobs) + int(knobs[RISK])
        elif weights[route] > 0:
            plan.wanted[route] = BORROWED
            plan.left[2] -= 1
            plan.turns += 20
            cost += int(weights[route])
        weights[route] = 0
        city = int(board.a[route]) + int(board.b[route]) - city
    return cost


@compiled
def clear(view: Record, seat: int, plan: Record) -> None:
    """An empty plan: nothing wanted, everything left over."""
    plan.wanted[:] = UNWANTED
    plan.stake[:] = 0
    plan.left[0], plan.left[1], plan.left[2] = view.pieces[seat, 0], view.pieces[seat, 1], view.stations_left[seat]
    plan.turns = 0
    plan.worth = 0
    plan.n = 0


@compiled
def penalty(board: Record, ticket: int) -> int:
    """Points a ticket costs if it is not completed."""
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_points[ticket])
    lowest = FAR
    for country in range(board.n_countries):
        if board.ticket_worth[ticket, country] > 0:
            lowest = min(lowest, int(board.ticket_worth[ticket, country]))
    return lowest


@compiled
def is_possible(plan: Record, turns: int) -> bool:
    """Whether there are pieces, stations and time for what a plan wants."""
    return bool(plan.left[0] >= 0 and plan.left[1] >= 0 and plan.left[2] >= 0 and plan.turns <= turns)


@compiled
def add_ticket(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plans: npt.NDArray[np.void],
    ticket: int,
    weights: Numbers,
    far: Numbers,
    via: Numbers,
    knobs: Knobs,
) -> None:
    """Add a ticket to the plan if there are pieces and time for it and it is worth that; `plans[1]` is room to work."""
    end = find_end(board, ticket, weights, far, via)
    if end == NONE:
        plans[0].worth -= 10 * penalty(board, ticket)
        return
    at_stake = 10 * stake(board, ticket, end)
    plans[1] = plans[0]
    before = weights.copy()
    cost = add_path(view, board, rules, seat, plans[1], end, at_stake, weights, via, knobs)
    if cost <= at_stake and is_possible(plans[1], turns_left(view, seat, knobs) * int(knobs[SLACK]) // 10):
        plans[0] = plans[1]
        plans[0].worth += at_stake // 2 - cost
    else:
        weights[:] = before
        plans[0].worth -= at_stake // 2


@compiled
def plan_in_order(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plans: npt.NDArray[np.void],
    tickets: Numbers,
    n: int,
    base: Numbers,
    nearest: bool,
    knobs: Knobs,
) -> None:
    """Plan ticket after ticket, the nearest or the dearest next."""
    weights = base.copy()
    far, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    todo = np.ones(MAX_TICKETS, np.bool_)
    clear(view, seat, plans[0])
    for _ in range(n):
        pick, best = 0, NEVER * NEVER
        for i in range(n):
            if todo[i]:
                key = -int(board.ticket_points[tickets[i]])
                if nearest and n > 1:
                    end = find_end(board, int(tickets[i]), weights, far, via)
                    key = FAR if end == NONE else int(far[end])
                if key < best:
                    pick, best = i, key
        todo[pick] = False
        add_ticket(view, board, rules, seat, plans, int(tickets[pick]), weights, far, via, knobs)


@compiled
def plan_network(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plans: npt.NDArray[np.void],
    tickets: Numbers,
    n: int,
    base: Numbers,
    knobs: Knobs,
) -> None:
    """Make plans[0] the better of two plans for these tickets: nearest first, dearest first."""
    plan_in_order(view, board, rules, seat, plans, tickets, n, base, True, knobs)
    if n > 1:
        plans[2] = plans[0]
        plan_in_order(view, board, rules, seat, plans, tickets, n, base, False, knobs)
        if plans[2].worth > plans[0].worth:
            plans[0] = plans[2]


@compiled
def find_stakes(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plans: npt.NDArray[np.void],
    tickets: Numbers,
    n: int,
    base: Numbers,
    knobs: Knobs,
) -> None:
    """What the plan would lose with each of its ticket routes if somebody else took it."""
    plans[3] = plans[0]
    for route in range(board.n_routes):
        if plans[3].wanted[route] == FOR_TICKETS:
            twin = int(board.twin[route])
            old, old_twin = base[route], base[max(twin, 0)]
            base[route] = FAR
            if twin != NONE and view.n_seats < rules.both_tracks_from:
                base[twin] = FAR
            plan_in_order(view, board, rules, seat, plans, tickets, n, base, True, knobs)
            plans[3].stake[route] = max(0, int(plans[3].worth) - int(plans[0].worth))
            base[route] = old
            if twin != NONE:
                base[twin] = old_twin
    plans[0] = plans[3]


@compiled
def mark_reached(view: Record, board: Record, seat: int, plan: Record, reached: npt.NDArray[np.bool_]) -> None:
    """Mark the cities of the seat's own and planned network."""
    reached[:] = False
    for route in range(board.n_routes):
        if view.owner[route] == seat or plan.wanted[route] == FOR_TICKETS:
            reached[board.a[route]] = True
            reached[board.b[route]] = True


@compiled
def add_fillers(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, base: Numbers, knobs: Knobs
) -> None:
    """Want the routes that score best for their turns with the pieces and the time the tickets leave over."""
    largest, turns = largest_set(view, seat), turns_left(view, seat, knobs)
    left, reached = plan.left.copy(), np.empty(MAX_CITIES, np.bool_)
    mark_reached(view, board, seat, plan, reached)
    for _ in range(knobs[FILLERS]):
        best, pick = 0, NONE
        for route in range(board.n_routes):
            if view.owner[route] != NONE or base[route] >= FAR or plan.wanted[route] != UNWANTED:
                continue
            if spaces(board, route) > left[board.kind[route]]:
                continue
            lacking = count_lacking(view, board, rules, seat, route, largest)
            if 10 + 5 * lacking > turns:
                continue
            points = 10 * int(rules.points[board.kind[route], board.length[route]])
            if rules.longest > 0 and (reached[board.a[route]] or reached[board.b[route]]):
                points += int(knobs[LONGEST])
            rate = 100 * points // (10 + 3 * int(board.length[route]) + 3 * lacking)
            if rate > best:
                best, pick = rate, route
        if pick == NONE:
            return
        plan.wanted[pick] = FOR_POINTS
        left[board.kind[pick]] -= spaces(board, pick)


@compiled
def contested(view: Record, board: Record, seat: int, route: int) -> int:
    """How many routes of others, four at most, meet a route: it may be gone soon."""
    near = 0
    a, b = board.a[route], board.b[route]
    for other in range(board.n_routes):
        owner = view.owner[other]
        if owner != NONE and owner != seat:
            near += board.a[other] == a or board.b[other] == a or board.a[other] == b or board.b[other] == b
    return min(near, 4)


@compiled
def put_in_order(view: Record, board: Record, rules: Record, seat: int, plan: Record, knobs: Knobs) -> None:
    """Order the wanted routes: those of tickets first, by what is at stake, how contested and how near they are."""
    key = np.empty(MAX_ROUTES, np.int64)
    largest = largest_set(view, seat)
    n = 0
    for route in range(board.n_routes):
        if plan.wanted[route] != FOR_TICKETS and plan.wanted[route] != FOR_POINTS:
            continue
        points = int(rules.points[board.kind[route], board.length[route]])
        lacking = count_lacking(view, board, rules, seat, route, largest)
        rank = int(knobs[POINTS]) * points - int(knobs[LACKING]) * lacking
        if plan.wanted[route] == FOR_TICKETS:
            rank += 100_000 + int(plan.stake[route]) + int(knobs[CONTESTED]) * contested(view, board, seat, route)
        at = n
        while at > 0 and key[at - 1] < rank:
            key[at] = key[at - 1]
            plan.order[at] = plan.order[at - 1]
            at -= 1
        key[at] = rank
        plan.order[at] = route
        n += 1
    plan.n = n


@compiled
def make_plan(
    view: Record, board: Record, rules: Record, seat: int, plans: npt.NDArray[np.void], base: Numbers, knobs: Knobs
) -> None:
    """Plan a seat's whole game from here: routes for tickets, routes to borrow, routes for points, and their order."""
    tickets = np.empty(MAX_TICKETS, np.int64)
    weigh(view, board, rules, seat, knobs, base)
    n = list_open(view, board, seat, tickets)
    plan_network(view, board, rules, seat, plans, tickets, n, base, knobs)
    find_stakes(view, board, rules, seat, plans, tickets, n, base, knobs)
    add_fillers(view, board, rules, seat, plans[0], base, knobs)
    put_in_order(view, board, rules, seat, plans[0], knobs)


@compiled
def make_quick_plan(
    view: Record, board: Record, rules: Record, seat: int, plans: npt.NDArray[np.void], base: Numbers, knobs: Knobs
) -> None:
    """A quick plan: dearest tickets first; at stake are all tickets a route serves."""
    tickets = np.empty(MAX_TICKETS, np.int64)
    weigh(view, board, rules, seat, knobs, base)
    n = list_open(view, board, seat, tickets)
    plan_in_order(view, board, rules, seat, plans, tickets, n, base, False, knobs)
    add_fillers(view, board, rules, seat, plans[0], base, knobs)
    put_in_order(view, board, rules, seat, plans[0], knobs)
