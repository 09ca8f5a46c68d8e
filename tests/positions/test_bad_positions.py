"""Positions that cannot be are refused, with every fault at once."""

import re
from typing import Any

import pytest

from eclisse import Game, InvalidPosition
from eclisse.catalogue.find import ModuleNotApplicable, UnknownGame
from eclisse.catalogue.kit import WrongSeats
from eclisse.faults import MOST_FAULTS, MOST_HINTS, Fault, fault


def faults(**position: Any) -> list[Fault]:
    """The faults of a position."""
    with pytest.raises(InvalidPosition) as caught:
        Game.from_position({"game": "usa", "seats": 2, "last_round_by": None, **position})
    assert str(caught.value) == "\n".join(map(str, caught.value.faults))
    return list(caught.value.faults)


def the_fault(**position: Any) -> Fault:
    """The only fault of a position."""
    found = faults(**position)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("data", [None, 3, "usa", [], [["game", "usa"]], True])
def test_a_position_is_an_object(data: Any) -> None:
    with pytest.raises(InvalidPosition, match="JSON object") as caught:
        Game.from_position(data)
    assert [one.code for one in caught.value.faults] == ["position-expected"]


def test_game_and_seats_must_be_there_and_both_are_asked_for_at_once() -> None:
    with pytest.raises(InvalidPosition) as caught:
        Game.from_position({})
    assert list(caught.value.faults) == [fault("missing-key", key="game"), fault("missing-key", key="seats")]


@pytest.mark.parametrize(
    ("key", "value"), [("seats", "2"), ("seats", 2.0), ("seats", True), ("game", 3), ("game", None)]
)
def test_game_is_an_id_and_seats_a_number(key: str, value: Any) -> None:
    found = the_fault(**{key: value})
    assert (found.code, found.where) == ({"seats": "number-expected", "game": "game-expected"}[key], key)


@pytest.mark.parametrize("modules", ["warehouses", [3], {"max": 1}, [["max"]]])
def test_modules_are_a_list_of_ids(modules: Any) -> None:
    assert the_fault(modules=modules).code == "modules-expected"


def test_an_unknown_game_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownGame, match='did you mean "europe"'):
        Game.from_position({"game": "europ", "seats": 2})


def test_a_module_that_does_not_go_with_the_game_is_refused() -> None:
    with pytest.raises(ModuleNotApplicable, match="orient-express"):
        Game.from_position({"game": "usa", "seats": 2, "modules": ["orient-express"]})
    with pytest.raises(ModuleNotApplicable, match='did you mean "warehouses"'):
        Game.from_position({"game": "usa", "seats": 2, "modules": ["warehouse"]})


@pytest.mark.parametrize(("game", "seats"), [("usa", 1), ("usa", 6), ("switzerland", 4), ("india", 5), ("berlin", -1)])
def test_a_wrong_number_of_seats_is_refused(game: str, seats: int) -> None:
    with pytest.raises(WrongSeats, match=str(seats)):
        Game.from_position({"game": game, "seats": seats})


def test_an_unknown_key_is_refused_with_the_nearest_one() -> None:
    found = the_fault(hand=[{}, {}])
    assert found == fault("unknown-key", key="hand", nearest="hands")
    assert str(found) == 'there is no key "hand" (did you mean "hands"?)'


