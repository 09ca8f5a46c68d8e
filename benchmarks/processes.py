"""Several servers on one PostgreSQL: decisions a second, and where the processor time goes.

    python -m benchmarks.processes [--tables 60] [--seconds 10] [--servers 1 2 3] [--apart] [--json]

All tables play as fast as they can. Without `--apart` both clients of a table sit at the same server; with it they sit
at different ones, so that every decision is told from one process to another. Clients run in two processes.
"""

import argparse
import asyncio
import json
import multiprocessing
import time
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import websockets

from benchmarks.load import GAMES, Table, call, eclisse, paced, process, processor, spread
from tests.server import postgres

CLIENTS = 2  # processes


class Spread(Table):
    """A table whose two clients may sit at different servers."""

    def __init__(self, urls: tuple[str, str], cookie: str, number: int) -> None:
        super().__init__(urls[0], cookie, number)
        self.urls = [url.replace("http", "ws", 1) for url in urls]

    async def connect(self, stack: AsyncExitStack) -> None:
        """Sit down on both sides."""
        self.sockets = []
        for seat, url in enumerate(self.urls):
            address = f"{url}/api/tables/{self.id}/socket?seat={seat}"
            connecting = websockets.connect(address, additional_headers={"Cookie": self.cookie}, compression=None)
            self.sockets.append(await stack.enter_async_context(connecting))
            await self.receive(seat, 0)


async def play(urls: list[str], numbers: list[int], apart: bool, seconds: float, ready: Any) -> list[float]:
    """Play tables as fast as they can; the delays of all decisions."""
    _, cookie = call(urls[0], "players", {"name": "load"})
    tables = []
    for number in numbers:
        first = urls[number % len(urls)]
        second = urls[(number + 1) % len(urls)] if apart else first
        tables.append(Spread((first, second), cookie, number))
    async with AsyncExitStack() as stack:
        for table in tables:
            await table.connect(stack)
        await asyncio.to_thread(ready.wait)
        return [own for own, _ in await paced(tables, 0.0001, seconds)]


def client(urls: list[str], numbers: list[int], apart: bool, seconds: float, ready: Any, found: Any) -> None:
    """A process of clients."""
    found.put(asyncio.run(play(urls, numbers, apart, seconds, ready)))


def children(parent: int) -> list[int]:
    """A process and its children."""
    found = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *(int(pid) for pid in found)]


def measure(servers: int, options: argparse.Namespace) -> dict[str, Any]:
    """All figures for so many servers."""
    spawn = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        cluster = stack.enter_context(postgres.cluster())
        url = stack.enter_context(postgres.database(cluster, "load"))
        running = [stack.enter_context(process(eclisse(url))) for _ in range(servers)]
        ready, found = spawn.Barrier(CLIENTS + 1), spawn.Queue()
        numbers = [list(range(i, options.tables, CLIENTS)) for i in range(CLIENTS)]
        urls = [address for address, _ in running]
        args = (options.apart, options.seconds, ready, found)
        clients = [spawn.Process(target=client, args=(urls, some, *args)) for some in numbers]
        for one in clients:
            one.start()
        ready.wait()
        database = _postmaster()
        before = _used([pid for _, pid in running], clients, database)
        start = time.perf_counter()
        delays = [delay for _ in clients for delay in found.get()]
        spent = time.perf_counter() - start
        after = _used([pid for _, pid in running], clients, database)
        for one in clients:
            one.join()
    return {
        "servers": servers,
        "decisions_per_second": round(len(delays) / spent),
        "delay_ms": spread(delays),
        "processor_ms_per_decision": {
            name: round(1000 * (after[name] - before[name]) / len(delays), 2) for name in before
        },
    }


def _postmaster() -> int:
    """The PostgreSQL that was started last."""
    found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and _is_postmaster(path)]
    return max(found)


def _is_postmaster(path: Path) -> bool:
    try:
        words = (path / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[0].rpartition(b"/")[2] == b"postgres" and b"-D" in words


def _used(servers: list[int], clients: list[Any], database: int) -> dict[str, float]:
    """Seconds of processor time so far."""
    return {
        "servers": sum(processor(pid) for pid in servers),
        "clients": sum(processor(one.pid) for one in clients),
        "database": sum(processor(pid) for pid in children(database)),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Several servers on one PostgreSQL.")
    parser.add_argument("--tables", type=int, default=15 * len(GAMES))
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--servers", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--apart", action="store_true", help="the two clients of a table sit at different servers")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = [measure(servers, options) for servers in options.servers]
    if options.json:
        print(json.dumps(found))
        return
    for row in found:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
