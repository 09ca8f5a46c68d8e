"""Requests that are not of the protocol: what Pydantic finds becomes faults with codes of our own."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from eclisse.fault_texts import ONLINE, names_in
from eclisse.faults import Fault, fault
from eclisse.server import account as people
from eclisse.server.lobby.lobby import Join, NewTable
from eclisse.server.messages import LIMITS, TYPES, Position, faults_of
from eclisse.server.play import protocol as p

TABLE: dict[str, Any] = {"game": "usa", "seats": [{"kind": "you"}, {"kind": "open"}]}


def found(model: Any, given: Any) -> tuple[Fault, ...]:
    """The faults of a value; they can be sent, and have their English."""
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(model).validate_python(given)
    faults = faults_of(caught.value.errors())
    for one in faults:
        assert one.code in ONLINE
        assert str(one)
    return faults


@pytest.mark.parametrize(
    ("model", "given", "expected"),
    [
        (people.NewPlayer, {}, fault("missing-key", key="name")),
        (people.NewPlayer, {"name": "Ada", "age": 3}, fault("unknown-key", key="age")),
        (people.NewPlayer, {"name": 3}, fault("text-expected", "name", value="3")),
        (people.NewPlayer, {"name": "x" * 33}, fault("text-too-long", "name", most=32)),
        (people.NewPlayer, {"name": ""}, fault("text-too-short", "name", least=1)),
        (people.NewPlayer, {"name": "  "}, fault("name-empty", "name")),
        (people.NewPlayer, {"name": "\u200b"}, fault("name-not-visible", "name")),
        (people.NewPlayer, 3, fault("object-expected", value="3")),
        (Position, {"game": "\ud800"}, fault("not-a-text")),
        (NewTable, {**TABLE, "seats": 2}, fault("list-expected", "seats", value="2")),
        (NewTable, {**TABLE, "public": "perhaps"}, fault("flag-expected", "public", value='"perhaps"')),
        (Join, {"seat": 7}, fault("number-not-below", "seat", limit=5, value="7")),
        (Join, {"seat": -1}, fault("number-too-small", "seat", least=0, value="-1")),
        (Join, {"seat": "a"}, fault("whole-number-expected", "seat", value='"a"')),
        (p.ClientMessage, {}, fault("missing-key", key="type")),
    ],
)
def test_what_is_wrong_has_a_code(model: Any, given: Any, expected: Fault) -> None:
    assert expected in found(model, given)


def test_a_value_in_a_list_is_named_by_its_place() -> None:
    (one,) = found(NewTable, {**TABLE, "seats": [{"kind": "you"}, {"kind": "king"}]})
    assert (one.code, one.where) == ("choice-expected", "seats[1].kind")
    assert one.params["choices"] == ["you", "bot", "open", "invited"]


def test_a_message_of_an_unknown_kind_is_told_the_kinds() -> None:
    (one,) = found(p.ClientMessage, {"type": "sing"})
    assert one == fault("choice-expected", choices=["decide", "look", "say", "ping"], value='"sing"')


def test_a_body_that_is_missing_or_not_sent_as_json_is_told() -> None:
    missing: dict[str, Any] = {"type": "missing", "loc": ("body",), "input": None}
    assert faults_of([missing]) == (fault("object-expected", value="null"),)
    form = {"type": "model_attributes_type", "loc": ("body",), "input": b"name=Ada"}
    assert faults_of([form]) == (fault("object-expected", value='"name=Ada"'),)


def test_a_great_many_faults_are_counted() -> None:
    faults = found(people.NewPlayer, {"name": "Ada", **{f"key{i}": 1 for i in range(500)}})
    assert faults[-1] == fault("more-faults", more=480)


def test_texts_name_only_what_is_given() -> None:
    assert all(names_in(ONLINE[code]) <= {"value"} for code in TYPES.values())
    assert all(names_in(ONLINE[code]) == {name, "value"} for code, name, _ in LIMITS.values())
