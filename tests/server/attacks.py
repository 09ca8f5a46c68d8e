"""The attacks of one stranger on a server, each a function of its own, and an honest pair that plays beside it.

Everything is bounded and stays on this machine. `python -m benchmarks.attacks` measures the same more exactly.
"""

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from eclisse import server
from tests.server.forks import FORKS
from tests.server.inside import inside
from tests.server.people import Person, Seat, play

STRANGER = "203.0.113.66"
FAILED = (httpx.HTTPError, OSError, WebSocketException, AssertionError)  # an attack that is turned away tries again
Attack = Callable[[str, float], None]
"""Against the server at an address, for so many seconds."""


def again_and_again(seconds: float, threads: int, work: Callable[[], Any]) -> None:
    """Do something as fast as possible, in many threads."""
    end = time.monotonic() + seconds

    def repeat() -> None:
        while time.monotonic() < end:
            with suppress(*FAILED):
                work()

    with ThreadPoolExecutor(threads) as pool:
        for _ in range(threads):
            pool.submit(repeat)


def posting(url: str, path: str, body: Any, seconds: float, threads: int) -> None:
    """The same request again and again."""
    data, headers = json.dumps(body).encode(), {"X-Forwarded-For": STRANGER, "Content-Type": "application/json"}
    with httpx.Client(headers=headers, timeout=60, limits=httpx.Limits(max_connections=threads)) as client:
        again_and_again(seconds, threads, lambda: client.post(f"{url}/api/{path}", content=data))


def score(url: str, seconds: float) -> None:
    """Positions full of names that nearly exist."""
    names = {f"{'boston'[: 1 + i % 6]}x{i}--new-yorj": 0 for i in range(2000)}
    posting(url, "score", {"game": "usa", "routes": names}, seconds, 40)


def replays(url: str, seconds: float) -> None:
    """A record to be replayed, again and again."""
    from eclisse import Game

    game, rng = Game.new("usa", 2, 5), random.Random(5)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.legal(seat)))
    posting(url, "replay", {"record": game.record()}, seconds, 20)


def files(url: str, seconds: float) -> None:
    """The largest file of the page, packed, and then in a hundred parts."""
    assets = Path(server.__file__).parent / "static" / "assets"
    largest = max(assets.glob("*"), key=lambda file: file.stat().st_size, default=Path("none.js"))
    parts = {"Range": "bytes=" + ",".join(f"{2 * part}-{2 * part}" for part in range(100))}
    with httpx.Client(headers={"X-Forwarded-For": STRANGER}, timeout=60) as client:

        def once() -> None:
            for headers in ({}, parts):
                client.get(f"{url}/assets/{largest.name}", headers=headers)

        again_and_again(seconds, 20, once)


def busy_table(url: str) -> tuple[Person, str]:
    """A stranger, and a table of theirs on which much has happened."""
    eve = Person(url, "Eve", STRANGER)
    table = eve.table("europe", "you you")["id"]
    eve.post(f"tables/{table}/start")
    with eve.sit(table, seat=0) as first, eve.sit(table, seat=1) as second:
        play({0: first, 1: second}, random.Random(1), 60)
    return eve, table


def since(url: str, seconds: float) -> None:
    """Connecting again and again, and asking for everything from the beginning."""
    eve, table = busy_table(url)
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket?since=0"

    def once() -> None:
        with connect(address, additional_headers=eve.headers(), max_size=None) as socket:
            for _ in range(2):
                socket.recv(10)

    again_and_again(seconds, 20, once)


def look(url: str, seconds: float) -> None:
    """Thirty sockets that look from here and from there as fast as they may."""
    eve, table = busy_table(url)
    with ExitStack() as stack:
        seats = [stack.enter_context(eve.sit(table)) for _ in range(30)]
        end = time.monotonic() + seconds

        def repeat(seat: Seat) -> None:
            reader = threading.Thread(target=drain, args=(seat,), daemon=True)
            reader.start()
            with suppress(*FAILED):
                while time.monotonic() < end:
                    for side in (0, 1):
                        seat.send(type="look", seat=side)
                    time.sleep(0.02)

        with ThreadPoolExecutor(30) as pool:
            list(pool.map(repeat, seats))


def drain(seat: Seat) -> None:
    """Read whatever comes and forget it."""
    with suppress(*FAILED):
        while True:
            seat.socket.recv(30)


def experts(url: str, seconds: float) -> None:
    """As many tables of the levels that think longest as can be had."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(*FAILED), Person(url, "Eve", STRANGER) as eve:
            while time.monotonic() < end:
                table = eve.table("usa", "you bot:expert bot:very-hard bot:expert bot:very-hard")["id"]
                eve.post(f"tables/{table}/start")
                with eve.sit(table) as seat:
                    seat.decide(0, "keep 1 2")


def tables(url: str, seconds: float) -> None:
    """As many public tables as can be had."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(*FAILED), Person(url, "Eve", STRANGER) as eve:
            while time.monotonic() < end:
                eve.table("usa", "you open", public=True)


PING = b"\x89\x80\0\0\0\0"  # an empty one


def upgrade(table: str) -> bytes:
    """The request that opens a WebSocket."""
    head = (f"GET /api/tables/{table}/socket HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade")
    return "\r\n".join((*head, "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==", "", "")).encode()


