"""Board files (TOML) to boards, reporting every fault at once; docs/adding-a-board.md lists the keys.

This path imports no NumPy, so that the command line starts at once; catalogue/compile.py makes the records.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from eclisse.boards import check
from eclisse.boards.errors import InvalidFile
from eclisse.boards.model import (
    COUNTRIES,
    DEFAULT_SCORING,
    DEFAULT_SET,
    DEFAULT_VALUES,
    GROUNDS,
    LAST,
    PROVENANCES,
    Board,
    City,
    Look,
    Route,
    Ticket,
    worst,
)
from eclisse.boards.schema import Entry, read_toml
from eclisse.core.codes import GRAY, LOCOMOTIVE, ROUTE_COLOUR_NAMES
from eclisse.core.limits import MAX_LENGTH, MAX_POINTS
from eclisse.faults import Faults, cut

DATA: Final = Path(__file__).parent / "data"
COLOURS: Final = (*ROUTE_COLOUR_NAMES[:LOCOMOTIVE], ROUTE_COLOUR_NAMES[GRAY])
VALUE_KEY: Final = re.compile(r"points_[a-z0-9]+")  # another value of a ticket, such as points_1910
TOP_KEYS: Final = ("board", "map", "provenance", "cities", "routes", "tickets")
BOARD_KEYS: Final = ("id", "name", "provenance", "scoring", "tram_scoring", "subway_scoring")
MAP_KEYS: Final = ("order", "ground", "graticule")
CITY_KEYS: Final = ("id", "name", "also", "lat", "lon", "country")
ROUTE_KEYS: Final = ("cities", "length", "colour", "color", "locomotives", "tunnel", "subway")
TICKET_KEYS: Final = ("cities", "from", "to", "points", "long", "sets")


def builtin_boards() -> tuple[str, ...]:
    """Ids of the boards that come with the package."""
    return tuple(sorted(path.stem for path in DATA.glob("*.toml")))


@cache
def builtin_board(board_id: str) -> Board:
    """A board that comes with the package, by its id."""
    return load_board(DATA / f"{board_id}.toml")


def load_board(path: str | Path) -> Board:
    """The board of a file, or InvalidFile with all of its faults."""
    return parse_board(read_toml(Path(path)))


def parse_board(top: Entry) -> Board:
    """The board of a file's top table, or InvalidFile with all of its faults."""
    top.only(TOP_KEYS)
    head = _head(top)
    cities = tuple(_city(entry) for entry in top.entries("cities"))
    routes = _routes(top, {city.id for city in cities})
    provenance = head.choice("provenance", PROVENANCES, default="unverified")
    tickets = _tickets(top, cities, provenance)
    _check(top, cities, routes, tickets)
    name = head.identifier("id")
    board = Board(
        id=name,
        name=head.words("name", default=name or "?"),
        provenance=provenance,
        scoring=_scoring(head, _train_scoring_key(head)),
        subway_scoring=_scoring(head, "subway_scoring"),
        cities=cities,
        routes=routes,
        tickets=tickets,
        look=_look(top.table("map")),
    )
    _check_scoring(top.faults, board)
    top.faults.raise_any(InvalidFile)
    return board


def _head(top: Entry) -> Entry:
    """The table [board]."""
    if not top.has("board"):
        top.wrong("table-expected", "board")
        return Entry(top.faults, "board", {"id": "missing"})
    head = top.table("board")
    head.only(BOARD_KEYS)
    return head


def _look(entry: Entry) -> Look:
    """The table [map]; whatever it does not give is as for a board of somebody's own."""
    entry.only(MAP_KEYS)
    plain = Look()
    return Look(
        order=entry.integer("order", 1, LAST) if entry.has("order") else plain.order,
        ground=entry.choice("ground", GROUNDS, default=plain.ground),
        graticule=entry.real("graticule", 0.1, 30) if entry.has("graticule") else plain.graticule,
    )


