"""Connections are cut that ask too slowly, at too great a length, or too many of one address."""

import asyncio
import socket
import threading
import time
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import InvalidMessage
from websockets.sync.client import ClientConnection, connect

from eclisse.server.guard import address_of, connections
from eclisse.server.guard.cost import LENT
from eclisse.server.guard.waiting import Inbox
from eclisse.server.play import socket as sockets
from tests.server.attacks import PING, raw, upgrade
from tests.server.people import Person
from tests.server.serving import Thread, on_port, wait_until

HEAD = b"POST /api/score HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


def test_a_whole_64_of_ipv6_is_one_address_and_ipv4_stays_what_it_is() -> None:
    assert address_of("2001:db8:1:2:3:4:5:6") == address_of("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert address_of("2001:db8:1:3::") != address_of("2001:db8:1:2::")
    assert address_of("::ffff:192.0.2.1") == address_of("192.0.2.1") == "192.0.2.1"
    assert address_of("not an address") == "not an address"


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"\r\n",
        HEAD,
        b"POST /api/score HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{",
        b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /health HT",
    ],
    ids=["headers", "nothing", "body", "chunks", "second request"],
)
def test_what_is_begun_and_not_finished_is_cut(sqlite: str, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", 0.3)
    with on_port(sqlite) as server, ExitStack() as stack:
        for one in raw(server.url, 30, "127.0.0.1"):
            stack.enter_context(one)
            one.sendall(begun)
        wait_until(lambda: not len(server.connections))
        with Person(server.url) as ann:
            assert ann.get("players/me")["name"] == "Ann"


def test_a_body_that_comes_slowly_but_in_time_is_read(sqlite: str) -> None:
    with on_port(sqlite) as server, raw(server.url, 1, "127.0.0.1")[0] as one:
        for byte in HEAD + b" " * 98 + b"}":
            one.sendall(bytes([byte]))
        assert one.recv(100).startswith(b"HTTP/1.1 422")


def test_headers_have_at_most_32_kb(sqlite: str) -> None:
    with on_port(sqlite, proxies="127.0.0.1") as server:
        assert b"431" in answer(server, b"x: " + b"y" * 40_000)
        assert b"431" in answer(server, b"".join(b"h%d: 1\r\n" % i for i in range(5_000)))
        assert b"431" in answer(server, b"h: 1\r\n", b"/" + b"x" * 40_000)
        assert b"200" in answer(server, b"x: " + b"y" * 30_000 + b"\r\n\r\n")
        wait_until(lambda: not len(server.connections))


def test_an_address_that_sends_more_is_not_let_in_for_a_while(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with on_port(sqlite) as server:
        assert b"431" in answer(server, b"x: " + b"y" * 40_000)
        wait_until(lambda: not len(server.connections))
        with raw(server.url, 1, "127.0.0.1")[0] as again:
            assert_cut(again)
        with raw(server.url, 1, "127.0.0.2")[0] as other:
            other.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in other.recv(100)
        real = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: real() + 6)
        assert b"200" in answer(server, b"\r\n")


def answer(server: Thread, headers: bytes, path: bytes = b"/health") -> bytes:
    """The first line of the answer to a request, or what came instead."""
    with raw(server.url, 1, "127.0.0.1")[0] as one:
        one.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n" + headers)
        one.settimeout(60)
        return one.recv(100)


def test_an_address_has_so_many_connections_and_others_still_get_in(sqlite: str) -> None:
    with on_port(sqlite, connections_per_address=5) as server, ExitStack() as stack:
        ours = [stack.enter_context(one) for one in raw(server.url, 5, "127.0.0.1")]
        wait_until(lambda: len(server.connections) == 5)
        with raw(server.url, 1, "127.0.0.1")[0] as sixth:
            assert_cut(sixth)
        with raw(server.url, 1, "127.0.0.2")[0] as other:
            other.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert b"200" in other.recv(100)
        ours[0].close()
        wait_until(lambda: len(server.connections) == 4)


def test_a_socket_counts_as_a_connection_until_it_is_closed(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table()["id"]
        ann.close()
        wait_until(lambda: not len(server.connections))
        with ann.sit(table) as seat:
            seat.receive()
            assert len(server.connections) == 1
        wait_until(lambda: not len(server.connections))


def test_what_is_sent_on_a_connection_is_not_held_back_until_the_last_of_it_was_received(sqlite: str) -> None:
    with on_port(sqlite) as server, raw(server.url, 1)[0]:
        wait_until(lambda: len(server.connections) == 1)
        (transport,) = server.connections._open
        assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_connections_of_a_proxy_that_is_believed_are_not_counted(sqlite: str) -> None:
    with on_port(sqlite, connections_per_address=2, proxies="127.0.0.0/8") as server, ExitStack() as stack:
        for one in raw(server.url, 10, "127.0.0.1"):
            stack.enter_context(one)
        wait_until(lambda: len(server.connections) == 10)


def test_the_oldest_idle_connection_gives_way_when_there_is_no_more_room(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    with on_port(sqlite, max_connections=4) as server, ExitStack() as stack:
        idle = [stack.enter_context(one) for one in raw(server.url, 4, "127.0.0.1")]
        wait_until(lambda: len(server.connections) == 4)
        with Person(server.url) as ann:
            assert ann.get("players/me")["name"] == "Ann"
        assert_cut(idle[0])
        assert "oldest idle" in caplog.text


def assert_cut(one: socket.socket) -> None:
    """The server has closed a connection."""
    one.settimeout(60)
    try:
        assert one.recv(1) == b""
    except ConnectionResetError:
        return


def test_a_client_that_does_not_read_its_answer_is_cut(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.3)
    with on_port(sqlite) as server:
        server.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.connect(server.listener.getsockname())
            one.sendall(b"GET /api/games/europe HTTP/1.1\r\nHost: x\r\n\r\n" * 50)
            wait_until(lambda: server.server.server_state.total_requests > 0)
            wait_until(lambda: not len(server.connections))


def test_requests_one_behind_the_other_are_all_answered_and_few_are_held(sqlite: str) -> None:
    with on_port(sqlite) as server, raw(server.url, 1, "127.0.0.1")[0] as one:
        sending = threading.Thread(target=one.sendall, args=(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 500,))
        sending.start()
        found, held = b"", 0
        while found.count(b'"status":"ok"') < 500:
            found += one.recv(65_536)
            held = max([held, *(len(each.pipeline) for each in protocols_of(server, connections.Http))])
        sending.join()
        assert 0 < held < connections.PIECE // 30


def test_pings_of_a_client_that_does_not_read_are_not_read_either(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann, raw(server.url, 1, "127.0.0.1")[0] as one:
        one.sendall(upgrade(ann.table("usa", "you open", public=True)["id"]))
        until(one, b'"type":"table"')
        sending = threading.Thread(target=send_all, args=(one, (PING[:1] + b"\xfd" + bytes(129)) * 200_000))
        sending.start()
        wait_until(lambda: [each for each in protocols_of(server, connections.Socket) if not each.writable.is_set()])
        (held,) = protocols_of(server, connections.Socket)
        assert held.transport.get_write_buffer_size() < 200_000
        assert len(held._rest) < 1_000_000
        assert sending.is_alive()
        one.shutdown(socket.SHUT_RDWR)
        sending.join(60)


def test_a_message_of_bytes_that_are_no_text_or_of_fragments_without_end_closes_a_socket_and_nothing_is_logged(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table, mask = ann.table("usa", "you open", public=True)["id"], bytes(4)
        for sent, code in (
            (b"\x81\x81" + mask + b"\xff", 1007),
            (b"\x01\x81" + mask + b"\xf0" + b"\x80\x81" + mask + b"x", 1007),
            (b"\x01\x80" + mask + (b"\x00\x80" + mask) * 100, 1009),
        ):
            with raw(server.url, 1, "127.0.0.1")[0] as one:
                one.sendall(upgrade(table))
                told = until(one, b'"type":"table"')
                one.sendall(sent)
                assert code.to_bytes(2, "big") in until(one, b"")[-10:], told
    assert not [line for line in caplog.records if line.name == "uvicorn.error" and line.levelname == "ERROR"]


@pytest.mark.parametrize("header", [b"x: " + b"y" * 9000, b"Content-Length: 1", b"h: 1\r\n" * 150 + b"h: 1"])
def test_a_socket_whose_request_is_not_understood_is_closed(sqlite: str, header: bytes) -> None:
    with on_port(sqlite) as server, raw(server.url, 1, "127.0.0.1")[0] as one:
        one.sendall(upgrade("0" * 32).replace(b"\r\n\r\n", b"\r\n" + header + b"\r\n\r\nx"))
        assert b" 101 " not in until(one, b"")
        wait_until(lambda: not len(server.connections))


def until(one: socket.socket, wanted: bytes) -> bytes:
    """The bytes that arrive until something has come, or (nothing wanted) the end."""
    found = b""
    while not wanted or wanted not in found:
        piece = b""
        with suppress(ConnectionResetError):
            piece = one.recv(65_536)
        if not piece:
            break
        found += piece
    return found


def test_whoever_is_in_debt_is_not_read_until_it_is_paid(sqlite: str) -> None:
    with on_port(sqlite, cost_rate=0.2) as server, Person(server.url) as ann:
        seat = ann.sit(ann.table("usa", "you open", public=True)["id"])
        seat.receive()
        account = server.services.guard.account("127.0.0.1")
        account.charge(account.purse() + (LENT + 0.25) * 0.2)  # a quarter of a second too much
        assert isinstance(seat.socket, ClientConnection)
        seat.socket.ping().wait(60)
        assert account.debt() < LENT + 0.1  # reading it has cost something since
        seat.close()


def send_all(one: socket.socket, data: bytes) -> None:
    """Send until the connection is closed."""
    with suppress(OSError):
        one.sendall(data)


def protocols_of(server: Thread, kind: type) -> list[Any]:
    """The server's side of its connections."""
    return [each for each in list(server.server.server_state.connections) if isinstance(each, kind)]


def test_messages_are_read_in_the_order_in_which_they_came() -> None:
    async def read() -> list[int]:
        inbox = Inbox()
        reader = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        for number in range(4):
            inbox.put_nowait(number)
        rest = [await reader]
        while not inbox.empty():
            rest.append(await inbox.get())
        return rest

    assert asyncio.run(read()) == [0, 1, 2, 3]


def test_whoever_goes_before_being_let_in_leaves_no_trace(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    follow, is_over = sockets._follow, threading.Event()

    async def leave(gone: Any, *rest: Any) -> None:
        gone._send.__self__.transport.close()
        try:
            await follow(gone, *rest)
        finally:
            is_over.set()

    monkeypatch.setattr(sockets, "_follow", leave)
    with on_port(sqlite) as server:
        with pytest.raises(InvalidMessage):
            connect(f"{server.url.replace('http', 'ws')}/api/tables/nonsense/socket")
        assert is_over.wait(60)
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_the_server_stops_in_good_order_while_somebody_says_goodbye(sqlite: str) -> None:
    goodbye = b"\x88\x82\0\0\0\0\x03\xe8"  # answered at once by whoever reads it

    async def stop(protocol: connections.Socket) -> bool:
        protocol.conn.receive_data(goodbye)
        protocol.shutdown()
        return bool(protocol.transport.is_closing())

    with on_port(sqlite) as server, Person(server.url) as ann, ann.sit(ann.table("usa", "you open")["id"]):
        (protocol,) = [one for one in server.server.server_state.connections if isinstance(one, connections.Socket)]
        assert server.call(stop(protocol))