# --- connections ----------------------------------------------------------------------------------------------------


def raw(url: str, number: int, source: str = "127.0.0.66") -> list[socket.socket]:
    """Connections from an address of the stranger's own; those that are not let in are left out."""
    assert inside(url) is None, "nobody listens there"
    host, port = url.removeprefix("http://").split(":")
    found: list[socket.socket] = []
    for _ in range(number):
        with suppress(OSError):
            found.append(socket.create_connection((host, int(port)), 20, (source, 0)))
    return found


def holding(url: str, seconds: float, number: int, first: bytes, then: bytes) -> None:
    """Many connections over which something is begun and never finished."""
    end = time.monotonic() + seconds
    open_ones: list[socket.socket] = []
    while time.monotonic() < end:
        for one in raw(url, max(0, number - len(open_ones))):
            with suppress(OSError):
                one.sendall(first)
                open_ones.append(one)
        for one in list(open_ones):
            try:
                one.sendall(then)
            except OSError:
                open_ones.remove(one)
        time.sleep(0.2)


def slow_headers(url: str, seconds: float) -> None:
    """Headers that never end."""
    holding(url, seconds, 700, b"GET /api/catalogue HTTP/1.1\r\nHost: x\r\n", b"x: y\r\n")


def slow_body(url: str, seconds: float) -> None:
    """Bodies that never end."""
    head = b"POST /api/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
    holding(url, seconds, 700, head, b" ")


def second_request(url: str, seconds: float) -> None:
    """A request, and then one that is never finished."""
    holding(url, seconds, 700, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HT", b"")


def flooding(url: str, seconds: float, first: bytes, then: bytes) -> None:
    """Connections over which something is begun, and then the same comes again and again; answers are not read."""
    end = time.monotonic() + seconds

    def once() -> None:
        for one in raw(url, 1):
            with one:
                one.sendall(first)
                while time.monotonic() < end:
                    one.sendall(then)

    again_and_again(seconds, 10, once)


def pings(url: str, seconds: float) -> None:
    """WebSockets over which only pings come."""
    with Person(url, "Eve") as eve:
        table = eve.table("usa", "you open", public=True)["id"]
    flooding(url, seconds, upgrade(table), PING * 5000)


def requests(url: str, seconds: float) -> None:
    """Requests one behind the other, as many as can be sent."""
    flooding(url, seconds, b"", b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n" * 500)


def headers(url: str, seconds: float) -> None:
    """Very many small headers."""
    many = b"".join(b"h%d: 1\r\n" % i for i in range(60_000))

    def once() -> None:
        for one in raw(url, 1):
            with one:
                one.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n" + many)
                one.recv(100)

    again_and_again(seconds, 20, once)


def sockets(url: str, seconds: float) -> None:
    """As many WebSockets as can be had, opened and left open."""
    eve = Person(url, "Eve", STRANGER)
    table = eve.table()["id"]
    with ExitStack() as stack:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(*FAILED):
                stack.enter_context(Seat(url, table, {"X-Forwarded-For": STRANGER}))


# --- the honest pair ------------------------------------------------------------------------------------------------


def begin(begun: Any, attack: Attack, url: str, seconds: float) -> None:
    """Say that all is ready, and attack."""
    begun.set()
    attack(url, seconds)


@contextmanager
def attacked(url: str, attack: Attack, seconds: float) -> Iterator[None]:
    """While a stranger, in a process of their own, does something."""
    begun = FORKS.Event()
    process = FORKS.Process(target=begin, args=(begun, attack, url, seconds), daemon=True)
    process.start()
    try:
        assert begun.wait(60), "the attack did not begin"
        yield
    finally:
        process.terminate()
        process.join(10)


def waits(url: str, seconds: float, least: int = 20) -> list[float]:
    """Two people play from addresses of their own; how long each decision takes until both see what came of it.

    They play for some seconds, and on a busy machine for longer, until there are a few decisions.
    """
    found: list[float] = []
    ann, bob = Person(url, "Ann", "198.51.100.1"), Person(url, "Bob", "198.51.100.2")
    end, rng = time.monotonic() + seconds, random.Random(2)
    with ann, bob:
        while time.monotonic() < end or len(found) < least:
            table = ann.table("usa", "you open", public=False)
            bob.post(f"tables/{table['id']}/join", invite=table["invite"])
            ann.post(f"tables/{table['id']}/start")
            with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second:
                play_timed({0: first, 1: second}, rng, lambda: time.monotonic() < end or len(found) < least, found)
    return found


def play_timed(seats: dict[int, Seat], rng: random.Random, is_on: Callable[[], bool], found: list[float]) -> None:
    """Play on as long as it is wanted, or until the game is over."""
    latest = {seat: connection.update(timeout=60) for seat, connection in seats.items()}
    while is_on() and latest[0]["view"]["to_act"]:
        seat = latest[0]["view"]["to_act"][0]
        update, start = latest[seat], time.monotonic()
        seats[seat].decide(update["number"], rng.choice(update["own"]["legal"])["text"])
        for other, connection in seats.items():
            latest[other] = connection.update(update["number"] + 1, timeout=60)
        found.append(time.monotonic() - start)
