"""Limits on connections: how many, for how long, and how large a request.

uvicorn waits for ever for the rest of a request, does not count the connections of an address and does not limit
headers; these protocols do.
"""

import asyncio
import logging
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter, OrderedDict
from contextlib import nullcontext
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from eclisse.server.guard import OPEN, Account, Guard, address_of
from eclisse.server.guard.waiting import Flag, Inbox
from eclisse.server.settings import Settings

if sys.platform != "win32":
    import resource

ARRIVAL = 30.0  # seconds that a request may take to arrive, its body included
UNREAD = 30.0  # seconds until a connection is cut whose client does not read
MOST_HEADERS = 32_768  # bytes of all headers of a request, its address included
SHUT = 5.0  # seconds that an address is not let in after it has sent more
RESERVED = 200  # descriptors that are not for connections
PIECE = 2048  # bytes of a connection that are read before others have their turn
PIECE_OF_SOCKET = 512  # the same of a WebSocket: there are more messages in it
MOST_FRAGMENTS = 64  # of one message
NOT_TEXT, TOO_LARGE = 1007, 1009  # codes that close a WebSocket
LOGGED = 10.0  # seconds between two warnings of the same
logger = logging.getLogger(__name__)


class Connections:
    """All connections of this process, limited in all and for each address; the oldest idle ones make room.

    A connection of a trusted proxy counts for nobody, but while a request or a socket is served on it, it counts for
    the address that the proxy names.
    """

    def __init__(self, settings: Settings, proxies: str = "", guard: Guard = OPEN) -> None:
        self._guard, self._each = guard, settings.connections_per_address
        self._most = min(settings.max_connections, descriptors() - RESERVED)
        self._counts, self._open = Counter[str](), dict[Any, str]()
        self._idle: OrderedDict[Http, None] = OrderedDict()
        self._warned = 0.0
        self._shut = dict[str, float]()  # addresses that are not let in, until when
        # The same part of uvicorn tells the application where a request comes from.
        self._proxies = ProxyHeadersMiddleware(_nobody, proxies).trusted_hosts

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, protocol: "Http") -> bool:
        """Let a connection in; False: its address has too many, or there is no room for any."""
        address = self._address(protocol)
        if self._is_too_many(address):
            return False
        if len(self._open) >= self._most:
            self._warn()
            if not self._idle:
                return False
            self._idle.popitem(last=False)[0].transport.abort()
        self._count(protocol.transport, address)
        self._idle[protocol] = None
        return True

    def busy(self, protocol: "Http") -> bool:
        """A request arrives on a connection; False: whoever sent it to our proxy has too many."""
        self._idle.pop(protocol, None)
        if not self._is_proxy(protocol) or protocol.transport not in self._open:
            return True
        address = self._behind(protocol)
        if self._is_too_many(address):
            return False
        self.leave(protocol.transport)
        self._count(protocol.transport, address)
        return True

    def idle(self, protocol: "Http") -> None:
        """A connection is idle for now."""
        if protocol.transport in self._open:
            self._idle[protocol] = None
            if self._is_proxy(protocol):
                self.leave(protocol.transport)
                self._count(protocol.transport, "")

    def close(self, protocol: "Http") -> None:
        """A connection is closed."""
        self._idle.pop(protocol, None)
        self.leave(protocol.transport)

    def _is_too_many(self, address: str) -> bool:
        """Whether an address may not have one more connection now."""
        return bool(address) and (self._counts[address] >= self._each or self._is_shut(address))

    def _count(self, transport: Any, address: str) -> None:
        """Count a connection for an address, or for nobody."""
        self._open[transport] = address
        self._counts[address] += 1

    def leave(self, transport: Any) -> None:
        """A connection is closed, or counts for somebody else."""
        address = self._open.pop(transport, None)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def shut(self, transport: Any) -> None:
        """Let no more connections of this one's address in for a while: what it asked for was no accident."""
        address = self._open.get(transport)
        if address:
            self._shut = {other: until for other, until in self._shut.items() if until > time.monotonic()}
            self._shut[address] = time.monotonic() + SHUT

    def _is_shut(self, address: str) -> bool:
        """Whether an address is not let in now."""
        return self._shut.get(address, 0.0) > time.monotonic()

    def account(self, transport: asyncio.Transport) -> Account | None:
        """Who pays for reading; nobody on an idle connection of a trusted proxy."""
        address = self._open.get(transport)
        return self._guard.account(address) if address else None

    def _is_proxy(self, protocol: "Http") -> bool:
        """Whether a connection comes from a trusted proxy."""
        return protocol.client is not None and protocol.client[0] in self._proxies

    def _address(self, protocol: "Http") -> str:
        """Who is counted for a connection; nobody for that of a trusted proxy."""
        return "" if protocol.client is None or self._is_proxy(protocol) else address_of(protocol.client[0])

    def _behind(self, protocol: "Http") -> str:
        """The address that a trusted proxy names; nobody if it names none."""
        named = b", ".join(value for name, value in protocol.headers if name == b"x-forwarded-for")
        host, _ = self._proxies.get_trusted_client_address(named.decode("latin1")) if named else ("", 0)
        return address_of(host) if host else ""

    def _warn(self) -> None:
        """Log now and then that there is no more room."""
        if time.monotonic() - self._warned > LOGGED:
            self._warned = time.monotonic()
            logger.warning("there are as many connections as can be; the oldest idle ones give way")


