"""Web Push: a message only the browser can read (RFC 8291), from a server that the push service knows (RFC 8292)."""

import ipaddress
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from eclisse.server.players import webhook
from eclisse.server.players.base64url import decoded, encoded
from eclisse.server.process import clock

ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
LASTS: Final = 12 * 3600  # seconds that a signature holds
KEPT: Final = 24 * 3600  # seconds that a push service keeps a message for a browser that is off
SERVICES: Final = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
GONE: Final = (404, 410)  # the answers when a browser does not want to be told any more


@dataclass(frozen=True)
class Push:
    """Where a browser wants to be told, and how to write so that only it can read."""

    secret: str  # the hash of the device's cookie
    endpoint: str
    p256dh: str  # its public key
    auth: str  # a secret between it and us


def new_key() -> str:
    """A private key for the server: a number below the order of the curve."""
    return encoded((1 + secrets.randbelow(ORDER - 1)).to_bytes(32, "big"))


def is_service(endpoint: str, allowed: Sequence[webhook.Network] = ()) -> bool:
    """Whether an address belongs to a push service: anybody else has not asked for what we send."""
    parts = webhook.parse(endpoint)
    host = str(parts.hostname)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a name, as that of every push service is
        return parts.scheme == "https" and any(host == one or host.endswith(f".{one}") for one in SERVICES)
    return any(address in network for network in allowed)


def is_usable(push: Push) -> bool:
    """Whether a browser's keys are keys."""
    from eclisse.server.players import keys

    try:
        return keys.is_public_half(push.p256dh) and len(decoded(push.auth)) == 16
    except ValueError:
        return False


async def send(
    key: str, push: Push, body: dict[str, Any], about: str, timeout: float, allowed: Sequence[webhook.Network] = ()
) -> int:
    """Send a message to a browser; `about` is who to ask about this server, a URL; returns the service's status."""
    from eclisse.server.players import keys

    token = _token(push.endpoint, about)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": str(body["table"]),  # a newer message about the same table takes the place of an older one
        "Authorization": f"vapid t={token}.{keys.sign(key, token)}, k={keys.public_half(key)}",
    }
    data = keys.encrypt(json.dumps(body).encode(), push.p256dh, push.auth)
    status, _ = await webhook.post(push.endpoint, data, headers, timeout, allowed)
    return status


def _token(endpoint: str, about: str) -> str:
    """What a push service is told of who sends, before it is signed; it holds for that service only."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(clock.now()) + LASTS, "sub": about}
    head = {"typ": "JWT", "alg": "ES256"}
    return ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
