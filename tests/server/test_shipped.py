"""An evening with exactly the settings that everybody gets: nothing that people do meets a limit."""

import random

import pytest

from eclisse.server import reach
from tests.server.people import Person, play
from tests.server.serving import Thread, on_port, wait_until
from tests.server.test_passkeys import Authenticator
from tests.server.test_three_days import choose_tickets
from tests.server.test_webhook import listening


def test_an_evening_with_the_shipped_settings(sqlite: str) -> None:
    """Two people play a whole game from one address, talk, watch, share, learn, and play the deal of the day."""
    with (
        on_port(sqlite, shipped=True) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Cy") as cy,
    ):
        table = ann.table("berlin", "you open", clock=600, public=True)["id"]
        bob.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as first, bob.sit(table) as second, cy.sit(table) as watching:
            for text in ("hello", "good luck"):
                first.send(type="say", text=text)
                assert watching.until(lambda m: m["type"] == "chat")["lines"][-1]["text"] == text
            last = play({0: first, 1: second}, random.Random(1))
            assert last["ending"]["sheet"]["seats"]
        assert ann.get(f"tables/{table}/record")["game"] == "berlin"
        assert cy.get(f"tables/{table}/replay")["table"]
        assert [one.post(f"tables/{table}/share", agree=True)["shared"] for one in (ann, bob)] == [False, True]
        again = ann.post(f"tables/{table}/rematch")["id"]
        assert bob.post(f"tables/{again}/join")["status"] in ("open", "playing")
        alone = ann.table("usa", "you bot:easy")["id"]
        ann.post(f"tables/{alone}/start")
        with ann.sit(alone) as seat:
            seat.update()
        assert ann.get(f"tables/{alone}/hint")
        assert ann.post("daily")["daily"]
        assert ann.get("puzzles")
        assert ann.get("players/me/games")[0]["table"]
        other = ann.post("players/me/recovery")["token"]
        assert bob.post("players/recover", token=other)["name"] == "Ann"
        assert ann.post("players/me/tokens")["token"]
        assert ann.get("players/me/export")["player"]
        assert 0 <= ann.get(f"tables/{table}/review")["done"] <= 1
        assert refusals(server) == []


def refusals(server: Thread) -> list[str]:
    """The counts of what was refused."""
    return [line for line in server.services.metrics.text().decode().splitlines() if "refusals_total{" in line]


def test_what_else_an_evening_has_with_the_shipped_settings(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait for each other, quarrel, make up, and one learns from it; our web server passes for a public one."""
    monkeypatch.setattr(reach, "_is_public", lambda _: True)
    with (
        listening() as (url, got),
        on_port(sqlite, shipped=True) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
    ):
        assert bob.call("PATCH", "players/me", {"webhook": url}).status_code == 200
        table = ann.table("usa", "you open", public=True, first=0)["id"]
        bob.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        assert ann.post(f"tables/{table}/nudge", seat=1) == {"told": True}
        wait_until(lambda: [notice["event"] for notice in got] == ["your_turn", "nudge"])
        with ann.sit(table) as first, bob.sit(table) as second:
            choose_tickets(first, second)
            first.decide(2, "draw")
            first.update(3)
        assert ann.post(f"tables/{table}/wish", wish="end")["seats"][0]["wish"] == "end"
        assert bob.post(f"tables/{table}/wish", wish=None)["status"] == "playing"
        assert ann.call("POST", "reports", {"table": table, "seat": 1, "text": "rude"}).status_code == 201
        assert ann.call("POST", "players/me/blocks", {"table": table, "seat": 1}).status_code == 201
        assert ann.call("DELETE", f"players/me/blocks/{bob.id}").status_code == 200
        assert bob.post(f"tables/{table}/leave")["seats"][1]["out"] == "resigned"
        position = ann.get(f"tables/{table}/position?number=2")
        assert ann.post("sandbox", position=position, seat=0)["updates"][-1]["own"]["legal"]
        key, mine, way_in = Authenticator(server.url), "players/me/passkeys", "players/passkey"
        ann.http.headers["Origin"] = bob.http.headers["Origin"] = server.url
        ann.post(mine, **key.answer("create", ann.post(f"{mine}/challenge")["challenge"]))
        assert bob.post(way_in, **key.answer("get", bob.post(f"{way_in}/challenge")["challenge"]))["name"] == "Ann"
        assert refusals(server) == []
