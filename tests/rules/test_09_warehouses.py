"""Section 9 of docs/rules.md: warehouses and depots. How they are emptied has its own file."""

from typing import Any

import pytest

from eclisse import Game, IllegalAction
from tests.rules.helpers import FORTY_THREE, WHITE, at, counted, finished, now, play, seat_of, starting_with, texts

ON: dict[str, Any] = {"modules": ["warehouses"], "market": WHITE}


def first_depots(seats: int, first: int, game: str = "usa") -> Game:
    """The moment when all tickets are chosen."""
    return at(game, seats, **ON, phase="depots", first_seat=first, to_move=(first - 1) % seats)


def end_turn(game: Game) -> Game:
    """The action is done: no depot follows it."""
    assert now(game, "phase") == "depots"
    return play(game, "pass")


@pytest.mark.parametrize("seed", range(6))
def test_each_seat_has_5_depots_and_a_warehouse_once_all_tickets_are_chosen(seed: int) -> None:
    """DEPOT-START"""
    game = Game.new("usa", 3, seed=seed, modules=["warehouses"])
    for seat in range(3):
        assert now(game, "phase") == "setup"
        game.play(seat, "keep 1 2")
    assert now(game, "phase") == "depots"
    assert now(game, "depots_left") == [5, 5, 5]
    assert [seat_of(game, seat)["warehouse"] for seat in range(3)] == [0, 0, 0]
    assert game.to_act == ((now(game, "first_seat") - 1) % 3,)


@pytest.mark.parametrize(("first", "order"), [(0, [2, 1, 0]), (1, [0, 2, 1]), (2, [1, 0, 2])])
def test_the_last_in_turn_order_places_the_first_depot_and_the_order_goes_backwards(
    first: int, order: list[int]
) -> None:
    """DEPOT-START"""
    game = first_depots(3, first)
    for seat, city in zip(order, ("atlanta", "boston", "miami"), strict=True):
        assert now(game, "phase") == "depots"
        assert game.to_act == (seat,)
        play(game, f"depot {city}")
        assert now(game, "depots")[seat] == [city]
    assert (now(game, "phase"), game.to_act) == ("main", (first,))
    assert now(game, "depots_left") == [4, 4, 4]
    assert now(game, "turns") == 0


def test_the_first_depot_is_not_optional() -> None:
    """DEPOT-START"""
    game = first_depots(2, 0)
    assert len(texts(game)) == len(starting_with(game, "depot")) == 36
    play(game, "depot atlanta")
    assert len(texts(game)) == 35


def test_a_game_without_the_module_begins_at_once() -> None:
    """DEPOT-START"""
    game = Game.new("usa", 2, seed=1)
    game.play(0, "keep 1 2")
    game.play(1, "keep 1 2")
    assert now(game, "phase") == "main"
    assert now(game, "depots_left") == [0, 0]
    assert not starting_with(game, "depot")


def test_a_city_has_room_for_one_building() -> None:
    """DEPOT-CITY"""
    depots, stations = [["wien"], ["paris"]], [["roma"], ["riga"]]
    game = at("europe", **ON, depots=depots, stations=stations, hands=[{}, {}])
    assert not {"wien", "paris", "roma", "riga"} & set(starting_with(game, "depot"))
    assert len(starting_with(game, "depot")) == 47 - 4
    with pytest.raises(IllegalAction):
        game.play(0, "depot wien")


def test_no_depot_stands_on_a_border_exit() -> None:
    """DEPOT-CITY"""
    cities = starting_with(first_depots(2, 0, "switzerland"), "depot")
    assert len(cities) == 34
    assert not any(name.startswith(("france", "germany", "austria", "italy")) for name in cities)
    game = at("switzerland", **ON, hands=[{}, {}])
    assert len(starting_with(game, "depot")) == 34


def test_a_depot_stays_where_it_is() -> None:
    """DEPOT-CITY: claiming and collecting leave it on the board"""
    game = at_nashville(depots=[[], ["nashville"]], warehouses=[{}, {"blue": 1}])
    play(game, "claim atlanta--nashville", "collect 1")
    assert now(game, "depots") == [[], ["nashville"]]


