"""Defaults of positions (docs: every key but game and seats is optional)."""

import json
from typing import Any

import pytest

from eclisse import Game
from tests.rules.helpers import FORTY_THREE, texts

CARDS = dict.fromkeys(("pink", "blue", "orange", "white", "green", "yellow", "black", "red"), 12) | {"locomotive": 14}


def read(**position: Any) -> Game:
    """A position without anything it does not give, not even last_round_by."""
    return Game.from_position({"seats": 2, **position})


def test_game_and_seats_are_enough() -> None:
    game = read(game="usa")
    assert (game.seats, game.to_act, game.over) == (2, (0,), False)
    position = game.position()
    assert position["phase"] == "main"
    assert position["last_round_by"] is None
    assert position["routes"] == {}
    assert position["first_seat"] == 0


def test_last_round_by_may_be_missing_or_null() -> None:
    assert read(game="usa", last_round_by=None).position()["last_round_by"] is None
    assert read(game="usa").position()["last_round_by"] is None
    routes = dict.fromkeys(FORTY_THREE, 1)
    assert read(game="usa", routes=routes, last_round_by=1).position()["last_round_by"] == 1


def test_a_position_that_is_over_needs_nobody_to_move() -> None:
    game = read(game="usa", phase="over")
    assert game.over
    assert game.to_act == ()
    assert read(game="usa", phase="over", to_move=None).over


def test_a_position_that_is_over_is_counted_with_nothing_else_given() -> None:
    assert read(game="europe", phase="over", routes={"dieppe--paris": 0}).result.totals == (1 + 12 + 10, 12)


def test_the_deck_holds_all_cards_when_no_card_is_given() -> None:
    position = read(game="usa").position()
    assert position["deck"] == CARDS
    assert position["hands"] == [{}, {}]
    assert position["discard"] == {}


def test_the_deck_holds_what_is_not_elsewhere_when_hands_deck_and_discard_are_missing() -> None:
    market = ["red", "red", "blue", "blue", "blue"]
    game = read(game="usa", market=market, modules=["warehouses"], warehouses=[{"red": 1}, {}])
    assert game.position()["deck"] == {**CARDS, "red": 9, "blue": 9}
    assert game.position()["market"] == market


@pytest.mark.parametrize("given", [{"hands": [{"red": 1}, {}]}, {"deck": {"red": 1}}, {"discard": {"red": 1}}])
def test_a_missing_hand_deck_or_discard_is_empty_when_another_is_given(given: dict[str, Any]) -> None:
    position = read(game="usa", **given).position()
    empty: dict[str, Any] = {"hands": [{}, {}], "deck": {}, "discard": {}}
    assert {key: position[key] for key in empty} == {**empty, **given}


def test_the_ticket_deck_is_every_standard_ticket_not_elsewhere() -> None:
    game = read(game="europe", tickets=[["brest--petrograd", "london--wien"], []])
    deck = game.position()["ticket_deck"]
    assert len(deck) == 39
    assert "london--wien" not in deck
    assert not {"athina--edinburgh", "brest--petrograd"} & set(deck)
    assert read(game="europe", ticket_deck=["berlin--roma"]).position()["ticket_deck"] == ["berlin--roma"]


def test_pieces_stations_and_score_follow_from_what_is_placed() -> None:
    view = read(game="europe", routes={"dieppe--paris": 0, "brest--pamplona": 1}, stations=[["wien"], []]).view(None)
    rows = view.to_dict()["seats"]
    assert [(row["trains"], row["stations"], row["score"]) for row in rows] == [(44, 2, 1), (41, 3, 7)]


def test_depots_left_follow_from_depots_unless_given() -> None:
    depots = [["atlanta"], []]
    assert read(game="usa", modules=["warehouses"], depots=depots).position()["depots_left"] == [4, 5]
    given = read(game="usa", modules=["warehouses"], depots=depots, depots_left=[2, 5])
    assert given.position()["depots_left"] == [2, 5]


def test_the_example_of_the_documentation_can_be_read() -> None:
    """docs: the position shown there, but for its depots, which need the module"""
    position = json.loads("""
        {"game": "europe", "seats": 2, "modules": ["warehouses"], "to_move": 0, "phase": "main",
         "routes": {"dieppe--paris": 0, "madrid--pamplona.2": 1},
         "hands": [{"red": 2, "locomotive": 1}, {}],
         "tickets": [["brest--petrograd"], ["athina--edinburgh"]],
         "stations": [["wien"], []], "depots": [["berlin"], []], "depots_left": [4, 5], "warehouses": [{"red": 1}, {}],
         "market": ["red", "red", "blue", "green", "locomotive"], "deck": {"red": 3}, "discard": {"blue": 10},
         "ticket_deck": ["london--wien", "berlin--roma"], "last_round_by": null}
    """)
    game = Game.from_position(position)
    got = game.position()
    assert {key: got[key] for key in position} == position
    assert {"claim bruxelles--paris", "station roma", "depot roma", "warehouse 1"} <= set(texts(game))
    assert not {"station wien", "station berlin", "depot wien", "draw"} & set(texts(game))


def test_a_position_comes_back_as_it_was() -> None:
    position = Game.new("europe", 3, seed=5, modules=["warehouses"]).position()
    assert Game.from_position(json.loads(json.dumps(position))).position() == position


def test_a_game_without_an_end_still_has_a_position_and_a_record() -> None:
    """Two seats that try a tunnel in vain for ever: turns, flushes and reshuffles go on past 32,767."""
    tunnel = {"hands": [{"red": 2}, {"red": 2}], "market": ["white"] * 5, "deck": {"locomotive": 3}}
    game = read(game="europe", **tunnel, ticket_deck=[], turns=32_766, flushes=32_767, reshuffles=32_766)
    for _ in range(3):
        seat = game.to_act[0]
        game.play(seat, "claim barcelona--pamplona")
        game.play(seat, "take-back")
    position = json.loads(json.dumps(game.position()))
    assert (position["turns"], position["flushes"], position["reshuffles"]) == (32_769, 32_767, 32_769)
    assert Game.from_position(position).position() == position
    again = Game.replay(json.loads(json.dumps(game.record())))
    assert again.state.tobytes() == game.state.tobytes()
    assert game.view(0).to_dict()["turns"] == 32_769


def test_a_position_without_a_key_has_one_nobody_can_guess() -> None:
    assert read(game="usa").position()["key"] != read(game="usa").position()["key"]


def test_the_names_of_the_package_are_what_the_documentation_says() -> None:
    """docs: `from eclisse import Game, games`"""
    import eclisse

    assert eclisse.Game is Game
    assert {row["id"] for row in eclisse.games()} >= {"usa", "europe", "berlin"}
