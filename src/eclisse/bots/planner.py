"""`planner`: joins its tickets by the cheapest network, collects the colours that network needs, and races at the end.

It keeps nothing between decisions: each time it plans anew from what it sees, which also repairs a plan that others
have blocked.
"""

from typing import Final

import numpy as np

from eclisse.bots.plans import FAR, TURN, Marks, Weights, best_plan, held_for, losses, open_tickets, weigh
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS, payment_colour, payment_locomotives
from eclisse.core.codes import (
    AS_ONE_CARD,
    COLLECTING,
    DEPOTS,
    DRAWING,
    GRAY,
    LOCOMOTIVE,
    N_COLOURS,
    NONE,
    OFFER,
    PAYING,
    SETUP,
    SURCHARGE,
)
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.mechanics.pieces import n_pieces, spaces
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.rng import siphash
from eclisse.core.routes import largest_set
from eclisse.core.tickets import can_keep

MANY: Final = 16  # cards in hand from which routes beside the plan are looked at too


@compiled
def choose_tickets(view: Record, board: Record, rules: Record, seat: int) -> int:
    """Keep the tickets whose joint network, with those already held, is worth most."""
    base = np.empty(MAX_ROUTES, np.int64)
    weigh(view, board, rules, seat, base)
    tickets, wanted, left = np.empty(MAX_TICKETS, np.int16), np.empty(MAX_ROUTES, np.int16), np.empty(3, np.int16)
    n_held = open_tickets(view, board, seat, tickets)
    best, choice = -FAR, -1
    for mask in range(1 << int(view.n_offer[seat])):
        if can_keep(view, rules, seat, mask):
            n = n_held
            for i in range(view.n_offer[seat]):
                if mask >> i & 1:
                    tickets[n] = view.offer[seat, i]
                    n += 1
            worth = best_plan(view, board, rules, seat, tickets, n, base, wanted, left)
            if worth > best:
                best, choice = worth, mask
    return actions.KEEP + choice


@compiled
def missing(view: Record, board: Record, rules: Record, seat: int, route: int, largest: int) -> int:
    """Cards the seat still lacks for a route."""
    held = held_for(view, board, seat, route, largest)
    locomotives = int(view.hands[seat, LOCOMOTIVE])
    if rules.locomotives_on != 0 and board.tunnel[route] == 0:
        locomotives = min(locomotives, int(board.locomotives[route]))
    lack = int(board.length[route]) - held - locomotives
    return max(lack, int(board.locomotives[route]) - locomotives, 0)


@compiled
def add_fillers(
    view: Record, board: Record, rules: Record, seat: int, base: Weights, wanted: Marks, left: Marks, most: int
) -> None:
    """Want the routes that score best for their turns with the pieces the tickets leave over."""
    largest, turns = largest_set(view, seat), turns_left(view, seat) - 1
    for _ in range(most):
        best, pick = 0, NONE
        for route in range(board.n_routes):
            if base[route] == 0 or base[route] >= FAR or wanted[route] != 0 or view.owner[route] != NONE:
                continue
            if spaces(board, route) > left[board.kind[route]]:
                continue
            lack = missing(view, board, rules, seat, route, largest)
            points = 10 * int(rules.points[board.kind[route], board.length[route]])
            if rules.longest > 0 and touches(view, board, seat, route):
                points += 15
            rate = 100 * points // (10 + 3 * int(board.length[route]) + 3 * lack)
            if lack > 2 * turns:
                rate = 0
            if rate > best:
                best, pick = rate, route
        if pick == NONE:
            return
        wanted[pick] = 3
        left[board.kind[pick]] -= spaces(board, pick)


@compiled
def touches(view: Record, board: Record, seat: int, route: int) -> bool:
    """Whether a route continues the seat's own network."""
    for other in range(board.n_routes):
        if view.owner[other] == seat and (
            board.a[other] == board.a[route]
            or board.a[other] == board.b[route]
            or board.b[other] == board.a[route]
            or board.b[other] == board.b[route]
        ):
            return True
    return False


