"""Store: everything the server keeps; no rules and no sockets here."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import asdict, replace
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from eclisse.server.model import (
    LATE,
    Allowed,
    Append,
    Clock,
    Entry,
    Line,
    Player,
    Score,
    SeatRow,
    TableRow,
    TooMany,
    day_of,
)
from eclisse.server.store import engine
from eclisse.server.store.backup import note_at_once
from eclisse.server.store.engine import SQLITE, Engines, database_url, migrate, open_engines
from eclisse.server.store.people import People, add_secret
from eclisse.server.store.schema import (
    HEADS,
    IS_MINE,
    MINE,
    OFFERED,
    ORDER,
    PLAYER,
    PUBLIC,
    SEATS,
    TABLE,
    actions,
    chat,
    outages,
    players,
    processes,
    seats,
    tables,
)
from eclisse.server.store.writer import SCORE, LogWriter, Turns, reached

MAKING: Final = 7_214_002  # the lock in PostgreSQL that whoever makes a table holds
BEATING: Final = 7_214_003  # the one that whoever writes down that it lives holds
READY_FOR: Final = 0.5  # seconds that an answer of the database counts
READY_WITHIN: Final = 4.0  # seconds that it has to answer; who asks us waits for five
READY_AGAIN: Final = 30.0  # seconds after which a question without an answer is asked again
SHARED_TABLES: Final = 5  # tables at which several people sit count as one
TOGETHER: Final = 500  # values in one statement
CHAT_SHOWN: Final = 50  # lines a newcomer is told
AT_ONCE: Final = 100  # rows changed in one transaction of the server's own, so that decisions come between
READERS: Final = 8  # at once
WRITERS: Final = 2  # at once beside the log, where more than one can write


async def open_store(url: str, process: str, clock: Clock | None = None) -> "Store":
    """Connect, and bring the schema up to date."""
    address = database_url(url)
    engines = open_engines(address)
    try:
        await migrate(engines.writer)
    except BaseException:
        await engines.reader.dispose()
        await engines.writer.dispose()
        raise
    return Store(address, engines, process, clock or Clock())


class NoSuchPlayer(LookupError):
    """Somebody who is being forgotten, or is forgotten already."""


class NoSuchTable(LookupError):
    """No table has this id."""


class Change:
    """A table being changed: its row is locked until the change is committed."""

    def __init__(self, connection: AsyncConnection, row: TableRow, clock: Clock) -> None:
        self._connection, self.row, self.clock, self._values = connection, row, clock, dict[str, Any]()
        self.is_silent = False  # a change that leaves the table as old as it was

    async def seat(self, seat: SeatRow) -> None:
        """Put somebody, or nobody, at a seat; NoSuchPlayer if they have just been forgotten."""
        if seat.player_id is not None and seat.player_id != self.row.seats[seat.seat].player_id:
            await _check_there(self._connection, seat.player_id)
        where = (seats.c.table_id == self.row.id, seats.c.seat == seat.seat)
        await self._connection.execute(seats.update().where(*where).values(asdict(seat)))
        others = [s for s in self.row.seats if s.seat != seat.seat]
        here = tuple(sorted([*others, seat], key=lambda s: s.seat))
        self.row = replace(self.row, seats=here)

    def set(self, **values: Any) -> None:
        """Change columns of the table."""
        self._values.update(values)
        self.row = replace(self.row, **values)

    async def say(self, seat: int | None, name: str, text: str, player_id: str) -> None:
        """Add a line to the chat."""
        last = sa.select(sa.func.coalesce(sa.func.max(chat.c.number), 0)).where(chat.c.table_id == self.row.id)
        number = int(await self._connection.scalar(last) or 0) + 1
        line = {"table_id": self.row.id, "number": number, "seat": seat, "name": name, "text": text}
        await self._connection.execute(chat.insert(), {**line, "at": self.clock.now(), "player_id": player_id})

    async def remove(self) -> None:
        """Remove the table, which has not begun."""
        await self._connection.execute(tables.delete().where(tables.c.id == self.row.id))

    async def commit(self) -> None:
        """Write the columns."""
        at = self.row.changed_at if self.is_silent else self.clock.now()
        values = {**self._values, "revision": self.row.revision + 1, "changed_at": at}
        await self._connection.execute(tables.update().where(tables.c.id == self.row.id).values(values))


class Store:
    """The database of one server process."""

    def __init__(self, url: sa.URL, engines: Engines, process: str, clock: Clock) -> None:
        self._url, self._process, self.clock = url, process, clock
        self._reader, self._writer, log = engines
        self._reads, self._writes = Turns(READERS), Turns(WRITERS if self.is_shared else 1)
        self.log = LogWriter(log, process, None if self.is_shared else self._writes)  # SQLite lets one write at a time
        self.people = People(self.reading, self.writing, clock)
        self._asked = 0.0
        self._trial: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Store what is waiting, then close all connections."""
        await self.log.close()
        if self._trial is not None:
            self._trial.cancel()
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        await self._reader.dispose()
        await self._writer.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return self._url.drivername != SQLITE

    def listen(self, heard: Callable[[list[str]], None], joined: Callable[[], None]) -> None:
        """Listen to changes by other processes, if there can be any."""
        if self.is_shared:
            self._listener = asyncio.create_task(engine.listen(self._url, self._process, heard, joined))

    async def tell(self, *told: str) -> None:
        """Tell the other processes, if there can be any: a table that has changed, or something in several words."""
        if self.is_shared and told:
            async with self.writing() as connection:
                await engine.notify(connection, self._process, *told)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes, when it is its turn."""
        begun = self._writer.begin if self.is_shared else self.log.transaction
        async with self._writes.next(), begun() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read from, when it is its turn."""
        async with self._reads.next(), self._reader.connect() as connection:
            yield connection

    async def is_ready(self) -> bool:
        """Whether the database can be read and written; whoever asks often is told what was found a moment ago."""
        now, trial = time.monotonic(), self._trial
        if trial is None or now - self._asked > (READY_FOR if trial.done() else READY_AGAIN):
            self._asked = now
            self._trial = trial = asyncio.create_task(self._try_out(), context=Context())  # nobody pays for it
        await asyncio.wait({trial}, timeout=self._asked + READY_WITHIN - now)  # a frozen one cannot even be cancelled
        return trial.done() and trial.exception() is None

    async def _try_out(self) -> None:
        """Read and write."""
        async with self.reading() as reader:
            await reader.execute(sa.select(1))
        async with self.writing() as writer:
            await writer.execute(_TOUCH)

    async def beat(
        self, now: float, silence: float, remembered: float, is_first: bool
    ) -> tuple[list[tuple[float, float]], bool]:
        """Write down that this process lives; returns all outages, and whether another process has died.

        If none was seen for so many seconds, that was an outage. A file has one process: its start always ends one.
        """
        lasting = silence if self.is_shared or not is_first else 0.0
        async with self.writing() as connection:
            if self.is_shared:
                await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(BEATING)))
            last = await connection.scalar(sa.select(sa.func.max(processes.c.seen_at)))
            if last is not None and now > last + lasting:
                await connection.execute(outages.insert(), {"begun": last, "ended": now})
            is_seen = processes.c.seen_at.between(now - silence, now + silence)  # or somebody's clock was wrong
            dead = sa.or_(processes.c.id == self._process, sa.not_(is_seen))
            gone = await connection.execute(processes.delete().where(dead).returning(processes.c.id))
            is_any_dead = bool({row.id for row in gone} - {self._process})
            await connection.execute(processes.insert(), {"id": self._process, "seen_at": now})
            await connection.execute(outages.delete().where(outages.c.ended < now - remembered))
            found = await connection.execute(outages.select().order_by(outages.c.begun))
            return [(row.begun, row.ended) for row in found], is_any_dead

    async def who_should_be_there(self) -> list[tuple[str, str]]:
        """The players who play with others and are not known to be away, each with the table."""
        other = seats.alias()
        where = (tables.c.status.in_(("open", "playing")), seats.c.out.is_(None), seats.c.away_at.is_(None))
        others = (other.c.table_id == seats.c.table_id, other.c.player_id != seats.c.player_id, other.c.out.is_(None))
        query = sa.select(seats.c.table_id, seats.c.player_id).join(tables).where(*where, sa.exists().where(*others))
        async with self.reading() as connection:
            return [(row.table_id, row.player_id) for row in await connection.execute(query.distinct())]

    async def damage(self) -> str:
        """The damage to the file of a SQLite database; other databases look after themselves."""
        if self.is_shared:
            return ""
        async with self.reading() as connection:
            found = str(await connection.scalar(sa.text("PRAGMA quick_check(1)")))
        return "" if found == "ok" else found

    # --- players ----------------------------------------------------------------------------------------------------

    async def add_player(self, player: Player, secret_hash: str, label: str = "") -> None:
        """A new player, known by a cookie."""
        now = self.clock.now()
        async with self.writing() as connection:
            await connection.execute(players.insert(), {**asdict(player), "created_at": now})
            await add_secret(connection, player.id, "cookie", secret_hash, label, now)

    async def players_by_id(self, ids: Iterable[str]) -> list[Player]:
        """Some players."""
        async with self.reading() as connection:
            rows = await connection.execute(PLAYER.where(players.c.id.in_(list(ids))))
            return [Player(**row._mapping) for row in rows]

    async def change_player(self, player: Player) -> None:
        """A new name or webhook; whoever has no name any more gets none."""
        where, values = (
            (players.c.id == player.id, players.c.name != ""),
            {"name": player.name, "webhook": player.webhook},
        )
        async with self.writing() as connection:
            await connection.execute(players.update().where(*where).values(values))

    async def forget_player(self, player_id: str) -> tuple[set[str], list[str]]:
        """Forget a player, and tell the other processes; returns their secrets and the tables that have changed."""
        gone, changed = await self.people.forget(player_id)
        await asyncio.to_thread(note_at_once, player_id)
        await self.tell(*changed)
        return gone, changed

    # --- tables -----------------------------------------------------------------------------------------------------

    async def add_table(self, row: TableRow, allowed: Allowed) -> None:
        """Add a table; TooMany if there are too many, even when several are created at once."""
        async with self.writing() as connection:
            await _check_allowed(connection, row, allowed)
            await insert_table(connection, row)

    async def table(self, table_id: str) -> TableRow | None:
        """A table and its seats."""
        async with self.reading() as connection:
            found = await _table_rows(connection, TABLE, id=table_id)
        return found[0] if found else None

    @asynccontextmanager
    async def change(self, table_id: str) -> AsyncIterator[Change]:
        """Change a table while nobody else can; NoSuchTable if it does not exist."""
        async with self.writing() as connection:
            query = tables.select().where(tables.c.id == table_id).with_for_update(key_share=True)
            found = await _table_rows(connection, query)
            if not found:
                raise NoSuchTable(table_id)
            change = Change(connection, found[0], self.clock)
            yield change
            await change.commit()
            await engine.notify(connection, self._process, table_id)

    async def successor(self, old: str, new: TableRow, allowed: Allowed) -> str:
        """Make the table that follows another, unless there is one already; returns its id."""
        async with self.writing() as connection:
            query = sa.select(tables.c.rematch).where(tables.c.id == old).with_for_update(key_share=True)
            there = await connection.scalar(query)
            if there is not None and await connection.scalar(sa.select(tables.c.id).where(tables.c.id == there)):
                return str(there)
            await _check_allowed(connection, new, allowed)
            await insert_table(connection, new)
            values = {"rematch": new.id, "revision": tables.c.revision + 1}
            await connection.execute(tables.update().where(tables.c.id == old).values(values))
            await engine.notify(connection, self._process, old)
            return new.id

    async def public_tables(self, status: str, limit: int) -> list[TableRow]:
        """Public tables: first the latest of every host, then the next of every host, and so on."""
        async with self.reading() as connection:
            return await _table_rows(connection, PUBLIC, status=status, limit=limit)

    async def tables_of(self, player_id: str, limit: int, after: str | None = None) -> list[TableRow]:
        """A player's tables after one of them: those that wait for them, others that go on, then the rest."""
        query, me = MINE, {"me": player_id}
        async with self.reading() as connection:
            if after is not None:
                place = sa.select(*ORDER).where(IS_MINE, tables.c.id == after)
                last = (await connection.execute(place, me)).first()
                query = MINE.where(sa.tuple_(*ORDER) > sa.tuple_(*last) if last else sa.false())
            return await _table_rows(connection, query, **me, limit=limit)

    async def offered_rematches(self, player_id: str, ids: Sequence[str]) -> set[str]:
        """Those of some finished tables whose rematch waits for a player."""
        if not ids:
            return set()
        async with self.reading() as connection:
            return {row.id for row in await connection.execute(OFFERED, {"ids": ids, "me": player_id})}

    async def forget_bots(self, table_id: str) -> None:
        """Bots of more than one version decide at a table."""
        async with self.writing() as connection:
            await connection.execute(tables.update().where(tables.c.id == table_id).values(bots=None))

    async def is_played(self, positions: Iterable[str]) -> bool:
        """Whether one of some positions is that of a game that goes on, or of a deal of the day, without help."""
        secret = tables.c.daily >= day_of(self.clock.now() - LATE)
        where = sa.or_(tables.c.status == "playing", secret)
        known, found = sorted(positions), None
        async with self.reading() as connection:
            for start in range(0, len(known), TOGETHER):
                here = tables.c.position.in_(known[start : start + TOGETHER])
                found = found or await connection.scalar(sa.select(tables.c.id).where(here, where).limit(1))
        return found is not None

    async def heads(self, ids: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The numbers and revisions of some tables."""
        async with self.reading() as connection:
            return {row.id: (row.number, row.revision) for row in await connection.execute(HEADS, {"ids": list(ids)})}

    async def due_tables(self, now: float, limit: int) -> list[str]:
        """Tables where a server must act."""
        where = (tables.c.due <= now, tables.c.status == "playing")
        query = sa.select(tables.c.id).where(*where).order_by(tables.c.due).limit(limit)
        async with self.reading() as connection:
            return [row.id for row in await connection.execute(query)]

    async def set_due(self, table_id: str, number: int, due: float | None) -> None:
        """Change when a server must act, unless there was a decision since."""
        where = (tables.c.id == table_id, tables.c.number == number)
        async with self.writing() as connection:
            await connection.execute(tables.update().where(*where).values(due=due))

    async def put_off(self, ids: Sequence[str], until: float, due: float) -> None:
        """Claim these tables for this process before another one acts on them; the first to write wins."""
        where = (tables.c.id.in_(list(ids)), tables.c.due <= until, tables.c.status == "playing")
        free = sa.select(tables.c.id).where(*where).with_for_update(key_share=True, skip_locked=True)
        async with self.writing() as connection:
            await connection.execute(tables.update().where(tables.c.id.in_(free)).values(due=due))

    async def set_scores(self, table_id: str, scores: tuple[Score, ...]) -> None:
        """Keep the result of a game that ended before results were kept."""
        async with self.writing() as connection:
            await connection.execute(SCORE, reached(table_id, scores))

    async def forget_origins(self, before: float) -> None:
        """Forget the addresses that created tables long ago."""
        where = (tables.c.origin.is_not(None), tables.c.created_at < before)
        some = sa.select(tables.c.id).where(*where).limit(AT_ONCE)
        n_changed = AT_ONCE
        while n_changed == AT_ONCE:
            async with self.writing() as connection:
                changed = await connection.execute(tables.update().where(tables.c.id.in_(some)).values(origin=None))
                n_changed = changed.rowcount

    async def remove_unstarted(self, before: float) -> list[str]:
        """Remove tables that never started and have been idle for too long."""
        where = (tables.c.status == "open", tables.c.changed_at < before)
        some, gone = sa.select(tables.c.id).where(*where).limit(AT_ONCE), list[str]()
        while len(gone) % AT_ONCE == 0:
            async with self.writing() as connection:
                found = await connection.execute(
                    tables.delete().where(tables.c.id.in_(some), *where).returning(tables.c.id)
                )
                ids = [row.id for row in found]
            gone += ids
            if not ids:
                break
        return gone

    # --- the log and the chat ---------------------------------------------------------------------------------------

    async def append(self, line: Append) -> bool:
        """Store a decision; True once it is durable, False if another writer had that number first."""
        return await self.log.append(line)

    async def entries(self, table_id: str, after: int) -> list[Entry]:
        """A table's decisions after a number, in order."""
        columns = (actions.c.seat, actions.c.action, actions.c.by, actions.c.at)
        where = (actions.c.table_id == table_id, actions.c.number > after)
        query = sa.select(*columns).where(*where).order_by(actions.c.number)
        async with self.reading() as connection:
            return [Entry(*row) for row in await connection.execute(query)]

    async def lines(self, table_id: str, after: int) -> list[Line]:
        """The last lines of a table's chat after a number."""
        columns = (chat.c.number, chat.c.seat, chat.c.name, chat.c.text, chat.c.at, chat.c.player_id)
        where = (chat.c.table_id == table_id, chat.c.number > after)
        query = sa.select(*columns).where(*where).order_by(chat.c.number.desc()).limit(CHAT_SHOWN)
        async with self.reading() as connection:
            return [Line(*row) for row in await connection.execute(query)][::-1]


_TOUCH: Final = sa.text("UPDATE alembic_version SET version_num = version_num")


async def _check_allowed(connection: AsyncConnection, row: TableRow, allowed: Allowed) -> None:
    """Refuse a table too many, or of somebody forgotten; nobody else can create one at the same time."""
    await _check_there(connection, row.creator)
    if connection.dialect.name == "postgresql":
        await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MAKING)))
    live = (tables.c.status.in_(("open", "playing")), tables.c.changed_at > allowed.touched_after)
    hour = (tables.c.origin == row.origin, tables.c.created_at > row.created_at - 3600)
    each, guest = (
        sa.func.count(),
        sa.exists().where(seats.c.table_id == tables.c.id, seats.c.player_id != tables.c.creator),
    )
    made = sa.func.sum(sa.case((guest, 1), else_=SHARED_TABLES)) / SHARED_TABLES
    counts = [
        int(await connection.scalar(sa.select(what).select_from(tables).where(*where)) or 0)
        for what, where in ((each, (*live, tables.c.creator == row.creator)), (each, live), (made, hour))
    ]
    wrong = allowed.fault(*counts)
    if wrong is not None:
        raise TooMany(wrong)


