"""Section 2 of the rules: a turn, passing, the last round and the end."""

from typing import Any

import pytest

from eclisse import Game
from tests.refusing import refused
from tests.rules.helpers import FORTY_THREE, WHITE, at, counted, now, play, seat_of, texts

# 41 of the 45 trains of a seat.
FORTY_ONE = [
    "calgary--winnipeg",
    "duluth--helena",
    "duluth--toronto",
    "el-paso--houston",
    "el-paso--los-angeles",
    "helena--seattle",
    "denver--phoenix",
]
# All 11 trams of a seat in Berlin.
ELEVEN = ["brandenburger-tor--siegessaule", "bergmannstrasse--checkpoint-charlie", "charlottenburger-tor--siegessaule"]


def owned(routes: list[str], seat: int) -> dict[str, int]:
    return dict.fromkeys(routes, seat)


def kinds(actions: list[str]) -> set[str]:
    return {text.split()[0] for text in actions}


def test_a_turn_offers_every_kind_of_action_and_no_other() -> None:
    """TURN"""
    cards: dict[str, Any] = {"hands": [{"red": 2}, {}], "market": ["red", *WHITE[1:]], "deck": {"blue": 9}}
    assert kinds(texts(at("europe", **cards))) == {"claim", "take", "draw", "tickets", "station"}
    assert kinds(texts(at("usa", **cards))) == {"claim", "take", "draw", "tickets"}


@pytest.mark.parametrize(
    "moves",
    [("claim bruxelles--paris",), ("take white", "draw"), ("tickets", "keep 1"), ("station wien",)],
)
def test_a_turn_is_one_action(moves: tuple[str, ...]) -> None:
    """TURN: after one action, whichever it was, the next seat is to move, and this one may do nothing more."""
    game = at("europe", seats=3, hands=[{"red": 2}, {}, {}], market=WHITE, deck={"blue": 9}, to_move=0)
    for move in moves:
        assert game.to_act == (0,)
        game.play(0, move)
    assert game.to_act == (1,)
    assert now(game, "phase") == "main"
    assert now(game, "turns") == 1
    assert game.legal(0) == ()


def test_an_action_once_begun_is_finished_before_another() -> None:
    """TURN"""
    game = play(at("europe", hands=[{"red": 3, "locomotive": 1}, {}], market=WHITE, deck={"blue": 9}), "draw")
    assert kinds(texts(game)) == {"take", "draw", "pass"}
    offer = play(at("europe", hands=[{"red": 3}, {}], market=WHITE, deck={"blue": 9}), "tickets")
    assert kinds(texts(offer)) == {"keep"}
    claim = play(at("europe", hands=[{"red": 3, "locomotive": 1}, {}], market=WHITE), "claim bruxelles--paris")
    assert kinds(texts(claim)) == {"pay"}


def test_a_seat_that_can_do_nothing_passes() -> None:
    """PASS"""
    game = at("usa", seats=3, hands=[{}, {}, {}], ticket_deck=[])
    assert texts(game) == ["pass"]
    game.play(0, "pass")
    assert game.to_act == (1,)
    assert now(game, "passes") == 1


@pytest.mark.parametrize(
    "something",
    [
        {"ticket_deck": ["dallas--new-york"]},
        {"market": ["red"]},
        {"deck": {"red": 1}},
        {"discard": {"red": 1}},
        {"hands": [{"red": 1}, {}]},
    ],
)
def test_passing_is_not_offered_while_anything_can_be_done(something: dict[str, Any]) -> None:
    """PASS"""
    game = at("usa", **{"hands": [{}, {}], "ticket_deck": [], **something})
    assert "pass" not in texts(game)
    with refused("pass-too-early"):
        game.play(0, "pass")
    assert game.to_act == (0,)


def only_a_station(**more: Any) -> Game:
    """Seat 0 can build a station and nothing else; seat 1 has nothing."""
    routes = owned(["dieppe--paris", "budapest--wien", "amsterdam--bruxelles"], 1)
    return at("europe", **{"hands": [{"green": 1}, {}], "ticket_deck": [], "routes": routes, **more})


