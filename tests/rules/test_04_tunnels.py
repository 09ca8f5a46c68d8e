"""Section 4 of the rules: tunnels."""

from typing import Any

import pytest

from eclisse import Game
from tests.rules.helpers import WHITE, at, now, play, seat_of, texts

L = "locomotive"
GRAY_TUNNEL = "angora--constantinople"  # 2 spaces
RED_TUNNEL = "erzurum--sochi"  # 3 spaces


def tunnel(hand: dict[str, int], route: str = GRAY_TUNNEL, **position: Any) -> Game:
    """Europe, seat 0 to claim a tunnel with this hand; what is in the deck will be turned up."""
    game = at("europe", **{"hands": [hand, {}], "market": WHITE, **position})
    return play(game, f"claim {route}")


def test_three_cards_are_turned_up_for_a_tunnel() -> None:
    """TUNNEL"""
    game = tunnel({"red": 2}, deck={"blue": 5})
    assert now(game, "revealed") == ["blue"] * 3
    assert now(game, "deck") == {"blue": 2}
    assert (now(game, "routes"), now(game, "hands")[0]) == ({GRAY_TUNNEL: 0}, {})
    assert game.to_act == (1,)


def test_other_routes_turn_up_nothing() -> None:
    """TUNNEL"""
    game = tunnel({"red": 2}, route="bruxelles--paris", deck={"red": 5})
    assert (now(game, "revealed"), now(game, "deck"), now(game, "routes")) == ([], {"red": 5}, {"bruxelles--paris": 0})


@pytest.mark.parametrize(
    ("deck", "surcharge"),
    [
        ({"red": 1, "blue": 2}, 1),
        ({L: 1, "blue": 2}, 1),
        ({"red": 2, "blue": 1}, 2),
        ({"red": 1, L: 1, "blue": 1}, 2),
        ({"red": 3}, 3),
        ({L: 3}, 3),
        ({"red": 1, L: 2}, 3),
    ],
)
def test_each_card_of_the_colour_and_each_locomotive_costs_one_more(deck: dict[str, int], surcharge: int) -> None:
    """TUNNEL: added cards are of the same colour or locomotives."""
    game = tunnel({"red": 5, "blue": 6}, deck=deck, route=RED_TUNNEL)
    assert (now(game, "phase"), now(game, "surcharge"), game.to_act) == ("surcharge", surcharge, (0,))
    assert (now(game, "routes"), now(game, "laid")) == ({}, {"red": 3})
    expected = [f"pay {surcharge} red"] if surcharge <= 2 else []
    assert texts(game) == [*expected, "take-back"]


def test_a_surcharge_is_paid_in_colour_with_locomotives_or_both() -> None:
    """TUNNEL"""
    game = tunnel({"red": 4, "blue": 3, L: 2}, deck={"red": 2, "blue": 1})
    play(game, "pay 2 red")
    assert texts(game) == ["pay 1 red 1 locomotive", "pay 2 locomotive", "pay 2 red", "take-back"]
    play(game, "pay 1 red 1 locomotive")
    assert now(game, "routes") == {GRAY_TUNNEL: 0}
    assert now(game, "hands")[0] == {"red": 1, "blue": 3, L: 1}
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["score"]) == (43, 2)
    assert game.to_act == (1,)


def test_the_colour_that_counts_is_that_of_the_payment() -> None:
    """TUNNEL: a gray tunnel paid in blue does not mind red cards."""
    game = tunnel({"blue": 2, "red": 1}, deck={"red": 3})
    assert (now(game, "routes"), now(game, "hands")[0]) == ({GRAY_TUNNEL: 0}, {"red": 1})


def test_a_payment_of_colour_and_locomotive_has_that_colour() -> None:
    """TUNNEL"""
    game = play(tunnel({"red": 2, L: 2}, deck={"red": 1, "blue": 2}), "pay 1 red 1 locomotive")
    assert now(game, "surcharge") == 1
    assert texts(game) == ["pay 1 locomotive", "pay 1 red", "take-back"]


@pytest.mark.parametrize("route", [GRAY_TUNNEL, RED_TUNNEL])
def test_a_payment_of_locomotives_has_no_colour(route: str) -> None:
    """TUNNEL: cards in the colour of the route itself cost nothing either."""
    game = tunnel({L: 2 if route == GRAY_TUNNEL else 3}, route=route, deck={"red": 3})
    assert now(game, "routes") == {route: 0}
    assert now(game, "revealed") == ["red"] * 3


def test_only_locomotives_are_added_to_a_payment_of_locomotives() -> None:
    """TUNNEL"""
    game = tunnel({L: 5, "red": 2}, route=RED_TUNNEL, deck={"red": 2, L: 1})
    play(game, "pay 3 locomotive")
    assert now(game, "surcharge") == 1
    assert texts(game) == ["pay 1 locomotive", "take-back"]
    play(game, "pay 1 locomotive")
    assert (now(game, "routes"), now(game, "hands")[0]) == ({RED_TUNNEL: 0}, {L: 1, "red": 2})


