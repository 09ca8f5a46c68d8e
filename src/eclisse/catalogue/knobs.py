"""The rule knobs of a game: every default, what each may be, and how a game file writes it; nothing else.

A knob is a field of core's RULES record, under the same name. Defaults are those of the plain game on the USA board.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Final

from eclisse.boards.limits import (
    MARKET_SIZE,
    MAX_MANDALA,
    MAX_OFFER,
    MAX_POINTS,
    MAX_REVEALED,
    MAX_SEATS,
    MAX_STATIONS,
)
from eclisse.boards.schema import Entry, shown
from eclisse.core.codes import (
    ANY_ROUTE,
    AS_TWO_CARDS,
    BOTTOM,
    COLOUR_NAMES,
    FACE_UP_LOCOMOTIVE_NAMES,
    LOCOMOTIVES_ON_NAMES,
    OUT_OF_GAME,
    PIECE_NAMES,
    UNKEPT_NAMES,
)

MAX_CARDS: Final = 100  # of one colour
MAX_PIECES: Final = 100  # of one kind
MAX_DEPOTS: Final = 20
Reader = Callable[[Entry, str], Any]


def _knob(default: Any, read: Reader) -> Any:
    """A field with its default and how to read it from a file."""
    return field(default=default, metadata={"read": read})


def _number(default: int, low: int, high: int) -> Any:
    """A knob that is a whole number."""
    return _knob(default, lambda entry, key: entry.integer(key, low, high))


def _name(default: int, names: tuple[str, ...]) -> Any:
    """A knob that is one of some names, kept as its code."""

    def read(entry: Entry, key: str) -> int:
        name = entry.choice(key, names)
        return names.index(name) if name else default

    return _knob(default, read)


def _counts(default: tuple[int, ...], names: tuple[str, ...], most: int) -> Any:
    """A knob that is a table of numbers by name, 0 for the names left out."""

    def read(entry: Entry, key: str) -> tuple[int, ...]:
        if not isinstance(entry.data[key], dict):
            entry.wrong(key, f"a table of whole numbers by name: {', '.join(names)}")
            return default
        table = entry.table(key)
        table.only(names)
        return tuple(table.integer(name, 0, most) if table.has(name) else 0 for name in names)

    return _knob(default, read)


def _mandala() -> Any:
    """The knob MANDALA: a list of bonuses for 1, 2, 3 … tickets, the last for all higher numbers too."""
    none = (0,) * (MAX_MANDALA + 1)

    def read(entry: Entry, key: str) -> tuple[int, ...]:
        given = entry.data[key]
        if not isinstance(given, list) or not 1 <= len(given) <= MAX_MANDALA or not all(map(_is_bonus, given)):
            expected = f"a list of 1 to {MAX_MANDALA} whole numbers from 0 to {MAX_POINTS}"
            entry.fault(f"{key} is {shown(given)}; expected {expected}")
            return none
        return (0, *given, *(given[-1:] * (MAX_MANDALA - len(given))))

    return _knob(none, read)


def _is_bonus(value: object) -> bool:
    """Whether this is a plausible number of points."""
    return type(value) is int and 0 <= value <= MAX_POINTS


@dataclass(frozen=True)
class Knobs:
    """The values of all knobs of one game, as the RULES record holds them."""

    min_seats: int = _number(2, 2, MAX_SEATS)  # fewest seats
    max_seats: int = _number(5, 2, MAX_SEATS)  # most seats
    cards: tuple[int, ...] = _counts((12,) * 8 + (14,), COLOUR_NAMES, MAX_CARDS)  # wagon cards, 110 in all
    hand: int = _number(4, 0, 10)  # wagon cards dealt to each seat
    flush_at: int = _number(3, 0, MARKET_SIZE)  # face-up locomotives that flush the market; 0: never
    face_up_locomotive: int = _name(AS_TWO_CARDS, FACE_UP_LOCOMOTIVE_NAMES)  # a face-up locomotive counts as two cards
    draw_needs_deck: int = _number(0, 0, 1)  # 1: no draw begins with deck and discard empty
    locomotives_on: int = _name(ANY_ROUTE, LOCOMOTIVES_ON_NAMES)  # where locomotives may be played
    pieces: tuple[int, ...] = _counts((45, 0), PIECE_NAMES, MAX_PIECES)  # of each seat
    last_round_at: int = _number(2, 0, MAX_PIECES)  # pieces left that set off the last round
    both_tracks_from: int = _number(4, 2, MAX_SEATS + 1)  # seats that open both tracks; 6: never
    tunnel_cards: int = _number(3, 0, MAX_REVEALED)  # cards turned up for a tunnel
    deal_long: int = _number(0, 0, MAX_OFFER)  # long tickets dealt; 0: long ones are like any other
    deal: int = _number(3, 0, MAX_OFFER)  # standard tickets dealt
    keep: int = _number(2, 0, MAX_OFFER)  # to keep at least of those dealt
    long_first: int = _number(0, 0, 1)  # 1: long tickets are chosen first, at most one kept
    keep_without_long: int = _number(0, 0, MAX_OFFER)  # with long_first, to keep if no long one was kept
    draw: int = _number(3, 1, MAX_OFFER)  # tickets drawn in play
    draw_keep: int = _number(1, 1, MAX_OFFER)  # to keep at least of those
    unkept_setup: int = _name(BOTTOM, UNKEPT_NAMES)  # under the deck, in seat order
    unkept_play: int = _name(BOTTOM, UNKEPT_NAMES[: OUT_OF_GAME + 1])  # under the deck
    stations: int = _number(0, 0, MAX_STATIONS)  # of each seat
    station_points: int = _number(0, 0, MAX_POINTS)  # for each station not built
    longest: int = _number(10, 0, MAX_POINTS)  # bonus for the longest path
    globetrotter: int = _number(0, 0, MAX_POINTS)  # bonus for most tickets completed
    mandala: tuple[int, ...] = _mandala()  # bonus by number of tickets with two separate paths
    depots: int = _number(0, 0, MAX_DEPOTS)  # of each seat; 0: no warehouses either
    depot_bonus: int = _number(0, 0, MAX_POINTS)  # for most depots left
    tie_stations: int = _number(0, 0, 1)  # 1: fewest stations built breaks ties after tickets completed
    tie_longest: int = _number(1, 0, 1)  # 1: the longest path is the last tie-break
    points: tuple[tuple[int, ...], ...] = ()  # by kind of piece and length: the board's scoring tables


KNOB_READERS: Final[dict[str, Reader]] = {
    knob.name: knob.metadata["read"] for knob in fields(Knobs) if "read" in knob.metadata
}


def read_knobs(entry: Entry) -> dict[str, Any]:
    """The knobs a table [rules] gives."""
    entry.only(KNOB_READERS)
    return {key: read(entry, key) for key, read in KNOB_READERS.items() if entry.has(key)}
