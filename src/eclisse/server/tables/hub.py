"""Hub: the tables of this process, the decisions on them, and everything the server does by itself."""

import asyncio
import logging
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import fault
from eclisse.game import IllegalAction
from eclisse.server.messages.bodies import Leave
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.rows import Player
from eclisse.server.tables.absence import run_out
from eclisse.server.tables.levels import SLOW, choose, code_of_bots
from eclisse.server.tables.live import GRACE, Follower, Live
from eclisse.server.tables.lobby import Lobby, deal_anyway, unknown_table
from eclisse.server.tables.notices import Notices
from eclisse.server.tables.presence import Presence
from eclisse.server.tables.served import BEAT, SILENCE, Served
from eclisse.server.tables.shares import FairPool
from eclisse.server.tables.table import Entry, turn_of

TRIES: Final = 5  # of a decision that others get ahead of while tickets are chosen
AT_ONCE: Final = 200  # tables looked after in one sweep
AGAIN: Final = 1012  # the code that makes clients connect again
REVOKED: Final = 4401  # the code of a socket whose cookie or token was forgotten
TOGETHER: Final = 500  # rows asked for, or written, in one statement
DAY: Final = 24 * 3600.0  # seconds
CLOSED: Final = 90 * DAY  # that a report is kept after it was closed
NICE: Final = 10  # bots' threads give way to the one that serves
logger = logging.getLogger(__name__)
Paid = Callable[[Coroutine[Any, Any, None]], Coroutine[Any, Any, None]]
"""The same work, paid for by somebody."""


