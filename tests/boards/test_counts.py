"""Every count of table 1 of rules.md and of the table of board facts, typed in by hand from those documents."""

import json
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from eclisse.boards.load import builtin_board, builtin_boards
from eclisse.catalogue.compile import board_record, names, rules_record
from eclisse.catalogue.find import (
    ModuleNotApplicable,
    UnknownGame,
    builtin_games,
    catalogue_rows,
    find_game,
    modules_for,
    with_modules,
)
from eclisse.core import codes

USA = ("usa", "usa-1910", "usa-mega", "usa-big-cities")
EUROPE = ("europe", "europe-1912", "europe-mega", "europe-big-cities")
GAMES = (*USA, *EUROPE, "switzerland", "india", "berlin")

# board: cities, border exits, routes, pairs, double pairs, tunnels, ferries, subways, tickets on the board
BOARDS = {
    "usa": (36, 0, 100, 78, 22, 0, 0, 0, 69),
    "europe": (47, 0, 101, 90, 11, 18, 13, 0, 108),
    "switzerland": (34, 17, 88, 76, 12, 42, 0, 0, 46),
    "india": (39, 0, 108, 80, 28, 0, 8, 0, 58),
    "berlin": (21, 0, 50, 38, 12, 0, 0, 18, 22),
}

# game: seats, trains and subways, long + standard tickets, dealt long + standard, keep, drawn, unkept setup and play
TABLE = {
    "usa": ((2, 5), (45, 0), (0, 30), (0, 3), 2, 3, "bottom", "bottom"),
    "usa-1910": ((2, 5), (45, 0), (0, 35), (0, 3), 2, 3, "bottom", "bottom"),
    "usa-mega": ((2, 5), (45, 0), (0, 69), (0, 5), 3, 4, "bottom", "bottom"),
    "usa-big-cities": ((2, 5), (45, 0), (0, 35), (0, 4), 2, 4, "bottom", "bottom"),
    "europe": ((2, 5), (45, 0), (6, 40), (1, 3), 2, 3, "out", "bottom"),
    "europe-1912": ((2, 5), (45, 0), (6, 49), (1, 3), 2, 3, "out", "bottom"),
    "europe-mega": ((2, 5), (45, 0), (12, 89), (2, 5), 2, 3, "shuffled-bottom", "bottom"),
    "europe-big-cities": ((2, 5), (45, 0), (0, 45), (0, 5), 2, 4, "shuffled-bottom", "bottom"),
    "switzerland": ((2, 3), (40, 0), (0, 46), (0, 5), 2, 3, "out", "out"),
    "india": ((2, 4), (45, 0), (0, 58), (0, 4), 2, 3, "bottom", "bottom"),
    "berlin": ((2, 4), (11, 5), (0, 22), (0, 2), 1, 2, "bottom", "bottom"),
}

# game: longest path, globetrotter, mandala for 1 and for 5 tickets, stations, station points
BONUSES = {
    "usa": (10, 0, 0, 0, 0, 0),
    "usa-1910": (0, 15, 0, 0, 0, 0),
    "usa-mega": (10, 15, 0, 0, 0, 0),
    "usa-big-cities": (0, 0, 0, 0, 0, 0),
    **dict.fromkeys(EUROPE, (10, 0, 0, 0, 3, 4)),
    "switzerland": (10, 0, 0, 0, 0, 0),
    "india": (10, 0, 5, 40, 0, 0),
    "berlin": (0, 0, 0, 0, 0, 0),
}


def rules(game, modules=()):
    return rules_record(find_game(game), modules)[0]


def board(game, modules=()):
    return board_record(find_game(game), modules)[0]


