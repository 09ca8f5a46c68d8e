"""Puzzles over the network: one a day, nothing of the answer before it is given, and a verdict on every answer."""

import json
from datetime import UTC, datetime

import pytest

from eclisse.analysis.puzzle_book import LEVELS, Puzzle, all_puzzles, of_day
from eclisse.server.coach.positions import judged, listed, shown
from tests.server.people import Person
from tests.server.serving import serving

ALL = all_puzzles()
SOME = ALL[:: max(1, len(ALL) // 4)]


def test_the_list_names_every_puzzle_and_changes_its_choice_at_midnight() -> None:
    noon = datetime(2026, 11, 16, 12, tzinfo=UTC)
    found = listed(noon.timestamp())
    assert [row.number for row in found.puzzles] == [one.number for one in ALL]
    assert (found.day, found.today) == ("2026-11-16", of_day(noon.date()).number)
    assert listed(noon.timestamp() + 11 * 3600).today == found.today
    assert listed(noon.timestamp() + 13 * 3600).today != found.today


@pytest.mark.parametrize("one", SOME, ids=lambda one: str(one.number))
def test_every_answer_has_its_verdict(one: Puzzle) -> None:
    told = shown(one.number, 0.0)
    legal = [action.text for action in told.update.own.legal] if told.update.own else []
    assert one.answer in legal
    tried = {*(option["action"] for option in one.options), legal[0], legal[-1], None}
    verdicts = {action: judged(one.number, action) for action in tried}
    assert verdicts[one.answer].right
    assert verdicts[None].loss is None
    for action, verdict in verdicts.items():
        assert verdict.options[0].action == one.answer
        assert verdict.right == (action is not None and one.loss(action) == 0.0)
        assert verdict.at_least == (action is not None and one.loss(action) is None)
        assert [option.action for option in verdict.options] == [row["action"] for row in one.choices]
        assert all(option.behind >= 0.08 for option in verdict.options[1:]), "what is shown proves the answer"
        assert verdict.found == len(one.found_by) <= len(LEVELS)
        if action is not None and not verdict.right:
            assert verdict.loss is not None
            assert verdict.loss >= 0.08 or one.loss(action) is not None


def test_nothing_hidden_is_told_before_the_answer(sqlite: str) -> None:
    one = ALL[0]
    with serving(sqlite) as server, Person(server.url) as ann:
        assert ann.get("puzzles")["puzzles"][0]["number"] == 1
        told = ann.get("puzzles/1")
        assert not {"options", "found_by", "position", "key", "answer"} & set(told)
        text = json.dumps(told)
        assert one.position["key"] not in text
        assert "hands" not in text
        assert "win" not in told["update"]["view"]
        assert ann.post("puzzles/1/answer", action=one.answer)["right"]
        assert ann.post("puzzles/1/answer")["options"][0]["action"] == one.answer
        assert ann.refused("POST", "puzzles/1/answer", {"action": "claim nowhere"}) == "illegal"
        assert ann.refused("GET", f"puzzles/{len(ALL) + 1}") == "not_found"
        route = next(iter(one.position["routes"]))
        assert ann.get(f"puzzles/1/why-not?route={route}")["faults"]


def test_what_somebody_has_tried_is_known_on_all_their_devices(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url) as phone:
        assert ann.get("puzzles/answered") == {"right": [], "wrong": []}
        kept = {"right": [1, 3], "wrong": [2, 4]}
        assert ann.post("puzzles/answered", **kept) == kept
        phone.post("puzzles/answered", right=[2], wrong=[1, 5])
        phone.post("players/recover", token=ann.post("players/me/recovery")["token"])
        merged = {"right": [1, 2, 3], "wrong": [4, 5]}
        assert phone.post("puzzles/answered", right=[2, len(ALL) + 1], wrong=[1, 5]) == merged
        assert ann.get("puzzles/answered") == merged
        server.call(server.services.store.people.add_answers(ann.id, {2: False, 4: True}))  # as by two devices at once
        assert ann.get("puzzles/answered") == {"right": [1, 2, 3, 4], "wrong": [5]}
        known = ann.get("players/me/export")["puzzles"]
        assert [(row["puzzle"], row["is_right"]) for row in known] == [(n, n != 5) for n in range(1, 6)]
        assert ann.refused("POST", "puzzles/answered", {"right": [0], "wrong": []}) == "malformed"
        assert ann.refused("POST", "puzzles/answered", {"right": list(range(1, 2002)), "wrong": []}) == "malformed"
        assert ann.call("DELETE", "players/me").status_code == 204
        assert server.call(server.services.store.people.answers(ann.id)) == {}
        assert ann.refused("GET", "puzzles/answered") == "unknown_player"
