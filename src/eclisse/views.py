"""A seat's view as a friendly object over the core's view record; nothing here can reach the true state."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from eclisse import shapes
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.batch import Records
from eclisse.core.codes import COLOUR_NAMES, NONE, PHASE_NAMES, SETUP
from eclisse.core.records import STATE, Record
from eclisse.notation import key_from_seed
from eclisse.positions.write import buildings_out, cards_out, held_out, row_out
from eclisse.shapes import PublicView, SeatView, plain

if TYPE_CHECKING:
    from eclisse.game import Game


@dataclass(frozen=True)
class View:
    """One seat's view of a game; seat None is a spectator."""

    record: Record
    kit: Kit
    seat: int | None
    to_act: tuple[int, ...]

    @property
    def records(self) -> Records:
        """A copy of the record in an array of one, as compiled functions take it."""
        result = np.zeros(1, STATE)
        result[0] = self.record
        return result

    def redeal(self, seed: int | str | None = None) -> "Game":
        """A game that this seat cannot tell from the true one: what it cannot see is dealt anew, at random.

        It is a guess about cards and tickets alone. How the others came to decide as they did does not weigh in it.
        """
        from eclisse.game import Game  # noqa: PLC0415 - which makes these views

        states, key = np.zeros(1, STATE), key_from_seed(seed)
        seat = NONE if self.seat is None else self.seat
        doors.redeal(self.records, self.kit.board_row, self.kit.rules_row, states, seat, key)
        return Game(self.kit, states)

    def to_dict(self) -> dict[str, Any]:
        """Everything this seat may see, as JSON."""
        return plain(self.shape())

    def shape(self, public: PublicView | None = None) -> shapes.View:
        """The public part, unless it is known already, and the seat's own part, which a spectator does not have."""
        view, kit, seat = self.record, self.kit, self.seat
        return shapes.View(
            **vars(public or self.public()),
            seat=seat,
            hand=None if seat is None else cards_out(view["hands"][seat]),
            tickets=None if seat is None else held_out(view, kit, seat),
            offer=None if seat is None else row_out(view["offer"][seat], kit.names.tickets),
        )

    def public(self) -> PublicView:
        """The public part; fields are read by name, which NumPy does faster than by attribute."""
        view, kit = self.record, self.kit
        n = int(view["n_seats"])
        owners = zip(kit.names.routes, view["owner"].tolist(), strict=False)
        return PublicView(
            game=kit.game,
            modules=list(kit.modules),
            phase=PHASE_NAMES[view["phase"]],
            to_act=list(self.to_act),
            first_seat=int(view["first_seat"]),
            turns=int(view["turns"]),
            last_round_by=None if view["last_round_by"] == NONE else int(view["last_round_by"]),
            routes={name: owner for name, owner in owners if owner != NONE},
            market=row_out(view["market"], COLOUR_NAMES),
            deck=int(view["n_deck"]),
            discard=cards_out(view["discard"]),
            ticket_deck=int(view["n_queue"]),
            drawn=int(view["drawn"]),
            route=None if view["route"] == NONE else kit.names.routes[view["route"]],
            city=None if view["city"] == NONE else kit.names.cities[view["city"]],
            laid=cards_out(view["laid"]),
            revealed=row_out(view["revealed"], COLOUR_NAMES),
            surcharge=int(view["surcharge"]),
            stations=buildings_out(view["station"], kit, n),
            depots=buildings_out(view["depot"], kit, n),
            seats=self._seats(n),
        )

    def _seats(self, n: int) -> list[SeatView]:
        """The public part of each seat; whole columns are read at once, which NumPy does far faster."""
        view = self.record
        columns = {
            "cards": view["n_hand"].tolist(),
            "seen": [cards_out(row) for row in view["seen"][:n]],
            "tickets": view["n_tickets"].tolist(),
            "offered": view["n_offer"].tolist(),
            "chosen": [bool(view["phase"] == SETUP and choice != NONE) for choice in view["choice"].tolist()],
            "trains": view["pieces"][:, 0].tolist(),
            "subways": view["pieces"][:, 1].tolist(),
            "stations": view["stations_left"].tolist(),
            "depots": view["depots_left"].tolist(),
            "warehouse": view["n_warehouse"].tolist(),
            "score": view["points"].tolist(),
        }
        return [SeatView(**{name: column[seat] for name, column in columns.items()}) for seat in range(n)]
