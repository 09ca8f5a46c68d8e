"""When there is more to do than can be done: games that are being played go on, and whoever comes new is told so.

A table is let in with its first decision, and stays. How full it is shows in the time that a decision takes. While it
is full nobody is let in, and while it is too full whoever came last must wait again.
"""

import asyncio
import time
from collections import OrderedDict, deque
from math import ceil
from typing import Final

from eclisse.server.store.turns import busy

EVERY: Final = 0.2  # seconds between two looks
LOOKS: Final = 2  # of which the best counts: a moment is not a crowd
LEAST: Final = 5  # decisions between two looks; fewer are not a crowd
FULL, TOO_FULL = 0.08, 0.12  # seconds that every decision takes: nobody is let in, some must wait again
STAYS: Final = 900.0  # seconds after its last decision that a table is let in without asking
SLOWLY: Final = 10.0  # seconds after it was full during which few are let in
FEW: Final = 2  # in the time between two looks


class Crowd:
    """The tables that are let in, in the order in which they came."""

    def __init__(self) -> None:
        self._tables = OrderedDict[str, float]()  # and their last decision
        self._quickest, self._n_decisions, self._few = STAYS, 0, FEW
        self._waits, self._full_at = deque([0.0], LOOKS), -SLOWLY

    @property
    def wait(self) -> float:
        """Seconds that every decision takes now."""
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
        if table_id not in self._tables and now < self._full_at + SLOWLY:
            if self.is_full or not self._few:
                raise busy()
            self._few -= 1
        self._tables[table_id] = now

    def note(self, seconds: float) -> None:
        """A decision has taken so long, whatever its sender kept it waiting."""
        self._quickest, self._n_decisions = min(self._quickest, seconds), self._n_decisions + 1

    async def watch(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()

    def look(self) -> None:
        """Look how long decisions have taken since the last look."""
        self._waits.append(self._quickest if self._n_decisions >= LEAST else 0.0)
        self._quickest, self._n_decisions, self._few = STAYS, 0, FEW
        now = time.monotonic()
        if self.is_full:
            self._full_at = now
        self._tables = OrderedDict((table, at) for table, at in self._tables.items() if at > now - STAYS)
        if self.wait > TOO_FULL:
            for _ in range(ceil(len(self._tables) * (1 - FULL / self.wait) / 2)):
                self._tables.popitem()
            self._waits.append(TOO_FULL)  # until it is seen what that has changed