async def _nobody(scope: Any, receive: Any, send: Any) -> None:
    """An application that is never asked."""


def descriptors() -> int:
    """How many files and connections the process may have."""
    if sys.platform == "win32":
        return 65_536
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 1_048_576 if soft == resource.RLIM_INFINITY else soft


class Pieces(ABC):
    """Reads a connection piece by piece, so that others have their turn between.

    An address pays for each piece, whatever is in it: a ping, half a message, a request that is refused. While it
    waits for its turn, or does not read our answers, we do not read either.
    """

    transport: Any
    piece = PIECE  # bytes
    _account: Account | None = None  # who pays
    _rest = b""  # what has come and is not read yet
    _is_waiting = False  # for a turn

    @abstractmethod
    def _read(self, piece: bytes) -> None:
        """Read a piece."""

    @abstractmethod
    def _is_held(self) -> bool:
        """Whether to wait until our application has read what it has, or the client what we have sent."""

    def data_received(self, data: bytes) -> None:
        """Something has come."""
        self._rest += data
        self._go_on()

    def _go_on(self) -> None:
        """Read what has come as soon as it may be read, and then from the socket again."""
        while not self._is_waiting and self._may_read():
            turn = None if self._account is None else self._account.enter()
            if turn is None:
                self._read_piece()
            else:
                self._is_waiting = True
                turn.add_done_callback(self._in_turn)
        if not self._is_over():
            self.transport.pause_reading() if self._rest or self._is_held() else self.transport.resume_reading()

    def _is_over(self) -> bool:
        """Whether there is nothing more to read for us."""
        return bool(self.transport.is_closing())

    def _may_read(self) -> bool:
        """Whether there is something to read, and nothing in its way."""
        return bool(self._rest) and not self._is_over() and not self._is_held()

    def _in_turn(self, _: object) -> None:
        """It is this address's turn, unless the connection has ended meanwhile."""
        self._is_waiting = False
        if self._may_read():
            self._read_piece()
        self._go_on()

    def _read_piece(self) -> None:
        """Read one piece, paid for; what cannot be read at all ends the connection."""
        piece, self._rest = self._rest[: self.piece], self._rest[self.piece :]
        with nullcontext() if self._account is None else self._account.paying():
            try:
                self._read(piece)
            except Exception as error:  # noqa: BLE001 - the parsers let through what only fails later
                self._complain(type(error).__name__)
                self.transport.abort()

    def _complain(self, why: str) -> None:
        """Tell the operator that a client was not understood, without the details that clients choose."""
        peer = self.transport.get_extra_info("peername")
        address = address_of(peer[0]) if isinstance(peer, tuple) else ""
        logger.warning("a client was not understood", extra={"address": address, "why": why})


class Flow(FlowControl):
    """uvicorn's own pauses, which come before ours."""

    def __init__(self, protocol: "Http") -> None:
        super().__init__(protocol.transport)
        self._protocol = protocol

    def resume_reading(self) -> None:
        """The application has read what there was."""
        if self.read_paused:
            self.read_paused = False
            self._protocol._go_on()


