"""The server is killed under load, again and again: what it acknowledged is there, once, and every game replays."""

import asyncio
import json
import random
import signal
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import websockets

from eclisse.server.model import Deal
from eclisse.server.play import hub
from eclisse.server.play.live import SILENCE
from eclisse.server.play.table import Table
from eclisse.server.store import open_store
from tests.server.days import HOUR, silent_since
from tests.server.people import Person, Seat
from tests.server.postgres import free_port
from tests.server.serving import Process, on_port, wait_until
from tests.server.test_three_days import SHIPPED

TABLES = 4


class Client:
    """Plays one seat through any number of lost connections, and remembers all it was told and all it sent."""

    def __init__(self, urls: list[str], table: str, headers: dict[str, str], seat: int) -> None:
        self.urls, self.table, self.headers, self.seat = cycle(urls), table, headers, seat
        self.told: dict[int, tuple[int, str | None]] = {}
        self.sent: dict[int, set[str]] = {}
        self.connections, self.over = 0, False
        self.socket: Any = None
        self.rng = random.Random(f"{table} {seat}")

    @property
    def number(self) -> int:
        return max(self.told, default=0)

    async def play(self, end: asyncio.Event) -> None:
        while not end.is_set():
            address = f"{next(self.urls).replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
            try:
                query = f"?since={self.number}&seat={self.seat}"
                async with websockets.connect(address + query, additional_headers=self.headers) as socket:
                    self.connections, self.socket = self.connections + 1, socket
                    await self.follow(socket, end)
            except (OSError, EOFError, websockets.WebSocketException):
                await asyncio.sleep(0.05)

    async def follow(self, socket: Any, end: asyncio.Event) -> None:
        while not end.is_set():
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            assert message["type"] != "refused" or message["code"] in ("stale", "not_your_turn", "unavailable"), message
            if message["type"] != "update":
                continue
            for step in message["steps"]:
                assert step["number"] == self.number + 1, "a step is missing, or was told twice"
                self.told[step["number"]] = (step["seat"], step["events"][0]["action"])
            assert message["number"] == self.number
            if message["ending"]:
                self.over = True
                await end.wait()
            elif message["own"]["legal"]:
                action = self.rng.choice(message["own"]["legal"])["text"]
                self.sent.setdefault(self.number, set()).add(action)
                await socket.send(json.dumps({"type": "decide", "number": self.number, "action": action}))


async def crash(clients: list[Client], rounds: Any) -> None:
    """Let clients play while processes are killed."""
    end = asyncio.Event()
    playing = [asyncio.create_task(client.play(end)) for client in clients]
    await asyncio.to_thread(rounds)
    end.set()
    done, waiting = await asyncio.wait(playing, timeout=5)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        task.result()


def wait_for(clients: list[Client], decisions: int) -> None:
    """Until so many decisions were acknowledged at all tables together."""
    deadline = time.monotonic() + 60
    while sum(client.number for client in clients) < 2 * decisions:
        assert time.monotonic() < deadline, "nothing moves"
        time.sleep(0.01)


def open_tables(url: str, urls: list[str], number: int = TABLES) -> list[Client]:
    """Tables with two clients each."""
    clients = []
    for i in range(number):
        with Person(url) as ann:
            table = ann.table(("usa", "europe", "india")[i % 3], "you you", modules=["warehouses"])["id"]
            ann.post(f"tables/{table}/start")
            clients += [Client([*urls[i % 2 :], *urls[: i % 2]], table, ann.headers(), seat) for seat in (0, 1)]
    return clients


async def check(database: str, clients: list[Client]) -> int:
    """Compare what clients were told with what is stored, and play every game again; returns how many decisions."""
    store, total = await open_store(database, "test"), 0
    for client in clients:
        row, entries = await store.table(client.table), await store.entries(client.table, 0)
        assert row is not None
        assert row.key is not None
        for number, (seat, action) in client.told.items():
            assert entries[number - 1].seat == seat
            assert action is None or entries[number - 1].action == action
        table = Table(Deal(row.game, row.modules, row.names, row.key, 0.0), entries)  # replays, or raises
        assert table.number == len(entries) == row.number
        for i, entry in enumerate(entries):
            if entry.seat == client.seat and table.log[i].by == "player":
                assert any(entry.action in client.sent.get(number, ()) for number in range(i + 1))
        total += len(entries)
    await store.close()
    return total


