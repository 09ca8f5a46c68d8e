"""Deciding: the rules judge a decision, the database keeps it for good, and only then does anybody hear of it.

Bots decide when it is their turn, and what a table has chosen happens when a clock has run out.
"""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import fault
from eclisse.server.metrics import Metrics
from eclisse.server.model import Append, Entry, Refused
from eclisse.server.play.levels import SLOW, choose
from eclisse.server.play.live import GRACE, Live, Served
from eclisse.server.play.presence import Presence
from eclisse.server.play.residents import Residents, parts
from eclisse.server.play.seats import deal_anyway, run_out
from eclisse.server.play.table import turn_of
from eclisse.server.play.work import FairPool, Tasks
from eclisse.server.settings import Settings
from eclisse.server.store import Store

TRIES: Final = 5  # of a decision that others get ahead of while tickets are chosen
AT_ONCE: Final = 200  # tables looked after in one sweep
NICE: Final = 10  # bots' threads give way to the one that serves
logger = logging.getLogger(__name__)
Paid = Callable[[Coroutine[Any, Any, int]], Coroutine[Any, Any, int]]
"""The same work, paid for by somebody."""


class Deciding:
    """The decisions on the tables in memory."""

    def __init__(self, store: Store, metrics: Metrics, residents: Residents, presence: Presence, tasks: Tasks) -> None:
        self._store, self._metrics = store, metrics
        self._residents, self._presence, self._tasks = residents, presence, tasks

    async def decide(self, live: Live, entry: Entry, number: int, paid: Paid | None = None, pause: float = 0.0) -> int:
        """Judge a decision, store it for good, then tell everybody; this finishes even if the sender disconnects.

        Returns the number of the state it led to.
        """
        work = self._decide(live, entry, number, pause)
        reached: int = await asyncio.shield(self._tasks.spawn(work if paid is None else paid(work)))
        return reached

    async def _decide(self, live: Live, entry: Entry, number: int, pause: float) -> int:
        """Decide; if another process was faster, judge the decision again in the new state."""
        async with live.lock:
            if self._tasks.is_closing:
                raise Refused("unavailable", fault("server-stopping"))
            if live.is_doubtful:
                await self._residents.catch_up(live)
            if live.row.status == "abandoned":
                raise Refused("table_over", fault("table-abandoned"))
            if entry.by != "player" and not live.is_for_bot(entry):
                raise Refused("not_your_seat", fault("seat-not-yours", seat=entry.seat))  # its player is back
            turn = await self._try(live, entry, number)
            reached = live.number
        self._metrics.decisions.labels(entry.by).inc()
        live.wait(entry.seat, pause)
        live.wake()
        self._residents.when_changed(live)
        is_next = live.table is not None and turn_of(live.table.game) != turn
        if is_next:
            self._presence.tell_turn(live)
        if entry.by == "clock" and (is_next or not turn):
            self._tell_late(live, entry.seat)
        return reached

    def _tell_late(self, live: Live, number: int) -> None:
        """Tell a player that their time was up, once for each turn that is still theirs."""
        seat = live.row.seats[number]
        if seat.player_id is not None and not seat.stand_in:
            self._presence.tell(live, {seat.player_id}, "late")

    async def _try(self, live: Live, entry: Entry, number: int) -> tuple[int, ...]:
        """Prepare, store and accept a decision; returns the turn it was made in."""
        for _ in range(TRIES):
            table = live.table
            if table is None:
                raise Refused("not_started", fault("game-not-begun"))
            move, turn = table.prepare(entry, number), turn_of(table.game)
            with self._metrics.commit.time():
                stored = await self._append(live, live.line(table, move))
            if stored:
                live.accept(table, move)
                return turn
            self._metrics.conflicts.inc()
            await self._residents.catch_up(live)
        raise Refused("unavailable", fault("others-decided"))

    async def _append(self, live: Live, line: Append) -> bool:
        """Store a decision; after a failure nobody is told before the database has been read again."""
        try:
            return await self._store.append(line)
        except (SQLAlchemyError, OSError) as error:
            live.is_doubtful = True
            logger.exception("a decision could not be stored", extra={"table": line.table_id})
            raise Refused("unavailable", fault("not-stored")) from error


