"""Records that do not replay are refused, and the refusal says where."""

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from eclisse import Game, InvalidRecord
from eclisse.faults import Fault, fault


@cache
def played(game: str = "berlin") -> Game:
    """A whole random game."""
    table = Game.new(game, 2, seed=11, modules=["warehouses"], names=["Ada", "Bo"])
    rng = random.Random(3)
    while not table.over:
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    return table


def record(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(played().record()), **changes}


def faults(data: Any) -> tuple[Fault, ...]:
    with pytest.raises(InvalidRecord) as caught:
        Game.replay(data)
    return caught.value.faults


def refusal(data: Any) -> str:
    return "\n".join(map(str, faults(data)))


@pytest.mark.parametrize("game", ["berlin", "europe", "usa-mega", "switzerland", "india", "europe-mega"])
def test_a_record_replays_to_the_same_game(game: str) -> None:
    table = played(game)
    data = json.loads(json.dumps(table.record()))
    again = Game.replay(data)
    assert again.record() == data
    assert again.position() == table.position()
    assert again.names == ("Ada", "Bo")


def test_a_record_replays_up_to_a_number_of_decisions() -> None:
    for until in (0, 1, 5):
        assert len(Game.replay(record(), until=until).actions) == until


def test_a_game_that_goes_on_has_a_record_without_a_result() -> None:
    table = Game.new("usa", 2, seed=1)
    table.play(0, "keep 1 2")
    data = table.record()
    assert data["result"] is None
    assert Game.replay(data).position() == table.position()


@pytest.mark.parametrize("data", [None, 3, "record", [], [1, 2]])
def test_a_record_is_an_object(data: Any) -> None:
    assert "JSON object" in refusal(data)


def test_all_that_a_record_lacks_is_named_at_once() -> None:
    assert [one.params["key"] for one in faults({"game": "usa"})] == ["seats", "key", "actions"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 3),
        ("game", "berlinn"),
        ("game", None),
        ("seats", 2),
        ("seats", ["Ada"]),
        ("seats", ["Ada", 3]),
        ("seats", ["Ada"] * 6),
        ("modules", 3),
        ("modules", "warehouses"),
        ("modules", {"warehouses": 1}),
        ("modules", [3]),
        ("modules", [[]]),
        ("modules", ["max"]),
        ("key", 3),
        ("key", None),
        ("key", "abc"),
        ("key", "g" * 32),
        ("actions", {}),
        ("actions", None),
        ("actions", "draw"),
        ("actions", [["draw"]]),
        ("actions", [[0, 3]]),
        ("actions", [["0", "draw"]]),
        ("actions", [[0, "draw", 1]]),
        ("actions", [[True, "keep 1"]]),
        ("actions", ["0 draw"]),
    ],
)
def test_a_wrong_value_is_refused(key: str, value: Any) -> None:
    assert refusal(record(**{key: value}))


def test_another_key_leads_to_another_game() -> None:
    assert refusal(record(key="0" * 31 + "1"))


def test_an_illegal_action_is_named() -> None:
    data = record()
    data["actions"][4] = [data["actions"][4][0], "claim atlanta--nashville"]
    assert faults(data)[0].where == "actions[4]"
    data = record()
    data["actions"][7] = [1 - data["actions"][7][0], "draw"]
    assert faults(data)[0].where == "actions[7] (draw)"
    data = record()
    data["actions"][0][0] = 2
    assert faults(data)[0] == fault("seat-expected", "actions[0] (seat)", last=1, value="2")
    data["actions"][0][0] = -1
    assert faults(data)[0] == fault("seat-expected", "actions[0] (seat)", last=1, value="-1")


def test_a_text_that_is_no_action_is_named() -> None:
    for text in ("", "hello", "keep one", "pay red", "pay 1 red 1 red", "keep 1 1", "warehouse 9", "take", "claim"):
        data = record()
        data["actions"][0][1] = text
        assert faults(data)[0].where == "actions[0]"


def test_an_action_left_out_is_noticed() -> None:
    data = record()
    del data["actions"][10]
    assert refusal(data)


def test_a_truncated_record_does_not_have_the_result_it_states() -> None:
    data = record()
    del data["actions"][-1]
    assert "result" in refusal(data)
    data["actions"] = []
    assert "result" in refusal(data)


def test_actions_after_the_end_are_refused() -> None:
    data = record()
    data["actions"].append([0, "draw"])
    assert "over" in refusal(data)


def test_a_wrong_result_is_refused() -> None:
    data = record()
    data["result"]["seats"][0]["total"] += 1
    assert "result" in refusal(data)
    assert "result" in refusal(record(result={}))
    assert "result" in refusal(record(result=3))
    assert "result" in refusal(record(result=False))
    winners = [1 - played().result.winners[0]]
    assert "result" in refusal(record(result={**played().result.to_dict(), "winners": winners}))


def test_a_game_begun_from_a_position_replays_too() -> None:
    start = Game.new("usa", 2, seed=1)
    for text in ("keep 2 1", "keep 1 2"):
        start.play(start.to_act[0], text)
    game = Game.from_position(start.position())
    game.play(game.to_act[0], "draw")
    assert Game.replay(json.loads(json.dumps(game.record()))).state.tobytes() == game.state.tobytes()
    assert start.actions[0][1] == "keep 1 2"
