"""Mistakes of clients are no event in the server's log: no trace, and a short line now and then."""

import io
import json
import logging
import random
import socket
import struct
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from eclisse.server.operate import serve
from tests.server.attacks import upgrade
from tests.server.people import Person
from tests.server.serving import Process

HOST = b"Host: x\r\n"
POST = b"POST /api/players HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"


def posted(body: bytes) -> bytes:
    return POST + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def got(path: bytes, *headers: bytes) -> bytes:
    return b"GET " + path + b" HTTP/1.1\r\n" + HOST + b"".join(one + b"\r\n" for one in headers) + b"\r\n"


def upgraded(path: bytes, *headers: bytes) -> bytes:
    wanted = (b"Upgrade: websocket", b"Connection: Upgrade", b"Sec-WebSocket-Version: 13")
    return got(path, *wanted, *(headers or (b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",)))


REQUESTS = [
    b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(range(256)),
    b"\r\n\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /health HTT",
    got(b"/\xff\xfe"),
    got(b"/%ff%fe%00%"),
    got(b"/api/tables/%00"),
    got(b"/replay/" + b"%ed%a0%80"),
    got(b"http://[::1"),
    got(b"//[/"),
    got(b"*"),
    got(b"/api/tables?invite=%ff%00"),
    got(b"/api/games/%00?modules=%ff,%00"),
    got(b"/api/boards/" + b"x" * 3000),
    got(b"/" + b"x" * 40_000),
    got(b"/api/players/me", b"Cookie: eclisse=\xff\xfe"),
    got(b"/api/players/me", b"Cookie: " + b"a=b;" * 3000),
    got(b"/api/players/me", b"Authorization: Bearer \xff\0"),
    got(b"/api/players/me", b"Authorization: Bearer \xe9"),
    got(b"/", b"Accept-Language: \xff;q=\xff", b"If-None-Match: \xff", b"Range: bytes=\xff"),
    got(b"/", b"Host: \xff", b"Origin: http://[::1"),
    got(b"/health", b"Expect: 100-continue", b"Content-Length: 1"),
    got(b"/health", b"Upgrade: h2c", b"Connection: Upgrade"),
    got(b"/health", b"Connection: Upgrade"),
    POST + b"Content-Length: -1\r\n\r\n",
    POST + b"Content-Length: 9999999999999999999999\r\n\r\n",
    POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    POST + b"Content-Length: 50\r\n\r\nab",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 70_000,
    posted(b"\xff\xfe"),
    posted(b"[" * 60_000),
    posted(b'{"name":' * 6_000),
    posted(b'{"name":"\\ud800"}'),
    posted(b'{"name":"\\u0000"}'),
    posted(b'{"name":1' + b"0" * 6_000 + b"}"),
    posted(b'{"name":NaN}'),
    posted(b'{"name":1e999}'),
    posted(b"null"),
    upgraded(b"/api/tables/\xff/socket"),
    upgraded(b"/api/tables/%ff/socket?since=\xff"),
    upgraded(b"/api/tables/x/socket?since=%ff"),
    upgraded(b"/api/tables/x/socket", b"Sec-WebSocket-Key: \xff"),
    upgraded(b"/api/tables/x/socket", b"Sec-WebSocket-Key: A"),
    upgraded(b"/api/tables/x/socket", b"X: \xff", b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
    upgraded(b"/elsewhere").replace(b"13", b"12"),
    upgraded(b"/elsewhere").replace(b"GET", b"POST"),
    upgraded(b"/elsewhere").replace(b"HTTP/1.1", b"HTTP/1.0"),
    upgraded(b"/elsewhere", b"Content-Length: 5") + b"abcde",
    upgraded(b"/elsewhere") + b"\x81\x85",
]


def masked(first: int, data: bytes, mask: bytes = b"abcd") -> bytes:
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return bytes([first]) + size + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))


FRAMES = [
    b"\x81\x02hi",  # not masked
    masked(0x83, b"hi"),  # no such kind
    masked(0xF1, b"hi"),  # reserved bits
    masked(0x81, b"\xff\xfe"),
    masked(0x01, b"\xe2\x82") + masked(0x80, b"\xff"),
    masked(0x80, b"going on with nothing"),
    masked(0x01, b"a") + masked(0x81, b"b"),
    masked(0x09, b"ping in parts"),
    masked(0x89, b"x" * 125) + b"\x89\xfe\0\x7eabcd",
    masked(0x82, b"\0\1\2"),
    masked(0x88, b"\x03"),
    masked(0x88, b"\0\0"),
    masked(0x88, b"\x03\xed"),
    masked(0x88, b"\x03\xe8\xff\xfe"),
    masked(0x88, b"\xff\xffbye") + masked(0x81, b"{}"),
    b"\x81\xff" + b"\xff" * 8 + b"abcd",
    b"\x81\xff\0\0\0\0\0\x01\x86\xa0abcd" + b"x" * 100_000,
    masked(0x81, b""),
    masked(0x81, b"[" * 4_000),
    masked(0x81, b'{"type":"decide","number":1' + b"0" * 4_000 + b',"action":"draw"}'),
    masked(0x81, b'{"type":"say","text":"\\ud800"}'),
    masked(0x81, b'{"type":"say","text":"\\u0000"}'),
    masked(0x81, b'{"type":"look","seat":-1}'),
    masked(0x81, b'{"type":"decide","number":0,"action":"\\u0000"}'),
    masked(0x81, b'{"type":"ping"}')[:-3],
    b"".join(masked(0x01 if not i else 0, b"") for i in range(100)),
]


def sent(port: int, source: int, data: bytes) -> None:
    """Send something from an address of its own, read the first of what comes, and go away."""
    with suppress(OSError):
        address = (f"127.7.{source >> 8}.{source & 255 or 1}", 0)
        with socket.create_connection(("127.0.0.1", port), 20, address) as one:
            one.settimeout(0.2)
            one.sendall(data)
            while one.recv(65_536):
                pass


def dropped(port: int, source: int, data: bytes) -> None:
    """Send something and be gone at once, without a goodbye."""
    with suppress(OSError):
        address = (f"127.8.{source >> 8}.{source & 255 or 1}", 0)
        with socket.create_connection(("127.0.0.1", port), 20, address) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            one.sendall(data)


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Something like it."""
    found = bytearray(data[: rng.randrange(1, 3000)])
    for _ in range(rng.randrange(1, 6)):
        found[rng.randrange(len(found))] = rng.randrange(256)
    return bytes(found)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A server with its usual settings."""
    process = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, limits="")
    yield process
    process.stop()


def lines(server: Process) -> list[dict[str, object]]:
    """The log of a server that has answered and stopped."""
    Person(server.url, "Zoe").close()
    server.stop()
    return [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]


def test_nothing_that_a_client_sends_leaves_a_trace(server: Process) -> None:
    rng, port = random.Random(1), int(server.url.rpartition(":")[2])
    with Person(server.url) as ann:
        table = ann.table("usa", "you open", public=True)["id"]
    opening = upgrade(table)
    whole = [*REQUESTS, *(opening + frame for frame in FRAMES)]
    strange = whole + [mutated(rng.choice(whole), rng) for _ in range(60)]
    strange += [opening + mutated(rng.choice(FRAMES), rng) for _ in range(40)]
    good = [
        opening,
        upgrade("0" * 32),
        upgraded(b"/api/tables/%s/socket?since=x" % table.encode()),
        got(b"/api/tables"),
    ]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: sent(port, *one), enumerate(strange)))
        list(pool.map(lambda one: dropped(port, *one), enumerate(good * 10 + strange)))
    logged = lines(server)
    assert [line for line in logged if "trace" in line or line["level"] == "error"] == []
    assert "Traceback" not in server.log.read_text()
    assert all(len(json.dumps(line)) < 300 for line in logged)


