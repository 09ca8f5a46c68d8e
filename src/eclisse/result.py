"""The final count that explains itself: where each point of each seat comes from."""

from dataclasses import dataclass, fields
from typing import Any, Final, get_args

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.codes import END_NAMES, NONE
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.core.scoring import SHEET, win_share
from eclisse.positions.write import buildings_out
from eclisse.shapes import BorrowedLine, DecidedBy, RouteLine, Sheet, SheetSeat, TicketLine, plain

DECIDED_BY: Final[tuple[DecidedBy, ...]] = get_args(DecidedBy)
NUMBERS: Final = [field.name for field in fields(SheetSeat) if field.type is int and field.name in (SHEET.names or ())]
OLD_WORDS: Final = {
    "tickets completed": "tickets-completed",
    "fewest stations built": "fewest-stations",
    "longest path": "longest-path",
    "last round played": "last-round-played",
    "everybody passed": "everybody-passed",
}  # as older records spell what decided a game and how it ended


@dataclass(frozen=True)
class Result:
    """A final sheet with its reasons."""

    states: Records
    kit: Kit
    sheet: Record

    @classmethod
    def count(cls, states: Records, kit: Kit) -> "Result":
        """Count a game as it is now."""
        sheets = np.zeros(1, SHEET)
        doors.count(states, kit.board_row, kit.rules_row, sheets)
        return cls(states, kit, sheets[0])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat in range(self.n_seats) if self.sheet.winner[seat])

    @property
    def win_shares(self) -> tuple[float, ...]:
        """Each seat's share of the win."""
        return tuple(win_share(self.sheet, seat) for seat in range(self.n_seats))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(int(self.sheet.total[seat]) for seat in range(self.n_seats))

    @property
    def n_seats(self) -> int:
        """How many seats played."""
        return int(self.states[0].n_seats)

    def to_dict(self) -> dict[str, Any]:
        """The whole count as JSON (`score --json`)."""
        return plain(self.shape())

    def shape(self) -> Sheet:
        """The whole count, every seat with where its points come from."""
        return Sheet(
            seats=[self._seat(seat) for seat in range(self.n_seats)],
            winners=list(self.winners),
            decided_by=DECIDED_BY[self.sheet.decided_by],
            ended=END_NAMES[self.states[0].ended],
        )

    def _seat(self, seat: int) -> SheetSeat:
        """One seat's points and where each comes from."""
        sheet, state = self.sheet, self.states[0]
        trail = np.full(MAX_ROUTES, NONE, np.int16)
        length = doors.trail(self.states, self.kit.board_row, seat, trail)
        return SheetSeat(
            **{name: int(sheet[name][seat]) for name in NUMBERS},
            tickets_completed=int(sheet.completed[seat]),
            longest_path_length=int(length),
            longest_path=self._route_names(trail),
            route_list=self._routes(seat),
            ticket_list=self._tickets(seat),
            borrowed=self._borrowed(seat),
            stations_left=int(state.stations_left[seat]),
            depots_left=int(state.depots_left[seat]),
            mandala_tickets=int(sheet.mandalas[seat]),
        )

    def _route_names(self, row: Any) -> list[str]:
        """Routes up to the first NONE, by id."""
        return [self.kit.names.routes[route] for route in row if route != NONE]

    def _routes(self, seat: int) -> list[RouteLine]:
        """Points of each route (CLAIM-SCORE)."""
        lengths, kinds, points = self.kit.board.length, self.kit.board.kind, self.kit.rules.points
        owners = enumerate(self.states["owner"][0].tolist())
        mine = [route for route, owner in owners if owner == seat]
        return [
            RouteLine(name, int(lengths[i]), int(points[kinds[i], lengths[i]]))
            for i, name in ((route, self.kit.names.routes[route]) for route in mine)
        ]

    def _borrowed(self, seat: int) -> list[BorrowedLine]:
        """The route each station uses at the end (STATION-USE)."""
        cities = buildings_out(self.states[0].station, self.kit, self.n_seats)[seat]
        routes = [int(route) for route in self.sheet.borrowed[seat]]
        return [
            BorrowedLine(city, None if route == NONE else self.kit.names.routes[route])
            for city, route in zip(cities, routes, strict=False)
        ]

    def _tickets(self, seat: int) -> list[TicketLine]:
        """Each ticket: points, whether completed, by which path and over which borrowed routes (TICKETS-SCORE)."""
        circles, extra = self.in_circles(seat), np.ascontiguousarray(self.sheet.borrowed[seat])
        rows = []
        for i, name in enumerate(self.kit.names.tickets):
            if self.states[0].holder[i] == seat:
                path = self._path(seat, i)
                rows.append(
                    TicketLine(
                        ticket=name,
                        points=int(self.sheet.ticket[i]),
                        completed=bool(self.sheet.ticket[i] > 0),
                        path=self._route_names(path),
                        borrowed=self._route_names([route for route in path if route in extra]),
                        mandala=name in circles,
                    )
                )
        return rows

    def in_circles(self, seat: int) -> frozenset[str]:
        """The tickets of a seat that count for the mandala bonus (MANDALA)."""
        out = np.empty(MAX_TICKETS, np.int16)
        n = doors.circles(self.states, self.kit.board_row, self.kit.rules_row, seat, out)
        return frozenset(self.kit.names.tickets[ticket] for ticket in out[:n].tolist())

    def _path(self, seat: int, ticket: int) -> list[int]:
        """A cheapest path that completes a ticket; empty when it is not completed."""
        sheets, path = np.zeros(1, SHEET), np.empty(MAX_ROUTES, np.int16)
        sheets[0] = self.sheet
        n = doors.ticket_path(self.states, self.kit.board_row, sheets, seat, ticket, path)
        routes: list[int] = path[:n].tolist()
        return routes


def in_new_words(stated: Any) -> Any:
    """A result as it is written today, whenever it was written."""
    if not isinstance(stated, dict):
        return stated
    words = {key: stated[key] for key in ("decided_by", "ended") if isinstance(stated.get(key), str)}
    return {**stated, **{key: OLD_WORDS.get(word, word) for key, word in words.items()}}
