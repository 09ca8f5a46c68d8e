"""Plans: the cheapest routes that join a seat's tickets, over free and own routes and, with stations, others'.

All worth is in tenths of a point. A turn and a piece have a price, so that a route costs the turns its cards and its
claim take and the pieces it uses, less the points it scores; a ticket is worth its points twice.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.helpers import NEVER, WAYS, count_missing, lowest_worth, stake
from eclisse.bots.tuning import TUNING
from eclisse.core.codes import NONE
from eclisse.core.links import FAR, components, mark_start, spread
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.mechanics.pieces import has_pieces, n_pieces, spaces
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record, record
from eclisse.core.routes import is_free, largest_set
from eclisse.jit.compiled import compiled

PLAN: Final = record(
    [
        ("wanted", "i2", MAX_ROUTES),  # UNWANTED, FOR_TICKETS, BORROWED or FOR_POINTS
        ("stake", "i8", MAX_ROUTES),  # what the plan loses without this route
        ("left", "i2", 3),  # pieces of each kind and stations that the tickets leave over
        ("turns", "i8"),  # tenths of turns that the routes for tickets take
        ("worth", "i8"),
        ("order", "i2", MAX_ROUTES),  # wanted routes, the most urgent first
        ("n", "i2"),
    ]
)
UNWANTED, FOR_TICKETS, BORROWED, FOR_POINTS = range(4)

# Room for planning, and how things are valued; made once for a decision and handed on.
WORK: Final = record(
    [
        ("tuning", TUNING),
        ("plan", PLAN),  # what comes of it
        ("trial", PLAN),  # the plan with one ticket more
        ("other", PLAN),  # the plan with the tickets in another order
        ("whole", PLAN),  # the plan before a route of it is taken away
        ("weights", "i8", MAX_ROUTES),  # weight of each route
        ("ways", WAYS),  # the same, but nothing for what is planned already; and the ways by it
        ("before", "i8", MAX_ROUTES),  # these weights without the ticket that is being tried
        ("tickets", "i8", MAX_TICKETS),  # to be planned
        ("n_tickets", "i8"),
    ]
)


@compiled
def turns_left(view: Record, seat: int, tuning: Record) -> int:
    """Roughly how many tenths of turns the seat still has, judged by the seat that is nearest to the end."""
    if view.last_round_by != NONE:
        return 10
    fewest = NEVER * NEVER
    for other in range(view.n_seats):
        if other != seat:
            pieces = n_pieces(view, other)
            draws = max(0, 10 * pieces - 8 * int(view.n_hand[other])) // 2
            fewest = min(fewest, 100 * pieces // int(tuning.pace) + draws)
    return max(20, fewest)


@compiled
def turns_of_route(board: Record, route: int, lacking: int, tuning: Record) -> int:
    """Tenths of turns to collect what a route lacks and to claim it."""
    return 10 + int(tuning.card) * lacking + int(tuning.tunnel) * int(board.tunnel[route])


@compiled
def price_of_turn(view: Record, seat: int, tuning: Record) -> int:
    """The worth of a turn: more, the fewer are left."""
    return int(tuning.turn) * (100 + 1000 * int(tuning.hurry) // turns_left(view, seat, tuning)) // 100


@compiled
def price_of_piece(view: Record, board: Record, rules: Record, seat: int, tuning: Record) -> int:
    """The worth of a piece: what the best free routes would bring for it beyond their turns."""
    most, total = 0, 0
    for route in range(board.n_routes):
        if is_free(view, board, rules, seat, route):
            turns = 10 + 5 * int(board.length[route])
            gain = 10 * int(rules.points[board.kind[route], board.length[route]]) - int(tuning.turn) * turns // 10
            if gain > 0:
                most = max(most, gain // spaces(board, route))
                total += gain
    return int(tuning.piece) * min(most, total // max(1, n_pieces(view, seat))) // 10


@compiled
def cost_of_route(
    board: Record, rules: Record, route: int, lacking: int, price: int, piece: int, tuning: Record
) -> int:
    """The cost of a route in turns and pieces, less its points."""
    turns = turns_of_route(board, route, lacking, tuning)
    points = int(rules.points[board.kind[route], board.length[route]])
    return price * turns // 10 + piece * spaces(board, route) - 10 * points


@compiled
def weigh(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """Weigh all routes: nothing for own routes, FAR for those that cannot be claimed."""
    tuning = work.tuning
    largest, price = largest_set(view, seat), price_of_turn(view, seat, tuning)
    piece = price_of_piece(view, board, rules, seat, tuning)
    for route in range(board.n_routes):
        work.weights[route] = FAR
        if view.owner[route] == seat:
            work.weights[route] = 0
        elif is_free(view, board, rules, seat, route):
            if has_pieces(view, board, seat, route):
                lacking = count_missing(view, board, rules, seat, route, largest, 0)
                cost = cost_of_route(board, rules, route, lacking, price, piece, tuning) + int(tuning.risk)
                cost += int(tuning.path_route)
                work.weights[route] = max(int(tuning.least), cost)
        elif view.owner[route] != NONE and view.stations_left[seat] > 0:
            work.weights[route] = int(tuning.borrow) + 30 * (int(rules.stations) - int(view.stations_left[seat]))


@compiled
def list_open(view: Record, board: Record, seat: int, work: Record) -> None:
    """List the tickets a seat holds and has not completed, as those to be planned."""
    label = np.empty(MAX_CITIES, np.int16)
    components(view, board, seat, label)
    work.n_tickets = 0
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == seat and ticket_value(board, label, ticket) < 0:
            add_to_list(work, ticket)


@compiled
def add_to_list(work: Record, ticket: int) -> None:
    """One ticket more to be planned."""
    work.tickets[work.n_tickets] = ticket
    work.n_tickets += 1


@compiled
def find_end(board: Record, ticket: int, ways: Record) -> int:
    """Spread from a ticket's start; returns its best end, a city or a border exit, or NONE."""
    mark_start(board, ticket, FAR, ways.far)
    spread(board, ways.weight, ways.far, ways.via)
    best, end = NEVER, NONE
    for city in range(board.n_cities):
        if ways.far[city] < FAR:
            at_stake = stake(board, ticket, city)
            if at_stake > 0 and 10 * at_stake - ways.far[city] > best:
                best, end = 10 * at_stake - int(ways.far[city]), city
    return end


