"""A position as a state: any moment of a game, whole or in part; every fault of a bad one at once.

Names become numbers here; what follows from them, and whether that can be, is decided in `core.sketch`.
"""

from typing import Any, Final

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core import sketch
from eclisse.core.codes import COLOUR_NAMES, END_NAMES, EVERYBODY_PASSED, NONE, PHASE_NAMES
from eclisse.core.records import MAX_SEATS, STATE, Record
from eclisse.core.sketch import ABOUT, FLAW, FLAWS, KEYS, MOST_FLAWS, SKETCH
from eclisse.faults import Faults, Faulty, Param, cut, fault, shown, whole_number
from eclisse.notation import key_from_seed
from eclisse.positions.form import (
    CARDS,
    DEPOT_KEYS,
    DEPOT_MODULE,
    EACH,
    MOST_CARDS,
    NAME,
    NAMES,
    NUMBERS,
    SEATS,
    UNKNOWN,
)

Json = dict[str, Any]
COLOURS: Final = {name: i for i, name in enumerate(COLOUR_NAMES)}
CODES: Final = tuple(FLAWS)


class InvalidPosition(Faulty):
    """A position that is impossible.

    >>> from eclisse import Game
    >>> Game.from_position({"game": "usa", "seats": 2, "market": ["red"]})
    Traceback (most recent call last):
    eclisse.positions.read.InvalidPosition: market: the market has gaps, but deck or discard could fill them
    """


