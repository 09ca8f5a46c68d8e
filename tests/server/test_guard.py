"""The guard can be taken off, and behind a proxy it knows who is who."""

import itertools
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

from eclisse.server.app import create_app
from eclisse.server.guard import OPEN
from eclisse.server.guard.limits import Limits, Places
from eclisse.server.model import Refused
from tests.server.people import Person
from tests.server.proxy import CADDY, caddy, proxied
from tests.server.serving import Thread, on_port, settings_for, wait_until

ONE, OTHER = "127.0.0.2", "127.0.0.3"  # addresses of this machine that a proxy can tell apart
MOST = 3  # connections of one address


# --- taken off ------------------------------------------------------------------------------------------------------


def test_the_application_runs_under_a_plain_test_client(sqlite: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have another httpx
        from starlette.testclient import TestClient
    with TestClient(create_app(settings_for(sqlite))) as client:
        client.post("/api/players", json={"name": "Ann"})
        seats = [{"kind": "you"}, {"kind": "bot", "level": "easy"}]
        table = client.post("/api/tables", json={"game": "usa", "seats": seats}).json()["id"]
        client.post(f"/api/tables/{table}/start")
        with client.websocket_connect(f"/api/tables/{table}/socket") as socket:
            number = update(socket)["number"]
            socket.send_json({"type": "decide", "number": number, "action": "keep 1 2"})
            own = list[Any]()
            while not own:  # the bot may choose its tickets before or after
                own = [one for one in update(socket)["steps"] if one["seat"] == 0]
            assert [one["by"] for one in own] == ["player"]


def update(socket: Any) -> Any:
    """The next update that tells of something, or the first."""
    while (message := socket.receive_json())["type"] != "update":
        pass
    return message


def test_the_application_runs_under_a_stock_server(sqlite: str) -> None:
    config = uvicorn.Config(create_app(settings_for(sqlite)), port=0, log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_until(lambda: server.started)
        port = server.servers[0].sockets[0].getsockname()[1]
        with Person(f"http://127.0.0.1:{port}") as ann:
            table = ann.table(seats="you bot:easy")["id"]
            ann.post(f"tables/{table}/start")
            with ann.sit(table) as seat:
                assert seat.update()["view"]["seat"] == 0
    finally:
        server.should_exit = True
        thread.join(60)


def test_without_a_guard_nobody_is_refused_and_with_it_they_are(sqlite: str) -> None:
    settings = settings_for(sqlite, request_rate=1.0, player_rate=0.02, chat_rate=0.1, nudge_every=60.0)
    for guard, is_open in ((OPEN, True), (Limits(settings), False)):
        assert all(not guard.is_too_fast(ONE) for _ in range(20)) is is_open
        assert all(guard.allows("player", ONE) for _ in range(20)) is is_open
        assert all(guard.may_say("ann", ONE) for _ in range(20)) is is_open
        assert all(guard.messages().take() for _ in range(20))
        assert guard.is_full is False


def test_a_place_that_is_left_is_there_for_the_next() -> None:
    places = Places(2, 1)
    for _ in range(3):
        with places.taken("ann"), places.taken("bob"):
            for key in ("ann", "eve"):  # of her own there is no more, and in all there is none
                with pytest.raises(Refused), places.taken(key):
                    pass
        assert len(places) == 0


# --- behind a proxy -------------------------------------------------------------------------------------------------


NO_CADDY = pytest.mark.skipif(CADDY is None, reason="there is no Caddy here: `make proxy` fetches one")


@pytest.fixture(params=["sets", "adds", pytest.param("caddy", marks=NO_CADDY)])
def behind(request: pytest.FixtureRequest, sqlite: str) -> Iterator[tuple[Thread, str]]:
    """A server whose limits are low, and the address of the proxy before it, which it trusts."""
    limits: dict[str, Any] = {"connections_per_address": MOST, "request_rate": 2.0}
    with on_port(sqlite, proxies="127.0.0.1", **limits) as server, proxied(server.url, request.param) as url:
        yield server, url


class Named(BaseHTTPRequestHandler):
    """A server that answers everything with its own address."""

    protocol_version, wbufsize = "HTTP/1.1", -1  # a head and its body in one piece

    def do_GET(self) -> None:
        name = str(self.server.server_address).encode()
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    do_POST = do_GET  # noqa: N815 - its name is given

    def log_message(self, *_: object) -> None:
        """Nothing."""


@contextmanager
def named() -> Iterator[str]:
    """One of them."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Named) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@NO_CADDY
def test_all_that_is_asked_of_a_table_goes_to_one_server() -> None:
    """Whoever asks, for whatever, on whatever connection, and whatever header they send; tables share the servers."""
    with named() as one, named() as two, caddy(one, two) as url:
        servers = list[str]()
        for number in range(16):
            table = f"api/tables/{number:032x}"
            answers, upgrade = set[str](), {"Connection": "Upgrade", "Upgrade": "websocket"}
            for address, headers in ((ONE, {"X-Table": str(number % 3)}), (OTHER, upgrade)):
                with asking(url, address, **headers) as client:
                    for path in ("", "/socket?since=3", "/paths?seat=1", "/replay"):
                        answers |= {client.get(f"/{table}{path}").text, client.post(f"/{table}{path}", json={}).text}
            assert len(answers) == 1, table
            servers += answers
        assert len(set(servers)) == 2


def asking(url: str, address: str, **headers: str) -> httpx.Client:
    """Somebody at an address."""
    return httpx.Client(base_url=url, transport=httpx.HTTPTransport(local_address=address), headers=headers, timeout=60)


def public_table(url: str) -> str:
    """A table that anybody may watch."""
    with asking(url, "127.0.0.9") as ann:
        ann.post("/api/players", json={"name": "Ann"}).raise_for_status()
        body = {"game": "usa", "seats": [{"kind": "you"}, {"kind": "open"}], "public": True}
        return str(ann.post("/api/tables", json=body).json()["id"])


def watch(url: str, table: str, address: str, headers: dict[str, str] | None = None) -> ClientConnection:
    """A socket from an address."""
    place = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    return connect(place, source_address=(address, 0), additional_headers=headers or {})


def lies() -> Iterator[dict[str, str]]:
    """Another address each time."""
    return ({"X-Forwarded-For": f"198.51.100.{number}"} for number in itertools.count(1))


def refused(url: str, table: str, address: str, headers: dict[str, str] | None = None) -> int:
    """The status with which a socket is refused."""
    with pytest.raises(InvalidStatus) as found, watch(url, table, address, headers):
        pass
    return found.value.response.status_code


def test_sockets_are_counted_for_the_address_behind_the_proxy(behind: tuple[Thread, str]) -> None:
    server, url = behind
    table = public_table(url)
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(watch(url, table, ONE)).recv(60)
        assert refused(url, table, ONE) == 429
        with watch(url, table, OTHER) as other, asking(url, OTHER) as guest:
            assert '"table"' in str(other.recv(60))
            assert guest.get("/api/catalogue").status_code == 200
    wait_until(lambda: not server.services.hub.residents.followers)
    with watch(url, table, ONE) as again:
        assert '"table"' in str(again.recv(60))


def test_one_who_lies_about_the_address_gains_nothing(behind: tuple[Thread, str]) -> None:
    _, url = behind
    table, told = public_table(url), lies()
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(watch(url, table, ONE, next(told))).recv(60)
        assert refused(url, table, ONE, next(told)) == 429
    with asking(url, ONE) as liar, asking(url, OTHER) as honest:
        answers = {liar.get("/api/about", headers=next(told)).status_code for _ in range(40)}
        assert answers == {200, 429}
        assert honest.get("/api/about").status_code == 200


def test_nobody_is_blamed_for_a_lie(behind: tuple[Thread, str]) -> None:
    _, url = behind
    with asking(url, ONE, **{"X-Forwarded-For": OTHER}) as liar, asking(url, OTHER) as honest:
        assert 429 in {liar.get("/api/about").status_code for _ in range(40)}
        assert honest.get("/api/about").status_code == 200


def test_requests_that_are_answered_count_no_longer(behind: tuple[Thread, str]) -> None:
    server, url = behind
    for _ in range(2 * MOST):
        with asking(url, ONE) as one, suppress(httpx.HTTPError):
            one.get("/health")
    wait_until(lambda: not server.connections._counts[ONE])
    assert len(server.connections) >= 1  # the proxy keeps its connections
