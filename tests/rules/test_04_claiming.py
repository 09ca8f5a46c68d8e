"""Section 4 of the rules: claiming routes, double routes, ferries, trams and subways. Tunnels have their own file."""

from pathlib import Path

import numpy as np
import pytest

import eclisse.boards
from eclisse import Game
from eclisse.core import doors
from eclisse.core.limits import MAX_ROUTES
from tests.refusing import refused
from tests.rules.helpers import SPARE, WHITE, at, counted, now, play, seat_of, texts

L = "locomotive"


def claims(game: Game) -> set[str]:
    return {text.removeprefix("claim ") for text in texts(game) if text.startswith("claim")}


# --- the price -------------------------------------------------------------------------------------------------------


def test_a_coloured_route_takes_its_colour_and_locomotives() -> None:
    """CLAIM-SET"""
    game = at("usa", hands=[{"red": 3, "blue": 9, L: 2}, {}], market=WHITE)
    play(game, "claim boston--new-york")
    assert texts(game) == ["pay 1 red 1 locomotive", "pay 2 locomotive", "pay 2 red"]


def test_a_gray_route_takes_any_one_colour() -> None:
    """CLAIM-SET: never two colours together."""
    game = at("usa", hands=[{"red": 2, "blue": 1, "green": 1, L: 1}, {}], market=WHITE)
    play(game, "claim boston--montreal")
    assert texts(game) == [f"pay 1 {c} 1 locomotive" for c in ("blue", "green", "red")] + ["pay 2 red"]
    mixed = at("usa", hands=[{"red": 1, "blue": 1}, {}], market=WHITE)
    assert "boston--montreal" not in claims(mixed)
    assert "atlanta--nashville" in claims(mixed)


def test_a_route_cannot_be_claimed_without_its_price() -> None:
    """CLAIM-SET"""
    for hand, missing in (({"red": 1}, 1), ({"blue": 9}, 2), ({"yellow": 2}, 2), ({L: 1}, 1)):
        game = at("usa", hands=[hand, {}], market=WHITE)
        assert "boston--new-york" not in claims(game)
        with refused("too-few-cards", needed=2, colour="red", missing=missing):
            game.play(0, "claim boston--new-york")
    for hand in ({"red": 2}, {"red": 1, L: 1}, {L: 2}):
        assert "boston--new-york" in claims(at("usa", hands=[hand, {}], market=WHITE))


def test_the_payment_is_discarded_and_each_space_gets_a_train() -> None:
    """CLAIM-SET"""
    game = at("usa", hands=[{"red": 3, L: 2}, {}], market=WHITE, deck=SPARE)
    play(game, "claim boston--new-york", "pay 1 red 1 locomotive")
    assert now(game, "routes") == {"boston--new-york": 0}
    assert now(game, "hands") == [{"red": 2, L: 1}, {}]
    assert now(game, "discard") == {"red": 1, L: 1}
    assert [seat_of(game, seat)["trains"] for seat in range(2)] == [43, 45]
    assert game.to_act == (1,)


def test_locomotives_alone_pay_a_route() -> None:
    """CLAIM-SET"""
    game = play(at("usa", hands=[{L: 3}, {}], market=WHITE, deck=SPARE), "claim montreal--new-york")
    assert (now(game, "routes"), now(game, "discard")) == ({"montreal--new-york": 0}, {L: 3})


def test_any_free_route_will_do() -> None:
    """CLAIM-ANY: it need not touch the seat's others, and a route that has an owner is not free."""
    routes = {"boston--new-york": 0, "portland--seattle": 1}
    game = at("usa", hands=[{"pink": 1}, {}], market=WHITE, routes=routes)
    ones = {"atlanta--nashville", "dallas--houston", "dallas--houston.2", "kansas-city--omaha", "kansas-city--omaha.2"}
    assert claims(game) == ones | {"seattle--vancouver", "seattle--vancouver.2"}
    with refused("route-owned", owner=1):
        game.play(0, "claim portland--seattle")


