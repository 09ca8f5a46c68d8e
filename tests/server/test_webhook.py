"""Notices: they reach a public address, never a private one, and follow no redirect."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_network
from typing import Any

import pytest

from eclisse.server import reach as webhook
from eclisse.server.play import presence
from tests.server.people import Person, Seat
from tests.server.receiving import receiving
from tests.server.serving import serving, wait_until

PRIVATE = [
    "127.0.0.1",
    "localhost",
    "10.0.0.1",
    "172.16.5.5",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "2130706433",
    "0x7f.1",
    "127.1",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fc00::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fec0::1]",
    "[64:ff9b:1::7f00:1]",
    "[::127.0.0.1]",
    "[::ffff:0:7f00:1]",
    "192.0.0.8",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_no_private_address_is_reached_however_it_is_written(host: str) -> None:
    with pytest.raises(webhook.BadWebhook):
        asyncio.run(webhook.send(f"http://{host}/", {}, 0.5))


BAD = [
    "ftp://a.example/",
    "file:///etc/passwd",
    "https://",
    "x",
    "http://a:b@c.example/",
    "http://a.example:99999/",
    "http://[",
]


@pytest.mark.parametrize("url", [*BAD, "http://a b/", ""])
def test_what_is_no_plain_web_address_is_no_webhook(url: str) -> None:
    with pytest.raises(webhook.BadWebhook):
        webhook.parse(url)


def test_a_name_is_judged_by_every_address_it_has_at_the_moment_of_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [["93.184.216.34"], ["93.184.216.34", "10.0.0.1"]]

    def look_up(host: str, port: int, **_: Any) -> Any:
        assert threading.current_thread().daemon  # a slow answer keeps no server from stopping
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers[0]]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    parts = webhook.parse("https://rebinding.example/")
    assert asyncio.run(webhook.resolve(parts)) == "93.184.216.34"
    answers.pop(0)
    with pytest.raises(webhook.BadWebhook, match="not a public address"):
        asyncio.run(webhook.resolve(parts))


def test_nobody_waits_long_for_a_name_that_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [end.wait()][1:])
    with pytest.raises(webhook.BadWebhook, match="in time"):
        asyncio.run(webhook.check("https://slow.example/", 0.05))
    end.set()


def test_nobody_waits_for_an_answer_that_comes_letter_by_letter() -> None:
    end = threading.Event()

    def drip() -> None:
        connection, _ = listener.accept()
        with connection, suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 ")
            while not end.wait(0.02):
                connection.sendall(b"x")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip)
        thread.start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        with pytest.raises(webhook.BadWebhook, match="did not answer"):
            asyncio.run(webhook.send(address, {}, 0.2, [ip_network("127.0.0.0/8")]))
        end.set()
        thread.join()


@contextmanager
def listening(status: int = 200, wanted: bool = True) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A web server of our own, and what was posted to it; if its owner wants notices it answers the challenge."""
    got: list[dict[str, Any]] = []

    def answer(request: BaseHTTPRequestHandler, text: bytes) -> None:
        body = json.loads(text)
        challenged = "challenge" in body and wanted
        if not challenged:
            got.append(body)  # before the answer: who has it looks here
        request.send_response(status)
        request.send_header("Location", "/elsewhere")
        request.end_headers()
        if challenged:
            request.wfile.write(json.dumps({"challenge": body["challenge"]}).encode())

    with receiving(answer) as url:
        yield f"{url}/hook?a=1", got


def test_redirects_are_not_followed() -> None:
    with listening(302) as (url, got):
        assert asyncio.run(webhook.send(url, {"n": 1}, 2, [ip_network("127.0.0.0/8")])) == 302
        assert got == [{"n": 1}]


def test_a_webhook_gets_nothing_until_it_has_answered_the_challenge(sqlite: str) -> None:
    allowed = (ip_network("127.0.0.0/8"),)
    with (
        listening(wanted=False) as (victim, got),
        serving(sqlite, webhook_networks=allowed) as server,
        Person(server.url) as eve,
    ):
        answer = eve.call("PATCH", "players/me", {"webhook": victim})
        assert [fault["code"] for fault in answer.json()["faults"]] == ["webhook-not-proven"]
        assert [sorted(body) for body in got] == [["challenge", "event"]]
        assert eve.get("players/me")["webhook"] == ""


