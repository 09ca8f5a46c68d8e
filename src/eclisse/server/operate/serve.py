"""`eclisse serve`: the server as a process, and its logs.

Logs are one JSON object a line. Nothing secret goes in: no cookies, tokens, invitations, keys or query strings.
"""

import asyncio
import gc
import json
import logging
import os
import socket
import sys
import time
import webbrowser
from asyncio.subprocess import DEVNULL
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from eclisse.jit.folders import is_compiled
from eclisse.server.app import create_app
from eclisse.server.guard.connections import Connections, protocols
from eclisse.server.guard.limits import Limits
from eclisse.server.model import Clock, Deal, Entry
from eclisse.server.play import present
from eclisse.server.play.levels import FILL, choose
from eclisse.server.play.table import Table
from eclisse.server.settings import Settings
from eclisse.server.sharing import EVERYWHERE, reachable, url

if sys.platform != "win32":
    import resource

LARGEST_FRAME = 65_536  # bytes; a larger one closes the connection, one over the message size is refused


COLLECT = (5_000, 10, 800)
NICE = 19  # compiling takes all cores for half a minute, and gives way to those who play
SWITCH = 0.0005  # seconds; the database's thread must not wait long for the one that serves

_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

AHEAD: Final = "ECLISSE_CLOCK_AHEAD"  # for tests: so many seconds ahead of the time of day
EVERY: Final = 10.0  # seconds between two lines of the same
KNOWN: Final = 2_000  # lines that are remembered


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
    configure_logs(log_level)
    sys.setswitchinterval(SWITCH)
    _allow_many_files()
    listener = _listen(host, port)
    settings = replace(settings, listens=(host, listener.getsockname()[1]))
    guard, clock = Limits(settings), Clock(float(os.environ.get(AHEAD) or 0))
    config = server_config(create_app(settings, guard, clock), Connections(settings, proxies, guard), proxies)
    address = _address(settings)

    def started() -> None:
        print(f"Éclisse is served at {address}", flush=True)
        for other in reachable(settings):
            print(f"Others reach it at {other}", flush=True)
        if browser:
            webbrowser.open(address)

    _Server(config, started).run([listener])


def server_config(app: FastAPI, connections: Connections, proxies: str) -> uvicorn.Config:
    """How the application is served, here and in the tests; requests from `proxies` may tell where they come from."""
    return uvicorn.Config(
        app,
        **protocols(connections),
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


def _warm() -> None:
    """Load what the first players would wait for, then freeze what stays, so that the garbage collector skips it.

    A full collection looks at every object and stops the server for that time: half a second with many clients. This
    makes full collections rare.
    """
    table = Table(Deal("usa", (), ("a", "b"), "0" * 32, 0.0))
    table.accept(table.prepare(Entry(0, choose(table.game, 0, FILL), "bot", 0.0), 0))
    present.written(present.update(table, 1, 0, 0.0))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


async def _compile_rest() -> None:
    """Compile what a first game did without, in a process of its own, which gives its memory back."""
    if is_compiled():
        return
    # -P: no modules of the working folder
    command = (sys.executable, "-P", "-m", "eclisse.terminal.warm", str(os.getpid()))
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
    """The socket to listen on; its connections send at once (asyncio's own loop would hold back a second answer)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CannotListen(f"cannot listen at {host}, port {port}: {error.strerror or error}") from None
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _address(settings: Settings) -> str:
    """The address to type in a browser on this machine."""
    host, port = settings.listens or ("", 0)
    return url("localhost" if host in (*EVERYWHERE, "127.0.0.1") else host, port, settings.root_path)


# --- logs -----------------------------------------------------------------------------------------------------------


class Rarely(logging.Filter):
    """Logs an address's mistakes, and the same failure at the same place, now and then, with a count.

    So nobody can fill the disk, whatever they send and whatever fails.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: OrderedDict[tuple[Any, ...], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is told."""
        if not hasattr(record, "address") and not record.exc_info:
            return True
        key = (record.name, record.msg, getattr(record, "address", None), *_place(record))
        at, left_out = self._told.get(key, (-EVERY, 0))
        is_told = record.created - at >= EVERY
        self._told[key] = (record.created, 0) if is_told else (at, left_out + 1)
        if len(self._told) > KNOWN:
            self._told.popitem(last=False)
        if is_told and left_out:
            record.left_out = left_out
        return is_told


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """The failure and its place, if something failed."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (kind, trace and trace.tb_frame.f_code, trace and trace.tb_lineno)


class JsonFormatter(logging.Formatter):
    """A record as JSON: time, level, logger, message and `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _PLAIN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configure_logs(level: str) -> None:
    """Send all logs to standard error as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Rarely())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name in ("websockets", "alembic", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel("WARNING")  # among what they would tell are addresses with their queries
    logging.getLogger("uvicorn.error").setLevel("ERROR")  # of what clients get wrong we tell ourselves, and less