def test_nobody_is_obliged_to_build_a_station() -> None:
    """PASS, TURN: if it is all that is left, passing is offered beside it."""
    game = only_a_station()
    assert kinds(texts(game)) == {"station", "pass"}
    play(game, "pass")
    assert (game.to_act, now(game, "passes")) == ((1,), 1)
    play(game, "pass")
    assert game.over
    assert seat_of(game, 0)["stations"] == 3


@pytest.mark.parametrize(
    "something",
    [
        {"ticket_deck": ["london--wien"]},
        {"deck": {"red": 1}},
        {"hands": [{"green": 2}, {}]},
    ],
)
def test_a_seat_that_could_also_do_something_else_than_build_does_not_pass(something: dict[str, Any]) -> None:
    """PASS"""
    game = only_a_station(**something)
    assert "station" in kinds(texts(game))
    assert "pass" not in texts(game)


def test_a_station_built_between_passes_begins_the_row_anew() -> None:
    """PASS"""
    game = play(only_a_station(to_move=1), "pass", "station wien")
    assert (game.over, now(game, "passes"), game.to_act) == (False, 0, (1,))


def test_depots_do_not_stand_in_the_way_of_passing() -> None:
    """PASS: placing a depot is not an action."""
    game = at("usa", modules=["warehouses"], hands=[{}, {}], ticket_deck=[])
    assert kinds(texts(game)) == {"pass", "depot"}
    play(game, "depot chicago")
    assert game.to_act == (0,)
    play(game, "pass")
    assert game.to_act == (1,)


def test_the_game_ends_when_all_seats_have_passed_in_a_row() -> None:
    """PASS: with three seats after the third pass, not before."""
    game = at("usa", seats=3, hands=[{}, {}, {}], ticket_deck=[], to_move=1, tickets=[["dallas--new-york"], [], []])
    play(game, "pass", "pass")
    assert (now(game, "phase"), game.to_act) == ("main", (0,))
    events = game.play(0, "pass")
    assert game.over
    assert game.to_act == ()
    assert [event.reason for event in events if event.kind == "over"] == ["everybody-passed"]
    assert all(game.legal(seat) == () for seat in range(3))
    assert game.result.totals == (-11, 0, 0)
    assert game.result.to_dict()["ended"] == "everybody-passed"


def test_an_action_between_passes_begins_the_row_anew() -> None:
    """PASS"""
    game = at("usa", seats=3, hands=[{}, {}, {"red": 1}], ticket_deck=[])
    play(game, "pass", "pass", "claim portland--seattle")
    assert not game.over
    assert now(game, "passes") == 0
    play(game, "take red", "pass")
    assert not game.over
    assert (now(game, "passes"), game.to_act) == (1, (2,))


def test_the_last_round_begins_with_two_trains_left() -> None:
    """LAST-ROUND: the seat that set it off has the last turn."""
    game = at(
        "usa",
        seats=3,
        routes=owned(FORTY_ONE, 1),
        hands=[{}, {"red": 2}, {}],
        market=WHITE,
        deck={"blue": 12, "pink": 12},
        to_move=1,
    )
    events = game.play(1, "claim boston--new-york")
    assert [event.seat for event in events if event.kind == "last-round"] == [1]
    assert (seat_of(game, 1)["trains"], now(game, "last_round_by")) == (2, 1)
    order = []
    while not game.over:
        order.append(game.to_act[0])
        play(game, "draw", "draw")
    assert order == [2, 0, 1]
    assert game.result.to_dict()["ended"] == "last-round-played"
    assert counted(game, 1)["routes"] == 6 * 15 + 10 + 2
    assert game.result.winners == (1,)


def test_three_trains_left_do_not_begin_the_last_round() -> None:
    """LAST-ROUND"""
    routes = owned([*FORTY_ONE[:-1], "helena--winnipeg"], 0)
    game = at("usa", routes=routes, hands=[{"red": 2}, {}], market=WHITE)
    play(game, "claim boston--new-york")
    assert (seat_of(game, 0)["trains"], now(game, "last_round_by")) == (3, None)


