"""Positions that no game can reach are refused, each for a reason of its own."""

from typing import Any

import pytest

from eclisse import Game, InvalidPosition
from eclisse.core import reach
from eclisse.core.reach import WHERE
from tests.rules.helpers import FORTY_THREE, WHITE

L = "locomotive"


def codes(position: dict[str, Any]) -> list[str]:
    """The codes of a position's faults; none if it is read."""
    try:
        Game.from_position({"game": "usa", "seats": 2, **position})
    except InvalidPosition as error:
        return [fault.code for fault in error.faults]
    return []


EUROPE: dict[str, Any] = {"game": "europe"}
TUNNEL = {
    **EUROPE,
    "phase": "surcharge",
    "route": "barcelona--pamplona",
    "hands": [{"red": 2}, {}],
    "surcharge": 1,
    "laid": {"red": 2},
    "revealed": ["red"],
}
STRAYS: list[tuple[str, dict[str, Any]]] = [
    ("stray-city", {"city": "denver", "hands": [{"blue": 3}, {}]}),
    ("stray-city", {**EUROPE, "city": "wien", "phase": "over"}),
    ("stray-city", {**TUNNEL, "city": "wien"}),
    ("stray-route", {"route": "boston--new-york"}),
    ("stray-route", {"route": "boston--new-york", "phase": "over"}),
    ("stray-laid", {"laid": {"red": 1}}),
    ("stray-laid", {"phase": "over", "laid": {"red": 1}}),
    ("stray-surcharge", {**EUROPE, "surcharge": 1}),
    ("stray-surcharge", {"phase": "over", "surcharge": 1}),
    ("stray-offers", {"offers": [["boston--miami"], []]}),
    ("stray-offers", {"phase": "over", "offers": [["boston--miami"], []]}),
    ("stray-later", {"later": [["boston--miami"], []]}),
    ("stray-choices", {"choices": [3, None]}),
    ("stray-choices", {"phase": "over", "choices": [3, None]}),
    ("stray-revealed", {"revealed": ["red"], "turns": 4}),
    ("stray-revealed", {**EUROPE, "revealed": ["red"]}),
    ("stray-revealed", {**EUROPE, "revealed": ["red"], "turns": 4, "phase": "drawing", "drawn": 1}),
    ("stray-ended", {"ended": 1}),
    ("route-and-city", {**EUROPE, "phase": "paying", "route": "bruxelles--paris", "city": "wien",
                        "hands": [{"red": 3, "blue": 3}, {}]}),
]  # fmt: skip
DECISIONS: list[tuple[str, dict[str, Any]]] = [
    ("stations-used-up", {"phase": "paying", "city": "denver", "hands": [{"red": 1, "blue": 1}, {}]}),
    ("one-payment", {"phase": "paying", "route": "boston--new-york", "hands": [{"red": 2}, {}]}),
    ("laid-two-colours", {**TUNNEL, "laid": {"red": 1, "blue": 1}, "revealed": ["blue"]}),
    ("laid-wrong", {**TUNNEL, "route": "madrid--pamplona", "laid": {"red": 3}}),
    ("laid-wrong", {**TUNNEL, "laid": {"red": 3}}),
    ("no-tunnel", {**TUNNEL, "route": "bruxelles--paris"}),
    ("revealed-wrong", {**TUNNEL, "discard": {"blue": 1}}),
    ("surcharge-wrong", {**TUNNEL, "surcharge": 2}),
    ("drawn-missing", {"phase": "drawing"}),
    ("nothing-to-collect", {"modules": ["warehouses"], "phase": "collecting", "route": "boston--new-york",
                            "routes": {"boston--new-york": 0}, "warehouses": [{}, {"red": 2}]}),
    ("nothing-to-place", {"modules": ["warehouses"], "phase": "depots", "to_move": 0, "turns": 1,
                          "depots_left": [0, 5]}),
    ("nothing-to-place", {"modules": ["warehouses", "first-edition"], "phase": "depots", "turns": 1}),
    ("offer-size-wrong", {"phase": "offer", "offers": [["boston--miami"], []]}),
    ("offer-size-wrong", {"phase": "offer", "offers": [["boston--miami", "dallas--new-york", "denver--el-paso",
                                                       "atlanta--montreal"], []]}),
]  # fmt: skip
TABLE: list[tuple[str, dict[str, Any]]] = [
    ("flush-due", {"market": [L, L, L, "red", "blue"]}),
    ("flush-due", {"hands": [{}, {}], "market": [L, L, L, "red", "blue"], "discard": {"red": 1}}),
    ("flush-due", {"game": "switzerland", "market": [L] * 5}),
    ("market-short", {"market": ["red"]}),
    ("market-short", {"hands": [{}, {}], "market": WHITE[:4], "discard": {"red": 1}}),
    ("last-round-too-soon", {"last_round_by": 1}),
    ("last-round-too-soon", {"last_round_by": 1, "routes": dict.fromkeys(FORTY_THREE, 0)}),
    ("long-in-deck", {**EUROPE, "ticket_deck": ["brest--petrograd"]}),
    ("long-offered", {**EUROPE, "phase": "offer", "ticket_deck": [], "offers": [["brest--petrograd"], []]}),
    ("too-many-long", {**EUROPE, "tickets": [["brest--petrograd", "cadiz--stockholm"], []]}),
    ("too-many-long", {"game": "europe-mega", "tickets": [["brest--petrograd", "cadiz--stockholm"], []]}),
    ("kept-wrong", {"kept_at_setup": [2, 0]}),
    ("kept-wrong", {"kept_at_setup": [1, 0], "tickets": [["boston--miami"], []]}),
    ("known-wrong", {"known": {"boston--miami": [0, 1]}}),
    ("known-wrong", {"known": {"boston--miami": [0]}, "tickets": [["boston--miami"], []]}),
    ("mixed-wrong", {"mixed": [0, 3]}),
    ("warehouses-due", {"hands": [{}, {}], "warehouses": [{"red": 1}, {}], "depots_left": [0, 5]}),
]


