"""Section 6 of docs/rules.md: stations."""

import pytest

from tests.refusing import refused
from tests.rules.helpers import SPARE, WHITE, at, counted, finished, now, play, starting_with, texts

BUILT = ["roma", "venezia", "palermo"]


def test_the_first_station_costs_one_card() -> None:
    """STATION-BUILD"""
    game = play(at("europe", hands=[{"red": 1}, {}], market=WHITE, deck=SPARE), "station wien")
    assert now(game, "stations") == [["wien"], []]
    assert now(game, "hands")[0] == {}
    assert now(game, "discard") == {"red": 1}


def test_the_second_station_costs_two_cards() -> None:
    """STATION-BUILD"""
    hands = [{"red": 1, "blue": 1}, {}]
    assert not starting_with(at("europe", hands=hands, stations=[BUILT[:1], []], market=WHITE, deck=SPARE), "station")
    game = play(
        at("europe", hands=[{"red": 2}, {}], stations=[BUILT[:1], []], market=WHITE, deck=SPARE), "station wien"
    )
    assert now(game, "discard") == {"red": 2}


def test_the_third_station_costs_three_cards() -> None:
    """STATION-BUILD"""
    hands = [{"red": 2, "blue": 2}, {}]
    assert not starting_with(at("europe", hands=hands, stations=[BUILT[:2], []], market=WHITE, deck=SPARE), "station")
    game = play(
        at("europe", hands=[{"red": 3}, {}], stations=[BUILT[:2], []], market=WHITE, deck=SPARE), "station wien"
    )
    assert now(game, "discard") == {"red": 3}
    assert now(game, "stations")[0] == sorted([*BUILT[:2], "wien"])


def test_the_price_counts_own_stations_only() -> None:
    """STATION-BUILD"""
    game = at("europe", hands=[{"red": 1}, {}], stations=[[], BUILT], market=WHITE, deck=SPARE)
    assert now(play(game, "station wien"), "discard") == {"red": 1}


def test_nobody_has_a_fourth_station() -> None:
    """STATION-BUILD"""
    game = at("europe", hands=[{"red": 9, "locomotive": 9}, {}], stations=[BUILT, []], market=WHITE)
    assert not starting_with(game, "station")


def test_the_cards_of_a_station_have_one_colour_and_locomotives_stand_for_any() -> None:
    """STATION-BUILD"""
    hands = [{"red": 2, "blue": 1, "locomotive": 2}, {}]
    game = play(at("europe", hands=hands, stations=[BUILT[:1], []], market=WHITE, deck=SPARE), "station wien")
    assert texts(game) == ["pay 1 blue 1 locomotive", "pay 1 red 1 locomotive", "pay 2 locomotive", "pay 2 red"]
    play(game, "pay 1 blue 1 locomotive")
    assert now(game, "discard") == {"blue": 1, "locomotive": 1}
    assert now(game, "hands")[0] == {"red": 2, "locomotive": 1}


def test_locomotives_alone_pay_a_third_station() -> None:
    """STATION-BUILD"""
    game = at("europe", hands=[{"locomotive": 3}, {}], stations=[BUILT[:2], []], market=WHITE, deck=SPARE)
    assert now(play(game, "station wien"), "discard") == {"locomotive": 3}


def test_one_locomotive_replaces_the_card_that_is_missing() -> None:
    """STATION-BUILD"""
    game = at("europe", hands=[{"red": 2, "locomotive": 1}, {}], stations=[BUILT[:2], []], market=WHITE, deck=SPARE)
    assert now(play(game, "station wien"), "discard") == {"red": 2, "locomotive": 1}


def test_a_station_is_a_whole_turn() -> None:
    """STATION-BUILD"""
    game = play(at("europe", hands=[{"red": 2, "blue": 2}, {}], market=WHITE), "station wien", "pay 1 red")
    assert game.to_act == (1,)
    assert now(game, "phase") == "main"


def test_a_station_needs_no_route_in_its_city() -> None:
    """STATION-BUILD"""
    game = at("europe", hands=[{"red": 1}, {}], routes={"dieppe--paris": 1}, market=WHITE)
    assert len(starting_with(game, "station")) == 47


