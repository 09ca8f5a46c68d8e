"""Players without registration: a name, and secrets of which only hashes are stored."""

import secrets
from contextlib import suppress
from hashlib import sha256
from math import ceil
from typing import Final, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.store import Store
from eclisse.server.store.rows import Player

COOKIE: Final = "eclisse"
COOKIE_AGE: Final = 400 * 24 * 3600  # seconds; browsers allow no more
DAY: Final = 24 * 3600.0  # seconds
NOTED: Final = 6 * 3600.0  # seconds until it is noted again that a device is used


def new_id() -> str:
    """128 random bits: the id of a table or a player."""
    return secrets.token_hex(16)


def new_secret() -> str:
    """192 random bits."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The hash of a secret that is stored; secrets are random enough to need no slow hash."""
    return sha256(secret.encode()).hexdigest()


class Credentials(NamedTuple):
    """What came with a request: the cookie, or a bearer token."""

    cookie: str | None
    token: str | None

    @property
    def secret(self) -> str | None:
        """The hash of the one that counts."""
        given = self.cookie if self.token is None else self.token
        return None if given is None else hashed(given)


def check_ban(player: Player) -> None:
    """Refuse somebody whom the operator keeps out."""
    now = clock.now()
    if player.is_banned(now) and player.banned_until is not None:
        raise Refused("not_allowed", fault("player-banned-until", days=ceil((player.banned_until - now) / DAY)))
    if player.is_banned(now):
        raise Refused("not_allowed", fault("player-banned"))


class Players:
    """Who is who."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, name: str, label: str = "") -> tuple[Player, str]:
        """A new player on a device, and the secret of the cookie."""
        player, secret = Player(new_id(), name, ""), new_secret()
        await self._store.add_player(player, hashed(secret), label)
        return player, secret

    async def find(self, credentials: Credentials, even_banned: bool = False) -> Player | None:
        """The player who sent a request, if known; a wrong token is refused, not treated as a visitor."""
        kind, given = ("cookie", credentials.cookie) if credentials.token is None else ("token", credentials.token)
        player = None if given is None else await self._known(hashed(given), kind)
        if player is None and credentials.token is not None:
            raise Refused("unknown_player", fault("token-invalid"))
        if player is not None and not even_banned:
            check_ban(player)
        return player

    async def _known(self, secret: str, kind: str) -> Player | None:
        """The player who holds a secret; now and then it is written down that it is used."""
        found = await self._store.people.by_secret(secret, kind)
        if found is None:
            return None
        player, used_at = found
        if used_at is None or used_at < clock.now() - NOTED:
            with suppress(SQLAlchemyError, Refused):  # it is not worth a refusal
                await self._store.people.touch(secret)
        return player

    async def require(self, credentials: Credentials, even_banned: bool = False) -> Player:
        """The player who sent a request; visitors without a name are refused."""
        player = await self.find(credentials, even_banned)
        if player is None:
            raise Refused("unknown_player", fault("name-first"))
        return player

    async def recovery(self, player: Player) -> str:
        """A one-time secret for another device; it replaces the previous one."""
        secret = new_secret()
        await self._store.add_secret(player.id, "recovery", hashed(secret), alone=True)
        return secret

    async def recover(self, secret: str, label: str = "") -> tuple[Player, str]:
        """Use up a recovery secret; returns the player and the secret of a new cookie."""
        cookie = new_secret()
        player = await self._store.exchange_secret(hashed(secret), hashed(cookie), label)
        if player is None:
            raise Refused("unknown_player", fault("recovery-used"))
        return player, cookie

    async def token(self, player: Player, label: str = "") -> str:
        """A bearer token for a program."""
        secret = new_secret()
        await self._store.add_secret(player.id, "token", hashed(secret), label=label)
        return secret
