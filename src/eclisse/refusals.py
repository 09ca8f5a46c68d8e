"""Why a decision is refused, in one sentence; the rules themselves have already said no."""

from eclisse.catalogue.kit import Kit
from eclisse.core import actions
from eclisse.core.codes import (
    COLOUR_NAMES,
    DRAWING,
    GRAY,
    LOCOMOTIVE,
    MAIN,
    NONE,
    OVER,
    PHASE_NAMES,
    ROUTE_COLOUR_NAMES,
    SETUP,
)
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.records import Record
from eclisse.notation import action_text

AWAITED = {
    "setup": 'choose your tickets with "keep"',
    "depots": 'place your first depot with "depot CITY"',
    "drawing": 'take one more card with "take CARD" or "draw"',
    "offer": 'choose among the tickets with "keep"',
    "paying": 'pay with "pay …"',
    "surcharge": 'pay the surcharge with "pay …" or give up with "take-back"',
    "collecting": 'take a warehouse with "collect SEAT" or "decline"',
}


def why_not(state: Record, kit: Kit, seat: int, number: int) -> str:
    """The reason an action is not legal for a seat."""
    text = action_text(number, state, kit, seat)
    if state.phase == OVER:
        return f'"{text}": the game is over'
    if state.phase == SETUP and state.choice[seat] != NONE:
        return f'"{text}": seat {seat} has already chosen its tickets'
    if state.phase != SETUP and state.to_move != seat:
        return f'"{text}": it is the turn of seat {state.to_move}, not of seat {seat}'
    if actions.CLAIM <= number < actions.STATION and state.phase == MAIN:
        return f'"{text}": {_why_not_claim(state, kit, seat, number - actions.CLAIM)}'
    phase = PHASE_NAMES[state.phase]
    if phase in AWAITED:
        extra = ""
        if state.phase == DRAWING and number == actions.TAKE + LOCOMOTIVE:
            extra = " (a face-up locomotive may not be the second card)"
        return f'"{text}" is not possible now; {AWAITED[phase]}{extra}'
    return f'"{text}": {_why_not_main(state, kit, seat, number)}'


def _why_not_claim(state: Record, kit: Kit, seat: int, route: int) -> str:
    """Why a route cannot be claimed (CLAIM-ANY, CLAIM-SET, DOUBLE, DOUBLE-FEW, FERRY)."""
    board, rules = kit.board, kit.rules
    twin = int(board.twin[route])
    if state.owner[route] != NONE:
        return f"seat {state.owner[route]} owns it"
    if twin != NONE and state.owner[twin] == seat:
        return "you own the other track of this double route"
    if twin != NONE and state.owner[twin] != NONE and state.n_seats < rules.both_tracks_from:
        return f"with {state.n_seats} seats only one track of a double route may be used, and the other is taken"
    if not has_pieces(state, board, seat, route):
        return f"it takes {spaces(board, route)} pieces and you have {state.pieces[seat, board.kind[route]]}"
    locomotives, fewest = int(state.hands[seat, LOCOMOTIVE]), fewest_locomotives(board, route)
    if locomotives < fewest:
        return f"this ferry needs at least {fewest} locomotives and you have {locomotives}"
    colour = ROUTE_COLOUR_NAMES[board.colour[route]] if board.colour[route] != GRAY else "one colour"
    rest = "" if most_locomotives(board, rules, route) else " (locomotives may not be played here)"
    return f"it costs {board.length[route]} cards of {colour}, and your hand does not have them{rest}"


def _why_not_main(state: Record, kit: Kit, seat: int, number: int) -> str:
    """Why an action of a turn's start is not possible."""
    if number < actions.DRAW:
        if kit.rules.draw_needs_deck and not state.n_deck + state.n_discard:
            return "nobody may take cards while deck and discard are empty"
        if kit.rules.depots and state.n_deck + state.n_discard:
            return 'first put a card in a warehouse with "warehouse SEAT"'
        return f"no {COLOUR_NAMES[number]} card lies in the market"
    if number == actions.DRAW:
        return 'first put a card in a warehouse with "warehouse SEAT"' if state.n_deck else "deck and discard are empty"
    if number == actions.TICKETS:
        return "the ticket deck is empty"
    if number == actions.PASS:
        return "you may pass only when nothing else, or nothing but a station, is possible"
    if actions.STATION <= number < actions.DEPOT and kit.rules.stations:
        if not state.stations_left[seat]:
            return "you have no station left"
        city = number - actions.STATION
        taken = state.station[city] != NONE or state.depot[city] != NONE
        return "that city has a building already" if taken else "you lack the cards of one colour it costs"
    return "that is not possible at the start of a turn in this game"