@compiled
def add_path(view: Record, board: Record, rules: Record, seat: int, work: Record, end: int, at_stake: int) -> int:
    """Want the routes of a path in the trial plan, where they then weigh nothing; returns what they cost.

    `left` may become negative.
    """
    plan, ways, tuning = work.trial, work.ways, work.tuning
    cost = 0
    city = end
    largest, price = largest_set(view, seat), int(tuning.turn)
    piece = price_of_piece(view, board, rules, seat, tuning)
    while ways.via[city] != NONE:
        route = int(ways.via[city])
        if view.owner[route] != seat:
            plan.stake[route] += at_stake
        if ways.weight[route] > 0 and view.owner[route] == NONE:
            lacking = count_missing(view, board, rules, seat, route, largest, 0)
            plan.wanted[route] = FOR_TICKETS
            plan.left[board.kind[route]] -= spaces(board, route)
            plan.turns += turns_of_route(board, route, lacking, tuning)
            cost += cost_of_route(board, rules, route, lacking, price, piece, tuning) + int(tuning.risk)
        elif ways.weight[route] > 0:
            plan.wanted[route] = BORROWED
            plan.left[2] -= 1
            plan.turns += 20
            cost += int(ways.weight[route])
        ways.weight[route] = 0
        city = int(board.a[route]) + int(board.b[route]) - city
    return cost


@compiled
def clear(view: Record, seat: int, plan: Record) -> None:
    """An empty plan: nothing wanted, everything left over."""
    plan.wanted[:] = UNWANTED
    plan.stake[:] = 0
    plan.left[0], plan.left[1], plan.left[2] = view.pieces[seat, 0], view.pieces[seat, 1], view.stations_left[seat]
    plan.turns = plan.worth = 0
    plan.n = 0


@compiled
def penalty(board: Record, ticket: int) -> int:
    """Points a ticket costs if it is not completed."""
    if board.ticket_b[ticket] != NONE:
        return int(board.ticket_points[ticket])
    return lowest_worth(board, ticket)


@compiled
def is_possible(plan: Record, turns: int) -> bool:
    """Whether there are pieces, stations and time for what a plan wants."""
    return bool(plan.left[0] >= 0 and plan.left[1] >= 0 and plan.left[2] >= 0 and plan.turns <= turns)


@compiled
def add_ticket(view: Record, board: Record, rules: Record, seat: int, work: Record, ticket: int) -> None:
    """Add a ticket to the plan if there are pieces and time for it and it is worth that."""
    end = find_end(board, ticket, work.ways)
    if end == NONE:
        work.plan.worth -= 10 * penalty(board, ticket)
        return
    at_stake = 10 * stake(board, ticket, end)
    work.trial = work.plan
    for route in range(board.n_routes):
        work.before[route] = work.ways.weight[route]
    cost = add_path(view, board, rules, seat, work, end, at_stake)
    turns = turns_left(view, seat, work.tuning) * int(work.tuning.slack) // 10
    if cost <= at_stake and is_possible(work.trial, turns):
        work.plan = work.trial
        work.plan.worth += at_stake // 2 - cost
    else:
        for route in range(board.n_routes):
            work.ways.weight[route] = work.before[route]
        work.plan.worth -= at_stake // 2


@compiled
def plan_in_order(view: Record, board: Record, rules: Record, seat: int, work: Record, nearest: bool) -> None:
    """Plan ticket after ticket, the nearest or the dearest next."""
    for route in range(board.n_routes):
        work.ways.weight[route] = work.weights[route]
    n = int(work.n_tickets)
    todo = np.ones(MAX_TICKETS, np.bool_)
    clear(view, seat, work.plan)
    for _ in range(n):
        pick, best = 0, NEVER * NEVER
        for i in range(n):
            if todo[i]:
                key = -int(board.ticket_points[work.tickets[i]])
                if nearest and n > 1:
                    end = find_end(board, int(work.tickets[i]), work.ways)
                    key = FAR if end == NONE else int(work.ways.far[end])
                if key < best:
                    pick, best = i, key
        todo[pick] = False
        add_ticket(view, board, rules, seat, work, int(work.tickets[pick]))


