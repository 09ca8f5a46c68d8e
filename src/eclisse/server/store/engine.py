"""How to connect to SQLite or PostgreSQL so that a commit is durable; migrations; news for other processes."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from eclisse.faults import Faulty, cut, fault

logger = logging.getLogger(__name__)
NOTIFY: Final = sa.text(
    "SELECT pg_notify('eclisse', CAST(:process AS text) || ' ' || id) FROM unnest(CAST(:ids AS text[])) AS id"
)

MIGRATIONS: Final = Path(__file__).parent / "migrations"
LOCK: Final = 0x_EC1155E  # of PostgreSQL's advisory locks: one process migrates at a time
SQLITE: Final = "sqlite+aiosqlite"
POSTGRES: Final = "postgresql+psycopg"
PATIENCE: Final = 10_000  # milliseconds until SQLite no longer waits for others who write
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
        prepare_sqlite(log, "BEGIN IMMEDIATE", patience=0)
        return Engines(reader, writer, log)
    try:
        engine = _async(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        return Engines(engine, engine, sa.create_engine(url, pool_size=1, pool_pre_ping=True, hide_parameters=True))
    except ModuleNotFoundError:
        raise BadDatabase(fault("extra-missing", packages=["psycopg"], extra="postgres")) from None


def _async(url: sa.URL, **options: Any) -> AsyncEngine:
    """An engine whose errors do not show the values in statements, because some are secret."""
    return create_async_engine(url, hide_parameters=True, **options)


def prepare_sqlite(engine: sa.Engine, begin: str, patience: int = PATIENCE) -> None:
    """Make commits durable, let readers read during a write, and leave the begin of transactions to us."""

    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={patience}"):
            connection.execute(f"PRAGMA {pragma}").close()

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))


def begin_patiently(connection: sa.Connection) -> None:
    """Begin a transaction on SQLite where the connection itself does not wait until others have written."""
    driver = connection.connection
    driver.cursor().execute(f"PRAGMA busy_timeout={PATIENCE}")
    try:
        connection.begin()
    finally:
        driver.cursor().execute("PRAGMA busy_timeout=0")


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


async def notify(connection: AsyncConnection, process: str, *news: str) -> None:
    """Notify the others of tables, or of something else, as soon as this transaction is committed."""
    if connection.dialect.name == "postgresql":
        await connection.execute(NOTIFY, {"process": process, "ids": list(news)})


async def listen(url: sa.URL, process: str, heard: Callable[[list[str]], None], joined: Callable[[], None]) -> None:
    """Call `heard` with every notice from other processes, and `joined` whenever some may have been missed; for ever.

    A single word is a table that has changed.
    """
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute("LISTEN eclisse")
                joined()
                async for notice in connection.notifies():
                    origin, *words = notice.payload.split()
                    if origin != process:
                        heard(words)
        except psycopg.Error as error:
            logger.warning("news of other processes interrupted", extra={"error": type(error).__name__})
        await asyncio.sleep(1)