def test_a_seat_claims_one_route_a_turn() -> None:
    """CLAIM-ANY"""
    game = at("usa", hands=[{"pink": 9}, {}], market=WHITE, deck={"red": 9})
    play(game, "claim portland--seattle")
    assert game.to_act == (1,)
    with refused("not-your-turn", to_act=[1]):
        game.play(0, "claim atlanta--nashville")


def test_a_route_takes_no_more_trains_than_the_seat_has() -> None:
    """CLAIM-ANY: with 2 trains left routes of 1 and 2, never of 3."""
    forty_three = ["calgary--winnipeg", "duluth--helena", "duluth--toronto", "el-paso--houston", "el-paso--los-angeles"]
    forty_three += ["helena--seattle", "denver--phoenix", "new-york--washington"]
    routes = dict.fromkeys(forty_three, 0)
    game = at("usa", hands=[{"blue": 6, L: 6}, {}], market=WHITE, routes=routes, last_round_by=0)
    assert seat_of(game, 0)["trains"] == 2
    assert {"boston--montreal", "kansas-city--saint-louis", "portland--seattle"} <= claims(game)
    assert not {"montreal--new-york", "montreal--toronto", "chicago--omaha"} & claims(game)
    with refused("too-few-pieces", needed=3, has=2):
        game.play(0, "claim montreal--new-york")


# --- points ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "route", "card", "price", "points"),
    [
        ("usa", "portland--seattle", "red", 1, 1),
        ("usa", "boston--new-york", "red", 2, 2),
        ("usa", "montreal--new-york", "blue", 3, 4),
        ("usa", "chicago--omaha", "blue", 4, 7),
        ("usa", "atlanta--miami", "blue", 5, 10),
        ("usa", "miami--new-orleans", "red", 6, 15),
        ("europe", "petrograd--stockholm", "red", 8, 21),
        ("india", "calcutta--madras", L, 8, 21),
        ("switzerland", "geneve--yverdon", "red", 6, 15),
        ("berlin", "kurfurstendamm--zoologischer-garten", "red", 1, 1),
        ("berlin", "checkpoint-charlie--gendarmenmarkt", "red", 2, 2),
        ("berlin", "checkpoint-charlie--moritzplatz", "blue", 3, 4),
        ("berlin", "brandenburger-tor--siegessaule", "red", 4, 7),
        ("berlin", "alexanderplatz--hackescher-markt", "green", 2, 3),
        ("berlin", "bergmannstrasse--moritzplatz", "black", 3, 5),
        ("berlin", "hackescher-markt--hauptbahnhof", "blue", 4, 8),
    ],
)
def test_a_route_scores_at_the_moment_it_is_claimed(game: str, route: str, card: str, price: int, points: int) -> None:
    """CLAIM-SCORE"""
    table = at(game, hands=[{card: price}, {}], market=["pink"] * 5, deck={"orange": 4})
    events = table.play(0, f"claim {route}")
    assert [(event.route, event.points) for event in events if event.kind == "claimed"] == [(route, points)]
    assert [seat_of(table, seat)["score"] for seat in range(2)] == [points, 0]
    assert now(table, "discard")[card] == price
    assert (counted(table, 0)["routes"], counted(table, 1)["routes"]) == (points, 0)


def test_points_of_routes_add_up() -> None:
    """CLAIM-SCORE"""
    game = at("usa", hands=[{"blue": 3}, {}], market=WHITE, routes={"miami--new-orleans": 0, "atlanta--nashville": 0})
    play(game, "claim montreal--new-york")
    assert seat_of(game, 0)["score"] == 15 + 1 + 4


# --- Switzerland -----------------------------------------------------------------------------------------------------


def test_a_swiss_locomotive_is_played_on_tunnels_only() -> None:
    """CLAIM-LOCO-SWISS: neither on coloured nor on gray routes that are no tunnels."""
    game = at("switzerland", hands=[{"red": 1, "orange": 1, L: 5}, {}], market=WHITE)
    assert not {"bern--neuchatel", "germany-5--st-gallen", "luzern--zug.2"} & claims(game)
    assert {"basel--olten", "bern--fribourg", "france-1--martigny", "schwyz--wassen"} <= claims(game)
    with refused("no-locomotives-here"):
        game.play(0, "claim bern--neuchatel")


