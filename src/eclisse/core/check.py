"""Everything wrong with a record, as bit flags."""

from typing import Final

import numpy as np

from eclisse.core.codes import IN_DECK, N_COLOURS, NONE, OFFERED, OUT, SURCHARGE
from eclisse.core.mechanics.pieces import spaces
from eclisse.core.records import MARKET_SIZE, MAX_REVEALED, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

TOO_MANY_CARDS: Final = 1
TOO_FEW_CARDS: Final = 2
WRONG_COUNT: Final = 4
TOO_MANY_PIECES: Final = 8
DOUBLE_OWNED: Final = 16
DOUBLE_CLOSED: Final = 32
WRONG_POINTS: Final = 64
TICKET_TWICE: Final = 128
TICKETS_MISCOUNTED: Final = 256
BUILDINGS_WRONG: Final = 512
SEEN_TOO_MUCH: Final = 1024
STOCK_TOO_SMALL: Final = 2048

FAULTS: Final = {
    TOO_MANY_CARDS: "state-too-many-cards",
    TOO_FEW_CARDS: "state-too-few-cards",
    WRONG_COUNT: "state-cards-miscounted",
    TOO_MANY_PIECES: "state-too-many-pieces",
    DOUBLE_OWNED: "state-both-tracks-owned",
    DOUBLE_CLOSED: "state-both-tracks-taken",
    WRONG_POINTS: "state-points-differ",
    TICKET_TWICE: "state-ticket-misplaced",
    TICKETS_MISCOUNTED: "state-tickets-miscounted",
    BUILDINGS_WRONG: "state-buildings-differ",
    SEEN_TOO_MUCH: "state-seen-too-much",
    STOCK_TOO_SMALL: "state-stock-too-small",
}


@compiled
def count_cards(state: Record, colour: int) -> int:
    """All cards of a colour, wherever they are (SETUP-CARDS)."""
    n = int(state.deck[colour]) + int(state.discard[colour]) + int(state.laid[colour])
    for place in range(MARKET_SIZE):
        if state.market[place] == colour:
            n += 1
    if state.phase == SURCHARGE:
        for i in range(MAX_REVEALED):
            if state.revealed[i] == colour:
                n += 1
    for seat in range(state.n_seats):
        n += int(state.hands[seat, colour]) + int(state.warehouses[seat, colour])
    return n


@compiled
def _check_cards(state: Record, rules: Record) -> int:
    """Cards are conserved, colour by colour, and counted right."""
    flags = 0
    deck = discard = 0
    for c in range(N_COLOURS):
        n = count_cards(state, c)
        if n > rules.cards[c]:
            flags |= TOO_MANY_CARDS
        if n < rules.cards[c]:
            flags |= TOO_FEW_CARDS
        from_stock = int(state.deck[c])
        for seat in range(state.n_seats):
            from_stock += int(state.blind[seat, c])
        if from_stock > state.stock[c]:
            flags |= STOCK_TOO_SMALL
        deck += int(state.deck[c])
        discard += int(state.discard[c])
    if deck != state.n_deck or discard != state.n_discard:
        flags |= WRONG_COUNT
    for seat in range(state.n_seats):
        hand = warehouse = 0
        for c in range(N_COLOURS):
            hand += int(state.hands[seat, c])
            warehouse += int(state.warehouses[seat, c])
            if state.seen[seat, c] > state.hands[seat, c]:
                flags |= SEEN_TOO_MUCH
            if min(state.hands[seat, c], state.warehouses[seat, c], state.deck[c], state.discard[c]) < 0:
                flags |= WRONG_COUNT
        if hand != state.n_hand[seat] or warehouse != state.n_warehouse[seat]:
            flags |= WRONG_COUNT
    return flags


@compiled
def _check_routes(state: Record, board: Record, rules: Record) -> int:
    """Pieces and points follow from the routes; double routes are shared by the rule (DOUBLE, DOUBLE-FEW)."""
    flags = 0
    for seat in range(state.n_seats):
        left = np.zeros(2, np.int64)
        left[0], left[1] = int(rules.pieces[0]), int(rules.pieces[1])
        points = 0
        for route in range(board.n_routes):
            if state.owner[route] == seat:
                left[board.kind[route]] -= spaces(board, route)
                points += int(rules.points[board.kind[route], board.length[route]])
        if left[0] != state.pieces[seat, 0] or left[1] != state.pieces[seat, 1] or left[0] < 0 or left[1] < 0:
            flags |= TOO_MANY_PIECES
        if points != state.points[seat]:
            flags |= WRONG_POINTS
    for route in range(board.n_routes):
        twin = board.twin[route]
        if twin != NONE and state.owner[route] != NONE and state.owner[twin] != NONE:
            if state.owner[route] == state.owner[twin]:
                flags |= DOUBLE_OWNED
            if state.n_seats < rules.both_tracks_from:
                flags |= DOUBLE_CLOSED
    return flags


@compiled
def _check_buildings(state: Record, board: Record, rules: Record) -> int:
    """Stations are built or left; depots are placed, left or given up; a city has one building (DEPOT-CITY)."""
    flags = 0
    for seat in range(state.n_seats):
        n_stations = n_depots = 0
        for city in range(board.n_cities):
            n_stations += state.station[city] == seat
            n_depots += state.depot[city] == seat
            if state.station[city] != NONE and state.depot[city] != NONE:
                flags |= BUILDINGS_WRONG
        if n_stations + state.stations_left[seat] != rules.stations or state.stations_left[seat] < 0:
            flags |= BUILDINGS_WRONG
        if n_depots + state.depots_left[seat] > rules.depots or state.depots_left[seat] < 0:
            flags |= BUILDINGS_WRONG
    return flags


@compiled
def _check_tickets(state: Record, board: Record) -> int:
    """Each ticket is in one place, and each place holds as many as it says."""
    flags = 0
    places = np.zeros(MAX_TICKETS, np.int64)
    for k in range(state.n_queue):
        ticket = state.queue[(state.head + k) % MAX_TICKETS]
        places[ticket] += 1
        if state.holder[ticket] != IN_DECK:
            flags |= TICKET_TWICE
    for seat in range(state.n_seats):
        held = 0
        for ticket in range(board.n_tickets):
            if state.holder[ticket] == seat:
                places[ticket] += 1
                held += 1
        for i in range(state.n_offer[seat]):
            places[state.offer[seat, i]] += 1
            flags |= 0 if state.holder[state.offer[seat, i]] == OFFERED else TICKET_TWICE
        for i in range(state.n_later[seat]):
            places[state.later[seat, i]] += 1
        if held != state.n_tickets[seat] and state.phase != 0:
            flags |= TICKETS_MISCOUNTED
    for ticket in range(board.n_tickets):
        places[ticket] += state.holder[ticket] == OUT
        if places[ticket] != 1:
            flags |= TICKET_TWICE
    return flags


@compiled
def status(state: Record, board: Record, rules: Record) -> int:
    """Everything that is wrong with a record; 0 when nothing is."""
    return (
        _check_cards(state, rules)
        | _check_routes(state, board, rules)
        | _check_buildings(state, board, rules)
        | _check_tickets(state, board)
    )
