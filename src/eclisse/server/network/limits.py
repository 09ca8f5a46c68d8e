"""How fast is too fast and how many too many, for each address, player or socket."""

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused

MOST_KEYS: Final = 20_000


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


class Places:
    """So many at once in all, and so many of one key."""

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
