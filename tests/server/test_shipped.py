"""An evening with exactly the settings that everybody gets: nothing that people do meets a limit."""

import random

from tests.server.people import Person, play
from tests.server.serving import serving


def test_an_evening_with_the_shipped_settings(sqlite: str) -> None:
    """Two people play a whole game from one address, talk, watch, share, learn, and play the deal of the day."""
    with (
        serving(sqlite, shipped=True) as server,
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
        refusals = [line for line in server.services.metrics.text().decode().splitlines() if "refusals_total{" in line]
        assert refusals == []
