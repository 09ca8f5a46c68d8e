"""The operator's commands: players, tables, reports, bans; over the database, while the server runs."""

import asyncio
import getpass
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import Faulty, cut, fault
from eclisse.server.model import hashed, new_id
from eclisse.server.operate.command import read_existing, reason
from eclisse.server.play.seats import Tables
from eclisse.server.store import Store, open_store
from eclisse.server.store.backup import DELETED, deleted
from eclisse.server.store.engine import BadDatabase
from eclisse.server.store.schema import actions, deeds, players, reports, seats, tables

T = TypeVar("T")
Rows = list[dict[str, Any]]
DAY: Final = 24 * 3600
SHOWN: Final = 100  # rows of a list


class NoSuchThing(Faulty):
    """Nothing has this id."""


def over(database: str | None, work: Callable[[Store], Awaitable[T]]) -> T:
    """Do something with a database."""

    async def run() -> T:
        store = await open_store(url, "admin")
        try:
            return await work(store)
        finally:
            await store.close()

    url = read_existing(database)
    try:
        return asyncio.run(run())
    except (SQLAlchemyError, OSError) as error:
        raise BadDatabase(fault("database-unusable", "--database", reason=reason(error))) from None


async def list_players(store: Store, search: str = "") -> Rows:
    """The newest players whose name contains something."""
    held = sa.select(sa.func.count()).where(seats.c.player_id == players.c.id).scalar_subquery().label("seats")
    columns = (players.c.id, players.c.name, players.c.created_at, players.c.banned_at, players.c.banned_until, held)
    query = sa.select(*columns).where(players.c.name.icontains(search, autoescape=True), players.c.name != "")
    return await store.people.rows(query.order_by(players.c.created_at.desc()).limit(SHOWN))


async def list_tables(store: Store, search: str = "") -> Rows:
    """The tables changed last, whose game or creator contains something."""
    columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.public, tables.c.number, tables.c.changed_at)
    found = sa.or_(tables.c.game.contains(search, autoescape=True), tables.c.creator == search)
    query = sa.select(*columns, players.c.name.label("creator")).join(players, players.c.id == tables.c.creator)
    return await store.people.rows(query.where(found).order_by(tables.c.changed_at.desc()).limit(SHOWN))


async def list_reports(store: Store, search: str = "") -> Rows:
    """The reports that are not closed, the oldest first; those about somebody whom the server has forgotten too."""
    by, about = reports.c.by_name.label("by"), reports.c.about_name.label("about")
    ids = (reports.c.by.label("by_id"), reports.c.about.label("about_id"))
    rest = (reports.c.table_id, reports.c.said, reports.c.text, reports.c.at, reports.c.conversation)
    where = (reports.c.closed_at.is_(None), reports.c.about_name.icontains(search, autoescape=True))
    query = sa.select(reports.c.id, by, about, *ids, *rest)
    found = await store.people.rows(query.where(*where).order_by(reports.c.at).limit(SHOWN))
    return [{**row, "conversation": json.loads(row["conversation"])} for row in found]


async def list_deeds(store: Store, search: str = "") -> Rows:
    """The deeds of operators, the latest first."""
    columns = [deeds.c[name] for name in ("at", "operator", "command", "target", "why")]
    found = sa.or_(*(column.contains(search, autoescape=True) for column in columns[1:]))
    return await store.people.rows(sa.select(*columns).where(found).order_by(deeds.c.at.desc()).limit(SHOWN))


async def note(store: Store, command: str, target: str, why: str = "") -> None:
    """Write down what an operator did."""
    row = {"operator": _operator(), "command": command, "target": target[:64], "why": why[:500]}
    await store.people.execute(deeds.insert().values({"id": new_id(), "at": store.clock.now(), **row}))


def _operator() -> str:
    """Whoever runs this command."""
    try:
        return getpass.getuser()[:64]
    except (OSError, KeyError):  # a machine without accounts
        return "?"


