"""Section 7 of docs/rules.md: bonuses."""

from itertools import pairwise

import pytest

from tests.rules.helpers import counted, finished

LOOP = ["denver--santa-fe", "oklahoma-city--santa-fe", "denver--oklahoma-city"]  # 2 + 3 + 4


def test_the_longest_path_gets_10_points() -> None:
    """LONGEST"""
    game = finished("usa", routes={"atlanta--miami": 0, "calgary--helena": 1})
    assert [counted(game, seat)["longest_path_length"] for seat in range(2)] == [5, 4]
    assert [counted(game, seat)["longest"] for seat in range(2)] == [10, 0]
    assert counted(game, 0)["total"] == 10 + 10


@pytest.mark.parametrize("board", ["usa", "usa-mega", "europe", "europe-1912", "europe-mega", "europe-big-cities"])
def test_every_game_of_usa_and_europe_that_names_it_gives_the_bonus(board: str) -> None:
    """LONGEST"""
    route = "amsterdam--bruxelles" if "europe" in board else "atlanta--nashville"
    assert counted(finished(board, routes={route: 1}), 1)["longest"] == 10


def test_switzerland_and_india_give_the_bonus() -> None:
    """LONGEST"""
    assert counted(finished("switzerland", routes={"baden--zurich": 1}), 1)["longest"] == 10
    assert counted(finished("india", routes={"agra--delhi": 1}), 1)["longest"] == 10


@pytest.mark.parametrize("board", ["usa-1910", "usa-big-cities", "berlin"])
def test_games_without_the_bonus_still_show_the_length(board: str) -> None:
    """LONGEST"""
    route = "hauptbahnhof--reichstag" if board == "berlin" else "atlanta--charleston"
    row = counted(finished(board, routes={route: 0}), 0)
    assert (row["longest"], row["longest_path_length"]) == (0, 2)


def test_a_path_may_come_back_to_a_city() -> None:
    """LONGEST: in from Helena, round the loop, and out to Phoenix"""
    routes = dict.fromkeys([*LOOP, "denver--helena", "denver--phoenix"], 0)
    assert counted(finished("usa", routes=routes), 0)["longest_path_length"] == 4 + 9 + 5


def test_a_path_takes_each_route_once_only() -> None:
    """LONGEST: of three arms, the two longest"""
    routes = dict.fromkeys(["denver--helena", "denver--phoenix", "denver--santa-fe"], 0)
    row = counted(finished("usa", routes=routes), 0)
    assert row["longest_path_length"] == 4 + 5
    assert sorted(row["longest_path"]) == ["denver--helena", "denver--phoenix"]


def test_a_path_is_measured_in_pieces_not_in_routes() -> None:
    """LONGEST"""
    game = finished("usa", routes={"duluth--helena": 0, "atlanta--charleston": 1, "atlanta--raleigh": 1})
    assert [counted(game, seat)["longest_path_length"] for seat in range(2)] == [6, 4]
    assert [counted(game, seat)["longest"] for seat in range(2)] == [10, 0]


def test_separate_pieces_of_a_network_are_no_path() -> None:
    """LONGEST"""
    routes = {"atlanta--charleston": 0, "boston--new-york": 0, "calgary--vancouver": 0, "denver--helena": 1}
    game = finished("usa", routes=routes)
    assert [counted(game, seat)["longest_path_length"] for seat in range(2)] == [3, 4]


def test_a_route_of_another_seat_breaks_a_path() -> None:
    """LONGEST"""
    routes = {"denver--helena": 0, "denver--phoenix": 1, "el-paso--phoenix": 0}
    assert counted(finished("usa", routes=routes), 0)["longest_path_length"] == 4


def test_a_borrowed_route_does_not_lengthen_a_path() -> None:
    """LONGEST, STATION-USE"""
    routes = {"frankfurt--paris": 0, "frankfurt--munchen": 1, "munchen--wien": 0, "brest--pamplona": 1}
    game = finished("europe", routes=routes, tickets=[["paris--wien"], []], stations=[["frankfurt"], []])
    assert counted(game, 0)["tickets"] == 8
    assert [counted(game, seat)["longest"] for seat in range(2)] == [0, 10]


def test_all_seats_tied_for_the_longest_path_get_10_points() -> None:
    """LONGEST"""
    routes = {"atlanta--miami": 0, "denver--phoenix": 2, "calgary--helena": 1}
    game = finished("usa", 3, routes=routes)
    assert [counted(game, seat)["longest"] for seat in range(3)] == [10, 0, 10]


def test_a_path_of_length_0_earns_nothing() -> None:
    """LONGEST"""
    game = finished("usa", 3)
    assert [counted(game, seat)["longest"] for seat in range(3)] == [0, 0, 0]


def test_a_subway_route_counts_as_one_piece_of_a_path() -> None:
    """LONGEST: 4 cards, 1 piece; then 2 trams"""
    routes = {"hackescher-markt--hauptbahnhof": 0, "hauptbahnhof--reichstag": 0}
    assert counted(finished("berlin", routes=routes), 0)["longest_path_length"] == 1 + 2


ATLANTA = {"atlanta--raleigh": 0, "raleigh--washington": 0}
SAINT_LOUIS = {"denver--kansas-city": 1, "kansas-city--saint-louis": 1}