@pytest.mark.parametrize(
    ("position", "nearest"),
    [
        ({"routes": {"boston--newyork": 0}}, "boston--new-york"),
        ({"hands": [{"redd": 1}, {}]}, "red"),
        ({"deck": {"locomotives": 1}}, "locomotive"),
        ({"discard": {"blu": 1}}, "blue"),
        ({"market": ["gren"]}, "green"),
        ({"tickets": [["boston--miam"], []]}, "boston--miami"),
        ({"ticket_deck": ["boston--miam"]}, "boston--miami"),
        ({"game": "europe", "stations": [["wienn"], []]}, "wien"),
        ({"modules": ["warehouses"], "depots": [["atlantas"], []]}, "atlanta"),
        ({"modules": ["warehouses"], "warehouses": [{"yelow": 1}, {}]}, "yellow"),
        ({"phase": "paying", "route": "atlanta--nashvile"}, "atlanta--nashville"),
        ({"game": "europe", "phase": "paying", "city": "romma"}, "roma"),
        ({"known": {"boston--miam": [0]}}, "boston--miami"),
        ({"revealed": ["re"]}, "red"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest_one(position: dict[str, Any], nearest: str) -> None:
    found = faults(**position)[0]
    assert found.code.startswith("unknown-")
    assert found.params["nearest"] == nearest


def test_a_ticket_that_is_not_in_play_is_unknown() -> None:
    found = the_fault(tickets=[["chicago--new-york"], []])
    assert (found.code, found.where, found.params["name"]) == ("unknown-ticket", "tickets[0]", "chicago--new-york")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hands", {}),
        ("hands", [{}]),
        ("hands", [{}, {}, {}]),
        ("hands", [[], {}]),
        ("hands", [{"red": -1}, {}]),
        ("hands", [{"red": 1.5}, {}]),
        ("hands", [{"red": "1"}, {}]),
        ("hands", [{"red": True}, {}]),
        ("deck", []),
        ("deck", {"red": 10**9}),
        ("discard", 3),
        ("market", "red"),
        ("market", ["red"] * 6),
        ("market", [3]),
        ("routes", []),
        ("routes", {"atlanta--miami": 2}),
        ("routes", {"atlanta--miami": -1}),
        ("routes", {"atlanta--miami": None}),
        ("routes", {"atlanta--miami": True}),
        ("tickets", [[]]),
        ("tickets", ["boston--miami", []]),
        ("tickets", [[3], []]),
        ("ticket_deck", "boston--miami"),
        ("stations", 3),
        ("depots", [3, []]),
        ("to_move", 2),
        ("to_move", -1),
        ("to_move", "0"),
        ("to_move", 1.0),
        ("phase", "playing"),
        ("phase", 2),
        ("phase", ["main"]),
        ("last_round_by", 2),
        ("last_round_by", -1),
        ("first_seat", 7),
        ("turns", -1),
        ("turns", 10**10),
        ("flushes", 10**10),
        ("reshuffles", 10**10),
        ("passes", 3),
        ("drawn", 3),
        ("drawn", 1),
        ("key", "abc"),
        ("key", []),
        ("counter", -1),
        ("mixed", 3),
        ("mixed", [1]),
        ("surcharge", 4),
        ("ended", 9),
    ],
)
def test_a_wrong_value_is_refused_by_the_name_of_its_key(key: str, value: Any) -> None:
    assert re.match(rf"{key}\b", faults(**{key: value})[0].where)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("known", []),
        ("known", {"boston--miami": 0}),
        ("known", {"boston--miami": [2]}),
        ("known", {"boston--miami": ["0"]}),
        ("mixed", [10**6, 0]),
        ("mixed", [0, -1]),
        ("mixed", [0, 31]),
        ("mixed", [31, 0]),
        ("choices", ["keep", None]),
        ("choices", [10**6, None]),
        ("choices", [-2, None]),
        ("kept_at_setup", ["2", 2]),
        ("kept_at_setup", [-1, 2]),
        ("kept_at_setup", [10**6, 2]),
        ("seen", [{"red": 1}, {}]),
        ("stock", {}),
        ("blind", [{"red": 13}, {}]),
        ("key", 1e999),
        ("key", True),
        ("key", 1.5),
    ],
)
def test_a_wrong_value_of_what_seats_know_is_refused(key: str, value: Any) -> None:
    """These keys feed views and worlds dealt anew, which rely on them."""
    assert faults(**{key: value})


def test_a_card_too_many_is_refused() -> None:
    found = the_fault(hands=[{"red": 10}, {}], discard={"red": 2}, market=["red"])
    assert found == fault("too-many-cards", colour="red", excess=1, has=12)
    assert the_fault(deck={"locomotive": 16}) == fault("too-many-cards", colour="locomotive", excess=2, has=14)
    found = the_fault(market=["red"] * 5, modules=["warehouses"], warehouses=[{"red": 4}, {"red": 4}])
    assert found == fault("too-many-cards", colour="red", excess=1, has=12)


def test_a_colour_the_game_does_not_have_is_refused() -> None:
    found = the_fault(game="berlin", hands=[{"white": 1}, {}])
    assert found == fault("too-many-cards", colour="white", excess=1, has=0)


def test_both_tracks_of_a_double_route_cannot_belong_to_one_seat() -> None:
    routes = {"boston--new-york": 0, "boston--new-york.2": 0}
    for seats in (2, 5):
        found = the_fault(seats=seats, routes=routes)
        assert found == fault("both-tracks-owned", "routes", route="boston--new-york.2", seat=0)


@pytest.mark.parametrize(
    ("game", "seats"), [("usa", 3), ("europe", 3), ("india", 3), ("switzerland", 2), ("berlin", 2)]
)
def test_at_a_small_table_only_one_track_can_be_taken(game: str, seats: int) -> None:
    track = {
        "usa": "boston--new-york",
        "europe": "madrid--pamplona",
        "india": "agra--bhopal",
        "switzerland": "bern--fribourg",
        "berlin": "hauptbahnhof--reichstag",
    }[game]
    routes = {track: 0, f"{track}.2": 1}
    found = the_fault(game=game, seats=seats, routes=routes)
    assert found == fault("both-tracks-taken", "routes", route=f"{track}.2", seats=seats)
    Game.from_position({"game": game, "seats": seats + 1, "routes": routes, "last_round_by": None})