async def statistics(store: Store, search: str = "") -> Rows:
    """How much there is, and how much of it is of the last day."""
    now, found = store.clock.now(), list[dict[str, Any]]()
    for what, table, at in (
        ("players", players, players.c.created_at),
        ("banned players", players, players.c.banned_at),
        *((f"{status} tables", tables, tables.c.changed_at) for status in ("open", "playing", "over", "abandoned")),
        ("decisions", actions, actions.c.at),
        ("open reports", reports, reports.c.at),
    ):
        where: list[Any] = [at.is_not(None)]
        if table is tables:
            where.append(tables.c.status == what.split()[0])
        elif table is reports:
            where.append(reports.c.closed_at.is_(None))
        today = sa.func.coalesce(sa.func.sum(sa.case((at > now - DAY, 1), else_=0)), 0)
        query = sa.select(sa.func.count().label("all"), today.label("today")).select_from(table).where(*where)
        found += [{"what": what, **row} for row in await store.people.rows(query) if search in what]
    return found


LISTS: Final = {
    "players": list_players,
    "tables": list_tables,
    "reports": list_reports,
    "statistics": statistics,
    "log": list_deeds,
}


async def ban(store: Store, player_id: str, days: float | None = None, why: str = "") -> None:
    """Keep a player out, for some days or for good; the server hears of it within seconds."""
    now = store.clock.now()
    values = {"banned_at": now, "banned_until": None if days is None else now + days * DAY}
    await _one(store, players.update().where(players.c.id == player_id).values(values), player_id)
    await note(store, "ban", player_id, " ".join(filter(None, (f"({days:g} days)" if days else "", why))))


async def unban(store: Store, player_id: str, why: str = "") -> None:
    """Let a player in again."""
    values = {"banned_at": None, "banned_until": None}
    await _one(store, players.update().where(players.c.id == player_id).values(values), player_id)
    await note(store, "unban", player_id, why)


async def close_report(store: Store, report_id: str, why: str = "") -> None:
    """A report has been dealt with."""
    await _one(store, reports.update().where(reports.c.id == report_id).values(closed_at=store.clock.now()), report_id)
    await note(store, "close", report_id, why)


async def export(store: Store, player_id: str) -> dict[str, Rows]:
    """Everything that is stored about a player, for somebody who asks for it by other ways than the page."""
    found: dict[str, Rows] = {}
    async for name, rows in store.people.export(player_id):
        found.setdefault(name, []).extend(rows)
    if not found["player"]:
        raise NoSuchThing(fault("no-such-id", id=cut(player_id)))
    await note(store, "export", player_id, "")
    return found


async def delete(store: Store, some_id: str, why: str = "") -> None:
    """Forget a player, who leaves all tables first; or remove a table with its game."""
    if await store.players_by_id([some_id]):
        await Tables(store).leave_all(some_id)
        await store.forget_player(some_id)
    else:
        await _one(store, tables.delete().where(tables.c.id == some_id), some_id)
        await store.tell(some_id)
    await note(store, "delete", some_id, why)


def delete_again(database: str | None, backup: Path, old: str | None) -> int:
    """Delete everybody in a restored database who is in the list beside the backup, or was deleted in the database
    before; returns how many.
    """

    async def nameless(store: Store) -> set[str]:
        found = await store.people.rows(sa.select(players.c.id).where(players.c.name == ""))
        return {hashed(row["id"]) for row in found}

    async def again(store: Store) -> int:
        found = await store.people.rows(sa.select(players.c.id).where(players.c.name != ""))
        back = [row["id"] for row in found if hashed(row["id"]) in gone]
        for player_id in back:
            await delete(store, player_id)
        return len(back)

    gone = deleted(backup.parent / DELETED) | (over(old, nameless) if old else set())
    return over(database, again)


async def _one(store: Store, statement: Any, some_id: str) -> None:
    """Change exactly one row."""
    if not await store.people.execute(statement):
        raise NoSuchThing(fault("no-such-id", id=cut(some_id)))
