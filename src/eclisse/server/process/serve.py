"""`eclisse serve`: the server as a process."""

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from asyncio.subprocess import DEVNULL
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import uvicorn

from eclisse.jit.folders import is_whole
from eclisse.server.messages import present
from eclisse.server.network.app import create_app
from eclisse.server.network.connections import Doors, protocols
from eclisse.server.process import logs
from eclisse.server.process.addresses import EVERYWHERE, reachable, url
from eclisse.server.process.settings import Settings
from eclisse.server.tables.levels import FILL, choose
from eclisse.server.tables.table import Deal, Entry, Table

if sys.platform != "win32":
    import resource

LARGEST_FRAME = 65_536  # bytes; a larger one closes the connection, one over the message size is refused


COLLECT = (20_000, 20, 100)
NICE = 19  # compiling takes all cores for half a minute, and gives way to those who play
SWITCH = 0.0005  # seconds; the database's thread must not wait long for the one that serves


class CannotListen(ValueError):
    """The address is in use, or not ours."""


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._started()
            self._warming = asyncio.create_task(asyncio.to_thread(_warm))
            self._compiling = asyncio.create_task(_compile_rest())


def serve(settings: Settings, host: str, port: int, proxies: str, log_level: str, browser: bool) -> None:
    """Serve until told to stop; decisions being stored are finished first."""
    logs.configure(log_level)
    sys.setswitchinterval(SWITCH)
    _allow_many_files()
    listener = _listen(host, port)
    settings = replace(settings, listens=(host, listener.getsockname()[1]))
    app = create_app(settings)
    doors = Doors(settings.max_connections, settings.connections_per_address, proxies, app.state.accounts)
    config = uvicorn.Config(
        app,
        **protocols(doors),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=10,
    )
    address = _address(settings)

    def started() -> None:
        print(f"Éclisse is served at {address}", flush=True)
        for other in reachable(settings):
            print(f"Others reach it at {other}", flush=True)
        if browser:
            webbrowser.open(address)

    _Server(config, started).run([listener])


def _warm() -> None:
    """Load what the first players would wait for, then freeze what stays, so that the garbage collector skips it.

    A full collection looks at every object and stops the server for that time: half a second with many clients. This
    makes full collections rare.
    """
    table = Table(Deal("usa", (), ("a", "b"), "0" * 32, 0.0))
    table.accept(table.prepare(Entry(0, choose(table.game, 0, FILL), "bot", 0.0), 0))
    present.update(table, 1, 0, None)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


async def _compile_rest() -> None:
    """Compile what a first game did without, in a process of its own, which gives its memory back."""
    if is_whole():
        return
    command = (sys.executable, "-P", "-m", "eclisse.cli", "warm")  # -P: no modules of the working folder
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL)
    if sys.platform != "win32":
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, NICE)
    try:
        await process.wait()
    except asyncio.CancelledError:
        process.terminate()
        raise


def _allow_many_files() -> None:
    """Allow the process as many connections as the system permits."""
    if sys.platform != "win32":
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems call more allowed than they give
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(host: str, port: int) -> socket.socket:
    """The socket to listen on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CannotListen(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None


def _address(settings: Settings) -> str:
    """The address to type in a browser on this machine."""
    host, port = settings.listens or ("", 0)
    return url("localhost" if host in (*EVERYWHERE, "127.0.0.1") else host, port, settings.root_path)