@compiled
def count_needs(
    view: Record, board: Record, rules: Record, seat: int, wanted: Marks, loss: Weights, needs: Weights
) -> None:
    """How much each colour helps the plan: more for routes that lack little, ticket routes before fillers."""
    needs[:] = 0
    largest = largest_set(view, seat)
    for route in range(board.n_routes):
        if wanted[route] != 1 and wanted[route] != 3:
            continue
        lack = missing(view, board, rules, seat, route, largest)
        urgency = (60 + min(200, max(0, int(loss[route]))) // 2 if wanted[route] == 1 else 30) // max(1, lack)
        if lack == 0:
            urgency = 1 if board.tunnel[route] == 1 else 0
        if board.colour[route] != GRAY:
            needs[board.colour[route]] += urgency
        else:
            for c in range(LOCOMOTIVE):
                if view.hands[seat, c] == largest:
                    needs[c] += urgency // 2
                elif int(view.hands[seat, c]) + 1 == largest:
                    needs[c] += urgency // 4
        if board.locomotives[route] > view.hands[seat, LOCOMOTIVE]:
            needs[LOCOMOTIVE] += urgency


@compiled
def choose_card(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    wanted: Marks,
    loss: Weights,
    out: Marks,
    n: int,
    k0: np.uint64,
    k1: np.uint64,
) -> int:
    """The face-up card the plan needs most, else a blind one; a locomotive only when it is worth two cards."""
    needs = np.zeros(N_COLOURS, np.int64)
    count_needs(view, board, rules, seat, wanted, loss, needs)
    best, pick = 0, NONE
    blind = False
    for i in range(n):
        action = int(out[i])
        if action == actions.DRAW:
            blind = True
        if action >= actions.TAKE + N_COLOURS:
            continue
        colour = action - actions.TAKE
        need = 100 * int(needs[colour]) + int(siphash(k0, k1, np.uint64(action)) % np.uint64(50))
        if colour == LOCOMOTIVE:
            need = locomotive_worth(view, board, rules, seat, wanted, int(needs[LOCOMOTIVE]))
        elif needs[colour] == 0:
            need = 0
        if need > best:
            best, pick = need, action
    if pick != NONE:
        return pick
    return actions.DRAW if blind else int(out[0])


@compiled
def locomotive_worth(view: Record, board: Record, rules: Record, seat: int, wanted: Marks, need: int) -> int:
    """A face-up locomotive is taken when it comes as one card, when a ferry asks, or when it completes a route."""
    if rules.face_up_locomotive == AS_ONE_CARD:
        return 3000
    if need > 0:
        return 100 * need + 2000
    largest = largest_set(view, seat)
    for route in range(board.n_routes):
        if wanted[route] == 1 and board.length[route] >= 3 and missing(view, board, rules, seat, route, largest) == 1:
            return 2500
    return 0


@compiled
def choose_payment(
    view: Record, board: Record, rules: Record, seat: int, wanted: Marks, loss: Weights, out: Marks, n: int
) -> int:
    """Pay with few locomotives and with the colour the rest of the plan needs least."""
    needs = np.zeros(N_COLOURS, np.int64)
    if view.route != NONE:
        wanted[view.route] = 0
    count_needs(view, board, rules, seat, wanted, loss, needs)
    best, pick = FAR, NONE
    for i in range(n):
        action = int(out[i])
        if action < actions.PAY:
            continue
        colour, locomotives = payment_colour(action), payment_locomotives(action)
        cost = 1000 * locomotives
        if colour != LOCOMOTIVE:
            cost += 10 * int(needs[colour]) - int(view.hands[seat, colour])
        if cost < best:
            best, pick = cost, action
    return pick


@compiled
def turns_left(view: Record, seat: int) -> int:
    """About how many turns the seat still has, judged by the pieces of whoever is nearest to the end."""
    if view.last_round_by != NONE:
        return 1
    fewest = 1000
    for other in range(view.n_seats):
        if other != seat:
            fewest = min(fewest, n_pieces(view, other))
    return max(2, fewest // 3)


@compiled
def choose_claim(
    view: Record, board: Record, rules: Record, seat: int, wanted: Marks, loss: Weights, out: Marks, n: int, last: bool
) -> int:
    """The claimable route the plan wants most: those of tickets first, then those that score; NONE if none."""
    best, pick = 0, NONE
    for i in range(n):
        action = int(out[i])
        if not actions.CLAIM <= action < actions.STATION:
            continue
        route = action - actions.CLAIM
        points = int(rules.points[board.kind[route], board.length[route]])
        worth = 0
        if wanted[route] == 1:
            worth = 1000 + 5 * points + contested(view, board, seat, route) + int(loss[route])
        elif wanted[route] == 3 and points >= 4:
            worth = 10 * points
        elif last:
            worth = points
        if worth > best:
            best, pick = worth, action
    return pick


@compiled
def contested(view: Record, board: Record, seat: int, route: int) -> int:
    """More for routes next to an opponent's network or with a closed twin, which may be gone soon."""
    near = 0
    for other in range(board.n_routes):
        owner = view.owner[other]
        if owner != NONE and owner != seat:
            near += board.a[other] == board.a[route] or board.b[other] == board.a[route]
            near += board.a[other] == board.b[route] or board.b[other] == board.b[route]
    return min(near, 4) * 50 + (0 if board.twin[route] != NONE else 40)


@compiled
def choose_station(view: Record, board: Record, seat: int, wanted: Marks, out: Marks, n: int) -> int:
    """A station beside a route to borrow, once no ticket route is left to claim; NONE if there is no need."""
    for route in range(board.n_routes):
        if wanted[route] == 1:
            return NONE
    for route in range(board.n_routes):
        if wanted[route] == 2:
            if view.station[board.a[route]] == seat or view.station[board.b[route]] == seat:
                continue
            for i in range(n):
                if out[i] == actions.STATION + board.a[route] or out[i] == actions.STATION + board.b[route]:
                    return int(out[i])
    return NONE


@compiled
def worth_drawing_tickets(view: Record, board: Record, rules: Record, seat: int, base: Weights) -> bool:
    """Whether the best of the next tickets is likely worth the turn: judged by all the tickets it might be."""
    n_unknown = 0
    n_good = 0
    tickets, wanted, rest = np.empty(1, np.int16), np.empty(MAX_ROUTES, np.int16), np.empty(3, np.int16)
    for ticket in range(board.n_tickets):
        if view.holder[ticket] < NONE and board.ticket_long[ticket] == 0:
            tickets[0] = ticket
            n_unknown += 1
            if best_plan(view, board, rules, seat, tickets, 1, base, wanted, rest) > TURN:
                n_good += 1
    if n_unknown == 0:
        return False
    misses = 1.0
    for _ in range(min(int(rules.draw), int(view.n_queue))):
        misses *= 1.0 - n_good / n_unknown
    return misses < 0.25


@compiled
def choose_turn(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    wanted: Marks,
    loss: Weights,
    base: Weights,
    out: Marks,
    n: int,
    k0: np.uint64,
    k1: np.uint64,
) -> int:
    """What to do with a turn: claim what the plan wants, else tickets when it has none, else cards."""
    remaining = turns_left(view, seat)
    last = view.last_round_by != NONE or remaining <= 2
    claim = choose_claim(view, board, rules, seat, wanted, loss, out, n, last)
    if claim != NONE:
        return claim
    station = choose_station(view, board, seat, wanted, out, n)
    if station != NONE:
        return station
    has_plan = False
    for route in range(board.n_routes):
        has_plan = has_plan or wanted[route] == 1 or wanted[route] == 2
    for i in range(n):
        if out[i] == actions.TICKETS and not has_plan and remaining > 6 and n_pieces(view, seat) > 10:
            if worth_drawing_tickets(view, board, rules, seat, base):
                return actions.TICKETS
    return choose_draw(view, board, rules, seat, wanted, loss, out, n, k0, k1)


@compiled
def choose_draw(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    wanted: Marks,
    loss: Weights,
    out: Marks,
    n: int,
    k0: np.uint64,
    k1: np.uint64,
) -> int:
    """Begin to take cards, filling the own warehouse first where there is one; else whatever is possible."""
    for i in range(n):
        if out[i] == actions.WAREHOUSE + seat:
            return int(out[i])
    cards = False
    for i in range(n):
        cards = cards or out[i] <= actions.DRAW
    if cards:
        return choose_card(view, board, rules, seat, wanted, loss, out, n, k0, k1)
    best = int(out[0])
    for i in range(n):
        if actions.CLAIM <= out[i] < actions.STATION:
            best = int(out[i])
    return best


@compiled
def choose_depot(board: Record, out: Marks, n: int) -> int:
    """The first depot goes to the city with most routes: many will pass there."""
    best, pick = -1, int(out[0])
    for i in range(n):
        city = int(out[i]) - actions.DEPOT
        degree = 0
        for route in range(board.n_routes):
            degree += board.a[route] == city or board.b[route] == city
        if degree > best:
            best, pick = degree, int(out[i])
    return pick


@compiled
def make_plan(
    view: Record, board: Record, rules: Record, seat: int, base: Weights, wanted: Marks, left: Marks, loss: Weights
) -> None:
    """Mark ticket routes (1), routes to borrow (2) and routes worth their points (3)."""
    tickets = np.empty(MAX_TICKETS, np.int16)
    weigh(view, board, rules, seat, base)
    n = open_tickets(view, board, seat, tickets)
    worth = best_plan(view, board, rules, seat, tickets, n, base, wanted, left)
    losses(view, board, rules, seat, tickets, n, base, wanted, worth, loss)
    for route in range(board.n_routes):
        if wanted[route] == 1 and view.n_hand[seat] < MANY:
            return
    add_fillers(view, board, rules, seat, base, wanted, left, 3)


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, k0: np.uint64, k1: np.uint64) -> int:
    """The decision of a seat that plans its network."""
    out = np.empty(N_ACTIONS, np.int16)
    n = legal(view, board, rules, seat, out)
    if n == 1:
        return int(out[0])
    phase = view.phase
    if phase == SETUP or phase == OFFER:
        return choose_tickets(view, board, rules, seat)
    if phase == DEPOTS:
        return choose_depot(board, out, n)
    if phase == COLLECTING:
        return int(out[1])
    base, wanted, left = np.empty(MAX_ROUTES, np.int64), np.zeros(MAX_ROUTES, np.int16), np.empty(3, np.int16)
    loss = np.zeros(MAX_ROUTES, np.int64)
    make_plan(view, board, rules, seat, base, wanted, left, loss)
    if phase == PAYING or phase == SURCHARGE:
        return choose_payment(view, board, rules, seat, wanted, loss, out, n)
    if phase == DRAWING:
        return choose_card(view, board, rules, seat, wanted, loss, out, n, k0, k1)
    return choose_turn(view, board, rules, seat, wanted, loss, base, out, n, k0, k1)
