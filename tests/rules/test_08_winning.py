"""Section 8 of docs/rules.md: winning."""

import pytest

from tests.rules.helpers import counted, finished, winners

THREES = ["chicago--duluth", "calgary--vancouver", "el-paso--phoenix"]  # 4 points each, far apart


def test_most_points_win() -> None:
    """WIN"""
    assert winners(finished("usa", routes={"atlanta--miami": 1, "calgary--helena": 0})) == ([1], "points")


def test_points_come_before_everything_else() -> None:
    """WIN: seat 1 has completed a ticket and has the longer path"""
    routes = {"duluth--helena": 0, "chicago--pittsburgh": 1, "new-york--pittsburgh": 1, "new-york--washington": 1}
    game = finished("usa-big-cities", routes=routes, tickets=[[], ["chicago--new-york"]])
    assert game.result.totals == (15, 4 + 2 + 2 + 5)
    assert counted(game, 1)["longest_path_length"] > counted(game, 0)["longest_path_length"]
    assert winners(game) == ([0], "points")


def test_the_least_negative_total_wins() -> None:
    """WIN"""
    game = finished("usa", 3, tickets=[["montreal--vancouver"], ["denver--el-paso"], ["atlanta--montreal"]])
    assert game.result.totals == (-20, -4, -9)
    assert winners(game) == ([1], "points")


def test_among_tied_seats_more_completed_tickets_win() -> None:
    """WIN: before the longer path"""
    routes = {"chicago--pittsburgh": 0, "new-york--pittsburgh": 0, "atlanta--miami": 1, "atlanta--nashville": 1}
    game = finished("usa-big-cities", routes=routes, tickets=[["chicago--new-york"], []])
    assert game.result.totals == (11, 11)
    assert counted(game, 1)["longest_path_length"] > counted(game, 0)["longest_path_length"]
    assert winners(game) == ([0], "tickets-completed")


def test_tickets_that_failed_break_no_tie() -> None:
    """WIN: seat 1 holds a ticket that is not completed; the path decides"""
    routes = {"atlanta--charleston": 0, "atlanta--raleigh": 0, "chicago--duluth": 1, "kansas-city--omaha": 1}
    routes |= {"el-paso--phoenix": 1}
    game = finished("usa-big-cities", routes=routes, tickets=[[], ["houston--kansas-city"]])
    assert game.result.totals == (4, 4 + 1 + 4 - 5)
    assert winners(game) == ([0], "longest-path")


@pytest.mark.parametrize("board", ["usa", "usa-mega"])
def test_in_the_usa_the_longer_path_breaks_the_next_tie(board: str) -> None:
    """WIN"""
    routes = {"atlanta--charleston": 0, "atlanta--raleigh": 0, **dict.fromkeys(THREES, 1), "boston--new-york": 1}
    game = finished(board, routes=routes)
    assert game.result.totals == (2 + 2 + 10, 4 + 4 + 4 + 2)
    assert winners(game) == ([0], "longest-path")


@pytest.mark.parametrize("board", ["usa-1910", "usa-big-cities"])
def test_the_longer_path_breaks_ties_where_it_has_no_bonus_too(board: str) -> None:
    """WIN"""
    routes = {"atlanta--charleston": 1, "atlanta--raleigh": 1, "chicago--duluth": 0}
    game = finished(board, routes=routes)
    assert game.result.totals == (4, 4)
    assert winners(game) == ([1], "longest-path")


def test_in_switzerland_the_longer_path_breaks_the_tie() -> None:
    """WIN"""
    routes = {"baden--olten": 1, "luzern--olten": 1, "bern--fribourg": 0, "davos--sargans": 0}
    routes |= {"geneve--lausanne": 0, "kreuzlingen--schaffhausen": 0}
    game = finished("switzerland", routes=routes)
    assert game.result.totals == (1 + 4 + 7 + 4, 2 + 4 + 10)
    assert winners(game) == ([1], "longest-path")


def test_in_india_the_longer_path_breaks_the_tie() -> None:
    """WIN"""
    routes = {"agra--delhi": 1, "delhi--lucknow": 1, "calcutta--patna": 0}
    routes |= {"ahmadabad--bombay": 0, "bhatinda--jodhpur": 0, "raipur--waltain": 0}
    game = finished("india", routes=routes)
    assert game.result.totals == (2 + 4 + 4 + 4, 2 + 2 + 10)
    assert winners(game) == ([1], "longest-path")


@pytest.mark.parametrize("board", ["usa", "usa-1910", "usa-mega", "usa-big-cities"])
def test_what_is_still_tied_in_the_usa_is_shared(board: str) -> None:
    """WIN"""
    assert winners(finished(board, routes={"chicago--duluth": 0, "el-paso--phoenix": 1})) == ([0, 1], "shared")


@pytest.mark.parametrize("board", ["europe", "switzerland", "india", "berlin"])
def test_what_is_still_tied_elsewhere_is_shared(board: str) -> None:
    """WIN"""
    assert winners(finished(board)) == ([0, 1], "shared")