def test_a_swiss_route_that_is_no_tunnel_is_paid_in_colour_alone() -> None:
    """CLAIM-LOCO-SWISS"""
    game = at("switzerland", hands=[{"red": 2, L: 5}, {}], market=WHITE, deck=SPARE)
    play(game, "claim bern--neuchatel")
    assert (now(game, "hands")[0], now(game, "discard")) == ({L: 5}, {"red": 2})
    gray = at("switzerland", hands=[{"red": 2, "pink": 2, L: 5}, {}], market=WHITE, deck=SPARE)
    play(gray, "claim germany-5--st-gallen")
    assert texts(gray) == ["pay 2 pink", "pay 2 red"]


def test_a_swiss_tunnel_and_its_surcharge_take_locomotives() -> None:
    """CLAIM-LOCO-SWISS, TUNNEL"""
    game = at("switzerland", hands=[{"orange": 2, L: 4}, {}], market=WHITE, deck={"orange": 2, "blue": 1})
    play(game, "claim basel--olten")
    assert texts(game) == ["pay 1 orange 1 locomotive", "pay 2 locomotive", "pay 2 orange"]
    play(game, "pay 2 orange")
    assert texts(game) == ["pay 2 locomotive", "take-back"]
    play(game, "pay 2 locomotive")
    assert now(game, "routes") == {"basel--olten": 0}


# --- double routes ---------------------------------------------------------------------------------------------------

# Of each board a double route, the colours of its tracks and its length.
DOUBLES = {
    "usa": ("boston--new-york", "red", "yellow", 2),
    "europe": ("bruxelles--paris", "red", "yellow", 2),
    "india": ("ambala--bhatinda", "white", "yellow", 2),
    "switzerland": ("bern--fribourg", "orange", "yellow", 1),
    "berlin": ("brandenburger-tor--potsdamer-platz", "black", "blue", 2),
}
TABLES = [
    *((game, seats, seats > 3) for game in ("usa", "usa-1910", "usa-mega", "usa-big-cities") for seats in range(2, 6)),
    *((game, seats, seats > 3) for game in ("europe", "europe-1912") for seats in range(2, 6)),
    *((game, seats, seats > 3) for game in ("europe-mega", "europe-big-cities") for seats in range(2, 6)),
    *(("india", seats, seats > 3) for seats in range(2, 5)),
    *(("switzerland", seats, seats > 2) for seats in range(2, 4)),
    *(("berlin", seats, seats > 2) for seats in range(2, 5)),
]


@pytest.mark.parametrize(("game", "seats", "both"), TABLES)
def test_at_a_small_table_one_track_closes_the_other(game: str, seats: int, both: bool) -> None:
    """DOUBLE-FEW"""
    route, one, two, price = DOUBLES[game.split("-", maxsplit=1)[0]]
    for first, second, card in ((route, f"{route}.2", two), (f"{route}.2", route, one)):
        hands: list[dict[str, int]] = [{}, {card: price}, *[{}] * (seats - 2)]
        table = at(game, seats=seats, hands=hands, routes={first: 0}, to_move=1)
        assert (second in claims(table)) == both
        closed = np.empty(MAX_ROUTES, np.int16)
        n = doors.closed(table.states, table.kit.board_row, table.kit.rules_row, closed)
        assert [table.kit.names.routes[i] for i in closed[:n]] == ([] if both else [second])
        if not both:
            with refused("other-track-taken", seats=seats):
                table.play(1, f"claim {second}")
        else:
            table.play(1, f"claim {second}")
            assert now(table, "routes") == {first: 0, second: 1}