@pytest.mark.parametrize("owner", [0, 1])
def test_a_city_has_room_for_one_station(owner: int) -> None:
    """STATION-BUILD"""
    stations: list[list[str]] = [[], []]
    stations[owner] = ["wien"]
    game = at("europe", hands=[{"red": 2}, {}], stations=stations, market=WHITE)
    assert len(starting_with(game, "station")) == 46
    with refused("city-built"):
        game.play(0, "station wien")


@pytest.mark.parametrize("owner", [0, 1])
def test_no_station_stands_beside_a_depot(owner: int) -> None:
    """STATION-BUILD, DEPOT-CITY"""
    depots: list[list[str]] = [[], []]
    depots[owner] = ["wien"]
    game = at("europe", modules=["warehouses"], hands=[{"red": 1}, {}], depots=depots, market=WHITE)
    assert "wien" not in starting_with(game, "station")
    assert len(starting_with(game, "station")) == 46


def test_only_europe_has_stations() -> None:
    """STATION-BUILD"""
    for board in ("usa", "india", "switzerland", "berlin"):
        assert not starting_with(at(board, hands=[{"red": 3, "locomotive": 3}, {}]), "station")


PARIS_TO_WIEN = {"frankfurt--paris": 0, "frankfurt--munchen": 1, "munchen--wien": 0}


def test_a_station_opens_a_route_of_another_seat() -> None:
    """STATION-USE"""
    tickets = [["paris--wien"], []]
    without = finished("europe", routes=PARIS_TO_WIEN, tickets=tickets)
    assert counted(without, 0)["tickets"] == -8
    row = counted(finished("europe", routes=PARIS_TO_WIEN, tickets=tickets, stations=[["frankfurt"], []]), 0)
    assert (row["tickets"], row["tickets_completed"]) == (8, 1)
    assert row["borrowed"] == [{"station": "frankfurt", "route": "frankfurt--munchen"}]
    assert row["ticket_list"][0]["borrowed"] == ["frankfurt--munchen"]


def test_the_borrowed_route_ends_in_the_city_of_the_station() -> None:
    """STATION-USE"""
    for city in ("paris", "wien", "berlin"):
        game = finished("europe", routes=PARIS_TO_WIEN, tickets=[["paris--wien"], []], stations=[[city], []])
        assert counted(game, 0)["tickets"] == -8


def test_only_the_owner_of_a_station_uses_it() -> None:
    """STATION-USE"""
    game = finished("europe", routes=PARIS_TO_WIEN, tickets=[["paris--wien"], []], stations=[[], ["frankfurt"]])
    assert counted(game, 0)["tickets"] == -8


def test_a_route_that_nobody_claimed_cannot_be_borrowed() -> None:
    """STATION-USE"""
    routes = {"frankfurt--paris": 0, "munchen--wien": 0}
    row = counted(finished("europe", routes=routes, tickets=[["paris--wien"], []], stations=[["frankfurt"], []]), 0)
    assert row["tickets"] == -8
    assert row["borrowed"] == [{"station": "frankfurt", "route": None}]


def test_a_station_borrows_no_route_of_its_owner() -> None:
    """STATION-USE: what would be worth nothing is not borrowed either"""
    routes = {"frankfurt--paris": 0, "frankfurt--munchen": 0, "munchen--wien": 0}
    row = counted(finished("europe", routes=routes, tickets=[["paris--wien"], []], stations=[["frankfurt"], []]), 0)
    assert row["tickets"] == 8
    assert row["borrowed"] == [{"station": "frankfurt", "route": None}]


def test_one_station_opens_one_route_for_all_tickets_together() -> None:
    """STATION-USE: either ticket could be completed, but each over a different route"""
    routes = {**PARIS_TO_WIEN, "berlin--frankfurt": 1, "dieppe--paris": 0, "dieppe--london": 0}
    tickets = [["paris--wien", "berlin--london"], []]
    row = counted(finished("europe", routes=routes, tickets=tickets, stations=[["frankfurt"], []]), 0)
    assert (row["tickets"], row["tickets_completed"]) == (8 - 7, 1)
    assert row["borrowed"] == [{"station": "frankfurt", "route": "frankfurt--munchen"}]


def test_the_borrowed_route_serves_every_ticket() -> None:
    """STATION-USE"""
    routes = {**PARIS_TO_WIEN, "dieppe--paris": 0, "dieppe--london": 0}
    tickets = [["paris--wien", "london--wien"], []]
    row = counted(finished("europe", routes=routes, tickets=tickets, stations=[["frankfurt"], []]), 0)
    assert (row["tickets"], row["tickets_completed"]) == (18, 2)