def test_any_number_of_depots_may_be_placed_before_the_action() -> None:
    """DEPOT-PLACE"""
    game = at("usa", **ON, hands=[{"red": 1}, {}], deck={"blue": 9})
    play(game, "depot atlanta", "depot boston", "depot miami", "depot denver", "depot helena")
    assert now(game, "depots_left") == [0, 5]
    assert now(game, "hands")[0] == {"red": 1}
    assert (now(game, "phase"), game.to_act) == ("main", (0,))
    assert not starting_with(game, "depot")
    play(game, "claim atlanta--nashville")
    assert game.to_act == (1,)


def test_a_depot_is_no_action() -> None:
    """DEPOT-PLACE, PASS: a seat that can do nothing else passes, and is not made to place depots"""
    game = at("usa", modules=["warehouses"], hands=[{}, {}], ticket_deck=[], deck={}, discard={})
    assert "pass" in texts(game)
    play(game, "depot atlanta")
    assert game.to_act == (0,)
    play(game, "pass")
    assert game.to_act == (1,)


def test_an_action_that_has_begun_is_not_interrupted_by_depots() -> None:
    """DEPOT-PLACE: not in the middle of a draw, of a claim or of an offer"""
    game = at("usa", **ON, hands=[{"red": 2, "blue": 2}, {}], deck={"blue": 9})
    assert starting_with(game, "depot")
    for moves in (["warehouse 0"], ["warehouse 0", "draw"], ["tickets"], ["claim atlanta--nashville"]):
        assert not starting_with(play(game.copy(), *moves), "depot")


ACTIONS = {
    "two cards": ["warehouse 0", "draw", "draw"],
    "one card": ["warehouse 0", "draw", "pass"],
    "a locomotive": ["warehouse 0", "take locomotive"],
    "tickets": ["tickets", "keep 1"],
    "a route": ["claim atlanta--nashville", "pay 1 red"],
}


@pytest.mark.parametrize("moves", ACTIONS.values(), ids=ACTIONS)
def test_depots_may_follow_the_action_of_a_turn(moves: list[str]) -> None:
    """DEPOT-PLACE: on its turn, so before its action and again after it, until the turn passes."""
    market = [*WHITE[:4], "locomotive"]
    hands = [{"red": 2, "blue": 2}, {}]
    game = at("usa", modules=["warehouses"], market=market, hands=hands, deck={"blue": 9}, depots=[["boston"], []])
    play(game, "depot miami", *moves)
    assert (now(game, "phase"), game.to_act) == ("depots", (0,))
    assert (texts(game)[-1], len(texts(game))) == ("pass", 1 + 36 - 2)
    play(game, "depot denver", "depot helena")
    assert now(game, "depots") == [["boston", "denver", "helena", "miami"], []]
    assert end_turn(game).to_act == (1,)
    assert (now(game, "phase"), now(game, "turns"), now(game, "passes")) == ("main", 1, 0)


def test_a_depot_after_the_action_is_as_good_as_one_before_it() -> None:
    """DEPOT-PLACE, WAREHOUSE-COLLECT: it opens a warehouse for the next route that ends there, not for this one."""
    game = at_nashville(warehouses=[{"blue": 1}, {}])
    play(game, "claim atlanta--nashville", "depot nashville")
    assert now(game, "warehouses") == [{"blue": 1}, {}]


@pytest.mark.parametrize("left", [0, 1])
def test_the_turn_passes_by_itself_when_no_depot_is_left(left: int) -> None:
    """DEPOT-PLACE"""
    game = at("usa", **ON, hands=[{"red": 2}, {}], deck={"blue": 9}, depots_left=[left, 5])
    play(game, "claim atlanta--nashville", *["depot miami"] * left)
    assert (now(game, "phase"), game.to_act) == ("main", (1,))


def test_the_turn_passes_by_itself_when_no_city_is_free() -> None:
    """DEPOT-PLACE, DEPOT-CITY: only on a board with few cities can all of them have a building."""
    cities = list(Game.new("berlin").kit.names.cities)
    stations = {"depots": [cities[:5], cities[5:10], cities[10:15], cities[15:20]], "depots_left": [0, 0, 0, 0]}
    game = at("berlin", 4, modules=["warehouses"], market=["pink"] * 5, hands=[{"red": 1}, {}, {}, {}], **stations)
    assert len(cities) == 21
    free = game.copy()
    free.state.depots_left[0] = 2  # more than the rules give: one for the last city, and one to spare
    play(free, "claim kurfurstendamm--zoologischer-garten")
    assert (now(free, "phase"), texts(free)) == ("depots", [f"depot {cities[20]}", "pass"])
    assert play(free, f"depot {cities[20]}").to_act == (1,)