def _check(top: Entry, cities: tuple[City, ...], routes: tuple[Route, ...], tickets: tuple[Ticket, ...]) -> None:
    """Note the faults no single entry shows."""
    faults = top.faults
    n_routes, n_tickets = (top.count(key) for key in ("routes", "tickets"))
    check.check_sizes(faults, cities, n_routes, n_tickets)
    check.check_cities(faults, cities)
    check.check_tracks(faults, routes)
    if len(routes) == n_routes:  # a faulty route would make its cities look cut off
        check.check_network(faults, cities, routes)
    if len(tickets) == n_tickets:
        check.check_sets(faults, tickets, top.table("provenance").data)


def _city(entry: Entry) -> City:
    """One of [[cities]]."""
    entry.only(CITY_KEYS)
    return City(
        id=entry.identifier("id"),
        name=entry.text("name"),
        lat=entry.real("lat", -90, 90),
        lon=entry.real("lon", -180, 180),
        country=entry.identifier("country") if entry.has("country") else None,
        also=entry.texts("also", ()) if entry.has("also") else (),
    )


def _routes(top: Entry, cities: set[str]) -> tuple[Route, ...]:
    """All of [[routes]] whose two cities are known."""
    seen: Counter[str] = Counter()
    found = (_route(entry, cities, seen) for entry in top.entries("routes"))
    return tuple(route for route in found if route)


def _route(entry: Entry, cities: set[str], seen: Counter[str]) -> Route | None:
    """One of [[routes]]; None when its cities are faulty."""
    entry.only(ROUTE_KEYS)
    length = entry.integer("length", 1, MAX_LENGTH)
    colour = _colour(entry)
    locomotives = _locomotives(entry, length)
    tunnel, subway = entry.flag("tunnel"), entry.flag("subway")
    ends = _ends(entry, cities)
    if not ends:
        return None
    return Route(_numbered(ends, seen), ends, length, colour, locomotives, tunnel, subway)


def _colour(entry: Entry) -> str:
    """The colour of a route, under either spelling of the key."""
    if entry.has("colour") and entry.has("color"):
        entry.fault("both-keys", keys=["colour", "color"])
    return entry.choice("color" if entry.has("color") else "colour", COLOURS)


def _locomotives(entry: Entry, length: int) -> int:
    """Locomotive symbols of a route: never more than its spaces (FERRY)."""
    if not entry.has("locomotives"):
        return 0
    symbols = entry.integer("locomotives", 0, MAX_LENGTH)
    if symbols > length == entry.data.get("length"):
        entry.fault("too-many-locomotives", "locomotives", locomotives=symbols, length=length)
    return symbols


def _ends(entry: Entry, cities: set[str]) -> tuple[str, str] | None:
    """Two different known cities in alphabetical order; None if faulty."""
    pair = entry.pair("cities")
    if pair is None:
        return None
    unknown = [city for city in dict.fromkeys(pair) if city not in cities]
    for city in unknown:
        entry.fault("unknown-city", name=cut(city), **entry.faults.hint(city, cities))
    if pair[0] == pair[1]:
        entry.fault("same-ends", city=cut(pair[0]))
    return None if unknown or pair[0] == pair[1] else (min(pair), max(pair))


def _numbered(ends: tuple[str, str], seen: Counter[str]) -> str:
    """`a--b`, and `a--b.2`, `a--b.3` for what comes later in the file with the same ends."""
    name = "--".join(ends)
    seen[name] += 1
    return name if seen[name] == 1 else f"{name}.{seen[name]}"


def _tickets(top: Entry, cities: tuple[City, ...], board_provenance: str) -> tuple[Ticket, ...]:
    """All of [[tickets]] whose ends are known."""
    given = top.table("provenance")
    known = _Known(
        cities={city.id for city in cities},
        countries={city.country for city in cities if city.country},
        provenance={name: given.choice(name, PROVENANCES) or PROVENANCES[0] for name in given.data},
        otherwise=board_provenance or PROVENANCES[0],
    )
    seen: Counter[str] = Counter()
    found = (_ticket(entry, known, seen) for entry in top.entries("tickets"))
    return tuple(ticket for ticket in found if ticket)