@pytest.mark.parametrize(
    ("game", "seats"), [("usa", 5), ("europe", 4), ("india", 4), ("switzerland", 3), ("berlin", 3)]
)
def test_a_seat_that_owns_one_track_may_never_claim_the_other(game: str, seats: int) -> None:
    """DOUBLE"""
    route, _, card, price = DOUBLES[game]
    hands: list[dict[str, int]] = [{card: price}, *[{}] * (seats - 1)]
    assert f"{route}.2" in claims(at(game, seats=seats, hands=hands))
    table = at(game, seats=seats, hands=hands, routes={route: 0})
    assert f"{route}.2" not in claims(table)
    with refused("other-track-yours"):
        table.play(0, f"claim {route}.2")


def test_routes_side_by_side_that_end_in_different_cities_are_not_double() -> None:
    """DOUBLE: Montréal to New York and to Boston, at a table of two."""
    game = at("usa", hands=[{"blue": 3}, {}], market=WHITE, routes={"boston--montreal": 0, "montreal--toronto": 1})
    assert "montreal--new-york" in claims(game)


# --- ferries ---------------------------------------------------------------------------------------------------------


def test_a_ferry_needs_a_locomotive_for_each_symbol() -> None:
    """FERRY"""
    assert "palermo--smyrna" not in claims(at("europe", hands=[{"red": 12, L: 1}, {}], market=WHITE))
    assert "palermo--smyrna" in claims(at("europe", hands=[{"red": 4, L: 2}, {}], market=WHITE))
    assert "palermo--smyrna" not in claims(at("europe", hands=[{"red": 3, L: 2}, {}], market=WHITE))
    with refused("too-few-locomotives", needed=2, has=1):
        at("europe", hands=[{"red": 12, L: 1}, {}], market=WHITE).play(0, "claim palermo--smyrna")


def test_locomotives_may_stand_for_the_other_cards_of_a_ferry_too() -> None:
    """FERRY"""
    game = at("europe", hands=[{"red": 6, "blue": 3, L: 6}, {}], market=WHITE)
    play(game, "claim palermo--smyrna")
    red = [f"pay {6 - n} red {n} locomotive" for n in (2, 3, 4, 5)]
    blue = [f"pay {6 - n} blue {n} locomotive" for n in (3, 4, 5)]
    assert texts(game) == sorted([*red, *blue, "pay 6 locomotive"])


def test_a_gray_ferry_takes_one_colour_beside_its_locomotives() -> None:
    """FERRY"""
    game = at("europe", hands=[{"red": 1, "blue": 1, L: 1}, {}], market=WHITE, deck=SPARE)
    play(game, "claim athina--smyrna")
    assert texts(game) == ["pay 1 blue 1 locomotive", "pay 1 red 1 locomotive"]
    play(game, "pay 1 red 1 locomotive")
    assert (now(game, "routes"), now(game, "discard")) == ({"athina--smyrna": 0}, {"red": 1, L: 1})
    assert seat_of(game, 0)["trains"] == 43


def test_a_ferry_with_a_symbol_on_every_space_takes_locomotives_only() -> None:
    """FERRY"""
    assert "amsterdam--london" not in claims(at("europe", hands=[{"red": 9, L: 1}, {}], market=WHITE, deck=SPARE))
    game = play(at("europe", hands=[{"red": 9, L: 3}, {}], market=WHITE, deck=SPARE), "claim amsterdam--london")
    assert (now(game, "hands")[0], now(game, "discard")) == ({"red": 9, L: 1}, {L: 2})


def test_a_ferry_of_india_is_no_tunnel_and_needs_its_locomotives() -> None:
    """FERRY"""
    hand = {"green": 4, L: 3}
    game = play(at("india", hands=[hand, {}], market=WHITE, deck={"green": 3}), "claim bombay--calicut")
    assert texts(game) == ["pay 3 green 3 locomotive", "pay 4 green 2 locomotive"]
    play(game, "pay 4 green 2 locomotive")
    assert (now(game, "routes"), now(game, "deck")) == ({"bombay--calicut": 0}, {"green": 3})


