"""Load on the server, from a process of its own: from a decision sent to the view received, and how many decisions.

    python -m benchmarks.load [--tables 300] [--every 2] [--seconds 30] [--postgres URL] [--json]

It starts the server itself, with a database in a folder that is removed afterwards, and again with a PostgreSQL that is
started for it unless one is named. Beside it stands a bare WebSocket
echo server under the same load on the same machine: what the network and the client cost without any game. Then all
tables play as fast as they can, for the most decisions a second with durable commits. With --overload, at last, some
games are played at half of that, and after five seconds more and more others begin, until it is twice as much.

The clients share the machine with the server, so they do no more than they must: they read the view of the seat that
decides, and nothing else. Each table has an address of its own where the system has as many, as people have.
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import websockets
from pydantic_core import from_json

from tests.server import postgres

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run

ECLISSE = Path(sys.executable).with_name("eclisse")
LIMITS = "message_rate=1e9,request_rate=1e9,player_rate=1e9,sockets_per_player=99999,tables_per_player=99999"
LIMITS += ",sockets_per_address=99999,connections_per_address=99999,cost_rate=1e9,tables_per_hour=99999"
GAMES = ("usa", "europe", "india", "switzerland")
UPDATE = re.compile(r'\{"type":"update","number":(\d+),')
TO_ACT = re.compile(r'"to_act":\[([\d,]*)\]')
ECHO = """
import asyncio, sys, websockets
async def echo(socket):
    async for text in socket:
        await socket.send(text)
