"""The first thing that every request passes: checks of size, rate and origin; and the headers of every answer."""

import json
import logging
import re
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eclisse.faults import Faulty, fault, shown
from eclisse.server.guard import Guard, sender
from eclisse.server.metrics import Metrics
from eclisse.server.model import Refused
from eclisse.server.settings import Settings

STATUS: Final[dict[str, int]] = {
    "malformed": 422,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "unknown_table": 404,
    "unknown_player": 401,
    "not_found": 404,
    "not_allowed": 403,
    "not_your_seat": 403,
    "invalid": 422,
    "unavailable": 503,
}  # all others: 409
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
QUEUE: Final = 50  # requests of one address that may wait
OPERATION: Final = frozenset({"/health", "/ready", "/metrics"})  # paid for apart: a load balancer asks in any case
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
Sockets = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
"""An application for WebSockets."""
logger = logging.getLogger("eclisse.requests")


def origin_of(url: str) -> str:
    """The origin of a URL as browsers write it; ValueError where it has none."""
    parts = urlsplit(url.lower())
    ports = {"http": 80, "https": 443}
    if parts.scheme not in ports or not parts.hostname or parts.username is not None:
        raise Faulty(fault("origin-expected", value=shown(url)))
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    port = "" if parts.port in (None, ports[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def is_own_origin(headers: Headers, scheme: str, settings: Settings) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    allowed = {*settings.origins, *([origin_of(settings.public_url)] if settings.public_url else [])}
    here = {f"https://{headers.get('host', '')}"}
    if scheme not in ("https", "wss"):  # a proxy may have taken the s off
        here.add(f"http://{headers.get('host', '')}")
    return origin in allowed | here


def _table_of(path: str) -> str:
    """The table that a request is about, or nothing."""
    found = re.search("/api/tables/([0-9a-f]{32})/", path)
    return found[1] if found else ""


class Gate:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, guard: Guard, sockets: Sockets) -> None:
        self._app, self._settings, self._metrics, self._guard = app, settings, metrics, guard
        self._sockets = sockets  # for WebSockets, in place of the application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it; a proxy may have removed our own path or not."""
        if scope["type"] in ("http", "websocket"):
            root = self._settings.root_path
            path = scope["path"] if scope["path"].startswith(f"{root}/") else root + scope["path"]
            scope = {**scope, "root_path": root, "path": path}
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        elif scope["type"] == "http":
            await self._guard.account(self._payer(scope)).paid(self._http(scope, receive, send))
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A foreign origin, or an address that connects too often, is turned away before the handshake."""
        is_own = is_own_origin(Headers(scope=scope), scope["scheme"], self._settings)
        logger.info("socket", extra={"path": scope["path"], "refused": not is_own})
        if is_own and not self._guard.is_too_fast(sender(scope)):
            await self._guard.account(sender(scope)).paid(self._sockets(scope, receive, send))
        else:
            self._metrics.refusals.labels("too_fast" if is_own else "not_allowed").inc()
            await receive()
            await send({"type": "websocket.close", "code": 4403})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, counted and logged without its query."""
        start, status = time.perf_counter(), [0]

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
                if scope["path"].removeprefix(self._settings.root_path).startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._guarded(scope, receive, sending)
        except ClientDisconnect:
            return
        except Exception:
            logger.exception("a request failed", extra={"path": scope["path"]})
            if status[0]:
                raise
            await self._refuse(sending, Refused("unavailable", fault("server-failed")))
        finally:
            self._metrics.requests.labels(str(status[0])).inc()
            spent = round((time.perf_counter() - start) * 1000, 1)
            line = {"method": scope["method"], "path": scope["path"], "status": status[0], "ms": spent}
            logger.info("request", extra=line)

    def _payer(self, scope: Scope) -> str:
        """The address that pays for a request."""
        is_operation = scope["path"].removeprefix(self._settings.root_path) in OPERATION
        return sender(scope) + " operation" * is_operation

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request unless it is too large, too fast or from elsewhere."""
        headers, settings, address = Headers(scope=scope), self._settings, self._payer(scope)
        account, size = self._guard.account(address), headers.get("content-length", "0")
        too_large = Refused("too_large", fault("body-too-large", most=settings.body_size))
        if self._guard.is_too_fast(address) or account.waiting > QUEUE:
            return await self._refuse(send, Refused("too_fast", fault("too-many-requests")))
        if scope["method"] not in SAFE and not is_own_origin(headers, scope["scheme"], settings):
            return await self._refuse(send, Refused("not_allowed", fault("foreign-site")))
        if scope["method"] not in SAFE and self._guard.is_full:
            try:
                self._guard.check_table(_table_of(scope["path"]))
            except Refused as refusal:
                return await self._refuse(send, refusal)
        if not size.isdecimal() or int(size) > settings.body_size:
            return await self._refuse(send, too_large)
        body = await self._body(receive)
        if body is None:
            return await self._refuse(send, too_large)
        method = "GET" if scope["method"] == "HEAD" else scope["method"]  # what carries the answer drops its body
        asked = {**scope, "method": method}

        async def answering(begins: Callable[[], None]) -> None:
            await self._app(asked, _whole(body, receive), _noticed(send, begins))

        return await account.serve(answering)

    async def _body(self, receive: Receive) -> bytes | None:
        """All of a request's body, before anybody works on it; None: it is too large."""
        parts, size, is_more = [], 0, True
        while is_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            parts.append(message.get("body", b""))
            size, is_more = size + len(parts[-1]), message.get("more_body", False)
            if size > self._settings.body_size:
                return None
        return b"".join(parts)

    async def _refuse(self, send: Send, refusal: Refused) -> None:
        """Answer with a refusal, counted."""
        self._metrics.refusals.labels(refusal.code).inc()
        body = json.dumps(refusal.to_dict()).encode()
        status = STATUS.get(refusal.code, 409)
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if status in (429, 503):
            headers.append((b"retry-after", b"1"))
        start: dict[str, Any] = {"type": "http.response.start", "status": status, "headers": headers}
        await send(start)
        await send({"type": "http.response.body", "body": body})


def _whole(body: bytes, receive: Receive) -> Receive:
    """Gives the application the whole body, then whatever else comes."""
    parts: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return parts.pop() if parts else await receive()

    return received


def _noticed(send: Send, begins: Callable[[], None]) -> Send:
    """Sends an answer, and says when it begins: from then on only the client can be slow."""

    async def sending(message: Message) -> None:
        begins()
        await send(message)

    return sending
