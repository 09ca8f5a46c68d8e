"""Rows of the database as values."""

import calendar
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from eclisse.faults import Fault, Faulty, fault
from eclisse.server.process import clock
from eclisse.server.tables.table import Deal, Entry

FORMER: Final = "a former player"  # in records, for somebody whom the server has forgotten
DAY: Final = 24 * 3600
LATE: Final = 2 * 3600  # seconds that a game of the day may go on after midnight; its key is secret until then


def day_of(now: float) -> str:
    """The day of a moment, such as 2026-11-17, UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(now))


def told_at(day: str) -> float:
    """When the key of a day's deal is told, and what is still played of it counts no more."""
    return calendar.timegm(time.strptime(day, "%Y-%m-%d")) + DAY + LATE


@dataclass(frozen=True)
class SeatRow:
    """Who sits at one seat."""

    seat: int
    kind: str  # open, player, bot
    player_id: str | None = None
    name: str | None = None
    level: str | None = None
    promise: str | None = None
    nonce: str | None = None
    away_at: float | None = None
    stand_in: bool = False
    invited: bool = False
    was: str | None = None
    points: int | None = None
    place: int | None = None
    shares: bool = False
    out: str | None = None
    wish: str | None = None
    late: int = 0


@dataclass(frozen=True)
class TableRow:
    """A table and its seats; the columns are explained in schema.py."""

    id: str
    creator: str
    invite: str
    status: str
    game: str
    modules: tuple[str, ...]
    public: bool
    clock: int | None
    chat: bool
    key: str | None
    part: str | None
    key_shown: bool
    rematch: str | None
    revision: int
    number: int
    to_act: int
    due: float | None
    created_at: float
    started_at: float | None
    changed_at: float
    origin: str | None
    seats: tuple[SeatRow, ...]
    planning: bool = True
    first: int | None = None
    late: str = "turn"
    daily: str | None = None
    bots: str | None = None
    position: str | None = None

    @property
    def is_unaided(self) -> bool:
        """Whether no bot may help with it: several people play, on one device or more, or everybody plays its deal."""
        return self.daily is not None or sum(seat.kind == "player" for seat in self.seats) > 1

    @property
    def is_secret(self) -> bool:
        """Whether it is the deal of a day, and others still play it."""
        return self.daily is not None and clock.now() < told_at(self.daily)

    @property
    def host(self) -> str:
        """Whose table it is when shares are counted: the address that created it, or else the player."""
        return self.origin or self.creator

    @property
    def people(self) -> set[str]:
        """The players who play."""
        return {s.player_id for s in self.seats if s.player_id is not None and s.out is None}

    def seats_of(self, player_id: str | None) -> tuple[int, ...]:
        """The seats that a player plays."""
        return tuple(seat for seat in self.held_by(player_id) if self.seats[seat].out is None)

    def held_by(self, player_id: str | None) -> tuple[int, ...]:
        """The seats that are a player's, those given up included."""
        return tuple(s.seat for s in self.seats if s.player_id is not None and s.player_id == player_id)

    @property
    def deal(self) -> Deal | None:
        """What the game is dealt from, once all of it is known."""
        if self.key is None or self.started_at is None:
            return None
        promises, nonces = tuple(s.promise for s in self.seats), tuple(s.nonce for s in self.seats)
        dealt = (self.game, self.modules, self.names, self.key, self.started_at)
        secret_until = None if self.daily is None else told_at(self.daily)
        return Deal(*dealt, self.part, promises, nonces, self.first, secret_until)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called in the record."""
        return tuple(s.name or FORMER for s in self.seats)

    @property
    def is_shared(self) -> bool:
        """Whether everybody who sits at a finished game agrees that strangers watch it; bots always do."""
        people = [s.shares for s in self.seats if s.player_id is not None]
        return self.status == "over" and bool(people) and all(people)

    @property
    def is_open_to_strangers(self) -> bool:
        """Whether anybody who knows its id may watch the finished game."""
        return self.is_shared or (self.public and self.status == "over")

    @property
    def names_for_strangers(self) -> tuple[str | None, ...]:
        """What each seat is called where strangers watch; whoever has left was not asked, and has no name there."""
        return tuple(s.name if s.was is None else None for s in self.seats)


@dataclass(frozen=True)
class Allowed:
    """How many tables there may be, for a player who creates a new one."""

    in_all: int
    of_player: int
    of_address: int  # made within the last hour
    touched_after: float  # older ones do not count

    def fault(self, of_player: int, in_all: int, of_address: int) -> Fault | None:
        """What is wrong with one more table, if anything."""
        if of_player >= self.of_player:
            return fault("too-many-tables-of-yours", most=self.of_player)
        if of_address >= self.of_address:
            return fault("too-many-tables-from-here", most=self.of_address)
        return fault("too-many-tables") if in_all >= self.in_all else None


class TooMany(Faulty):
    """One table too many."""


@dataclass(frozen=True)
class Player:
    """A player, as the server knows them."""

    id: str
    name: str
    webhook: str
    banned_at: float | None = None
    banned_until: float | None = None  # None: for good

    def is_banned(self, now: float) -> bool:
        """Whether the operator keeps them out."""
        return self.banned_at is not None and (self.banned_until is None or now < self.banned_until)


@dataclass(frozen=True)
class Line:
    """One line of a table's chat."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    player_id: str | None = None


class Score(NamedTuple):
    """What a seat reached in a finished game."""

    points: int
    place: int
    late: int = 0


@dataclass(frozen=True)
class Append:
    """A decision to store, and what it changes in the table's row."""

    table_id: str
    number: int
    entry: Entry
    to_act: int
    due: float | None
    scores: tuple[Score, ...]  # of each seat, once the game is over
    position: str | None = None

    @property
    def over(self) -> bool:
        """Whether the game ends with it."""
        return bool(self.scores)


def table_row(row: Any, seats: Sequence[Any]) -> TableRow:
    """A table from its row and those of its seats."""
    data = dict(row._mapping)
    data["modules"] = tuple(name for name in data["modules"].split(",") if name)
    here = sorted((seat_row(s) for s in seats), key=lambda seat: seat.seat)
    return TableRow(**data, seats=tuple(here))


def seat_row(row: Any) -> SeatRow:
    """A seat from its row."""
    return SeatRow(**{name: value for name, value in row._mapping.items() if name != "table_id"})
