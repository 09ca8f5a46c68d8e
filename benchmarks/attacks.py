"""How long an honest pair waits while strangers do each of their worst: `python -m benchmarks.attacks`.

The server has its usual limits. Every stranger and each of the pair has an address of their own (127.0.0.0/8, so this
needs Linux). Milliseconds from a decision sent until both have seen what came of it. The strangers share the machine
with the server and the pair, and give way to them.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from typing import Any

import websockets

from benchmarks import load
from benchmarks.strangers import ATTACKS, attack

PAUSE = 0.02  # seconds between two decisions of the pair
PATIENCE = 20.0  # seconds until a decision counts as unanswered


class Guest:
    """One of the pair."""

    def __init__(self, url: str, name: str, address: str) -> None:
        self.host, self.address, self.cookie = url.removeprefix("http://"), address, ""
        self.post("players", {"name": name})

    def post(self, path: str, body: Any) -> Any:
        """One request, again and again until it is answered."""
        while True:
            connection = HTTPConnection(self.host, timeout=PATIENCE, source_address=(self.address, 0))
            try:
                headers = {"Content-Type": "application/json", "Cookie": self.cookie}
                connection.request("POST", f"/api/{path}", json.dumps(body), headers)
                answer = connection.getresponse()
                text, cookie = answer.read(), answer.headers.get("Set-Cookie")
            except (OSError, HTTPException):
                continue
            finally:
                connection.close()
            self.cookie = (cookie or self.cookie).split(";")[0]
            if answer.status < 300:
                return json.loads(text)
            time.sleep(0.2)


class Pair(load.Table):
    """A table of two people."""

    def __init__(self, url: str, guests: tuple[Guest, Guest], number: int) -> None:
        self.url, self.guests, self.rng = url.replace("http", "ws", 1), guests, random.Random(number)
        ann, bob = guests
        start = time.perf_counter()
        table = ann.post("tables", {"game": "usa", "seats": [{"kind": "you"}, {"kind": "open"}]})
        self.made = time.perf_counter() - start
        self.id = table["id"]
        bob.post(f"tables/{self.id}/join", {"invite": table["invite"]})
        ann.post(f"tables/{self.id}/start", {})
        self.updates, self.turn = ["", ""], 0

    async def connect(self, stack: AsyncExitStack, seats: int = 2) -> None:
        """Both sit down, each from their own address."""
        self.sockets = []
        for seat, guest in enumerate(self.guests[:seats]):
            connecting = websockets.connect(
                f"{self.url}/api/tables/{self.id}/socket",
                additional_headers={"Cookie": guest.cookie},
                compression=None,
                local_addr=(guest.address, 0),
                open_timeout=PATIENCE,
            )
            self.sockets.append(await stack.enter_async_context(connecting))
            await self.receive(seat, 0)


async def played(url: str, seconds: float) -> tuple[list[float], list[float], list[str]]:
    """Let the pair play: what they waited for each decision and each new table, and why decisions failed."""
    guests = Guest(url, "Ann", "127.0.1.1"), Guest(url, "Bob", "127.0.1.2")
    end, waits, made, failed = time.monotonic() + seconds, list[float](), list[float](), list[str]()
    for number in range(1_000_000):
        if time.monotonic() > end:
            break
        try:
            async with AsyncExitStack() as stack:
                pair = Pair(url, guests, number)
                made.append(pair.made)
                async with asyncio.timeout(PATIENCE):
                    await pair.connect(stack)
                while time.monotonic() < end:
                    async with asyncio.timeout(PATIENCE):
                        delays = await pair.decide()
                    if delays is None:
                        break
                    waits.append(max(delays))
                    await asyncio.sleep(PAUSE)
        except (TimeoutError, OSError, RuntimeError, websockets.WebSocketException) as error:
            failed.append(f"{type(error).__name__} {error}")
    return waits, made, failed


@contextmanager
def attacked(url: str, name: str, strangers: int) -> Iterator[None]:
    """While some strangers, in a process of their own, attack."""
    if name == "none":
        yield
        return
    spawn = multiprocessing.get_context("spawn")
    begun = spawn.Event()
    process = spawn.Process(target=attack, args=(url, name, strangers, begun), daemon=True)
    process.start()
    try:
        if not begun.wait(180):
            raise TimeoutError("the attack did not begin")
        yield
    finally:
        process.kill()
        process.join(10)


def measure(database: str, name: str, strangers: int, seconds: float) -> dict[str, Any]:
    """One attack on a new server."""
    command = [str(load.ECLISSE), "serve", "--port", "0", "--database", database]
    with load.process(command) as (url, pid), attacked(url, name, strangers):
        used = load.processor(pid)
        waits, made, failed = load.run(played(url, seconds))
        busy = (load.processor(pid) - used) / seconds
    return {
        "attack": name,
        "strangers": strangers,
        "decisions": len(waits),
        "unanswered": len(failed),
        "why": sorted(set(failed)),
        **load.spread(waits or [PATIENCE]),
        "new_table": round(1000 * max(made, default=PATIENCE)),
        "busy": round(busy, 2),
        "machine": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Measure one after the other."""
    parser = argparse.ArgumentParser(description="An honest pair beside strangers.")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--strangers", default="1,10,50", help="how many addresses, in turn")
    parser.add_argument("--databases", default="sqlite,postgresql")
    parser.add_argument("attacks", nargs="*", default=("none", *ATTACKS))
    options = parser.parse_args()
    for kind in options.databases.split(","):
        for name in options.attacks:
            for strangers in map(int, options.strangers.split(",")):
                with tempfile.TemporaryDirectory() as folder:
                    if kind == "sqlite":
                        found = measure(f"sqlite:///{folder}/games.db", name, strangers, options.seconds)
                    else:
                        with load.postgres_url(None) as url:
                            found = measure(url, name, strangers, options.seconds)
                print(json.dumps({"database": kind, **found}), flush=True)


if __name__ == "__main__":
    main()