def test_three_stations_can_carry_a_ticket_over_routes_of_others_alone() -> None:
    """STATION-USE"""
    routes = {"frankfurt--paris": 1, "frankfurt--munchen": 1, "munchen--wien": 1}
    stations = [["frankfurt", "munchen", "wien"], []]
    row = counted(finished("europe", routes=routes, tickets=[["paris--wien"], []], stations=stations), 0)
    assert row["tickets"] == 8
    assert sorted(item["route"] for item in row["borrowed"]) == sorted(routes)
    two = finished("europe", routes=routes, tickets=[["paris--wien"], []], stations=[["frankfurt", "munchen"], []])
    assert counted(two, 0)["tickets"] == -8


EDINBURGH = {"amsterdam--london": 1, "dieppe--london": 1, "edinburgh--london": 0, "dieppe--paris": 0}


def test_the_engine_takes_most_ticket_points_even_for_fewer_tickets() -> None:
    """STATION-USE: one ticket of 19 rather than two of 3 and 7"""
    east = ["amsterdam--essen", "berlin--essen", "berlin--warszawa", "warszawa--wilno", "smolensk--wilno"]
    routes = {**EDINBURGH, **dict.fromkeys([*east, "moskva--smolensk"], 0)}
    tickets = [["london--paris", "edinburgh--paris", "london--moskva"], []]
    row = counted(finished("europe-mega", routes=routes, tickets=tickets, stations=[["london"], []]), 0)
    assert row["borrowed"] == [{"station": "london", "route": "amsterdam--london"}]
    assert (row["tickets"], row["tickets_completed"]) == (19 - 3 - 7, 1)


def test_among_equal_points_the_engine_completes_most_tickets() -> None:
    """STATION-USE: 10 points with one ticket or with two"""
    routes = {**EDINBURGH, "amsterdam--frankfurt": 0, "frankfurt--munchen": 0, "munchen--wien": 0}
    tickets = [["london--paris", "edinburgh--paris", "london--wien"], []]
    row = counted(finished("europe-mega", routes=routes, tickets=tickets, stations=[["london"], []]), 0)
    assert row["borrowed"] == [{"station": "london", "route": "dieppe--london"}]
    assert (row["tickets"], row["tickets_completed"]) == (0, 2)


def test_several_seats_may_borrow_the_same_route() -> None:
    """STATION-USE"""
    routes = {
        **PARIS_TO_WIEN,
        "frankfurt--munchen": 2,
        "berlin--frankfurt": 1,
        "munchen--venezia": 1,
        "roma--venezia": 1,
    }
    tickets = [["paris--wien"], ["berlin--roma"], []]
    game = finished("europe", 3, routes=routes, tickets=tickets, stations=[["frankfurt"], ["munchen"], []])
    assert [counted(game, seat)["tickets"] for seat in range(3)] == [8, 9, 0]
    for seat in range(2):
        assert counted(game, seat)["borrowed"][0]["route"] == "frankfurt--munchen"


def test_the_owner_keeps_a_route_that_is_borrowed() -> None:
    """STATION-USE"""
    routes = {**PARIS_TO_WIEN, "berlin--frankfurt": 1, "munchen--venezia": 1, "roma--venezia": 1}
    tickets = [["paris--wien"], ["berlin--roma"]]
    game = finished("europe", routes=routes, tickets=tickets, stations=[["frankfurt"], []])
    assert [counted(game, seat)["tickets"] for seat in range(2)] == [8, 9]


def test_a_borrowed_route_scores_nothing_else() -> None:
    """STATION-USE, LONGEST"""
    game = finished("europe", routes=PARIS_TO_WIEN, tickets=[["paris--wien"], []], stations=[["frankfurt"], []])
    row = counted(game, 0)
    assert row["routes"] == 4 + 4
    assert row["longest_path_length"] == 3


@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_a_station_not_built_is_worth_4_points(built: int) -> None:
    """STATION-LEFT"""
    row = counted(finished("europe", stations=[BUILT[:built], []]), 0)
    assert row["stations"] == row["total"] == 4 * (3 - built)


def test_there_are_no_points_for_stations_where_there_are_none() -> None:
    """STATION-LEFT"""
    for board in ("usa", "india", "switzerland", "berlin"):
        assert counted(finished(board), 0)["stations"] == 0
