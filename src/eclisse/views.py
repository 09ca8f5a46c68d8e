"""What a seat sees, as a friendly object over the core's view record; nothing here can reach the true state."""

from dataclasses import dataclass
from typing import Any

from eclisse.core.codes import COLOUR_NAMES, NONE, PHASE_NAMES, SETUP
from eclisse.core.records import Record
from eclisse.games.kit import Kit
from eclisse.positions import buildings_out, cards_out, held_out, row_out


@dataclass(frozen=True)
class View:
    """One seat's view of a game; seat None is a spectator."""

    record: Record
    kit: Kit
    seat: int | None
    to_act: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything this seat may see, as JSON."""
        view, kit = self.record, self.kit
        n = int(view.n_seats)
        routes = {name: int(view.owner[i]) for i, name in enumerate(kit.names.routes) if view.owner[i] != NONE}
        return {
            "game": kit.game,
            "modules": list(kit.modules),
            "seat": self.seat,
            "phase": PHASE_NAMES[view.phase],
            "to_act": list(self.to_act),
            "first_seat": int(view.first_seat),
            "turns": int(view.turns),
            "last_round_by": None if view.last_round_by == NONE else int(view.last_round_by),
            "routes": routes,
            "market": row_out(view.market, COLOUR_NAMES),
            "deck": int(view.n_deck),
            "discard": cards_out(view.discard),
            "ticket_deck": int(view.n_queue),
            "drawn": int(view.drawn),
            "route": None if view.route == NONE else kit.names.routes[view.route],
            "city": None if view.city == NONE else kit.names.cities[view.city],
            "laid": cards_out(view.laid),
            "revealed": row_out(view.revealed, COLOUR_NAMES),
            "surcharge": int(view.surcharge),
            "stations": buildings_out(view.station, kit, n),
            "depots": buildings_out(view.depot, kit, n),
            "seats": [self._seat(seat) for seat in range(n)],
            "hand": None if self.seat is None else cards_out(view.hands[self.seat]),
            "tickets": None if self.seat is None else held_out(view, kit, self.seat),
            "offer": None if self.seat is None else row_out(view.offer[self.seat], kit.names.tickets),
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        """What is public of one seat."""
        view = self.record
        return {
            "cards": int(view.n_hand[seat]),
            "seen": cards_out(view.seen[seat]),
            "tickets": int(view.n_tickets[seat]),
            "offered": int(view.n_offer[seat]),
            "chosen": bool(view.phase == SETUP and view.choice[seat] != NONE),
            "trains": int(view.pieces[seat, 0]),
            "subways": int(view.pieces[seat, 1]),
            "stations": int(view.stations_left[seat]),
            "depots": int(view.depots_left[seat]),
            "warehouse": int(view.n_warehouse[seat]),
            "score": int(view.points[seat]),
        }
