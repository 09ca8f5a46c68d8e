"""Days that pass in a moment: the server's clock is moved, as if the server had run all the time or had been down."""

import time
from typing import Any

from eclisse.server.model import Clock
from eclisse.server.store.schema import processes
from tests.server.serving import Server

HOUR = 3600.0
DAY = 24 * HOUR


def clock_at(now: float) -> Clock:
    """A clock that shows this time, in seconds since 1970."""
    return Clock(now - time.time())


def within_a_day() -> Clock:
    """A clock that shows the time, but where a day (UTC) is about to end: there it has begun the next one."""
    left = DAY - time.time() % DAY
    return Clock(left if left < HOUR else 0.0)


def set_time(clock: Clock, now: float) -> None:
    """Let a clock show another time."""
    clock.skip(now - clock.now())


def let_pass(server: Server, seconds: float) -> None:
    """Let time pass while the server runs: it has shown all along that it lives."""
    hub = server.services.hub

    async def skip() -> None:
        async with hub.served.lock:
            server.clock.skip(seconds)
            await hub.store.people.execute(processes.update().values(seen_at=processes.c.seen_at + seconds))
            hub.served._seen += seconds

    server.call(skip())


def silent_since(server: Server, seconds: float) -> None:
    """Let all other processes have given their last sign of life so long ago."""
    store = server.services.hub.store
    others = processes.update().where(processes.c.id != store._process)
    server.call(store.people.execute(others.values(seen_at=server.clock.now() - seconds)))


class Told:
    """The notices that a server would have sent, to players who want them."""

    def __init__(self, server: Server) -> None:
        self.events: list[tuple[str, str]] = []

        async def send(live: Any, player: Any, event: str) -> bool:
            self.events.append((player.name, event))
            return True

        server.services.hub.notices.send = send

    def to(self, name: str) -> list[str]:
        return [event for who, event in self.events if who == name]
