"""The rule knobs, each declared once: its default, the values it can have, a sentence, and a clause of docs/rules.md.

All else follows from here: the RULES record (records.py), how a game file is read (catalogue/knobs.py), the table in
docs/adding-a-board.md, and what the server tells a client. The defaults are those of the basic game, `usa`.
"""

from dataclasses import Field, dataclass, field, fields
from typing import Any, Final

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
from eclisse.core.limits import (
    MARKET_SIZE,
    MAX_CARDS,
    MAX_DEPOTS,
    MAX_HAND,
    MAX_LENGTH,
    MAX_MANDALA,
    MAX_OFFER,
    MAX_PIECES,
    MAX_POINTS,
    MAX_REVEALED,
    MAX_SEATS,
    MAX_STATIONS,
)


@dataclass(frozen=True)
class Range:
    """Values of a knob: a whole number within bounds."""

    low: int
    high: int


@dataclass(frozen=True)
class Choice:
    """Values of a knob: one of some names; the record holds its index."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Counts:
    """Values of a knob: a number for each of some names, 0 for those left out."""

    names: tuple[str, ...]
    high: int


@dataclass(frozen=True)
class Bonuses:
    """Values of a knob: points for 1, 2, 3 … of something; the last ones are for any higher number too."""

    most: int  # entries
    high: int


@dataclass(frozen=True)
class FromBoard:
    """Values of a knob that no game file sets: they follow from the board."""


Values = Range | Choice | Counts | Bonuses | FromBoard
OFF_OR_ON: Final = Range(0, 1)
POINTS: Final = Range(0, MAX_POINTS)


def _knob(default: Any, values: Values, says: str, clause: str = "") -> Any:
    """A field of Knobs with its declaration."""
    return field(default=default, metadata={"values": values, "says": says, "clause": clause})


@dataclass(frozen=True)
class Knobs:
    """The values of all knobs in one game."""

    min_seats: int = _knob(2, Range(2, MAX_SEATS), "The fewest seats.")
    max_seats: int = _knob(5, Range(2, MAX_SEATS), "The most seats.")
    cards: tuple[int, ...] = _knob(
        (12,) * 8 + (14,),
        Counts(COLOUR_NAMES, MAX_CARDS),
        "Wagon cards of each colour; a colour left out is not in the game.",
        "SETUP-CARDS",
    )
    hand: int = _knob(4, Range(0, MAX_HAND), "Wagon cards dealt to each seat.", "SETUP-CARDS")
    flush_at: int = _knob(
        3,
        Range(0, MARKET_SIZE),
        "This many face-up locomotives flush the market; 0: it is never flushed.",
        "MARKET-FLUSH",
    )
    face_up_locomotive: int = _knob(
        AS_TWO_CARDS,
        Choice(FACE_UP_LOCOMOTIVE_NAMES),
        "Whether a face-up locomotive is the whole draw or a card like any other.",
        "DRAW-LOCO",
    )
    draw_needs_deck: int = _knob(
        0, OFF_OR_ON, "1: with deck and discard empty nobody can take cards, not even face-up ones.", "NO-CARDS"
    )
    renew_at_once: int = _knob(
        1, OFF_OR_ON, "1: an empty deck is renewed at once from the discard; 0: when a card is needed.", "RESHUFFLE"
    )
    locomotives_on: int = _knob(
        ANY_ROUTE, Choice(LOCOMOTIVES_ON_NAMES), "Where locomotives can be played.", "CLAIM-LOCO-SWISS"
    )
    pieces: tuple[int, ...] = _knob((45, 0), Counts(PIECE_NAMES, MAX_PIECES), "Pieces of each seat.", "CLAIM-ANY")
    last_round_at: int = _knob(
        2, Range(0, MAX_PIECES), "The last round begins when a seat has this many pieces left, or fewer.", "LAST-ROUND"
    )
    both_tracks_from: int = _knob(
        4,
        Range(2, MAX_SEATS + 1),
        "Both tracks of a double route are open from this many seats on; 6: never.",
        "DOUBLE-FEW",
    )
    tunnel_cards: int = _knob(3, Range(0, MAX_REVEALED), "Cards turned up for a tunnel.", "TUNNEL")
    deal_long: int = _knob(
        0, Range(0, MAX_OFFER), "Long tickets dealt to each seat; 0: they are tickets like any other.", "SETUP-TICKETS"
    )
    deal: int = _knob(3, Range(0, MAX_OFFER), "Standard tickets dealt to each seat.", "SETUP-TICKETS")
    keep: int = _knob(2, Range(0, MAX_OFFER), "The fewest of the dealt tickets to keep.", "SETUP-TICKETS")
    long_first: int = _knob(
        0, OFF_OR_ON, "1: long tickets are chosen before the others are seen, and at most one is kept.", "MEGA"
    )
    keep_without_long: int = _knob(
        0, Range(0, MAX_OFFER), "With `long_first`: the fewest standard tickets to keep without a long one.", "MEGA"
    )
    draw: int = _knob(3, Range(1, MAX_OFFER), "Tickets drawn in play.", "TICKETS-DRAW")
    draw_keep: int = _knob(1, Range(1, MAX_OFFER), "The fewest of the drawn tickets to keep.", "TICKETS-DRAW")
    unkept_setup: int = _knob(
        BOTTOM, Choice(UNKEPT_NAMES), "Where tickets go that were not kept at setup.", "SETUP-TICKETS"
    )
    unkept_play: int = _knob(
        BOTTOM, Choice(UNKEPT_NAMES[: OUT_OF_GAME + 1]), "Where tickets go that were not kept in play.", "TICKETS-DRAW"
    )
    stations: int = _knob(0, Range(0, MAX_STATIONS), "Stations of each seat.", "STATION-BUILD")
    station_points: int = _knob(0, POINTS, "Points for each station not built.", "STATION-LEFT")
    longest: int = _knob(10, POINTS, "The bonus for the longest path; 0: there is none.", "LONGEST")
    globetrotter: int = _knob(0, POINTS, "The bonus for the most tickets completed.", "GLOBETROTTER")
    mandala: tuple[int, ...] = _knob(
        (0,) * (MAX_MANDALA + 1),
        Bonuses(MAX_MANDALA, MAX_POINTS),
        "The bonus for 1, 2, 3 … tickets with two separate paths; the last one is for more too.",
        "MANDALA",
    )
    depots: int = _knob(0, Range(0, MAX_DEPOTS), "Depots of each seat; 0: no warehouses either.", "DEPOT-START")
    depots_after: int = _knob(
        1, OFF_OR_ON, "1: depots can be placed after the action too; 0: only before it.", "DEPOT-PLACE"
    )
    depot_bonus: int = _knob(0, POINTS, "The bonus for the most depots left.", "DEPOT-BONUS")
    tie_stations: int = _knob(0, OFF_OR_ON, "1: after completed tickets, fewer stations built break a tie.", "WIN")
    tie_longest: int = _knob(1, OFF_OR_ON, "1: the longest path breaks a tie last.", "WIN")
    points: tuple[tuple[int, ...], ...] = _knob(
        ((0,) * (MAX_LENGTH + 1),) * 2, FromBoard(), "Points for a route, by kind of piece and length.", "CLAIM-SCORE"
    )


@dataclass(frozen=True)
class Knob:
    """The declaration of one knob."""

    name: str
    default: Any
    values: Values
    says: str
    clause: str


def _declared(one: "Field[Any]") -> Knob:
    """A field of Knobs as a declaration."""
    return Knob(one.name, one.default, **one.metadata)


KNOBS: Final = tuple(_declared(one) for one in fields(Knobs))
MOST: Final = ("globetrotter",)
"""Bonuses for whoever has most of something: knob, points and sentence of the rules have the same name."""
