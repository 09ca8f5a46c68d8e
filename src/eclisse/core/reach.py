"""Whatever no game can reach, as bit flags; conservation of cards, pieces and tickets is the business of check.py.

A position may be given in part, so what it leaves empty (hands, a market, tickets kept at setup) is not judged. A game
that is over is there to be counted: of it only stray keys are judged.
"""

from typing import Final

import numpy as np

from eclisse.core.actions import N_ACTIONS, payment_colour, payment_locomotives
from eclisse.core.cards import must_flush, n_drawable
from eclisse.core.codes import (
    COLLECTING,
    DEPOTS,
    DRAWING,
    IN_DECK,
    LOCOMOTIVE,
    MAIN,
    N_COLOURS,
    NONE,
    NOT_ENDED,
    OFFER,
    OFFERED,
    OVER,
    PAYING,
    SETUP,
    SHUFFLED_BOTTOM,
    SURCHARGE,
)
from eclisse.core.legal import legal
from eclisse.core.mechanics import pieces, tunnels, warehouses
from eclisse.core.records import MARKET_SIZE, MAX_REVEALED, Record
from eclisse.core.routes import route_payments
from eclisse.core.tickets import can_keep
from eclisse.jit.compiled import compiled

STRAY_CITY: Final = 1 << 0
STRAY_ROUTE: Final = 1 << 1
ROUTE_AND_CITY: Final = 1 << 2
STRAY_LAID: Final = 1 << 3
STRAY_SURCHARGE: Final = 1 << 4
STRAY_OFFERS: Final = 1 << 5
STRAY_LATER: Final = 1 << 6
STRAY_CHOICES: Final = 1 << 7
STRAY_REVEALED: Final = 1 << 8
STRAY_ENDED: Final = 1 << 9
TOO_EARLY: Final = 1 << 10
HANDS_NOT_DEALT: Final = 1 << 11
OFFERS_NOT_DEALT: Final = 1 << 12
KEPT_WRONG: Final = 1 << 13
CHOICE_ILLEGAL: Final = 1 << 14
DEPOTS_OUT_OF_ORDER: Final = 1 << 15
FLUSH_DUE: Final = 1 << 16
MARKET_SHORT: Final = 1 << 17
LAST_ROUND_TOO_SOON: Final = 1 << 18
LONG_IN_DECK: Final = 1 << 19
LONG_OFFERED: Final = 1 << 20
TOO_MANY_LONG: Final = 1 << 21
DRAWN_MISSING: Final = 1 << 22
OFFER_SIZE_WRONG: Final = 1 << 23
STATIONS_USED_UP: Final = 1 << 24
ONE_PAYMENT: Final = 1 << 25
NO_TUNNEL: Final = 1 << 26
LAID_TWO_COLOURS: Final = 1 << 27
LAID_WRONG: Final = 1 << 28
REVEALED_WRONG: Final = 1 << 29
SURCHARGE_WRONG: Final = 1 << 30
NOTHING_TO_COLLECT: Final = 1 << 31
KNOWN_WRONG: Final = 1 << 32
MIXED_WRONG: Final = 1 << 33
WAREHOUSES_DUE: Final = 1 << 34
NOTHING_TO_PLACE: Final = 1 << 35