def test_more_trains_than_a_seat_has_are_refused() -> None:
    sixes = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "el-paso--los-angeles"]
    sixes += ["helena--seattle", "miami--new-orleans"]
    routes = dict.fromkeys([*sixes, "atlanta--nashville", "boston--new-york"], 1)
    assert Game.from_position({"game": "usa", "seats": 2, "routes": routes, "last_round_by": None}).to_act
    found = the_fault(routes={**routes, "dallas--houston": 1})
    assert found == fault("too-many-trains", "routes", seat=1, placed=46, has=45)


def test_a_route_that_is_paid_for_needs_its_trains() -> None:
    sixes = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "el-paso--los-angeles"]
    routes = dict.fromkeys([*sixes, "helena--seattle", "miami--new-orleans"], 0)  # 42 of 45 trains
    found = the_fault(phase="paying", route="dallas--el-paso", routes=routes)
    assert found == fault("pieces-lacking", "route", route="dallas--el-paso", seat=0)


def test_a_game_that_is_over_says_how_it_ended() -> None:
    reasons = ["last-round-played", "everybody-passed"]
    found = the_fault(phase="over", ended="not-ended")
    assert found == fault("ended-expected", "ended", reasons=reasons, value='"not-ended"')
    found = the_fault(phase="over", ended="not over")
    assert found == fault("ended-expected", "ended", reasons=["not-ended", *reasons], value='"not over"')


def test_more_subways_than_a_seat_has_are_refused() -> None:
    names = ["alexanderplatz--hackescher-markt", "alexanderplatz--moritzplatz", "bergmannstrasse--gleisdreieck"]
    names += ["bergmannstrasse--moritzplatz", "charlottenburger-tor--hansaviertel", "kadewe--kurfurstendamm"]
    found = the_fault(game="berlin", routes=dict.fromkeys(names, 0))
    assert found == fault("too-many-subways", "routes", seat=0, placed=6, has=5)


def test_more_stations_than_a_seat_has_are_refused() -> None:
    found = the_fault(game="europe", stations=[["wien", "roma", "riga", "kyiv"], []])
    assert found == fault("too-many-stations", "stations[0]", seat=0, placed=4, has=3)
    assert the_fault(stations=[["atlanta"], []]) == fault("too-many-stations", "stations[0]", seat=0, placed=1, has=0)


def test_more_depots_than_a_seat_has_are_refused() -> None:
    six = ["atlanta", "boston", "miami", "denver", "helena", "omaha"]
    found = the_fault(modules=["warehouses"], depots=[six, []])
    assert found == fault("too-many-depots", "depots[0]", seat=0, placed=6, has=5)
    found = the_fault(modules=["warehouses"], depots=[six[:2], []], depots_left=[4, 5])
    assert found == fault("too-many-depots-left", "depots_left[0]", seat=0, most=3, value="4")
    found = the_fault(depots_left=[6, 5])
    assert found == fault("too-many-depots-left", "depots_left[0]", seat=0, most=5, value="6")


def test_depots_and_warehouses_say_that_their_module_is_played() -> None:
    for shown in ({"warehouses": [{"red": 1}, {}]}, {"depots": [["boston"], []]}, {"depots_left": [4, 5]}):
        assert Game.from_position({"game": "usa", "seats": 2, **shown}).position()["modules"] == ["warehouses"]
    assert Game.from_position({"game": "usa", "seats": 2, "depots": [[], []]}).position()["modules"] == []


@pytest.mark.parametrize(
    "place",
    [
        {"stations": [["wien"], ["wien"]]},
        {"stations": [["wien", "wien"], []]},
        {"depots": [["wien"], ["wien"]]},
        {"stations": [["wien"], []], "depots": [[], ["wien"]]},
    ],
)
def test_a_city_with_two_buildings_is_refused(place: dict[str, Any]) -> None:
    found = the_fault(game="europe", modules=["warehouses"], **place)
    assert (found.code, found.params) == ("two-buildings", {"city": "wien"})


def test_a_building_on_a_border_exit_is_refused() -> None:
    found = the_fault(game="switzerland", modules=["warehouses"], depots=[["france-1"], []])
    assert found == fault("building-on-exit", "depots[0]", city="france-1")


