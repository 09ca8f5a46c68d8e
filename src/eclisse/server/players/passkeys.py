"""Passkeys (WebAuthn), without attestation: whoever has signed in adds a public key, and its owner can sign in with it.

Browsers hand over the key as it is (`getPublicKey`), so that nothing but a signature is left to check.
"""

import hmac
import json
import os
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused
from eclisse.server.players.base64url import decoded, encoded
from eclisse.server.process import clock

LASTS: Final = 300  # seconds that a challenge may be answered
AHEAD: Final = 5  # seconds that the clock of another process may be ahead
PRESENT: Final = 1  # the flag of data made while somebody touched the device
HEAD: Final = 37  # bytes of an authenticator's data that always come: a hash, flags, a counter


@dataclass(frozen=True)
class Answer:
    """What a browser made of a challenge; all in base64url."""

    client_data: str
    authenticator_data: str
    origin: str  # where the request comes from, as the browser says


class Challenges:
    """Challenges that any process can check, as they are signed and say when they were made."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def new(self, purpose: str) -> str:
        """A challenge for one purpose."""
        random = os.urandom(16) + int(1e6 * clock.now()).to_bytes(8, "big")
        return encoded(random + self._mark(purpose, random))

    def made(self, purpose: str, challenge: str) -> float:
        """When a challenge was made for this purpose; ValueError if it was not, or too long ago."""
        data, now = decoded(challenge), clock.now()
        made = int.from_bytes(data[16:24], "big") / 1e6
        is_ours = hmac.compare_digest(data[24:], self._mark(purpose, data[:24]))
        if not is_ours or not now - LASTS < made < now + AHEAD:
            raise ValueError("no challenge of ours")
        return made

    def _mark(self, purpose: str, random: bytes) -> bytes:
        """What only this server can write under a challenge."""
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
    from eclisse.server.players import keys

    return keys.is_public_key(public_key)


def check_signature(answer: Answer, public_key: str, signature: str) -> None:
    """Refuse an answer that the owner of a key has not signed."""
    from eclisse.server.players import keys

    signed = decoded(answer.authenticator_data) + sha256(decoded(answer.client_data)).digest()
    if not keys.is_signed(public_key, signature, signed):
        raise Refused("invalid", fault("passkey-invalid"))
