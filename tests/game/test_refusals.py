"""The Python door: whatever is pushed through it, IllegalAction or another ValueError with sentences comes back."""

import copy
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eclisse import Action, Game, IllegalAction, InvalidRecord
from eclisse.faults import Faulty


class Odd:
    """A value of no use, with the same name in every process."""

    def __repr__(self) -> str:
        return "odd"


ODD: list[object] = [None, True, False, 1.0, "0", "", b"0", -1, 99, 10**30, -(10**30), float("nan"), [], {}, Odd(), 1j]


def label(value: object) -> str:
    """The name of a case, the same in every process: without an address in memory."""
    return "object" if type(value) is object else repr(value)


def fresh() -> Game:
    """A game of usa past its setup."""
    game = Game.new("usa", 2, 1)
    for seat in (0, 1):
        game.play(seat, game.legal(seat)[0])
    return game


def refused(error: Faulty) -> bool:
    """Whether an error says what is wrong in sentences of ours."""
    return bool(error.faults) and all(str(error).splitlines())


def error_of(call: Callable[[], object]) -> Faulty | None:
    """The refusal that a call ends with; any other error is a failure of the test."""
    try:
        call()
    except Faulty as error:
        return error
    return None


@pytest.mark.parametrize("seat", ODD, ids=label)
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    game = fresh()
    asks: list[Callable[[], object]] = [lambda: game.legal(seat), lambda: game.play(seat, "draw")]
    for ask in asks if seat is None else [*asks, lambda: game.view(seat)]:
        with pytest.raises(Faulty) as caught:
            ask()
        assert [fault.code for fault in caught.value.faults] == ["seat-expected"]


@pytest.mark.parametrize("action", ODD, ids=label)
def test_what_is_no_action_is_refused(action: Any) -> None:
    game = fresh()
    before = game.position()
    with pytest.raises(IllegalAction) as caught:
        game.play(game.to_act[0], action)
    assert refused(caught.value)
    assert game.position() == before


@pytest.mark.parametrize("number", [*ODD, 434, 32768, 65536 + 9, -424], ids=label)
def test_a_forged_number_is_refused(number: Any) -> None:
    game = fresh()
    for kind in ("draw", "claim", "nonsense", None):
        with pytest.raises(IllegalAction) as caught:
            game.play(game.to_act[0], Action(number, kind))  # type: ignore[arg-type]
        assert refused(caught.value)


def test_a_number_with_other_fields_is_refused() -> None:
    game = fresh()
    seat = game.to_act[0]
    draw = next(action for action in game.legal(seat) if action.kind == "draw")
    for forged in (replace(draw, kind="pass"), replace(draw, route="x"), Action(draw.number, "take", colour="red")):
        with pytest.raises(IllegalAction) as caught:
            game.play(seat, forged)
        assert [fault.code for fault in caught.value.faults] == ["foreign-action"]


def test_an_action_of_another_board_is_refused() -> None:
    usa, europe = fresh(), Game.new("europe", 2, 1)
    for seat in (0, 1):
        europe.play(seat, europe.legal(seat)[0])
    seat = usa.to_act[0]
    foreign = [Action(action.number, "claim", route="berlin--wien") for action in usa.legal(seat) if action.route]
    foreign += [action for action in europe.legal(europe.to_act[0]) if action.route or action.city]
    assert foreign
    for action in foreign:
        with pytest.raises(IllegalAction) as caught:
            usa.play(seat, action)
        assert refused(caught.value)


def test_a_payment_of_another_sum_is_refused() -> None:
    game = Game.from_position({"game": "usa", "seats": 2, "hands": [{"red": 2, "blue": 2}, {}]})
    game.play(0, "claim dallas--houston")
    way = next(action for action in game.legal(0) if action.payment)
    assert way.payment is not None
    with pytest.raises(IllegalAction) as caught:
        game.play(0, replace(way, payment=way.payment._replace(cards=2)))
    assert [fault.code for fault in caught.value.faults] == ["wrong-sum"]


def test_numbers_of_numpy_are_as_good_as_ints() -> None:
    game = Game.new("usa", np.int8(2), np.uint64(7))  # type: ignore[arg-type]
    game.play(np.int64(0), game.legal(np.int16(0))[0])  # type: ignore[arg-type]
    assert game.actions[0][0] == 0
    assert type(game.actions[0][0]) is int
    assert game.view(np.uint8(1)).seat == 1  # type: ignore[arg-type]
    seat = game.to_act[0]
    action = game.legal(seat)[0]
    game.play(seat, replace(action, number=np.int16(action.number)))  # type: ignore[arg-type]
    assert Game.replay(game.record()).position() == game.position()


@pytest.mark.parametrize("value", [*ODD[1:], None], ids=label)
@pytest.mark.parametrize("argument", ["game", "seats", "seed", "modules", "names"])
def test_a_game_of_nonsense_is_refused(argument: str, value: Any) -> None:
    given: dict[str, Any] = {"game": "usa", "seats": 2, "seed": 1, "modules": [], "names": []}
    fits: dict[str, list[Any]] = {"seed": [None, 99, 10**30], "modules": [[], {}], "names": [[], {}]}
    fine = fits.get(argument, [])
    error = error_of(lambda: Game.new(**{**given, argument: value}))
    assert error is None if any(value is one or value == one for one in fine) else error and refused(error)