@compiled
def plan_routes(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """Make the better of two plans for the tickets: nearest first, dearest first."""
    plan_in_order(view, board, rules, seat, work, True)
    if work.n_tickets > 1:
        work.other = work.plan
        plan_in_order(view, board, rules, seat, work, False)
        if work.other.worth > work.plan.worth:
            work.plan = work.other


@compiled
def copy_plan(plan: Record, target: Record) -> None:
    """Copy a plan field by field: the compiler takes seconds for whole records with calls in between."""
    for route in range(MAX_ROUTES):
        target.wanted[route], target.stake[route] = plan.wanted[route], plan.stake[route]
        target.order[route] = plan.order[route]
    for kind in range(plan.left.size):
        target.left[kind] = plan.left[kind]
    target.turns, target.worth, target.n = plan.turns, plan.worth, plan.n


@compiled
def find_stakes(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """The loss to the plan if somebody else took each of its ticket routes."""
    copy_plan(work.plan, work.whole)
    for route in range(board.n_routes):
        if work.whole.wanted[route] == FOR_TICKETS:
            twin = int(board.twin[route])
            old, old_twin = work.weights[route], work.weights[max(twin, 0)]
            work.weights[route] = FAR
            if twin != NONE and view.n_seats < rules.both_tracks_from:
                work.weights[twin] = FAR
            plan_in_order(view, board, rules, seat, work, True)
            work.whole.stake[route] = max(0, int(work.whole.worth) - int(work.plan.worth))
            work.weights[route] = old
            if twin != NONE:
                work.weights[twin] = old_twin
    copy_plan(work.whole, work.plan)


@compiled
def mark_reached(view: Record, board: Record, seat: int, plan: Record, reached: npt.NDArray[np.bool_]) -> None:
    """Mark the cities of the seat's own and planned routes."""
    reached[:] = False
    for route in range(board.n_routes):
        if view.owner[route] == seat or plan.wanted[route] == FOR_TICKETS:
            reached[board.a[route]] = True
            reached[board.b[route]] = True


@compiled
def add_fillers(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """Want the routes that score best for their turns with the pieces and the time the tickets leave over."""
    plan, tuning = work.plan, work.tuning
    largest, turns = largest_set(view, seat), turns_left(view, seat, tuning)
    left, reached = plan.left.copy(), np.empty(MAX_CITIES, np.bool_)
    mark_reached(view, board, seat, plan, reached)
    for _ in range(int(tuning.fillers)):
        best, pick = 0, NONE
        for route in range(board.n_routes):
            if view.owner[route] != NONE or work.weights[route] >= FAR or plan.wanted[route] != UNWANTED:
                continue
            if spaces(board, route) > left[board.kind[route]]:
                continue
            lacking = count_missing(view, board, rules, seat, route, largest, 0)
            if 10 + 5 * lacking > turns:
                continue
            points = 10 * int(rules.points[board.kind[route], board.length[route]])
            if rules.longest > 0 and (reached[board.a[route]] or reached[board.b[route]]):
                points += int(tuning.longest)
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
def put_in_order(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """Order the wanted routes: those of tickets first, by what is at stake, how contested and how near they are."""
    plan, tuning = work.plan, work.tuning
    key = np.empty(MAX_ROUTES, np.int64)
    largest = largest_set(view, seat)
    n = 0
    for route in range(board.n_routes):
        if plan.wanted[route] != FOR_TICKETS and plan.wanted[route] != FOR_POINTS:
            continue
        points = int(rules.points[board.kind[route], board.length[route]])
        lacking = count_missing(view, board, rules, seat, route, largest, 0)
        rank = int(tuning.points) * points - int(tuning.lacking) * lacking
        if plan.wanted[route] == FOR_TICKETS:
            rank += 100_000 + int(plan.stake[route]) + int(tuning.contested) * contested(view, board, seat, route)
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
def make_plan(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """Plan a seat's whole game from here: routes for tickets, routes to borrow, routes for points, and their order."""
    weigh(view, board, rules, seat, work)
    list_open(view, board, seat, work)
    plan_routes(view, board, rules, seat, work)
    find_stakes(view, board, rules, seat, work)
    add_fillers(view, board, rules, seat, work)
    put_in_order(view, board, rules, seat, work)


@compiled
def make_quick_plan(view: Record, board: Record, rules: Record, seat: int, work: Record) -> None:
    """A quick plan: dearest tickets first; at stake are all tickets a route serves."""
    weigh(view, board, rules, seat, work)
    list_open(view, board, seat, work)
    plan_in_order(view, board, rules, seat, work, False)
    add_fillers(view, board, rules, seat, work)
    put_in_order(view, board, rules, seat, work)
