"""The events of a decision, from the states before and after it; each knows what only its seat may see."""

from dataclasses import dataclass, field
from typing import Any, Final, Literal

from eclisse.catalogue.kit import Kit
from eclisse.core import changes
from eclisse.core.batch import Records
from eclisse.core.codes import COLOUR_NAMES, DEPOTS, DRAWING, END_NAMES, NONE, OFFER, OVER, SETUP
from eclisse.notation import Action
from eclisse.positions.write import cards_out, row_out

Kind = Literal[
    "decision",
    "took",
    "drew",
    "filled",
    "collected",
    "tunnel",
    "offered",
    "kept",
    "chosen",
    "claimed",
    "built",
    "placed",
    "gave-up",
    "reshuffled",
    "flushed",
    "market",
    "last-round",
    "turn",
    "over",
    "undone",
]
"""Everything that can happen."""


ENDS: Final = {DRAWING: "draw", DEPOTS: "depots"}
"""What a pass ends when it does not pass the turn: a draw after one card, or placing depots."""


@dataclass(frozen=True)
class Event:
    """One thing that happened: public data for everybody, private data for its seat alone."""

    kind: Kind
    seat: int | None
    public: dict[str, Any] = field(default_factory=dict)
    private: dict[str, Any] = field(default_factory=dict)

    def to_dict(self, viewer: int | None) -> dict[str, Any]:
        """The event as a seat (None: a spectator) may know it."""
        own = self.private if viewer is not None and viewer == self.seat else {}
        return {"kind": self.kind, "seat": self.seat, **self.public, **own}


def events_of(changed: list[int], before: Records, after: Records, kit: Kit, seat: int, action: Action) -> list[Event]:
    """Everything a decision led to, the decision itself first; `changed` is the row of core.changes."""
    secret = changed[changes.PHASE_BEFORE] == SETUP
    told: dict[str, Any] = {"action": action.text}
    if action.payment is not None:
        told["paid"] = action.payment.counts
    if action.kind == "pass" and changed[changes.PHASE_BEFORE] in ENDS:
        told["ends"] = ENDS[changed[changes.PHASE_BEFORE]]
    events = [Event("decision", seat, {} if secret else told, told if secret else {})]
    events += _cards(changed, before, after, seat, action)
    events += _tickets(changed, before, after, kit, seat)
    events += _building(changed, before, kit, seat, action)
    events += _table(changed, after)
    return events


def _cards(changed: list[int], before: Records, after: Records, seat: int, action: Action) -> list[Event]:
    """Cards taken, turned up and collected."""
    if action.kind == "take":
        return [Event("took", seat, {"card": action.colour})]
    if action.kind == "draw":
        return [Event("drew", seat, {"cards": 1}, {"card": COLOUR_NAMES[changed[changes.GAINED]]})]
    if action.kind == "collect":
        private = {"collected": cards_out(after["hands"][0, seat] - before["hands"][0, seat])}
        public = {"warehouse": action.seat, "cards": int(before["n_warehouse"][0, action.seat])}
        return [Event("collected", seat, public, private)]
    if action.kind == "warehouse":
        return [Event("filled", seat, {"warehouse": action.seat})]
    if changed[changes.REVEALED]:
        revealed = row_out(after["revealed"][0], COLOUR_NAMES)
        return [Event("tunnel", seat, {"revealed": revealed, "surcharge": changed[changes.SURCHARGED]})]
    return []


def _tickets(changed: list[int], before: Records, after: Records, kit: Kit, seat: int) -> list[Event]:
    """Tickets offered and kept."""
    if changed[changes.PHASE] == OFFER:
        offered = row_out(after["offer"][0, seat], kit.names.tickets)
        return [Event("offered", seat, {"tickets": len(offered)}, {"offer": offered})]
    if changed[changes.PHASE_BEFORE] == OFFER:
        new = ((after["holder"][0] == seat) & (before["holder"][0] != seat)).nonzero()[0].tolist()
        kept = [kit.names.tickets[ticket] for ticket in new]
        return [Event("kept", seat, {"tickets": len(kept)}, {"kept": kept})]
    if changed[changes.PHASE_BEFORE] == SETUP != changed[changes.PHASE]:
        return [Event("chosen", None, {"tickets": after["kept_at_setup"][0, : after["n_seats"][0]].tolist()})]
    return []


def _building(changed: list[int], before: Records, kit: Kit, seat: int, action: Action) -> list[Event]:
    """A route, station or depot placed, or a tunnel given up."""
    if changed[changes.CLAIMED] != NONE:
        route = kit.names.routes[changed[changes.CLAIMED]]
        return [Event("claimed", seat, {"route": route, "points": changed[changes.POINTS]})]
    if changed[changes.BUILT] != NONE:
        return [Event("built", seat, {"station": kit.names.cities[changed[changes.BUILT]]})]
    if changed[changes.PLACED] != NONE:
        return [Event("placed", seat, {"depot": kit.names.cities[changed[changes.PLACED]]})]
    if action.kind == "take-back":
        return [Event("gave-up", seat, {"route": kit.names.routes[before["route"][0]]})]
    return []


def _table(changed: list[int], after: Records) -> list[Event]:
    """What changes on the table: market, flush, reshuffle, last round, turn, end."""
    events = []
    if changed[changes.RESHUFFLED]:
        events.append(Event("reshuffled", None))
    if changed[changes.FLUSHED]:
        events.append(Event("flushed", None, {"times": changed[changes.FLUSHED]}))
    if changed[changes.MARKET_CHANGED]:
        events.append(Event("market", None, {"cards": row_out(after["market"][0], COLOUR_NAMES)}))
    if changed[changes.LAST_ROUND] != NONE:
        events.append(Event("last-round", changed[changes.LAST_ROUND]))
    if changed[changes.PHASE] == OVER:
        events.append(Event("over", None, {"reason": END_NAMES[changed[changes.ENDED]]}))
    elif changed[changes.TO_MOVE] != changed[changes.TO_MOVE_BEFORE]:
        events.append(Event("turn", changed[changes.TO_MOVE]))
    return events