@pytest.mark.parametrize(("card", "route", "left"), [("blue", "montreal--new-york", 1), ("red", "dallas--el-paso", 0)])
def test_fewer_than_two_trains_left_begin_the_last_round_too(card: str, route: str, left: int) -> None:
    """LAST-ROUND"""
    game = at("usa", routes=owned(FORTY_ONE, 0), hands=[{card: 4}, {}], market=WHITE)
    play(game, f"claim {route}")
    assert (seat_of(game, 0)["trains"], now(game, "last_round_by")) == (left, 0)


def test_a_second_seat_with_few_trains_does_not_prolong_the_last_round() -> None:
    """LAST-ROUND"""
    game = at(
        "usa",
        seats=4,
        routes={**owned(FORTY_ONE, 1), **owned(FORTY_THREE, 0)},
        hands=[{}, {"red": 2}, {}, {}],
        market=WHITE,
        deck={"green": 9},
        last_round_by=0,
        to_move=1,
    )
    play(game, "claim boston--new-york")
    assert (seat_of(game, 1)["trains"], now(game, "last_round_by")) == (2, 0)
    play(game, "draw", "draw", "draw", "draw")
    assert game.to_act == (0,)
    play(game, "draw", "draw")
    assert game.over


def test_the_last_turn_may_be_a_claim_and_counts() -> None:
    """LAST-ROUND"""
    game = at("usa", routes=owned(FORTY_THREE, 0), hands=[{"red": 2}, {}], market=WHITE, last_round_by=0)
    play(game, "claim boston--new-york")
    assert game.over
    assert now(game, "routes")["boston--new-york"] == 0
    assert counted(game, 0)["routes"] == 3 * 15 + 5 * 10 + 2


def test_passes_do_not_cut_the_last_round_short_nor_stretch_it() -> None:
    """LAST-ROUND, PASS"""
    few = owned(FORTY_THREE, 2)
    game = at("usa", seats=3, hands=[{}, {}, {}], ticket_deck=[], routes=few, last_round_by=2)
    play(game, "pass", "pass")
    assert not game.over
    play(game, "pass")
    assert game.result.to_dict()["ended"] == "last-round-played"


@pytest.mark.parametrize(("subways", "by"), [(2, None), (3, 0), (4, 0)])
def test_in_berlin_the_last_round_begins_with_one_piece_or_none(subways: int, by: int | None) -> None:
    """LAST-ROUND: with all trams placed and a subway claimed, 2, 1 and 0 pieces are left."""
    placed = ["gleisdreieck--nollendorfplatz", "charlottenburger-tor--kurfurstendamm", "kadewe--nollendorfplatz"]
    placed.append("alexanderplatz--moritzplatz")
    routes = {**owned(ELEVEN, 0), **owned(placed[:subways], 0)}
    game = at("berlin", routes=routes, hands=[{"green": 2}, {}], deck={"pink": 6, "black": 6})
    play(game, "claim alexanderplatz--hackescher-markt")
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (0, 4 - subways)
    assert now(game, "last_round_by") == by
    play(game, "draw", "draw")
    assert not game.over
    play(game, "draw", "draw")
    assert game.over == (by == 0)


def test_in_berlin_trams_and_subways_are_counted_together() -> None:
    """LAST-ROUND: one tram and one subway are two pieces; no tram and two subways as well."""
    placed = ["gleisdreieck--nollendorfplatz", "charlottenburger-tor--kurfurstendamm", "kadewe--nollendorfplatz"]
    trams = [*ELEVEN[:2], "brandenburger-tor--potsdamer-platz"]
    routes = {**owned(trams, 0), **owned(placed, 0)}
    game = at("berlin", routes=routes, hands=[{"green": 2}, {}])
    play(game, "claim alexanderplatz--hackescher-markt")
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (1, 1)
    assert now(game, "last_round_by") is None