class _Reader:
    """Reads one position into a sketch and notes every fault on the way."""

    def __init__(self, data: Json, kit: Kit, seats: int) -> None:
        self.data, self.kit, self.n = data, kit, seats
        self.faults = Faults()
        self.sketches = np.zeros(1, SKETCH)
        self._given: Record = self.sketches[0]
        self._indices = {
            "routes": kit.route_index,
            "cities": kit.city_index,
            "tickets": kit.ticket_index,
            "cards": COLOURS,
        }

    def fault(self, code: str, where: str = "", /, **params: Param) -> None:
        """Note a fault."""
        self.faults.add(code, where, **params)

    def read(self) -> None:
        """Read every key, in order."""
        for key in self.data:
            if key not in KEYS:
                self.fault("unknown-key", key=_name(key), **self.faults.hint(key, KEYS))
        self._given.seats = self.n
        for i, key in enumerate(KEYS):
            self._given.given[i] = self.data.get(key) is not None
            if key in EACH:
                for seat, value in enumerate(self._rows(key)):
                    self._value(key, f"{key}[{seat}]", value, seat)
                for seat in range(self.n, MAX_SEATS):
                    self._value(key, "", None, seat)
            elif key in SEATS or key in NUMBERS or key in CARDS or key in NAMES or key in NAME:
                self._value(key, key, self.data.get(key), ...)
        self._phase()
        self._ended()
        self._key()
        self._owners()
        self._mixed()
        self._known()

    def _value(self, key: str, where: str, value: Any, place: Any) -> None:
        """One value of a key, into its place of the field with the same name."""
        row = self._given[key]
        if key in SEATS:
            self._given[key] = self._whole(where, value, SEATS[key], self.n - 1)
        elif key in NUMBERS and place is ...:
            self._given[key] = self._whole(where, value, *NUMBERS[key])
        elif key in NUMBERS:
            row[place] = self._whole(where, value, *NUMBERS[key])
        elif key in CARDS:
            self._cards(where, value, row[place])
        elif key in NAME:
            index = None if value is None else self._index(where, value, NAME[key])
            self._given[key] = NONE if index is None else index
        else:
            row[place] = NONE
            found = self._names(where, value, *NAMES[key])
            row[place][: len(found)] = found

    def _index(self, where: str, name: Any, kind: str) -> int | None:
        """The index of a name, or the fault of its absence."""
        table = self._indices[kind]
        if isinstance(name, str) and name in table:
            return table[name]
        self.fault(UNKNOWN[kind], where, name=_name(name), **self.faults.hint(name, table))
        return None

    def _whole(self, where: str, value: Any, default: int, high: int) -> int:
        """A whole number from 0 to a limit, or a fault."""
        if value is None:
            return default
        if not _is_whole(value, high):
            self.fault("number-expected", where, low=0, high=high, value=shown(value))
            return default
        return int(value)

    def _seat(self, where: str, value: Any) -> int | None:
        """The number of a seat, or a fault."""
        if not _is_whole(value, self.n - 1):
            self.fault("seat-expected", where, last=self.n - 1, value=shown(value))
            return None
        return int(value)

    def _rows(self, key: str) -> list[Any]:
        """One entry a seat, or a fault."""
        value = self.data.get(key)
        if value is None:
            return [None] * self.n
        if not isinstance(value, list) or len(value) != self.n:
            self.fault("list-for-seats-expected", key, seats=self.n, value=shown(value))
            return [None] * self.n
        return value

    def _mapping(self, key: str, otherwise: str) -> dict[Any, Any]:
        """The values of a key for each name, or a fault."""
        value = self.data.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.fault(otherwise, key, value=shown(value))
            return {}
        return value

    def _names(self, where: str, value: Any, kind: str, most: int) -> list[int]:
        """A list of names as indices, or faults."""
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            self.fault("names-expected", where, most=most, value=shown(value))
            return []
        found = [self._index(where, name, kind) for name in value]
        return [i for i in found if i is not None]

    def _cards(self, where: str, value: Any, row: Any) -> None:
        """Counts by colour into a row, or faults."""
        if value is None:
            return
        if not isinstance(value, dict):
            self.fault("cards-expected", where, value=shown(value))
            return
        for name, n in value.items():
            colour = self._index(where, name, "cards")
            if not _is_whole(n, MOST_CARDS):
                self.fault("number-expected", f"{where}.{_name(name)}", low=0, high=MOST_CARDS, value=shown(n))
            elif colour is not None:
                row[colour] = n

    def _phase(self) -> None:
        """The kind of decision that comes next."""
        name = self.data.get("phase", "main")
        if name not in PHASE_NAMES:
            self.fault("phase-expected", "phase", phases=[str(one) for one in PHASE_NAMES], value=shown(name))
            name = "main"
        self._given.phase = PHASE_NAMES.index(name)

    def _ended(self) -> None:
        """How the game ended, by name; older positions have a number."""
        value = self.data.get("ended")
        if not isinstance(value, str):
            self._given.ended = self._whole("ended", value, NONE, EVERYBODY_PASSED)
            return
        if value not in END_NAMES:
            self.fault("ended-expected", "ended", reasons=[str(name) for name in END_NAMES], value=shown(value))
        self._given.ended = END_NAMES.index(value) if value in END_NAMES else NONE

    def _key(self) -> None:
        """The key of chance; one that nobody knows where none is given."""
        key = self.data.get("key")
        try:
            self._given.key[:] = key_from_seed(key if key is None else str(key))
        except ValueError:
            self.fault("key-expected", "key", value=shown(key))

    def _owners(self) -> None:
        """The owner of each route."""
        self._given.routes[:] = NONE
        for name, value in self._mapping("routes", "owners-expected").items():
            route, owner = self._index("routes", name, "routes"), self._seat(f"routes.{_name(name)}", value)
            if route is not None and owner is not None:
                self._given.routes[route] = owner

    def _mixed(self) -> None:
        """The part of the ticket deck whose order nobody knows."""
        mixed = self.data.get("mixed", [0, 0])
        if not isinstance(mixed, list) or len(mixed) != 2:
            self.fault("mixed-expected", "mixed", value=shown(mixed))
            return
        most = NAMES["ticket_deck"][1]
        self._given.mixed[:] = [self._whole(f"mixed[{i}]", value, 0, most) for i, value in enumerate(mixed)]

    def _known(self) -> None:
        """The seats' knowledge of tickets put away."""
        for name, seats in self._mapping("known", "known-expected").items():
            ticket = self._index("known", name, "tickets")
            if not isinstance(seats, list):
                self.fault("known-expected", f"known.{_name(name)}", value=shown(seats))
            elif ticket is not None:
                numbers = {self._seat(f"known.{name}", seat) for seat in seats}
                self._given.known[ticket] = sum(1 << seat for seat in numbers if seat is not None)


