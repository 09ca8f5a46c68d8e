"""Limits on rates and numbers, for each address, player or socket."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused

MOST_KEYS: Final = 20_000


@lru_cache(4096)
def address_of(host: str) -> str:
    """What counts as one address: a whole /64 of IPv6, which is what one customer is given."""
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip) >> 64 << 64, 64)))


def sender(scope: HTTPConnection | Scope) -> str:
    """The address a request or a socket comes from."""
    client = scope.get("client")
    return address_of(client[0]) if client else ""


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; every message takes one."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket a key, for the keys seen last."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of a key; False if there is none."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket.take()


class ChatLimit:
    """Lines of chat, limited for each player and for each address; ten seconds' worth may come at once."""

    def __init__(self, rate: float, address_rate: float) -> None:
        self._players, self._addresses = Buckets(rate, 10 * rate), Buckets(address_rate, 10 * address_rate)

    def take(self, player_id: str, address: str) -> bool:
        """Whether a player may say something now."""
        return self._players.take(player_id) and self._addresses.take(address)


class Places:
    """A limited number of places, in all and for each key."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each, self._taken = most, most_each, Counter[str]()
        self._total = 0

    def __len__(self) -> int:
        return self._total

    @contextmanager
    def taken(self, key: str) -> Iterator[None]:
        """Take a place for a while."""
        if self._total >= self._most:
            raise Refused("too_many", fault("too-many-connections"))
        if self._taken[key] >= self._most_each:
            raise Refused("too_many", fault("too-many-of-yours", most=self._most_each))
        self._total += 1
        self._taken[key] += 1
        try:
            yield
        finally:
            self._total -= 1
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]
