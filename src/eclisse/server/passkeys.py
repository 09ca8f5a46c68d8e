"""Passkeys (WebAuthn), without attestation: add a public key to yourself, and sign in with it.

Browsers hand over the key as it is (`getPublicKey`), so that nothing but a signature is left to check.
"""

import hmac
import json
import os
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from eclisse.faults import fault
from eclisse.server.account import Player, as_player, label_of
from eclisse.server.messages import Message
from eclisse.server.model import Clock, Refused, decoded, encoded, hashed, new_secret
from eclisse.server.play.services import REFUSALS, Has, InPerson, Me, check_ban, set_cookie

LASTS: Final = 300  # seconds that a challenge may be answered
AHEAD: Final = 5  # seconds that the clock of another process may be ahead
PRESENT: Final = 1  # the flag of data made while somebody touched the device
HEAD: Final = 37  # bytes of an authenticator's data that always come: a hash, flags, a counter
api = APIRouter(prefix="/api", responses=REFUSALS, tags=["players"])

Base64 = Annotated[str, Field(max_length=4096, pattern=r"^[A-Za-z0-9_-]+$")]


class Challenge(Message):
    """A challenge for an authenticator to sign, in base64url."""

    challenge: str


class PasskeyAnswer(Message):
    """An authenticator's answer to a challenge, in base64url."""

    id: Annotated[str, Field(max_length=512, pattern=r"^[A-Za-z0-9_-]+$")]
    client_data: Base64
    authenticator_data: Base64


class NewPasskey(PasskeyAnswer):
    """A passkey to add: what `AuthenticatorAttestationResponse.getPublicKey()` gives."""

    public_key: Base64


class UsedPasskey(PasskeyAnswer):
    """A passkey to sign in with."""

    signature: Base64


class Passkey(Message):
    """One of your passkeys."""

    id: str
    created_at: float
    used_at: float | None


@dataclass(frozen=True)
class Answer:
    """A browser's answer to a challenge; all in base64url."""

    client_data: str
    authenticator_data: str
    origin: str  # where the request comes from, as the browser says


class Challenges:
    """Challenges that any process can check, as they are signed and say when they were made."""

    def __init__(self, key: str, clock: Clock) -> None:
        self._key, self._clock = key.encode(), clock

    def new(self, purpose: str) -> str:
        """A challenge for one purpose."""
        random = os.urandom(16) + int(1e6 * self._clock.now()).to_bytes(8, "big")
        return encoded(random + self._mark(purpose, random))

    def made(self, purpose: str, challenge: str) -> float:
        """When a challenge was made for this purpose; ValueError if it was not, or too long ago."""
        data, now = decoded(challenge), self._clock.now()
        made = int.from_bytes(data[16:24], "big") / 1e6
        is_ours = hmac.compare_digest(data[24:], self._mark(purpose, data[:24]))
        if not is_ours or not now - LASTS < made < now + AHEAD:
            raise ValueError("no challenge of ours")
        return made

    def _mark(self, purpose: str, random: bytes) -> bytes:
        """A mark under a challenge that only this server can make."""
        return hmac.digest(self._key, purpose.encode() + random, "sha256")[:16]


