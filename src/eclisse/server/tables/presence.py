"""Who is there, through whichever process; and telling those who are not."""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from eclisse.server.players.players import new_id
from eclisse.server.process import clock
from eclisse.server.tables.absence import call_roll, come_back, is_missed
from eclisse.server.tables.live import Live

if TYPE_CHECKING:
    from eclisse.server.tables.hub import Hub

AT_ONCE: Final = 20  # tables at which the roll is called at once
ANSWER: Final = 1.0  # seconds that other processes have to say who is connected to them
EVERYWHERE: Final = "*"  # in place of a table: who is there at any
TOLD: Final = 100  # players in one answer: a notice has 8,000 bytes


class Presence:
    """The players at the tables of a hub."""

    def __init__(self, hub: "Hub") -> None:
        self._hub, self._store = hub, hub.store
        self.stirred: dict[str, float] = {}  # tables where somebody came or went, and since when
        self.asked: dict[str, set[str]] = {}  # by question: what other processes have answered

    def stir(self, live: Live) -> None:
        """Somebody has come to a table, or left it: in a moment we look who is there."""
        if len(live.row.people) > 1:
            self.stirred.setdefault(live.row.id, clock.now())

    async def welcome(self, live: Live, player_id: str) -> None:
        """A player has come; if they were away everybody learns that they are back."""
        mine = [live.row.seats[seat] for seat in live.row.seats_of(player_id)]
        if any(seat.away_at is not None or seat.stand_in for seat in mine):
            await self._hub.quietly(come_back, self._store, live.row.id, player_id)
            await self._hub.quietly(self._hub.refresh, live)

    async def call_rolls(self) -> None:
        """Write down who is away, at the tables where somebody came or went a moment ago."""
        before = clock.now() - self._hub.settings.away_grace
        for table_id in [table_id for table_id, at in self.stirred.items() if at <= before][:AT_ONCE]:
            del self.stirred[table_id]
            self._hub.spawn(self._hub.quietly(self._call_roll, table_id))

    async def _call_roll(self, table_id: str) -> None:
        """Write down who is away from one table."""
        live = await self._hub.open(table_id)
        people, here = live.row.people, live.players_here()
        if live.row.status not in ("open", "playing") or len(people) < 2 or not is_missed(live.row, here):
            return
        elsewhere = await self.elsewhere(table_id) if people - here else set[str]()
        if is_missed(live.row, here | elsewhere):
            await call_roll(self._store, table_id, lambda: live.players_here() | elsewhere)
            await self._hub.refresh(live)

    async def miss(self) -> None:
        """A process has died: call the roll where somebody should be and is nowhere."""
        here = await self.elsewhere(EVERYWHERE) | set(self._everybody())
        for table_id, player_id in await self._store.who_should_be_there():
            if f"{table_id}.{player_id}" not in here:
                self.stirred[table_id] = 0.0

    def _everybody(self) -> list[str]:
        """Who is at which table, of those who are connected to this process."""
        return [f"{live.row.id}.{player}" for live in self._hub.lives for player in live.players_here()]

    # --- questions to other processes, and to us --------------------------------------------------------------------

    async def elsewhere(self, table_id: str) -> set[str]:
        """The players who are connected through other processes, which have a moment to answer."""
        if not self._store.is_shared:
            return set()
        question = new_id()
        answers = self.asked[question] = set()
        try:
            await self._store.tell(f"who {question} {table_id}")
            await asyncio.sleep(ANSWER)
        finally:
            del self.asked[question]
        return answers

    def answer(self, question: str, table_id: str) -> None:
        """Tell whoever asks who is there."""
        live = self._hub.live(table_id)
        here = self._everybody() if table_id == EVERYWHERE else sorted(live.players_here() if live else ())
        for start in range(0, len(here), TOLD):
            told = " ".join(here[start : start + TOLD])
            self._hub.spawn(self._hub.quietly(self._store.tell, f"here {question} {told}"))

    def answered(self, question: str, players: Iterable[str]) -> None:
        """Somebody has told us."""
        self.asked.get(question, set[str]()).update(players)

    # --- telling people ---------------------------------------------------------------------------------------------

    async def nudge(self, live: Live, seat: int, by: int) -> bool:
        """Tell a player that somebody waits for them; whether they could be told."""
        player_id = live.row.seats[seat].player_id
        if player_id is None:
            return False
        nudger = live.row.seats[by].player_id or ""
        if await self._store.people.has_blocked(player_id, nudger):
            return False
        self.nudge_here(live, player_id, by)
        elsewhere = await self.elsewhere(live.row.id)
        if player_id in elsewhere:
            await self._store.tell(f"nudge {live.row.id} {player_id} {by}")
        if player_id in live.players_here() | elsewhere:
            return True
        players = await self._store.players_by_id([player_id])
        return bool(players) and await self._hub.notices.send(live, players[0], "nudge")

    def nudge_here(self, live: Live, player_id: str, by: int) -> None:
        """Tell a player over the connections of this process."""
        for follower in live.followers:
            if follower.player is not None and follower.player.id == player_id:
                follower.nudge(by)

    def tell_turn(self, live: Live) -> None:
        """Tell every player who must act that it is their turn."""
        if live.table is not None and live.is_playing:
            self.tell(live, live.acting(), "your_turn")

    def tell(self, live: Live, players: set[str], event: str, by: str = "") -> None:
        """Send a notice to those of some players who are not connected; nobody waits for it."""
        away = list(players - live.players_here() - {by})
        if away:
            self._hub.spawn(self._hub.quietly(self._tell_away, live, away, event, by))

    async def _tell_away(self, live: Live, away: list[str], event: str, by: str) -> None:
        """Send a notice to those who have asked for it, are connected nowhere, and want to hear from whoever did it."""
        players = await self._store.people.reachable(away)
        elsewhere = await self.elsewhere(live.row.id) if players else set[str]()
        for player in players:
            if player.id not in elsewhere and not (by and await self._store.people.has_blocked(player.id, by)):
                self._hub.spawn(self._hub.notices.send(live, player, event))
