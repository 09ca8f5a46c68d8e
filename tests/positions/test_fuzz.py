"""Whatever JSON is read as a position or a record, it is read or refused, and never anything else."""

import contextlib
import copy
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eclisse import Game, InvalidPosition, InvalidRecord
from eclisse.catalogue.find import ModuleNotApplicable, UnknownGame
from eclisse.catalogue.kit import WrongSeats

REFUSED = (InvalidPosition, UnknownGame, ModuleNotApplicable, WrongSeats)
WORDS = [
    "red",
    "locomotive",
    "main",
    "over",
    "setup",
    "surcharge",
    "paying",
    "wien",
    "usa",
    "europe",
    "max",
    "x.toml",
    "",
]

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 8)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=6,
)


@cache
def moments() -> list[dict[str, Any]]:
    """Positions of real games, every phase among them."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    rng = random.Random(5)
    for game, modules in (
        ("usa", []),
        ("europe", ["warehouses"]),
        ("europe-mega", ["max"]),
        ("berlin", ["warehouses"]),
    ):
        table = Game.new(game, 3, seed=9, modules=modules)
        while not table.over:
            position = table.position()
            found.setdefault((game, position["phase"]), position)
            seat = rng.choice(table.to_act)
            table.play(seat, rng.choice(table.legal(seat)))
        found[game, "over"] = table.position()
    return list(found.values())


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON document."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The document with another value at a place."""
    if not path:
        return value
    data[path[0]] = replaced(data[path[0]], path[1:], value)
    return data


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A real position with one to three things changed."""
    data = copy.deepcopy(draw(st.sampled_from(moments())))
    for _ in range(draw(st.integers(1, 3))):
        if not isinstance(data, dict) or not data:
            break
        path = draw(st.sampled_from(places(data)))
        # Also what is elsewhere in the document: right in itself, and in the wrong place.
        value = draw(json_values | st.sampled_from([p for p in places(data) if p != path]).map(lambda p: ("at", p)))
        if isinstance(value, tuple):
            value = copy.deepcopy(at_place(data, value[1]))
        if path and draw(st.integers(0, 7)) == 0:
            drop(data, path)
        else:
            data = replaced(data, path, value)
    return data


def at_place(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def drop(data: Any, path: tuple[Any, ...]) -> None:
    del at_place(data, path[:-1])[path[-1]]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(mutated())
def test_a_mutated_position_is_read_or_refused(data: Any) -> None:
    try:
        game = Game.from_position(data)
    except REFUSED:
        return
    again = Game.from_position(game.position())
    assert again.state.tobytes() == game.state.tobytes() or data.get("key") is None
    for seat in (None, *range(game.seats)):
        game.view(seat).to_dict()
    for seat in game.to_act:
        for action in game.legal(seat):
            assert game.copy().play(seat, action)
    assert game.result.winners


def under_known_keys() -> st.SearchStrategy[dict[str, Any]]:
    """Anything under the keys of real positions."""
    return st.dictionaries(st.sampled_from(sorted({key for data in moments() for key in data})), json_values)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.deferred(under_known_keys), st.data())
def test_arbitrary_json_under_the_keys_of_a_position_is_read_or_refused(
    data: dict[str, Any], more: st.DataObject
) -> None:
    if more.draw(st.booleans()):
        data = {
            "game": "europe",
            "seats": 2,
            **{key: value for key, value in data.items() if key not in ("game", "seats")},
        }
    with contextlib.suppress(*REFUSED):
        assert Game.from_position(data).result.winners


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_a_mutated_record_is_replayed_or_refused(data: st.DataObject) -> None:
    table = Game.new("berlin", 2, seed=2)
    rng = random.Random(1)
    for _ in range(30):
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    record = table.record()
    for _ in range(data.draw(st.integers(1, 2))):
        if isinstance(record, dict):
            record = replaced(record, data.draw(st.sampled_from(places(record))), data.draw(json_values))
    with contextlib.suppress(InvalidRecord):
        assert Game.replay(record).names


@pytest.mark.parametrize("path", ["nowhere.toml", "/etc/passwd.toml", "..toml"])
def test_a_game_file_that_is_not_there_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="toml"):
        Game.from_position({"game": path, "seats": 2})
