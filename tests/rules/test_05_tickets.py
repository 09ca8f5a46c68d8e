"""Section 5 of the rules: drawing, keeping and counting tickets."""

import json

import pytest

from eclisse import Game
from eclisse.game import IllegalAction
from tests.refusing import refused
from tests.rules.helpers import at, counted, now, play, seat_of, texts

FIVE = ["dallas--new-york", "boston--miami", "calgary--phoenix", "denver--el-paso", "duluth--houston"]
SWISS = ["basel--bern", "bern--chur", "geneve--sion", "luzern--zurich", "bern--countries"]


def everywhere(game: Game) -> str:
    """The whole position but the deck as text."""
    return json.dumps({key: value for key, value in game.position().items() if key not in ("ticket_deck", "known")})


@pytest.mark.parametrize(
    ("game", "n"),
    [
        ("usa", 3),
        ("usa-1910", 3),
        ("usa-mega", 4),
        ("usa-big-cities", 4),
        ("europe", 3),
        ("europe-1912", 3),
        ("europe-mega", 3),
        ("europe-big-cities", 4),
        ("switzerland", 3),
        ("india", 3),
        ("berlin", 2),
    ],
)
def test_a_seat_looks_at_the_top_tickets_and_keeps_one_at_least(game: str, n: int) -> None:
    """TICKETS-DRAW"""
    table = at(game, hands=[{}, {}])
    deck = now(table, "ticket_deck")
    table.play(0, "tickets")
    assert now(table, "offers") == [deck[:n], []]
    assert now(table, "ticket_deck") == deck[n:]
    keeps = texts(table)
    assert len(keeps) == 2**n - 1
    assert "keep" not in keeps
    assert {f"keep {i + 1}" for i in range(n)} <= set(keeps)
    assert " ".join(["keep", *(str(i + 1) for i in range(n))]) in keeps
    with pytest.raises(IllegalAction):
        table.play(0, "keep")
    table.play(0, f"keep {n}")
    assert now(table, "tickets") == [[deck[n - 1]], []]
    assert (table.to_act, seat_of(table, 0)["tickets"]) == ((1,), 1)


def test_unkept_tickets_go_under_the_deck_in_the_order_in_which_they_came_up() -> None:
    """TICKETS-DRAW"""
    game = play(at("usa", hands=[{}, {}], ticket_deck=FIVE), "tickets", "keep 2")
    assert now(game, "tickets") == [[FIVE[1]], []]
    assert now(game, "ticket_deck") == [FIVE[3], FIVE[4], FIVE[0], FIVE[2]]
    play(game, "tickets", "keep 1 3")
    assert sorted(now(game, "tickets")[1]) == sorted([FIVE[3], FIVE[0]])
    assert now(game, "ticket_deck") == [FIVE[2], FIVE[4]]


@pytest.mark.parametrize("game", ["usa", "europe", "europe-mega", "europe-big-cities", "india", "berlin"])
def test_unkept_tickets_stay_in_the_game_outside_switzerland(game: str) -> None:
    """TICKETS-DRAW"""
    table = at(game, hands=[{}, {}])
    deck = now(table, "ticket_deck")
    play(table, "tickets", "keep 1")
    assert sorted(now(table, "ticket_deck")) == sorted(deck[1:])


def test_unkept_tickets_of_switzerland_leave_the_game() -> None:
    """TICKETS-DRAW"""
    game = play(at("switzerland", hands=[{}, {}], ticket_deck=SWISS), "tickets", "keep 2")
    assert now(game, "ticket_deck") == SWISS[3:]
    assert now(game, "tickets") == [[SWISS[1]], []]
    assert SWISS[0] not in everywhere(game)
    assert SWISS[2] not in everywhere(game)


@pytest.mark.parametrize("left", [1, 2])
def test_a_seat_looks_at_fewer_tickets_if_fewer_are_left(left: int) -> None:
    """TICKETS-DRAW"""
    game = play(at("usa", hands=[{}, {}], ticket_deck=FIVE[:left]), "tickets")
    assert now(game, "offers")[0] == FIVE[:left]
    assert texts(game) == ["keep 1"] if left == 1 else ["keep 1", "keep 1 2", "keep 2"]
    play(game, "keep 1")
    assert now(game, "ticket_deck") == FIVE[1:left]


def test_without_tickets_in_the_deck_the_action_is_closed() -> None:
    """TICKETS-DRAW"""
    game = at("usa", hands=[{}, {}], market=["red"], ticket_deck=[])
    assert texts(game) == ["take red"]
    with refused("ticket-deck-empty"):
        game.play(0, "tickets")