@pytest.mark.parametrize("board", ["usa-1910", "usa-mega"])
def test_most_tickets_completed_get_15_points(board: str) -> None:
    """GLOBETROTTER: the number counts, not the points, and a ticket that failed does not"""
    routes = {**ATLANTA, "new-york--pittsburgh": 0, "chicago--pittsburgh": 0, **SAINT_LOUIS}
    tickets = [
        ["atlanta--washington", "chicago--new-york"],
        ["denver--saint-louis", "boston--phoenix", "calgary--nashville"],
    ]
    game = finished(board, routes=routes, tickets=tickets)
    assert [counted(game, seat)["tickets_completed"] for seat in range(2)] == [2, 1]
    assert [counted(game, seat)["globetrotter"] for seat in range(2)] == [15, 0]


def test_all_seats_tied_for_most_tickets_get_15_points() -> None:
    """GLOBETROTTER"""
    tickets = [["atlanta--washington"], ["denver--saint-louis"], ["boston--phoenix"]]
    game = finished("usa-1910", 3, routes={**ATLANTA, **SAINT_LOUIS}, tickets=tickets)
    assert [counted(game, seat)["globetrotter"] for seat in range(3)] == [15, 15, 0]
    assert counted(game, 0)["total"] == 2 + 2 + 4 + 15


def test_nobody_gets_15_points_for_0_tickets() -> None:
    """GLOBETROTTER"""
    game = finished("usa-1910", tickets=[["atlanta--washington"], ["denver--saint-louis"]])
    assert [counted(game, seat)["globetrotter"] for seat in range(2)] == [0, 0]


@pytest.mark.parametrize("board", ["usa", "usa-big-cities"])
def test_other_games_give_nothing_for_most_tickets(board: str) -> None:
    """GLOBETROTTER"""
    routes = {"chicago--saint-louis": 0, "little-rock--saint-louis": 0, "little-rock--new-orleans": 0}
    row = counted(finished(board, routes=routes, tickets=[["chicago--new-orleans"], []]), 0)
    assert (row["tickets_completed"], row["globetrotter"]) == (1, 0)


RING = [
    *("guntakal", "madras", "bezwada", "waltain", "raipur", "bilaspur", "katni", "lucknow", "bareilly"),
    *("ambala", "lahore", "jacobabad", "rohri", "bhatinda", "jodhpur", "jaipur", "agra", "bhopal"),
    *("ratiam", "ahmadabad", "khandwa", "manmad", "bombay", "mormugau", "poona", "wadi"),
    "guntakal",
]
RING_ROUTES = ["--".join(sorted(pair)) for pair in pairwise(RING)]
RING_TICKETS = ["agra--rohri", "jaipur--raipur", "katni--wadi", "lahore--wadi", "ambala--ratiam", "bezwada--bombay"]


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40)])
def test_tickets_linked_by_two_paths_earn_more_the_more_there_are(number: int, points: int) -> None:
    """MANDALA"""
    game = finished("india", routes=dict.fromkeys(RING_ROUTES, 0), tickets=[RING_TICKETS[:number], []])
    row = counted(game, 0)
    assert (row["mandala_tickets"], row["mandala"]) == (number, points)
    assert row["tickets_completed"] == number


def test_one_path_is_not_enough_for_the_mandala() -> None:
    """MANDALA: the ring with one route missing still completes every ticket"""
    game = finished("india", routes=dict.fromkeys(RING_ROUTES[1:], 0), tickets=[RING_TICKETS, []])
    row = counted(game, 0)
    assert row["tickets_completed"] == 6
    assert (row["mandala_tickets"], row["mandala"]) == (0, 0)


def test_a_route_of_another_seat_does_not_close_the_ring() -> None:
    """MANDALA"""
    routes = {**dict.fromkeys(RING_ROUTES[1:], 0), RING_ROUTES[0]: 1}
    assert counted(finished("india", routes=routes, tickets=[RING_TICKETS, []]), 0)["mandala"] == 0


WEST = ["jaipur--jodhpur", "jaipur--ratiam", "ahmadabad--ratiam", "ahmadabad--jodhpur"]


def test_the_two_paths_may_meet_in_a_city() -> None:
    """MANDALA: two rings that touch in Jaipur"""
    routes = dict.fromkeys([*WEST, "agra--jaipur", "agra--lucknow", "delhi--lucknow", "delhi--jaipur"], 0)
    row = counted(finished("india", routes=routes, tickets=[["jodhpur--lucknow"], []]), 0)
    assert (row["mandala_tickets"], row["mandala"]) == (1, 5)


def test_the_two_paths_have_no_route_in_common() -> None:
    """MANDALA: two rings, with Agra-Jaipur between them"""
    routes = dict.fromkeys([*WEST, "agra--jaipur", "agra--lucknow", "katni--lucknow", "agra--katni"], 0)
    row = counted(finished("india", routes=routes, tickets=[["jodhpur--lucknow"], []]), 0)
    assert row["tickets"] == 5
    assert (row["mandala_tickets"], row["mandala"]) == (0, 0)


def test_the_mandala_counts_the_tickets_of_each_seat_for_itself() -> None:
    """MANDALA"""
    routes = dict.fromkeys(RING_ROUTES, 0)
    game = finished("india", routes=routes, tickets=[RING_TICKETS[:1], RING_TICKETS[1:]])
    assert [counted(game, seat)["mandala"] for seat in range(2)] == [5, 0]


def test_other_boards_have_no_mandala() -> None:
    """MANDALA"""
    ring = ["chicago--saint-louis", "chicago--pittsburgh", "pittsburgh--saint-louis", "little-rock--saint-louis"]
    ring += ["little-rock--new-orleans", "atlanta--new-orleans", "atlanta--nashville", "nashville--saint-louis"]
    row = counted(finished("usa", routes=dict.fromkeys(ring, 0), tickets=[["chicago--new-orleans"], []]), 0)
    assert row["tickets"] == 7
    assert (row["mandala_tickets"], row["mandala"]) == (0, 0)