@dataclass(frozen=True)
class _Known:
    """The names that a ticket may refer to."""

    cities: set[str]
    countries: set[str]
    provenance: dict[str, str]  # by set
    otherwise: str  # of the sets not described

    def standing(self, sets: tuple[str, ...]) -> str:
        """The provenance of a ticket in these sets."""
        return worst(self.provenance.get(name, self.otherwise) for name in sets)


def _ticket(entry: Entry, known: _Known, seen: Counter[str]) -> Ticket | None:
    """One of [[tickets]]; None when its ends are faulty."""
    columns = [key for key in entry.data if VALUE_KEY.fullmatch(key)]
    entry.only((*TICKET_KEYS, *columns))
    sets, long = entry.texts("sets", (DEFAULT_SET,)), entry.flag("long")
    points = 0
    values: tuple[tuple[str, int], ...] = ()
    worth: tuple[tuple[str, int], ...] = ()
    if entry.has("from") or entry.has("to"):
        ends, worth = _ends_abroad(entry, known)
    else:
        ends = _ends(entry, known.cities)
        points = entry.integer(DEFAULT_VALUES, 1, MAX_POINTS)
        values = tuple((column, entry.integer(column, 1, MAX_POINTS)) for column in columns)
    if not ends:
        return None
    country = ends[0] if ends[0] in known.countries else None
    return Ticket(_numbered(ends, seen), ends, points, values, country, worth, long, sets, known.standing(sets))


def _ends_abroad(entry: Entry, known: _Known) -> tuple[tuple[str, str] | None, tuple[tuple[str, int], ...]]:
    """Ends and worth of a ticket from a city or country to countries (TICKETS-SWISS)."""
    if any(key in (*TICKET_KEYS[:1], DEFAULT_VALUES) or VALUE_KEY.fullmatch(key) for key in entry.data):
        entry.fault("both-kinds-of-ticket")
    start = entry.text("from")
    if start and start not in known.cities | known.countries:
        hint = entry.faults.hint(start, known.cities | known.countries)
        entry.fault("unknown-start", "from", name=cut(start), **hint)
    to = entry.table("to")
    if not to.data:
        entry.fault("countries-expected", "to", countries=sorted(known.countries))
    for name in to.data:
        if name not in known.countries:
            to.fault("unknown-country", name=cut(name), countries=sorted(known.countries))
        elif name == start:
            to.fault("leads-home", country=name)
    worth = tuple((name, to.integer(name, 1, MAX_POINTS)) for name in to.data)
    return ((start, COUNTRIES) if start else None), worth


def _train_scoring_key(head: Entry) -> str:
    """The key that gives the points of train or tram routes."""
    if head.has("scoring") and head.has("tram_scoring"):
        head.fault("both-keys", keys=["scoring", "tram_scoring"])
    return "tram_scoring" if head.has("tram_scoring") else "scoring"


def _scoring(head: Entry, key: str) -> tuple[int, ...]:
    """Points by length, 0 for lengths the table does not have; the usual table for trains when there is none."""
    if not head.has(key):
        return (0,) * (MAX_LENGTH + 1) if key == "subway_scoring" else DEFAULT_SCORING
    table, points = head.table(key), [0] * (MAX_LENGTH + 1)
    lengths = [str(length) for length in range(1, MAX_LENGTH + 1)]
    table.only(lengths)
    for length in lengths:
        if table.has(length):
            points[int(length)] = table.integer(length, 0, MAX_POINTS)
    return tuple(points)


def _check_scoring(faults: Faults, board: Board) -> None:
    """Note lengths of routes that no table gives points for."""
    for key, points, subway in (("scoring", board.scoring, False), ("subway_scoring", board.subway_scoring, True)):
        lengths = sorted({route.length for route in board.routes if route.subway is subway})
        missing = [length for length in lengths if not points[length]]
        if missing:
            faults.add("lengths-without-points", f"board.{key}", lengths=missing)
