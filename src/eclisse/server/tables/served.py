"""The time in which players could be served: while no process was there to be reached, no clock runs."""

import asyncio
from typing import Final

from eclisse.server.process import clock
from eclisse.server.store import Store

BEAT: Final = 3.0  # seconds between two signs of life
SILENCE: Final = 9.0  # seconds without one, after which a process is dead
REMEMBERED: Final = 60 * 24 * 3600.0  # seconds that an outage is remembered: longer than any clock runs


class Served:
    """When this server could be reached, as all its processes write it down."""

    def __init__(self, grace: float = 0.0) -> None:
        self._grace, self._began, self._seen = grace, clock.now(), clock.now()
        self._outages: list[tuple[float, float]] = []
        self.lock = asyncio.Lock()

    async def beat(self, store: Store, is_first: bool = False) -> bool:
        """Show that this process lives, and learn of outages; whether another one is found to be dead."""
        async with self.lock:
            now = clock.now()
            self._outages, is_any_dead = await store.beat(now, SILENCE, REMEMBERED, is_first)
            self._seen = now
            return is_any_dead

    @property
    def is_due(self) -> bool:
        """Whether it is time for another sign of life."""
        return clock.now() >= self._seen + BEAT

    @property
    def is_sure(self) -> bool:
        """Whether this process knows of all outages; if not, no clock may run out."""
        return clock.now() < self._seen + SILENCE

    def deadline(self, since: float, seconds: float) -> float:
        """When so many seconds from a moment on are over; after a start there is some time to connect in any case."""
        end = since + seconds
        for begun, ended in self._outages:
            if since < ended and begun < end:
                end += ended - max(begun, since)
        return max(end, self._began + min(self._grace, seconds)) if since < self._began else end