class Http(Pieces, HttpToolsProtocol):
    """Connections for requests; a request that is too slow or too long is cut off."""

    counted: Connections
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _is_head = True  # the headers of a request are not complete
    _waiting = 0  # bytes of headers that the parser has not told us of yet
    _head = 0  # bytes of headers
    _is_long = False
    _is_one_too_many = False  # of an address behind a proxy
    _is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever."""
        start = time.thread_time()
        super().connection_made(transport)
        self.flow = Flow(self)
        if not self.counted.enter(self):
            transport.abort()
            return
        self._account = self.counted.account(transport)
        self._wait()
        if self._account is not None:
            self._account.charge(time.thread_time() - start)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._rest = b""
        self.counted.close(self)
        self._received()
        self.resume_writing()
        super().connection_lost(exc)

    def _is_held(self) -> bool:
        """Whether requests wait for earlier ones."""
        return self.flow.read_paused or bool(self.pipeline)

    def _is_over(self) -> bool:
        """Whether the connection has ended, or become a WebSocket."""
        return self._is_upgraded or super()._is_over()

    def _read(self, piece: bytes) -> None:
        """Read on; a request must arrive within a time limit once it has begun."""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            self._wait()
        HttpToolsProtocol.data_received(self, piece)
        self._waiting = self._waiting + len(piece) if self._is_head else 0
        if self._waiting > MOST_HEADERS and not self.transport.is_closing():
            self._is_long = True
            self.send_400_response("The headers are too long.")

    def on_message_begin(self) -> None:
        """A request begins."""
        self._is_head, self._head = True, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._add(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._add(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _add(self, size: int) -> None:
        """Count the bytes of headers; too many end the request, in the way of the parser."""
        self._head += size
        if self._head > MOST_HEADERS:
            self._is_long = True
            raise ValueError("the headers are too long")

    def on_headers_complete(self) -> None:
        """All headers have come."""
        self._is_head, self._waiting = False, 0
        if not self.counted.busy(self):
            self._is_one_too_many = True
            raise ValueError("too many connections")
        self._account = self.counted.account(self.transport)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of a request has come."""
        self._received()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """All of an answer has gone."""
        super().on_response_complete()
        self.counted.idle(self)
        self._account = self.counted.account(self.transport)
        self._go_on()

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a WebSocket."""
        self._received()
        self._rest, self._is_upgraded = b"", True
        super().handle_websocket_upgrade()
        del self.parser, self.flow  # they know this object, and would keep it in memory

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not a request, or has too many headers."""
        if self._is_long:
            self.counted.shut(self.transport)
            self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
            self.transport.close()
        elif self._is_one_too_many:
            self.transport.write(STATUS_LINE[429] + b"content-length: 0\r\nretry-after: 1\r\nconnection: close\r\n\r\n")
            self.transport.close()
        else:
            self._complain(msg)
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        """Wait for the rest of a request."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _received(self) -> None:
        """Stop waiting."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Socket(Pieces, WebSocketsSansIOProtocol):
    """WebSockets; one whose client does not read is not kept for ever."""

    counted: Connections
    piece = PIECE_OF_SOCKET

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue, self.writable = Inbox(), Flag()  # type: ignore[assignment]
        self.writable.set()

    def handle_connect(self, event: Any) -> None:
        """Let the application say who pays for reading: there may be a proxy between."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["paid_by"] = self._paid_by

    def _paid_by(self, account: Account) -> None:
        """From now on this account pays."""
        self._account = account

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._rest = b""
        self.counted.leave(self.transport)
        super().connection_lost(exc)

    def _is_held(self) -> bool:
        """Whether messages wait, or the client does not read."""
        return self.read_paused or not self.writable.is_set()

    def _read(self, piece: bytes) -> None:
        """Read on; where the handshake is not understood, say so and close."""
        WebSocketsSansIOProtocol.data_received(self, piece)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_cont(self, event: Any) -> None:
        """A further fragment of a message, whose size is limited already; empty ones have none."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._fail(TOO_LARGE)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over, if its text is one."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self._fail(NOT_TEXT)
        else:
            super().send_receive_event_to_app()

    def _fail(self, code: int) -> None:
        """Close because of what has come; nothing is logged, it is the client's fault."""
        self.frames = []
        if not self.close_sent:
            self.conn.send_close(code)
            self.handle_parser_exception()

    async def receive(self) -> Any:
        """The next message for the application; when it has read all there were, the client may send more."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._go_on()
        return message

    async def send(self, message: Any) -> None:
        """Send a message; after the last one we read what is left, for the client's goodbye."""
        if not self.handshake_complete and self.transport.is_closing():
            raise ClientDisconnected  # it went before it could be let in
        await super().send(message)
        if message["type"] == "websocket.accept":  # it may stay for hours; nobody reads these again
            self.scope["headers"] = []
            self.request.headers.clear()
            self.response.headers.clear()
        elif message["type"] == "websocket.close":
            self._go_on()

    def pause_writing(self) -> None:
        """The client does not read."""
        super().pause_writing()
        self._go_on()

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        self._go_on()

    def keepalive_timeout(self) -> None:
        """The client has not answered a ping."""
        super().keepalive_timeout()
        self.loop.call_later(UNREAD, self.transport.abort)

    def shutdown(self) -> None:
        """The server stops. Whoever has said goodbye has been answered by then, and needs no other."""
        if self.handshake_complete and self.conn.state is not State.OPEN:
            self.close_sent = True
        super().shutdown()

    async def run_asgi(self) -> None:
        """Serve the client; after the end, wait only a while for it to read."""
        await super().run_asgi()
        self.loop.call_later(UNREAD, self.transport.abort)


def protocols(connections: Connections) -> dict[str, Any]:
    """The protocols for uvicorn."""
    return {
        "http": type("Http", (Http,), {"counted": connections}),
        "ws": type("Socket", (Socket,), {"counted": connections}),
    }
