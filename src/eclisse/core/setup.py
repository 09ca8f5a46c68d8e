"""Dealing a game, and the choice of the first tickets."""

import numpy as np

from eclisse.core.cards import draw_blind, fill_market
from eclisse.core.codes import (
    DEPOTS,
    MAIN,
    N_COLOURS,
    NONE,
    OUT,
    OUT_OF_GAME,
    SETUP,
    SHUFFLED_BOTTOM,
)
from eclisse.core.records import MAX_SEATS, Record
from eclisse.core.rng import below
from eclisse.core.tickets import clear_offer, give, put_under, remove, shuffle_queue, take_top
from eclisse.jit.compiled import compiled


@compiled
def clear(state: Record) -> None:
    """Make a record of an empty table: nothing dealt, nothing owned."""
    state.counter = 0
    state.phase = SETUP
    state.turns = state.passes = state.ended = state.drawn = state.surcharge = 0
    state.to_move = state.first_seat = state.last_round_by = state.route = state.city = NONE
    state.deck[:] = 0
    state.discard[:] = 0
    state.stock[:] = 0
    state.laid[:] = 0
    state.hands[:, :] = 0
    state.seen[:, :] = 0
    state.blind[:, :] = 0
    state.warehouses[:, :] = 0
    state.n_deck = state.n_discard = state.n_flushes = state.n_reshuffles = 0
    state.market[:] = NONE
    state.revealed[:] = NONE
    state.owner[:] = NONE
    state.station[:] = NONE
    state.depot[:] = NONE
    state.pieces[:, :] = 0
    for seat in range(MAX_SEATS):
        state.n_hand[seat] = state.points[seat] = state.stations_left[seat] = state.depots_left[seat] = 0
        state.n_warehouse[seat] = state.n_tickets[seat] = state.n_offer[seat] = state.n_later[seat] = 0
        state.kept_at_setup[seat] = 0
        state.choice[seat] = NONE
    state.holder[:] = OUT
    state.known_by[:] = 0
    state.queue[:] = NONE
    state.head = state.n_queue = state.mixed_at = state.n_mixed = 0
    state.offer[:, :] = NONE
    state.later[:, :] = NONE


@compiled
def give_pieces(state: Record, rules: Record) -> None:
    """Each seat gets its trains, subways, stations and depots."""
    for seat in range(state.n_seats):
        state.pieces[seat, 0] = rules.pieces[0]
        state.pieces[seat, 1] = rules.pieces[1]
        state.stations_left[seat] = rules.stations
        state.depots_left[seat] = rules.depots


@compiled
def _deal_cards(state: Record, rules: Record) -> None:
    """Shuffle the wagon cards, deal the hands, turn up the market (SETUP-CARDS)."""
    for c in range(N_COLOURS):
        state.deck[c] = state.stock[c] = rules.cards[c]
        state.n_deck += rules.cards[c]
    for seat in range(state.n_seats):
        for _ in range(rules.hand):
            draw_blind(state, rules, seat)
    fill_market(state, rules)


@compiled
def _gather(state: Record, board: Record, long: int) -> None:
    """Make the ticket deck from all long tickets, or from all others, and shuffle it."""
    state.head = state.n_queue = 0
    for ticket in range(board.n_tickets):
        if board.ticket_long[ticket] == long:
            put_under(state, ticket, 0)
    shuffle_queue(state, 0, int(state.n_queue))


@compiled
def _deal_tickets(state: Record, board: Record, rules: Record) -> None:
    """Deal each seat its first tickets, long ones first; undealt long ones leave the game (SETUP-TICKETS, MEGA)."""
    _gather(state, board, 1)
    for seat in range(state.n_seats):
        for i in range(rules.deal_long):
            state.offer[seat, i] = take_top(state)
        state.n_offer[seat] = rules.deal_long
    while state.n_queue > 0:
        state.holder[take_top(state)] = OUT
    _gather(state, board, 0)
    for seat in range(state.n_seats):
        for _ in range(rules.deal):
            ticket = take_top(state)
            if rules.long_first == 1:
                state.later[seat, state.n_later[seat]] = ticket
                state.n_later[seat] += 1
            else:
                state.offer[seat, state.n_offer[seat]] = ticket
                state.n_offer[seat] += 1


@compiled
def deal(state: Record, board: Record, rules: Record, n_seats: int, k0: np.uint64, k1: np.uint64) -> None:
    """Set up a game for so many seats under a 128-bit key (SETUP-CARDS, SETUP-TICKETS, FIRST-SEAT)."""
    clear(state)
    state.key[0] = k0
    state.key[1] = k1
    state.n_seats = n_seats
    state.first_seat = below(state, n_seats)
    give_pieces(state, rules)
    _deal_cards(state, rules)
    _deal_tickets(state, board, rules)


@compiled
def _choose_long(state: Record, seat: int, mask: int) -> None:
    """Settle the long tickets of a seat and offer it the others (MEGA)."""
    for i in range(state.n_offer[seat]):
        ticket = int(state.offer[seat, i])
        if mask >> i & 1:
            state.holder[ticket] = seat
            state.kept_at_setup[seat] = 1
        else:
            remove(state, seat, ticket)
    clear_offer(state, seat)
    for i in range(state.n_later[seat]):
        state.offer[seat, i] = state.later[seat, i]
        state.later[seat, i] = NONE
    state.n_offer[seat] = state.n_later[seat]
    state.n_later[seat] = 0


@compiled
def _put_away(state: Record, board: Record, rules: Record, seat: int, ticket: int) -> None:
    """Put an unkept ticket where the game says; long ones always leave it (SETUP-TICKETS)."""
    if rules.unkept_setup == OUT_OF_GAME or board.ticket_long[ticket] == 1:
        remove(state, seat, ticket)
    else:
        put_under(state, ticket, 1 << seat)


@compiled
def _settle_choices(state: Record, board: Record, rules: Record) -> None:
    """Carry out all choices in seat order (SETUP-TICKETS)."""
    start = int(state.n_queue)
    for seat in range(state.n_seats):
        state.n_tickets[seat] = state.kept_at_setup[seat]
        for i in range(state.n_offer[seat]):
            ticket = int(state.offer[seat, i])
            if state.choice[seat] >> i & 1:
                give(state, seat, ticket)
            else:
                _put_away(state, board, rules, seat, ticket)
        state.kept_at_setup[seat] = state.n_tickets[seat]
        state.choice[seat] = NONE
        clear_offer(state, seat)
    if rules.unkept_setup == SHUFFLED_BOTTOM:
        state.mixed_at = start
        state.n_mixed = state.n_queue - start
        shuffle_queue(state, start, int(state.n_mixed))


@compiled
def choose(state: Record, board: Record, rules: Record, seat: int, mask: int) -> None:
    """A seat answers which first tickets it keeps; the last answer starts the game (SETUP-TICKETS, DEPOT-START)."""
    if state.n_later[seat] > 0:
        _choose_long(state, seat, mask)
        return
    state.choice[seat] = mask
    for other in range(state.n_seats):
        if state.choice[other] == NONE:
            return
    _settle_choices(state, board, rules)
    if rules.depots > 0:
        state.phase = DEPOTS
        state.to_move = (state.first_seat + state.n_seats - 1) % state.n_seats
    else:
        state.phase = MAIN
        state.to_move = state.first_seat
