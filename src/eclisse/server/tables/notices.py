"""Notices to players who are away: it is their turn, or somebody waits for them."""

import logging
from typing import Any, Final

from eclisse.server.players import webhook
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store.rows import Player
from eclisse.server.tables.live import Live
from eclisse.server.tables.shares import Crowded, Lanes

NOTICES: Final = 100  # sent at once
NOTICES_EACH: Final = 4  # the same, to one site
NOTICES_WAITING: Final = 100  # that wait for one site; more are dropped
TEXTS: Final = {
    "your_turn": "It is your turn at a table of {game}",
    "nudge": "Somebody waits for you at a table of {game}",
}
logger = logging.getLogger(__name__)


class Notices:
    """Sends notices; a site that is slow delays only its own."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings, self._metrics = settings, metrics
        self._lanes = Lanes(NOTICES, NOTICES_EACH, NOTICES_WAITING)

    async def send(self, live: Live, player: Player, event: str) -> bool:
        """Tell a player about a table; whether anything was delivered."""
        return bool(player.webhook) and await self._post(player.webhook, self._body(live, event))

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
