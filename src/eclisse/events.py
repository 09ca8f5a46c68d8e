"""The events of a decision, from the states before and after it; each knows what only its seat may see."""

from typing import Final, Literal

from eclisse import shapes
from eclisse.catalogue.kit import Kit
from eclisse.core import changes
from eclisse.core.batch import Records
from eclisse.core.codes import COLOUR_NAMES, DEPOTS, DRAWING, END_NAMES, NONE, OFFER, OVER, SETUP
from eclisse.notation import Action
from eclisse.positions.write import cards_out, row_out
from eclisse.shapes import Event

ENDS: Final[dict[int, Literal["draw", "depots"]]] = {DRAWING: "draw", DEPOTS: "depots"}
"""In these phases a pass is no passed turn: it ends a draw after one card, or the placing of depots."""


def events_of(changed: list[int], before: Records, after: Records, kit: Kit, seat: int, action: Action) -> list[Event]:
    """Everything a decision led to, the decision itself first; `changed` is the row of core.changes."""
    phase = changed[changes.PHASE_BEFORE]
    paid = None if action.payment is None else action.payment.counts
    ends = ENDS.get(phase) if action.kind == "pass" else None
    made = shapes.SecretDecision if phase == SETUP else shapes.Decision
    events: list[Event] = [made(seat, "decision", action.text, paid, ends)]
    events += _cards(changed, before, after, seat, action)
    events += _tickets(changed, before, after, kit, seat)
    events += _building(changed, before, kit, seat, action)
    events += _table(changed, after)
    return events


def _cards(changed: list[int], before: Records, after: Records, seat: int, action: Action) -> list[Event]:
    """Cards taken, turned up and collected."""
    if action.colour is not None:
        return [shapes.Took(seat, "took", action.colour)]
    if action.kind == "draw":
        return [shapes.Drew(seat, "drew", 1, COLOUR_NAMES[changed[changes.GAINED]])]
    if action.seat is not None and action.kind == "collect":
        collected = cards_out(after["hands"][0, seat] - before["hands"][0, seat])
        n = int(before["n_warehouse"][0, action.seat])
        return [shapes.Collected(seat, "collected", action.seat, n, collected)]
    if action.seat is not None:
        return [shapes.Filled(seat, "filled", action.seat)]
    if changed[changes.REVEALED]:
        revealed = row_out(after["revealed"][0], COLOUR_NAMES)
        return [shapes.Tunnel(seat, "tunnel", revealed, changed[changes.SURCHARGED])]
    return []


def _tickets(changed: list[int], before: Records, after: Records, kit: Kit, seat: int) -> list[Event]:
    """Tickets offered and kept."""
    if changed[changes.PHASE] == OFFER:
        offered = row_out(after["offer"][0, seat], kit.names.tickets)
        return [shapes.Offered(seat, "offered", len(offered), offered)]
    if changed[changes.PHASE_BEFORE] == OFFER:
        new = ((after["holder"][0] == seat) & (before["holder"][0] != seat)).nonzero()[0].tolist()
        kept = [kit.names.tickets[ticket] for ticket in new]
        return [shapes.Kept(seat, "kept", len(kept), kept)]
    if changed[changes.PHASE_BEFORE] == SETUP != changed[changes.PHASE]:
        return [shapes.Chosen(None, "chosen", after["kept_at_setup"][0, : after["n_seats"][0]].tolist())]
    return []


def _building(changed: list[int], before: Records, kit: Kit, seat: int, action: Action) -> list[Event]:
    """A route, station or depot placed, or a tunnel given up."""
    if changed[changes.CLAIMED] != NONE:
        route = kit.names.routes[changed[changes.CLAIMED]]
        return [shapes.Claimed(seat, "claimed", route, changed[changes.POINTS])]
    if changed[changes.BUILT] != NONE:
        return [shapes.Built(seat, "built", kit.names.cities[changed[changes.BUILT]])]
    if changed[changes.PLACED] != NONE:
        return [shapes.Placed(seat, "placed", kit.names.cities[changed[changes.PLACED]])]
    if action.kind == "take-back":
        return [shapes.GaveUp(seat, "gave-up", kit.names.routes[before["route"][0]])]
    return []


def _table(changed: list[int], after: Records) -> list[Event]:
    """Changes on the table: market, flush, reshuffle, last round, turn, end."""
    events = list[Event]()
    if changed[changes.RESHUFFLED]:
        events.append(shapes.Reshuffled(None, "reshuffled"))
    if changed[changes.FLUSHED]:
        events.append(shapes.Flushed(None, "flushed", changed[changes.FLUSHED]))
    if changed[changes.MARKET_CHANGED]:
        events.append(shapes.Market(None, "market", row_out(after["market"][0], COLOUR_NAMES)))
    if changed[changes.LAST_ROUND] != NONE:
        events.append(shapes.LastRound(changed[changes.LAST_ROUND], "last-round"))
    if changed[changes.PHASE] == OVER:
        events.append(shapes.Over(None, "over", END_NAMES[changed[changes.ENDED]]))
    elif changed[changes.TO_MOVE] != changed[changes.TO_MOVE_BEFORE]:
        events.append(shapes.Turn(changed[changes.TO_MOVE], "turn"))
    return events