def test_a_seat_may_take_its_payment_back() -> None:
    """TUNNEL-BACK: by choice, with the cards in hand; the turn ends without a claim."""
    game = tunnel({"red": 4}, deck={"red": 1, "blue": 2})
    assert now(game, "hands")[0] == {"red": 2}
    events = game.play(0, "take-back")
    assert now(game, "hands")[0] == {"red": 4}
    assert now(game, "routes") == {}
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["score"]) == (45, 0)
    assert (game.to_act, now(game, "phase"), now(game, "turns")) == ((1,), "main", 1)
    assert any(event.kind == "gave-up" for event in events)


@pytest.mark.parametrize("hand", [{"red": 2, "blue": 9}, {"red": 3, "blue": 9}])
def test_a_seat_that_lacks_the_cards_can_only_take_its_payment_back(hand: dict[str, int]) -> None:
    """TUNNEL-BACK"""
    game = at("europe", hands=[hand, {}], market=WHITE, deck={"red": 2, "green": 1})
    play(game, f"claim {GRAY_TUNNEL}", "pay 2 red")
    assert texts(game) == ["take-back"]
    play(game, "take-back")
    assert (now(game, "hands")[0], now(game, "routes"), game.to_act) == (hand, {}, (1,))


def test_a_payment_mixed_with_locomotives_comes_back_whole() -> None:
    """TUNNEL-BACK"""
    game = play(tunnel({"red": 1, L: 1}, deck={L: 3}), "take-back")
    assert (now(game, "hands")[0], now(game, "deck")) == ({"red": 1, L: 1}, {L: 3})


def test_the_route_may_be_claimed_again_later() -> None:
    """TUNNEL-BACK"""
    game = play(tunnel({"red": 2}, deck={"red": 3}), "take-back", "draw", "draw")
    assert f"claim {GRAY_TUNNEL}" in texts(game)


def test_turned_up_cards_are_discarded_when_the_surcharge_is_settled() -> None:
    """TUNNEL-DISCARD: not before, paid or refused; RESHUFFLE: the deck made meanwhile has none of them."""
    game = tunnel({"red": 3}, deck={"red": 1, "blue": 2}, discard={"green": 1})
    assert (now(game, "phase"), now(game, "deck"), now(game, "discard")) == ("surcharge", {"green": 1}, {})
    assert sorted(now(game, "revealed")) == ["blue", "blue", "red"]
    refused = play(game.copy(), "take-back")
    assert (now(refused, "deck"), now(refused, "discard")) == ({"green": 1}, {"red": 1, "blue": 2})
    paid = play(game.copy(), "pay 1 red")
    assert (now(paid, "deck"), now(paid, "discard")) == ({"green": 1}, {"red": 4, "blue": 2})


def test_turned_up_cards_without_a_surcharge_are_discarded_at_once() -> None:
    """TUNNEL-DISCARD"""
    game = tunnel({"red": 2}, deck={"blue": 3})
    assert (now(game, "deck"), now(game, "discard")) == ({"red": 2, "blue": 3}, {})


def test_the_discard_helps_out_when_a_tunnel_empties_the_deck() -> None:
    """TUNNEL-SHORT, RESHUFFLE: three cards come up if deck and discard have them together."""
    game = tunnel({"red": 2}, deck={"blue": 1}, discard={"green": 2})
    assert now(game, "revealed") == ["blue", "green", "green"]


def test_as_many_cards_are_turned_up_as_there_are() -> None:
    """TUNNEL-SHORT"""
    game = tunnel({"red": 4}, deck={"red": 1}, discard={L: 1})
    assert now(game, "revealed") == ["red", L]
    assert now(game, "surcharge") == 2
    one = tunnel({"red": 2}, deck={"blue": 1})
    assert (now(one, "revealed"), now(one, "routes")) == (["blue"], {GRAY_TUNNEL: 0})


def test_a_tunnel_without_any_card_to_turn_up_costs_nothing_more() -> None:
    """TUNNEL-SHORT: the payment itself is not turned up, though deck and discard are empty."""
    game = tunnel({"red": 2})
    assert now(game, "revealed") == []
    assert (now(game, "routes"), now(game, "deck")) == ({GRAY_TUNNEL: 0}, {"red": 2})


def test_the_payment_on_the_table_is_not_in_the_discard_yet() -> None:
    """TUNNEL-SHORT: one card in the deck, so one comes up and the surcharge is one."""
    game = tunnel({"red": 3}, deck={"red": 1})
    assert (now(game, "revealed"), now(game, "surcharge"), now(game, "discard")) == (["red"], 1, {})
    assert now(game, "laid") == {"red": 2}
