"""Who is there, through whichever process; and notices to those who are not: it is their turn, somebody waits, …."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final

from eclisse.server import reach
from eclisse.server.metrics import Metrics
from eclisse.server.model import Player, Push, new_id
from eclisse.server.play.live import Live
from eclisse.server.play.residents import Residents
from eclisse.server.play.seats import call_roll, come_back, is_missed
from eclisse.server.play.work import Crowded, Lanes, Tasks
from eclisse.server.settings import Settings
from eclisse.server.store import Store

AT_ONCE: Final = 20  # tables at which the roll is called at once
ANSWER: Final = 1.0  # seconds that other processes have to say who is connected to them
EVERYWHERE: Final = "*"  # in place of a table: who is there at any
TOLD: Final = 100  # players in one answer: a notice has 8,000 bytes

NOTICES: Final = 100  # sent at once
NOTICES_EACH: Final = 4  # the same, to one site
NOTICES_WAITING: Final = 100  # that wait for one site; more are dropped
PUSHES_EACH: Final = 30  # the same for push services
PUSHES_WAITING: Final = 1000
ABOUT: Final = "mailto:postmaster@localhost"  # whom to ask about a server that has not said who it is
TEXTS: Final = {
    "your_turn": "It is your turn at a table of {game}",
    "nudge": "Somebody waits for you at a table of {game}",
    "time_short": "Your time is nearly up at a table of {game}",
    "late": "Your time was up at a table of {game}",
    "resigned": "Somebody has given up at a table of {game}",
    "end_offered": "Somebody would like to end a game of {game}",
    "ended": "A game of {game} was ended by agreement",
    "rematch": "Somebody would like a rematch of {game}",
    "report": "A player was reported at a table of {game}",
    "joined": "Somebody has sat down at your table of {game}",
}
logger = logging.getLogger(__name__)


class Notices:
    """Sends notices; a site that is slow delays only its own."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self._store, self._settings, self._metrics = store, settings, metrics
        self._lanes = Lanes(NOTICES, NOTICES_EACH, NOTICES_WAITING)
        self._pushes = Lanes(NOTICES, PUSHES_EACH, PUSHES_WAITING)  # few services, each for very many people
        self._key: str | None = None

    async def key(self) -> str:
        """The key by which push services know this server."""
        if self._key is None:
            self._key = await self._store.people.key("vapid", reach.new_key())
        return self._key

    async def send(self, live: Live, player: Player, event: str) -> bool:
        """Tell a player about a table on every way they have chosen; whether anything was delivered."""
        body = self._body(live, event)
        ways = [self._push(one, body) for one in await self._store.people.pushes(player.id)]
        if player.webhook:
            ways.append(self._post(player.webhook, body))
        return any(await asyncio.gather(*ways))

    async def _push(self, device: Push, body: dict[str, Any]) -> bool:
        """Send to a browser; one that does not want it any more is forgotten."""
        settings, outcome = self._settings, "failed"
        about, wait, allowed = settings.public_url or ABOUT, settings.webhook_timeout, settings.webhook_networks
        try:
            async with self._pushes.place(reach.site(device.endpoint)):
                status = await reach.push(await self.key(), device, body, about, self._store.clock.now(), wait, allowed)
            outcome = "sent" if 200 <= status < 300 else "failed"
            if status in reach.GONE:
                await self._store.people.unsubscribe(device.secret)
        except Crowded:
            outcome = "dropped"
        except reach.BadWebhook as error:
            logger.info("a push failed", extra={"reason": str(error)})
        self._metrics.pushes.labels(outcome).inc()
        return outcome == "sent"

    def _body(self, live: Live, event: str) -> dict[str, Any]:
        """The body of a notice."""
        public = self._settings.public_url
        link = f"{public}/t/{live.row.id}" if public else None
        return {
            "event": event,
            "table": live.row.id,
            "game": live.row.game,
            "number": live.number,
            "deadline": live.deadline,
            "link": link,
            "text": TEXTS[event].format(game=live.row.game) + (f": {link}" if link else "."),
        }

    async def _post(self, url: str, body: dict[str, Any]) -> bool:
        """POST to a webhook."""
        settings, outcome = self._settings, "failed"
        try:
            async with self._lanes.place(reach.site(url)):
                await reach.send(url, body, settings.webhook_timeout, settings.webhook_networks)
            outcome = "sent"
        except Crowded:
            outcome = "dropped"
        except reach.BadWebhook as error:
            logger.info("a webhook failed", extra={"reason": str(error)})
        self._metrics.webhooks.labels(outcome).inc()
        return outcome == "sent"