FAULTS: Final = {
    STRAY_CITY: "stray-city",
    STRAY_ROUTE: "stray-route",
    ROUTE_AND_CITY: "route-and-city",
    STRAY_LAID: "stray-laid",
    STRAY_SURCHARGE: "stray-surcharge",
    STRAY_OFFERS: "stray-offers",
    STRAY_LATER: "stray-later",
    STRAY_CHOICES: "stray-choices",
    STRAY_REVEALED: "stray-revealed",
    STRAY_ENDED: "stray-ended",
    TOO_EARLY: "too-early",
    HANDS_NOT_DEALT: "hands-not-dealt",
    OFFERS_NOT_DEALT: "offers-not-dealt",
    KEPT_WRONG: "kept-wrong",
    CHOICE_ILLEGAL: "choice-illegal",
    DEPOTS_OUT_OF_ORDER: "depots-out-of-order",
    FLUSH_DUE: "flush-due",
    MARKET_SHORT: "market-short",
    LAST_ROUND_TOO_SOON: "last-round-too-soon",
    LONG_IN_DECK: "long-in-deck",
    LONG_OFFERED: "long-offered",
    TOO_MANY_LONG: "too-many-long",
    DRAWN_MISSING: "drawn-missing",
    OFFER_SIZE_WRONG: "offer-size-wrong",
    STATIONS_USED_UP: "stations-used-up",
    ONE_PAYMENT: "one-payment",
    NO_TUNNEL: "no-tunnel",
    LAID_TWO_COLOURS: "laid-two-colours",
    LAID_WRONG: "laid-wrong",
    REVEALED_WRONG: "revealed-wrong",
    SURCHARGE_WRONG: "surcharge-wrong",
    NOTHING_TO_COLLECT: "nothing-to-collect",
    KNOWN_WRONG: "known-wrong",
    MIXED_WRONG: "mixed-wrong",
    WAREHOUSES_DUE: "warehouses-due",
    NOTHING_TO_PLACE: "nothing-to-place",
}
WHERE: Final = {
    "stray-city": "city",
    "stray-route": "route",
    "route-and-city": "city",
    "stray-laid": "laid",
    "stray-surcharge": "surcharge",
    "stray-offers": "offers",
    "stray-later": "later",
    "stray-choices": "choices",
    "stray-revealed": "revealed",
    "stray-ended": "ended",
    "too-early": "phase",
    "hands-not-dealt": "hands",
    "offers-not-dealt": "offers",
    "kept-wrong": "kept_at_setup",
    "choice-illegal": "choices",
    "depots-out-of-order": "depots",
    "flush-due": "market",
    "market-short": "market",
    "last-round-too-soon": "last_round_by",
    "long-in-deck": "ticket_deck",
    "long-offered": "offers",
    "too-many-long": "tickets",
    "drawn-missing": "drawn",
    "offer-size-wrong": "offers",
    "stations-used-up": "city",
    "one-payment": "phase",
    "no-tunnel": "route",
    "laid-two-colours": "laid",
    "laid-wrong": "laid",
    "revealed-wrong": "revealed",
    "surcharge-wrong": "surcharge",
    "nothing-to-collect": "phase",
    "known-wrong": "known",
    "mixed-wrong": "mixed",
    "warehouses-due": "warehouses",
    "nothing-to-place": "depots_left",
}  # the key that is at fault


@compiled
def _strays(state: Record) -> int:
    """Whatever belongs to another kind of decision than the one awaited."""
    phase, flags = state.phase, 0
    if state.city != NONE and phase != PAYING:
        flags |= STRAY_CITY
    if state.route != NONE and phase != PAYING and phase != SURCHARGE and phase != COLLECTING:
        flags |= STRAY_ROUTE
    if phase == PAYING and state.route != NONE and state.city != NONE:
        flags |= ROUTE_AND_CITY
    for c in range(N_COLOURS):
        if state.laid[c] != 0 and phase != SURCHARGE:
            flags |= STRAY_LAID
    if state.surcharge != 0 and phase != SURCHARGE:
        flags |= STRAY_SURCHARGE
    for seat in range(state.n_seats):
        if state.n_offer[seat] > 0 and phase != SETUP and not (phase == OFFER and seat == state.to_move):
            flags |= STRAY_OFFERS
        if state.n_later[seat] > 0 and phase != SETUP:
            flags |= STRAY_LATER
        if state.choice[seat] != NONE and phase != SETUP:
            flags |= STRAY_CHOICES
    if state.ended != NOT_ENDED and phase != OVER:
        flags |= STRAY_ENDED
    return flags


@compiled
def _has_tunnels(board: Record) -> bool:
    """Whether any route of the board is a tunnel."""
    for route in range(board.n_routes):
        if board.tunnel[route] == 1:
            return True
    return False


@compiled
def _check_revealed(state: Record, board: Record) -> int:
    """Cards of a tunnel are seen while its turn lasts and until the next seat decides (TUNNEL-DISCARD)."""
    phase = state.phase
    if state.revealed[0] == NONE:
        return 0
    shown = phase == SURCHARGE or phase == OVER or ((phase == MAIN or phase == DEPOTS) and state.turns > 0)
    if phase == COLLECTING and state.route != NONE:
        shown = board.tunnel[state.route] == 1
    return 0 if shown and _has_tunnels(board) else STRAY_REVEALED


@compiled
def _check_beginning(state: Record, board: Record, rules: Record) -> int:
    """Before the first turn nothing is played, and every hand is as it was dealt (SETUP-CARDS, DEPOT-START)."""
    flags = 0
    if state.turns > 0 or state.passes > 0 or state.last_round_by != NONE:
        flags |= TOO_EARLY
    for route in range(board.n_routes):
        if state.owner[route] != NONE:
            flags |= TOO_EARLY
    for city in range(board.n_cities):
        if state.station[city] != NONE or (state.phase == SETUP and state.depot[city] != NONE):
            flags |= TOO_EARLY
    n = 0
    for seat in range(state.n_seats):
        n += int(state.n_hand[seat])
        if state.n_warehouse[seat] > 0 or (state.phase == SETUP and state.depots_left[seat] != rules.depots):
            flags |= TOO_EARLY
        for c in range(N_COLOURS):
            if state.seen[seat, c] != 0:
                flags |= TOO_EARLY
    for seat in range(state.n_seats):
        if n > 0 and state.n_hand[seat] != rules.hand:
            flags |= HANDS_NOT_DEALT
    return flags


