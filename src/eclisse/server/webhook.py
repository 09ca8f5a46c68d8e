"""The notice to a player's own address that it is their turn; never to a private one, whatever a name resolves to."""

import http.client
import ipaddress
import json
import socket
import ssl
from collections.abc import Sequence
from typing import Any
from urllib.parse import SplitResult, urlsplit

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadWebhook(ValueError):
    """An address that no notice is sent to."""


def parse(url: str) -> SplitResult:
    """An http or https URL without a name or password in it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadWebhook("this is no URL; for example https://example.org/hook") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise BadWebhook("a webhook is an http or https URL; for example https://example.org/hook")
    if parts.username is not None or parts.password is not None:
        raise BadWebhook("a webhook's URL must not hold a name or a password")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadWebhook("a webhook's URL must be written in plain ASCII, without spaces")
    return parts


def resolve(parts: SplitResult, allowed: Sequence[Network] = ()) -> str:
    """An address to connect to: every one that the name resolves to must be public, or in an allowed network."""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadWebhook(f"{parts.hostname} cannot be found") from None
    addresses = [str(entry[4][0]).split("%")[0] for entry in found]
    for address in addresses:
        if not _is_public(address) and not any(ipaddress.ip_address(address) in network for network in allowed):
            raise BadWebhook(f"{parts.hostname} is not a public address")
    return addresses[0]


def _is_public(address: str) -> bool:
    """Whether an address is in the open internet; IPv4 inside IPv6 is judged as IPv4."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None:
            return _is_public(str(inner))
        if ip in ipaddress.ip_network("64:ff9b::/96"):
            return _is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)))
    return ip.is_global and not ip.is_multicast


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was checked, so that no second look-up can lead elsewhere."""

    def __init__(self, parts: SplitResult, address: str, timeout: float) -> None:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        super().__init__(str(parts.hostname), port, timeout=timeout)
        self._address, self._secure = address, parts.scheme == "https"

    def connect(self) -> None:
        """Connect to the checked address, with the name's certificate."""
        self.sock: Any = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def send(url: str, body: dict[str, Any], timeout: float, allowed: Sequence[Network] = ()) -> int:
    """POST a notice, following no redirect; returns the status. For a thread: it waits."""
    parts = parse(url)
    connection = _Pinned(parts, resolve(parts, allowed), timeout)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request(
            "POST", path, json.dumps(body), {"Content-Type": "application/json", "User-Agent": "eclisse"}
        )
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise BadWebhook(f"{parts.hostname} did not answer: {type(error).__name__}") from None
    finally:
        connection.close()