def check(answer: Answer, kind: str, purpose: str, challenges: Challenges) -> float:
    """Refuse an answer that is not to our challenge, not from our page, or made while nobody was there.

    Returns when the challenge was made: a passkey that signs in answers each only once.
    """
    try:
        told, data = json.loads(decoded(answer.client_data)), decoded(answer.authenticator_data)
        host = sha256((urlsplit(answer.origin).hostname or "").encode()).digest()
        is_ours = told["type"] == kind and told["origin"] == answer.origin and data[:32] == host
        is_good = is_ours and len(data) >= HEAD and bool(data[32] & PRESENT)
        if not is_good:
            raise ValueError
        return challenges.made(purpose, str(told["challenge"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused("invalid", fault("passkey-invalid")) from None


def is_key(public_key: str) -> bool:
    """Whether this is a public key of a kind that we can check."""
    from eclisse.server import keys

    return keys.is_public_key(public_key)


def check_signature(answer: Answer, public_key: str, signature: str) -> None:
    """Refuse an answer that the owner of a key has not signed."""
    from eclisse.server import keys

    signed = decoded(answer.authenticator_data) + sha256(decoded(answer.client_data)).digest()
    if not keys.is_signed(public_key, signature, signed):
        raise Refused("invalid", fault("passkey-invalid"))


PasskeyId = Annotated[str, Path(max_length=512, pattern="^[A-Za-z0-9_-]+$")]
SIGN_IN = "sign in"
MOST = 10  # passkeys of a player


async def challenges(request: Request, has: Has) -> Challenges:
    """The challenges of this server, whose key is made when first wanted."""
    state = request.app.state
    if not hasattr(state, "challenges"):
        state.challenges = Challenges(await has.store.people.key("passkeys", new_secret()), has.clock)
    found: Challenges = state.challenges
    return found


Issued = Annotated[Challenges, Depends(challenges)]


def _answer(request: Request, body: PasskeyAnswer) -> Answer:
    """The answer that a browser sent."""
    return Answer(body.client_data, body.authenticator_data, request.headers.get("origin", ""))


@api.post("/players/me/passkeys/challenge", status_code=201)
async def challenge_me(me: InPerson, issued: Issued) -> Challenge:
    """Begin to add a passkey."""
    return Challenge(challenge=issued.new(me.id))


@api.post("/players/me/passkeys", status_code=201)
async def add_passkey(body: NewPasskey, me: InPerson, has: Has, request: Request, issued: Issued) -> list[Passkey]:
    """Add a passkey to yourself."""
    check(_answer(request, body), "webauthn.create", me.id, issued)
    if not is_key(body.public_key):
        raise Refused("invalid", fault("passkey-invalid"))
    if not await has.store.people.add_passkey(body.id, me.id, body.public_key, MOST):
        raise Refused("too_many", fault("too-many-passkeys", most=MOST))
    return await list_passkeys(me, has)


@api.get("/players/me/passkeys")
async def list_passkeys(me: Me, has: Has) -> list[Passkey]:
    """Your passkeys."""
    return [Passkey.model_validate(row) for row in await has.store.people.passkeys(me.id)]


@api.delete("/players/me/passkeys/{passkey_id}")
async def remove_passkey(passkey_id: PasskeyId, me: InPerson, has: Has) -> list[Passkey]:
    """Remove one of your passkeys."""
    await has.store.people.remove_passkey(passkey_id, me.id)
    return await list_passkeys(me, has)


@api.post("/players/passkey/challenge", status_code=201)
async def challenge_anybody(issued: Issued) -> Challenge:
    """Begin to sign in with a passkey."""
    return Challenge(challenge=issued.new(SIGN_IN))


@api.post("/players/passkey")
async def sign_in(body: UsedPasskey, has: Has, request: Request, response: Response, issued: Issued) -> Player:
    """Become the player whose passkey this is, on this device."""
    answer = _answer(request, body)
    made = check(answer, "webauthn.get", SIGN_IN, issued)
    found = await has.store.people.passkey(body.id)
    if found is None:
        raise Refused("unknown_player", fault("passkey-unknown"))
    check_signature(answer, found.public_key, body.signature)
    if not await has.store.people.use_passkey(body.id, made, has.clock.now() + LASTS):
        raise Refused("invalid", fault("passkey-invalid"))
    player = (await has.store.players_by_id([found.player_id]))[0]
    check_ban(player, has.clock.now())
    secret, label = new_secret(), label_of(request.headers.get("user-agent"))
    await has.store.people.add_secret(player.id, "cookie", hashed(secret), label=label)
    set_cookie(request, response, secret)
    return as_player(player)
