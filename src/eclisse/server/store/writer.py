"""The log's one writer in this process: it stores all decisions that wait, of all tables, in one transaction."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, cast

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from eclisse.server.store.notices import NOTIFY
from eclisse.server.store.rows import Append, Score
from eclisse.server.store.schema import actions, seats, tables
from eclisse.server.store.turns import Turns

MOST: Final = 500  # decisions in one transaction
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
            await self._finished(connection.begin)
            yield connection
            await self._finished(connection.commit)
        finally:
            connection.close()  # what is not committed is undone

    async def _finished(self, work: Callable[[], T]) -> T:
        """Do something in the log's thread; whoever is cancelled meanwhile waits until it is done."""
        done = asyncio.get_running_loop().run_in_executor(self._thread, work)
        try:
            return await asyncio.shield(done)
        finally:
            while not done.done():
                await asyncio.wait((done,))

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
            while batch := self._waiting[:MOST]:
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
    """What each seat reached, for the statement that keeps it."""
    return [
        {"table": table_id, "n": n, "total": one.points, "rank": one.place, "times": one.late}
        for n, one in enumerate(scores)
    ]


def _following(line: Append) -> Row:
    """What a decision changes in its table's row."""
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
