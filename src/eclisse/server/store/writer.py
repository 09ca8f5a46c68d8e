"""Writing: whose turn it is at the database, and the log's one writer in this process.

Decisions and the server's own work come first, then who has spent the least lately. A payer who has much to ask for
waits behind their own questions; whoever asks for too much at once is refused.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from eclisse.faults import fault
from eclisse.server.model import Append, Refused, Score
from eclisse.server.store.engine import NOTIFY, begin_patiently
from eclisse.server.store.schema import actions, seats, tables

EACH: Final = 8  # of one payer who may wait
MOST: Final = 240  # who may wait; when as many do, one of each payer may, and more of those who have spent less
FULL: Final = 500  # who may wait in any case
PRICE: Final = 0.25  # seconds of processor time that a second of a turn costs: most of it is the disk's
DEAREST: Final = 0.25  # seconds that a turn costs at most: a silent database is not the fault of whoever asked it
LONGEST: Final = 30.0  # seconds that anybody waits: the database is silent


class Payer(Protocol):
    """Who pays for the time that they keep others waiting."""

    behind: float  # the more they have spent lately

    def charge(self, seconds: float) -> None:
        """Pay."""


PAYER: Final[ContextVar[Payer | None]] = ContextVar("payer", default=None)
"""For whom the work is done; None: for the server itself."""
_HOLDER: Final[ContextVar[asyncio.Task[Any] | None]] = ContextVar("holder", default=None)


def is_holding() -> bool:
    """Whether this task has a place at the database: it must go on at once, because others wait for it."""
    holder = _HOLDER.get()
    return holder is not None and holder is asyncio.current_task()


def busy() -> Refused:
    """The refusal where too many ask at once."""
    return Refused("unavailable", fault("server-busy"))


class Turns:
    """A number of places at the database."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._first = deque[asyncio.Future[None]]()
        self._lines: OrderedDict[Payer, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def first(self) -> AsyncIterator[None]:
        """Take a place before everybody else."""
        await self._wait(None)
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def next(self) -> AsyncIterator[None]:
        """Take a place when it is this payer's turn, and pay for the time; refused if too many wait."""
        payer = PAYER.get()
        await self._wait(None if is_holding() else payer)
        start, held = time.monotonic(), _HOLDER.set(asyncio.current_task())
        try:
            yield
        finally:
            _HOLDER.reset(held)
            self._leave()
            if payer is not None:
                payer.charge(min((time.monotonic() - start) * PRICE, DEAREST))

    async def _wait(self, payer: Payer | None) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        done = asyncio.get_running_loop().create_future()
        self._line(payer).append(done)
        try:
            async with asyncio.timeout(LONGEST):
                await done
        except BaseException as error:
            if not done.cancel() and not done.cancelled() and done.exception() is None:
                self._leave()  # the place was given to us at the same moment
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise

    def _line(self, payer: Payer | None) -> "deque[asyncio.Future[None]]":
        """Where a payer waits, unless too many do."""
        if payer is None:
            return self._first
        total, own = sum(map(len, self._lines.values())), len(self._lines.get(payer, ()))
        if own >= EACH or total >= FULL:
            raise busy()
        if own and total >= MOST:
            self._make_room(payer)
        return self._lines.setdefault(payer, deque())

    def _make_room(self, payer: Payer) -> None:
        """Refuse the last question of whoever has spent the most of those with several; it may be this payer's."""
        several = [one for one, line in self._lines.items() if len(line) > 1]
        greedy = max(several, key=lambda one: one.behind, default=payer)
        if greedy.behind <= payer.behind:
            raise busy()
        done = self._lines[greedy].pop()
        if not done.done():
            done.set_exception(busy())

    def _leave(self) -> None:
        """Give the place to whoever is next."""
        while self._first or self._lines:
            done = self._first.popleft() if self._first else self._of_next_payer()
            if not done.done():
                done.set_result(None)
                return
        self._free += 1

    def _of_next_payer(self) -> "asyncio.Future[None]":
        """The next who waits of the payer who has spent the least lately."""
        payer = min(self._lines, key=lambda one: one.behind)
        line = self._lines.pop(payer)
        done = line.popleft()
        if line:
            self._lines[payer] = line
        return done


# --- the log --------------------------------------------------------------------------------------------------------

TOGETHER: Final = 500  # decisions in one transaction
T = TypeVar("T")


class Here:
    """A connection to SQLite that is used where the server runs, in place of one that asks a thread for every step.

    A short statement takes less time than to ask; only where the disk is waited for, a thread does it.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection, self.dialect = connection, connection.dialect

    async def execute(self, statement: Any, values: Any = None) -> Any:
        """Execute a statement."""
        return self._connection.execute(statement, values)

    async def scalar(self, statement: Any) -> Any:
        """The first value that a statement finds."""
        return self._connection.scalar(statement)


class LogWriter:
    """Group commit: every flush of the disk stores all decisions that are waiting.

    Its own thread waits for the disk, or for the other machine.
    """

    def __init__(self, engine: sa.Engine, process: str, turns: Turns | None) -> None:
        self._engine, self._process, self._turns = engine, process, turns
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "log")
        self._task = asyncio.create_task(self._run())
        self.commits = 0

    async def append(self, line: Append) -> bool:
        """Store a decision; True once it is durable, False if another writer had that number first."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((line, done))
        self._wake.set()
        return await done

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of somebody who has the turn: others wait no longer than its statements and the disk take."""
        async with self._begun() as connection:
            yield cast("AsyncConnection", Here(connection))

    @asynccontextmanager
    async def _begun(self) -> AsyncIterator[sa.Connection]:
        """The same; its statements are executed here, and the thread only waits for the disk."""
        connection = self._engine.connect()
        try:
            await self._begin(connection)
            yield connection
            await self._finished(connection.commit)
        finally:
            connection.close()  # what is not committed is undone

    async def _begin(self, connection: sa.Connection) -> None:
        """Begin at once, since nobody else in this process writes; where another process does, the thread waits."""
        try:
            connection.begin()
        except sa.exc.OperationalError:
            await self._finished(lambda: begin_patiently(connection))

    async def _finished(self, work: Callable[[], T]) -> T:
        """Do something in the log's thread; whoever is cancelled meanwhile waits until it is done."""
        done = self._thread.submit(work)
        try:
            return await asyncio.wrap_future(done)
        finally:
            while not done.done():
                await asyncio.wait((asyncio.wrap_future(done),))

    async def close(self) -> None:
        """Store what still waits, then stop."""
        while self._waiting:
            await asyncio.sleep(0.01)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown()
        self._engine.dispose()

    async def _run(self) -> None:
        """Store batch after batch."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting[:TOGETHER]:
                await self._store(batch)
                del self._waiting[: len(batch)]  # others have come to wait behind them

    async def _store(self, batch: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        """Store one batch and tell everybody who waits for it; after a failure it may or may not be stored."""
        lines = sorted((line for line, _ in batch), key=lambda line: line.table_id)
        try:
            stored = await self._stored(lines)
            self.commits += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must learn of it
            if isinstance(error, sa.exc.IntegrityError) and len(batch) > 1:  # one of the tables is no more
                for one in batch:
                    await self._store([one])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for line, done in batch:
            if not done.done():
                done.set_result((line.table_id, line.number) in stored)

    async def _stored(self, batch: list[Append]) -> set[tuple[str, int]]:
        """Store decisions; where a thread would ask for Python's lock after every statement, only the end is its work.

        A loop that is busy would let it wait each time.
        """
        if self._turns is None:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)
        async with self._turns.first(), self._begun() as connection:
            return self._fill(connection, batch)

    def _write(self, batch: list[Append]) -> set[tuple[str, int]]:
        """The same in the thread."""
        with self._engine.begin() as connection:
            return self._fill(connection, batch)

    def _fill(self, connection: sa.Connection, batch: list[Append]) -> set[tuple[str, int]]:
        """Insert the decisions in the order all processes use; returns those that were first with their number."""
        is_sqlite = connection.dialect.name == "sqlite"
        first = _insert_each(connection, batch) if is_sqlite else _insert_all(connection, batch)
        if first:
            _follow(connection, [_following(a) for a in first])
            for a in first:
                if a.scores:
                    connection.execute(SCORE, reached(a.table_id, a.scores))
            if not is_sqlite:
                connection.execute(NOTIFY, {"process": self._process, "ids": [a.table_id for a in first]})
        return {(a.table_id, a.number) for a in first}


_FOLLOW: Final = (
    tables.update()
    .where(
        tables.c.id == sa.bindparam("table"),
        tables.c.number < sa.bindparam("n"),
        tables.c.status == sa.literal_column("'playing'"),
    )
    .values(
        number=sa.bindparam("n"),
        to_act=sa.bindparam("mask"),
        due=sa.bindparam("when"),
        status=sa.bindparam("state"),
        changed_at=sa.bindparam("now"),
        position=sa.bindparam("known"),
    )
)

SCORE: Final = (
    seats.update()
    .where(seats.c.table_id == sa.bindparam("table"), seats.c.seat == sa.bindparam("n"))
    .values(points=sa.bindparam("total"), place=sa.bindparam("rank"), late=sa.bindparam("times"))
)


# The text of what SQLite does for every decision: SQLAlchemy would spend more on each statement than SQLite itself.
_NAMED: Final = sqlite.dialect(paramstyle="named")
_INSERT_TEXT: Final = str(sqlite.insert(actions).on_conflict_do_nothing().compile(dialect=_NAMED))
_FOLLOW_TEXT: Final = str(_FOLLOW.compile(dialect=_NAMED))
_INSERT: Final = postgresql.insert(actions).on_conflict_do_nothing().returning(actions.c.table_id, actions.c.number)
Row = dict[str, object]


def _row(line: Append) -> Row:
    """A decision as a row of the log."""
    return {"table_id": line.table_id, "number": line.number, **line.entry._asdict()}


def _insert_each(connection: sa.Connection, batch: list[Append]) -> list[Append]:
    """Insert decisions one by one, where asking the database costs next to nothing; returns those that were first."""
    return [a for a in batch if connection.exec_driver_sql(_INSERT_TEXT, _row(a)).rowcount]


def _insert_all(connection: sa.Connection, batch: list[Append]) -> list[Append]:
    """Insert decisions all at once; returns those that were first."""
    stored = {(row.table_id, row.number) for row in connection.execute(_INSERT, [_row(a) for a in batch])}
    return [a for a in batch if (a.table_id, a.number) in stored]


def _follow(connection: sa.Connection, changes: list[Row]) -> None:
    """Let the rows of tables follow their log."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_FOLLOW_TEXT, changes)
    else:
        connection.execute(_FOLLOW, changes)


def reached(table_id: str, scores: tuple[Score, ...]) -> list[Row]:
    """The points and places of all seats, for the statement that keeps them."""
    return [
        {"table": table_id, "n": n, "total": one.points, "rank": one.place, "times": one.late}
        for n, one in enumerate(scores)
    ]


def _following(line: Append) -> Row:
    """The changes that a decision makes in its table's row."""
    state = "over" if line.over else "playing"
    when = None if line.over else line.due
    return {
        "table": line.table_id,
        "n": line.number,
        "mask": line.to_act,
        "when": when,
        "state": state,
        "now": line.entry.at,
        "known": line.position,
    }
