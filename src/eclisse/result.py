"""The final count that explains itself: where each point of each seat comes from."""

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.codes import END_NAMES, NONE
from eclisse.core.mechanics import mandala
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, SHEET, Record
from eclisse.positions.write import buildings_out

DecidedBy = Literal["points", "tickets-completed", "fewest-stations", "longest-path", "shared"]
DECIDED_BY: Final[tuple[DecidedBy, ...]] = get_args(DecidedBy)
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
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(int(self.sheet.total[seat]) for seat in range(self.n_seats))

    @property
    def n_seats(self) -> int:
        """How many seats played."""
        return int(self.states[0].n_seats)

    def to_dict(self) -> dict[str, Any]:
        """The whole count as JSON (`score --json`)."""
        return {
            "seats": [self._seat(seat) for seat in range(self.n_seats)],
            "winners": list(self.winners),
            "decided_by": DECIDED_BY[self.sheet.decided_by],
            "ended": END_NAMES[self.states[0].ended],
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        """One seat's points and where each comes from."""
        sheet, state = self.sheet, self.states[0]
        trail = np.full(MAX_ROUTES, NONE, np.int16)
        length = doors.trail(self.states, self.kit.board_row, seat, trail)
        points = {
            key: int(sheet[key][seat])
            for key in ("routes", "tickets", "stations", "longest", "globetrotter", "mandala", "depots", "total")
        }
        return {
            **points,
            "tickets_completed": int(sheet.completed[seat]),
            "longest_path_length": int(length),
            "longest_path": self._route_names(trail),
            "route_list": self._routes(seat),
            "ticket_list": self._tickets(seat),
            "borrowed": self._borrowed(seat),
            "stations_left": int(state.stations_left[seat]),
            "depots_left": int(state.depots_left[seat]),
            "mandala_tickets": int(sheet.mandalas[seat]),
        }

    def _route_names(self, row: Any) -> list[str]:
        """Routes up to the first NONE, by id."""
        return [self.kit.names.routes[route] for route in row if route != NONE]

    def _routes(self, seat: int) -> list[dict[str, Any]]:
        """Points of each route (CLAIM-SCORE)."""
        lengths, kinds, points = self.kit.board.length, self.kit.board.kind, self.kit.rules.points
        owners = enumerate(self.states["owner"][0].tolist())
        mine = [route for route, owner in owners if owner == seat]
        return [
            {"route": name, "length": int(lengths[i]), "points": int(points[kinds[i], lengths[i]])}
            for i, name in ((route, self.kit.names.routes[route]) for route in mine)
        ]

    def _borrowed(self, seat: int) -> list[dict[str, Any]]:
        """The route each station uses at the end (STATION-USE)."""
        cities = buildings_out(self.states[0].station, self.kit, self.n_seats)[seat]
        routes = [int(route) for route in self.sheet.borrowed[seat]]
        return [
            {"station": city, "route": None if route == NONE else self.kit.names.routes[route]}
            for city, route in zip(cities, routes, strict=False)
        ]

    def _tickets(self, seat: int) -> list[dict[str, Any]]:
        """Each ticket: points, whether completed, by which path and over which borrowed routes (TICKETS-SCORE)."""
        circles, extra = self.in_circles(seat), np.ascontiguousarray(self.sheet.borrowed[seat])
        rows = []
        for i, name in enumerate(self.kit.names.tickets):
            if self.states[0].holder[i] == seat:
                path = self._path(seat, i, extra)
                rows.append(
                    {
                        "ticket": name,
                        "points": int(self.sheet.ticket[i]),
                        "completed": bool(self.sheet.ticket[i] > 0),
                        "path": self._route_names(path),
                        "borrowed": self._route_names([route for route in path if route in extra]),
                        "mandala": name in circles,
                    }
                )
        return rows

    def in_circles(self, seat: int) -> frozenset[str]:
        """The tickets of a seat that count for the mandala bonus (MANDALA)."""
        if not mandala.is_on(self.kit.rules):
            return frozenset()
        board, holders = self.kit.board, self.states["holder"][0]
        single, double = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
        doors.link_groups(self.states, self.kit.board_row, seat, single, double)
        return frozenset(
            name
            for i, name in enumerate(self.kit.names.tickets)
            if holders[i] == seat and mandala.has_two_paths(board, double, i)
        )

    def _path(self, seat: int, ticket: int, extra: Any) -> list[int]:
        """A cheapest path that completes a ticket; empty when it is not completed."""
        best: list[int] = []
        if self.sheet.ticket[ticket] <= 0:
            return best
        for a, b in self._ends(ticket):
            path = np.full(MAX_ROUTES, NONE, np.int16)
            n = doors.path(self.states, self.kit.board_row, seat, extra, a, b, path)
            if n > 0 and (not best or n < len(best)):
                best = [int(route) for route in path[:n]]
        return best

    def _ends(self, ticket: int) -> list[tuple[int, int]]:
        """The pairs of cities, or border exits, that would give a ticket the points it got (TICKETS-SWISS)."""
        board = self.kit.board
        if board.ticket_b[ticket] != NONE:
            return [(int(board.ticket_a[ticket]), int(board.ticket_b[ticket]))]
        cities = range(int(board.n_cities))
        value = self.sheet.ticket[ticket]
        starts = [int(board.ticket_a[ticket])]
        if board.ticket_country[ticket] != NONE:
            starts = [c for c in cities if board.country[c] == board.ticket_country[ticket]]
        stops = [
            c for c in cities if board.country[c] != NONE and board.ticket_worth[ticket, board.country[c]] == value
        ]
        return [(a, b) for a in starts for b in stops]


def in_new_words(stated: Any) -> Any:
    """A result as it is written today, whenever it was written."""
    if not isinstance(stated, dict):
        return stated
    words = {key: stated[key] for key in ("decided_by", "ended") if isinstance(stated.get(key), str)}
    return {**stated, **{key: OLD_WORDS.get(word, word) for key, word in words.items()}}