def _settled(reader: _Reader, depth: int) -> Records:
    """The state that a position makes, or every fault of it."""
    kit, faults = reader.kit, reader.faults
    states, rows = np.zeros(1, STATE), np.zeros(MOST_FLAWS + 1, FLAW)
    depth = sketch.ASSEMBLED if faults else depth
    n = sketch.settle(reader.sketches, kit.board_row, kit.rules_row, states, depth, rows)
    for row in rows[: min(n, MOST_FLAWS)]:
        code = CODES[row.code]
        where = _where(row.where, row.place)
        faults.add(code, where, **{name: _param(name, row, kit) for name in FLAWS[code]})
    faults.skip(max(n - MOST_FLAWS, 0))
    faults.raise_any(InvalidPosition)
    return states


def _where(key: int, place: int) -> str:
    """A place in a position."""
    if key == NONE:
        return ""
    return KEYS[key] if place == NONE else f"{KEYS[key]}[{place}]"


def _param(name: str, row: Record, kit: Kit) -> Param:
    """A value of a flaw, by its name."""
    phase, names = int(row.phase), kit.names
    if name in ("route", "city", "ticket"):
        return str({"route": names.routes, "city": names.cities, "ticket": names.tickets}[name][row[name]])
    if name == "reasons":
        return [str(one) for one in END_NAMES[row.low :]]
    if name == "value":
        return f'"{END_NAMES[row.value]}"' if CODES[row.code] == "ended-expected" else str(int(row.value))
    if name == "other":
        return _where(row.other, row.other_place)
    if name == "keys":
        return list(ABOUT[phase])
    if name == "phase":
        return PHASE_NAMES[phase]
    return str(COLOUR_NAMES[row.colour]) if name == "colour" else int(row[name])


def _is_whole(value: object, high: int) -> bool:
    """Whether this is a whole number from 0 to a limit; true and false are none."""
    number = whole_number(value)
    return number is not None and 0 <= number <= high


def _name(value: object) -> str:
    """A name as a fault repeats it."""
    return cut(value) if isinstance(value, str) else shown(value)


def _has_depots(data: Json) -> bool:
    """Whether a position shows depots or warehouses, which is to say that their module is played."""
    rows = [data.get(key) for key in DEPOT_KEYS]
    return any(any(row) for row in rows if isinstance(row, list))


def read_position(data: Any, reachable: bool = True) -> tuple[Kit, Records]:
    """The kit and the state of a position, one that a game can reach if so asked; InvalidPosition lists every fault."""
    if not isinstance(data, dict):
        raise InvalidPosition(fault("position-expected", value=shown(data)))
    missing = [fault("missing-key", key=key) for key in ("game", "seats") if key not in data]
    if missing:
        raise InvalidPosition(*missing)
    seats, modules = whole_number(data["seats"]), data.get("modules")
    modules = [] if modules is None else modules
    if not isinstance(data["game"], str):
        raise InvalidPosition(fault("game-expected", "game", value=shown(data["game"])))
    if seats is None:
        raise InvalidPosition(fault("number-expected", "seats", low=2, high=MAX_SEATS, value=shown(data["seats"])))
    if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
        raise InvalidPosition(fault("modules-expected", "modules", value=shown(modules)))
    if _has_depots(data) and DEPOT_MODULE not in modules:
        modules = [*modules, DEPOT_MODULE]
    kit = open_kit(data["game"], modules)
    check_seats(kit, seats)
    reader = _Reader(data, kit, seats)
    reader.read()
    return kit, _settled(reader, sketch.REACHABLE if reachable else sketch.CHECKED)
