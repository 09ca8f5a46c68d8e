"""A table held in memory: its row, its game, its last lines of chat, and who follows it.

While no process was there to be reached, no clock runs.
"""

import asyncio
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from eclisse.server.model import Append, Clock, Entry, Line, Player, TableRow
from eclisse.server.play import present
from eclisse.server.play.levels import STAND_IN, player_of
from eclisse.server.play.present import info
from eclisse.server.play.protocol import ChatLine, TableInfo, Update
from eclisse.server.play.protocol import Clock as TimeLeft
from eclisse.server.play.table import PIECE, Move, Table, known_by, scores, with_scores
from eclisse.server.store import Store
from eclisse.server.store.store import CHAT_SHOWN
from eclisse.shapes import By, Step

KEPT: Final = 8  # updates for spectators, by what they have seen
WEEK: Final = 7 * 24 * 3600.0
LONG: Final = 3600  # seconds a turn, from which on there is a warning before they are over
NEARLY: Final = 1 / 6  # of a turn's time is left when it comes
GRACE: Final = 5.0  # seconds a bot's turn is left to the process that came to it, before any other takes over

BEAT: Final = 3.0  # seconds between two signs of life
SILENCE: Final = 9.0  # seconds without one, after which a process is dead
REMEMBERED: Final = 60 * 24 * 3600.0  # seconds that an outage is remembered: longer than any clock runs


class Served:
    """When this server could be reached, as all its processes write it down."""

    def __init__(self, clock: Clock, grace: float = 0.0) -> None:
        self.clock, self._grace, self._began, self._seen = clock, grace, clock.now(), clock.now()
        self._outages: list[tuple[float, float]] = []
        self.lock = asyncio.Lock()

    async def beat(self, store: Store, is_first: bool = False) -> bool:
        """Show that this process lives, and learn of outages; whether another one is found to be dead."""
        async with self.lock:
            now = self.clock.now()
            self._outages, is_any_dead = await store.beat(now, SILENCE, REMEMBERED, is_first)
            self._seen = now
            return is_any_dead

    @property
    def is_due(self) -> bool:
        """Whether it is time for another sign of life."""
        return self.clock.now() >= self._seen + BEAT

    @property
    def is_sure(self) -> bool:
        """Whether this process knows of all outages; if not, no clock may run out."""
        return self.clock.now() < self._seen + SILENCE

    def deadline(self, since: float, seconds: float) -> float:
        """When so many seconds from a moment on are over; after a start there is some time to connect in any case."""
        end = since + seconds
        for begun, ended in self._outages:
            if since < ended and begun < end:
                end += ended - max(begun, since)
        return max(end, self._began + min(self._grace, seconds)) if since < self._began else end


class Follower(Protocol):
    """Somebody who is told what happens at a table."""

    player: Player | None
    secret: str | None  # the hash of what they came with
    blocked: frozenset[str]  # the players from whom they do not want to hear

    def wake(self) -> None:
        """There may be news."""

    def nudge(self, seat: int) -> None:
        """Somebody waits for this player."""

    def end(self, code: int) -> None:
        """Close with this code."""


class Job(NamedTuple):
    """A seat for which the server must decide, how well, and why."""

    seat: int
    level: str
    by: By


