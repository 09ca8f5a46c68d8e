"""Engines: how to connect to SQLite or PostgreSQL so that a commit is durable, and bringing the schema up to date."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from eclisse.faults import Faulty, cut, fault

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x_EC1155E  # of PostgreSQL's advisory locks: one process migrates at a time
SQLITE: Final = "sqlite+aiosqlite"
POSTGRES: Final = "postgresql+psycopg"
Connecting = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
"""A connection, when it is one's turn."""


class BadDatabase(Faulty):
    """A database URL that cannot be used."""


def database_url(text: str) -> sa.URL:
    """A database URL with its driver, from what people write: sqlite:///FILE or postgresql://…."""
    try:
        url = sa.make_url(text)
    except (sa.exc.ArgumentError, ValueError):  # the text is not repeated: a password may be in it
        raise BadDatabase(fault("database-expected", "--database")) from None
    drivers = {"sqlite": SQLITE, "postgres": POSTGRES, "postgresql": POSTGRES, SQLITE: SQLITE, POSTGRES: POSTGRES}
    if url.drivername not in drivers:
        raise BadDatabase(fault("database-of-another-kind", "--database", kind=cut(url.drivername)))
    url = url.set(drivername=drivers[url.drivername])
    name = url.database or ""
    if url.drivername == SQLITE and (name in ("", ":memory:") or name.startswith("file:") or url.query):
        raise BadDatabase(fault("database-not-a-file", "--database"))
    return url


class Engines(NamedTuple):
    """An engine for reading, one for writing, and one for the log's own thread."""

    reader: AsyncEngine
    writer: AsyncEngine
    log: sa.Engine


def open_engines(url: sa.URL) -> Engines:
    """The engines of a database; for SQLite they begin differently, since it has one writer at a time."""
    if url.drivername == SQLITE:
        reader, writer = _async(url, pool_size=4), _async(url, pool_size=1, max_overflow=0)
        here = {"check_same_thread": False}
        log = sa.create_engine(url.set(drivername="sqlite"), pool_size=1, connect_args=here, hide_parameters=True)
        prepare_sqlite(reader.sync_engine, "BEGIN")
        prepare_sqlite(writer.sync_engine, "BEGIN IMMEDIATE")
        prepare_sqlite(log, "BEGIN IMMEDIATE")
        return Engines(reader, writer, log)
    try:
        engine = _async(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        return Engines(engine, engine, sa.create_engine(url, pool_size=1, pool_pre_ping=True, hide_parameters=True))
    except ModuleNotFoundError:
        raise BadDatabase(fault("extra-missing", packages=["psycopg"], extra="postgres")) from None


def _async(url: sa.URL, **options: Any) -> AsyncEngine:
    """An engine whose errors do not show the values in statements, because some are secret."""
    return create_async_engine(url, hide_parameters=True, **options)


def prepare_sqlite(engine: sa.Engine, begin: str) -> None:
    """Make commits durable, let readers read during a write, and leave the begin of transactions to us."""

    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}").close()

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))


async def migrate(writer: AsyncEngine) -> None:
    """Bring the schema to the newest version; if several processes start at once, one of them does it."""
    async with writer.begin() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        if not await _is_current(connection):
            await connection.run_sync(upgrade)


async def _is_current(connection: AsyncConnection) -> bool:
    """Whether the schema has the newest version already; Alembic itself is slow to load."""
    newest = max(path.stem.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    if not await connection.run_sync(lambda sync: sa.inspect(sync).has_table("alembic_version")):
        return False
    found = str(await connection.scalar(sa.text("SELECT version_num FROM alembic_version")))
    if found > newest:
        raise BadDatabase(fault("database-newer", "--database", found=found, newest=newest))
    return found == newest


def upgrade(connection: sa.Connection, version: str = "head") -> None:
    """Run the migrations that are missing."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, version)
