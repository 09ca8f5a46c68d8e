"""Telling the other processes which table has changed (PostgreSQL's LISTEN and NOTIFY); SQLite has no others.

A notice is only a hint to look: a process that misses one finds out when it next compares numbers.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

logger = logging.getLogger(__name__)

NOTIFY: Final = sa.text(
    "SELECT pg_notify('eclisse', CAST(:process AS text) || ' ' || id) FROM unnest(CAST(:ids AS text[])) AS id"
)


async def notify(connection: AsyncConnection, process: str, *notices: str) -> None:
    """Notify the others of tables, or of something else, as soon as this transaction is committed."""
    if connection.dialect.name == "postgresql":
        await connection.execute(NOTIFY, {"process": process, "ids": list(notices)})


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
            logger.warning("notices interrupted", extra={"error": type(error).__name__})
        await asyncio.sleep(1)