class Presence:
    """The players at the tables in memory."""

    def __init__(self, store: Store, settings: Settings, residents: Residents, notices: Notices, tasks: Tasks) -> None:
        self._store, self._settings, self._residents = store, settings, residents
        self._notices, self._tasks = notices, tasks
        self.stirred: dict[str, float] = {}  # tables where somebody came or went, and since when
        self.asked: dict[str, set[str]] = {}  # by question: what other processes have answered

    def stir(self, live: Live) -> None:
        """Somebody has come to a table, or left it: in a moment we look who is there."""
        if len(live.row.people) > 1:
            self.stirred.setdefault(live.row.id, self._store.clock.now())

    def look_at(self, live: Live) -> None:
        """Welcome those who are here but down as away: another process got no answer in time."""
        for player_id in live.players_missed():
            self._tasks.spawn(self.welcome(live, player_id))

    async def welcome(self, live: Live, player_id: str) -> None:
        """A player has come; if they were away everybody learns that they are back."""
        mine = [live.row.seats[seat] for seat in live.row.seats_of(player_id)]
        if any(seat.away_at is not None or seat.stand_in for seat in mine):
            await self._tasks.quietly(come_back, self._store, live.row.id, player_id)
            await self._tasks.quietly(self._residents.refresh, live)

    async def call_rolls(self) -> None:
        """Write down who is away, at the tables where somebody came or went a moment ago."""
        before = self._store.clock.now() - self._settings.away_grace
        for table_id in [table_id for table_id, at in self.stirred.items() if at <= before][:AT_ONCE]:
            del self.stirred[table_id]
            self._tasks.spawn(self._tasks.quietly(self._call_roll, table_id))

    async def _call_roll(self, table_id: str) -> None:
        """Write down who is away from one table."""
        live = await self._residents.open(table_id)
        people, here = live.row.people, live.players_here()
        if live.row.status not in ("open", "playing") or len(people) < 2 or not is_missed(live.row, here):
            return
        elsewhere = await self.elsewhere(table_id) if people - here else set[str]()
        if is_missed(live.row, here | elsewhere):
            await call_roll(self._store, table_id, lambda: live.players_here() | elsewhere)
            await self._residents.refresh(live)

    async def miss(self) -> None:
        """A process has died: call the roll where somebody should be and is nowhere."""
        here = await self.elsewhere(EVERYWHERE) | set(self._everybody())
        for table_id, player_id in await self._store.who_should_be_there():
            if f"{table_id}.{player_id}" not in here:
                self.stirred[table_id] = 0.0

    def _everybody(self) -> list[str]:
        """Who is at which table, of those who are connected to this process."""
        return [f"{live.row.id}.{player}" for live in self._residents.lives for player in live.players_here()]

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
        live = self._residents.live(table_id)
        here = self._everybody() if table_id == EVERYWHERE else sorted(live.players_here() if live else ())
        for start in range(0, len(here), TOLD):
            told = " ".join(here[start : start + TOLD])
            self._tasks.spawn(self._tasks.quietly(self._store.tell, f"here {question} {told}"))

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
        return bool(players) and await self._notices.send(live, players[0], "nudge")

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
            self._tasks.spawn(self._tasks.quietly(self._tell_away, live, away, event, by))

    async def _tell_away(self, live: Live, away: list[str], event: str, by: str) -> None:
        """Send a notice to those who have asked for it, are connected nowhere, and want to hear from whoever did it."""
        players = await self._store.people.reachable(away)
        elsewhere = await self.elsewhere(live.row.id) if players else set[str]()
        for player in players:
            if player.id not in elsewhere and not (by and await self._store.people.has_blocked(player.id, by)):
                self._tasks.spawn(self._notices.send(live, player, event))
