"""Strangers who do their worst, many addresses in one process: as cheap as they can be, since they share the machine.

Each attack is a coroutine of one stranger, who has an address of their own and a name; all stays on this machine.
"""

import asyncio
import itertools
import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from eclisse import Game, server

FAILED = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, KeyError, ValueError)
CONNECTIONS = 8  # over which each stranger asks at once
NICE = 19  # the strangers' own work must not be what the honest pair waits for
READ = 60.0  # seconds until a stranger gives up on an answer


class Stranger:
    """Somebody at an address of their own."""

    def __init__(self, url: str, number: int) -> None:
        host, port = url.removeprefix("http://").split(":")
        self.host, self.port, self.address = host, int(port), f"127.0.66.{number + 1}"
        self.cookie, self.table, self.seat_cookie = "", "", ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from this address."""
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0), limit=1 << 20)

    def request(self, method: str, path: str, body: Any = None, cookie: str | None = None, more: str = "") -> bytes:
        """A request as bytes."""
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /{path} HTTP/1.1\r\nHost: x\r\nCookie: {self.cookie if cookie is None else cookie}\r\n{more}"
        return f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """One request over a connection of its own: status, headers, body; asks again while it is refused for now."""
        while True:
            reader, writer = await self.connect()
            try:
                writer.write(request)
                found = await answered(reader)
            finally:
                writer.close()
            if found[0] not in (429, 503):
                return found
            await asyncio.sleep(0.5)

    async def named(self, name: str) -> str:
        """A new player; returns the cookie."""
        _, head, _ = await self.ask(self.request("POST", "api/players", {"name": name}))
        return head.split(b"set-cookie: ")[1].split(b";")[0].decode()

    async def begin(self) -> None:
        """A name, and a table of one's own at which two of one's players sit."""
        self.cookie = await self.named("Eve")
        seats = [{"kind": "you"}, {"kind": "open"}]
        _, _, body = await self.ask(self.request("POST", "api/tables", {"game": "usa", "seats": seats, "public": True}))
        self.table = json.loads(body)["id"]
        self.seat_cookie = await self.named("Mallory")
        await self.ask(self.request("POST", f"api/tables/{self.table}/join", {}, self.seat_cookie))
        await self.ask(self.request("POST", f"api/tables/{self.table}/start", {}))

    async def hammer(self, requests: Callable[[], bytes], connections: int = CONNECTIONS) -> None:
        """Ask again and again, over some connections at once, each as soon as it is answered."""

        async def one() -> None:
            while True:
                with suppress(*FAILED):
                    reader, writer = await self.connect()
                    try:
                        while True:
                            writer.write(requests())
                            await asyncio.wait_for(answered(reader), READ)
                    finally:
                        writer.close()
                await asyncio.sleep(0.05)

        await asyncio.gather(*(one() for _ in range(connections)))

    async def socket(self, table: str, query: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket."""
        reader, writer = await self.connect()
        more = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        more += f"Sec-WebSocket-Key: {'A' * 22}==\r\n"
        writer.write(self.request("GET", f"api/tables/{table}/socket{query}", more=more))
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def sockets(self, frames: bytes, pause: float, number: int, query: str = "") -> None:
        """Sockets over which the same comes again and again."""

        async def one() -> None:
            while True:
                with suppress(*FAILED):
                    reader, writer = await self.socket(self.table, query)
                    draining = asyncio.create_task(drain(reader))
                    try:
                        while not draining.done():
                            writer.write(frames)
                            await writer.drain()
                            await asyncio.sleep(pause)
                    finally:
                        draining.cancel()
                        writer.close()
                await asyncio.sleep(0.05)

        await asyncio.gather(*(one() for _ in range(number)))


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes, bytes]:
    """An answer: status, headers, body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return int(head[9:12]), head, await reader.readexactly(int(length or 0))


async def drain(reader: asyncio.StreamReader) -> None:
    """Read whatever comes and forget it."""
    with suppress(*FAILED):
        while await reader.read(1 << 16):
            pass


def frame(message: Any) -> bytes:
    """A message as a text frame, its mask being nothing."""
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return b"\x81" + size + b"\0\0\0\0" + data


_numbers = itertools.count()


def calling(method: str, path: str, body: Any = None) -> Callable[[Stranger], Awaitable[None]]:
    """An attack with one request again and again; {table} and {n} stand for the own table and a new number."""

    async def attack(stranger: Stranger) -> None:
        def request() -> bytes:
            filled = path.replace("{table}", stranger.table)
            text = None if body is None else json.loads(json.dumps(body).replace("{n}", str(next(_numbers))))
            if isinstance(text, dict) and "table" in text:
                text["table"] = stranger.table
            return stranger.request(method, filled, text)

        await stranger.hammer(request)

    return attack


async def join(stranger: Stranger) -> None:
    """Sit down, stand up."""
    body = {"game": "usa", "seats": [{"kind": "you"}, {"kind": "open"}], "public": True}
    _, _, made = await stranger.ask(stranger.request("POST", "api/tables", body))
    table, ways = json.loads(made)["id"], itertools.cycle(("join", "leave"))
    cookie = stranger.seat_cookie
    await stranger.hammer(lambda: stranger.request("POST", f"api/tables/{table}/{next(ways)}", {}, cookie))


async def score(stranger: Stranger) -> None:
    """Positions full of names that nearly exist."""
    names = {f"{'boston'[: 1 + i % 6]}x{i}--new-yorj": 0 for i in range(2000)}
    request = stranger.request("POST", "api/score", {"game": "usa", "routes": names})
    await stranger.hammer(lambda: request)


async def replays(stranger: Stranger) -> None:
    """A record to be replayed, again and again."""
    game, rng = Game.new("usa", 2, 5), random.Random(5)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal(seat)))
    request = stranger.request("POST", "api/replay", {"record": game.record()})
    await stranger.hammer(lambda: request)


async def files(stranger: Stranger) -> None:
    """The largest file of the page, packed and not."""
    assets = Path(server.__file__).parent / "static" / "assets"
    largest = max(assets.glob("*"), key=lambda file: file.stat().st_size, default=Path("none.js"))
    packed = ("", "Accept-Encoding: gzip\r\n")
    asked = itertools.cycle([stranger.request("GET", f"assets/{largest.name}", more=more) for more in packed])
    await stranger.hammer(lambda: next(asked))


async def experts(stranger: Stranger) -> None:
    """As many tables of the levels that think longest as can be had."""
    bots = [{"kind": "bot", "level": level} for level in ("expert", "very-hard", "expert", "very-hard")]
    while True:
        with suppress(*FAILED):
            body = {"game": "usa", "seats": [{"kind": "you"}, *bots]}
            _, _, made = await stranger.ask(stranger.request("POST", "api/tables", body))
            table = json.loads(made)["id"]
            await stranger.ask(stranger.request("POST", f"api/tables/{table}/start", {}))
            _, writer = await stranger.socket(table)
            writer.write(frame({"type": "decide", "number": 0, "action": "keep 1 2"}))
            await asyncio.sleep(0.5)


async def dropped(stranger: Stranger) -> None:
    """Sockets opened, and dropped as soon as they are open."""

    async def one() -> None:
        while True:
            with suppress(*FAILED):
                _, writer = await asyncio.wait_for(stranger.socket(stranger.table, "?since=0"), READ)
                writer.transport.abort()
            await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))


async def connections(stranger: Stranger) -> None:
    """Connections opened and closed, without a word."""

    async def one() -> None:
        while True:
            with suppress(*FAILED):
                _, writer = await stranger.connect()
                writer.transport.abort()
            await asyncio.sleep(0)

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))


async def held(stranger: Stranger) -> None:
    """As many WebSockets as can be had, opened and left open."""
    kept = []
    while True:
        with suppress(*FAILED):
            kept.append(await stranger.socket(stranger.table))
        await asyncio.sleep(0.01)


async def requests(stranger: Stranger) -> None:
    """Requests one behind the other, many on their way."""
    many = stranger.request("GET", "metrics") * 100
    await stranger.hammer(lambda: many)


async def broken(stranger: Stranger) -> None:
    """Bytes that are no request."""
    await stranger.hammer(lambda: b"\x16\x03\x01 /\r\n\r\n")


def over_sockets(message: Any, pause: float, number: int, times: int = 1, query: str = "") -> Any:
    """An attack with the same message over several sockets."""
    return lambda stranger: stranger.sockets(frame(message) * times, pause, number, query)


SEATS = [{"kind": "you"}, {"kind": "open"}]
ATTACKS: dict[str, Callable[[Stranger], Awaitable[None]]] = {
    "rename": calling("PATCH", "api/players/me", {"name": "Eve {n}"}),
    "tables": calling("POST", "api/tables", {"game": "usa", "seats": SEATS, "public": True}),
    "join": join,
    "tokens": calling("POST", "api/players/me/tokens", {"name": "{n}"}),
    "shares": calling("POST", "api/tables/{table}/share", {"agree": True}),
    "reports": calling("POST", "api/reports", {"table": "", "seat": 1, "text": "{n}"}),
    "blocks": calling("POST", "api/players/me/blocks", {"table": "", "seat": 1}),
    "chat": over_sockets({"type": "say", "text": "hello"}, 0.05, 8),
    "me": calling("GET", "api/players/me"),
    "games": calling("GET", "api/players/me/games"),
    "lobby": calling("GET", "api/tables"),
    "paths": calling("GET", "api/tables/{table}/paths"),
    "catalogue": calling("GET", "api/catalogue"),
    "board": calling("GET", "api/boards/usa"),
    "score": score,
    "replays": replays,
    "files": files,
    "experts": experts,
    "since": over_sockets({"type": "ping"}, 0.05, 8, query="?since=0"),
    "look": over_sockets({"type": "look", "seat": 0}, 0.02, 30),
    "decide": over_sockets({"type": "decide", "number": 0, "action": "keep 1 9"}, 0.01, 8),
    "pings": over_sockets({"type": "ping"}, 0.0, 8, times=50),
    "dropped": dropped,
    "connections": connections,
    "held": held,
    "requests": requests,
    "broken": broken,
}


async def _attack(url: str, name: str, number: int, begun: Event) -> None:
    """Let so many strangers attack until they are stopped."""
    strangers = [Stranger(url, n) for n in range(number)]
    for stranger in strangers:
        await stranger.begin()
    begun.set()
    await asyncio.gather(*(ATTACKS[name](stranger) for stranger in strangers))


def attack(url: str, name: str, number: int, begun: Event) -> None:
    """The same as a process of its own, which gives way to all others."""
    os.nice(NICE)
    random.seed(time.time())
    asyncio.run(_attack(url, name, number, begun))