@pytest.mark.parametrize(("code", "position"), [*STRAYS, *DECISIONS, *TABLE])
def test_what_no_game_can_reach_is_refused(code: str, position: dict[str, Any]) -> None:
    assert codes(position) == [code]


@pytest.mark.parametrize(
    "position",
    [
        TUNNEL,
        {**TUNNEL, "laid": {"red": 1, L: 1}},
        {**TUNNEL, "laid": {L: 2}, "revealed": [L]},
        {**TUNNEL, "revealed": ["red", "blue", "white"], "discard": {"blue": 1}},
        {"phase": "drawing", "drawn": 1},
        {"phase": "drawing", "modules": ["warehouses"]},
        {"hands": [{}, {}], "market": [L, L, L, "red", "blue"]},
        {"hands": [{}, {}], "market": ["red"]},
        {"phase": "over", "market": ["red"]},
        {"phase": "over", "last_round_by": 1},
        {"game": "europe-mega", "phase": "over", "tickets": [["brest--petrograd", "cadiz--stockholm"], []]},
        {"phase": "over", "to_move": 0},
        {"phase": "over", "ended": 2, "passes": 2},
        {"last_round_by": 1, "routes": dict.fromkeys(FORTY_THREE, 1)},
        {"offers": [[], []], "later": [[], []], "laid": {}, "choices": [None, None], "route": None, "city": None},
        {"phase": "offer", "offers": [["boston--miami", "dallas--new-york", "denver--el-paso"], []]},
        {"phase": "offer", "offers": [["boston--miami"], []], "ticket_deck": []},
        {**EUROPE, "revealed": ["red"], "turns": 4},
        {"modules": ["warehouses"], "phase": "depots"},
        {"modules": ["warehouses"], "phase": "depots", "depots": [[], ["boston"]]},
    ],
)
def test_what_a_game_can_reach_is_read(position: dict[str, Any]) -> None:
    assert codes(position) == []


def setup(game: str = "usa", **change: Any) -> list[str]:
    """The faults of a dealt table with something changed."""
    return codes({**Game.new(game, 2, seed=3).position(), **change})


DEALT = Game.new("usa", 2, seed=3).position()


def test_before_the_first_turn_nothing_is_played() -> None:
    assert setup() == []
    for change in (
        {"turns": 1},
        {"passes": 1},
        {"routes": {"boston--new-york": 0}},
        {"last_round_by": 1},
        {"seen": [dict([next(iter(hand.items()))]) for hand in DEALT["hands"]]},
    ):
        assert setup(**change) == ["too-early"], change
    assert setup("europe", stations=[["wien"], []]) == ["too-early"]
    assert setup(to_move=0) == ["stray-to-move"]
    table = Game.new("usa", 2, seed=3, modules=["warehouses"]).position()
    for more in ({"depots": [["boston"], []], "depots_left": [4, 5]}, {"depots_left": [4, 5]}):
        assert codes({**table, **more}) == ["too-early"]