class Driver:
    """Decides for bots and for clocks that ran out, in threads of its own."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        served: Served,
        residents: Residents,
        presence: Presence,
        deciding: Deciding,
        tasks: Tasks,
    ) -> None:
        self._store, self._metrics, self._served, self._tasks = store, metrics, served, tasks
        self._residents, self._presence, self._deciding = residents, presence, deciding
        self._quick = FairPool(settings.bot_threads, "bots", _give_way)
        self.slow = FairPool(settings.bot_threads, "slow", _give_way)  # for the coach too
        self._experts = FairPool(1, "experts", _give_way)

    def close(self) -> None:
        """Think no more."""
        for pool in (self._quick, self.slow, self._experts):
            pool.close()

    def drive(self, live: Live) -> None:
        """Let bots decide while it is their turn or a clock has run out."""
        if not self._tasks.is_closing and not live.is_driven and live.job() is not None:
            live.driver = self._tasks.spawn(self._drive(live))

    async def _drive(self, live: Live) -> None:
        """Decide for bots until none may act; any other decision in the meantime wins."""
        refused = 0
        while refused < TRIES and (job := live.job()) is not None and live.table is not None:
            if (pause := live.pause) > 0:
                await asyncio.sleep(pause)
                continue
            number, action = live.number, await self._think(live, job.seat, job.level)
            try:
                await self._deciding.decide(live, Entry(job.seat, action, job.by, self._store.clock.now()), number)
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
            with self._metrics.thinking.labels(level).time():
                if level in SLOW:
                    experts = self._experts
                    return await experts.run(host, choose, game, seat, level, lambda: experts.n_waiting)
                return await self._quick.run(host, choose, game, seat, level)
        except Exception:
            logger.exception("a bot failed", extra={"table": live.row.id, "level": level})
            return game.legal(seat)[0].text

    async def sweep(self) -> None:
        """Act where a clock has run out, or where the process that should have acted is gone."""
        if not self._served.is_sure:
            return  # a silence may have been everybody's
        now = self._store.clock.now()
        for driven in parts([live.row.id for live in self._residents.lives if live.is_driven]):
            await self._store.put_off(driven, now + GRACE / 2, now + GRACE)  # it is not gone: its bots still think
        for table_id in await self._store.due_tables(now, AT_ONCE):
            known = self._residents.live(table_id)
            if known is None or not known.is_driven:
                await self._tasks.quietly(self._look_after, table_id)

    async def _look_after(self, table_id: str) -> None:
        """Act at one table, or store when somebody must."""
        live = await self._residents.open(table_id)
        await self._residents.refresh(live)
        if live.row.status == "playing" and live.table is None:
            await deal_anyway(self._store, table_id)
            await self._residents.refresh(live)
            self._presence.tell_turn(live)
        if live.is_late and live.job() is None:
            await self._run_out(live)
        elif live.is_nearly_late:
            self._presence.tell(live, live.acting(), "time_short")
        if live.job() is None and live.table is not None:
            to_act = live.table.game.to_act
            due = live.due(to_act, self._store.clock.now(), live.table.turn_at) if live.is_playing else None
            await self._store.set_due(table_id, live.number, due)
        self.drive(live)

    async def _run_out(self, live: Live) -> None:
        """Let happen what the table has chosen for whoever is out of time; everybody is told."""
        late = live.acting()
        await run_out(self._store, live.row.id, live.number)
        await self._residents.refresh(live)
        self._presence.tell(live, late, "late")
        if any(seat.out == "late" for seat in live.row.seats if seat.player_id in late):
            self._presence.tell(live, live.row.people - late, "resigned")


def _give_way() -> None:
    """Give this thread a low priority, if the system can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
