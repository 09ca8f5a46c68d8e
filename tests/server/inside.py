"""A server without sockets: its application runs in a thread of this process, and people call it directly."""

import asyncio
import itertools
import queue
import threading
from concurrent.futures import Future
from functools import cache
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
from httpx._transports import default
from starlette.types import Message, Receive, Scope, Send
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, ConnectionClosedError, ConnectionClosedOK, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

from eclisse.server.app import create_app
from eclisse.server.guard.limits import Limits
from eclisse.server.model import Clock
from eclisse.server.settings import Settings

# The certificates that a client trusts take longer to load than a request takes: they are loaded once.
vars(default)["create_ssl_context"] = cache(httpx.create_ssl_context)
PATIENCE = 60.0  # seconds that a busy machine may take
ASGI = {"version": "3.0", "spec_version": "2.3"}
_ports = itertools.count(444)  # past those that clients leave out of an address
_servers: dict[str, "Inside"] = {}


class Inside:
    """An application in a loop of its own; its address is one that nobody listens at."""

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.app = create_app(settings, Limits(settings), self.clock)
        self.origin = f"http://127.0.0.1:{next(_ports)}"
        self.url = f"{self.origin}{settings.root_path}"
        self._started: Future[None] = Future()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live()))
        self._thread.start()
        self._started.result(PATIENCE)
        _servers[self.origin] = self

    async def _live(self) -> None:
        """From start to stop."""
        self.loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        try:
            async with self.app.router.lifespan_context(self.app):
                self._started.set_result(None)
                await self._over.wait()
        except BaseException as error:
            if self._started.done():
                raise
            self._started.set_exception(error)

    def call(self, work: Any) -> Any:
        """Run a coroutine where the application runs."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    @property
    def services(self) -> Any:
        return self.app.state.services

    def stop(self) -> None:
        del _servers[self.origin]
        self.loop.call_soon_threadsafe(self._over.set)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def inside(url: str) -> Inside | None:
    """The server of this process that has an address; None if it is a real one."""
    parts = urlsplit(url)
    return _servers.get(f"{parts.scheme}://{parts.netloc}")


def transport(url: str) -> httpx.BaseTransport | None:
    """How to reach an address; None: over the network."""
    server = inside(url)
    return None if server is None else Direct(server)


def http(url: str, **options: Any) -> httpx.Client:
    """A browser without a name, for requests to a server."""
    return httpx.Client(base_url=url, transport=transport(url), timeout=PATIENCE, **options)


def scope_of(kind: str, url: str, headers: list[tuple[bytes, bytes]], **more: Any) -> Scope:
    """A request as an application is told of it."""
    parts = urlsplit(url)
    return {
        "type": kind,
        "asgi": ASGI,
        "http_version": "1.1",
        "scheme": {"http": "http", "websocket": "ws"}[kind],
        "path": unquote(parts.path),
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": headers,
        "server": (parts.hostname, parts.port),
        "client": ("127.0.0.1", 50_000),
        "state": {},
        **more,
    }


class Direct(httpx.BaseTransport):
    """Requests that go straight to an application."""

    def __init__(self, server: Inside) -> None:
        self._server = server

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        body = request.read()
        answer: httpx.Response = self._server.call(self._answer(request, body))
        return answer

    async def _answer(self, request: httpx.Request, body: bytes) -> httpx.Response:
        headers = [(name.lower(), value) for name, value in request.headers.raw]
        scope = scope_of("http", str(request.url), headers, method=request.method, raw_path=request.url.raw_path)
        asked: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        told, is_over = list[Message](), asyncio.Event()

        async def receive() -> Message:
            if asked:
                return asked.pop()
            await is_over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            told.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_over.set()

        await self._server.app(scope, receive, send)
        start, *parts = told
        content = b"" if request.method == "HEAD" else b"".join(part.get("body", b"") for part in parts)
        return httpx.Response(start["status"], headers=start["headers"], content=content, request=request)


class Wire:
    """A WebSocket that goes straight to an application, with what a client's connection offers."""

    def __init__(self, server: Inside, url: str, headers: dict[str, str]) -> None:
        own = {"host": urlsplit(url).netloc, **{name.lower(): value for name, value in headers.items()}}
        raw = [(name.encode(), value.encode()) for name, value in own.items()]
        self._server, self._told = server, queue.SimpleQueue[Message]()
        self._asked: asyncio.Queue[Message] = asyncio.Queue()
        self._gone, self._closed = False, None
        self._asked.put_nowait({"type": "websocket.connect"})
        scope = scope_of("websocket", url, raw, subprotocols=[])
        self._work = asyncio.run_coroutine_threadsafe(self._run(scope), server.loop)
        if self._next(PATIENCE)["type"] != "websocket.accept":
            raise InvalidStatus(Response(403, "Forbidden", Headers()))

    _closed: ConnectionClosed | None

    async def _run(self, scope: Scope) -> None:
        """Run the application for as long as it lasts."""
        receive: Receive = self._asked.get
        send: Send = self._tell
        try:
            await self._server.app(scope, receive, send)
        finally:
            self._told.put({"type": "websocket.close", "code": 1006})

    async def _tell(self, message: Message) -> None:
        if self._gone:
            raise OSError("the client has gone")
        self._told.put(message)

    def _next(self, timeout: float | None) -> Message:
        try:
            return self._told.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError("nothing came") from None

    def recv(self, timeout: float | None = PATIENCE) -> str | bytes:
        """The next message; ConnectionClosed says that there is none any more."""
        if self._closed is not None:
            raise self._closed
        message = self._next(timeout)
        if message["type"] == "websocket.close":
            code = message.get("code", 1000)
            kind = ConnectionClosedOK if code in (1000, 1001) else ConnectionClosedError
            self._closed = kind(Close(code, ""), None, None)
            raise self._closed
        text: str | bytes = message["text"] if message.get("text") is not None else message["bytes"]
        return text

    def send(self, message: str | bytes) -> None:
        if self._closed is not None:
            raise self._closed
        kind = "text" if isinstance(message, str) else "bytes"
        self._ask({"type": "websocket.receive", kind: message})

    def _ask(self, message: Message) -> None:
        self._server.loop.call_soon_threadsafe(self._asked.put_nowait, message)

    def close(self) -> None:
        """Go, and wait until the application knows it."""
        if not self._work.done() and not self._server.loop.is_closed():
            self._gone = True
            self._ask({"type": "websocket.disconnect", "code": 1000})
            self._work.exception(PATIENCE)