def test_a_player_who_is_away_gets_a_notice_when_it_is_their_turn(sqlite: str) -> None:
    allowed = (ip_network("127.0.0.0/8"),)
    with (
        listening() as (url, got),
        serving(sqlite, webhook_networks=allowed, public_url="https://play.example") as server,
        Person(server.url) as ann,
        Person(server.url) as bob,
    ):
        bob.call("PATCH", "players/me", {"webhook": url})
        table = ann.start_with(bob)
        wait_until(lambda: got)
        assert [notice["event"] for notice in got] == ["your_turn"]
        assert got[0]["link"] == f"https://play.example/t/{table}"
        assert got[0]["table"] == table
        with ann.sit(table) as first:
            first.update()
            first.decide(0, "keep 1 2")
            first.update(1)
            assert len(got) == 1
            with bob.sit(table) as second:
                update = second.update()
                second.decide(1, "keep 1 2")
                update = second.update(2)
                while update["view"]["to_act"] == [1]:
                    second.decide(update["number"], "draw")
                    update = second.update(update["number"] + 1)
            wait_until(lambda: len(server.services.hub.residents.followers) == 1)  # Bob has gone
            update = first.update(update["number"])
            while update["view"]["to_act"] == [0]:
                first.decide(update["number"], "draw")
                update = first.update(update["number"] + 1)
        wait_until(lambda: len(got) == 2)
        assert got[1]["event"] == "your_turn"


def test_a_player_who_is_connected_to_another_process_gets_none(postgres_database: str) -> None:
    allowed = (ip_network("127.0.0.0/8"),)
    with (
        listening() as (url, got),
        serving(postgres_database, webhook_networks=allowed) as one,
        serving(postgres_database, webhook_networks=allowed) as two,
        Person(one.url) as ann,
        Person(two.url) as bob,
    ):
        bob.call("PATCH", "players/me", {"webhook": url})
        table = ann.table("usa", "you open", public=True)["id"]
        bob.post(f"tables/{table}/join")
        with bob.sit(table) as second:
            second.receive()
            wait_until(lambda: one.call(one.services.hub.presence.elsewhere(table)) == {bob.id})
            ann.post(f"tables/{table}/start")
            second.update()
            assert one.call(one.services.hub.presence.elsewhere(table)) == {bob.id}
            token = bob.post("players/me/tokens")["token"]
            with Seat(one.url, table, {"Authorization": f"Bearer {token}"}) as program:
                program.update()
                bob.call("DELETE", "players/me/tokens")
                assert program.closed() == 4401
        assert got == []


def test_a_webhook_to_a_private_address_is_refused_when_it_is_set(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        for url in ("http://127.0.0.1/", "https://localhost/x", "nonsense", "http://nowhere.invalid/"):
            assert ann.refused("PATCH", "players/me", {"webhook": url}) == "invalid"
        assert ann.get("players/me")["webhook"] == ""


def test_only_so_many_names_are_looked_up_for_an_address(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names, really = list[str](), socket.getaddrinfo

    def look_up(host: Any, *given: Any, **more: Any) -> Any:
        if str(host).endswith(".example"):
            names.append(host)
            raise socket.gaierror
        return really(host, *given, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with serving(sqlite, player_rate=1 / 60) as server, Person(server.url) as ann:  # one at once
        assert ann.refused("PATCH", "players/me", {"webhook": "https://one.example/"}) == "invalid"
        assert ann.refused("PATCH", "players/me", {"webhook": "https://two.example/"}) == "too_fast"
        push = {"endpoint": "https://three.example/", "p256dh": "A", "auth": "A"}
        assert ann.refused("POST", "players/me/push", push) == "invalid"
    assert names == ["one.example"]


def test_a_site_that_does_not_answer_delays_no_other(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "NOTICES", 8)
    monkeypatch.setattr(presence, "NOTICES_WAITING", 6)
    allowed = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    with (
        socket.create_server(("127.0.0.1", 0), backlog=100) as silent,
        listening() as (url, got),
        serving(sqlite, webhook_networks=allowed, webhook_timeout=60.0) as server,
        Person(server.url) as eve,
        Person(server.url) as bob,
    ):
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/"  # it answered the challenge, and then no more
        store = server.services.store
        server.call(store.change_player(replace(server.call(store.players_by_id([eve.id]))[0], webhook=address)))
        for _ in range(16):
            eve.post(f"tables/{eve.table('usa', 'you you')['id']}/start")
        bob.call("PATCH", "players/me", {"webhook": url.replace("127.0.0.1", "localhost")})
        bob.post(f"tables/{bob.table('usa', 'you you')['id']}/start")
        wait_until(lambda: got)
        figures = server.services.metrics.webhooks
        assert figures.labels("failed")._value.get() == 0  # those that do not answer are still waited for
        assert figures.labels("dropped")._value.get() == 6  # of 16 four are under way and six wait


def test_whose_webhook_it_is_follows_from_the_end_of_its_name() -> None:
    assert webhook.site("https://a.b.example.org/x") == webhook.site("http://c.example.org:81/") == "example.org"
    assert webhook.site("https://ann.github.io/") != webhook.site("https://eve.github.io/")
    assert (
        webhook.site("https://a.shop.co.uk/")
        == webhook.site("https://b.shop.co.uk/")
        != webhook.site("https://x.co.uk/")
    )
    assert webhook.site("http://192.0.2.1/a") != webhook.site("http://192.0.2.2/a")
