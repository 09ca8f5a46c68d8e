"""Games that a browser has played by itself: judged, kept with their player, and counted nowhere."""

from typing import Any

from eclisse import Game
from eclisse.server import own
from tests.server.people import Person
from tests.server.serving import serving
from tests.wasm.asks import finished

LEVELS = [None, {"level": "easy", "style": None}]


def told(game: Game, at: float = 5.0, **more: Any) -> dict[str, Any]:
    """A record as a page sends it."""
    bots = [None, {"level": "easy", "style": "made up"}]
    by = ["bot" if seat else "player" for seat, _ in game.actions]
    return {"record": {**game.record(), "table": "own-1", "started_at": at, "by": by, "bots": bots, **more}}


def put(person: Person, number: int, body: dict[str, Any]) -> int:
    """Keep a game under a number; returns the status of the answer."""
    return person.call("PUT", f"players/me/records/{number:032x}", body).status_code


def test_a_game_of_a_browser_goes_along_with_its_player(database: str) -> None:
    game = finished("berlin", 2, 1)
    with serving(database) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        assert [put(ann, 1, told(game)), put(ann, 1, told(game, at=9.0)), put(ann, 2, told(game, at=7.0))] == [204] * 3
        assert ann.get("players/me/records") == [f"{2:032x}", f"{1:032x}"]
        kept = ann.get(f"players/me/records/{1:032x}")
        assert Game.replay(kept).result.to_dict() == game.result.to_dict()
        assert (kept["started_at"], kept["bots"], set(kept["by"])) == (5.0, LEVELS, {"player", "bot"})
        assert "table" not in kept, "what was not judged is not kept"
        assert bob.get("players/me/records") == []
        assert bob.refused("GET", f"players/me/records/{1:032x}") == "not_found"
        assert ann.get("players/me/games") == []
        assert ann.get("players/me/coach")["games"] == []
        assert [row["id"] for row in ann.get("players/me/export")["records"]] == [f"{1:032x}", f"{2:032x}"]
        assert ann.call("DELETE", "players/me/records").status_code == 204
        assert ann.get("players/me/records") == []
        put(ann, 3, told(game))
        assert ann.call("DELETE", "players/me").status_code == 204
        assert server.call(server.services.store.people.records(ann.id)) == []


def test_what_does_not_replay_is_not_kept_and_the_oldest_give_way(sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(own, "MOST", 2)
    game = finished("berlin", 2, 1)
    with serving(sqlite) as server, Person(server.url) as ann:
        record = told(game)["record"]
        faulty: list[dict[str, Any]] = [
            {"actions": record["actions"][:-1]},
            {"actions": [*record["actions"][:3], [0, "fly"]]},
            {"result": {**record["result"], "winners": [0, 1]}},
        ]
        for change in faulty:
            assert ann.refused("PUT", f"players/me/records/{1:032x}", {"record": record | change}) == "invalid"
        assert ann.refused("PUT", "players/me/records/own-1", told(game)) == "malformed"
        for bots in ("easy", [{"level": ["easy"]}, 7], [None]):
            assert put(ann, 9, told(game, at=0.0, bots=bots, started_at="long ago")) == 204
        assert ann.get(f"players/me/records/{9:032x}")["bots"] == [None, None]
        assert [put(ann, number, told(game, at=float(number))) for number in (3, 1, 2)] == [204] * 3
        assert ann.get("players/me/records") == [f"{3:032x}", f"{2:032x}"]