def test_an_address_that_goes_on_is_counted_in_one_line(server: Process) -> None:
    port = int(server.url.rpartition(":")[2])
    for _ in range(40):
        sent(port, 9, REQUESTS[0])
        sent(port, 9, upgraded(b"/api/tables/\xff/socket"))
    assert len(lines(server)) <= 2


def test_the_servers_own_failures_are_told_with_where_and_how_often() -> None:
    handler, told = logging.StreamHandler(io.StringIO()), serve.Rarely()
    handler.setFormatter(serve.JsonFormatter())
    handler.addFilter(told)
    logger = logging.Logger("eclisse.server")  # noqa: LOG001 - of this test only
    logger.addHandler(handler)

    def fail(n: int) -> None:
        try:
            int("x" * n)
        except ValueError:
            logger.exception("it failed")

    for n in range(1, 6):
        fail(n)
    told._told = OrderedDict((key, (at - serve.EVERY, left)) for key, (at, left) in told._told.items())  # time goes by
    fail(6)
    logger.error("something else")
    logger.error("something else")
    found = [json.loads(line) for line in handler.stream.getvalue().splitlines()]
    assert [line["message"] for line in found] == ["it failed", "it failed", "something else", "something else"]
    assert "ValueError" in found[0]["trace"]
    assert found[1]["left_out"] == 4
