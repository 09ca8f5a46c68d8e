"""Nothing told is lost: the server is killed, frozen, restarted and cut off while people play; `make soak-crashes`.

For each kind so many times, on SQLite and PostgreSQL. Every client remembers what it was told; afterwards each of these
decisions must be in the log, once, and every game must replay.
"""

import argparse
import asyncio
import random
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg

from tests.server import postgres
from tests.server.serving import Process
from tests.server.test_nothing_lost import check, crash, open_tables

TABLES: Final = 6
KINDS: Final = ("kill", "freeze", "restart", "cut", "database")


class Round:
    """A server, its clients, and what is done to them."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.folder, self.port = database, folder, postgres.free_port()
        self.server = self._start()
        self.clients = open_tables(self.server.url, [self.server.url], TABLES)
        self.rng = random.Random(1)

    def _start(self) -> Process:
        return Process(self.database, self.folder, port=self.port)

    def kill(self) -> None:
        """As if the power had failed."""
        self.server.kill()
        self.server = self._start()

    def freeze(self) -> None:
        """It does nothing for a moment, and goes on."""
        self.server.signal(signal.SIGSTOP)
        time.sleep(self.rng.uniform(0.2, 1.0))
        self.server.signal(signal.SIGCONT)

    def restart(self) -> None:
        """It is told to stop, as for an upgrade."""
        self.server.stop()
        self.server = self._start()

    def cut(self) -> None:
        """All connections of clients break."""
        for client in self.clients:
            if client.socket is not None:
                self.loop.call_soon_threadsafe(client.socket.transport.abort)

    def break_database(self) -> None:
        """All connections to the database break."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            connection.execute(f"{others} AND pid <> pg_backend_pid()".encode())

    async def run(self, what: Callable[[], None], times: int) -> int:
        """Do something so many times while clients play; returns how many decisions they were told."""
        self.loop = asyncio.get_running_loop()

        def rounds() -> None:
            for _ in range(times):
                before = sum(client.number for client in self.clients)
                while sum(c.number for c in self.clients) < before + 12 and not all(c.over for c in self.clients):
                    time.sleep(0.01)
                time.sleep(self.rng.uniform(0, 0.1))
                what()

        await crash(self.clients, rounds)
        return sum(len(client.told) for client in self.clients)


def soak(kind: str, database: str, folder: Path, times: int) -> str:
    """One kind on one database; raises if something is lost or doubled."""
    tried = Round(database, folder)
    what = tried.break_database if kind == "database" else getattr(tried, kind)
    told = asyncio.run(tried.run(what, times))
    tried.server.kill()
    stored = asyncio.run(check(database, tried.clients)) // 2  # two clients look at each table
    return f"{times} times {kind}: {told} decisions told, {stored} stored, 0 lost, 0 doubled"


def main() -> None:
    """All kinds on both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    times: int = parser.parse_args().times
    with tempfile.TemporaryDirectory() as name, postgres.cluster() as cluster:
        for kind in KINDS:
            if kind != "database":
                print("SQLite:", soak(kind, f"sqlite:///{name}/{kind}.db", Path(name), times), flush=True)
            with postgres.database(cluster, f"soak_{kind}") as url:
                print("PostgreSQL:", soak(kind, url, Path(name), times), flush=True)


if __name__ == "__main__":
    main()
