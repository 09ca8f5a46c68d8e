"""Why a decision is illegal, as rows of numbers: the rules have already said no, and others add the words."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core import actions
from eclisse.core.codes import (
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
from eclisse.core.legal import is_legal
from eclisse.core.mechanics import stations
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.records import STATE, Record, record
from eclisse.jit.compiled import compiled

# One reason: its place in REASONS, and the values that its fault has; the others mean nothing.
REASON: Final = record(
    [
        ("code", "i2"),
        ("seat", "i2"),
        ("to_act", "i2"),
        ("route", "i2"),
        ("city", "i2"),
        ("colour", "i2"),
        ("owner", "i2"),
        ("seats", "i2"),
        ("needed", "i2"),
        ("has", "i2"),
        ("missing", "i2"),
        ("hand", "i2", N_COLOURS),
    ]
)
MOST_REASONS: Final = 2  # for one decision
REASONS: Final[dict[str, tuple[str, ...]]] = {
    "game-over": (),
    "already-chosen": ("seat",),
    "not-your-turn": ("seat", "to_act"),
    "locomotive-as-second": (),
    "tickets-awaited": (),
    "first-depot-awaited": (),
    "depot-awaited": (),
    "card-awaited": (),
    "second-card-awaited": (),
    "payment-awaited": (),
    "surcharge-awaited": (),
    "warehouse-awaited": (),
    "route-owned": ("route", "owner"),
    "other-track-yours": ("route",),
    "other-track-taken": ("route", "owner", "seats"),
    "too-few-pieces": ("route", "needed", "has"),
    "too-few-locomotives": ("route", "needed", "has"),
    "too-few-alike": ("route", "needed", "hand", "missing"),
    "too-few-cards": ("route", "needed", "colour", "hand", "missing"),
    "no-locomotives-here": ("route",),
    "no-station-left": (),
    "city-built": ("city",),
    "station-too-dear": ("city", "needed", "hand"),
    "warehouse-first": (),
    "deck-empty": (),
    "card-not-face-up": ("colour",),
    "ticket-deck-empty": (),
    "pass-too-early": (),
    "not-at-the-start": (),
}  # the codes of the faults, and the values that each one has
(
    GAME_OVER, ALREADY_CHOSEN, NOT_YOUR_TURN, LOCOMOTIVE_AS_SECOND, TICKETS_AWAITED, FIRST_DEPOT_AWAITED,
    DEPOT_AWAITED, CARD_AWAITED, SECOND_CARD_AWAITED, PAYMENT_AWAITED, SURCHARGE_AWAITED, WAREHOUSE_AWAITED,
    ROUTE_OWNED, OTHER_TRACK_YOURS, OTHER_TRACK_TAKEN, TOO_FEW_PIECES, TOO_FEW_LOCOMOTIVES, TOO_FEW_ALIKE,
    TOO_FEW_CARDS, NO_LOCOMOTIVES_HERE, NO_STATION_LEFT, CITY_BUILT, STATION_TOO_DEAR, WAREHOUSE_FIRST, DECK_EMPTY,
    CARD_NOT_FACE_UP, TICKET_DECK_EMPTY, PASS_TOO_EARLY, NOT_AT_THE_START,
) = range(len(REASONS))  # fmt: skip
Records = npt.NDArray[Any]


@compiled
def _awaited(state: Record) -> int:
    """The decision due in a phase that awaits one of a kind; NONE at the start of a turn."""
    phase = state.phase
    if phase == SETUP or phase == OFFER:
        return TICKETS_AWAITED
    if phase == DEPOTS:
        return DEPOT_AWAITED if state.turns > 0 else FIRST_DEPOT_AWAITED
    if phase == DRAWING:
        return CARD_AWAITED if state.drawn == 0 else SECOND_CARD_AWAITED
    if phase == PAYING:
        return PAYMENT_AWAITED
    if phase == SURCHARGE:
        return SURCHARGE_AWAITED
    return WAREHOUSE_AWAITED if phase == COLLECTING else NONE


@compiled
def _price_reason(state: Record, board: Record, rules: Record, seat: int, route: int, row: Record) -> None:
    """The cost of a route, the most that the hand could pay of it, and the missing cards (CLAIM-SET)."""
    colour, paid = int(board.colour[route]), 0
    if colour == GRAY:
        for other in range(LOCOMOTIVE):
            if state.hands[seat, other] > state.hands[seat, paid]:
                paid = other
    else:
        paid = colour
    row.code = TOO_FEW_ALIKE if colour == GRAY else TOO_FEW_CARDS
    row.colour, row.needed = colour, board.length[route]
    row.hand[:] = 0
    row.hand[paid] = state.hands[seat, paid]
    row.hand[LOCOMOTIVE] = min(int(state.hands[seat, LOCOMOTIVE]), most_locomotives(board, rules, route))
    row.missing = int(row.needed) - int(row.hand[paid]) - int(row.hand[LOCOMOTIVE])


@compiled
def _claim_reasons(state: Record, board: Record, rules: Record, seat: int, route: int, out: Records) -> int:
    """Why a route cannot be claimed (CLAIM-ANY, CLAIM-SET, DOUBLE, DOUBLE-FEW, FERRY)."""
    row, twin = out[0], int(board.twin[route])
    row.route, row.seats = route, state.n_seats
    if state.owner[route] != NONE:
        row.code, row.owner = ROUTE_OWNED, state.owner[route]
        return 1
    if twin != NONE and state.owner[twin] == seat:
        row.code = OTHER_TRACK_YOURS
        return 1
    if twin != NONE and state.owner[twin] != NONE and state.n_seats < rules.both_tracks_from:
        row.code, row.owner = OTHER_TRACK_TAKEN, state.owner[twin]
        return 1
    if not has_pieces(state, board, seat, route):
        row.code, row.needed, row.has = TOO_FEW_PIECES, spaces(board, route), state.pieces[seat, board.kind[route]]
        return 1
    if state.hands[seat, LOCOMOTIVE] < fewest_locomotives(board, route):
        row.code, row.needed = TOO_FEW_LOCOMOTIVES, fewest_locomotives(board, route)
        row.has = state.hands[seat, LOCOMOTIVE]
        return 1
    _price_reason(state, board, rules, seat, route, row)
    if most_locomotives(board, rules, route) > 0:
        return 1
    out[1].code, out[1].route = NO_LOCOMOTIVES_HERE, route
    return 2


@compiled
def _station_reason(state: Record, rules: Record, seat: int, city: int, row: Record) -> None:
    """Why a station cannot be built (STATION)."""
    row.city = city
    if state.stations_left[seat] == 0:
        row.code = NO_STATION_LEFT
    elif state.station[city] != NONE or state.depot[city] != NONE:
        row.code = CITY_BUILT
    else:
        row.code, row.needed = STATION_TOO_DEAR, stations.cost(state, rules, seat)
        for colour in range(N_COLOURS):
            row.hand[colour] = state.hands[seat, colour]


@compiled
def _main_reason(state: Record, rules: Record, kind: int) -> int:
    """Why another action is not possible at the start of a turn."""
    are_cards_left = state.n_deck + state.n_discard > 0
    if (kind == actions.TAKE or kind == actions.DRAW) and rules.depots > 0 and are_cards_left:
        return WAREHOUSE_FIRST
    if kind == actions.TAKE and (rules.draw_needs_deck == 0 or are_cards_left):
        return CARD_NOT_FACE_UP
    if kind == actions.TAKE or kind == actions.DRAW:
        return DECK_EMPTY
    if kind == actions.TICKETS:
        return TICKET_DECK_EMPTY
    return PASS_TOO_EARLY if kind == actions.PASS else NOT_AT_THE_START


@compiled
def _reasons(state: Record, board: Record, rules: Record, seat: int, number: int, out: Records) -> int:
    """Write why an action is not legal for a seat; return how many reasons there are."""
    kind, argument, row = actions.kind_of(number), actions.argument_of(number), out[0]
    row.seat, row.to_act, row.colour = seat, state.to_move, argument
    if state.phase == OVER:
        row.code = GAME_OVER
    elif state.phase == SETUP and state.choice[seat] != NONE:
        row.code = ALREADY_CHOSEN
    elif state.phase != SETUP and state.to_move != seat:
        row.code = NOT_YOUR_TURN
    elif state.phase == DRAWING and kind == actions.TAKE and argument == LOCOMOTIVE:
        row.code = LOCOMOTIVE_AS_SECOND
    elif _awaited(state) != NONE:
        row.code = _awaited(state)
    elif kind == actions.CLAIM:
        return _claim_reasons(state, board, rules, seat, argument, out)
    elif kind == actions.STATION and rules.stations > 0:
        _station_reason(state, rules, seat, argument, row)
    else:
        row.code = _main_reason(state, rules, kind)
    return 1


@compiled
def why_not(states: Records, boards: Records, rules: Records, seat: int, number: int, out: Records) -> int:
    """Write why an action that is not legal for a seat is not; return how many reasons there are."""
    return _reasons(states[0], boards[0], rules[0], seat, number, out)


@compiled
def why_no_claim(views: Records, boards: Records, rules: Records, seat: int, route: int, out: Records) -> int:
    """Why a seat cannot claim a route: as at the start of its turn, or, where it then could, what comes first."""
    view, number, turns = views[0], actions.action(actions.CLAIM, route), np.zeros(1, STATE)
    turns[0] = view
    turn = turns[0]
    turn.phase, turn.to_move, turn.route, turn.city = MAIN, seat, NONE, NONE
    is_possible = is_legal(turn, boards[0], rules[0], seat, number)
    if not is_possible and view.phase != OVER:
        return _reasons(turn, boards[0], rules[0], seat, number, out)
    if is_possible and view.phase == MAIN and view.to_move == seat:
        return 0
    return _reasons(view, boards[0], rules[0], seat, number, out)