def test_a_server_that_is_killed_again_and_again_loses_nothing_it_acknowledged(database: str, tmp_path: Path) -> None:
    port = free_port()
    server = Process(database, tmp_path, port=port)
    clients = open_tables(server.url, [server.url])
    rng = random.Random(1)

    def rounds() -> None:
        nonlocal server
        for turn in range(2):
            wait_for(clients, 40 * (turn + 1))
            time.sleep(rng.uniform(0, 0.1))
            server.kill()
            server = Process(database, tmp_path, port=port)
        wait_for(clients, 120)

    asyncio.run(crash(clients, rounds))
    server.kill()
    assert asyncio.run(check(database, clients)) > 100
    assert all(client.connections >= 2 or client.over for client in clients)


def test_with_two_processes_clients_go_on_through_the_other_when_one_is_killed(
    postgres_database: str, tmp_path: Path
) -> None:
    servers = [Process(postgres_database, tmp_path, port=free_port()) for _ in range(2)]
    urls = [server.url for server in servers]
    clients = open_tables(urls[0], urls)

    def rounds() -> None:
        for turn in range(2):  # each of them once
            wait_for(clients, 40 * (turn + 1))
            before = {client.table: client.number for client in clients}
            servers[turn].kill()
            deadline = time.monotonic() + 60
            while any(
                client.number < before[client.table] + 2 and not client.over for client in clients
            ):  # through the other one
                assert time.monotonic() < deadline, "a table stands still although one process lives"
                time.sleep(0.05)
            if turn == 0:
                servers[0] = Process(postgres_database, tmp_path, port=int(urls[0].rpartition(":")[2]))

    asyncio.run(crash(clients, rounds))
    for server in servers:
        server.kill()
    assert asyncio.run(check(postgres_database, clients)) > 100


def test_a_server_that_is_told_to_stop_finishes_and_says_so_to_its_clients(sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path, "--log-level", "info")
    with Person(server.url) as ann:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            seat.update()
            seat.decide(0, "keep 1 2")
            seat.update(1)
            server.stop()
            assert seat.closed() == 1012
    assert server.process.exitcode in (0, -signal.SIGTERM)
    log = server.log.read_text()
    assert "Traceback" not in log
    assert '"message": "request"' in log
    assert ann.http.cookies["eclisse"] not in log


def test_a_clock_stands_still_from_a_kill_to_the_next_start(sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path)
    with Person(server.url) as ann:
        table = ann.table("usa", "you you", clock=60)["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            before = seat.update()["clock"]
        server.kill()
        server = Process(sqlite, tmp_path, ahead=2 * HOUR)
        with Seat(server.url, table, ann.headers()) as seat:
            seat.update()
            seat.send(type="ping")
            seat.until(lambda m: m["type"] == "pong")
            after = seat.messages[-2]["clock"]
            assert after["deadline"] - after["now"] > 40  # as much as was left, but for what the start took
            assert before["deadline"] + 2 * HOUR - 60 < after["deadline"]
            server.stop()
            assert seat.closed() in (1001, 1012)
            assert not [m for m in seat.messages if m["type"] == "update" and m["number"]]


def test_the_players_of_a_process_that_died_are_away_for_everybody(
    postgres_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEAT", 0.1)
    monkeypatch.setattr(hub, "SILENCE", 600.0)  # nobody looks round, as after a start: only the dead process tells
    other = Process(postgres_database, tmp_path)
    with (
        on_port(postgres_database, **{**SHIPPED, "sweep_every": 0.1}) as server,
        Person(server.url) as ann,
        Person(other.url, "Grace") as grace,
    ):
        table = ann.start_with(grace)
        with ann.sit(table) as first, grace.sit(table) as second:
            first.update()
            second.update()
            here = server.services.hub.presence
            wait_until(lambda: not here.stirred and not here.asked)  # who has come is known
            other.kill()
            silent_since(server, SILENCE + 1)
            gone = first.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["away"], timeout=20)
            assert gone["table"]["seats"][0]["away"] is None