def test_placing_no_more_depots_is_no_passed_turn() -> None:
    """DEPOT-PLACE, PASS"""
    game = at("usa", **ON, hands=[{}, {}], deck={"blue": 12, "red": 12}, depots=[["boston"], ["miami"]])
    for _ in range(2):
        for _ in range(2):
            play(game, "warehouse 0", "draw", "pass", "pass")
        assert (game.over, now(game, "passes")) == (False, 0)


def test_the_last_turn_of_the_game_may_end_with_a_depot() -> None:
    """DEPOT-PLACE, LAST-ROUND"""
    game = at("usa", **ON, hands=[{"red": 1}, {}], routes=dict.fromkeys(FORTY_THREE, 0), last_round_by=0)
    play(game, "claim atlanta--nashville")
    assert (game.over, now(game, "phase")) == (False, "depots")
    assert play(game, "depot denver", "pass").over


def test_nothing_but_depots_follows_the_action() -> None:
    """DEPOT-PLACE"""
    game = at("usa", **ON, hands=[{"red": 2}, {}], deck={"blue": 9}, depots=[["boston"], []])
    play(game, "claim atlanta--nashville")
    for other in ("draw", "tickets", "warehouse 0", "depot boston"):
        with pytest.raises(IllegalAction) as refused:
            game.play(0, other)
        assert [one.code for one in refused.value.faults] == ["depot-awaited"]


def test_a_position_after_an_action_reads_as_it_was_written() -> None:
    """DEPOT-PLACE: by hand, whoever has placed a depot and may place another has done its action."""
    game = at("usa", **ON, hands=[{"red": 2}, {}], deck={"blue": 9}, depots=[["boston"], []])
    play(game, "claim atlanta--nashville")
    again = Game.from_position(game.position())
    assert (again.position(), texts(again)) == (game.position(), texts(game))
    written = at("usa", **ON, phase="depots", to_move=0, depots=[["boston"], ["miami"]])
    assert "pass" in texts(written)


def test_only_the_seat_to_move_places_depots() -> None:
    """DEPOT-PLACE"""
    game = at("usa", **ON, hands=[{}, {}], deck={"blue": 9})
    with pytest.raises(IllegalAction):
        game.play(1, "depot atlanta")


def test_a_fresh_depot_serves_the_claim_that_follows() -> None:
    """DEPOT-PLACE, WAREHOUSE-COLLECT"""
    game = at_nashville(warehouses=[{"blue": 1}, {}])
    play(game, "depot nashville", "claim atlanta--nashville", "collect 0")
    assert now(game, "hands")[0] == {"blue": 1}
    assert now(game, "depots_left") == [3, 5]


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_who_takes_wagon_cards_first_fills_any_warehouse(owner: int) -> None:
    """WAREHOUSE-FILL"""
    game = at("usa", 3, **ON, hands=[{}, {}, {}], deck={"blue": 9}, warehouses=[{"red": 1}, {"red": 1}, {"red": 1}])
    assert starting_with(game, "warehouse") == ["0", "1", "2"]
    assert not starting_with(game, "draw")
    assert not starting_with(game, "take")
    play(game, f"warehouse {owner}")
    assert now(game, "warehouses") == [{"blue": 1, "red": 1} if s == owner else {"red": 1} for s in range(3)]
    assert now(game, "deck") == {"blue": 8}
    assert now(game, "hands")[0] == {}
    assert game.to_act == (0,)
    assert texts(game) == ["draw", "take white"]


def test_two_cards_follow_the_one_put_in_a_warehouse() -> None:
    """WAREHOUSE-FILL"""
    game = at("usa", **ON, hands=[{}, {}], deck={"blue": 9})
    play(game, "warehouse 1", "draw")
    assert game.to_act == (0,)
    play(game, "draw")
    assert now(game, "hands")[0] == {"blue": 2}
    assert end_turn(game).to_act == (1,)


