"""Acting for others, reading their hands, guessing, foreign pages, floods: each is refused, and the table plays on."""

import base64
import itertools
import json
import random
import socket
import struct
from contextlib import suppress
from dataclasses import replace
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eclisse.server.guard import connections
from eclisse.server.guard.limits import Bucket, Limits
from eclisse.server.model import Refused, hashed, new_id
from eclisse.server.play.socket import Connection
from eclisse.server.settings import Settings
from tests.server.people import Json, Person, Seat
from tests.server.serving import Thread, on_port, wait_until


def started(ann: Person, bob: Person, **more: Any) -> Json:
    """A private table that Ann and Bob play at."""
    table = ann.table("usa", "you open", **more)
    bob.post(f"tables/{table['id']}/join", invite=table["invite"])
    ann.post(f"tables/{table['id']}/start")
    return table


def test_nobody_acts_for_another_seat_or_looks_from_it(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann, Person(server.url) as bob, Person(server.url) as eve:
        table = started(ann, bob, public=True)["id"]
        with bob.sit(table) as second, eve.sit(table) as third, Seat(server.url, table) as watcher:
            assert second.update()["seat"] == 1
            second.decide(0, "keep 1 2", seat=0)
            assert second.refusal() == "not_your_seat"
            second.send(type="look", seat=0)
            assert second.refusal() == "not_your_seat"
            for stranger in (third, watcher):
                update = stranger.update()
                assert update["own"] is update["view"]["hand"] is update["view"]["tickets"] is None
                stranger.decide(0, "keep 1 2", seat=0)
                assert stranger.refusal() == "not_your_seat"
                stranger.decide(0, "keep 1 2")
                assert stranger.refusal() == "not_your_seat"
        with bob.sit(table, seat=0) as wrong:
            assert wrong.closed() == 4401
            assert [m["type"] for m in wrong.messages] == ["refused"]
        assert bob.refused("GET", f"tables/{table}/paths?seat=0") == "not_your_seat"
        assert eve.refused("GET", f"tables/{table}/paths") == "not_your_seat"
        assert eve.refused("POST", f"tables/{table}/leave", {}) == "not_your_seat"
        assert bob.refused("POST", f"tables/{table}/leave", {"seat": 0}) == "not_your_seat"
        assert eve.refused("GET", f"tables/{table}/record") == "not_over"
        assert eve.refused("GET", f"tables/{table}/replay?seat=0") == "not_over"


def test_a_private_table_does_not_exist_for_who_is_not_invited(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann, Person(server.url) as bob, Person(server.url) as eve:
        table = started(ann, bob)
        name, invite = table["id"], table["invite"]
        for invitation in (None, "x" * 32, invite[:-1], invite + "a"):
            query = "" if invitation is None else f"?invite={invitation}"
            assert eve.refused("GET", f"tables/{name}{query}") == "unknown_table"
            with eve.sit(name, invite=invitation) as seat:
                assert seat.closed() == 4404
                assert [m["type"] for m in seat.messages] == ["refused"]
        for path in ("join", "leave", "start", "rematch"):
            assert eve.refused("POST", f"tables/{name}/{path}", {}) == "unknown_table"
        for path in ("record", "replay", "paths", "position?number=0"):
            assert eve.refused("GET", f"tables/{name}/{path}") == "unknown_table"
        assert eve.get("tables") == {"open": [], "playing": []}
        with bob.sit(name) as seat:
            seat.update()
            bob.post(f"tables/{name}/leave")
            seat.until(lambda m: m["type"] == "update" and m["own"] is None)  # it is still his game to look at
        with eve.sit(name, invite=invite) as seat:
            assert seat.update()["own"] is None
            assert seat.messages[0]["table"]["invite"] is None


def test_ids_and_secrets_cannot_be_guessed(sqlite: str) -> None:
    assert len({new_id() for _ in range(1000)}) == 1000
    assert all(len(bytes.fromhex(new_id())) == 16 for _ in range(10))
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table(public=True)["id"]
        for wrong in (new_id(), table[:-1] + ("0" if table[-1] != "0" else "1")):
            assert ann.refused("GET", f"tables/{wrong}") == "unknown_table"
        for odd in ("..", "%00", "x", table.upper() + "00", table + "'--"):
            assert ann.refused("GET", f"tables/{odd}") in ("malformed", "not_found", "unknown_table")
        stored = server.call(server.services.store.people.by_secret(hashed(ann.http.cookies["eclisse"]), "cookie"))
        assert stored[0].id == ann.id
        assert ann.http.cookies["eclisse"] not in everything_stored(sqlite)


def everything_stored(url: str) -> str:
    """The whole database as text."""
    import sqlite3

    connection = sqlite3.connect(url.removeprefix("sqlite:///"))
    try:
        return "\n".join(connection.iterdump())
    finally:
        connection.close()


def test_wrong_cookies_and_tokens_are_nobody(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann, httpx.Client(base_url=f"{server.url}/api/") as web:
        assert web.get("players/me").json()["code"] == "unknown_player"
        assert web.get("players/me", headers={"Cookie": "eclisse=nonsense"}).status_code == 401
        for token in ("x", "Ü".encode().decode("latin-1"), ann.http.cookies["eclisse"]):
            answer = web.get("players/me", headers={b"Authorization": f"Bearer {token}".encode("latin-1")})
            assert answer.json()["code"] == "unknown_player"
        token = ann.post("players/me/tokens")["token"]
        bearer = {"Authorization": f"Bearer {token}"}
        assert web.get("players/me", headers=bearer).json()["id"] == ann.id
        assert web.get("players/me", headers={"Cookie": f"eclisse={token}"}).status_code == 401
        table = ann.table()["id"]
        with Seat(server.url, table, bearer) as seat:
            assert seat.receive()["table"]["seats"][0]["yours"]
        with Seat(server.url, table, {"Authorization": "Bearer wrong"}) as seat:
            assert seat.closed() == 4401
        with Seat(server.url, table, bearer) as program, ann.sit(table) as device:
            program.receive()
            device.receive()
            ann.call("DELETE", "players/me/tokens")
            assert program.closed() == 4401
            device.send(type="ping")
            assert device.receive()["type"] == "pong"
            ann.call("DELETE", "players/me/session")
            assert device.closed() == 4401
        assert web.get("players/me", headers=bearer).status_code == 401


def test_a_recovery_link_works_once_and_a_new_one_replaces_it(database: str) -> None:
    with on_port(database) as server, Person(server.url) as ann, Person(server.url, "phone") as phone:
        old, new = (ann.post("players/me/recovery")["token"] for _ in range(2))
        assert phone.refused("POST", "players/recover", {"token": old}) == "unknown_player"
        assert phone.post("players/recover", token=new)["id"] == ann.id
        assert phone.get("players/me")["id"] == ann.get("players/me")["id"] == ann.id
        assert phone.refused("POST", "players/recover", {"token": new}) == "unknown_player"
        phone.call("DELETE", "players/me/session")
        assert phone.refused("GET", "players/me") == "unknown_player"
        assert ann.get("players/me")["id"] == ann.id


def test_the_cookie_is_for_this_site_only_and_never_for_scripts(sqlite: str) -> None:
    with on_port(sqlite, root_path="/trains") as server:
        answer = httpx.post(f"{server.url}/api/players", json={"name": "Ann"})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "path=/trains" in cookie
        assert "secure" not in cookie


def test_pages_of_other_sites_are_turned_away(sqlite: str) -> None:
    with on_port(sqlite, origins=("https://friend.example",)) as server, Person(server.url) as ann:
        table = ann.table()["id"]
        for origin in (
            "https://evil.example",
            "null",
            server.url.rpartition(":")[0] + ":1",
            server.url + ".evil.example",
        ):
            foreign = {"Origin": origin}
            answer = ann.call("POST", f"tables/{table}/start", {}, headers=foreign)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
            with pytest.raises(InvalidStatus):
                Seat(server.url, table, {**ann.headers(), **foreign})
        for origin in (server.url, "https://friend.example"):
            with Seat(server.url, table, {**ann.headers(), "Origin": origin}) as seat:
                assert seat.receive()["type"] == "table"
        assert ann.call("PATCH", "players/me", {"name": "A"}, headers={"Origin": server.url}).status_code == 200


def test_what_is_too_large_is_refused(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            seat.update()
            seat.send(type="say", text="x" * 5000)
            assert seat.refusal() == "too_large"
            seat.decide(0, "keep 1 2")
            assert seat.update(1)["number"] == 1
            seat.socket.send("x" * 70_000)
            assert seat.closed() == 1009
        assert ann.refused("POST", "score", {"game": "x" * 70_000}) == "too_large"

        def chunks() -> Any:
            for _ in range(80):
                yield b"x" * 1000

        answer = ann.http.post("score", content=chunks(), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert ann.get(f"tables/{table}")["number"] == 1


def test_floods_are_refused_then_cut_off_and_others_play_on(sqlite: str) -> None:
    limits: dict[str, Any] = {"message_rate": Settings.message_rate, "request_rate": 5.0}
    with on_port(sqlite, **limits) as server, Person(server.url) as ann, Person(server.url) as eve:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            seat.update()
            with eve.sit(eve.table()["id"]) as flood:
                with suppress(ConnectionClosed):
                    for _ in range(2000):
                        flood.send(type="ping")
                assert flood.closed() == 1008
                codes = {m["code"] for m in flood.messages if m["type"] == "refused"}
                assert codes == {"too_fast"}
            seat.decide(0, "keep 1 2")
            assert seat.update(1)["number"] == 1
        answers = [eve.call("GET", "players/me").status_code for _ in range(60)]
        assert set(answers) == {200, 429}
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_a_flood_of_which_some_is_accepted_is_cut_off_too(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = itertools.count(1)
    monkeypatch.setattr(Bucket, "take", lambda _: next(turns) % 3 == 0)
    with on_port(sqlite, flood=20) as server:
        connection = Connection(server.services.hub, None, Limits(server.services.settings), None, None)  # type: ignore[arg-type]
        for _ in range(90):
            with suppress(Refused):
                connection._parse({"text": '{"type":"ping"}'})
        assert connection._too_fast > server.services.settings.flood


def test_too_many_sockets_tables_and_players_are_refused(sqlite: str) -> None:
    limits: dict[str, Any] = {"sockets_per_player": 3, "tables_per_player": 4, "max_tables": 6, "player_rate": 0.1}
    limits |= {"sockets_per_address": 4}
    with on_port(sqlite, **limits) as server, Person(server.url) as ann, Person(server.url) as bob:
        tables = [ann.table()["id"] for _ in range(4)]
        assert ann.refused("POST", "tables", {"game": "usa", "seats": [{"kind": "you"}] * 2}) == "too_many"
        others = [bob.table()["id"] for _ in range(2)]
        assert bob.refused("POST", "tables", {"game": "usa", "seats": [{"kind": "you"}] * 2}) == "too_many"
        sockets = [ann.sit(tables[0]) for _ in range(3)]
        for one in sockets:
            assert one.receive()["type"] == "table"  # now it has its place
        with ann.sit(tables[0]) as fourth:
            assert fourth.closed() == 1013
        with bob.sit(others[0]) as fourth:
            assert fourth.receive()["type"] == "table"
            with bob.sit(others[0]) as fifth:
                assert fifth.closed() == 1013
        sockets.pop().close()
        assert_eventually_sits(ann, tables[0])
        for one in sockets:
            one.close()
        codes = [httpx.post(f"{server.url}/api/players", json={"name": "x"}).status_code for _ in range(10)]
        assert codes[-1] == 429
        has = server.services
        has.settings = replace(has.settings, idle_after=-1.0)  # as if nobody had touched them for long
        assert ann.table()["status"] == bob.table()["status"] == "open"


def assert_eventually_sits(person: Person, table: str) -> None:
    """A place that was given back can be taken again."""
    for _ in range(100):
        with person.sit(table) as seat:
            if seat.receive()["type"] == "table":
                return
    raise AssertionError("no place becomes free")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def bad_messages(rng: random.Random) -> Any:
    """Messages that are wrong in every way we can think of, and some in none."""
    good: list[Json] = [
        {"type": "decide", "number": 0, "action": "keep 1 2", "seat": 0},
        {"type": "look", "seat": 0},
        {"type": "say", "text": "hello"},
    ]
    values: list[Any] = [
        None,
        -1,
        5,
        10**30,
        1.5,
        "",
        "x",
        "\u0000",
        "0",
        [],
        {},
        True,
        float("nan"),
        "keep 9",
        "é" * 90,
    ]
    frame = dict(rng.choice(good))
    for _ in range(rng.randint(1, 2)):
        match rng.randrange(5):
            case 0:
                frame.pop(rng.choice(list(frame)), None)
            case 1:
                frame[rng.choice([*frame, "extra", "type"])] = rng.choice(values)
            case 2:
                frame["type"] = rng.choice(["decide", "update", "Decide", "", "ping ", "__proto__"])
            case 3:
                frame["number"] = rng.choice([1, 7, 999_999, 1_000_000, -5])
            case _:
                frame["seat"] = rng.choice([1, 2, 3, 4, 5, -1])
    text = json.dumps(frame)
    match rng.randrange(8):
        case 0:
            return text[: rng.randrange(len(text))]
        case 1:
            return text.encode()
        case 2:
            place = rng.randrange(len(text))
            return text[:place] + rng.choice(['"', "}", "\\", "\\ud800", ",", "[" * 300]) + text[place:]
        case 3:
            return rng.choice(["", "null", "[]", "[" * 3000, "1e999", '"decide"', "{" * 50, "\ufeff{}", "NaN"])
        case _:
            return text


def test_two_thousand_bad_messages_are_each_refused_and_the_table_plays_on(sqlite: str) -> None:
    rng, sent = random.Random(4), 0
    with on_port(sqlite) as server, Person(server.url) as ann, Person(server.url) as bob:
        table = started(ann, bob, chat=False)["id"]
        with ann.sit(table) as first, bob.sit(table) as second:
            first.update()
            first.decide(0, "keep 1 2")
            first.update(1)  # from now on nothing that the fuzzer says is right: it is Bob's choice
            while sent < 2_000:
                batch = [bad_messages(rng) for _ in range(100)]
                wrong = [m for m in batch if not is_harmless(m)]
                for message in wrong:
                    first.socket.send(message)
                answers = [first.receive() for _ in wrong]
                assert {answer["type"] for answer in answers} == {"refused"}
                sent += len(wrong)
            assert {m["code"] for m in first.messages if m["type"] == "refused"} >= {
                "malformed",
                "stale",
                "not_your_turn",
                "not_your_seat",
                "chat_off",
            }
            second.decide(1, "keep 1 2")
            assert second.update(2)["view"]["phase"] == "main"
            assert first.update(2)["number"] == 2


def is_harmless(message: Any) -> bool:
    """Whether a message asks for something that may be done: to look from one's own seat, or as a spectator."""
    try:
        data = json.loads(message) if isinstance(message, str) else None
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("type") == "look"


@given(JSON)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_refused(shared_seat: Seat, value: Any) -> None:
    shared_seat.socket.send(json.dumps(value))
    assert shared_seat.receive()["code"] == "malformed"


@pytest.fixture
def shared_seat(sqlite: str) -> Any:
    with on_port(sqlite) as server, Person(server.url) as ann, ann.sit(ann.table()["id"]) as seat:
        seat.receive()
        yield seat


def test_a_client_that_never_reads_is_let_go(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.1)
    with on_port(sqlite, send_timeout=0.2) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        ann.close()
        with deaf(server, f"/api/tables/{table}/socket", ann.headers()) as raw:
            wait_until(lambda: len(server.services.guard._sockets) == 1)
            raw.sendall((struct.pack("!BB4x", 0x81, 0x81) + b"x") * 2000)  # each is refused, in some 100 bytes
            wait_until(lambda: len(server.services.guard._sockets) == 0)
            wait_until(lambda: not server.server.server_state.connections)


def deaf(server: Thread, path: str, headers: dict[str, str]) -> socket.socket:
    """A WebSocket that nobody reads from, with little room on its way."""
    server.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(server.listener.getsockname())
    lines = {"Host": "x", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", **headers}
    lines["Sec-WebSocket-Key"] = base64.b64encode(bytes(16)).decode()
    text = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    raw.sendall(f"GET {path} HTTP/1.1\r\n{text}\r\n".encode())
    return raw


def test_a_connection_that_asks_for_nothing_is_closed(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", 0.1)
    with on_port(sqlite) as server, Person(server.url) as ann, ann.sit(ann.table()["id"]) as seat:
        seat.receive()
        with socket.create_connection(server.listener.getsockname(), 60) as raw:
            assert raw.recv(1) == b""
        seat.send(type="ping")
        assert seat.receive()["type"] == "pong"


def test_bytes_that_are_no_http_do_no_harm(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        host, port = server.url.removeprefix("http://").split(":")
        for data in (
            b"\x00" * 100,
            b"GET / HTTP/9.9\r\n\r\n",
            b"POST /api/players HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        ):
            with socket.create_connection((host, int(port)), 60) as raw:
                raw.sendall(data)
                raw.shutdown(socket.SHUT_WR)
                raw.recv(1000)
        assert ann.get("players/me")["id"] == ann.id
