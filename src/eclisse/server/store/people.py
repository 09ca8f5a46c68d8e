"""The data of people beside their games: devices, blocks, reports, puzzles; and how they are deleted."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from eclisse.server.model import Clock, Player, Push
from eclisse.server.store.engine import Connecting
from eclisse.server.store.schema import (
    HOLDER,
    PLAYER,
    actions,
    answers,
    blocks,
    chat,
    keys,
    passkeys,
    players,
    pushes,
    records,
    reports,
    seats,
    secrets,
    tables,
)

MOST_SECRETS: Final = 50  # of one kind, of one player
SHORT: Final = 16  # digits of a secret's hash by which its owner names it
LIVE: Final = ("open", "playing")
PAGE: Final = 100  # rows that are read at once of what may be long


@dataclass(frozen=True)
class Device:
    """A browser or a program that is signed in."""

    hash: str
    kind: str  # cookie, token
    label: str
    created_at: float
    used_at: float | None


@dataclass(frozen=True)
class Report:
    """A report to the operator about somebody else."""

    id: str
    by: str
    about: str
    table_id: str
    said: str  # the line of chat it is about, or nothing
    text: str
    by_name: str
    about_name: str
    conversation: str  # JSON


class People:
    """Everything about people in one database."""

    def __init__(self, reading: Connecting, writing: Connecting, clock: Clock) -> None:
        self._reading, self._writing, self._clock = reading, writing, clock

    async def _rows(self, query: Any) -> list[Any]:
        """The rows of a question."""
        async with self._reading() as connection:
            return list(await connection.execute(query))

    async def rows(self, query: Any) -> list[dict[str, Any]]:
        """The rows of a question, as values."""
        return [dict(row._mapping) for row in await self._rows(query)]

    async def execute(self, statement: Any) -> int:
        """Change something; returns how many rows."""
        async with self._writing() as connection:
            return int((await connection.execute(statement)).rowcount)

    # --- devices and tokens -----------------------------------------------------------------------------------------

    async def by_secret(self, secret_hash: str, kind: str) -> tuple[Player, float | None] | None:
        """The player who holds a secret, and when it was last written down that it is used."""
        async with self._reading() as connection:
            found = list(await connection.execute(HOLDER, {"hash": secret_hash, "kind": kind}))
        return (Player(*found[0][:-1]), found[0][-1]) if found else None

    async def touch(self, secret_hash: str) -> None:
        """Write down that a secret is used."""
        await self.execute(secrets.update().where(secrets.c.hash == secret_hash).values(used_at=self._clock.now()))

    async def add_secret(
        self, player_id: str, kind: str, secret_hash: str, alone: bool = False, label: str = ""
    ) -> None:
        """Add a secret of a player; alone: it replaces those of its kind."""
        async with self._writing() as connection:
            if alone:
                await connection.execute(_forgetting(player_id, kind))
            await add_secret(connection, player_id, kind, secret_hash, label, self._clock.now())

    async def forget_secrets(self, player_id: str, kind: str, secret_hash: str | None = None) -> set[str]:
        """Forget a secret, or all of a kind; returns their hashes."""
        where = [] if secret_hash is None else [secrets.c.hash == secret_hash]
        async with self._writing() as connection:
            gone = await connection.execute(_forgetting(player_id, kind).where(*where).returning(secrets.c.hash))
            return {row.hash for row in gone}

    async def valid_secrets(self, hashes: Sequence[str]) -> set[str]:
        """Those of some secrets that are still valid, all by their hashes."""
        async with self._reading() as connection:
            query = sa.select(secrets.c.hash).join(players, players.c.id == secrets.c.player_id)
            is_welcome = sa.or_(players.c.banned_at.is_(None), players.c.banned_until <= self._clock.now())
            where = (secrets.c.hash.in_(list(hashes)), is_welcome)
            found = await connection.execute(query.where(*where))
            return {row.hash for row in found}

    async def exchange_secret(self, old: str, new: str, label: str = "") -> Player | None:
        """Exchange a recovery secret for a new cookie; if two try, one succeeds."""
        where = (secrets.c.hash == old, secrets.c.kind == "recovery")
        async with self._writing() as connection:
            used = await connection.execute(secrets.delete().where(*where).returning(secrets.c.player_id))
            player_id = used.scalar()
            if player_id is None:
                return None
            await add_secret(connection, player_id, "cookie", new, label, self._clock.now())
            row = (await connection.execute(PLAYER.where(players.c.id == player_id))).one()
            return Player(**row._mapping)

    async def devices(self, player_id: str) -> list[Device]:
        """Where a player is signed in, the newest first."""
        columns = (secrets.c.hash, secrets.c.kind, secrets.c.label, secrets.c.created_at, secrets.c.used_at)
        where = (secrets.c.player_id == player_id, secrets.c.kind.in_(("cookie", "token")))
        query = sa.select(*columns).where(*where).order_by(secrets.c.created_at.desc())
        return [Device(*row) for row in await self._rows(query)]

    async def sign_out(self, player_id: str, short: str) -> set[str]:
        """Forget one device or token, named by the first digits of its hash; returns the hashes that are gone."""
        return await self._forget(secrets.c.player_id == player_id, sa.func.substr(secrets.c.hash, 1, SHORT) == short)

    async def sign_out_elsewhere(self, player_id: str, here: str | None, passkeys_too: bool) -> set[str]:
        """Forget every secret of a player, recovery link included, but the one that is used here."""
        if passkeys_too:
            await self.execute(passkeys.delete().where(passkeys.c.player_id == player_id))
        return await self._forget(secrets.c.player_id == player_id, secrets.c.hash != (here or ""))

    async def _forget(self, *where: Any) -> set[str]:
        """Forget some secrets; returns their hashes."""
        async with self._writing() as connection:
            gone = await connection.execute(secrets.delete().where(*where).returning(secrets.c.hash))
            return {row.hash for row in gone}

    # --- blocks and reports -----------------------------------------------------------------------------------------

    async def author(self, table_id: str, number: int) -> tuple[str | None, str] | None:
        """Who wrote a line of chat, and what."""
        where = (chat.c.table_id == table_id, chat.c.number == number)
        found = await self._rows(sa.select(chat.c.player_id, chat.c.text).where(*where))
        return (found[0].player_id, found[0].text) if found else None

    async def block(self, player_id: str, blocked_id: str) -> None:
        """Do not hear from somebody any more."""
        row = {"player_id": player_id, "blocked_id": blocked_id, "at": self._clock.now()}
        async with self._writing() as connection:
            kind = sqlite if connection.dialect.name == "sqlite" else postgresql
            await connection.execute(kind.insert(blocks).values(row).on_conflict_do_nothing())

    async def unblock(self, player_id: str, blocked_id: str) -> None:
        """Hear from somebody again."""
        async with self._writing() as connection:
            await connection.execute(blocks.delete().where(*_pair(player_id, blocked_id)))

    async def blocked(self, player_id: str) -> list[Any]:
        """Whom a player has blocked: id, name, since when."""
        query = sa.select(players.c.id, players.c.name, blocks.c.at).join(blocks, blocks.c.blocked_id == players.c.id)
        return await self._rows(query.where(blocks.c.player_id == player_id).order_by(blocks.c.at))

    async def blocks_of(self, ids: list[str]) -> dict[str, frozenset[str]]:
        """Whom each of some players has blocked."""
        found: dict[str, set[str]] = {}
        for row in await self._rows(blocks.select().where(blocks.c.player_id.in_(ids))):
            found.setdefault(row.player_id, set()).add(row.blocked_id)
        return {player_id: frozenset(found.get(player_id, ())) for player_id in ids}

    async def has_blocked(self, player_id: str, blocked_id: str) -> bool:
        """Whether one player has blocked another."""
        return bool(await self._rows(sa.select(blocks.c.at).where(*_pair(player_id, blocked_id))))

    async def report(self, report: Report, most: int) -> bool | None:
        """Tell the operator about somebody; False if this player has told too much within a day, None if the same."""
        now = self._clock.now()
        where = (reports.c.by == report.by, reports.c.at > now - 24 * 3600)
        same = (reports.c.about == report.about, reports.c.table_id == report.table_id, reports.c.closed_at.is_(None))
        async with self._writing() as connection:
            told = await connection.scalar(sa.select(sa.func.count()).select_from(reports).where(*where))
            if await connection.scalar(sa.select(reports.c.id).where(reports.c.by == report.by, *same).limit(1)):
                return None
            if int(told or 0) >= most:
                return False
            await connection.execute(reports.insert(), {**vars(report), "at": now})
            return True

    async def forget_reports(self, before: float) -> None:
        """Forget reports that were closed long ago."""
        await self.execute(reports.delete().where(reports.c.closed_at < before))

    # --- push -------------------------------------------------------------------------------------------------------

    async def key(self, name: str, new: str) -> str:
        """One of the server's own keys; whoever starts first makes it."""
        query = sa.select(keys.c.value).where(keys.c.name == name)
        found = await self._rows(query)
        if not found:
            async with self._writing() as connection:
                kind = postgresql if connection.dialect.name == "postgresql" else sqlite
                row = {"name": name, "value": new}
                await connection.execute(kind.insert(keys).values(row).on_conflict_do_nothing())
            found = await self._rows(query)
        return str(found[0].value)

    async def subscribe(self, push: Push) -> None:
        """Tell a device from now on, instead of how it was told before."""
        async with self._writing() as connection:
            await connection.execute(pushes.delete().where(pushes.c.secret == push.secret))
            await connection.execute(pushes.insert(), {**vars(push), "created_at": self._clock.now()})

    async def unsubscribe(self, secret: str) -> None:
        """Do not tell a device any more."""
        await self.execute(pushes.delete().where(pushes.c.secret == secret))

    async def reachable(self, ids: list[str]) -> list[Player]:
        """Those of some players who want to be told when they are away."""
        told = sa.select(secrets.c.player_id).join(pushes, pushes.c.secret == secrets.c.hash)
        where = (players.c.id.in_(ids), sa.or_(players.c.webhook != "", players.c.id.in_(told)))
        return [Player(*row) for row in await self._rows(PLAYER.where(*where))]

    async def pushes(self, player_id: str) -> list[Push]:
        """The devices on which a player wants to be told."""
        columns = (pushes.c.secret, pushes.c.endpoint, pushes.c.p256dh, pushes.c.auth)
        query = sa.select(*columns).join(secrets, secrets.c.hash == pushes.c.secret)
        return [Push(*row) for row in await self._rows(query.where(secrets.c.player_id == player_id))]

    # --- passkeys ---------------------------------------------------------------------------------------------------

    async def add_passkey(self, passkey_id: str, player_id: str, public_key: str, most: int) -> bool:
        """Add a passkey; False if a player has too many, or the passkey belongs to somebody."""
        row = {"id": passkey_id, "player_id": player_id, "public_key": public_key, "created_at": self._clock.now()}
        count = sa.select(sa.func.count()).select_from(passkeys).where(passkeys.c.player_id == player_id)
        async with self._writing() as connection:
            if int(await connection.scalar(count) or 0) >= most:
                return False
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            insert = kind.insert(passkeys).values(row).on_conflict_do_nothing()
            return await connection.scalar(insert.returning(passkeys.c.id)) is not None

    async def passkeys(self, player_id: str) -> list[dict[str, Any]]:
        """A player's passkeys."""
        query = sa.select(passkeys.c.id, passkeys.c.created_at, passkeys.c.used_at)
        return await self.rows(query.where(passkeys.c.player_id == player_id).order_by(passkeys.c.created_at))

    async def passkey(self, passkey_id: str) -> Any:
        """Whose passkey it is, and its public key; None if it is nobody's."""
        found = await self._rows(passkeys.select().where(passkeys.c.id == passkey_id))
        return found[0] if found else None

    async def use_passkey(self, passkey_id: str, made: float, until: float) -> bool:
        """Write down that a passkey has answered a challenge made at a moment; False if it has answered a later one.

        What is written down as used after the latest possible moment comes from a clock that was wrong.
        """
        used = passkeys.c.used_at
        is_fresh = sa.or_(used.is_(None), used < made, used > until)
        where = (passkeys.c.id == passkey_id, is_fresh)
        return bool(await self.execute(passkeys.update().where(*where).values(used_at=made)))

    async def remove_passkey(self, passkey_id: str, player_id: str) -> None:
        """Remove a passkey of a player."""
        where = (passkeys.c.id == passkey_id, passkeys.c.player_id == player_id)
        await self.execute(passkeys.delete().where(*where))

    # --- puzzles ----------------------------------------------------------------------------------------------------

    async def answers(self, player_id: str) -> dict[int, bool]:
        """The puzzles that a player has tried, and whether they were right."""
        query = sa.select(answers.c.puzzle, answers.c.is_right).where(answers.c.player_id == player_id)
        return {row.puzzle: row.is_right for row in await self._rows(query.order_by(answers.c.puzzle))}

    async def add_answers(self, player_id: str, found: dict[int, bool]) -> None:
        """Keep answers to puzzles; where there is one already, the better stays."""
        rows = [
            {"player_id": player_id, "puzzle": puzzle, "is_right": is_right, "at": self._clock.now()}
            for puzzle, is_right in found.items()
        ]
        async with self._writing() as connection:
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            insert = kind.insert(answers).values(rows)
            new = insert.excluded
            better = sa.and_(new.is_right, sa.not_(answers.c.is_right))
            await connection.execute(
                insert.on_conflict_do_update(
                    index_elements=[answers.c.player_id, answers.c.puzzle],
                    set_={"is_right": new.is_right, "at": new.at},
                    where=better,
                )
            )

    # --- games of browsers ------------------------------------------------------------------------------------------

    async def records(self, player_id: str) -> list[str]:
        """The ids of the games that a player's browsers have played by themselves, the latest first."""
        query = sa.select(records.c.id).where(records.c.player_id == player_id)
        return [row.id for row in await self._rows(query.order_by(records.c.at.desc(), records.c.id))]

    async def record(self, player_id: str, record_id: str) -> str | None:
        """One of them, as JSON."""
        where = (records.c.player_id == player_id, records.c.id == record_id)
        found = await self._rows(sa.select(records.c.record).where(*where))
        return str(found[0].record) if found else None

    async def keep_record(self, player_id: str, record_id: str, record: str, at: float, most: int) -> None:
        """Keep one more, if it is not there yet; the oldest give way where there are too many."""
        row = {"player_id": player_id, "id": record_id, "record": record, "at": at}
        latest = sa.select(records.c.id).where(records.c.player_id == player_id)
        latest = latest.order_by(records.c.at.desc(), records.c.id).limit(most)
        async with self._writing() as connection:
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            await connection.execute(kind.insert(records).values(row).on_conflict_do_nothing())
            where = (records.c.player_id == player_id, records.c.id.not_in(latest))
            await connection.execute(records.delete().where(*where))

    async def forget_records(self, player_id: str) -> None:
        """Forget all of them."""
        await self.execute(records.delete().where(records.c.player_id == player_id))

    # --- all of it --------------------------------------------------------------------------------------------------

    async def live_tables(self, player_id: str) -> list[str]:
        """Tables that are not over and where a player plays."""
        plays = (seats.c.player_id == player_id, seats.c.out.is_(None))
        query = sa.select(tables.c.id).join(seats).where(*plays, tables.c.status.in_(LIVE))
        return [row.id for row in await self._rows(query.distinct())]

    async def export(self, player_id: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
        """Everything that is stored about a player, a page at a time; of secrets only that they exist."""
        own = sa.and_(seats.c.table_id == actions.c.table_id, seats.c.seat == actions.c.seat)
        mine = sa.or_(seats.c.player_id == player_id, seats.c.was == player_id)
        told = actions.select().join(seats, own).where(mine, actions.c.by == "player")
        kept = (secrets.c.kind, secrets.c.label, secrets.c.created_at, secrets.c.used_at)
        asked = {
            "player": players.select().where(players.c.id == player_id),
            "devices": sa.select(*kept).where(secrets.c.player_id == player_id),
            "tables": sa.select(*_TABLE).where(tables.c.creator == player_id),
            "seats": seats.select().where(mine),
            "decisions": told,
            "chat": chat.select().where(chat.c.player_id == player_id),
            "blocks": blocks.select().where(blocks.c.player_id == player_id),
            "puzzles": answers.select().where(answers.c.player_id == player_id),
            "records": records.select().where(records.c.player_id == player_id),
            "passkeys": passkeys.select().where(passkeys.c.player_id == player_id),
            "pushes": sa.select(pushes.c.endpoint, pushes.c.created_at)
            .join(secrets, secrets.c.hash == pushes.c.secret)
            .where(secrets.c.player_id == player_id),
            "reports": sa.select(*_REPORT).where(reports.c.by == player_id),
        }
        for name, query in asked.items():
            start, rows = 0, None
            while rows is None or len(rows) == PAGE:
                rows = await self.rows(query.order_by(sa.text("1, 2")).limit(PAGE).offset(start))
                start += PAGE
                yield name, rows

    async def absent(self, since: float, limit: int, *which: str) -> list[str]:
        """Players, or which of these, who have not come since a moment, on any device; no table waits for them."""
        used = sa.exists().where(secrets.c.player_id == players.c.id, _latest(secrets) >= since)
        signed = sa.exists().where(passkeys.c.player_id == players.c.id, _latest(passkeys) >= since)
        live = sa.exists().where(
            seats.c.player_id == players.c.id, seats.c.table_id == tables.c.id, tables.c.status.in_(LIVE)
        )
        old = (players.c.name != "", players.c.created_at < since, players.c.banned_at.is_(None))
        some = [players.c.id.in_(which)] if which else []
        query = sa.select(players.c.id).where(*old, *some, ~used, ~signed, ~live).limit(limit)
        return [row.id for row in await self._rows(query)]

    async def forget(self, player_id: str) -> tuple[set[str], list[str]]:
        """Forget a player: their games stay, without a name; returns their secrets and the tables that have changed."""
        mine = sa.or_(seats.c.player_id == player_id, seats.c.was == player_id)
        nobody = {"player_id": None, "was": None, "name": None}
        async with self._writing() as connection:
            gone = await connection.execute(
                secrets.delete().where(secrets.c.player_id == player_id).returning(secrets.c.hash)
            )
            left = await connection.execute(seats.update().where(mine).values(nobody).returning(seats.c.table_id))
            said = await connection.execute(
                chat.delete().where(chat.c.player_id == player_id).returning(chat.c.table_id)
            )
            hashes, changed = {row.hash for row in gone}, sorted({row.table_id for row in (*left, *said)})
            hidden = sa.or_(blocks.c.player_id == player_id, blocks.c.blocked_id == player_id)
            for statement in (
                passkeys.delete().where(passkeys.c.player_id == player_id),
                answers.delete().where(answers.c.player_id == player_id),
                records.delete().where(records.c.player_id == player_id),
                blocks.delete().where(hidden),
                reports.update().where(reports.c.by == player_id).values(by_name=""),
                tables.update().where(tables.c.creator == player_id).values(origin=None),
                tables.update().where(tables.c.id.in_(changed)).values(revision=tables.c.revision + 1),
                players.update().where(players.c.id == player_id).values(name="", webhook=""),
            ):
                await connection.execute(statement)
        return hashes, changed


_REPORT: Final = (reports.c.id, reports.c.table_id, reports.c.said, reports.c.text, reports.c.at, reports.c.closed_at)
_TABLE: Final = (tables.c.id, tables.c.game, tables.c.status, tables.c.created_at, tables.c.origin)


def _latest(table: sa.Table) -> sa.ColumnElement[float]:
    """When a secret or a passkey was last used, or made."""
    return sa.func.coalesce(table.c.used_at, table.c.created_at)


def _pair(player_id: str, blocked_id: str) -> tuple[Any, Any]:
    """The row of one player who has blocked another."""
    return blocks.c.player_id == player_id, blocks.c.blocked_id == blocked_id


def _forgetting(player_id: str, kind: str) -> Any:
    """The statement that removes a player's secrets of a kind."""
    return secrets.delete().where(secrets.c.player_id == player_id, secrets.c.kind == kind)


async def add_secret(
    connection: AsyncConnection, player_id: str, kind: str, secret_hash: str, label: str, now: float
) -> None:
    """One more way to be a player; the oldest of its kind gives way where there are too many."""
    row = {"hash": secret_hash, "player_id": player_id, "kind": kind, "created_at": now, "label": label}
    await connection.execute(secrets.insert(), row)
    same = sa.select(secrets.c.hash).where(secrets.c.player_id == player_id, secrets.c.kind == kind)
    latest = same.order_by(secrets.c.created_at.desc()).limit(MOST_SECRETS)
    await connection.execute(_forgetting(player_id, kind).where(secrets.c.hash.not_in(latest)))
