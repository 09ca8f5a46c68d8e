"""Actions as values: fields, text and JSON say the same, both ways."""

from dataclasses import fields

import pytest
from pydantic import TypeAdapter

from eclisse import Action, Game, games
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import actions
from eclisse.notation import TABLE, BadText, Payment, action_of, action_text, parse_action
from eclisse.shapes import Legal

LEGAL: TypeAdapter[object] = TypeAdapter(Legal)
PARTS = [field.name for field in fields(Action) if field.name not in ("number", "kind")]


def every(kit: Kit, due: int) -> list[Action]:
    """Each action of a game, where so many cards are due."""
    found = []
    for number in range(actions.N_ACTIONS):
        try:
            found.append(action_of(number, kit, due))
        except BadText:
            assert actions.KIND_NAMES[actions.kind_of(number)] in ("claim", "station", "depot", "warehouse", "collect")
    return found


@pytest.mark.parametrize("name", [row["id"] for row in games()])
def test_text_leads_back_to_the_same_action(name: str) -> None:
    kit = open_kit(name)
    told = [action for action in every(kit, 9) if action.payment != Payment(None, 0, 0)]
    assert {action.kind for action in told} == set(TABLE)
    for action in told:
        if action.payment is None or action.payment.cards:
            assert parse_action(action.text, kit) == action
        assert str(action) == action.text


def test_one_field_says_what_an_action_is_about() -> None:
    for action in every(open_kit("europe"), 3):
        given = [part for part in PARTS if getattr(action, part) is not None]
        about = TABLE[action.kind][0]
        assert given == ([] if about is None else [about.field])


def test_the_server_sends_what_the_value_says() -> None:
    for action in every(open_kit("europe"), 3):
        assert LEGAL.validate_python(action.to_dict()) == action.shape
        assert LEGAL.dump_python(action.shape, mode="json") == action.to_dict()


def test_fields_of_some_actions() -> None:
    kit = open_kit("europe")
    assert parse_action("claim dieppe--paris", kit).route == "dieppe--paris"
    assert parse_action("station wien", kit).city == "wien"
    assert parse_action("take locomotive", kit).colour == "locomotive"
    assert parse_action("collect 2", kit).seat == 2
    assert parse_action("keep 1 3", kit).places == (0, 2)
    assert parse_action("keep", kit).places == ()
    assert parse_action("pay 2 red 1 locomotive", kit).payment == Payment("red", 2, 1)
    assert parse_action("pay 1 locomotive 2 red", kit).payment == Payment("red", 2, 1)
    assert parse_action("pay 3 locomotive", kit).payment == Payment(None, 0, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unknown-action"),
        ("clame boston--miami", "unknown-action"),
        ("draw 1", "action-malformed"),
        ("take", "action-malformed"),
        ("take red blue", "action-malformed"),
        ("take rde", "unknown-card"),
        ("claim boston--miami", "unknown-route"),
        ("station atlantis", "unknown-city"),
        ("warehouse 9", "seat-expected"),
        ("collect one", "seat-expected"),
        ("keep 0", "action-malformed"),
        ("keep 1 1", "action-malformed"),
        ("keep 7", "action-malformed"),
        ("pay", "action-malformed"),
        ("pay 2", "action-malformed"),
        ("pay 2 red 1", "action-malformed"),
        ("pay 0 red", "action-malformed"),
        ("pay 1 red 1 red", "action-malformed"),
        ("pay 1 red 1 blue", "action-malformed"),
        ("pay 1 mauve", "action-malformed"),
        ("pay ² red", "action-malformed"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str, code: str) -> None:
    with pytest.raises(BadText) as caught:
        parse_action(text, open_kit("usa"))
    assert [fault.code for fault in caught.value.faults] == [code]


def test_a_text_goes_with_a_state() -> None:
    game = Game.from_position({"game": "usa", "seats": 2, "hands": [{"red": 1, "blue": 1}, {}]})
    game.play(0, "claim dallas--houston")
    (red, *_) = [action for action in game.legal(0) if action.payment == Payment("red", 1, 0)]
    assert action_text(red.number, game.state, game.kit, 0) == "pay 1 red"
