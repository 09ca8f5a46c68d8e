"""Carrying out a legal decision."""

import numpy as np

from eclisse.core import actions
from eclisse.core.actions import argument_of, kind_of
from eclisse.core.cards import (
    discard_laid,
    draw_blind,
    draw_card,
    fill_market,
    n_drawable,
    renew,
    restock,
    take_face_up,
    take_laid_back,
)
from eclisse.core.codes import (
    AS_TWO_CARDS,
    COLLECTING,
    DEPOTS,
    DRAWING,
    EVERYBODY_PASSED,
    GRAY,
    LAST_ROUND_PLAYED,
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
from eclisse.core.legal import due, is_legal, takeable
from eclisse.core.mechanics import pieces, stations, tunnels, warehouses
from eclisse.core.records import Record
from eclisse.core.routes import lay_payment, lay_pieces, payments, route_payments
from eclisse.core.setup import choose
from eclisse.core.tickets import offer_from_deck, settle_offer
from eclisse.jit.compiled import compiled


@compiled
def settle_stock(state: Record, rules: Record) -> None:
    """Empty the warehouses as soon as deck and discard are both gone (WAREHOUSE-EMPTY)."""
    if n_drawable(state) == 0 and rules.depots > 0:
        restock(state, rules)
        fill_market(state, rules)


@compiled
def _end_game(state: Record, reason: int) -> None:
    """The game is over and can be scored."""
    state.phase = OVER
    state.ended = reason
    state.to_move = NONE


@compiled
def _hand_on(state: Record, rules: Record) -> None:
    """Hand the turn on, set off the last round, or end the game (LAST-ROUND, PASS)."""
    seat = int(state.to_move)
    if state.last_round_by == seat:
        _end_game(state, LAST_ROUND_PLAYED)
        return
    if state.passes == state.n_seats:
        _end_game(state, EVERYBODY_PASSED)
        return
    if state.last_round_by == NONE and pieces.n_pieces(state, seat) <= rules.last_round_at:
        state.last_round_by = seat
    state.to_move = (seat + 1) % state.n_seats
    state.phase = MAIN


@compiled
def _end_action(state: Record, board: Record, rules: Record) -> None:
    """The action of a turn is done; depots may follow before the turn is handed on (DEPOT-PLACE)."""
    state.turns += 1
    state.passes = state.drawn = 0
    state.route = state.city = NONE
    state.phase = DEPOTS
    if not warehouses.can_place_after(state, board, rules, int(state.to_move)):
        _hand_on(state, rules)


@compiled
def _pass(state: Record, board: Record, rules: Record) -> None:
    """Stop after one card (DRAW-TWO), place no more depots (DEPOT-PLACE), or pass the whole turn (PASS)."""
    if state.phase == DRAWING:
        _end_action(state, board, rules)
        return
    if state.phase == MAIN:
        state.turns += 1
        state.passes += 1
    _hand_on(state, rules)


@compiled
def _after_card(state: Record, board: Record, rules: Record) -> None:
    """End the draw after two cards or when no other can be taken (DRAW-TWO, NO-CARDS)."""
    settle_stock(state, rules)
    state.phase = DRAWING
    if state.drawn >= 2 or (n_drawable(state) == 0 and takeable(state, rules) == 0):
        _end_action(state, board, rules)


@compiled
def _take(state: Record, board: Record, rules: Record, seat: int, colour: int) -> None:
    """Take a face-up card; a locomotive may count as two (DRAW-TWO, DRAW-LOCO)."""
    take_face_up(state, rules, seat, colour)
    state.drawn += 1
    if colour == LOCOMOTIVE and rules.face_up_locomotive == AS_TWO_CARDS:
        state.drawn = 2
    _after_card(state, board, rules)


@compiled
def _draw(state: Record, board: Record, rules: Record, seat: int) -> None:
    """Take a card blind (DRAW-TWO); a flush that had to wait may be due now that the deck is smaller."""
    draw_blind(state, rules, seat)
    fill_market(state, rules)
    state.drawn += 1
    _after_card(state, board, rules)


@compiled
def _fill_warehouse(state: Record, board: Record, rules: Record, owner: int) -> None:
    """Put the top card of the deck unseen in a warehouse; a draw must follow (WAREHOUSE-FILL)."""
    colour = draw_card(state, rules)
    state.warehouses[owner, colour] += 1
    state.n_warehouse[owner] += 1
    fill_market(state, rules)
    _after_card(state, board, rules)


@compiled
def _claim(state: Record, board: Record, rules: Record, seat: int, route: int) -> None:
    """Name a route; pay for it at once when there is only one way to (CLAIM-SET)."""
    out = np.empty(N_COLOURS * 10, np.int16)
    state.route = route
    state.phase = PAYING
    if route_payments(state, board, rules, seat, route, out, 0) == 1:
        _pay(state, board, rules, seat, int(out[0]))


@compiled
def _station(state: Record, board: Record, rules: Record, seat: int, city: int) -> None:
    """Name a station's city; pay for it at once when there is only one way to (STATION-BUILD)."""
    out = np.empty(N_COLOURS * 10, np.int16)
    state.city = city
    state.phase = PAYING
    cost = stations.cost(state, rules, seat)
    if payments(state, seat, cost, GRAY, 0, cost, out, 0) == 1:
        _pay(state, board, rules, seat, int(out[0]))


@compiled
def _pay(state: Record, board: Record, rules: Record, seat: int, action: int) -> None:
    """Pay for the station, the route, or a tunnel, which then turns up its cards (TUNNEL)."""
    lay_payment(state, seat, action, due(state, board, rules, seat))
    if state.city != NONE:
        stations.build(state, seat, int(state.city))
        discard_laid(state)
        fill_market(state, rules)
        _end_action(state, board, rules)
        return
    if board.tunnel[state.route] == 1:
        tunnels.reveal(state, rules)
        if rules.renew_at_once == 1:
            settle_stock(state, rules)
        fill_market(state, rules)  # for it may have emptied the warehouses
        if state.surcharge > 0:
            state.phase = SURCHARGE
            return
        tunnels.discard_revealed(state)
    _complete_claim(state, board, rules, seat)


@compiled
def _complete_claim(state: Record, board: Record, rules: Record, seat: int) -> None:
    """Discard the payment and lay the pieces; then warehouses may be collected (CLAIM-SET, WAREHOUSE-COLLECT)."""
    lay_pieces(state, board, rules, seat, int(state.route))
    discard_laid(state)
    fill_market(state, rules)
    if warehouses.can_collect_any(state, board, rules, seat):
        state.phase = COLLECTING
    else:
        _end_action(state, board, rules)


@compiled
def _pay_surcharge(state: Record, board: Record, rules: Record, seat: int, action: int) -> None:
    """Add the cards a tunnel asks for (TUNNEL, TUNNEL-DISCARD)."""
    lay_payment(state, seat, action, due(state, board, rules, seat))
    tunnels.discard_revealed(state)
    state.surcharge = 0
    _complete_claim(state, board, rules, seat)


@compiled
def _take_back(state: Record, board: Record, rules: Record, seat: int) -> None:
    """Give a tunnel up and take its payment back (TUNNEL-BACK, TUNNEL-DISCARD)."""
    take_laid_back(state, seat)
    tunnels.discard_revealed(state)
    state.surcharge = 0
    fill_market(state, rules)
    _end_action(state, board, rules)


@compiled
def _collect(state: Record, board: Record, rules: Record, seat: int, owner: int) -> None:
    """Empty a warehouse; go on while another is in reach (WAREHOUSE-COLLECT)."""
    warehouses.collect(state, seat, owner)
    fill_market(state, rules)
    if not warehouses.can_collect_any(state, board, rules, seat):
        _end_action(state, board, rules)


@compiled
def _place_depot(state: Record, board: Record, rules: Record, seat: int, city: int) -> None:
    """Place a depot: the first ones from the last seat backwards, any number in play (DEPOT-START, DEPOT-PLACE)."""
    warehouses.place_depot(state, seat, city)
    if not warehouses.is_first_depot(state):
        fill_market(state, rules)
        if state.phase == DEPOTS and not warehouses.can_place_after(state, board, rules, seat):
            _hand_on(state, rules)
    elif seat == state.first_seat:
        state.phase = MAIN
    else:
        state.to_move = (seat + state.n_seats - 1) % state.n_seats


@compiled
def _keep(state: Record, board: Record, rules: Record, seat: int, mask: int) -> None:
    """Keep tickets of an offer, at setup or in play (SETUP-TICKETS, TICKETS-DRAW)."""
    if state.phase == SETUP:
        choose(state, board, rules, seat, mask)
    else:
        settle_offer(state, rules, seat, mask)
        _end_action(state, board, rules)


@compiled
def apply(state: Record, board: Record, rules: Record, seat: int, action: int) -> None:
    """Carry out a decision that is known to be legal."""
    renew(state, rules)  # for a position written by hand may have an empty deck beside a discard
    if state.phase == MAIN:
        tunnels.forget_revealed(state)
    kind, argument = kind_of(action), argument_of(action)
    if kind == actions.TAKE:
        _take(state, board, rules, seat, argument)
    elif kind == actions.DRAW:
        _draw(state, board, rules, seat)
    elif kind == actions.TICKETS:
        offer_from_deck(state, rules, seat)
        state.phase = OFFER
    elif kind == actions.PASS:
        _pass(state, board, rules)
    elif kind == actions.TAKE_BACK:
        _take_back(state, board, rules, seat)
    elif kind == actions.DECLINE:
        _end_action(state, board, rules)
    elif kind == actions.WAREHOUSE:
        _fill_warehouse(state, board, rules, argument)
    elif kind == actions.COLLECT:
        _collect(state, board, rules, seat, argument)
    elif kind == actions.KEEP:
        _keep(state, board, rules, seat, argument)
    elif kind == actions.CLAIM:
        _claim(state, board, rules, seat, argument)
    elif kind == actions.STATION:
        _station(state, board, rules, seat, argument)
    elif kind == actions.DEPOT:
        _place_depot(state, board, rules, seat, argument)
    elif state.phase == SURCHARGE:
        _pay_surcharge(state, board, rules, seat, action)
    else:
        _pay(state, board, rules, seat, action)
    settle_stock(state, rules)


@compiled
def play(state: Record, board: Record, rules: Record, seat: int, action: int) -> bool:
    """Carry out a decision if it is legal; otherwise change nothing and return False."""
    if not is_legal(state, board, rules, seat, action):
        return False
    apply(state, board, rules, seat, action)
    return True
