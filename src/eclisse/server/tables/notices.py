"""Notices to players who are away: it is their turn, somebody waits for them, their time is up, and the like."""

import asyncio
import logging
from typing import Any, Final

from eclisse.server.players import push, webhook
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.rows import Player
from eclisse.server.tables.live import Live
from eclisse.server.tables.shares import Crowded, Lanes

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
            self._key = await self._store.people.key("vapid", push.new_key())
        return self._key

    async def send(self, live: Live, player: Player, event: str) -> bool:
        """Tell a player about a table on every way they have chosen; whether anything was delivered."""
        body = self._body(live, event)
        ways = [self._push(one, body) for one in await self._store.people.pushes(player.id)]
        if player.webhook:
            ways.append(self._post(player.webhook, body))
        return any(await asyncio.gather(*ways))

    async def _push(self, device: push.Push, body: dict[str, Any]) -> bool:
        """Send to a browser; one that does not want it any more is forgotten."""
        settings, outcome = self._settings, "failed"
        about, wait, allowed = settings.public_url or ABOUT, settings.webhook_timeout, settings.webhook_networks
        try:
            async with self._pushes.place(webhook.site(device.endpoint)):
                status = await push.send(await self.key(), device, body, about, wait, allowed)
            outcome = "sent" if 200 <= status < 300 else "failed"
            if status in push.GONE:
                await self._store.people.unsubscribe(device.secret)
        except Crowded:
            outcome = "dropped"
        except webhook.BadWebhook as error:
            logger.info("a push failed", extra={"reason": str(error)})
        self._metrics.pushes.labels(outcome).inc()
        return outcome == "sent"

    def _body(self, live: Live, event: str) -> dict[str, Any]:
        """What a notice says."""
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
            async with self._lanes.place(webhook.site(url)):
                await webhook.send(url, body, settings.webhook_timeout, settings.webhook_networks)
            outcome = "sent"
        except Crowded:
            outcome = "dropped"
        except webhook.BadWebhook as error:
            logger.info("a webhook failed", extra={"reason": str(error)})
        self._metrics.webhooks.labels(outcome).inc()
        return outcome == "sent"
