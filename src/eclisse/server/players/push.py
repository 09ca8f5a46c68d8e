"""Web Push: a message only the browser can read (RFC 8291), from a server that the push service knows (RFC 8292)."""

import base64
import ipaddress
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from eclisse.server.players import webhook
from eclisse.server.process import clock

CURVE: Final = ec.SECP256R1()
RECORD: Final = 4096  # bytes of an encrypted record; a message is one
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
    """The server's own key, made once."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encoded(number.to_bytes(32, "big"))


def public_key(key: str) -> str:
    """The half of the server's key that browsers are told."""
    return encoded(_point(_private(key)))


def encoded(data: bytes) -> str:
    """Bytes as URLs and tokens write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """The same, back."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_service(endpoint: str, allowed: Sequence[webhook.Network] = ()) -> bool:
    """Whether an address belongs to a push service: anybody else has not asked for what we send."""
    parts = webhook.parse(endpoint)
    host = str(parts.hostname)
    try:
        return any(ipaddress.ip_address(host) in network for network in allowed)
    except ValueError:
        return parts.scheme == "https" and any(host == one or host.endswith(f".{one}") for one in SERVICES)


def is_usable(push: Push) -> bool:
    """Whether a browser's keys are keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(push.p256dh))
        return len(decoded(push.auth)) == 16
    except ValueError:
        return False


async def send(
    key: str, push: Push, body: dict[str, Any], about: str, timeout: float, allowed: Sequence[webhook.Network] = ()
) -> int:
    """Send a message to a browser; `about` is who to ask about this server, a URL; returns the service's status."""
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": str(body["table"]),  # a newer message about the same table takes the place of an older one
        "Authorization": f"vapid t={_signed(key, push.endpoint, about)}, k={public_key(key)}",
    }
    data = encrypt(json.dumps(body).encode(), push.p256dh, push.auth)
    status, _ = await webhook.post(push.endpoint, data, headers, timeout, allowed)
    return status


def encrypt(text: bytes, p256dh: str, auth: str, key: str | None = None, salt: bytes | None = None) -> bytes:
    """A text as only the browser with these keys can read it; key and salt are made for it alone."""
    ours, salt = _private(key or new_key()), salt or os.urandom(16)
    theirs = decoded(p256dh)
    shared = ours.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    both = b"WebPush: info\0" + theirs + _point(ours)
    secret = _derived(decoded(auth), shared, both, 32)
    cipher = AESGCM(_derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16))
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(_point(ours))]) + _point(ours)
    return head + cipher.encrypt(nonce, text + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """A key that follows from a secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _private(key: str) -> ec.EllipticCurvePrivateKey:
    """A key as it is stored."""
    return ec.derive_private_key(int.from_bytes(decoded(key), "big"), CURVE)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as bytes."""
    kind = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, kind)


def _signed(key: str, endpoint: str, about: str) -> str:
    """The token that tells a push service who sends; it holds for that service only."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(clock.now()) + LASTS, "sub": about}
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
    r, s = decode_dss_signature(_private(key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
