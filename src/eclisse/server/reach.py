"""How a player who is away is reached: at a webhook, or in a browser by Web Push.

Nothing is ever sent to a private address, whatever the name resolves to. Web Push is a message that only the browser
can read (RFC 8291), from a server that the push service knows (RFC 8292).
"""

import asyncio
import ipaddress
import json
import secrets
import socket
import ssl
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from publicsuffixlist import PublicSuffixList

from eclisse.faults import Faulty, cut, fault
from eclisse.server.model import Push, decoded, encoded

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
GLOBAL: Final = ipaddress.ip_network("2000::/3")  # all of IPv6 that is given out to the internet
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
PROTOCOLS: Final = ipaddress.ip_network("192.0.0.0/24")  # Python before 3.11.10 takes some of it for public
JSON: Final = {"Content-Type": "application/json"}
LONGEST: Final = 8192  # bytes of an answer
_places = threading.BoundedSemaphore(100)  # names being looked up at once


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


class BadWebhook(Faulty):
    """An address to which no notice may be sent."""


def parse(url: str) -> SplitResult:
    """An http or https URL without a name or password in it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadWebhook(fault("webhook-expected", "webhook")) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise BadWebhook(fault("webhook-expected", "webhook"))
    if parts.username is not None or parts.password is not None:
        raise BadWebhook(fault("webhook-with-password", "webhook"))
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadWebhook(fault("webhook-not-ascii", "webhook"))
    return parts


def site(url: str) -> str:
    """Whose webhook it is, when places are shared: an address, or the part of a name that somebody has registered."""
    host = urlsplit(url).hostname or ""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return _suffixes().privatesuffix(host) or host


@cache
def _suffixes() -> PublicSuffixList:
    """The ends of names below which anybody can register one, such as co.uk or github.io."""
    return PublicSuffixList()


async def check(url: str, timeout: float, allowed: Sequence[Network] = ()) -> None:
    """Find out whether notices may go to a URL; BadWebhook says why not."""
    parts = parse(url)
    try:
        async with asyncio.timeout(timeout):
            await resolve(parts, allowed)
    except TimeoutError:
        raise BadWebhook(fault("host-slow", "webhook", host=cut(str(parts.hostname)))) from None


async def resolve(parts: SplitResult, allowed: Sequence[Network] = ()) -> str:
    """An address to connect to: every one that the name resolves to must be public, or in an allowed network."""
    try:
        addresses = await _look_up(str(parts.hostname), _port(parts))
    except (OSError, UnicodeError):
        raise BadWebhook(fault("host-not-found", "webhook", host=cut(str(parts.hostname)))) from None
    for address in addresses:
        if not _is_public(address) and not any(ipaddress.ip_address(address) in network for network in allowed):
            raise BadWebhook(fault("host-not-public", "webhook", host=cut(str(parts.hostname))))
    return addresses[0]


async def _look_up(host: str, port: int) -> list[str]:
    """The addresses of a name; a look-up cannot be stopped, so it has its own thread that nobody waits for."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()
    if not _places.acquire(blocking=False):
        raise BadWebhook(fault("too-many-lookups", "webhook"))

    def tell(found: list[str], error: Exception | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(found)
        else:
            answer.set_exception(error)

    def ask() -> None:
        found, failed = list[str](), None
        try:
            entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = [str(entry[4][0]).split("%")[0] for entry in entries]
        except (OSError, UnicodeError) as error:
            failed = error
        finally:
            _places.release()
        with suppress(RuntimeError):  # the server has stopped meanwhile
            loop.call_soon_threadsafe(tell, found, failed)

    threading.Thread(target=ask, name="webhook", daemon=True).start()
    return await answer


def _is_public(address: str) -> bool:
    """Whether an address is in the open internet; IPv4 inside IPv6 is judged as IPv4."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast and ip not in PROTOCOLS
    inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
    if ip in NAT64:
        inner = ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip in GLOBAL and ip.is_global if inner is None else _is_public(str(inner))


async def send(url: str, body: dict[str, Any], timeout: float, allowed: Sequence[Network] = ()) -> int:
    """POST a notice without following redirects, within a number of seconds; returns the status."""
    status, _ = await post(url, json.dumps(body).encode(), JSON, timeout, allowed)
    return status


async def prove(url: str, timeout: float, allowed: Sequence[Network] = ()) -> None:
    """Ask a site whether it wants notices: it must answer with the challenge it is sent; BadWebhook if it does not."""
    challenge = secrets.token_urlsafe(24)
    body = json.dumps({"event": "challenge", "challenge": challenge}).encode()
    status, answer = await post(url, body, JSON, timeout, allowed, challenge.encode())
    if not 200 <= status < 300 or challenge.encode() not in answer:
        raise BadWebhook(fault("webhook-not-proven", "webhook", host=cut(str(parse(url).hostname))))


async def post(
    url: str,
    body: bytes,
    headers: dict[str, str],
    timeout: float,
    allowed: Sequence[Network] = (),
    awaited: bytes | None = None,
) -> tuple[int, bytes]:
    """POST to an address that may be reached; returns the status and the answer, read until what is awaited comes."""
    parts = parse(url)
    try:
        async with asyncio.timeout(timeout):
            return await _post(parts, await resolve(parts, allowed), body, headers, awaited)
    except (OSError, asyncio.LimitOverrunError) as error:  # TimeoutError among them
        raise BadWebhook(fault("host-silent", "webhook", host=cut(str(parts.hostname)))) from error


async def _post(
    parts: SplitResult, address: str, body: bytes, headers: dict[str, str], awaited: bytes | None
) -> tuple[int, bytes]:
    """POST to the address that was checked, so that a second look-up cannot lead elsewhere."""
    secure: dict[str, Any] = {"ssl": _context(), "server_hostname": parts.hostname} if parts.scheme == "https" else {}
    reader, writer = await asyncio.open_connection(address, _port(parts), **secure)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = [
            f"POST {path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "User-Agent: eclisse",
            "Connection: close",
            f"Content-Length: {len(body)}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        version, _, rest = (await reader.readuntil(b"\n")).partition(b" ")
        if not version.startswith(b"HTTP/") or not rest[:3].isdigit():
            raise BadWebhook(fault("host-not-web", "webhook", host=cut(str(parts.hostname))))
        return int(rest[:3]), await _answer(reader, awaited)
    except asyncio.IncompleteReadError:
        raise BadWebhook(fault("host-silent", "webhook", host=cut(str(parts.hostname)))) from None
    finally:
        writer.transport.abort()


async def _answer(reader: asyncio.StreamReader, awaited: bytes | None) -> bytes:
    """An answer as far as it is of interest, and a few kilobytes at most."""
    answer = b""
    while awaited is not None and awaited not in answer and len(answer) < LONGEST:
        part = await reader.read(LONGEST)
        if not part:
            break
        answer += part
    return answer


def _port(parts: SplitResult) -> int:
    """The port of a URL."""
    return parts.port or (443 if parts.scheme == "https" else 80)


@cache
def _context() -> ssl.SSLContext:
    """The certificates that are trusted."""
    return ssl.create_default_context()


# --- Web Push -------------------------------------------------------------------------------------------------------


def new_key() -> str:
    """A private key for the server: a number below the order of the curve."""
    return encoded((1 + secrets.randbelow(ORDER - 1)).to_bytes(32, "big"))


def is_service(endpoint: str, allowed: Sequence[Network] = ()) -> bool:
    """Whether an address belongs to a push service: anybody else has not asked for what we send."""
    parts = parse(endpoint)
    host = str(parts.hostname)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:  # a name, as that of every push service is
        return parts.scheme == "https" and any(host == one or host.endswith(f".{one}") for one in SERVICES)
    return any(address in network for network in allowed)


def is_usable(device: Push) -> bool:
    """Whether a browser's keys are keys."""
    from eclisse.server import keys

    try:
        return keys.is_public_half(device.p256dh) and len(decoded(device.auth)) == 16
    except ValueError:
        return False


async def push(
    key: str,
    device: Push,
    body: dict[str, Any],
    about: str,
    now: float,
    timeout: float,
    allowed: Sequence[Network] = (),
) -> int:
    """Send a message to a browser; `about` is who to ask about this server, a URL; returns the service's status."""
    from eclisse.server import keys

    token = _token(device.endpoint, about, now)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": str(body["table"]),  # a newer message about the same table takes the place of an older one
        "Authorization": f"vapid t={token}.{keys.sign(key, token)}, k={keys.public_half(key)}",
    }
    data = keys.encrypt(json.dumps(body).encode(), device.p256dh, device.auth)
    status, _ = await post(device.endpoint, data, headers, timeout, allowed)
    return status


def _token(endpoint: str, about: str, now: float) -> str:
    """The sender as a push service is told, before it is signed; it holds for that service only."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + LASTS, "sub": about}
    head = {"typ": "JWT", "alg": "ES256"}
    return ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