async def _check_there(connection: AsyncConnection, player_id: str) -> None:
    """Refuse somebody without a name; until this change is made, nobody can take a name away."""
    query = sa.select(players.c.name).where(players.c.id == player_id).with_for_update(read=True)
    if not await connection.scalar(query):
        raise NoSuchPlayer(player_id)


async def insert_table(connection: AsyncConnection, row: TableRow) -> None:
    """Write a new table and its seats."""
    values = {key: value for key, value in asdict(row).items() if key != "seats"}
    await connection.execute(tables.insert(), {**values, "modules": ",".join(row.modules)})
    await connection.execute(seats.insert(), [{"table_id": row.id, **asdict(seat)} for seat in row.seats])


async def _table_rows(connection: AsyncConnection, query: Any, **values: Any) -> list[TableRow]:
    """Tables with their seats, in the order of the query."""
    rows = (await connection.execute(query, values)).all()
    if not rows:
        return []
    found = await connection.execute(SEATS, {"ids": [row.id for row in rows]})
    by_table: dict[str, list[Any]] = {}
    for row in found:
        by_table.setdefault(row.table_id, []).append(row)
    return [table_row(row, by_table.get(row.id, [])) for row in rows]


def table_row(row: Any, seats: Sequence[Any]) -> TableRow:
    """A table from its row and those of its seats."""
    data = dict(row._mapping)
    data["modules"] = tuple(name for name in data["modules"].split(",") if name)
    here = sorted((seat_row(s) for s in seats), key=lambda seat: seat.seat)
    return TableRow(**data, seats=tuple(here))


def seat_row(row: Any) -> SeatRow:
    """A seat from its row."""
    return SeatRow(**{name: value for name, value in row._mapping.items() if name != "table_id"})
