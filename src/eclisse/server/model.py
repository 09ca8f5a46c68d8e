"""Players, tables and their seats, deals, the log and refusals, as plain values.

It imports nothing of the server.
"""

import base64
import calendar
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

from eclisse.catalogue import find as games
from eclisse.faults import Fault, Faulty, cut, fault, nearest, shown
from eclisse.game import Game
from eclisse.shapes import By

KIND: Final = "eclisse-deal-1"  # what the key's hash begins with, so that no other use of the parts can give it
ENDED_EARLY: Final = "ended-early"  # the `fault` of a record whose players ended the game before it was over
FORMER: Final = "a former player"  # in records, for somebody whom the server has forgotten
DAY: Final = 24 * 3600
LATE: Final = 2 * 3600  # seconds that a game of the day may go on after midnight; its key is secret until then

RefusalCode = Literal[
    "malformed",
    "too_large",
    "too_fast",
    "too_many",
    "unknown_table",
    "unknown_player",
    "not_found",
    "not_allowed",
    "not_your_seat",
    "not_your_turn",
    "not_started",
    "already_started",
    "table_over",
    "not_over",
    "stale",
    "illegal",
    "seat_taken",
    "table_full",
    "chat_off",
    "invalid",
    "unavailable",
]
"""Every way to be refused, on the WebSocket and over REST; a refusal changes nothing."""


class Refused(Exception):
    """A refusal and the faults that led to it, at least one; nothing has changed."""

    def __init__(self, code: RefusalCode, *faults: Fault) -> None:
        self.code: RefusalCode = code
        self.faults = faults
        super().__init__(code, *faults)

    def __str__(self) -> str:
        """All faults in English, one a line."""
        return "\n".join(map(str, self.faults))

    def to_dict(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        return {"code": self.code, "message": str(self), "faults": [fault.to_dict() for fault in self.faults]}


def new_id() -> str:
    """128 random bits: the id of a table or a player."""
    return secrets.token_hex(16)


def new_secret() -> str:
    """About 190 random bits. No dash: a command would take a secret that begins with one for an option."""
    return secrets.token_urlsafe(24).replace("-", "_")


def hashed(secret: str) -> str:
    """The hash of a secret that is stored; secrets are random enough to need no slow hash."""
    return sha256(secret.encode()).hexdigest()


# Nobody can bend a deal: its key is made of a part of the server's and a number of every person's. While the table is
# open, each side promises its part by publishing a hash of it: first the server, then every client that has seen the
# server's hash. When the game starts the clients show their numbers, and the key follows from all parts. Nobody could
# change a part after having seen another's; docs/fairness.md explains it to players.


def promise_of(part: str) -> str:
    """The hash of a part, published before the part itself."""
    return sha256(part.encode()).hexdigest()


def key_of(part: str, nonces: Sequence[str | None]) -> str:
    """The key of a deal: 32 hexadecimal digits from the server's part and each seat's number, if it has one."""
    text = "\n".join([KIND, part, *(nonce or "" for nonce in nonces)])
    return sha256(text.encode()).hexdigest()[:32]


class Entry(NamedTuple):
    """One line of a table's log."""

    seat: int
    action: str
    by: By
    at: float


@dataclass(frozen=True)
class Deal:
    """The source of a deal: game, modules, seats and key."""

    game: str
    modules: tuple[str, ...]
    names: tuple[str, ...]
    key: str
    started_at: float
    part: str | None = None  # the server's; None: the key is the server's alone
    promises: tuple[str | None, ...] = ()
    nonces: tuple[str | None, ...] = ()
    first: int | None = None  # the seat that begins; None: chance decides
    secret_until: float | None = None  # others play the same deal until then; None: nobody does

    def is_secret(self, now: float) -> bool:
        """Whether the key is not told even when the game is over."""
        return self.secret_until is not None and now < self.secret_until

    @property
    def key_hash(self) -> str:
        """The hash that was published before anything else was known."""
        return promise_of(self.key if self.part is None else self.part)

    def open(self) -> Game:
        """The game before its first decision."""
        return Game.new(self.game, len(self.names), self.key, self.modules, self.names, self.first)


class Clock:
    """The server's clock: it begins with the time of day and runs on evenly, whatever is done to the machine's clock.

    Each application has one; a test has its own, and lets days pass at once.
    """

    def __init__(self, ahead: float = 0.0) -> None:
        self._began = time.time() - time.monotonic() + ahead

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._began + time.monotonic()

    def skip(self, seconds: float) -> None:
        """Let time pass at once, for tests."""
        self._began += seconds


def day_of(now: float) -> str:
    """The day of a moment, such as 2026-11-17, UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime(now))


def key_told_at(day: str) -> float:
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

    def is_secret(self, now: float) -> bool:
        """Whether it is the deal of a day, and others still play it."""
        return self.daily is not None and now < key_told_at(self.daily)

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
        """The source of the deal, once all of it is known."""
        if self.key is None or self.started_at is None:
            return None
        promises, nonces = tuple(s.promise for s in self.seats), tuple(s.nonce for s in self.seats)
        dealt = (self.game, self.modules, self.names, self.key, self.started_at)
        secret_until = None if self.daily is None else key_told_at(self.daily)
        return Deal(*dealt, self.part, promises, nonces, self.first, secret_until)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat in the record."""
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
        """The name of each seat where strangers watch; whoever has left was not asked, and has none there."""
        return tuple(s.name if s.was is None else None for s in self.seats)


@dataclass(frozen=True)
class Allowed:
    """How many tables there may be, for a player who creates a new one."""

    in_all: int
    of_player: int
    of_address: int  # made within the last hour
    touched_after: float  # older ones do not count

    def fault(self, of_player: int, in_all: int, of_address: int) -> Fault | None:
        """The reason against one more table, if there is one."""
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
    """A seat's points and place in a finished game."""

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


@dataclass(frozen=True)
class Push:
    """Where a browser wants to be told, and how to write so that only it can read."""

    secret: str  # the hash of the device's cookie
    endpoint: str
    p256dh: str  # its public key
    auth: str  # a secret between it and us


def encoded(data: bytes) -> str:
    """Bytes as text."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The same, back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_known(name: object, otherwise: RefusalCode = "invalid") -> None:
    """Refuse a game that is not in the catalogue; files are for the command line only."""
    known = games.builtin_games()
    if not isinstance(name, str) or name not in known:
        text = cut(name) if isinstance(name, str) else shown(name)
        raise Refused(
            otherwise, fault("not-in-catalogue", "game", name=text, games=list(known), **nearest(name, known))
        )