def test_the_remaining_cards_of_a_coloured_ferry_are_of_its_colour(tmp_path: Path) -> None:
    """FERRY: a ferry of six spaces with two symbols, painted red."""
    source = Path(eclisse.boards.__file__).parent / "data" / "india.toml"
    board = source.read_text(encoding="utf-8")
    gray = 'cities = ["bombay", "calicut"]\nlength = 6\ncolour = "gray"'
    assert board.count(gray) == 1
    painted = tmp_path / "painted.toml"
    painted.write_text(board.replace(gray, gray.replace("gray", "red")), encoding="utf-8")
    game = at(str(painted), hands=[{"red": 4, "blue": 9, L: 3}, {}], market=WHITE, deck=SPARE)
    play(game, "claim bombay--calicut")
    assert texts(game) == ["pay 3 red 3 locomotive", "pay 4 red 2 locomotive"]
    assert "bombay--calicut" not in claims(at(str(painted), hands=[{"blue": 9, L: 3}, {}], market=WHITE, deck=SPARE))
    assert "bombay--calicut" not in claims(at(str(painted), hands=[{"red": 9, L: 1}, {}], market=WHITE, deck=SPARE))
    alone = play(at(str(painted), hands=[{"blue": 9, L: 6}, {}], market=WHITE, deck=SPARE), "claim bombay--calicut")
    assert now(alone, "discard") == {L: 6}


# --- Berlin ----------------------------------------------------------------------------------------------------------


def test_a_tram_route_takes_as_many_cards_and_trams_as_it_has_spaces() -> None:
    """BERLIN-TRAM"""
    assert "brandenburger-tor--siegessaule" not in claims(at("berlin", hands=[{"red": 3}, {}]))
    game = play(
        at("berlin", hands=[{"red": 4}, {}], market=["pink"] * 5, deck=SPARE), "claim brandenburger-tor--siegessaule"
    )
    assert now(game, "discard") == {"red": 4}
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (7, 5)


def test_a_subway_route_takes_its_price_in_cards_and_one_subway() -> None:
    """BERLIN-SUBWAY"""
    assert "hackescher-markt--hauptbahnhof" not in claims(at("berlin", hands=[{"blue": 3}, {}]))
    game = play(
        at("berlin", hands=[{"blue": 4}, {}], market=["pink"] * 5, deck=SPARE), "claim hackescher-markt--hauptbahnhof"
    )
    assert now(game, "discard") == {"blue": 4}
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (11, 4)


def test_a_gray_subway_route_takes_any_one_colour() -> None:
    """BERLIN-SUBWAY"""
    game = at("berlin", hands=[{"red": 2, "pink": 1, "blue": 1, L: 1}, {}])
    play(game, "claim kadewe--nollendorfplatz")
    assert texts(game) == [f"pay 1 {card} 1 locomotive" for card in ("blue", "pink", "red")] + ["pay 2 red"]


def test_trams_do_not_replace_subways() -> None:
    """BERLIN-SUBWAY"""
    five = ["gleisdreieck--nollendorfplatz", "charlottenburger-tor--kurfurstendamm", "alexanderplatz--moritzplatz"]
    five += ["hansaviertel--hauptbahnhof", "kadewe--kurfurstendamm"]
    game = at("berlin", hands=[{"green": 4, "red": 4}, {}], routes=dict.fromkeys(five, 0))
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (11, 0)
    assert "alexanderplatz--hackescher-markt" not in claims(game)
    assert "brandenburger-tor--siegessaule" in claims(game)


def test_subways_do_not_replace_trams() -> None:
    """BERLIN-SUBWAY, BERLIN-TRAM: with one tram left a tram route of one space, no longer one."""
    ten = [
        "brandenburger-tor--siegessaule",
        "bergmannstrasse--checkpoint-charlie",
        "brandenburger-tor--potsdamer-platz",
    ]
    game = at("berlin", hands=[{"green": 2, "red": 4}, {}], routes=dict.fromkeys(ten, 0))
    assert (seat_of(game, 0)["trains"], seat_of(game, 0)["subways"]) == (1, 5)
    assert "checkpoint-charlie--gendarmenmarkt" not in claims(game)
    assert {"gendarmenmarkt--unter-den-linden", "alexanderplatz--hackescher-markt"} <= claims(game)
