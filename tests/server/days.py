"""Days that pass in a moment: the server's clock is moved, as if the server had run all the time or had been down."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from eclisse.server.process import clock
from eclisse.server.store.schema import processes
from tests.server.serving import Thread

HOUR = 3600.0
DAY = 24 * HOUR


@contextmanager
def simulated() -> Iterator[None]:
    """Time that is as it was afterwards."""
    try:
        yield
    finally:
        clock._skipped.clear()


def let_pass(server: Thread, seconds: float) -> None:
    """Let time pass while the server runs: it has shown all along that it lives."""
    hub = server.services.hub

    async def skip() -> None:
        async with hub.served.lock:
            clock.skip(seconds)
            await hub.store.people.execute(processes.update().values(seen_at=processes.c.seen_at + seconds))
            hub.served._seen += seconds

    server.call(skip())


class Told:
    """The notices that a server would have sent, to players who want them."""

    def __init__(self, server: Thread) -> None:
        self.events: list[tuple[str, str]] = []

        async def send(live: Any, player: Any, event: str) -> bool:
            self.events.append((player.name, event))
            return True

        server.services.hub.notices.send = send

    def to(self, name: str) -> list[str]:
        return [event for who, event in self.events if who == name]
