"""The coach at a table: hints for those who play alone against bots, from what they can know, and for nobody else."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from eclisse import Game
from eclisse.analysis import review
from eclisse.analysis.hint import hint
from eclisse.analysis.weigh import CLEAR
from eclisse.bots.seated import play_out, sit_down
from eclisse.server.coach import hints as coaching
from eclisse.server.coach import reviews
from eclisse.server.coach.hints import doubt
from eclisse.server.coach.reviews import KeptReviews
from eclisse.server.guard.cost import Account
from eclisse.server.play.work import FairPool
from eclisse.server.store import open_store
from tests.server.inside import http
from tests.server.people import Person
from tests.server.reviewed import keep_review
from tests.server.serving import serving, wait_until
from tests.server.test_store import new_table

LATE = Path(__file__).parents[1] / "analysis" / "late_2.json"


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
            assert hint["decision"]["action"]["text"] == hint["action"]
            assert len(hint["decision"]["tickets"]) == len(hint["decision"]["action"]["places"]) > 0
            assert all(set(reason) == {"code", "params"} for reason in hint["why"])
        assert found["hints"][0]["win"][0] == max(hint["win"][0] for hint in found["hints"])
        assert ann.get(f"tables/{table}/hint") == found
        assert ann.get(f"tables/{table}/doubt?action={found['hints'][0]['action']}") == {"number": 1, "loss": None}
        assert ann.refused("GET", f"tables/{table}/doubt?action=pass") == "illegal"


def test_nobody_gets_a_hint_in_a_game_between_people(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        here = ann.table("usa", "you you bot:easy")["id"]
        ann.post(f"tables/{here}/start")
        assert ann.refused("GET", f"tables/{here}/hint") == "not_allowed"
        assert ann.refused("GET", f"tables/{here}/doubt?action=keep 1 2") == "not_allowed"
        table = ann.table("usa", "you open bot:easy", public=True)["id"]
        bob.post(f"tables/{table}/join", promise="0" * 64)
        ann.post(f"tables/{table}/start")
        for person in (ann, bob):
            assert person.refused("GET", f"tables/{table}/hint") == "not_allowed"
            assert person.refused("GET", f"tables/{table}/doubt?action=keep 1 2") == "not_allowed"
        bob.post(f"tables/{table}/leave")
        assert ann.refused("GET", f"tables/{table}/hint") == "not_allowed"
        assert bob.refused("GET", f"tables/{table}/hint") == "not_your_seat"


def test_the_coach_doubts_a_clear_mistake_and_no_good_decision() -> None:
    game = Game.from_position(json.loads(LATE.read_text("utf-8")))
    seat = game.to_act[0]
    best = hint(game.view(seat), game.legal(seat))[0].option.action.text
    assert doubt(game, seat, 0, best).loss is None
    assert (doubt(game, seat, 0, "draw").loss or 0) > CLEAR


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """A short finished game; the coach takes little time for it."""
    monkeypatch.setattr(reviews, "judge", lambda moment, look: review.judge(moment, look, iterations=8))
    game = Game.new("berlin", 2, seed=3)
    play_out(game, sit_down(["planner", "greedy"], "3" * 32))
    return game.record()


def test_a_review_starts_with_a_glance_and_becomes_whole(sqlite: str, record: dict[str, object]) -> None:
    with serving(sqlite) as server:
        ask = lambda: http(server.url).post("/api/review", json={"record": record}).json()  # noqa: E731
        first = ask()
        n = len(Game.replay(record).actions)
        assert [moment["number"] for moment in first["moments"]] == list(range(n))
        wait_until(lambda: ask()["done"] == 1)
        whole = ask()
        assert [moment["number"] for moment in whole["moments"]] == list(range(n))
        assert all(abs(sum(moment["win"]) - 1) < 1e-3 for moment in whole["moments"])
        assert all((moment["better"] is not None) == moment["sure"] for moment in whole["moments"])
        assert all(0 <= share <= 1 for share in whole["accuracy"])
        for seat, ideas in enumerate(whole["ideas"]):
            wrong = {one["number"] for one in whole["moments"] if one["sure"] and one["seat"] == seat}
            taught = [number for idea in ideas for number in idea["moments"]]
            assert set(taught) == wrong if len(ideas) < 3 else set(taught) <= wrong
            assert len(ideas) <= 3
            assert [idea["loss"] for idea in ideas] == sorted((idea["loss"] for idea in ideas), reverse=True)


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


def test_an_address_pays_for_what_the_coach_thinks_from_a_purse_of_its_own(
    sqlite: str, record: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    paid = Counter[Account]()
    monkeypatch.setattr(Account, "charge", lambda account, seconds: paid.update({account: seconds}))
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy", seed="7")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            seat.update(1)
        coach = server.services.guard.account("127.0.0.1 coach")
        for ask in (
            lambda: ann.get(f"tables/{table}/hint"),
            lambda: ann.get(f"tables/{table}/doubt?action=keep 1 2"),
            lambda: ann.post("review", record=record),
        ):
            before = paid[coach]
            ask()
            assert paid[coach] > before
        wait_until(lambda: ann.post("review", record=record)["done"] == 1)
        monkeypatch.setattr(coaching, "PATIENCE", -1.0)  # as if it were deep in debt
        assert ann.refused("GET", f"tables/{table}/hint") == "too_many"
        assert ann.refused("POST", "review", {"record": {**record, "seats": ["Zoé", "Bob"]}}) == "too_many"
        assert ann.post("review", record=record)["done"] == 1


def test_a_review_is_stored_without_names_and_read_again_after_a_restart(
    database: str, record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(names: list[str]) -> tuple[dict[str, Any], str]:
        """The complete review of a server that has just started, and what it has stored."""
        store, pool = await open_store(database, "one"), FairPool(1, "slow")
        known, game = reviews.Reviews(pool, KeptReviews(store)), Game.replay({**record, "seats": names})
        table = tables[0] if tables else await new_table(store)
        tables.append(table)
        while (told := json.loads(await known.of(game, "here", Account(1e9), table)))["done"] < 1:
            await asyncio.sleep(0.01)
        while (stored := await KeptReviews(store).read(table)) is None:
            await asyncio.sleep(0.01)
        pool.close()
        await store.close()
        return told, stored

    tables: list[str] = []
    first, stored = asyncio.run(ask(["Ann", "Bob"]))
    assert "Ann" not in stored
    assert "Bob" not in stored
    monkeypatch.setattr(reviews, "judge", None)  # nothing is looked at again
    assert asyncio.run(ask(["Ann", "Bob"])) == (first, stored)
    renamed, _ = asyncio.run(ask(['"Eve"', "Zoé"]))
    assert renamed["moments"][0]["win"] == first["moments"][0]["win"]
    assert "Ann" not in str(renamed)


def test_reviews_that_an_older_version_wrote_still_count_for_how_a_person_plays(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = keep_review(server, ann, decision={"en": "taking a red card", "fr": "prendre une carte rouge"})
        assert [game["table"] for game in ann.get("players/me/coach")["games"]] == [table]


def test_the_coach_knows_a_person_by_the_games_they_played_alone_at_their_seat(database: str) -> None:
    with serving(database) as server, Person(server.url) as ann, Person(server.url, "Eve") as eve:
        keep_review(server, ann, by="clock")
        keep_review(server, ann, seats="you you")
        table = keep_review(server, ann)
        known = ann.get("players/me/coach")
        [game] = known["games"]
        assert (game["table"], game["board"], game["accuracy"]) == (table, "usa", 0.9)
        assert known["lost"][0] == {"theme": "cards", "mistakes": 1, "loss": 0.2}
        assert eve.get("players/me/coach")["games"] == []
