"""The parts of a board: plain frozen values, named by the ids people read and type; no NumPy."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from eclisse.boards.schema import Words

PROVENANCES: Final = ("verified", "unverified", "reconstruction")  # from the best to the worst
DEFAULT_SET: Final = "base"  # of a ticket that names no set
DEFAULT_VALUES: Final = "points"  # the key of a ticket's ordinary value
DEFAULT_SCORING: Final = (0, 1, 2, 4, 7, 10, 15, 18, 21, 27)  # points by length (CLAIM-SCORE; 7 and 9: ruling)
COUNTRIES: Final = "countries"  # the far end in the id of a ticket that leads to countries


GROUNDS: Final = ("countries", "states", "near", "city")  # what a board's map shows under the routes
LAST: Final = 99  # of the places in which boards are listed


def worst(provenances: Iterable[str]) -> str:
    """The least certain of some provenances."""
    return max(provenances, key=PROVENANCES.index, default=PROVENANCES[0])


@dataclass(frozen=True)
class Look:
    """How the map of a board looks, and when it is listed."""

    order: int = LAST  # boards with lower numbers are listed first
    ground: str = GROUNDS[0]
    graticule: float = 5.0  # degrees between two lines of it


@dataclass(frozen=True)
class City:
    """A city, or a border exit when it has a country."""

    id: str
    name: str
    lat: float
    lon: float
    country: str | None
    also: tuple[str, ...] = ()  # other names by which people look for it


@dataclass(frozen=True)
class Route:
    """One track between two cities, given in alphabetical order."""

    id: str
    cities: tuple[str, str]
    length: int
    colour: str
    locomotives: int
    tunnel: bool
    subway: bool


@dataclass(frozen=True)
class Ticket:
    """A ticket: between two cities, or from `ends[0]` to the countries of `worth`."""

    id: str
    ends: tuple[str, str]
    points: int  # 0 for a ticket that leads to countries
    values: tuple[tuple[str, int], ...]  # other values it may count for, such as points_1910
    country: str | None  # the country it starts in, if it does
    worth: tuple[tuple[str, int], ...]  # value of each country it leads to
    long: bool
    sets: tuple[str, ...]
    provenance: str

    def value(self, column: str) -> int:
        """Its points in a game that uses this column of values."""
        return dict(self.values).get(column, self.points)


@dataclass(frozen=True)
class Board:
    """All facts of one board, in the order of its file."""

    id: str
    name: Words
    provenance: str
    scoring: tuple[int, ...]  # points of a route by its length, index 0 unused
    subway_scoring: tuple[int, ...]  # the same for subway routes; all 0 where there are none
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    look: Look = Look()

    @property
    def countries(self) -> tuple[str, ...]:
        """Countries with border exits, in the order they first appear."""
        return tuple(dict.fromkeys(city.country for city in self.cities if city.country))

    @property
    def sets(self) -> tuple[str, ...]:
        """Sets of tickets, in the order they first appear."""
        return tuple(dict.fromkeys(name for ticket in self.tickets for name in ticket.sets))

    @property
    def value_columns(self) -> tuple[str, ...]:
        """Columns of ticket values a game may choose from."""
        others = (name for ticket in self.tickets for name, _ in ticket.values)
        return tuple(dict.fromkeys((DEFAULT_VALUES, *others)))