@compiled
def _count_long(state: Record, board: Record, seat: int) -> int:
    """How many long tickets a seat holds."""
    n = 0
    for ticket in range(board.n_tickets):
        if board.ticket_long[ticket] == 1 and state.holder[ticket] == seat:
            n += 1
    return n


@compiled
def _count_held(state: Record, board: Record, seat: int) -> int:
    """How many tickets a seat holds, counted one by one."""
    n = 0
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == seat:
            n += 1
    return n


@compiled
def _check_setup(state: Record, board: Record, rules: Record, seat: int) -> int:
    """A seat chooses from what it was dealt, long tickets first where the game says so (SETUP-TICKETS, MEGA)."""
    offered, later = int(state.n_offer[seat]), int(state.n_later[seat])
    n_long = 0
    for i in range(offered):
        n_long += int(board.ticket_long[state.offer[seat, i]])
    for i in range(later):
        if board.ticket_long[state.later[seat, i]] == 1:
            return OFFERS_NOT_DEALT
    most_kept = 0
    if rules.long_first == 1 and later > 0:
        as_dealt = later == rules.deal and n_long == offered == rules.deal_long
    elif rules.long_first == 1:
        as_dealt = n_long == 0 and offered == rules.deal
        most_kept = 1
    else:
        as_dealt = later == 0 and n_long == rules.deal_long and offered == rules.deal_long + rules.deal
    flags = 0 if as_dealt else OFFERS_NOT_DEALT
    held = _count_held(state, board, seat)
    if held != state.kept_at_setup[seat] or held > most_kept or held != _count_long(state, board, seat):
        flags |= KEPT_WRONG
    choice = int(state.choice[seat])
    if choice != NONE and (later > 0 or choice >> offered != 0 or not can_keep(state, rules, seat, choice)):
        flags |= CHOICE_ILLEGAL
    return flags


@compiled
def _check_depots(state: Record, board: Record, rules: Record) -> int:
    """First depots are placed one by one, from the last seat backwards (DEPOT-START)."""
    n = int(state.n_seats)
    n_placed = (int(state.first_seat) - 1 - int(state.to_move)) % n
    for seat in range(n):
        expected = 1 if (seat - int(state.to_move) - 1) % n < n_placed else 0
        standing = 0
        for city in range(board.n_cities):
            if state.depot[city] == seat:
                standing += 1
        if standing != expected or state.depots_left[seat] != rules.depots - expected:
            return DEPOTS_OUT_OF_ORDER
    return 0


@compiled
def _check_market(state: Record, rules: Record) -> int:
    """The market is flushed and filled at once, warehouses emptied (MARKET-FLUSH, MARKET-SHORT, WAREHOUSE-EMPTY)."""
    n = 0
    for place in range(MARKET_SIZE):
        if state.market[place] != NONE:
            n += 1
    flags = FLUSH_DUE if must_flush(state, rules) else 0
    if 0 < n < MARKET_SIZE and n_drawable(state) > 0:
        flags |= MARKET_SHORT
    if n_drawable(state) == 0 and warehouses.must_be_emptied(state, rules):
        flags |= WAREHOUSES_DUE
    return flags


@compiled
def _check_long(state: Record, board: Record, rules: Record) -> int:
    """Long tickets are dealt once and never drawn; of several dealt first, one is kept (SETUP-TICKETS, MEGA)."""
    flags = 0
    for ticket in range(board.n_tickets):
        if board.ticket_long[ticket] == 1 and state.holder[ticket] == IN_DECK:
            flags |= LONG_IN_DECK
        if board.ticket_long[ticket] == 1 and state.holder[ticket] == OFFERED and state.phase != SETUP:
            flags |= LONG_OFFERED
    for seat in range(state.n_seats):
        if _count_long(state, board, seat) > (1 if rules.long_first == 1 else rules.deal_long):
            flags |= TOO_MANY_LONG
    return flags


@compiled
def _check_kept(state: Record, rules: Record) -> int:
    """The number kept at setup is one the rules allow, and these tickets are still there (SETUP-TICKETS)."""
    least, most = int(rules.keep), int(rules.deal_long) + int(rules.deal)
    if rules.long_first == 1:
        least, most = min(int(rules.keep) + 1, int(rules.keep_without_long)), int(rules.deal) + 1
    for seat in range(state.n_seats):
        kept = int(state.kept_at_setup[seat])
        if kept != 0 and not least <= kept <= min(most, int(state.n_tickets[seat])):
            return KEPT_WRONG
    return 0


