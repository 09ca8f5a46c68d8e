"""Section 11 of the rules: the examples printed in the rulebooks."""

import pytest

from eclisse import Game
from eclisse.catalogue.find import find_game
from tests.rules.helpers import SPARE, WHITE, at, now, play, texts

L = "locomotive"


def ways_to_pay(game: str, route: str, hand: dict[str, int]) -> list[str]:
    """All payments for a route, each as its text without the verb."""
    table = at(game, hands=[hand, {}], market=["pink"] * 5)
    play(table, f"claim {route}")
    return [text.removeprefix("pay ") for text in texts(table)]


@pytest.mark.parametrize(
    ("colour", "route"), [("blue", "montreal--new-york"), ("yellow", "los-angeles--san-francisco.2")]
)
def test_a_route_of_three_can_be_paid_in_four_ways(colour: str, route: str) -> None:
    """CLAIM-SET"""
    hand = {colour: 3, "green": 3, L: 3}
    four = [f"1 {colour} 2 locomotive", f"2 {colour} 1 locomotive", f"3 {colour}", "3 locomotive"]
    assert ways_to_pay("usa", route, hand) == sorted(four)


def test_a_gray_route_of_two() -> None:
    """CLAIM-SET"""
    ways = ways_to_pay("usa", "boston--montreal", {"red": 2, "yellow": 1, L: 2})
    assert {"2 red", "1 yellow 1 locomotive", "2 locomotive"} <= set(ways)
    assert set(ways) - {"2 red", "1 yellow 1 locomotive", "2 locomotive"} == {"1 red 1 locomotive"}


def test_the_ferry_from_smyrna_to_palermo() -> None:
    """FERRY"""
    game = play(at("europe", hands=[{"red": 4, L: 2}, {}], market=WHITE, deck=SPARE), "claim palermo--smyrna")
    assert (now(game, "routes"), now(game, "discard")) == ({"palermo--smyrna": 0}, {"red": 4, L: 2})


def gray_tunnel(hand: dict[str, int], deck: dict[str, int]) -> Game:
    """The gray tunnel of two between Angora and Constantinople, with these cards turned up."""
    return play(at("europe", hands=[hand, {}], market=WHITE, deck=deck), "claim angora--constantinople")


def test_a_gray_tunnel_paid_with_two_red_and_one_red_turned_up() -> None:
    """TUNNEL"""
    game = play(gray_tunnel({"red": 3, L: 1}, {"red": 1, "blue": 1, "green": 1}), "pay 2 red")
    assert texts(game) == ["pay 1 locomotive", "pay 1 red", "take-back"]


def test_a_gray_tunnel_paid_with_two_green_and_one_locomotive_turned_up() -> None:
    """TUNNEL"""
    game = play(gray_tunnel({"green": 3, L: 1}, {L: 1, "blue": 1, "red": 1}), "pay 2 green")
    assert texts(game) == ["pay 1 green", "pay 1 locomotive", "take-back"]


def test_a_gray_tunnel_paid_with_two_locomotives_and_one_locomotive_turned_up() -> None:
    """TUNNEL"""
    game = play(gray_tunnel({"green": 3, L: 3}, {L: 1, "green": 1, "red": 1}), "pay 2 locomotive")
    assert texts(game) == ["pay 1 locomotive", "take-back"]


def test_the_routes_from_montreal() -> None:
    """CLAIM-SET: to New York blue, to Toronto gray, both of three spaces."""
    routes = {route.id: route for route in find_game("usa").board.routes}
    assert (routes["montreal--new-york"].colour, routes["montreal--new-york"].length) == ("blue", 3)
    assert (routes["montreal--toronto"].colour, routes["montreal--toronto"].length) == ("gray", 3)
    assert ways_to_pay("usa", "montreal--toronto", {"red": 3, "blue": 3}) == ["3 blue", "3 red"]


def test_madrid_to_pamplona_is_a_double_route_of_two_tunnels() -> None:
    """DOUBLE, TUNNEL: one black, one white."""
    for track, colour in (("madrid--pamplona", "black"), ("madrid--pamplona.2", "white")):
        game = at("europe", seats=4, hands=[{colour: 3}, {}, {}, {}], market=["red"] * 5, deck={"blue": 3})
        assert {f"claim {name}" for name in ("madrid--pamplona", "madrid--pamplona.2")} & set(texts(game)) == {
            f"claim {track}"
        }
        play(game, f"claim {track}")
        assert (now(game, "revealed"), now(game, "routes")) == (["blue"] * 3, {track: 0})


@pytest.mark.parametrize("route", ["brandenburger-tor--potsdamer-platz", "checkpoint-charlie--potsdamer-platz"])
def test_a_black_tram_route_of_two(route: str) -> None:
    """BERLIN-TRAM"""
    hand = {"black": 2, "red": 2, L: 2}
    assert ways_to_pay("berlin", route, hand) == ["1 black 1 locomotive", "2 black", "2 locomotive"]


def test_a_subway_route_that_costs_two_cards_takes_the_same_payments() -> None:
    """BERLIN-SUBWAY: the reconstructed map has such a route in green."""
    hand = {"green": 2, "red": 2, L: 2}
    expected = ["1 green 1 locomotive", "2 green", "2 locomotive"]
    assert ways_to_pay("berlin", "alexanderplatz--hackescher-markt", hand) == expected
