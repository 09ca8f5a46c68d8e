"""The coach at a table: hints for those who play alone against bots, from what they can know, and for nobody else."""

import httpx
import pytest

from eclisse import Game
from eclisse.analysis import review
from eclisse.bots.seated import play_out, sit_down
from eclisse.server.tables import reviews
from tests.server.people import Person
from tests.server.serving import serving, wait_until


def test_a_hint_names_legal_decisions_and_the_same_question_has_the_same_answer(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy", seed="7")["id"]
        assert ann.refused("GET", f"tables/{table}/hint") == "not_your_turn"
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            legal = {action["text"] for action in seat.update(1)["own"]["legal"]}  # the bot has chosen
        found = ann.get(f"tables/{table}/hint")
        assert 1 <= len(found["hints"]) <= 3
        for hint in found["hints"]:
            assert hint["action"] in legal
            assert abs(sum(hint["win"]) - 1) < 1e-6
            assert hint["says"]["en"] != hint["says"]["fr"]
        assert found["hints"][0]["win"][0] == max(hint["win"][0] for hint in found["hints"])
        assert ann.get(f"tables/{table}/hint") == found


def test_nobody_gets_a_hint_in_a_game_between_people(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        here = ann.table("usa", "you you bot:easy")["id"]
        ann.post(f"tables/{here}/start")
        assert ann.refused("GET", f"tables/{here}/hint") == "not_allowed"
        table = ann.table("usa", "you open bot:easy", public=True)["id"]
        bob.post(f"tables/{table}/join", promise="0" * 64)
        ann.post(f"tables/{table}/start")
        for person in (ann, bob):
            assert person.refused("GET", f"tables/{table}/hint") == "not_allowed"
        bob.post(f"tables/{table}/leave")
        assert ann.refused("GET", f"tables/{table}/hint") == "not_allowed"
        assert bob.refused("GET", f"tables/{table}/hint") == "not_your_seat"


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """A short finished game; the coach takes little time for it."""
    monkeypatch.setattr(reviews, "judge", lambda moment, look: review.judge(moment, look, iterations=30))
    game = Game.new("berlin", 2, seed=3)
    play_out(game, sit_down(["planner", "greedy"], "3" * 32))
    return game.record()


def test_a_review_starts_with_a_glance_and_becomes_whole(sqlite: str, record: dict[str, object]) -> None:
    with serving(sqlite) as server:
        ask = lambda: httpx.post(f"{server.url}/api/review", json={"record": record}, timeout=60).json()  # noqa: E731
        first = ask()
        n = len(Game.replay(record).actions)
        assert [moment["number"] for moment in first["moments"]] == list(range(n))
        wait_until(lambda: ask()["done"] == 1)
        whole = ask()
        assert [moment["number"] for moment in whole["moments"]] == list(range(n))
        assert all(abs(sum(moment["win"]) - 1) < 1e-3 for moment in whole["moments"])
        assert all((moment["better"] is not None) == moment["sure"] for moment in whole["moments"])
        assert all(0 <= share <= 1 for share in whole["accuracy"])


def test_nobody_reviews_a_game_that_goes_on_or_more_than_their_share(
    sqlite: str, record: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy")["id"]
        ann.post(f"tables/{table}/start")
        assert ann.refused("GET", f"tables/{table}/review") == "not_over"
        unfinished = {**record, "actions": list(record["actions"])[:-1]}  # type: ignore[call-overload]
        assert ann.refused("POST", "review", {"record": unfinished}) == "invalid"
        monkeypatch.setattr(reviews, "EACH", 0)
        assert ann.refused("POST", "review", {"record": record}) == "too_many"
