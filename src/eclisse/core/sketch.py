"""A position as somebody gives it, whole or in part: the state that it makes, and everything wrong with it, as rows.

Whoever reads a position only puts numbers for names into a SKETCH; what follows from them is decided here.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core import check, reach
from eclisse.core.actions import N_ACTIONS
from eclisse.core.check import count_cards
from eclisse.core.codes import (
    COLLECTING,
    DEPOTS,
    DRAWING,
    LAST_ROUND_PLAYED,
    N_COLOURS,
    NONE,
    NOT_ENDED,
    OFFER,
    OFFERED,
    OVER,
    PAYING,
    SETUP,
    SUBWAY,
    SURCHARGE,
    TRAIN,
)
from eclisse.core.legal import legal
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.mechanics.warehouses import can_build_on
from eclisse.core.records import (
    MARKET_SIZE,
    MAX_CITIES,
    MAX_OFFER,
    MAX_REVEALED,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_TICKETS,
    Record,
    record,
)
from eclisse.core.routes import is_free
from eclisse.core.setup import clear, give_pieces
from eclisse.core.tickets import put_under
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]

KEYS: Final = (
    "game", "seats", "modules", "phase", "first_seat", "to_move", "last_round_by", "turns", "passes", "drawn",
    "flushes", "reshuffles", "ended", "counter", "key", "routes", "stations", "depots", "depots_left", "hands",
    "warehouses", "seen", "blind", "discard", "market", "revealed", "laid", "deck", "stock", "tickets", "offers",
    "later", "ticket_deck", "route", "city", "surcharge", "choices", "kept_at_setup", "mixed", "known",
)  # of a position, in the order in which they are read  # fmt: skip
(
    _GAME, _SEATS, _MODULES, _PHASE, _FIRST_SEAT, _TO_MOVE, _LAST_ROUND_BY, _TURNS, _PASSES, _DRAWN, _FLUSHES,
    _RESHUFFLES, _ENDED, _COUNTER, _KEY, _ROUTES, _STATIONS, _DEPOTS, _DEPOTS_LEFT, _HANDS, _WAREHOUSES,
    _SEEN, _BLIND, _DISCARD, _MARKET, _REVEALED, _LAID, _DECK, _STOCK, _TICKETS, _OFFERS, _LATER,
    _TICKET_DECK, _ROUTE, _CITY, _SURCHARGE, _CHOICES, _KEPT_AT_SETUP, _MIXED, _KNOWN,
) = range(len(KEYS))  # fmt: skip

# A position, each field under its key; lists end with NONE, and a field that is missing is NONE or 0.
SKETCH: Final = record(
    [
        ("given", "i1", len(KEYS)),  # 1 for each key that is there
        ("seats", "i2"),
        ("phase", "i2"),
        ("first_seat", "i2"),
        ("to_move", "i2"),
        ("last_round_by", "i2"),
        ("turns", "i4"),
        ("passes", "i2"),
        ("drawn", "i2"),
        ("flushes", "i4"),
        ("reshuffles", "i4"),
        ("ended", "i2"),
        ("counter", "i8"),
        ("key", "u8", 2),
        ("routes", "i2", MAX_ROUTES),  # the owner of each
        ("stations", "i2", (MAX_SEATS, MAX_CITIES)),
        ("depots", "i2", (MAX_SEATS, MAX_CITIES)),
        ("depots_left", "i2", MAX_SEATS),
        ("hands", "i2", (MAX_SEATS, N_COLOURS)),
        ("warehouses", "i2", (MAX_SEATS, N_COLOURS)),
        ("seen", "i2", (MAX_SEATS, N_COLOURS)),
        ("blind", "i2", (MAX_SEATS, N_COLOURS)),
        ("discard", "i2", N_COLOURS),
        ("market", "i2", MARKET_SIZE),
        ("revealed", "i2", MAX_REVEALED),
        ("laid", "i2", N_COLOURS),
        ("deck", "i2", N_COLOURS),
        ("stock", "i2", N_COLOURS),
        ("tickets", "i2", (MAX_SEATS, MAX_TICKETS)),
        ("offers", "i2", (MAX_SEATS, MAX_OFFER)),
        ("later", "i2", (MAX_SEATS, MAX_OFFER)),
        ("ticket_deck", "i2", MAX_TICKETS),
        ("route", "i2"),
        ("city", "i2"),
        ("surcharge", "i2"),
        ("choices", "i2", MAX_SEATS),
        ("kept_at_setup", "i2", MAX_SEATS),
        ("mixed", "i2", 2),
        ("known", "i2", MAX_TICKETS),  # bit s: seat s knows where this ticket is
        ("n_flaws", "i4"),  # found so far
    ]
)
# One thing that is wrong: its place in FLAWS, where it is, and the values of its fault; the others mean nothing.
FLAW: Final = record(
    [
        ("code", "i2"),
        ("where", "i2"),  # the key, or NONE
        ("place", "i2"),  # in the list of that key, or NONE
        ("other", "i2"),  # the key and the place where a ticket is too
        ("other_place", "i2"),
        ("phase", "i2"),
        ("seat", "i2"),
        ("seats", "i2"),
        ("placed", "i2"),
        ("has", "i2"),
        ("most", "i2"),
        ("excess", "i2"),
        ("value", "i4"),
        ("low", "i4"),
        ("high", "i4"),
        ("route", "i2"),
        ("city", "i2"),
        ("colour", "i2"),
        ("ticket", "i2"),
    ]
)
MOST_FLAWS: Final = 20  # that are written; all of them are counted
OWN_FLAWS: Final[dict[str, tuple[str, ...]]] = {
    "stray-to-move": (),
    "number-expected": ("low", "high", "value"),
    "ended-expected": ("reasons", "value"),
    "too-many-trains": ("seat", "placed", "has"),
    "too-many-subways": ("seat", "placed", "has"),
    "both-tracks-owned": ("route", "seat"),
    "both-tracks-taken": ("route", "seats"),
    "too-many-stations": ("seat", "placed", "has"),
    "too-many-depots": ("seat", "placed", "has"),
    "too-many-depots-left": ("seat", "most", "value"),
    "two-buildings": ("city",),
    "building-on-exit": ("city",),
    "too-many-cards": ("colour", "excess", "has"),
    "ticket-twice": ("ticket", "other"),
    "decision-incomplete": ("phase", "keys"),
    "station-on-building": ("city",),
    "route-not-free": ("route", "seat"),
    "pieces-lacking": ("route", "seat"),
    "collecting-elsewhere": ("route", "seat"),
    "no-decision": ("phase",),
}  # the codes of the faults, and the values that each one has
(
    STRAY_TO_MOVE, NUMBER_EXPECTED, ENDED_EXPECTED, TOO_MANY_TRAINS, TOO_MANY_SUBWAYS, BOTH_TRACKS_OWNED,
    BOTH_TRACKS_TAKEN, TOO_MANY_STATIONS, TOO_MANY_DEPOTS, TOO_MANY_DEPOTS_LEFT, TWO_BUILDINGS, BUILDING_ON_EXIT,
    TOO_MANY_CARDS, TICKET_TWICE, DECISION_INCOMPLETE, STATION_ON_BUILDING, ROUTE_NOT_FREE, PIECES_LACKING,
    COLLECTING_ELSEWHERE, NO_DECISION,
) = range(len(OWN_FLAWS))  # fmt: skip
FLAWS: Final[dict[str, tuple[str, ...]]] = {
    **OWN_FLAWS,
    **dict.fromkeys(check.FAULTS.values(), ()),
    **dict.fromkeys(reach.FAULTS.values(), ("phase",)),
}
_FIRST_STATE, _N_STATE = len(OWN_FLAWS), len(check.FAULTS)
_FIRST_REACH, _N_REACH = _FIRST_STATE + _N_STATE, len(reach.FAULTS)
_REACH_AT: Final = tuple(KEYS.index(reach.WHERE[code]) for code in reach.FAULTS.values())
ABOUT: Final[dict[int, tuple[str, ...]]] = {
    PAYING: ("route", "city"),
    COLLECTING: ("route",),
    SURCHARGE: ("route", "surcharge", "laid", "revealed"),
    OFFER: ("offers",),
    SETUP: ("offers",),
}  # the keys of what a decision is about
ASSEMBLED: Final = 0  # how far a position is judged: what it is made of,
CHECKED: Final = 1  # whether that can be,
REACHABLE: Final = 2  # and whether a game can come to it


@compiled
def _noted(given: Record, out: Records, code: int, where: int, place: int) -> int:
    """Note a flaw; returns the row for its values. What is too much goes to the last row, which nobody reads."""
    i = min(int(given.n_flaws), MOST_FLAWS)
    given.n_flaws += 1
    out[i].code, out[i].where, out[i].place = code, where, place
    return i


@compiled
def _out_of_range(given: Record, out: Records, where: int, place: int, value: int, high: int) -> None:
    """Note a number that is too high."""
    row = out[_noted(given, out, NUMBER_EXPECTED, where, place)]
    row.low, row.high, row.value = 0, high, value


@compiled
def _n_placed(given: Record) -> int:
    """How many seats have placed a depot."""
    n = 0
    for seat in range(given.seats):
        n += given.depots[seat, 0] != NONE
    return n


@compiled
def _mover(given: Record, out: Records) -> int:
    """The seat to move; nobody in particular at setup and at the end, in turn while the first depots are placed."""
    n = int(given.seats)
    if given.phase == SETUP and given.to_move != NONE:
        _noted(given, out, STRAY_TO_MOVE, _TO_MOVE, NONE)
    if given.phase == SETUP or given.phase == OVER:
        return NONE
    if given.phase == DEPOTS and given.to_move == NONE:
        return (int(given.first_seat) - 1 - _n_placed(given)) % n
    return max(int(given.to_move), 0)


@compiled
def _turn(given: Record, state: Record, out: Records) -> None:
    """Whose turn it is and how far the game has come."""
    n, phase = int(given.seats), int(given.phase)
    most_passes = n if phase == OVER else n - 1
    low = LAST_ROUND_PLAYED if phase == OVER else NOT_ENDED
    state.phase, state.first_seat, state.last_round_by = phase, given.first_seat, given.last_round_by
    state.to_move = _mover(given, out)
    state.turns, state.passes, state.drawn = given.turns, given.passes, given.drawn
    if given.turns == NONE:  # depots are placed after an action once every seat has placed its first one (DEPOT-START)
        state.turns = int(phase == DEPOTS and _n_placed(given) == n)
    if given.passes > most_passes:
        _out_of_range(given, out, _PASSES, NONE, int(given.passes), most_passes)
    if given.drawn > 0 and phase != DRAWING:
        _out_of_range(given, out, _DRAWN, NONE, int(given.drawn), 0)
    state.ended = low if given.ended == NONE else given.ended
    if state.ended < low:
        row = out[_noted(given, out, ENDED_EXPECTED, _ENDED, NONE)]
        row.low, row.value = low, given.ended
    state.n_flushes, state.n_reshuffles, state.counter = given.flushes, given.reshuffles, given.counter
    state.key[0], state.key[1] = given.key[0], given.key[1]


@compiled
def _own_routes(given: Record, board: Record, rules: Record, state: Record, out: Records) -> None:
    """Owners, and the pieces and points that follow."""
    for route in range(board.n_routes):
        seat, kind, twin = int(given.routes[route]), int(board.kind[route]), int(board.twin[route])
        if seat == NONE:
            continue
        if twin != NONE and state.owner[twin] == seat:
            row = out[_noted(given, out, BOTH_TRACKS_OWNED, _ROUTES, NONE)]
            row.route, row.seat = route, seat
        elif twin != NONE and state.owner[twin] != NONE and given.seats < rules.both_tracks_from:
            row = out[_noted(given, out, BOTH_TRACKS_TAKEN, _ROUTES, NONE)]
            row.route, row.seats = route, given.seats
        state.owner[route] = seat
        state.pieces[seat, kind] -= spaces(board, route)
        state.points[seat] += rules.points[kind, board.length[route]]
    for seat in range(given.seats):
        for kind in (TRAIN, SUBWAY):
            if state.pieces[seat, kind] < 0:
                row = out[_noted(given, out, TOO_MANY_TRAINS if kind == TRAIN else TOO_MANY_SUBWAYS, _ROUTES, NONE)]
                row.seat, row.has = seat, rules.pieces[kind]
                row.placed = int(rules.pieces[kind]) - int(state.pieces[seat, kind])


@compiled
def _build(given: Record, board: Record, state: Record, seat: int, city: int, key: int, out: Records) -> None:
    """A building of a seat; a city holds one, and a border exit none (DEPOT-CITY)."""
    if state.station[city] != NONE or state.depot[city] != NONE:
        out[_noted(given, out, TWO_BUILDINGS, key, seat)].city = city
    elif board.country[city] != NONE:
        out[_noted(given, out, BUILDING_ON_EXIT, key, seat)].city = city
    if key == _STATIONS:
        state.station[city] = seat
    else:
        state.depot[city] = seat


@compiled
def _buildings_of(given: Record, board: Record, state: Record, seat: int, key: int, has: int, out: Records) -> int:
    """All buildings of a seat of one kind; returns how many are left."""
    n = 0
    for i in range(MAX_CITIES):
        city = int(given.stations[seat, i] if key == _STATIONS else given.depots[seat, i])
        if city == NONE:
            break
        _build(given, board, state, seat, city, key, out)
        n += 1
    if n > has:
        code = TOO_MANY_STATIONS if key == _STATIONS else TOO_MANY_DEPOTS
        row = out[_noted(given, out, code, key, seat)]
        row.seat, row.placed, row.has = seat, n, has
    return max(has - n, 0)


@compiled
def _buildings(given: Record, board: Record, rules: Record, state: Record, out: Records) -> None:
    """Stations and depots, placed and left."""
    for seat in range(given.seats):
        state.stations_left[seat] = _buildings_of(given, board, state, seat, _STATIONS, int(rules.stations), out)
    for seat in range(given.seats):
        most = _buildings_of(given, board, state, seat, _DEPOTS, int(rules.depots), out)
        left = int(given.depots_left[seat])
        state.depots_left[seat] = most if left == NONE else min(left, most)
        if left > most:
            row = out[_noted(given, out, TOO_MANY_DEPOTS_LEFT, _DEPOTS_LEFT, seat)]
            row.seat, row.most, row.value = seat, most, left


@compiled
def _cards(given: Record, rules: Record, state: Record, out: Records) -> None:
    """Hands, market, discard, warehouses; the deck is what is left over unless some of it is given."""
    state.hands[:, :] = given.hands
    state.warehouses[:, :] = given.warehouses
    state.seen[:, :] = given.seen
    state.blind[:, :] = given.blind
    state.discard[:] = given.discard
    state.deck[:] = given.deck
    state.laid[:] = given.laid
    state.market[:] = given.market
    state.revealed[:] = given.revealed
    is_given = given.given[_HANDS] + given.given[_DECK] + given.given[_DISCARD] > 0
    for c in range(N_COLOURS):
        spare = int(rules.cards[c]) - count_cards(state, c)
        if spare < 0:
            row = out[_noted(given, out, TOO_MANY_CARDS, NONE, NONE)]
            row.colour, row.excess, row.has = c, -spare, rules.cards[c]
        elif not is_given:
            state.deck[c] += spare
        state.stock[c] = given.stock[c] if given.given[_STOCK] else rules.cards[c]
        state.n_deck += state.deck[c]
        state.n_discard += state.discard[c]
        for seat in range(given.seats):
            state.n_hand[seat] += state.hands[seat, c]
            state.n_warehouse[seat] += state.warehouses[seat, c]


@compiled
def _place(given: Record, ticket: int, key: int, place: int, found: npt.NDArray[np.int64], out: Records) -> None:
    """A ticket is in one place only: note it if it was found before."""
    if found[ticket, 0] != NONE:
        row = out[_noted(given, out, TICKET_TWICE, key, place)]
        row.ticket, row.other, row.other_place = ticket, found[ticket, 0], found[ticket, 1]
    found[ticket, 0], found[ticket, 1] = key, place


@compiled
def _offered(given: Record, state: Record, seat: int, key: int, found: npt.NDArray[np.int64], out: Records) -> None:
    """The tickets a seat is offered, or will be."""
    for i in range(MAX_OFFER):
        ticket = int(given.offers[seat, i] if key == _OFFERS else given.later[seat, i])
        if ticket == NONE:
            break
        _place(given, ticket, key, seat, found, out)
        state.holder[ticket] = OFFERED
        if key == _OFFERS:
            state.offer[seat, i] = ticket
            state.n_offer[seat] = i + 1
        else:
            state.later[seat, i] = ticket
            state.n_later[seat] = i + 1


@compiled
def _deck_of_tickets(given: Record, board: Record, state: Record, found: npt.NDArray[np.int64], out: Records) -> None:
    """The ticket deck: as it is given, or every standard ticket that is nowhere else."""
    for i in range(MAX_TICKETS if given.given[_TICKET_DECK] else board.n_tickets):
        ticket = int(given.ticket_deck[i]) if given.given[_TICKET_DECK] else i
        if ticket == NONE:
            break
        if given.given[_TICKET_DECK]:
            _place(given, ticket, _TICKET_DECK, NONE, found, out)
        elif found[ticket, 0] != NONE or board.ticket_long[ticket] == 1:
            continue
        if given.n_flaws == 0:
            put_under(state, ticket, 0)


@compiled
def _tickets(given: Record, board: Record, state: Record, out: Records) -> None:
    """Who holds which ticket, what is offered, and the deck."""
    found = np.full((MAX_TICKETS, 2), NONE, np.int64)
    for seat in range(given.seats):
        held = 0
        for i in range(MAX_TICKETS):
            ticket = int(given.tickets[seat, i])
            if ticket == NONE:
                break
            _place(given, ticket, _TICKETS, seat, found, out)
            state.holder[ticket] = seat
            held += 1
        state.n_tickets[seat] = 0 if state.phase == SETUP else held
    for key in (_OFFERS, _LATER):
        for seat in range(given.seats):
            _offered(given, state, seat, key, found, out)
    _deck_of_tickets(given, board, state, found, out)


@compiled
def _pending(given: Record, state: Record, out: Records) -> None:
    """A decision under way, and what seats know of tickets put away."""
    state.route, state.city, state.surcharge = given.route, given.city, given.surcharge
    state.choice[:] = given.choices
    state.kept_at_setup[:] = given.kept_at_setup
    for ticket in range(MAX_TICKETS):
        state.known_by[ticket] = given.known[ticket]
    if given.n_flaws > 0:
        return
    state.mixed_at, state.n_mixed = given.mixed[0], given.mixed[1]
    rest = int(state.n_queue) - int(given.mixed[0])
    if rest < 0:
        _out_of_range(given, out, _MIXED, 0, int(given.mixed[0]), int(state.n_queue))
    elif given.mixed[1] > rest:
        _out_of_range(given, out, _MIXED, 1, int(given.mixed[1]), rest)


@compiled
def _has_what_it_is_about(state: Record) -> bool:
    """Whether what the decision awaited is about is there."""
    phase = state.phase
    if phase == PAYING:
        return bool(state.route != NONE or state.city != NONE)
    if phase == COLLECTING:
        return bool(state.route != NONE)
    if phase == SURCHARGE:
        return bool(state.route != NONE and state.surcharge > 0)
    if phase == OFFER:
        return bool(state.n_offer[state.to_move] > 0)
    if phase == SETUP:
        for seat in range(state.n_seats):
            if state.n_offer[seat] == 0:
                return False
    return True


@compiled
def _decision(given: Record, board: Record, rules: Record, state: Record, out: Records) -> None:
    """Note why the decision under way is impossible."""
    phase, seat, route, city = int(state.phase), int(state.to_move), int(state.route), int(state.city)
    code = NONE
    if not _has_what_it_is_about(state):
        out[_noted(given, out, DECISION_INCOMPLETE, _PHASE, NONE)].phase = phase
    elif phase == PAYING and city != NONE and not can_build_on(state, board, city):
        out[_noted(given, out, STATION_ON_BUILDING, _CITY, NONE)].city = city
    elif (phase == PAYING or phase == SURCHARGE) and route != NONE:
        if not is_free(state, board, rules, seat, route):
            code = ROUTE_NOT_FREE
        elif not has_pieces(state, board, seat, route):
            code = PIECES_LACKING
    elif phase == COLLECTING and state.owner[route] != seat:
        code = COLLECTING_ELSEWHERE
    if code != NONE:
        row = out[_noted(given, out, code, _ROUTE, NONE)]
        row.route, row.seat = route, seat


@compiled
def _can_anybody_decide(state: Record, board: Record, rules: Record) -> bool:
    """Whether there is a decision that somebody may make."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for seat in range(state.n_seats):
        if (state.phase == SETUP or seat == state.to_move) and legal(state, board, rules, seat, numbers) > 0:
            return True
    return False