def test_a_market_locomotive_may_follow_the_card_put_in_a_warehouse() -> None:
    """WAREHOUSE-FILL, DRAW-LOCO: that card is none of those taken"""
    game = at("usa", modules=["warehouses"], market=[*WHITE[:4], "locomotive"], hands=[{}, {}], deck={"blue": 9})
    play(game, "warehouse 0", "take locomotive")
    assert now(game, "hands")[0] == {"locomotive": 1}
    assert end_turn(game).to_act == (1,)


def test_other_actions_fill_no_warehouse() -> None:
    """WAREHOUSE-FILL"""
    game = at("usa", **ON, hands=[{"red": 1}, {}], deck={"blue": 9})
    for moves in (["claim atlanta--nashville"], ["tickets", "keep 1"]):
        assert now(play(game.copy(), *moves), "warehouses") == [{}, {}]


def test_nobody_looks_at_the_card_put_in_a_warehouse() -> None:
    """WAREHOUSE-FILL, WAREHOUSE-COUNT"""
    views: list[list[Any]] = []
    for colour in ("red", "blue"):
        game = at("usa", **ON, hands=[{}, {}], deck={colour: 1}, discard={"green": 3})
        events = game.play(0, "warehouse 0")
        views.append([game.view(seat).to_dict() for seat in (0, 1, None)])
        views[-1] += [[event.to_dict(seat) for event in events] for seat in (0, 1, None)]
    assert views[0] == views[1]


def test_with_an_empty_deck_the_discard_is_shuffled_for_the_warehouse() -> None:
    """WAREHOUSE-FILL, RESHUFFLE"""
    game = at("usa", **ON, hands=[{}, {}], deck={}, discard={"blue": 3})
    play(game, "warehouse 1")
    assert now(game, "warehouses") == [{}, {"blue": 1}]
    assert (now(game, "deck"), now(game, "discard")) == ({"blue": 2}, {})


def test_with_deck_and_discard_empty_nothing_is_put_in_a_warehouse() -> None:
    """WAREHOUSE-FILL"""
    game = at("usa", **ON, hands=[{}, {}], deck={}, discard={}, warehouses=[{"red": 1}, {}])
    assert not starting_with(game, "warehouse")
    play(game, "take white", "take white")
    assert now(game, "hands")[0] == {"white": 2}
    assert now(game, "warehouses") == [{"red": 1}, {}]
    assert end_turn(game).to_act == (1,)


def test_the_last_card_may_go_to_a_warehouse() -> None:
    """WAREHOUSE-FILL: then only the market is left to take from"""
    game = at("usa", **ON, hands=[{}, {}], deck={"red": 1}, discard={})
    play(game, "warehouse 1")
    assert texts(game) == ["take white"]


def at_nashville(seats: int = 2, **position: Any) -> Game:
    """Seat 0 can claim Atlanta-Nashville with its one card, and nothing longer."""
    hands: list[dict[str, int]] = [{"red": 1}, *[{} for _ in range(seats - 1)]]
    return at("usa", seats, **ON, hands=hands, deck={"green": 9}, **position)


def test_a_route_to_a_depot_opens_the_warehouse_of_its_owner_for_one_depot() -> None:
    """WAREHOUSE-COLLECT"""
    for city in ("atlanta", "nashville"):
        game = at_nashville(depots=[[], [city]], warehouses=[{"white": 1}, {"blue": 2, "locomotive": 1}])
        play(game, "claim atlanta--nashville")
        assert game.to_act == (0,)
        assert texts(game) == ["collect 1", "decline"]
        play(game, "collect 1")
        assert now(game, "hands")[0] == {"blue": 2, "locomotive": 1}
        assert now(game, "warehouses") == [{"white": 1}, {}]
        assert now(game, "depots_left") == [4, 4]
        assert end_turn(game).to_act == (1,)


def test_a_seat_may_collect_from_its_own_warehouse() -> None:
    """WAREHOUSE-COLLECT"""
    game = at_nashville(depots=[["atlanta"], []], warehouses=[{"blue": 2}, {"pink": 1}])
    play(game, "claim atlanta--nashville", "collect 0")
    assert now(game, "hands")[0] == {"blue": 2}
    assert now(game, "depots_left") == [3, 5]
    assert now(game, "warehouses") == [{}, {"pink": 1}]


