"""Players without registration: a name, and secrets of which only hashes are stored."""

import secrets
from hashlib import sha256
from typing import Final, NamedTuple

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused
from eclisse.server.store import Store
from eclisse.server.store.rows import Player

COOKIE: Final = "eclisse"
COOKIE_AGE: Final = 400 * 24 * 3600  # seconds; browsers allow no more


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


class Players:
    """Who is who."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, name: str) -> tuple[Player, str]:
        """A new player, and the secret of the cookie."""
        player, secret = Player(new_id(), name, ""), new_secret()
        await self._store.add_player(player, hashed(secret))
        return player, secret

    async def find(self, credentials: Credentials) -> Player | None:
        """The player who sent a request, if known; a wrong token is refused, not treated as a visitor."""
        if credentials.token is not None:
            player = await self._store.player_by_secret(hashed(credentials.token), "token")
            if player is None:
                raise Refused("unknown_player", fault("token-invalid"))
            return player
        if credentials.cookie is None:
            return None
        return await self._store.player_by_secret(hashed(credentials.cookie), "cookie")

    async def require(self, credentials: Credentials) -> Player:
        """The player who sent a request; visitors without a name are refused."""
        player = await self.find(credentials)
        if player is None:
            raise Refused("unknown_player", fault("name-first"))
        return player

    async def recovery(self, player: Player) -> str:
        """A one-time secret for another device; it replaces the previous one."""
        secret = new_secret()
        await self._store.add_secret(player.id, "recovery", hashed(secret), alone=True)
        return secret

    async def recover(self, secret: str) -> tuple[Player, str]:
        """Use up a recovery secret; returns the player and the secret of a new cookie."""
        cookie = new_secret()
        player = await self._store.exchange_secret(hashed(secret), hashed(cookie))
        if player is None:
            raise Refused("unknown_player", fault("recovery-used"))
        return player, cookie

    async def token(self, player: Player) -> str:
        """A bearer token for a program."""
        secret = new_secret()
        await self._store.add_secret(player.id, "token", hashed(secret))
        return secret