@compiled
def _check(given: Record, board: Record, rules: Record, state: Record, depth: int, out: Records) -> None:
    """Faults of the whole, a decision nobody could make, and whatever no game can reach."""
    flags = check.status(state, board, rules) & ~check.TOO_FEW_CARDS
    for i in range(_N_STATE):
        if flags >> i & 1:
            _noted(given, out, _FIRST_STATE + i, NONE, NONE)
    if given.n_flaws == 0:
        _decision(given, board, rules, state, out)
    if given.n_flaws == 0 and depth == REACHABLE:
        found = reach.unreachable(state, board, rules)
        for i in range(_N_REACH):
            if found >> i & 1:
                out[_noted(given, out, _FIRST_REACH + i, _REACH_AT[i], NONE)].phase = state.phase
    if given.n_flaws == 0 and state.phase != OVER and not _can_anybody_decide(state, board, rules):
        out[_noted(given, out, NO_DECISION, _PHASE, NONE)].phase = state.phase


@compiled
def settle(sketches: Records, boards: Records, rules: Records, states: Records, depth: int, out: Records) -> int:
    """Make a state of a position and judge it as deep as asked; returns how many flaws it has."""
    given, state = sketches[0], states[0]
    given.n_flaws = 0
    clear(state)
    state.n_seats = given.seats
    give_pieces(state, rules[0])
    _turn(given, state, out)
    _own_routes(given, boards[0], rules[0], state, out)
    _buildings(given, boards[0], rules[0], state, out)
    _cards(given, rules[0], state, out)
    _tickets(given, boards[0], state, out)
    _pending(given, state, out)
    if given.n_flaws == 0 and depth != ASSEMBLED:
        _check(given, boards[0], rules[0], state, depth, out)
    return int(given.n_flaws)