class Hub:
    """All tables that are in memory."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store, self.settings, self.metrics = store, settings, metrics
        self.is_closing = False
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._quick = FairPool(settings.bot_threads, "bots", _give_way)
        self.slow = FairPool(settings.bot_threads, "slow", _give_way)
        self._experts = FairPool(1, "experts", _give_way)
        self.notices = Notices(store, settings, metrics)
        self.presence, self.served = Presence(self), Served(settings.start_grace)
        metrics.tables.set_function(lambda: len(self._lives))

    async def start(self) -> None:
        """Begin to look after tables; first of all we learn since when nobody could."""
        await self.served.beat(self.store, is_first=True)
        self.store.listen(self._heard, self._joined)
        self.spawn(self._repeat(self.settings.sweep_every, self._sweep))
        self.spawn(self._repeat(self.settings.sweep_every, self.presence.call_rolls))
        self.spawn(self._repeat(BEAT, self._beat))
        self.spawn(self._look_round())
        self.spawn(self._repeat(600.0, self._tidy))
        self.spawn(self.quietly(self.notices.key))
        self.spawn(self._repeat(self.settings.compare_every, self._check_people))
        self.spawn(self._repeat(self.settings.compare_every, self._compare))

    async def close(self) -> None:
        """Finish what is being stored, close all sockets so that clients connect elsewhere, stop."""
        self.is_closing = True
        for live in self.lives:
            async with live.lock:
                for follower in list(live.followers):
                    follower.end(AGAIN)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.quietly(self.served.beat, self.store)
        for pool in (self._quick, self.slow, self._experts):
            pool.close()

    # --- tables in memory -------------------------------------------------------------------------------------------

    async def open(self, table_id: str) -> Live:
        """A table, from memory or from the database."""
        live = self._lives.get(table_id)
        if live is None:
            row = await self.store.table(table_id)
            if row is None:
                raise unknown_table()
            self._make_room()
            live = self._lives.setdefault(table_id, Live(row, self.served, self.settings.stalled_after))
        self._lives.move_to_end(table_id)
        async with live.lock:
            is_unsure = self.store.is_shared and not live.followers  # a notice may have been missed
            if live.table is None or live.is_doubtful or is_unsure:
                await self._catch_up(live)
        if live.is_playing and live.row.bots not in (None, code_of_bots()):  # another version has dealt
            await self.store.forget_bots(table_id)
            live.row = replace(live.row, bots=None)
        return live

    @property
    def lives(self) -> list[Live]:
        """All tables in memory."""
        return list(self._lives.values())

    def live(self, table_id: str) -> Live | None:
        """A table, if it is in memory."""
        return self._lives.get(table_id)

    def holds(self, live: Live) -> bool:
        """Whether a table is still in memory, and not only in somebody's hands."""
        return self._lives.get(live.row.id) is live

    async def changed(self, table_id: str) -> None:
        """Somebody changed a table: read the change and tell its followers, if it is in memory."""
        live = self._lives.get(table_id)
        if live is not None:
            await self.quietly(self.refresh, live)
            self.drive(live)

    async def refresh(self, live: Live) -> None:
        """Read what the database has; a bot may have taken a seat."""
        revision = live.row.revision
        async with live.lock:
            await self._catch_up(live)
        if live.row.revision != revision:
            self.drive(live)

    async def _catch_up(self, live: Live) -> None:
        """Read what is new at a table, and tell its followers; its lock is held."""
        row = await self.store.table(live.row.id)
        if row is None:
            self._gone(live)
            raise unknown_table()
        (number, line), is_renamed = live.known(row), live.is_renamed(row)
        entries = await self.store.entries(row.id, number) if row.started_at is not None else []
        lines = await self.store.lines(row.id, line)
        try:
            await live.catch_up(row, entries, lines)
        except IllegalAction as error:
            logger.exception("a log does not replay", extra={"table": row.id})
            raise Refused("unavailable", fault("other-rules")) from error
        live.wake()
        for player_id in live.players_missed():  # another process that got no answer in time thinks they are away
            self.spawn(self.presence.welcome(live, player_id))
        for follower in list(live.followers) if is_renamed else ():
            follower.end(AGAIN)

    def _gone(self, live: Live) -> None:
        """A table that is no more."""
        self._lives.pop(live.row.id, None)
        for follower in list(live.followers):
            follower.end(4404)

    def _make_room(self) -> None:
        """Forget tables without followers, the longest unused first, to make room for one more."""
        spare = len(self._lives) + 1 - self.settings.tables_in_memory
        if spare > 0:
            idle = [table_id for table_id, live in self._lives.items() if not live.is_busy]
            for table_id in idle[:spare]:
                del self._lives[table_id]

    # --- decisions --------------------------------------------------------------------------------------------------

    async def decide(self, live: Live, entry: Entry, number: int, paid: Paid | None = None, pause: float = 0.0) -> None:
        """Judge a decision, store it for good, then tell everybody; this finishes even if the sender disconnects."""
        work = self._decide(live, entry, number, pause)
        await asyncio.shield(self.spawn(work if paid is None else paid(work)))

    async def _decide(self, live: Live, entry: Entry, number: int, pause: float) -> None:
        """Decide; if another process was faster, judge the decision again in the new state."""
        async with live.lock:
            if self.is_closing:
                raise Refused("unavailable", fault("server-stopping"))
            if live.is_doubtful:
                await self._catch_up(live)
            if live.row.status == "abandoned":
                raise Refused("table_over", fault("table-abandoned"))
            if entry.by != "player" and not live.is_for_bot(entry):
                raise Refused("not_your_seat", fault("seat-not-yours", seat=entry.seat))  # its player is back
            turn = await self._try(live, entry, number)
        self.metrics.decisions.labels(entry.by).inc()
        live.wait(entry.seat, pause)
        live.wake()
        self.drive(live)
        is_next = live.table is not None and turn_of(live.table.game) != turn
        if is_next:
            self.presence.tell_turn(live)
        if entry.by == "clock" and (is_next or not turn):
            self._tell_late(live, entry.seat)

    def _tell_late(self, live: Live, number: int) -> None:
        """Tell a player that their time was up, once for each turn that is still theirs."""
        seat = live.row.seats[number]
        if seat.player_id is not None and not seat.stand_in:
            self.presence.tell(live, {seat.player_id}, "late")

    async def _try(self, live: Live, entry: Entry, number: int) -> tuple[int, ...]:
        """Prepare, store and accept a decision; returns the turn it was made in."""
        for _ in range(TRIES):
            table = live.table
            if table is None:
                raise Refused("not_started", fault("game-not-begun"))
            move, turn = table.prepare(entry, number), turn_of(table.game)
            with self.metrics.commit.time():
                stored = await self._append(live, live.line(table, move))
            if stored:
                live.accept(table, move)
                return turn
            self.metrics.conflicts.inc()
            await self._catch_up(live)
        raise Refused("unavailable", fault("others-decided"))

    async def _append(self, live: Live, line: Any) -> bool:
        """Store a decision; after a failure nobody is told before the database has been read again."""
        try:
            return await self.store.append(line)
        except (SQLAlchemyError, OSError) as error:
            live.is_doubtful = True
            logger.exception("a decision could not be stored", extra={"table": line.table_id})
            raise Refused("unavailable", fault("not-stored")) from error

    # --- of its own accord ------------------------------------------------------------------------------------------

    def drive(self, live: Live) -> None:
        """Let bots decide while it is their turn or a clock has run out."""
        if not self.is_closing and not live.is_driven and live.job() is not None:
            live.driver = self.spawn(self._drive(live))

    async def _drive(self, live: Live) -> None:
        """Decide for bots until none may act; any other decision in the meantime wins."""
        refused = 0
        while refused < TRIES and (job := live.job()) is not None and live.table is not None:
            if (pause := live.pause) > 0:
                await asyncio.sleep(pause)
                continue
            number, action = live.number, await self._think(live, job.seat, job.level)
            try:
                await self.decide(live, Entry(job.seat, action, job.by, clock.now()), number)
                refused = 0
            except Refused as error:
                refused += 1
                if error.code == "unavailable":
                    await asyncio.sleep(1)

    async def _think(self, live: Live, seat: int, level: str) -> str:
        """A bot's decision, thought out in a thread."""
        if live.table is None:
            raise ValueError("the game has not begun")
        host, game = live.row.host, live.table.game.copy()
        try:
            with self.metrics.thinking.labels(level).time():
                if level in SLOW:
                    experts = self._experts
                    return await experts.run(host, choose, game, seat, level, lambda: experts.n_waiting)
                return await self._quick.run(host, choose, game, seat, level)
        except Exception:
            logger.exception("a bot failed", extra={"table": live.row.id, "level": level})
            return game.legal(seat)[0].text

    async def _sweep(self) -> None:
        """Act where a clock has run out, or where the process that should have acted is gone."""
        if not self.served.is_sure:
            return  # a silence may have been everybody's
        now = clock.now()
        for driven in _parts([table_id for table_id, live in self._lives.items() if live.is_driven]):
            await self.store.put_off(driven, now + GRACE / 2, now + GRACE)  # it is not gone: its bots still think
        for table_id in await self.store.due_tables(now, AT_ONCE):
            known = self._lives.get(table_id)
            if known is None or not known.is_driven:
                await self.quietly(self._look_after, table_id)

    async def _look_after(self, table_id: str) -> None:
        """Act at one table, or store when somebody must."""
        live = await self.open(table_id)
        await self.refresh(live)
        if live.row.status == "playing" and live.table is None:
            await deal_anyway(self.store, table_id)
            await self.refresh(live)
            self.presence.tell_turn(live)
        if live.is_late and live.job() is None:
            await self._run_out(live)
        elif live.is_nearly_late:
            self.presence.tell(live, live.acting(), "time_short")
        if live.job() is None and live.table is not None:
            to_act = live.table.game.to_act
            due = live.due(to_act, clock.now(), live.table.turn_at) if live.is_playing else None
            await self.store.set_due(table_id, live.number, due)
        self.drive(live)

    async def _run_out(self, live: Live) -> None:
        """Let happen what the table has chosen for whoever is out of time; everybody is told."""
        late = live.acting()
        await run_out(self.store, live.row.id, live.number)
        await self.refresh(live)
        self.presence.tell(live, late, "late")
        if any(seat.out == "late" for seat in live.row.seats if seat.player_id in late):
            self.presence.tell(live, live.row.people - late, "resigned")

    async def _beat(self) -> None:
        """Show that this process lives; if another does not, its players are missed."""
        if await self.served.beat(self.store):
            await self.presence.miss()

    async def _look_round(self) -> None:
        """After a start, once people have had time to connect again, miss those who have not."""
        await asyncio.sleep(SILENCE)
        await self.quietly(self.presence.miss)

    async def _compare(self) -> None:
        """Find changes that nobody told us of: a notice was lost, or the operator has changed the database."""
        for known in _parts(list(self._lives)):
            heads = await self.store.heads(known)
            for table_id in known:
                live = self._lives.get(table_id)
                if live is not None and live.is_behind(heads.get(table_id)):
                    self._heard_of_change(table_id)

    async def _check_people(self) -> None:
        """Disconnect everybody whose secret has been revoked, by any process; look who has blocked whom."""
        for secrets in _parts(list({one.secret for one in self._followers() if one.secret is not None})):
            self.revoke(set(secrets) - await self.store.valid_secrets(secrets))
        await self._read_blocks({one.player.id for one in self._followers() if one.player is not None})

    async def _tidy(self) -> None:
        """Remove tables that never started, forget the addresses of old ones, and who has not come for long."""
        await self.store.forget_origins(clock.now() - DAY)
        await self.store.people.forget_reports(clock.now() - CLOSED)
        for table_id in await self.store.remove_unstarted(clock.now() - self.settings.open_for):
            live = self._lives.get(table_id)
            if live is not None:
                self._gone(live)
        if self.settings.forget_after:
            for player_id in await self.store.people.absent(clock.now() - self.settings.forget_after, AT_ONCE):
                await self.store.forget_player(player_id)

    def revoke(self, secrets: set[str]) -> None:
        """Disconnect everybody who came with one of these secrets, given by their hashes."""
        for follower in self._followers():
            if follower.secret in secrets:
                follower.end(REVOKED)

    async def block(self, player_id: str) -> None:
        """A player has changed whom they hear: all their connections learn of it, those to other processes too."""
        await self.store.tell(f"blocks {player_id}")
        await self._read_blocks({player_id})

    async def _read_blocks(self, players: set[str]) -> None:
        """Look from whom some players do not want to hear."""
        for ids in _parts(list(players)):
            blocked = await self.store.people.blocks_of(ids)
            for follower in self._followers():
                if follower.player is not None and follower.player.id in blocked:
                    follower.blocked = blocked[follower.player.id]

    async def forget(self, player_id: str, lobby: Lobby) -> None:
        """Let a player leave all tables, and forget them; their tables are read again.

        Their name goes first: without one they get no seat any more, whatever they have asked for meanwhile.
        """
        await self.store.change_player(Player(player_id, "", ""))
        for table_id in await self.store.people.live_tables(player_id):
            await lobby.leave(table_id, Leave(), Player(player_id, "", ""))
            await self.changed(table_id)
        secrets, changed = await self.store.forget_player(player_id)
        self.revoke(secrets)
        for table_id in changed:
            await self.changed(table_id)

    def _followers(self) -> list[Follower]:
        """All who follow a table through this process."""
        return [follower for live in self.lives for follower in live.followers]

    # --- other processes --------------------------------------------------------------------------------------------

    def _heard(self, words: list[str]) -> None:
        """Another process changed a table or a player's blocks, asks who is at a table, answers, or nudges somebody."""
        match words:
            case [table_id]:
                self._heard_of_change(table_id)
            case ["blocks", player_id]:
                self.spawn(self.quietly(self._read_blocks, {player_id}))
            case ["who", question, table_id]:
                self.presence.answer(question, table_id)
            case ["here", question, *players]:
                self.presence.answered(question, players)
            case ["nudge", table_id, player_id, by] if table_id in self._lives:
                self.presence.nudge_here(self._lives[table_id], player_id, int(by))

    def _heard_of_change(self, table_id: str) -> None:
        """Somebody else changed a table."""
        live = self._lives.get(table_id)
        if live is None:
            return
        if live.is_busy:
            self.spawn(self.quietly(self.refresh, live))
        else:
            del self._lives[table_id]

    def _joined(self) -> None:
        """Notices may have been missed until now."""
        self.spawn(self.quietly(self._compare))

    # --- tasks ------------------------------------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is kept until it is done, its failure logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """Forget a task; log its failure, unless it was a refusal."""
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refused):
            logger.error("a task failed", exc_info=task.exception())

    async def _repeat(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again, even if it fails."""
        while not self.is_closing:
            await self.quietly(work)
            await asyncio.sleep(every)

    async def quietly(self, work: Callable[..., Awaitable[object]], *given: Any) -> None:
        """Do something whose failure must not stop the rest."""
        try:
            await work(*given)
        except Refused:
            return
        except Exception:
            logger.exception("looking after tables failed")


def _parts(ids: list[str]) -> list[list[str]]:
    """Parts small enough for one statement."""
    return [ids[start : start + TOGETHER] for start in range(0, len(ids), TOGETHER)]


def _give_way() -> None:
    """Give this thread a low priority, if the system can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
