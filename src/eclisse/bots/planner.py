"""`planner`: joins its tickets by the cheapest routes, collects the colours that these need, and races at the end.

It keeps nothing between decisions: each time it makes a new plan from what it sees, which also repairs a plan that
others have blocked.
"""

import numpy as np

from eclisse.bots.helpers import NEVER, Numbers, collect, fall_back, finish, is_hopeless, place_depot
from eclisse.bots.plans import (
    BORROWED,
    FOR_POINTS,
    FOR_TICKETS,
    WORK,
    add_to_list,
    list_open,
    make_plan,
    plan_routes,
    turns_left,
    weigh,
)
from eclisse.bots.tuning import USUAL
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS, payment_colour, payment_locomotives
from eclisse.core.batch import Records
from eclisse.core.cards import n_drawable
from eclisse.core.codes import (
    AS_ONE_CARD,
    COLLECTING,
    DEPOTS,
    GRAY,
    LOCOMOTIVE,
    MAIN,
    N_COLOURS,
    NONE,
    OFFER,
    PAYING,
    SETUP,
    SURCHARGE,
)
from eclisse.core.legal import can_take, legal
from eclisse.core.links import FAR
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.stations import can_afford as can_afford_station
from eclisse.core.mechanics.warehouses import can_build_on
from eclisse.core.observe import count_unseen
from eclisse.core.records import MAX_ROUTES, Record
from eclisse.core.routes import can_claim, largest_set
from eclisse.core.tickets import can_keep
from eclisse.jit.compiled import compiled


@compiled
def choose_tickets(view: Record, board: Record, rules: Record, seat: int, work: Record) -> int:
    """Keep the tickets whose plan, with those already held, is worth most."""
    weigh(view, board, rules, seat, work)
    list_open(view, board, seat, work)
    n_held = int(work.n_tickets)
    best, choice = NEVER * FAR, 0
    for mask in range(1 << int(view.n_offer[seat])):
        if can_keep(view, rules, seat, mask):
            work.n_tickets = n_held
            for i in range(view.n_offer[seat]):
                if mask >> i & 1:
                    add_to_list(work, int(view.offer[seat, i]))
            plan_routes(view, board, rules, seat, work)
            if work.plan.worth > best:
                best, choice = int(work.plan.worth), mask
    return actions.KEEP + choice


@compiled
def allot(
    view: Record,
    board: Record,
    rules: Record,
    seat: int,
    plan: Record,
    but: int,
    spare: int,
    hand: Numbers,
    lacking: Numbers,
) -> None:
    """Deal the hand out to the wanted routes in their order, except `but`; what is left in `hand` is spare.

    Tunnels get `spare` cards more than they cost. Locomotives only go to routes that ask for them or are completed.
    """
    for c in range(N_COLOURS):
        hand[c] = view.hands[seat, c]
    for i in range(plan.n):
        route = int(plan.order[i])
        if route == but or view.owner[route] == seat:
            continue
        extra = spare * int(board.tunnel[route])
        length, fewest = int(board.length[route]) + extra, fewest_locomotives(board, route)
        colour = int(board.colour[route])
        if colour == GRAY:
            colour = int(np.argmax(hand[:LOCOMOTIVE]))
        cards = min(int(hand[colour]), length - fewest)
        usable = most_locomotives(board, rules, route) + extra
        locomotives = min(int(hand[LOCOMOTIVE]), length - cards, usable)
        lacking[route] = length - cards - locomotives
        hand[colour] -= cards
        if lacking[route] == 0:
            hand[LOCOMOTIVE] -= locomotives
        else:
            hand[LOCOMOTIVE] -= min(fewest, int(hand[LOCOMOTIVE]))


@compiled
def find_needs(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, lacking: Numbers, need: Numbers, tuning: Record
) -> None:
    """How much a card of each colour helps: more for the first routes of the order and those that lack little."""
    weight = 1000
    for i in range(plan.n):
        route = int(plan.order[i])
        lack = int(lacking[route])
        if lack == 0:
            continue
        urgency = 10 * weight // (int(tuning.near) + 10 * lack)
        if plan.wanted[route] == FOR_POINTS:
            urgency //= 2
        weight = weight * int(tuning.decay) // 100
        colour = int(board.colour[route])
        if colour == GRAY:
            most = largest_set(view, seat)
            for c in range(LOCOMOTIVE):
                if view.hands[seat, c] == most:
                    need[c] += urgency * int(tuning.grays) // 100
                elif int(view.hands[seat, c]) + 1 == most:
                    need[c] += urgency * int(tuning.grays) // 200
        else:
            need[colour] += urgency
        if fewest_locomotives(board, route) > view.hands[seat, LOCOMOTIVE]:
            need[LOCOMOTIVE] += urgency
        elif most_locomotives(board, rules, route) > 0:
            need[LOCOMOTIVE] = max(int(need[LOCOMOTIVE]), urgency)


