"""Why a decision is illegal, in faults; the rules themselves have already said no."""

from typing import Final

import numpy as np

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
from eclisse.core.mechanics import stations
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.records import Record
from eclisse.faults import Fault, fault
from eclisse.notation import action_text
from eclisse.positions.write import cards_out

AWAITED: Final = {
    "setup": "tickets-awaited",
    "depots": "first-depot-awaited",
    "drawing": "second-card-awaited",
    "offer": "tickets-awaited",
    "paying": "payment-awaited",
    "surcharge": "surcharge-awaited",
    "collecting": "warehouse-awaited",
}


def why_not(state: Record, kit: Kit, seat: int, number: int) -> list[Fault]:
    """The reasons why an action is not legal for a seat; `where` is the action."""
    text, kind, argument = action_text(number, state, kit, seat), actions.kind_of(number), actions.argument_of(number)
    if state.phase == OVER:
        return [fault("game-over", text)]
    if state.phase == SETUP and state.choice[seat] != NONE:
        return [fault("already-chosen", text, seat=seat)]
    if state.phase != SETUP and state.to_move != seat:
        return [fault("not-your-turn", text, seat=seat, to_act=[int(state.to_move)])]
    phase = PHASE_NAMES[state.phase]
    if state.phase == DRAWING and kind == actions.TAKE and argument == LOCOMOTIVE:
        return [fault("locomotive-as-second", text)]
    if phase in AWAITED:
        return [fault(_awaited(state, phase), text)]
    if kind == actions.CLAIM and state.phase == MAIN:
        return _why_not_claim(text, state, kit, seat, argument)
    if kind == actions.STATION and kit.rules.stations:
        return [_why_not_station(text, state, kit, seat, argument)]
    return [_why_not_main(text, state, kit, kind, argument)]


def _awaited(state: Record, phase: str) -> str:
    """What is awaited in a phase: the first card after a warehouse, a depot that may be left."""
    if phase == "drawing" and state.drawn == 0:
        return "card-awaited"
    return "depot-awaited" if phase == "depots" and state.turns > 0 else AWAITED[phase]


def _why_not_claim(text: str, state: Record, kit: Kit, seat: int, route: int) -> list[Fault]:
    """Why a route cannot be claimed (CLAIM-ANY, CLAIM-SET, DOUBLE, DOUBLE-FEW, FERRY)."""
    board, rules, name = kit.board, kit.rules, kit.names.routes[route]
    twin, n_seats = int(board.twin[route]), int(state.n_seats)
    if state.owner[route] != NONE:
        return [fault("route-owned", text, route=name, owner=int(state.owner[route]))]
    if twin != NONE and state.owner[twin] == seat:
        return [fault("other-track-yours", text, route=name)]
    if twin != NONE and state.owner[twin] != NONE and n_seats < rules.both_tracks_from:
        return [fault("other-track-taken", text, route=name, owner=int(state.owner[twin]), seats=n_seats)]
    if not has_pieces(state, board, seat, route):
        has = int(state.pieces[seat, board.kind[route]])
        return [fault("too-few-pieces", text, route=name, needed=int(spaces(board, route)), has=has)]
    locomotives, fewest = int(state.hands[seat, LOCOMOTIVE]), int(fewest_locomotives(board, route))
    if locomotives < fewest:
        return [fault("too-few-locomotives", text, route=name, needed=fewest, has=locomotives)]
    reasons = [_too_dear(text, state, kit, seat, route)]
    if not most_locomotives(board, rules, route):
        reasons.append(fault("no-locomotives-here", text, route=name))
    return reasons


def _too_dear(text: str, state: Record, kit: Kit, seat: int, route: int) -> Fault:
    """What a route costs, the most that the hand could pay of it, and how many cards are missing (CLAIM-SET)."""
    board, held = kit.board, np.array(state.hands[seat])
    length, colour = int(board.length[route]), int(board.colour[route])
    paid = int(held[:LOCOMOTIVE].argmax()) if colour == GRAY else colour
    held[LOCOMOTIVE] = min(int(held[LOCOMOTIVE]), int(most_locomotives(board, kit.rules, route)))
    held[[other for other in range(LOCOMOTIVE) if other != paid]] = 0
    name, hand, missing = kit.names.routes[route], cards_out(held), length - int(held.sum())
    if colour == GRAY:
        return fault("too-few-alike", text, route=name, needed=length, hand=hand, missing=missing)
    asked = ROUTE_COLOUR_NAMES[colour]
    return fault("too-few-cards", text, route=name, needed=length, colour=asked, hand=hand, missing=missing)


def _why_not_station(text: str, state: Record, kit: Kit, seat: int, city: int) -> Fault:
    """Why a station cannot be built (STATION)."""
    name = kit.names.cities[city]
    if not state.stations_left[seat]:
        return fault("no-station-left", text)
    if state.station[city] != NONE or state.depot[city] != NONE:
        return fault("city-built", text, city=name)
    needed = stations.cost(state, kit.rules, seat)
    return fault("station-too-dear", text, city=name, needed=needed, hand=cards_out(state.hands[seat]))


def _why_not_main(text: str, state: Record, kit: Kit, kind: int, argument: int) -> Fault:
    """Why another action is not possible at the start of a turn."""
    cards_left = bool(state.n_deck + state.n_discard)
    if kind in (actions.TAKE, actions.DRAW) and kit.rules.depots and cards_left:
        return fault("warehouse-first", text)
    if kind == actions.TAKE and kit.rules.draw_needs_deck and not cards_left:
        return fault("deck-empty", text)
    if kind == actions.TAKE:
        return fault("card-not-face-up", text, colour=COLOUR_NAMES[argument])
    codes = {actions.DRAW: "deck-empty", actions.TICKETS: "ticket-deck-empty", actions.PASS: "pass-too-early"}
    return fault(codes.get(kind, "not-at-the-start"), text)
