"""All legal decisions of a seat, as action numbers."""

import numpy as np

from eclisse.core import actions
from eclisse.core.cards import colours_face_up, n_drawable
from eclisse.core.codes import (
    AS_ONE_CARD,
    COLLECTING,
    DEPOTS,
    DRAWING,
    GRAY,
    LOCOMOTIVE,
    MAIN,
    N_COLOURS,
    NONE,
    OFFER,
    OVER,
    PAYING,
    SETUP,
    SURCHARGE,
)
from eclisse.core.mechanics import stations, tunnels, warehouses
from eclisse.core.records import MAX_ROUTES, Record
from eclisse.core.routes import Actions, is_open, mark_payable, payments, route_payments
from eclisse.core.tickets import can_keep
from eclisse.jit.compiled import compiled


@compiled
def may_act(state: Record, seat: int) -> bool:
    """Whether a seat may act: at setup every seat that has not answered, then the one to move."""
    if state.phase == SETUP:
        return bool(0 <= seat < state.n_seats and state.choice[seat] == NONE)
    return bool(state.phase != OVER and state.to_move == seat)


@compiled
def takeable(state: Record, rules: Record) -> int:
    """The colours of the face-up cards that may be taken now, as a bit mask (DRAW-TWO, DRAW-LOCO, NO-CARDS)."""
    if state.phase == MAIN and rules.draw_needs_deck == 1 and n_drawable(state) == 0:
        return 0
    colours = colours_face_up(state)
    if state.drawn > 0 and rules.face_up_locomotive != AS_ONE_CARD:  # DRAW-LOCO-SWISS
        colours &= ~(1 << LOCOMOTIVE)
    return colours


@compiled
def can_take(state: Record, rules: Record, colour: int) -> bool:
    """Whether a face-up card of a colour may be taken now."""
    return bool(takeable(state, rules) >> colour & 1)


@compiled
def card_actions(state: Record, rules: Record, out: Actions, n: int) -> int:
    """Append the wagon cards that may be taken (DRAW-TWO, NO-CARDS)."""
    colours = takeable(state, rules)
    for colour in range(N_COLOURS):
        out[n] = actions.TAKE + colour
        n += colours >> colour & 1
    if n_drawable(state) > 0:
        out[n] = actions.DRAW
        n += 1
    return n


@compiled
def _main_cards(state: Record, rules: Record, out: Actions, n: int) -> int:
    """Append the ways to begin taking wagon cards: with a warehouse to fill, if there are any (WAREHOUSE-FILL)."""
    if rules.depots == 0 or n_drawable(state) == 0:
        return card_actions(state, rules, out, n)
    for seat in range(state.n_seats):
        out[n] = actions.WAREHOUSE + seat
        n += 1
    return n


@compiled
def _claims(state: Record, board: Record, rules: Record, seat: int, out: Actions, n: int) -> int:
    """Append the routes the seat may claim (CLAIM-ANY)."""
    marks = out[actions.N_ACTIONS - MAX_ROUTES :]  # the end of the list is room still: few actions stand in it so far
    n_payable = n
    mark_payable(state, board, rules, seat, marks)
    for route in range(board.n_routes):
        out[n_payable] = route
        n_payable += int(marks[route])
    for i in range(n, n_payable):
        route = int(out[i])
        out[n] = actions.CLAIM + route
        n += int(is_open(state, board, rules, seat, route))
    return n


@compiled
def _buildings(state: Record, board: Record, first: int, out: Actions, n: int) -> int:
    """Append the cities where a station or a depot may be built, from the action for the first city on (DEPOT-CITY)."""
    for city in range(board.n_cities):
        if warehouses.can_build_on(state, board, city):
            out[n] = first + city
            n += 1
    return n


@compiled
def _stations(state: Record, board: Record, rules: Record, seat: int, out: Actions, n: int) -> int:
    """Append the cities where the seat may build a station (STATION-BUILD)."""
    return _buildings(state, board, actions.STATION, out, n) if stations.can_afford(state, rules, seat) else n


@compiled
def _depots(state: Record, board: Record, seat: int, out: Actions, n: int) -> int:
    """Append the cities where the seat may place a depot (DEPOT-PLACE)."""
    return _buildings(state, board, actions.DEPOT, out, n) if state.depots_left[seat] > 0 else n


@compiled
def _drawing(state: Record, rules: Record, out: Actions) -> int:
    """The next wagon card; after the first one the seat may stop (DRAW-TWO)."""
    n = card_actions(state, rules, out, 0)
    if state.drawn > 0:
        out[n] = actions.PASS
        n += 1
    return n