def test_the_ticket_deck_goes_round_many_times() -> None:
    """TICKETS-DRAW: the order stays that of a pile put under itself."""
    game = at("usa", hands=[{}, {}], ticket_deck=FIVE, tickets=[["los-angeles--miami"], []])
    pile = list(FIVE)
    for turn in range(4):
        play(game, "tickets", "keep 1")
        pile = [*pile[3:], *pile[1 : min(3, len(pile))]]
        assert now(game, "ticket_deck") == pile, turn


def test_a_ticket_once_kept_is_never_given_up() -> None:
    """TICKETS-KEPT: drawing again offers none of those held, and holds them all."""
    game = play(at("usa", hands=[{}, {}], ticket_deck=FIVE, market=["red"] * 5), "tickets", "keep 1 2", "take red")
    play(game, "take red", "tickets")
    assert now(game, "offers")[0] == [FIVE[3], FIVE[4], FIVE[2]]
    play(game, "keep 2")
    assert sorted(now(game, "tickets")[0]) == sorted([FIVE[0], FIVE[1], FIVE[4]])


def test_the_other_seats_do_not_see_a_ticket_before_the_final_count() -> None:
    """TICKETS-KEPT: they know how many there are; in the count they see which."""
    game = at("usa", hands=[{}, {}], ticket_deck=FIVE, market=["red"] * 5)
    events = [*game.play(0, "tickets"), *game.play(0, "keep 1 3")]
    for viewer in (1, None):
        seen = json.dumps([game.view(viewer).to_dict(), *(event.to_dict(viewer) for event in events)])
        assert not any(ticket in seen for ticket in FIVE)
        assert game.view(viewer).to_dict()["seats"][0]["tickets"] == 2
    assert game.view(0).to_dict()["tickets"] == sorted([FIVE[0], FIVE[2]], key=list(game.kit.names.tickets).index)
    assert {row["ticket"] for row in counted(game, 0)["ticket_list"]} == {FIVE[0], FIVE[2]}


def test_a_seat_may_keep_any_number_of_tickets() -> None:
    """TICKETS-KEPT"""
    game = at("usa", hands=[{}, {}], ticket_deck=FIVE[:3])
    names = [name for name in game.kit.names.tickets if name not in FIVE[:3]]
    game = at("usa", hands=[{}, {}], ticket_deck=FIVE[:3], tickets=[names, []])
    play(game, "tickets", "keep 1 2 3")
    assert seat_of(game, 0)["tickets"] == 30


def test_a_completed_ticket_adds_its_value_and_another_takes_it_off() -> None:
    """TICKETS-SCORE"""
    tickets = [["atlanta--new-york", "denver--el-paso"], ["boston--miami"]]
    routes = {"atlanta--raleigh": 0, "raleigh--washington": 0, "new-york--washington": 0, "denver--santa-fe": 0}
    game = at("usa", phase="over", tickets=tickets, routes=routes, to_move=None)
    assert counted(game, 0)["tickets"] == 6 - 4
    assert counted(game, 0)["tickets_completed"] == 1
    assert {row["ticket"]: row["points"] for row in counted(game, 0)["ticket_list"]} == {
        "atlanta--new-york": 6,
        "denver--el-paso": -4,
    }
    assert (counted(game, 1)["tickets"], counted(game, 1)["tickets_completed"]) == (-12, 0)
    assert counted(game, 1)["total"] == -12


def test_only_the_seats_own_routes_connect() -> None:
    """TICKETS-SCORE: a route of another seat does not help."""
    routes = {"denver--santa-fe": 0, "el-paso--santa-fe": 1}
    game = at("usa", phase="over", tickets=[["denver--el-paso"], []], routes=routes, to_move=None)
    assert counted(game, 0)["tickets"] == -4
    routes["el-paso--santa-fe"] = 0
    game = at("usa", phase="over", tickets=[["denver--el-paso"], []], routes=routes, to_move=None)
    assert counted(game, 0)["tickets"] == 4


def test_a_ticket_is_completed_by_a_detour_too() -> None:
    """TICKETS-SCORE"""
    detour = ["denver--phoenix", "los-angeles--phoenix", "el-paso--los-angeles"]
    game = at("usa", phase="over", tickets=[["denver--el-paso"], []], routes=dict.fromkeys(detour, 0), to_move=None)
    assert counted(game, 0)["tickets"] == 4
    assert sorted(counted(game, 0)["ticket_list"][0]["path"]) == sorted(detour)


# --- Switzerland -----------------------------------------------------------------------------------------------------


def swiss(ticket: str, *routes: str) -> int:
    """The points of one ticket with these routes in the final count."""
    game = at("switzerland", phase="over", tickets=[[ticket], []], routes=dict.fromkeys(routes, 0), to_move=None)
    row = counted(game, 0)
    assert row["tickets_completed"] == (1 if row["tickets"] > 0 else 0)
    return int(row["tickets"])