@pytest.mark.parametrize("until", [-1, True, 1.0, "1", [], -(10**30)], ids=label)
def test_a_record_is_not_replayed_until_nonsense(until: Any) -> None:
    with pytest.raises(InvalidRecord):
        Game.replay(fresh().record(), until=until)


def from_position() -> dict[str, Any]:
    """A record that begins from a position."""
    game = Game.from_position({"game": "europe", "seats": 2, "modules": ["warehouses"]})
    game.play(0, "warehouse 1")
    return game.record()


@pytest.mark.parametrize(
    ("key", "value"), [("game", "usa"), ("modules", []), ("modules", ["max", "warehouses"]), ("key", "0" * 32)]
)
def test_a_record_that_contradicts_its_position_is_refused(key: str, value: Any) -> None:
    record = from_position()
    assert Game.replay(record).record() == record
    with pytest.raises(InvalidRecord) as caught:
        Game.replay({**record, key: value})
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("record-contradicts", key)]


@pytest.mark.parametrize("modules", [0, {}, "", False], ids=label)
def test_empty_modules_of_another_type_are_refused(modules: Any) -> None:
    asks: list[Callable[[], object]] = [
        lambda: Game.replay({**fresh().record(), "modules": modules}),
        lambda: Game.from_position({"game": "usa", "seats": 2, "modules": modules}),
    ]
    for ask in asks:
        error = error_of(ask)
        assert error
        assert [fault.code for fault in error.faults] == ["modules-expected"]


def test_numbers_of_numpy_are_read_in_positions_and_records() -> None:
    data = {"game": "usa", "seats": np.int64(2), "turns": np.int8(4), "hands": [{"red": np.uint8(2)}, {}]}
    assert Game.from_position(data).position()["hands"] == [{"red": 2}, {}]
    record = fresh().record()
    moves = [[np.int64(seat), text] for seat, text in record["actions"]]
    assert Game.replay({**record, "actions": moves}).record() == record


class Hostile:
    """A value whose own methods raise."""

    def __index__(self) -> int:
        raise RuntimeError

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


def test_a_value_whose_methods_raise_is_refused() -> None:
    value: Any = Hostile()
    game = fresh()
    asks: list[Callable[[], object]] = [
        lambda: game.legal(value),
        lambda: game.play(0, value),
        lambda: game.play(game.to_act[0], Action(value, "draw")),
        lambda: Game.new("usa", value),
        lambda: Game.new("usa", 2, value),
        lambda: Game.replay(game.record(), value),
        lambda: Game.from_position(value),
    ]
    for ask in asks:
        error = error_of(ask)
        assert error
        assert refused(error)


def test_a_forged_number_is_told_as_it_was_given() -> None:
    game = fresh()
    error = error_of(lambda: game.play(game.to_act[0], Action("9", "draw")))  # type: ignore[arg-type]
    assert str(error) == 'no action of this game has the number "9"'


def test_a_record_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(InvalidRecord) as caught:
        Game.replay({**fresh().record(), "resutl": None})
    assert [fault.code for fault in caught.value.faults] == ["unknown-key"]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(
    ["take", "pay", "keep", "claim", "red", "locomotive", "1", "2", "boston--new-york", "0", "draw"]
)
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
ACTIONS = st.builds(
    Action,
    number=JUNK | st.integers(-5, 440),
    kind=st.sampled_from(["take", "pay", "claim", "keep", "draw", "x"]) | JUNK,
    route=JUNK,
    places=JUNK,
    payment=JUNK,
)
GAME = fresh()


@settings(max_examples=300, deadline=None)
@given(seat=JUNK | st.integers(-1, 2), action=JUNK | TEXTS | ACTIONS)
def test_only_our_own_errors_come_out_of_play(seat: Any, action: Any) -> None:
    game = GAME.copy()
    error = error_of(lambda: game.play(seat, action))
    if error is not None:
        assert isinstance(error, IllegalAction)
        assert refused(error)
        assert game.position() == GAME.position()


@settings(max_examples=150, deadline=None)
@given(arguments=st.tuples(JUNK | st.just("usa"), JUNK | st.just(2), JUNK, JUNK | st.just([]), JUNK | st.just([])))
def test_only_our_own_errors_come_out_of_a_deal(arguments: Any) -> None:
    error = error_of(lambda: Game.new(*arguments))
    assert error is None or refused(error)


@settings(max_examples=200, deadline=None)
@given(keys=st.dictionaries(st.sampled_from([*GAME.record(), "position", "x"]), JUNK, max_size=3), until=JUNK)
def test_only_our_own_errors_come_out_of_a_replay(keys: dict[str, Any], until: Any) -> None:
    record = {**copy.deepcopy(GAME.record()), **keys}
    for error in (error_of(lambda: Game.replay(record, until)), error_of(lambda: Game.replay(keys, until))):
        assert error is None or refused(error)
