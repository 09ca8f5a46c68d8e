"""The tables that are held in memory, and everybody who follows one of them through this process."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from eclisse.faults import fault
from eclisse.game import IllegalAction
from eclisse.server.model import Refused
from eclisse.server.play.levels import code_of_bots
from eclisse.server.play.live import Follower, Live, Served
from eclisse.server.play.seats import unknown_table
from eclisse.server.play.work import Tasks
from eclisse.server.settings import Settings
from eclisse.server.store import Store

AGAIN: Final = 1012  # the code that makes clients connect again
GONE: Final = 4404  # the code of a socket whose table is no more
REVOKED: Final = 4401  # the code of a socket whose cookie or token was forgotten
TOGETHER: Final = 500  # rows asked for, or written, in one statement
logger = logging.getLogger(__name__)


class Residents:
    """All tables that are in memory; the database has the truth."""

    def __init__(self, store: Store, settings: Settings, served: Served, tasks: Tasks) -> None:
        self._store, self._settings, self._served, self._tasks = store, settings, served, tasks
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self.when_read: Callable[[Live], None] = lambda _: None  # a table was read from the database
        self.when_changed: Callable[[Live], None] = lambda _: None  # it may be a bot's turn there

    def __len__(self) -> int:
        return len(self._lives)

    @property
    def lives(self) -> list[Live]:
        """All tables in memory."""
        return list(self._lives.values())

    @property
    def followers(self) -> list[Follower]:
        """All who follow a table through this process."""
        return [follower for live in self.lives for follower in live.followers]

    def live(self, table_id: str) -> Live | None:
        """A table, if it is in memory."""
        return self._lives.get(table_id)

    def holds(self, live: Live) -> bool:
        """Whether a table is still in memory, and not only in somebody's hands."""
        return self._lives.get(live.row.id) is live

    async def open(self, table_id: str) -> Live:
        """A table, from memory or from the database."""
        live = self._lives.get(table_id)
        if live is None:
            row = await self._store.table(table_id)
            if row is None:
                raise unknown_table()
            self._make_room()
            live = self._lives.setdefault(table_id, Live(row, self._served, self._settings.stalled_after))
        self._lives.move_to_end(table_id)
        async with live.lock:
            is_unsure = self._store.is_shared and not live.followers  # a notice may have been missed
            is_old = live.table is None or live.is_doubtful
            if is_old or (is_unsure and live.lacks((await self._store.heads([table_id])).get(table_id))):
                await self.catch_up(live)
        if live.is_playing and live.row.bots not in (None, code_of_bots()):  # another version has dealt
            await self._store.forget_bots(table_id)
            live.row = replace(live.row, bots=None)
        return live

    async def changed(self, table_id: str) -> None:
        """Somebody changed a table: read the change and tell its followers, if it is in memory."""
        live = self._lives.get(table_id)
        if live is not None:
            await self._tasks.quietly(self.refresh, live)
            self.when_changed(live)

    async def refresh(self, live: Live) -> None:
        """Read what the database has; a bot may have taken a seat."""
        revision = live.row.revision
        async with live.lock:
            await self.catch_up(live)
        if live.row.revision != revision:
            self.when_changed(live)

    async def catch_up(self, live: Live) -> None:
        """Read what is new at a table, and tell its followers; its lock is held."""
        row = await self._store.table(live.row.id)
        if row is None:
            self.drop(live.row.id)
            raise unknown_table()
        (number, line), is_renamed = live.known(row), live.is_renamed(row)
        entries = await self._store.entries(row.id, number) if row.started_at is not None else []
        lines = await self._store.lines(row.id, line)
        try:
            await live.catch_up(row, entries, lines)
        except IllegalAction as error:
            logger.exception("a log does not replay", extra={"table": row.id})
            raise Refused("unavailable", fault("other-rules")) from error
        live.wake()
        self.when_read(live)
        for follower in list(live.followers) if is_renamed else ():
            follower.end(AGAIN)

    def heard_of(self, table_id: str) -> None:
        """Somebody else changed a table: read it again if anybody needs it, else forget it."""
        live = self._lives.get(table_id)
        if live is None:
            return
        if live.is_busy:
            self._tasks.spawn(self._tasks.quietly(self.refresh, live))
        else:
            del self._lives[table_id]

    async def compare(self) -> None:
        """Find changes that nobody told us of: a notice was lost, or the operator has changed the database."""
        for known in parts(list(self._lives)):
            heads = await self._store.heads(known)
            for table_id in known:
                live = self._lives.get(table_id)
                if live is not None and live.is_behind(heads.get(table_id)):
                    self.heard_of(table_id)

    def drop(self, table_id: str) -> None:
        """Forget a table that is no more."""
        live = self._lives.pop(table_id, None)
        for follower in list(live.followers) if live is not None else ():
            follower.end(GONE)

    def _make_room(self) -> None:
        """Forget tables without followers, the longest unused first, to make room for one more."""
        spare = len(self._lives) + 1 - self._settings.tables_in_memory
        if spare > 0:
            idle = [table_id for table_id, live in self._lives.items() if not live.is_busy]
            for table_id in idle[:spare]:
                del self._lives[table_id]

    async def close(self) -> None:
        """Finish what is being stored, and close all sockets so that clients connect elsewhere."""
        for live in self.lives:
            async with live.lock:
                for follower in list(live.followers):
                    follower.end(AGAIN)

    # --- those who follow -------------------------------------------------------------------------------------------

    async def check_followers(self) -> None:
        """Disconnect everybody whose secret has been revoked, by any process; look who has blocked whom."""
        for secrets in parts(list({one.secret for one in self.followers if one.secret is not None})):
            self.revoke(set(secrets) - await self._store.people.valid_secrets(secrets))
        await self.read_blocks({one.player.id for one in self.followers if one.player is not None})

    def revoke(self, secrets: set[str]) -> None:
        """Disconnect everybody who came with one of these secrets, given by their hashes."""
        for follower in self.followers:
            if follower.secret in secrets:
                follower.end(REVOKED)

    async def block(self, player_id: str) -> None:
        """A player has changed whom they hear: all their connections learn of it, those to other processes too."""
        await self._store.tell(f"blocks {player_id}")
        await self.read_blocks({player_id})

    async def read_blocks(self, players: set[str]) -> None:
        """Look from whom some players do not want to hear."""
        for ids in parts(list(players)):
            blocked = await self._store.people.blocks_of(ids)
            for follower in self.followers:
                if follower.player is not None and follower.player.id in blocked:
                    follower.blocked = blocked[follower.player.id]


def parts(ids: list[str]) -> list[list[str]]:
    """Parts small enough for one statement."""
    return [ids[start : start + TOGETHER] for start in range(0, len(ids), TOGETHER)]