TO_GERMANY = ("bern--solothurn", "olten--solothurn", "basel--olten", "basel--germany-1")
TO_FRANCE = ("bern--neuchatel", "la-chaux-de-fonds--neuchatel", "france-3--la-chaux-de-fonds")
TO_ITALY = ("bern--interlaken", "brig--interlaken", "brig--italy-5")


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        (TO_FRANCE, 5),
        (TO_GERMANY, 6),
        (TO_ITALY, 8),
        ((*TO_FRANCE, *TO_GERMANY), 6),
        ((*TO_FRANCE, *TO_ITALY, *TO_GERMANY), 8),
        ((), -5),
        (TO_GERMANY[:-1], -5),
        (TO_ITALY[1:], -5),
    ],
)
def test_a_city_to_countries_ticket_scores_the_best_country(routes: tuple[str, ...], points: int) -> None:
    """TICKETS-SWISS: Bern to Germany 6, Austria 11, France 5 or Italy 8; without any the lowest, 5, is taken off."""
    assert swiss("bern--countries", *routes) == points


@pytest.mark.parametrize("routes", [(), ("germany-5--st-gallen", "austria-1--st-gallen"), ("brusio--italy-2",)])
def test_without_a_country_the_lowest_value_is_taken_off(routes: tuple[str, ...]) -> None:
    """TICKETS-SWISS: Italy to Germany 13, Austria 6 or France 11; a link between two others does not help."""
    assert swiss("italy--countries", *routes) == -6


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        (("germany-5--st-gallen", "austria-1--st-gallen"), 5),
        (("germany-5--st-gallen", "st-gallen--vaduz", "austria-2--vaduz"), 5),
        (("germany-4--kreuzlingen", "kreuzlingen--st-gallen", "austria-1--st-gallen"), 5),
        (("germany-3--kreuzlingen", "germany-4--kreuzlingen"), -5),
        (("germany-5--st-gallen", "brusio--italy-2"), -5),
        (("basel--germany-1", "basel--delemont", "delemont--france-4"), 5),
    ],
)
def test_a_country_to_countries_ticket_takes_any_exit(routes: tuple[str, ...], points: int) -> None:
    """TICKETS-SWISS: Germany to Austria 5, France 5 or Italy 13."""
    assert swiss("germany--countries", *routes) == points
    assert swiss("germany--countries.2", *routes) == points


def test_the_best_link_of_a_country_counts_whichever_exit_it_uses() -> None:
    """TICKETS-SWISS: one exit of Germany leads to Austria, another one to Italy."""
    east = ("germany-5--st-gallen", "austria-1--st-gallen")
    south = ("basel--germany-1", "basel--olten", "luzern--olten", "luzern--schwyz", "schwyz--wassen")
    italy = ("bellinzona--wassen", "bellinzona--lugano", "italy-3--lugano")
    assert swiss("germany--countries", *east, *south, *italy) == 13
    assert swiss("germany--countries", *east, *south) == 5


@pytest.mark.parametrize("exit_route", ["basel--germany-1", "germany-2--schaffhausen", "germany-5--st-gallen"])
def test_a_seat_may_reach_a_country_by_any_of_its_exits(exit_route: str) -> None:
    """TICKETS-SWISS: Zürich to Germany is worth 3, and so is the least that is lost."""
    paths = {
        "basel--germany-1": ("baden--zurich", "baden--basel"),
        "germany-2--schaffhausen": ("schaffhausen--zurich",),
        "germany-5--st-gallen": ("st-gallen--zurich",),
    }
    assert swiss("zurich--countries", *paths[exit_route], exit_route) == 3
    assert swiss("zurich--countries", *paths[exit_route]) == -3


def test_no_connection_runs_through_a_country() -> None:
    """TICKETS-SWISS: exits of one country do not join up."""
    assert swiss("schaffhausen--st-gallen", "germany-2--schaffhausen", "germany-5--st-gallen") == -4
    through_germany = (
        "germany-2--schaffhausen",
        "germany-5--st-gallen",
        "austria-1--st-gallen",
        "schaffhausen--zurich",
    )
    assert swiss("zurich--countries", *through_germany) == 3


def test_a_ticket_between_two_swiss_cities_scores_as_elsewhere() -> None:
    """TICKETS-SCORE, TICKETS-SWISS"""
    assert swiss("luzern--zurich", "luzern--zug", "zug--zurich") == 2
    assert swiss("luzern--zurich", "luzern--zug") == -2


def test_no_depot_stands_on_a_border_exit() -> None:
    """TICKETS-SWISS: border exits are not cities."""
    game = at("switzerland", modules=["warehouses"], hands=[{}, {}])
    depots = {text.removeprefix("depot ") for text in texts(game) if text.startswith("depot")}
    assert len(depots) == 34
    assert not any(name[-1].isdecimal() for name in depots)
