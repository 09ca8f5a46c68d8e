"""Hub: everything that keeps tables going in this process, put together, and what is done again and again."""

import asyncio
from typing import Final

from eclisse.server.metrics import Metrics
from eclisse.server.play.deciding import Deciding, Driver
from eclisse.server.play.live import BEAT, SILENCE, Served
from eclisse.server.play.presence import Notices, Presence
from eclisse.server.play.residents import Residents
from eclisse.server.play.work import Tasks
from eclisse.server.settings import Settings
from eclisse.server.store import Store

AT_ONCE: Final = 200  # players forgotten in one go
DAY: Final = 24 * 3600.0  # seconds
CLOSED: Final = 90 * DAY  # that a report is kept after it was closed


class Hub:
    """Tables in memory, deciding, driving bots and clocks, presence; what other processes say goes to the right one."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store, self.settings, self.metrics = store, settings, metrics
        self.tasks, self.served = Tasks(), Served(store.clock, settings.start_grace)
        self.notices = Notices(store, settings, metrics)
        self.residents = Residents(store, settings, self.served, self.tasks)
        self.presence = Presence(store, settings, self.residents, self.notices, self.tasks)
        self.deciding = Deciding(store, metrics, self.residents, self.presence, self.tasks)
        self.driver = Driver(
            store, settings, metrics, self.served, self.residents, self.presence, self.deciding, self.tasks
        )
        self.residents.when_read, self.residents.when_changed = self.presence.look_at, self.driver.drive
        metrics.tables.set_function(lambda: len(self.residents))

    async def start(self) -> None:
        """Begin to look after tables; first of all we learn since when nobody could."""
        await self.served.beat(self.store, is_first=True)
        self.store.listen(self._heard, self._joined)
        tasks, settings = self.tasks, self.settings
        for every, work in (
            (settings.sweep_every, self.driver.sweep),
            (settings.sweep_every, self.presence.call_rolls),
            (BEAT, self._beat),
            (600.0, self.tidy),
            (settings.compare_every, self.residents.check_followers),
            (settings.compare_every, self.residents.compare),
        ):
            tasks.spawn(tasks.repeat(every, work))
        tasks.spawn(self._look_round())
        tasks.spawn(tasks.quietly(self.notices.key))

    async def close(self) -> None:
        """Finish what is being stored, let everybody connect elsewhere, stop."""
        self.tasks.is_closing = True
        await self.residents.close()
        await self.tasks.close()
        await self.tasks.quietly(self.served.beat, self.store)
        self.driver.close()

    async def _beat(self) -> None:
        """Show that this process lives; if another does not, its players are missed."""
        if await self.served.beat(self.store):
            await self.presence.miss()

    async def _look_round(self) -> None:
        """After a start, once people have had time to connect again, miss those who have not."""
        await asyncio.sleep(SILENCE)
        await self.tasks.quietly(self.presence.miss)

    async def tidy(self) -> None:
        """Remove tables that never started, forget the addresses of old ones, and who has not come for long."""
        now = self.store.clock.now()
        await self.store.forget_origins(now - DAY)
        await self.store.people.forget_reports(now - CLOSED)
        for table_id in await self.store.remove_unstarted(now - self.settings.open_for):
            self.residents.drop(table_id)
        if self.settings.forget_after:
            since = now - self.settings.forget_after
            for player_id in await self.store.people.absent(since, AT_ONCE):
                if await self.store.people.absent(since, 1, player_id):  # they may have come back meanwhile
                    await self.store.forget_player(player_id)

    def _heard(self, words: list[str]) -> None:
        """Another process changed a table or a player's blocks, asks who is at a table, answers, or nudges somebody."""
        match words:
            case [table_id]:
                self.residents.heard_of(table_id)
            case ["blocks", player_id]:
                self.tasks.spawn(self.tasks.quietly(self.residents.read_blocks, {player_id}))
            case ["who", question, table_id]:
                self.presence.answer(question, table_id)
            case ["here", question, *players]:
                self.presence.answered(question, players)
            case ["nudge", table_id, player_id, by] if (live := self.residents.live(table_id)) is not None:
                self.presence.nudge_here(live, player_id, int(by))

    def _joined(self) -> None:
        """Notices may have been missed until now."""
        self.tasks.spawn(self.tasks.quietly(self.residents.compare))