def test_a_seat_need_not_collect() -> None:
    """WAREHOUSE-COLLECT"""
    game = at_nashville(depots=[[], ["atlanta"]], warehouses=[{}, {"blue": 2}])
    play(game, "claim atlanta--nashville", "decline")
    assert now(game, "hands")[0] == {}
    assert now(game, "warehouses") == [{}, {"blue": 2}]
    assert now(game, "depots_left") == [5, 4]
    assert end_turn(game).to_act == (1,)


TWO_OWNERS: dict[str, Any] = {
    "depots": [[], ["atlanta"], ["nashville"]],
    "warehouses": [{"red": 1}, {"blue": 2}, {"pink": 1}],
}


def test_depots_of_two_owners_open_both_warehouses_for_two_depots() -> None:
    """WAREHOUSE-COLLECT"""
    for order in ([1, 2], [2, 1]):
        game = play(at_nashville(3, **TWO_OWNERS), "claim atlanta--nashville")
        assert texts(game) == ["collect 1", "collect 2", "decline"]
        play(game, f"collect {order[0]}")
        assert texts(game) == [f"collect {order[1]}", "decline"]
        play(game, f"collect {order[1]}")
        assert now(game, "hands")[0] == {"blue": 2, "pink": 1}
        assert now(game, "depots_left")[0] == 3
        assert end_turn(game).to_act == (1,)


def test_one_of_two_warehouses_may_be_left() -> None:
    """WAREHOUSE-COLLECT"""
    game = play(at_nashville(3, **TWO_OWNERS), "claim atlanta--nashville", "collect 2", "decline")
    assert now(game, "hands")[0] == {"pink": 1}
    assert now(game, "warehouses") == [{"red": 1}, {"blue": 2}, {}]
    assert now(game, "depots_left")[0] == 4
    assert end_turn(game).to_act == (1,)


def test_with_one_depot_left_one_of_two_warehouses_can_be_taken() -> None:
    """WAREHOUSE-COLLECT"""
    game = at_nashville(3, **TWO_OWNERS, depots_left=[1, 4, 4])
    play(game, "claim atlanta--nashville", "collect 1")
    assert game.to_act == (1,)
    assert now(game, "depots_left") == [0, 4, 4]


def test_two_depots_of_one_owner_open_one_warehouse_for_one_depot() -> None:
    """WAREHOUSE-COLLECT"""
    game = at_nashville(depots=[[], ["atlanta", "nashville"]], warehouses=[{"red": 1}, {"blue": 2}])
    play(game, "claim atlanta--nashville")
    assert texts(game) == ["collect 1", "decline"]
    play(game, "collect 1")
    assert now(game, "depots_left") == [4, 3]
    assert end_turn(game).to_act == (1,)


def test_without_a_depot_left_nothing_can_be_collected() -> None:
    """WAREHOUSE-COLLECT"""
    game = at_nashville(depots=[[], ["atlanta"]], depots_left=[0, 4], warehouses=[{}, {"blue": 2}])
    play(game, "claim atlanta--nashville")
    assert game.to_act == (1,)
    assert now(game, "warehouses") == [{}, {"blue": 2}]


def test_an_empty_warehouse_is_not_offered() -> None:
    """WAREHOUSE-COLLECT"""
    game = play(at_nashville(depots=[[], ["atlanta"]]), "claim atlanta--nashville")
    assert end_turn(game).to_act == (1,)
    game = at_nashville(3, depots=[[], ["atlanta"], ["nashville"]], warehouses=[{}, {}, {"pink": 1}])
    assert texts(play(game, "claim atlanta--nashville")) == ["collect 2", "decline"]


def test_a_depot_elsewhere_opens_nothing() -> None:
    """WAREHOUSE-COLLECT: not even at the end of a route the seat owned before"""
    game = at_nashville(depots=[[], ["miami"]], routes={"atlanta--miami": 0}, warehouses=[{}, {"blue": 2}])
    assert end_turn(play(game, "claim atlanta--nashville")).to_act == (1,)