async def main():
    async with websockets.serve(echo, "127.0.0.1", 0, compression=None) as server:
        print("is served at http://localhost:%d/" % server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Future()
try:
    import uvloop
    uvloop.run(main())
except ImportError:
    asyncio.run(main())
"""


@contextmanager
def process(command: list[str]) -> Iterator[tuple[str, int]]:
    """A server as a process; yields its address and its process id."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert server.stdout is not None
        found = None
        while found is None:
            found = re.search(r"is served at http://localhost:(\d+)/", server.stdout.readline())
        yield f"http://127.0.0.1:{found[1]}", server.pid
    finally:
        server.terminate()
        server.wait()


def eclisse(database: str) -> list[str]:
    """The command that serves the game."""
    return [str(ECLISSE), "serve", "--port", "0", "--database", database, "--limits", LIMITS]


def call(url: str, path: str, body: Any, cookie: str = "") -> tuple[Any, str]:
    """One REST request, made again while the server is full; returns the answer and the cookie."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(f"{url}/api/{path}", json.dumps(body).encode(), headers)
    while True:
        try:
            with urllib.request.urlopen(request) as answer:
                return json.loads(answer.read()), (answer.headers.get("Set-Cookie") or cookie).split(";")[0]
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
        time.sleep(1.0)


class Table:
    """A table of two remote clients."""

    def __init__(self, url: str, cookie: str, number: int) -> None:
        self.url, self.cookie, self.rng = url.replace("http", "ws", 1), cookie, random.Random(number)
        self.address = (f"127.1.{number >> 8}.{number & 255}", 0) if sys.platform == "linux" else None
        body = {"game": GAMES[number % len(GAMES)], "seats": [{"kind": "you"}, {"kind": "you"}]}
        self.id = call(url, "tables", body, cookie)[0]["id"]
        call(url, f"tables/{self.id}/start", {}, cookie)
        self.updates, self.turn, self.sockets = ["", ""], 0, list[Any]()

    async def connect(self, stack: AsyncExitStack, seats: int = 2) -> None:
        """Sit down on both sides, or on one."""
        self.sockets = []
        for seat in range(seats):
            address = f"{self.url}/api/tables/{self.id}/socket?seat={seat}"
            headers = {"Cookie": self.cookie}
            connecting = websockets.connect(
                address, additional_headers=headers, compression=None, local_addr=self.address
            )
            self.sockets.append(await stack.enter_async_context(connecting))
            await self.receive(seat, 0)

    async def receive(self, seat: int, number: int) -> float:
        """Wait for the view with this number; returns when it came. It is read only when the seat is to decide."""
        while True:
            text = await self.sockets[seat].recv()
            at = time.perf_counter()
            found = UPDATE.match(text)
            if found is None and text.startswith('{"type":"refused"'):
                raise RuntimeError(text)
            if found is not None and int(found[1]) >= number:
                self.updates[seat] = text
                return at

    async def decide(self) -> tuple[float, float] | None:
        """Make one decision; seconds until its seat and until the other one sees it. None: the game is over."""
        found = TO_ACT.search(self.updates[self.turn])
        acting = found[1].split(",") if found else [""]
        if acting == [""]:
            return None
        if str(self.turn) not in acting:
            self.turn = int(acting[0])
        seat, update = self.turn, from_json(self.updates[self.turn])
        number, action = update["number"], self.rng.choice(update["own"]["legal"])["text"]
        sent = time.perf_counter()
        await self.sockets[seat].send(json.dumps({"type": "decide", "number": number, "action": action}))
        times = [await self.receive(s, number + 1) for s in (seat, 1 - seat)]
        return times[0] - sent, times[1] - sent


async def paced(tables: list[Table], every: float, seconds: float) -> list[tuple[float, float]]:
    """Every table decides once in so many seconds, spread evenly; all delays."""
    found: list[tuple[float, float]] = []
    start = time.perf_counter()

    async def run(number: int, table: Table) -> None:
        due = start + every * number / len(tables)
        while due < start + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            delays = await table.decide()
            if delays is None:
                return
            found.append(delays)
            due += every

    await asyncio.gather(*(run(i, table) for i, table in enumerate(tables)))
    return found


async def echoed(url: str, tables: int, every: float, seconds: float) -> list[float]:
    """The same load on an echo server: two messages of a view's size for each decision."""
    found: list[float] = []
    text, start = "x" * 3500, time.perf_counter()
    async with AsyncExitStack() as stack:
        address = url.replace("http", "ws", 1)
        sockets = [
            await stack.enter_async_context(websockets.connect(address, compression=None)) for _ in range(2 * tables)
        ]

        async def run(number: int) -> None:
            due = start + every * number / len(sockets)
            while due < start + seconds:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                sent = time.perf_counter()
                await sockets[number].send(text)
                await sockets[number].recv()
                found.append(time.perf_counter() - sent)
                due += every

        await asyncio.gather(*(run(i) for i in range(len(sockets))))
    return found


class Players:
    """Tables that play at a pace; whoever is told that the server is full waits for a second and asks again."""

    def __init__(self) -> None:
        self.delays, self.refused = list[float](), 0

    async def play(self, table: Table, every: float, due: float, end: float) -> None:
        """Play, as far as one is let."""
        while max(due, time.perf_counter()) < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            try:
                delays = await table.decide()
            except RuntimeError:  # refused, in so many words
                self.refused += 1
                due += 1.0
                continue
            if delays is None:
                return
            self.delays.append(max(delays))
            due += every

    def figures(self) -> dict[str, Any]:
        """How many decisions were stored or refused, and their delays."""
        return {"decisions": len(self.delays), "refused": self.refused, **spread(self.delays or [0.0])}


async def overload(url: str, n: int, most: float, seconds: float) -> dict[str, Any]:
    """Games at half of what the server bears, and newcomers who ask for thrice as much: twice what it bears."""
    _, cookie = call(url, "players", {"name": "load"})
    async with AsyncExitStack() as stack:
        tables, every = [Table(url, cookie, i) for i in range(4 * n)], 2 * n / most
        for table in tables:
            await table.connect(stack)
        running, new, start = Players(), Players(), time.perf_counter()
        await asyncio.gather(
            *(running.play(table, every, start + every * i / n, start + seconds) for i, table in enumerate(tables[:n])),
            *(new.play(table, every, start + 5 * (1 + i / n), start + seconds) for i, table in enumerate(tables[n:])),
        )
    return {"tables": n, "offered": 2 * most, "running": running.figures(), "newcomers": new.figures()}


def spread(values: list[float]) -> dict[str, float]:
    """Percentiles in milliseconds."""
    values = sorted(values)
    return {
        f"p{p}": round(1000 * values[min(len(values) - 1, int(len(values) * p / 100))], 2) for p in (50, 95, 99, 100)
    }


def memory(pid: int) -> int:
    """Resident memory of a process in KiB, where the system tells."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def processor(pid: int) -> float:
    """Seconds of processor time a process has used, where the system tells."""
    stat = Path(f"/proc/{pid}/stat")
    fields = stat.read_text().rpartition(")")[2].split() if stat.exists() else ["0"] * 20
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(url: str, pid: int, n: int, every: float, seconds: float) -> dict[str, Any]:
    """Live tables at a steady pace, then as fast as they can."""
    _, cookie = call(url, "players", {"name": "load"})
    async with AsyncExitStack() as stack:
        for number in range(len(GAMES)):  # what every table shares is there before memory is measured
            await Table(url, cookie, number).connect(stack)
        before = memory(pid)
        tables = [Table(url, cookie, i) for i in range(n)]
        for table in tables:
            await table.connect(stack)
        connected = memory(pid)
        gc.collect()
        gc.freeze()  # a pause of the clients would be counted as one of the server
        await paced(tables, every, min(5.0, seconds))
        used, own = processor(pid), time.process_time()
        delays = await paced(tables, every, seconds)
        used, own = processor(pid) - used, time.process_time() - own
        fast = tables[: min(n, 100)]
        start, quickly = time.perf_counter(), processor(pid)
        quick, end = Players(), start + min(10.0, seconds)
        await asyncio.gather(*(quick.play(table, 0.0001, start, end) for table in fast))
        spent, quickly = time.perf_counter() - start, processor(pid) - quickly
    return {
        "tables": n,
        "decisions": len(delays),
        "processor_ms_per_decision": round(1000 * used / len(delays), 2),
        "clients_processor_ms_per_decision": round(1000 * own / len(delays), 2),
        "own_view_ms": spread([own for own, _ in delays]),
        "other_view_ms": spread([other for _, other in delays]),
        "most_decisions_per_second": round(len(quick.delays) / spent),
        "at_most_processor_ms_per_decision": round(1000 * quickly / len(quick.delays), 2),
        "at_most": quick.figures(),
        "memory_per_connected_table_kib": round((connected - before) / n, 1),
    }


def start_time(database: str) -> float:
    """Seconds from the command to the first answered request."""
    start = time.perf_counter()
    with process(eclisse(database)) as (url, _), urllib.request.urlopen(f"{url}/api/catalogue") as answer:
        answer.read()
        return round(time.perf_counter() - start, 2)


@contextmanager
def postgres_url(given: str | None) -> Iterator[str]:
    """The database that was named, or one of a cluster of its own, as durable as PostgreSQL is by itself."""
    if given is not None:
        yield given
        return
    with postgres.cluster() as server, postgres.database(server, "load") as url:
        yield url


def report(options: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {"cores": os.cpu_count(), "every": options.every, "seconds": options.seconds}
    with tempfile.TemporaryDirectory() as folder, postgres_url(options.postgres) as postgresql:
        start_time(f"sqlite:///{folder}/start.db")
        found["start_seconds"] = start_time(f"sqlite:///{folder}/start2.db")
        with process([sys.executable, "-c", ECHO]) as (url, _):
            echo = run(echoed(url, options.tables, options.every, options.seconds))
            found["echo_ms"] = spread(echo)
        databases = {"sqlite": f"sqlite:///{folder}/load.db", "postgresql": postgresql}
        for name, database in databases.items():
            with process(eclisse(database)) as (url, pid):
                work = measure(url, pid, options.tables, options.every, options.seconds)
                found[name] = run(work)
                if options.overload:
                    most = found[name]["most_decisions_per_second"]
                    found[name]["overload"] = run(overload(url, options.tables, most, options.seconds))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Load on the server.")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between the decisions of a table")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--postgres", help="URL of an empty database, instead of a new one")
    parser.add_argument("--overload", action="store_true", help="ask for twice of that, too")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = report(options)
    if options.json:
        print(json.dumps(found))
        return
    for key, value in found.items():
        print(f"{key}: {json.dumps(value, indent=2) if isinstance(value, dict) else value}")


if __name__ == "__main__":
    main()
