"""Real servers for the tests: in a thread with any settings, or as a process that can be killed."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn

from eclisse.server.network.app import create_app
from eclisse.server.network.connections import Doors, protocols
from eclisse.server.process import clock
from eclisse.server.process.serve import LARGEST_FRAME, _listen
from eclisse.server.process.settings import Settings

ECLISSE = Path(sys.executable).with_name("eclisse")
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

    def __init__(self, settings: Settings, proxies: str = "") -> None:
        self.app = create_app(settings)
        self.listener = _listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}{settings.root_path}"
        self.doors = Doors(settings.max_connections, settings.connections_per_address, proxies, self.app.state.accounts)
        config = uvicorn.Config(
            self.app,
            **protocols(self.doors),
            ws_max_size=LARGEST_FRAME,
            log_config=None,
            access_log=False,
            lifespan="on",
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=5,
        )
        self.server = uvicorn.Server(config)
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


@contextmanager
def serving(database: str, *, proxies: str = "", shipped: bool = False, **changes: Any) -> Iterator[Thread]:
    """A server in a thread; `shipped`: with the settings that everybody gets."""
    settings = replace(Settings(database), **changes) if shipped else settings_for(database, **changes)
    server = Thread(settings, proxies)
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
        command: list[str | Path] = [
            ECLISSE,
            "serve",
            "--database",
            database,
            "--port",
            str(port),
            *(["--limits", limits] if limits else []),
            *options,
        ]
        with self.log.open("wb") as log:
            environment = {**os.environ, "PYTHONUNBUFFERED": "1", clock.AHEAD: str(ahead)}
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self.url = self._wait()

    def _wait(self) -> str:
        for _ in range(3000):
            found = re.search(r"is served at (\S+)/\n", self.log.read_text())
            if found:
                return found[1].replace("localhost", "127.0.0.1")
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def __del__(self) -> None:
        if self.process.poll() is None:  # a test failed before it could stop it
            self.kill()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(60)


def wait_until(done: Any) -> None:
    """Until something is so."""
    for _ in range(1200):
        if done():
            return
        time.sleep(0.05)
    raise AssertionError("it does not happen")