def test_the_catalogue_has_the_eleven_games():
    assert set(builtin_games()) == set(GAMES)
    assert set(builtin_boards()) == set(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_has_the_counts_of_its_documentation(name):
    facts = builtin_board(name)
    tracks = Counter(route.cities for route in facts.routes)
    exits = sum(city.country is not None for city in facts.cities)
    assert BOARDS[name] == (
        len(facts.cities) - exits,
        exits,
        len(facts.routes),
        len(tracks),
        sum(n == 2 for n in tracks.values()),
        sum(route.tunnel for route in facts.routes),
        sum(route.locomotives > 0 for route in facts.routes),
        sum(route.subway for route in facts.routes),
        len(facts.tickets),
    )


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_record_has_the_counts_of_its_documentation(name):
    cities, exits, routes, _, doubles, tunnels, ferries, subways, _ = BOARDS[name]
    record, n = board(name), routes
    assert (record.n_cities, record.n_routes) == (cities + exits, routes)
    assert np.sum(record.country[: cities + exits] != codes.NONE) == exits
    assert np.sum(record.twin[:n] != codes.NONE) == 2 * doubles
    assert all(record.twin[record.twin[i]] == i for i in range(n) if record.twin[i] != codes.NONE)
    assert np.all(record.a[:n] < record.b[:n])
    assert np.all(record.twin[n:] == codes.NONE)
    assert np.sum(record.tunnel) == tunnels
    assert np.sum(record.locomotives > 0) == ferries
    assert np.sum(record.kind == codes.SUBWAY) == subways


def test_ticket_sets_have_their_documented_sizes():
    usa = Counter(name for ticket in builtin_board("usa").tickets for name in ticket.sets)
    assert usa == {"base": 30, "1910": 35, "mystery": 4, "bigcities": 35}
    europe = Counter((name, ticket.long) for ticket in builtin_board("europe").tickets for name in ticket.sets)
    assert europe == {
        ("europe", True): 6,
        ("europe", False): 40,
        ("1912", True): 6,
        ("1912", False): 49,
        ("bigcities", False): 45,
        ("orient-express", False): 6,
        ("max", False): 1,
    }


def test_swiss_border_exits_and_tickets():
    swiss = builtin_board("switzerland")
    exits = Counter(city.country for city in swiss.cities if city.country)
    assert exits == {"france": 4, "germany": 5, "italy": 5, "austria": 3}
    assert swiss.countries == ("france", "germany", "austria", "italy")
    assert sum(not ticket.worth for ticket in swiss.tickets) == 34
    assert sum(bool(ticket.worth) and ticket.country is None for ticket in swiss.tickets) == 4
    assert sum(ticket.country is not None for ticket in swiss.tickets) == 8


def test_swiss_country_tickets_in_the_record():
    record, ids = board("switzerland"), names(find_game("switzerland"))
    worth = dict(zip(ids.countries, range(4), strict=True))
    bern, france = ids.tickets.index("bern--countries"), ids.tickets.index("france--countries.2")
    assert ids.cities[record.ticket_a[bern]] == "bern"
    assert (record.ticket_b[bern], record.ticket_country[bern]) == (codes.NONE, codes.NONE)
    assert record.ticket_worth[bern, [worth[c] for c in ("germany", "austria", "france", "italy")]].tolist() == [
        6,
        11,
        5,
        8,
    ]
    assert (record.ticket_a[france], record.ticket_b[france]) == (codes.NONE, codes.NONE)
    assert record.ticket_country[france] == worth["france"]
    assert record.ticket_worth[france, worth["france"]] == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_row_of_table_1(game):
    seats, pieces, (long, standard), (deal_long, deal), keep, draw, unkept_setup, unkept_play = TABLE[game]
    record, cards = rules(game), board(game)
    assert (record.min_seats, record.max_seats) == seats
    assert tuple(record.pieces) == pieces
    assert (np.sum(cards.ticket_long), cards.n_tickets) == (long, long + standard)
    assert (record.deal_long, record.deal, record.keep) == (deal_long, deal, keep)
    assert (record.draw, record.draw_keep) == (draw, 1)
    assert codes.UNKEPT_NAMES[record.unkept_setup] == unkept_setup
    assert codes.UNKEPT_NAMES[record.unkept_play] == unkept_play


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_bonuses(game):
    record = rules(game)
    assert BONUSES[game] == (
        record.longest,
        record.globetrotter,
        record.mandala[1],
        record.mandala[5],
        record.stations,
        record.station_points,
    )
    assert record.tie_stations == record.draw_needs_deck == (game in EUROPE)
    assert record.tie_longest == (game != "berlin")
    assert (record.depots, record.depot_bonus) == (0, 0)


def test_mandala_repeats_its_last_bonus():
    assert rules("india").mandala.tolist() == [0, 5, 10, 20, 30, 40, 40, 40, 40]


def test_only_the_mega_game_of_europe_chooses_long_tickets_first():
    assert [game for game in GAMES if rules(game).long_first] == ["europe-mega"]
    assert rules("europe-mega").keep_without_long == 3


@pytest.mark.parametrize("game", GAMES)
def test_decks_and_thresholds(game):
    record, berlin = rules(game), game == "berlin"
    assert record.cards.sum() == (44 if berlin else 110)
    assert record.cards[codes.LOCOMOTIVE] == (8 if berlin else 14)
    assert record.hand == (2 if berlin else 4)
    assert record.last_round_at == (1 if berlin else 2)
    assert record.both_tracks_from == (3 if game in ("switzerland", "berlin") else 4)
    assert (record.flush_at, record.tunnel_cards) == (3, 3)
    swiss = game == "switzerland"
    assert record.face_up_locomotive == (codes.AS_ONE_CARD if swiss else codes.AS_TWO_CARDS)
    assert record.locomotives_on == (codes.TUNNELS_ONLY if swiss else codes.ANY_ROUTE)


def test_berlin_has_six_colours():
    cards = dict(zip(codes.COLOUR_NAMES, rules("berlin").cards.tolist(), strict=True))
    six = dict.fromkeys(("blue", "green", "black", "pink", "red", "orange"), 6)
    assert cards == {**six, "white": 0, "yellow": 0, "locomotive": 8}


@pytest.mark.parametrize("game", [game for game in GAMES if game != "berlin"])
def test_routes_score_by_length(game):
    points = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
    for route in find_game(game).board.routes:
        assert rules(game).points[codes.TRAIN, route.length] == points[route.length]


def test_berlin_scores_by_its_own_tables():
    assert rules("berlin").points[codes.TRAIN, :5].tolist() == [0, 1, 2, 4, 7]
    assert rules("berlin").points[codes.SUBWAY, :5].tolist() == [0, 0, 3, 5, 8]


def test_revised_ticket_values_count_in_all_games_but_the_classic_one():
    values = {
        "los-angeles--miami": (20, 19),
        "los-angeles--new-york": (21, 20),
        "new-york--seattle": (22, 20),
        "oklahoma-city--sault-st-marie": (9, 8),
    }
    for name, (first, revised) in values.items():
        for game in ("usa", "usa-mega", "usa-big-cities"):
            tickets = names(find_game(game)).tickets
            if game != "usa-big-cities" or name in tickets:
                assert board(game).ticket_points[tickets.index(name)] == revised
        assert board("usa", ["classic"]).ticket_points[names(find_game("usa")).tickets.index(name)] == first


def test_routes_printed_in_the_rulebooks():
    usa = {route.id: route for route in builtin_board("usa").routes}
    europe = {route.id: route for route in builtin_board("europe").routes}
    assert (usa["montreal--new-york"].length, usa["montreal--new-york"].colour) == (3, "blue")
    assert (usa["montreal--toronto"].length, usa["montreal--toronto"].colour) == (3, "gray")
    tracks = [europe["madrid--pamplona"], europe["madrid--pamplona.2"]]
    assert all(track.tunnel for track in tracks)
    assert {track.colour for track in tracks} == {"black", "white"}
    assert (europe["palermo--smyrna"].length, europe["palermo--smyrna"].locomotives) == (6, 2)


@pytest.mark.parametrize("game", GAMES)
def test_modules_of_a_game(game):
    more = {"orient-express", "max"} if game in EUROPE else {"classic"} if game == "usa" else set()
    expected = {"warehouses", *more}
    assert set(modules_for(find_game(game))) == expected


def test_modules_add_tickets_and_depots():
    assert board("europe", ["orient-express"]).n_tickets == 52
    assert board("europe-mega", ["max", "orient-express", "warehouses"]).n_tickets == 108
    assert (rules("usa", ["warehouses"]).depots, rules("usa", ["warehouses"]).depot_bonus) == (5, 10)
    both = ["max", "warehouses"]
    assert board_record(find_game("europe"), both) is board_record(find_game("europe"), reversed(both))


def test_a_module_that_does_not_fit_is_refused():
    with pytest.raises(ModuleNotApplicable, match='"max" does not go with "usa"'):
        with_modules(find_game("usa"), ["max"])
    with pytest.raises(ModuleNotApplicable, match=r'no module "warehouse".*did you mean "warehouses"'):
        with_modules(find_game("usa"), ["warehouse"])


def test_an_unknown_game_is_refused_with_the_nearest_one():
    with pytest.raises(UnknownGame, match=r'did you mean "usa-mega".*"berlin"'):
        find_game("usa-mgea")


def test_records_are_read_only():
    for record in (board_record(find_game("usa")), rules_record(find_game("usa"))):
        assert record.shape == (1,)
        assert not record.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            record[0] = record[0]


def test_names_are_the_indices_of_the_record():
    spec = find_game("switzerland")
    ids, record = names(spec), board("switzerland")
    for index, route in enumerate(spec.board.routes):
        assert {ids.cities[record.a[index]], ids.cities[record.b[index]]} == set(route.cities)
        assert ids.routes[index] == route.id
    assert len(set(ids.tickets)) == record.n_tickets


def test_provenance_is_told_for_every_game():
    rows = {row["id"]: row for row in catalogue_rows()}
    assert json.loads(json.dumps(list(rows.values()))) == list(rows.values())
    assert rows["berlin"]["provenance"] == {"board": "reconstruction", "tickets": "reconstruction"}
    for game in set(GAMES) - {"berlin"}:
        assert rows[game]["provenance"] == {"board": "verified", "tickets": "verified"}
    assert rows["europe"]["module_provenance"]["orient-express"] == "unverified"
    assert rows["europe"]["module_provenance"]["max"] == "unverified"
    assert with_modules(find_game("europe"), ["max"]).provenance == "unverified"
    assert rows["europe-mega"]["tickets"] == {"long": 12, "standard": 89}
    assert (rows["berlin"]["trains"], rows["berlin"]["subways"], rows["berlin"]["seats"]) == (11, 5, [2, 4])


def test_the_catalogue_needs_no_numpy():
    code = "import sys, eclisse.catalogue.find as c; c.catalogue_rows(); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