@pytest.mark.parametrize(
    "place",
    [
        {"tickets": [["boston--miami"], ["boston--miami"]]},
        {"tickets": [["boston--miami", "boston--miami"], []]},
        {"tickets": [["boston--miami"], []], "ticket_deck": ["boston--miami"]},
        {"ticket_deck": ["boston--miami", "boston--miami"]},
        {"tickets": [["boston--miami"], []], "phase": "offer", "offers": [["boston--miami"], []]},
    ],
)
def test_a_ticket_in_two_places_is_refused(place: dict[str, Any]) -> None:
    found = the_fault(**place)
    assert (found.code, found.params["ticket"]) == ("ticket-twice", "boston--miami")


@pytest.mark.parametrize("phase", ["paying", "surcharge", "offer", "collecting", "setup"])
def test_a_decision_without_what_it_is_about_is_refused(phase: str) -> None:
    found = the_fault(phase=phase)
    assert (found.code, found.params["phase"]) == ("decision-incomplete", phase)


def test_a_surcharge_needs_the_payment_and_the_cards_turned_up() -> None:
    position = {"game": "europe", "phase": "surcharge", "route": "barcelona--pamplona", "hands": [{"red": 2}, {}]}
    full = {**position, "surcharge": 1, "laid": {"red": 2}, "revealed": ["red"]}
    assert Game.from_position({"seats": 2, "last_round_by": None, **full}).legal(0)
    for key in ("surcharge", "laid", "revealed"):
        assert faults(**{name: value for name, value in full.items() if name != key}), key


def test_a_surcharge_belongs_to_a_tunnel() -> None:
    place = {"phase": "surcharge", "route": "atlanta--nashville", "surcharge": 1, "revealed": ["red"]}
    assert faults(**place, laid={"red": 1}, hands=[{"red": 2}, {}])


def test_a_route_that_is_owned_cannot_be_paid_for() -> None:
    routes = {"atlanta--nashville": 1}
    assert faults(phase="paying", route="atlanta--nashville", routes=routes, hands=[{"red": 2, "blue": 2}, {}])


def test_a_station_that_stands_cannot_be_paid_for() -> None:
    place = {"game": "europe", "phase": "paying", "city": "wien", "hands": [{"red": 2, "blue": 2}, {}]}
    assert faults(**place, stations=[[], ["wien"]])


def test_a_route_to_collect_for_belongs_to_the_seat() -> None:
    place: dict[str, Any] = {"modules": ["warehouses"], "phase": "collecting", "route": "atlanta--nashville"}
    place |= {"depots": [[], ["atlanta"]], "warehouses": [{}, {"red": 1}]}
    assert faults(**place)


def test_depots_are_placed_first_only_with_the_module() -> None:
    assert faults(phase="depots")


def test_an_unpayable_decision_is_refused() -> None:
    found = the_fault(phase="paying", route="atlanta--miami", hands=[{"red": 1}, {}])
    assert found == fault("no-decision", "phase", phase="paying")


def test_every_fault_is_listed_at_once() -> None:
    found = faults(
        game="europe",
        modules=["warehouses"],
        colour="red",
        to_move=5,
        routes={"dieppe--pari": 0, "madrid--pamplona": 1, "madrid--pamplona.2": 0, "brest--paris": 9},
        stations=[["wien", "roma", "riga", "kyiv"], ["wien"]],
        depots=[["roma"], ["nowhere"]],
        hands=[{"red": 13, "mauve": 1}, {"blue": -1}],
        market=["red"] * 7,
        tickets=[["london--wien"], ["london--wien", "paris--rome"]],
        phase="resting",
    )
    assert [(one.code, one.where) for one in found] == [
        ("unknown-key", ""),
        ("number-expected", "to_move"),
        ("unknown-city", "depots[1]"),
        ("unknown-card", "hands[0]"),
        ("number-expected", "hands[1].blue"),
        ("names-expected", "market"),
        ("unknown-ticket", "tickets[1]"),
        ("phase-expected", "phase"),
        ("unknown-route", "routes"),
        ("seat-expected", "routes.brest--paris"),
        ("both-tracks-taken", "routes"),
        ("too-many-stations", "stations[0]"),
        ("two-buildings", "stations[1]"),
        ("two-buildings", "depots[0]"),
        ("too-many-cards", ""),
        ("ticket-twice", "tickets[1]"),
    ]


def test_a_great_many_faults_are_counted_and_cost_little() -> None:
    found = faults(routes={f"nowhere--{i:05}": 0 for i in range(3000)})
    assert len(found) == MOST_FAULTS + 1
    assert found[-1] == fault("more-faults", more=3000 - MOST_FAULTS)
    assert sum("nearest" in one.params for one in found) <= MOST_HINTS


def test_a_refusal_survives_the_way_to_another_process() -> None:
    import pickle

    with pytest.raises(InvalidPosition) as caught:
        Game.from_position({})
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults
