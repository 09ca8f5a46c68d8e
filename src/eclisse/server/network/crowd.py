"""When there is more to do than can be done: games that are being played go on, and whoever comes new is told so.

A table is let in with its first decision, and stays. How full it is shows in what a step of work waits for its turn: a
decision takes about five of them. While it is full nobody is let in, and whoever came last must wait again.
"""

import asyncio
import time
from collections import OrderedDict, deque
from math import ceil
from typing import Final

from eclisse.server.network.cost import Account
from eclisse.server.store.turns import busy

EVERY: Final = 0.03  # seconds between two looks
LOOKS: Final = 8  # of which the best counts: a moment is not a crowd
FULL, TOO_FULL = 0.03, 0.045  # seconds that a step waits: nobody is let in, some must wait again
STAYS: Final = 900.0  # seconds after its last decision that a table is let in without asking
SLOWLY: Final = 10.0  # seconds after it was too full during which few are let in
FEW: Final = 1  # in the time between two looks


class Crowd:
    """The tables that are let in, in the order in which they came."""

    def __init__(self, account: Account) -> None:
        self._account, self._tables = account, OrderedDict[str, float]()
        self._waits = deque[float]([0.0], LOOKS)
        self._full_at, self._few = -SLOWLY, FEW

    @property
    def wait(self) -> float:
        """Seconds that a step waits at least."""
        return min(self._waits)

    @property
    def is_full(self) -> bool:
        """Whether nobody is let in."""
        return self.wait > FULL

    def check(self, table_id: str) -> None:
        """Refuse a table that is not let in; nothing changes by asking."""
        if self.is_full and table_id not in self._tables:
            raise busy()

    def enter(self, table_id: str) -> None:
        """Let a table in that makes a decision, or refuse it."""
        now = time.monotonic()
        if table_id not in self._tables:
            self.check(table_id)
            if now < self._full_at + SLOWLY:
                if not self._few:
                    raise busy()
                self._few -= 1
        self._tables[table_id] = now

    async def watch(self) -> None:
        """Look again and again how long a step waits."""
        while True:
            await asyncio.sleep(EVERY)
            start = time.monotonic()
            await self._account.paid(asyncio.sleep(0))
            self.look((time.monotonic() - start) / 2)  # it takes two steps

    def look(self, wait: float) -> None:
        """A step has waited so many seconds."""
        now = time.monotonic()
        self._waits.append(wait)
        self._few = FEW
        if self.is_full:
            self._full_at = now
        if self.wait > TOO_FULL:
            for _ in range(ceil(len(self._tables) * (1 - FULL / self.wait) / 2)):
                self._tables.popitem()
            self._waits = deque([TOO_FULL], LOOKS)  # until it is seen what that has changed
        oldest = next(iter(self._tables), None)
        if oldest is not None and self._tables[oldest] < now - STAYS:
            del self._tables[oldest]