def test_hands_are_as_dealt_before_the_first_turn() -> None:
    assert setup(hands=[DEALT["hands"][0], {}], blind=None) == ["hands-not-dealt"]
    assert setup(hands=[{}, {}], blind=None) == []


@pytest.mark.parametrize("game", ["usa", "europe", "europe-mega", "berlin"])
def test_first_tickets_are_those_dealt(game: str) -> None:
    table = Game.new(game, 2, seed=3).position()
    fewer = [table["offers"][0][:-1], table["offers"][1]]
    assert setup(game, offers=fewer, ticket_deck=[]) in (["offers-not-dealt"], ["state-ticket-misplaced"])
    swapped = {"offers": table["offers"], "ticket_deck": table["ticket_deck"][1:]}
    swapped["offers"][0][0], swapped["later"] = table["ticket_deck"][0], table.get("later")
    if game.startswith("europe"):
        assert setup(game, **swapped) == ["offers-not-dealt"]


def test_a_long_ticket_is_no_later_one() -> None:
    table = Game.new("europe-mega", 2, seed=3).position()
    table["offers"][0][0], table["later"][0][0] = table["later"][0][0], table["offers"][0][0]
    assert codes(table) == ["offers-not-dealt"]


def test_a_choice_at_setup_is_legal() -> None:
    assert setup(choices=[3, None]) == []
    for choice in (0, 1, 8, 63):
        assert setup(choices=[choice, None]) == ["choice-illegal"]
    assert setup("europe-mega", choices=[1, None]) == ["choice-illegal"]


def test_tickets_kept_during_setup_are_long_and_counted() -> None:
    assert setup(kept_at_setup=[2, 0]) == ["kept-wrong"]
    mega = Game.new("europe-mega", 2, seed=3)
    mega.play(0, "keep 1")
    table = mega.position()
    assert codes(table) == []
    assert codes({**table, "kept_at_setup": [0, 0]}) == ["kept-wrong"]
    standard = table["ticket_deck"].pop()
    assert codes({**table, "tickets": [[standard], []]}) == ["kept-wrong"]


def test_first_depots_are_placed_from_the_last_seat_backwards() -> None:
    base: dict[str, Any] = {"modules": ["warehouses"], "phase": "depots", "seats": 3, "first_seat": 1}
    assert codes({**base, "to_move": 0}) == []
    assert codes({**base, "to_move": 2, "depots": [["boston"], [], []]}) == []
    for wrong in (
        {"to_move": 1},
        {"to_move": 2},
        {"to_move": 0, "depots": [["boston"], [], []]},
        {"to_move": 0, "depots_left": [0, 5, 5]},
        {"to_move": 2, "depots": [["boston", "miami"], [], []]},
        {"to_move": 2, "depots": [["boston"], [], []], "depots_left": [3, 5, 5]},
        {"to_move": 2, "depots": [["boston"], [], []], "depots_left": [4, 0, 5]},
    ):
        assert codes({**base, **wrong}) == ["depots-out-of-order"], wrong


def test_a_paid_tunnel_shows_its_cards_while_warehouses_are_collected() -> None:
    base: dict[str, Any] = {"game": "europe", "modules": ["warehouses"], "phase": "collecting", "turns": 3}
    base |= {"depots": [["pamplona"], ["paris"]], "warehouses": [{"red": 1}, {"red": 1}], "revealed": ["blue"]}
    assert codes({**base, "route": "barcelona--pamplona", "routes": {"barcelona--pamplona": 0}}) == []
    assert codes({**base, "route": "bruxelles--paris", "routes": {"bruxelles--paris": 0}}) == ["stray-revealed"]


def test_a_game_that_everybody_left_by_passing_comes_back() -> None:
    game = Game.from_position({"game": "usa", "seats": 2, "hands": [{}, {}], "ticket_deck": []})
    for seat in (0, 1):
        game.play(seat, "pass")
    assert Game.from_position(game.position()).position() == game.position()


def test_every_flag_has_its_key() -> None:
    assert set(WHERE) == set(reach.FAULTS.values())