class Live:
    """A table in memory; the database has the truth, and `lock` is held while memory catches up."""

    def __init__(self, row: TableRow, served: Served, stalled_after: float = WEEK) -> None:
        self.row, self.served, self._stalled_after = row, served, stalled_after
        self.table: Table | None = None
        self.lines: list[Line] = []
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self.driver: asyncio.Task[None] | None = None
        self.is_doubtful = False  # a write failed: it may have been stored or not
        self._paused_until = 0.0
        self._common: present.Common | None = None
        self._public: dict[int | None, Update] = {}

    @property
    def number(self) -> int:
        """The state's number."""
        return 0 if self.table is None else self.table.number

    @property
    def last_line(self) -> int:
        """The number of the last line of chat."""
        return self.lines[-1].number if self.lines else 0

    @property
    def is_playing(self) -> bool:
        """Whether decisions are awaited."""
        return self.row.status == "playing" and self.table is not None

    @property
    def is_driven(self) -> bool:
        """Whether a bot is at work here."""
        return self.driver is not None and not self.driver.done()

    @property
    def is_busy(self) -> bool:
        """Whether anybody needs this table in memory."""
        return bool(self.followers) or self.is_driven or self.lock.locked()

    def wait(self, seat: int, pause: float) -> None:
        """Let bots wait for so many seconds if a seat can still take its last decision back."""
        can_undo = self.table is not None and self.table.undoable(seat) is not None
        self._paused_until = self.served.clock.now() + pause if can_undo else 0.0

    @property
    def pause(self) -> float:
        """How many seconds bots wait from now on."""
        return self._paused_until - self.served.clock.now()

    @property
    def deadline(self) -> float | None:
        """When the time of those who must act runs out."""
        if self.table is None or self.row.clock is None or not self.is_playing:
            return None
        return self.served.deadline(self.table.turn_at, self.row.clock)

    @property
    def time_left(self) -> TimeLeft:
        """The clock that everybody is shown."""
        return TimeLeft(self.served.clock.now(), self.deadline)

    @property
    def is_late(self) -> bool:
        """Whether the time of those who must act is up; without a clock that takes long, and others must wait."""
        if self.table is None or not self.is_playing or not self.served.is_sure:
            return False
        up = self._time_up(self.table.turn_at)
        return up is not None and self.served.clock.now() >= up

    def _time_up(self, turn_at: float) -> float | None:
        """When a turn has lasted for too long."""
        if self.row.clock is None and len(self.row.people) < 2:
            return None
        return self.served.deadline(turn_at, self._stalled_after if self.row.clock is None else self.row.clock)

    def _warning(self, turn_at: float) -> float | None:
        """When those who must act are told that their time is nearly up, where there are hours to lose."""
        up = self._time_up(turn_at)
        if up is None or self.row.clock is None or self.row.clock < LONG:
            return None
        return up - self.row.clock * NEARLY

    @property
    def is_nearly_late(self) -> bool:
        """Whether it is time for that warning."""
        if self.table is None or not self.is_playing or self.is_late:
            return False
        at = self._warning(self.table.turn_at)
        return at is not None and self.served.clock.now() >= at

    def is_behind(self, head: tuple[int, int] | None) -> bool:
        """Whether the database knew more a moment ago: a number and a revision, None for a table that is no more.

        Whoever holds the lock is about to read what is there, or learns it when a decision cannot be stored.
        """
        return self.lacks(head) and (head is None or not self.lock.locked())

    def lacks(self, head: tuple[int, int] | None) -> bool:
        """Whether there is more in the database than we know."""
        return head is None or head[0] > self.number or head[1] != self.row.revision

    def is_renamed(self, row: TableRow) -> bool:
        """Whether somebody has lost their name since: the server has forgotten them."""
        return self.table is not None and self.table.deal.names != row.names

    def known(self, row: TableRow) -> tuple[int, int]:
        """The number of the state and of the line of chat up to which what we know is still so."""
        return 0 if self.is_renamed(row) else self.number, self.last_line if row.revision == self.row.revision else 0

    async def catch_up(self, row: TableRow, entries: list[Entry], lines: list[Line]) -> None:
        """Take over what the database has, after what is still so; others have their turn between."""
        table, deal = self.table, row.deal
        if (table is None or self.is_renamed(row)) and deal is not None:
            table = Table(deal)
            while len(entries) > PIECE:
                table.extend(entries[:PIECE])
                entries = entries[PIECE:]
                await asyncio.sleep(0)
        if table is not None:
            table.extend(entries)
        self.table = table
        known = self.lines if row.revision == self.row.revision else []
        self.lines = [*known, *lines][-CHAT_SHOWN:]
        self.row = row
        self._public.clear()
        self.is_doubtful = False

    def line(self, table: Table, move: Move) -> Append:
        """A decision as it is stored."""
        mask = sum(1 << seat for seat in move.game.to_act)
        due = self.due(move.game.to_act, move.entry.at, table.turn_after(move))
        reached = scores(move.game, self.row.seats, [*table.kept, move.entry]) if move.game.over else ()
        is_known = self.row.is_unaided and (not reached or self.row.daily is not None)
        known = known_by(move.game) if is_known else None
        return Append(self.row.id, move.number, move.entry, mask, due, reached, known)

    def due(self, to_act: tuple[int, ...], now: float, turn_at: float) -> float | None:
        """When a server must act by itself."""
        if any(self._bot(seat) for seat in to_act):
            return now + GRACE
        if not to_act:
            return None
        warning = self._warning(turn_at)
        return warning if warning is not None and now < warning else self._time_up(turn_at)

    def accept(self, table: Table, move: Move) -> None:
        """Let a stored decision take effect."""
        table.accept(move)
        status = "over" if move.game.over else self.row.status
        self.row = replace(self.row, number=move.number, status=status)
        if move.game.over:
            self.row = with_scores(self.row, scores(move.game, self.row.seats, table.kept))
        self._public.clear()

    def _bot(self, seat: int) -> Job | None:
        """The work of a bot at a seat, if there is one."""
        row = self.row.seats[seat]
        if row.kind == "bot" or row.out:
            return Job(seat, player_of(row), "bot")
        return Job(seat, STAND_IN, "stand-in" if self.row.clock is None else "clock") if row.stand_in else None

    def job(self) -> Job | None:
        """The decision that the server must make now: for a bot, or because the clock has run out."""
        if self.table is None or not self.is_playing:
            return None
        to_act = self.table.game.to_act
        for seat in to_act:
            if (job := self._bot(seat)) is not None:
                return job
        is_bots = self.row.clock is not None and self.row.late == "turn" and self.is_late
        return Job(to_act[0], STAND_IN, "clock") if is_bots else None

    def is_for_bot(self, entry: Entry) -> bool:
        """Whether a decision is still a bot's to make; its player may be back."""
        job = self.job()
        return job is not None and (job.seat, job.by) == (entry.seat, entry.by)

    def acting(self) -> set[str]:
        """The players who must act."""
        to_act = () if self.table is None else self.table.game.to_act
        return {row.player_id for row in (self.row.seats[seat] for seat in to_act) if row.player_id and not row.out}

    def leave(self, follower: Follower) -> None:
        """Let a follower go; a table without followers uses as little memory as possible."""
        self.followers.discard(follower)
        if not self.followers:
            self._public.clear()
            if self.table is not None:
                self.table.rest()
                self._common = self._common if self.table.game.over else None

    def players_here(self) -> set[str]:
        """The players who follow the table through this process."""
        return {follower.player.id for follower in self.followers if follower.player is not None}

    def players_missed(self) -> set[str]:
        """Those of them who are down as away; a bot that stands in for somebody who is here has other reasons."""
        return self.players_here() & {seat.player_id for seat in self.row.seats if seat.away_at is not None}

    def wake(self) -> None:
        """Tell all who follow that there may be news."""
        for follower in self.followers:
            follower.wake()

    def info(self, player: Player | None) -> TableInfo:
        """The table as a player may know it."""
        return info(replace(self.row, number=self.number), player, self.served.clock.now())

    def chat_after(self, number: int, blocked: frozenset[str] = frozenset()) -> list[ChatLine]:
        """Lines of chat after a number, but for those of some players."""
        lines = [line for line in self.lines if line.number > number and line.player_id not in blocked]
        return [ChatLine(id=line.number, seat=line.seat, name=line.name, text=line.text, at=line.at) for line in lines]

    async def update(self, viewer: int | None, since: int | None) -> str:
        """The update message for a seat; spectators share theirs, except for the clock."""
        if viewer is None and since in self._public:
            return present.written(replace(self._public[since], clock=self.time_left))
        told = await self._update(viewer, since)
        if viewer is None:
            self._keep(since, told)
        return present.written(told)

    def _keep(self, since: int | None, told: Update) -> None:
        """Keep an update for spectators until something happens, and a few at most."""
        if len(self._public) == KEPT:
            del self._public[next(iter(self._public))]
        self._public[since] = told

    async def _update(self, viewer: int | None, since: int | None) -> Update:
        """The update message; what is long ago is told piece by piece."""
        table, steps = self.table, list[Step]()
        if table is None:
            raise ValueError("the game has not begun")
        for piece, told in enumerate(() if since is None else table.pieces(since)):
            if piece:
                await asyncio.sleep(0)  # others have their turn
            steps += [present.step(one, viewer) for one in told]
        if self._common is None or self._common.number != table.number:
            self._common = present.common(table, self.served.clock.now())
        return present.update_with(table, viewer, self._common, steps, self.time_left)