@compiled
def _check_known(state: Record, board: Record, rules: Record) -> int:
    """One seat at most knows where a ticket is that nobody holds; only some games mix tickets (VIEW)."""
    flags = 0
    for ticket in range(board.n_tickets):
        known = int(state.known_by[ticket])
        if known != 0 and (known & (known - 1) != 0 or state.holder[ticket] >= 0 or state.holder[ticket] == OFFERED):
            flags |= KNOWN_WRONG
    if state.n_mixed > 0 and (rules.unkept_setup != SHUFFLED_BOTTOM or state.phase == SETUP):
        flags |= MIXED_WRONG
    return flags


@compiled
def _check_paying(state: Record, board: Record, rules: Record) -> int:
    """There are several ways to pay, for one would have been taken at once (CLAIM-SET, STATION-BUILD)."""
    seat = int(state.to_move)
    if state.city != NONE and state.stations_left[seat] == 0:
        return STATIONS_USED_UP
    out = np.empty(N_ACTIONS, np.int16)
    return ONE_PAYMENT if legal(state, board, rules, seat, out) == 1 else 0


@compiled
def _is_payment(state: Record, board: Record, rules: Record) -> bool:
    """Whether the cards on the table are a way to pay for the route, for whoever has them in hand (CLAIM-SET)."""
    seat, route, total = int(state.to_move), int(state.route), 0
    out = np.empty(N_ACTIONS, np.int16)
    for c in range(N_COLOURS):
        state.hands[seat, c] += state.laid[c]
        total += int(state.laid[c])
    n = route_payments(state, board, rules, seat, route, out, 0)
    for c in range(N_COLOURS):
        state.hands[seat, c] -= state.laid[c]
    for i in range(n):
        colour = payment_colour(int(out[i]))
        cards = total - int(state.laid[LOCOMOTIVE]) if colour != LOCOMOTIVE else total
        if total == board.length[route] and state.laid[colour] == cards:
            if payment_locomotives(int(out[i])) == state.laid[LOCOMOTIVE]:
                return True
    return False


@compiled
def _check_surcharge(state: Record, board: Record, rules: Record) -> int:
    """A payment for a tunnel lies on the table, and the cards turned up ask for more (TUNNEL, TUNNEL-SHORT)."""
    if board.tunnel[state.route] != 1:
        return NO_TUNNEL
    flags = 0
    n_colours = n_revealed = 0
    for c in range(LOCOMOTIVE):
        if state.laid[c] > 0:
            n_colours += 1
    for i in range(MAX_REVEALED):
        if state.revealed[i] != NONE:
            n_revealed += 1
    if n_colours > 1:
        flags |= LAID_TWO_COLOURS
    elif not _is_payment(state, board, rules):
        flags |= LAID_WRONG
    if n_revealed > rules.tunnel_cards or (n_revealed < rules.tunnel_cards and n_drawable(state) > 0):
        flags |= REVEALED_WRONG
    if tunnels.surcharge(state) != state.surcharge:
        flags |= SURCHARGE_WRONG
    return flags


@compiled
def _check_decision(state: Record, board: Record, rules: Record) -> int:
    """The decision under way; what it is about must be there."""
    seat, flags = int(state.to_move), 0
    if state.phase == PAYING:
        flags = _check_paying(state, board, rules)
    elif state.phase == SURCHARGE:
        flags = _check_surcharge(state, board, rules)
    elif state.phase == COLLECTING:
        flags = 0 if warehouses.can_collect_any(state, board, rules, seat) else NOTHING_TO_COLLECT
    elif state.phase == DRAWING and state.drawn == 0 and rules.depots == 0:
        flags = DRAWN_MISSING
    elif state.phase == OFFER:
        n = int(state.n_offer[seat])
        flags = OFFER_SIZE_WRONG if n > rules.draw or (n < rules.draw and state.n_queue > 0) else 0
    elif warehouses.is_first_depot(state) and rules.depots > 0:
        flags = _check_depots(state, board, rules)
    elif state.phase == DEPOTS and rules.depots > 0:
        flags = 0 if warehouses.can_place_after(state, board, rules, seat) else NOTHING_TO_PLACE
    elif state.phase == SETUP:
        for other in range(state.n_seats):
            flags |= _check_setup(state, board, rules, other)
    return flags


@compiled
def unreachable(state: Record, board: Record, rules: Record) -> int:
    """All that no game can reach in a record whose decision has what it is about; 0 when there is nothing."""
    flags = _strays(state) | _check_revealed(state, board)
    if state.phase == OVER or flags != 0:
        return flags
    if state.phase == SETUP or warehouses.is_first_depot(state):
        flags |= _check_beginning(state, board, rules)
    elif state.last_round_by != NONE and pieces.n_pieces(state, int(state.last_round_by)) > rules.last_round_at:
        flags |= LAST_ROUND_TOO_SOON
    if state.phase != SETUP:
        flags |= _check_kept(state, rules)
    flags |= _check_market(state, rules) | _check_long(state, board, rules) | _check_known(state, board, rules)
    return flags | _check_decision(state, board, rules)