@compiled
def _placing(state: Record, board: Record, seat: int, out: Actions) -> int:
    """The cities for a depot; after the action of a turn the seat may also leave it at that (DEPOT-PLACE)."""
    if warehouses.is_first_depot(state):
        return _depots(state, board, seat, out, 0)
    out[0] = actions.PASS
    return _depots(state, board, seat, out, 1)


@compiled
def _main(state: Record, board: Record, rules: Record, seat: int, out: Actions) -> int:
    """The start of a turn: one action, passing if none or a station is left; depots first (TURN, PASS, DEPOT-PLACE)."""
    n = 0
    if state.n_queue > 0:
        out[n] = actions.TICKETS
        n += 1
    n = _main_cards(state, rules, out, n)
    n = _claims(state, board, rules, seat, out, n)
    if n == 0:
        out[n] = actions.PASS
        n += 1
    n = _stations(state, board, rules, seat, out, n)
    return _depots(state, board, seat, out, n)


@compiled
def _keeps(state: Record, rules: Record, seat: int, out: Actions) -> int:
    """All allowed choices from the seat's offer (SETUP-TICKETS, TICKETS-DRAW, MEGA)."""
    n = 0
    for mask in range(1 << int(state.n_offer[seat])):
        if can_keep(state, rules, seat, mask):
            out[n] = actions.KEEP + mask
            n += 1
    return n


@compiled
def _surcharges(state: Record, seat: int, out: Actions) -> int:
    """Taking the payment back, or each way to pay a tunnel's surcharge (TUNNEL, TUNNEL-BACK)."""
    out[0] = actions.TAKE_BACK
    cost, colour = int(state.surcharge), tunnels.laid_colour(state)
    return payments(state, seat, cost, colour, 0, cost, out, 1)


@compiled
def _collections(state: Record, board: Record, seat: int, out: Actions) -> int:
    """Declining, or each warehouse that may be emptied (WAREHOUSE-COLLECT)."""
    out[0] = actions.DECLINE
    n = 1
    for owner in range(state.n_seats):
        if warehouses.can_collect(state, board, seat, owner):
            out[n] = actions.COLLECT + owner
            n += 1
    return n


@compiled
def due(state: Record, board: Record, rules: Record, seat: int) -> int:
    """How many cards the seat must pay now (CLAIM-SET, STATION-BUILD, TUNNEL); 0 if it need not pay."""
    if state.phase == SURCHARGE:
        return int(state.surcharge)
    if state.phase != PAYING:
        return 0
    return stations.cost(state, rules, seat) if state.city != NONE else int(board.length[state.route])


@compiled
def legal(state: Record, board: Record, rules: Record, seat: int, out: Actions) -> int:
    """Write every legal action of a seat to `out` (N_ACTIONS long) and return how many there are."""
    if not may_act(state, seat):
        return 0
    if state.phase == MAIN:
        return _main(state, board, rules, seat, out)
    if state.phase == DRAWING:
        return _drawing(state, rules, out)
    if state.phase == SETUP or state.phase == OFFER:
        return _keeps(state, rules, seat, out)
    if state.phase == PAYING and state.route != NONE:
        return route_payments(state, board, rules, seat, int(state.route), out, 0)
    if state.phase == PAYING:
        cost = stations.cost(state, rules, seat)
        return payments(state, seat, cost, GRAY, 0, cost, out, 0)
    if state.phase == SURCHARGE:
        return _surcharges(state, seat, out)
    if state.phase == COLLECTING:
        return _collections(state, board, seat, out)
    return _placing(state, board, seat, out)


@compiled
def usual(state: Record, board: Record, rules: Record, seat: int, out: Actions) -> int:
    """The legal actions that bots weigh: they always take a second card, and after their action place no depot."""
    n = legal(state, board, rules, seat, out)
    if state.phase == DRAWING and n > 1 and out[n - 1] == actions.PASS:
        return n - 1
    return 1 if state.phase == DEPOTS and n > 0 and out[0] == actions.PASS else n


@compiled
def is_legal(state: Record, board: Record, rules: Record, seat: int, action: int) -> bool:
    """Whether an action is one of the seat's legal ones."""
    out = np.empty(actions.N_ACTIONS, np.int16)
    for i in range(legal(state, board, rules, seat, out)):
        if out[i] == action:
            return True
    return False
