"""Servers for the tests: without sockets where none is needed, in a thread, or as a process that can be killed."""

import asyncio
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from eclisse.server.app import create_app
from eclisse.server.guard.connections import Connections
from eclisse.server.guard.limits import Limits
from eclisse.server.model import Clock
from eclisse.server.operate.serve import AHEAD, _listen, server_config
from eclisse.server.settings import Settings
from tests.server.forks import command
from tests.server.inside import Inside

LIMITS = "message_rate=1e9,request_rate=1e9,player_rate=1e9,sockets_per_player=9999,tables_per_player=9999"
LIMITS += ",sockets_per_address=9999,connections_per_address=9999,cost_rate=1e9,tables_per_hour=9999"
FAST = 1e9  # a rate that no test reaches


def settings_for(database: str, **changes: Any) -> Settings:
    """Settings without limits of rate, unless a test sets them."""
    rates: dict[str, Any] = {
        f"{what}_rate": FAST for what in ("message", "request", "player", "cost", "chat", "address_chat")
    }
    most: dict[str, Any] = {
        "max_sockets": 2000,
        "sockets_per_player": 2000,
        "sockets_per_address": 2000,
        "connections_per_address": 5000,
        "tables_per_player": 5000,
        "tables_per_hour": 5000,
    }
    plain = Settings(database=database, **most)
    return replace(plain, **{**rates, "sweep_every": 0.1, "compare_every": 0.3, "start_grace": 0.0, **changes})


class Thread:
    """A server in a thread of this process."""

    def __init__(self, settings: Settings, proxies: str = "", clock: Clock | None = None) -> None:
        guard, self.clock = Limits(settings), clock or Clock()
        self.app = create_app(settings, guard, self.clock)
        self.listener = _listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}{settings.root_path}"
        self.connections = Connections(settings, proxies, guard)
        self.server = uvicorn.Server(server_config(self.app, self.connections, proxies))
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve(self.listener)))
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.005)

    async def _serve(self, listener: Any) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve([listener])

    def call(self, work: Any) -> Any:
        """Run a coroutine where the server runs."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    @property
    def services(self) -> Any:
        return self.app.state.services

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive()


Server = Inside | Thread


@contextmanager
def serving(database: str, *, clock: Clock | None = None, **changes: Any) -> Iterator[Inside]:
    """A server that is reached without sockets, for whatever needs none."""
    server = Inside(settings_for(database, **changes), clock)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def on_port(
    database: str, *, proxies: str = "", shipped: bool = False, clock: Clock | None = None, **changes: Any
) -> Iterator[Thread]:
    """A real server in a thread; `shipped`: with the settings that everybody gets."""
    settings = replace(Settings(database), **changes) if shipped else settings_for(database, **changes)
    server = Thread(settings, proxies, clock)
    try:
        yield server
    finally:
        server.stop()


class Process:
    """`eclisse serve` as a process."""

    def __init__(
        self, database: str, folder: Path, *options: str, port: int = 0, limits: str = LIMITS, ahead: float = 0
    ) -> None:
        self.log = folder / f"server-{time.time_ns()}.log"
        self.log.touch()
        limited = ["--limits", limits] if limits else []
        arguments = ["serve", "--database", database, "--port", str(port), *limited, *options]
        self.process = command(arguments, self.log, {**os.environ, AHEAD: str(ahead)})
        self.url = self._wait()

    def _wait(self) -> str:
        for _ in range(3000):
            found = re.search(r"is served at (\S+)/\n", self.log.read_text())
            if found:
                return found[1].replace("localhost", "127.0.0.1")
            assert self.process.is_alive(), self.log.read_text()
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def __del__(self) -> None:
        self.kill()  # where a test failed before it could stop it

    @property
    def pid(self) -> int:
        number: int = self.process.pid
        return number

    def signal(self, number: int) -> None:
        """Tell it something, as a system does."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._end(self.process.kill)

    def stop(self) -> None:
        self._end(self.process.terminate)

    def _end(self, how: Callable[[], None]) -> None:
        how()
        self.process.join(60)
        assert not self.process.is_alive()


def wait_until(done: Any) -> None:
    """Until something is so."""
    for _ in range(1200):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")