def test_in_europe_completed_tickets_come_before_stations() -> None:
    """WIN: seat 0 has built a station and seat 1 none"""
    routes = {"essen--frankfurt": 0, "essen--kobenhavn": 0}
    routes |= {"angora--erzurum": 1, "angora--constantinople": 1, "dieppe--paris": 1}
    game = finished("europe", routes=routes, tickets=[["frankfurt--kobenhavn"], []], stations=[["roma"], []])
    assert game.result.totals == (6 + 5 + 8 + 10, 7 + 12 + 10)
    assert winners(game) == ([0], "tickets-completed")


def test_in_europe_fewer_stations_built_come_before_the_longer_path() -> None:
    """WIN"""
    routes = {"amsterdam--essen": 0, "angora--erzurum": 0, "berlin--wien": 0, "dieppe--paris": 0}
    routes |= {"barcelona--marseille": 1}
    game = finished("europe", routes=routes, stations=[["roma"], ["sofia", "riga"]])
    assert game.result.totals == (13 + 8, 7 + 4 + 10)
    assert winners(game) == ([0], "fewest-stations")


@pytest.mark.parametrize("board", ["europe", "europe-1912", "europe-mega", "europe-big-cities"])
def test_in_europe_the_longer_path_comes_last(board: str) -> None:
    """WIN"""
    routes = {"bruxelles--dieppe": 1, "bruxelles--frankfurt": 1, "danzig--warszawa": 0}
    routes |= {"angora--erzurum": 0, "berlin--wien": 0, "athina--sofia": 0}
    game = finished(board, routes=routes, stations=[["roma"], ["riga"]])
    assert game.result.totals == (12 + 2 + 8, 4 + 8 + 10)
    assert winners(game) == ([1], "longest-path")


def test_in_berlin_completed_tickets_break_a_tie() -> None:
    """WIN"""
    routes = {"brandenburger-tor--potsdamer-platz": 1, "brandenburger-tor--reichstag": 1}
    routes |= {"checkpoint-charlie--potsdamer-platz": 1, "reichstag--siegessaule": 0, "kadewe--kurfurstendamm": 0}
    game = finished("berlin", routes=routes, tickets=[[], ["checkpoint-charlie--reichstag"]])
    assert game.result.totals == (7 + 3, 5 + 5)
    assert winners(game) == ([1], "tickets-completed")


def test_in_berlin_the_path_does_not_count() -> None:
    """WIN: seat 0 has the longer path"""
    routes = {"brandenburger-tor--potsdamer-platz": 0, "brandenburger-tor--unter-den-linden": 0}
    routes |= {"charlottenburger-tor--siegessaule": 1}
    game = finished("berlin", routes=routes)
    assert game.result.totals == (4, 4)
    assert [counted(game, seat)["longest_path_length"] for seat in range(2)] == [4, 3]
    assert winners(game) == ([0, 1], "shared")


def test_only_seats_tied_for_first_place_are_compared() -> None:
    """WIN: the victory is shared by two of three"""
    routes = {"chicago--duluth": 0, "el-paso--phoenix": 2, "dallas--houston": 1}
    game = finished("usa-big-cities", 3, routes=routes, tickets=[[], [], []])
    assert winners(game) == ([0, 2], "shared")


def test_a_seat_out_of_the_running_breaks_no_tie() -> None:
    """WIN: seat 1 has completed a ticket, yet has fewer points than the two others"""
    routes = {"chicago--pittsburgh": 1, "new-york--pittsburgh": 1, "duluth--helena": 0, "miami--new-orleans": 2}
    game = finished("usa-big-cities", 3, routes=routes, tickets=[[], ["chicago--new-york"], []])
    assert game.result.totals == (15, 11, 15)
    assert winners(game) == ([0, 2], "shared")


def test_a_tie_of_three_may_be_broken_in_two_steps() -> None:
    """WIN: seats 0 and 2 have completed a ticket, and of these seat 2 has the longer path; seat 1 has the longest"""
    routes = {"chicago--pittsburgh": 0, "new-york--pittsburgh": 0, "calgary--vancouver": 0}  # 10 + 5, path 5
    routes |= {"duluth--omaha": 2, "kansas-city--omaha": 2, "kansas-city--oklahoma-city": 2}
    routes |= {"dallas--oklahoma-city": 2, "seattle--vancouver": 2}  # 8 + 7, path 7
    routes |= {"atlanta--miami": 1, "atlanta--nashville": 1, "nashville--raleigh": 1}  # 15, path 9
    game = finished("usa-big-cities", 3, routes=routes, tickets=[["chicago--new-york"], [], ["dallas--duluth"]])
    assert game.result.totals == (15, 15, 15)
    assert [counted(game, seat)["longest_path_length"] for seat in range(3)] == [5, 9, 7]
    assert winners(game) == ([2], "longest-path")