@compiled
def worth_blind(view: Record, rules: Record, need: Numbers) -> int:
    """The average use of a blind card, by the cards not seen yet."""
    total, worth, unseen = 0, 0, np.empty(N_COLOURS, np.int16)
    count_unseen(view, rules, unseen)
    for c in range(N_COLOURS):
        total += int(unseen[c])
        worth += int(unseen[c]) * int(need[c])
    return worth // max(1, total)


@compiled
def best_card(view: Record, rules: Record, need: Numbers, tuning: Record) -> int:
    """The card that helps most, a blind one by its average; a face-up locomotive costs the whole turn; or NONE."""
    choice, best = NONE, -1
    second = 0
    if n_drawable(view) > 0:
        choice, best = actions.DRAW, worth_blind(view, rules, need)
        second = best
    for colour in range(LOCOMOTIVE):
        if need[colour] > best and can_take(view, rules, colour):
            choice, best = actions.TAKE + colour, int(need[colour])
    if can_take(view, rules, LOCOMOTIVE):
        worth = int(need[LOCOMOTIVE])
        if rules.face_up_locomotive != AS_ONE_CARD:
            worth -= max(second, best * int(tuning.second) // 100)
        if worth > best:
            choice = actions.TAKE + LOCOMOTIVE
    return choice


@compiled
def choose_payment(view: Record, board: Record, rules: Record, seat: int, plan: Record) -> int:
    """Pay with few locomotives and with the colour the rest of the plan can best spare."""
    out = np.empty(N_ACTIONS, np.int16)
    n = legal(view, board, rules, seat, out)
    hand, lacking = np.empty(N_COLOURS, np.int64), np.zeros(MAX_ROUTES, np.int64)
    allot(view, board, rules, seat, plan, int(view.route), 0, hand, lacking)
    choice, best = int(out[0]), -NEVER
    for i in range(n):
        action = int(out[i])
        if actions.kind_of(action) != actions.PAY:
            continue
        colour = payment_colour(action)
        cost = 1000 * payment_locomotives(action)
        if colour != LOCOMOTIVE:
            cost -= 10 * int(hand[colour]) + int(view.hands[seat, colour])
        if cost < best:
            choice, best = action, cost
    return choice


@compiled
def choose_claim(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, lacking: Numbers, turns: int, tuning: Record
) -> int:
    """The first route of the order for which cards are set aside; for its points alone only a good one; or NONE."""
    largest = largest_set(view, seat)
    for i in range(plan.n):
        route = int(plan.order[i])
        if lacking[route] > 0 or not can_claim(view, board, rules, seat, route, largest):
            continue
        if is_hopeless(view, board, route):
            continue
        points = 10 * int(rules.points[board.kind[route], board.length[route]])
        if plan.wanted[route] == FOR_TICKETS or points >= tuning.filler_least or turns <= 40:
            return actions.CLAIM + route
    return NONE


@compiled
def choose_station(view: Record, board: Record, rules: Record, seat: int, plan: Record) -> int:
    """A station beside a route to borrow, once no route for a ticket is left to claim; NONE if there is no need."""
    if not can_afford_station(view, rules, seat):
        return NONE
    for i in range(plan.n):
        if plan.wanted[plan.order[i]] == FOR_TICKETS:
            return NONE
    for route in range(board.n_routes):
        a, b = int(board.a[route]), int(board.b[route])
        if plan.wanted[route] != BORROWED or view.station[a] == seat or view.station[b] == seat:
            continue
        if can_build_on(view, board, a):
            return actions.STATION + a
        if can_build_on(view, board, b):
            return actions.STATION + b
    return NONE


@compiled
def has_ticket_routes(board: Record, plan: Record) -> bool:
    """Whether the plan still wants something for tickets."""
    for route in range(board.n_routes):
        if plan.wanted[route] == FOR_TICKETS or plan.wanted[route] == BORROWED:
            return True
    return False


@compiled
def worth_drawing_tickets(view: Record, board: Record, rules: Record, seat: int, work: Record) -> bool:
    """Whether the best of the next tickets is likely worth the turn: judged by all the tickets it might be."""
    n_unknown, n_good = 0, 0
    for k in range(board.n_tickets):
        if view.holder[k] < NONE and board.ticket_long[k] == 0:
            work.n_tickets = 0
            add_to_list(work, k)
            n_unknown += 1
            plan_routes(view, board, rules, seat, work)
            n_good += work.plan.worth > work.tuning.ticket_gain
    if n_unknown == 0:
        return False
    misses = 100.0
    for _ in range(min(int(rules.draw), int(view.n_queue))):
        misses *= 1.0 - n_good / n_unknown
    return bool(misses < work.tuning.ticket_odds)


@compiled
def choose_turn(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, lacking: Numbers, tuning: Record
) -> int:
    """The claim for this turn: what scores at once near the end, else what the plan wants; NONE for cards."""
    turns = turns_left(view, seat, tuning)
    if turns <= 20:
        action = finish(view, board, rules, seat, view.last_round_by != NONE)
        if action != NONE:
            return action
    action = choose_claim(view, board, rules, seat, plan, lacking, turns, tuning)
    if action == NONE:
        action = choose_station(view, board, rules, seat, plan)
    if action == NONE and rules.depots > 0 and n_drawable(view) > 0:
        action = actions.WAREHOUSE + seat
    return action


@compiled
def card_for_plan(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, lacking: Numbers, tuning: Record
) -> int:
    """The card that serves a plan best, or NONE."""
    need = np.zeros(N_COLOURS, np.int64)
    find_needs(view, board, rules, seat, plan, lacking, need, tuning)
    return best_card(view, rules, need, tuning)


@compiled
def share_out(
    view: Record, board: Record, rules: Record, seat: int, plan: Record, lacking: Numbers, tuning: Record
) -> None:
    """Set `lacking` to what each wanted route lacks once the hand is shared out."""
    hand = np.empty(N_COLOURS, np.int64)
    spare = int(tuning.spare) if turns_left(view, seat, tuning) > 40 else 0
    allot(view, board, rules, seat, plan, NONE, spare, hand, lacking)


@compiled
def follow(view: Record, board: Record, rules: Record, seat: int, plan: Record, tuning: Record) -> int:
    """The decision that serves a plan, in any phase but the choice of tickets; it never draws tickets."""
    phase = view.phase
    if phase == DEPOTS:
        return place_depot(view, board)
    if phase == COLLECTING:
        return collect(view, board, seat)
    if phase == PAYING or phase == SURCHARGE:
        return choose_payment(view, board, rules, seat, plan)
    lacking = np.zeros(MAX_ROUTES, np.int64)
    share_out(view, board, rules, seat, plan, lacking, tuning)
    action = NONE
    if phase == MAIN:
        action = choose_turn(view, board, rules, seat, plan, lacking, tuning)
    if action == NONE:
        action = card_for_plan(view, board, rules, seat, plan, lacking, tuning)
    return action if action != NONE else fall_back(view, board, rules, seat)


@compiled
def is_drawing(action: int) -> bool:
    """Whether a turn is spent on cards."""
    kind = actions.kind_of(action)
    return kind == actions.TAKE or kind == actions.DRAW or kind == actions.WAREHOUSE


@compiled
def decide_by(view: Record, board: Record, rules: Record, seat: int, works: Records) -> int:
    """The decision of a seat that plans its routes with this tuning; `works` has length 1."""
    work = works[0]
    if view.phase == SETUP or view.phase == OFFER:
        return choose_tickets(view, board, rules, seat, work)
    make_plan(view, board, rules, seat, work)
    action = follow(view, board, rules, seat, work.plan, work.tuning)
    if view.phase == MAIN and view.n_queue > 0 and is_drawing(action) and not has_ticket_routes(board, work.plan):
        if turns_left(view, seat, work.tuning) >= 10 * work.tuning.ticket_turns:
            if worth_drawing_tickets(view, board, rules, seat, work):
                return actions.TICKETS
    return action


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a seat that plans its routes."""
    works = np.empty(1, WORK)
    works[0].tuning = USUAL
    return decide_by(view, board, rules, seat, works)