def test_a_station_opens_no_warehouse() -> None:
    """WAREHOUSE-COLLECT: a route must be claimed"""
    position: dict[str, Any] = {"depots": [[], ["wien"]], "warehouses": [{}, {"blue": 2}], "hands": [{"red": 1}, {}]}
    game = at("europe", **ON, **position, routes={"berlin--wien": 0})
    assert end_turn(play(game, "station berlin")).to_act == (1,)


def tunnel(**position: Any) -> Game:
    """Seat 0 can claim the tunnel of 2 from Barcelona to Pamplona, and a red card will be turned up."""
    place: dict[str, Any] = {"depots": [[], ["pamplona"]], "warehouses": [{}, {"blue": 2}]}
    return at("europe", **ON, **place, hands=[{"red": 3}, {}], deck={"red": 1}, discard={}, **position)


def test_a_tunnel_opens_a_warehouse_once_it_is_paid() -> None:
    """WAREHOUSE-COLLECT, TUNNEL"""
    game = play(tunnel(), "claim barcelona--pamplona")
    assert now(game, "phase") == "surcharge"
    play(game, "pay 1 red")
    assert texts(game) == ["collect 1", "decline"]
    play(game, "collect 1")
    assert now(game, "hands")[0] == {"blue": 2}


def test_a_tunnel_given_up_opens_no_warehouse() -> None:
    """WAREHOUSE-COLLECT, TUNNEL-BACK"""
    game = play(tunnel(), "claim barcelona--pamplona", "take-back")
    assert end_turn(game).to_act == (1,)
    assert now(game, "warehouses") == [{}, {"blue": 2}]


def test_the_number_of_cards_in_a_warehouse_is_public_and_what_they_are_is_not() -> None:
    """WAREHOUSE-COUNT: not even to its owner"""
    one, other = (
        at(
            "usa",
            **ON,
            hands=[{}, {}],
            deck={"blue": 1, "red": 3} if swap else {"red": 4},
            warehouses=[here, {"pink": 1}],
        )
        for swap, here in ((True, {"red": 3}), (False, {"red": 2, "blue": 1}))
    )
    for seat in (0, 1, None):
        assert [row["warehouse"] for row in one.view(seat).to_dict()["seats"]] == [3, 1]
        assert one.view(seat).to_dict() == other.view(seat).to_dict()
        assert not one.view(seat).record.warehouses.any()


def test_the_cards_collected_are_known_to_the_seat_alone() -> None:
    """WAREHOUSE-COUNT"""
    game = play(at_nashville(depots=[[], ["atlanta"]], warehouses=[{}, {"blue": 2}]), "claim atlanta--nashville")
    events = [event.to_dict(1) for event in game.play(0, "collect 1")]
    assert {"kind": "collected", "seat": 0, "warehouse": 1, "cards": 2} in events
    assert game.view(1).to_dict()["seats"][0]["seen"] == {}
    assert game.view(1).to_dict()["seats"][0]["cards"] == 2
    assert game.view(0).to_dict()["hand"] == {"blue": 2}


def test_most_depots_left_get_10_points() -> None:
    """DEPOT-BONUS"""
    game = finished("usa", modules=["warehouses"], depots=[["atlanta"], ["miami", "boston"]])
    assert [counted(game, seat)["depots"] for seat in range(2)] == [10, 0]
    assert game.result.totals == (10, 0)


def test_depots_given_up_are_not_left() -> None:
    """DEPOT-BONUS"""
    game = finished("usa", modules=["warehouses"], depots=[[], ["miami"]], depots_left=[3, 4])
    assert [counted(game, seat)["depots"] for seat in range(2)] == [0, 10]


def test_all_seats_tied_for_most_depots_left_get_10_points() -> None:
    """DEPOT-BONUS"""
    game = finished("berlin", 3, modules=["warehouses"], depots_left=[2, 1, 2])
    assert [counted(game, seat)["depots"] for seat in range(3)] == [10, 0, 10]


def test_nobody_gets_10_points_for_0_depots() -> None:
    """DEPOT-BONUS"""
    game = finished("usa", modules=["warehouses"], depots_left=[0, 0])
    assert [counted(game, seat)["depots"] for seat in range(2)] == [0, 0]


def test_games_without_the_module_have_no_depot_bonus() -> None:
    """DEPOT-BONUS"""
    assert [counted(finished("usa"), seat)["depots"] for seat in range(2)] == [0, 0]
