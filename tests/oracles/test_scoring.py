"""The final count against a slow one made from the position's JSON and the boards' files, on random positions."""

import random
from itertools import pairwise
from typing import Any

import networkx as nx
import numba
import pytest

from eclisse import Game
from tests.oracles import naive

SCALE = 20 if numba.config.DISABLE_JIT else 3  # uncompiled code gets fewer positions
COMPARED = (
    *("routes", "tickets", "stations", "longest", "globetrotter", "mandala", "depots", "total"),
    *("tickets_completed", "longest_path_length", "depots_left"),
)


def combinations_of(game: str) -> list[tuple[str, ...]]:
    """The sets of modules a game is tried with."""
    more: list[tuple[str, ...]] = [("orient-express", "max"), ("max", "orient-express", "warehouses")]
    return [(), ("warehouses",), *(more if naive.GAMES[game].board == "europe" else [])]


def seats_of(game: str, rng: random.Random) -> int:
    return rng.randint(2, naive.SEATS.get(naive.GAMES[game].board, 5))


def random_routes(rng: random.Random, game: str, seats: int, density: float) -> dict[str, int]:
    """Owned routes that obey the rules of double routes and of pieces; near each other, as in play, or anywhere."""
    facts = naive.GAMES[game]
    board = naive.routes_of(facts.board)
    names = list(board)
    rng.shuffle(names)
    left = [list(facts.pieces) for _ in range(seats)]
    owned: dict[str, int] = {}
    touched: list[set[str]] = [set() for _ in range(seats)]
    near = rng.random() < 0.7
    wanted = int(density * len(names))
    for _ in range(3):
        for name in names:
            if len(owned) >= wanted or name in owned:
                continue
            route, seat = board[name], rng.randrange(seats)
            twins = [other for other in owned if board[other]["cities"] == route["cities"]]
            kind, n = int(bool(route.get("subway"))), naive.pieces_on(route)
            if (twins and seats <= facts.few) or any(owned[twin] == seat for twin in twins) or left[seat][kind] < n:
                continue
            if near and touched[seat] and touched[seat].isdisjoint(route["cities"]):
                continue
            owned[name] = seat
            left[seat][kind] -= n
            touched[seat].update(route["cities"])
    return owned


def random_position(rng: random.Random, game: str, modules: tuple[str, ...], density: float) -> dict[str, Any]:
    """A position to be counted, with everything the count needs."""
    facts, seats = naive.GAMES[game], seats_of(game, rng)
    tickets = list(naive.tickets_of(game, modules))
    rng.shuffle(tickets)
    countries = {exit_ for exits in naive.exits_of(facts.board).values() for exit_ in exits}
    cities = [c["id"] for c in naive.board_file(facts.board)["cities"] if c["id"] not in countries]
    rng.shuffle(cities)
    n_tickets = [rng.randint(0, min(12, len(tickets) // seats)) for _ in range(seats)]
    placed = [rng.randint(0, 2) if "warehouses" in modules else 0 for _ in range(seats)]
    return {
        "game": game,
        "seats": seats,
        "modules": list(modules),
        "phase": "over",
        "routes": random_routes(rng, game, seats, density),
        "tickets": [[tickets.pop() for _ in range(n)] for n in n_tickets],
        "stations": [[cities.pop() for _ in range(rng.randint(0, facts.stations))] for _ in range(seats)],
        "depots": [[cities.pop() for _ in range(n)] for n in placed],
        "depots_left": [rng.randint(0, 5 - n) if "warehouses" in modules else 0 for n in placed],
    }


def check_longest(board: str, seat: int, row: dict[str, Any], routes: dict[str, int]) -> None:
    """The path shown is one journey over own routes, each once, and has the length it says."""
    legs = [naive.routes_of(board)[name] for name in row["longest_path"]]
    assert len(set(row["longest_path"])) == len(legs)
    assert all(routes[name] == seat for name in row["longest_path"])
    assert sum(naive.pieces_on(leg) for leg in legs) == row["longest_path_length"]
    here = set(legs[0]["cities"]) if legs else {"nowhere"}
    for a, b in (leg["cities"] for leg in legs):
        here = ({b} if a in here else set()) | ({a} if b in here else set())
    assert here


def check_tickets(position: dict[str, Any], seat: int, row: dict[str, Any]) -> None:
    """Ticket by ticket, the points follow from the own and the borrowed routes, and so does the path shown."""
    facts = naive.GAMES[position["game"]]
    held = naive.tickets_of(position["game"], tuple(position["modules"]))
    own = [name for name, owner in position["routes"].items() if owner == seat]
    lent = {item["station"]: item["route"] for item in row["borrowed"]}
    assert set(lent) == set(position["stations"][seat])
    for city, name in lent.items():
        assert name is None or (
            position["routes"][name] != seat and city in naive.routes_of(facts.board)[name]["cities"]
        )
    borrowed = [name for name in lent.values() if name is not None]
    network = naive.city_graph(facts.board, [*own, *borrowed])
    assert sorted(item["ticket"] for item in row["ticket_list"]) == sorted(position["tickets"][seat])
    assert sum(item["points"] for item in row["ticket_list"]) == row["tickets"]
    for item in row["ticket_list"]:
        ticket = held[item["ticket"]]
        assert item["points"] == naive.ticket_points(facts.board, network, ticket, facts.revised)
        assert item["completed"] == (item["points"] > 0) == bool(item["path"])
        assert item["borrowed"] == [name for name in item["path"] if name in borrowed]
        assert set(item["path"]) <= {*own, *borrowed}
        if item["path"] and "cities" in ticket:
            ends = [c for c, n in naive.city_graph(facts.board, item["path"]).degree() if n == 1]
            assert sorted(ends) == sorted(ticket["cities"])
        if facts.mandala:
            own_network = naive.city_graph(facts.board, own)
            assert item["mandala"] == naive.linked_twice(own_network, *ticket["cities"])


def compare(position: dict[str, Any]) -> dict[str, Any]:
    """Count a position both ways."""
    expected = naive.final_count(position)
    result = Game.from_position(position).result.to_dict()
    for seat, (row, wanted) in enumerate(zip(result["seats"], expected["seats"], strict=True)):
        assert {key: row[key] for key in COMPARED} == {key: wanted[key] for key in COMPARED}, (seat, position)
        check_longest(naive.GAMES[position["game"]].board, seat, row, position["routes"])
        check_tickets(position, seat, row)
    assert result["winners"] == expected["winners"], position
    return result


@pytest.mark.parametrize("game", list(naive.GAMES))
def test_the_final_count_is_that_of_the_slow_count(game: str) -> None:
    """TICKETS-SCORE, TICKETS-SWISS, STATION-USE, STATION-LEFT, LONGEST, GLOBETROTTER, MANDALA, DEPOT-BONUS, WIN"""
    rng = random.Random(f"count {game}")
    number = (60 if naive.GAMES[game].stations else 120) // SCALE
    for i in range(number):
        modules = rng.choice(combinations_of(game))
        compare(random_position(rng, game, modules, (0.05, 0.15, 0.3, 0.5)[i % 4]))


@pytest.mark.parametrize("game", list(naive.GAMES))
def test_the_final_count_of_crowded_boards_is_that_of_the_slow_count(game: str) -> None:
    """TICKETS-SCORE, TICKETS-SWISS, STATION-USE, STATION-LEFT, LONGEST, GLOBETROTTER, MANDALA, DEPOT-BONUS, WIN"""
    rng = random.Random(f"crowded {game}")
    for _ in range((15 if naive.GAMES[game].stations else 30) // min(SCALE, 10)):
        compare(random_position(rng, game, rng.choice(combinations_of(game)), 1.0))


@pytest.mark.parametrize("game", ["usa", "europe", "switzerland", "india", "berlin", "usa-1910"])
def test_ties_are_broken_as_in_the_slow_count(game: str) -> None:
    """WIN: small networks and one ticket a seat, so that seats are often tied."""
    rng = random.Random(f"ties {game}")
    decided = set()
    for _ in range(200 // SCALE):
        position = random_position(rng, game, (), 0.04)
        position["tickets"] = [rows[:1] for rows in position["tickets"]]
        decided.add(compare(position)["decided_by"])
    assert SCALE > 3 or len(decided) > 1


def test_a_ticket_is_completed_if_the_graph_has_a_path() -> None:
    """TICKETS-SCORE: every ticket of every board, one route after the other until all are owned."""
    for game in ("usa-mega", "india", "berlin"):
        facts, rng = naive.GAMES[game], random.Random(game)
        names, tickets = list(naive.routes_of(facts.board)), naive.tickets_of(game, ())
        for _ in range(3):
            rng.shuffle(names)
            taken: dict[str, int] = {}
            pieces = list(facts.pieces)
            for name in names:
                route = naive.routes_of(facts.board)[name]
                kind, n = int(bool(route.get("subway"))), naive.pieces_on(route)
                if pieces[kind] < n or any(naive.routes_of(facts.board)[o]["cities"] == route["cities"] for o in taken):
                    continue
                taken[name] = 0
                pieces[kind] -= n
            position = {"game": game, "seats": 2, "phase": "over", "routes": taken, "tickets": [list(tickets), []]}
            rows = Game.from_position(position).result.to_dict()["seats"][0]["ticket_list"]
            network = naive.city_graph(facts.board, taken)
            assert {row["ticket"]: row["completed"] for row in rows} == {
                name: nx.has_path(network, *ticket["cities"]) for name, ticket in tickets.items()
            }


def test_a_country_ticket_takes_the_best_country_the_graph_reaches() -> None:
    """TICKETS-SWISS: all of them at once, over random networks of Switzerland."""
    rng = random.Random("countries")
    tickets = {name: t for name, t in naive.tickets_of("switzerland", ()).items() if "from" in t}
    values = set()
    for _ in range(300 // SCALE):
        routes = random_routes(rng, "switzerland", 2, rng.choice((0.2, 0.5, 1.0)))
        position = {
            "game": "switzerland",
            "seats": 2,
            "phase": "over",
            "routes": routes,
            "tickets": [list(tickets), []],
        }
        network = naive.city_graph("switzerland", [name for name, owner in routes.items() if owner == 0])
        for row in Game.from_position(position).result.to_dict()["seats"][0]["ticket_list"]:
            wanted = naive.ticket_points("switzerland", network, tickets[row["ticket"]], False)
            assert row["points"] == wanted, (routes, row)
            values.add((row["ticket"], wanted))
    assert SCALE > 3 or len(values) > 20  # most countries of most tickets were the best one at least once


def test_a_mandala_ticket_has_two_paths_without_a_common_route() -> None:
    """MANDALA: against the edge-disjoint paths of NetworkX."""
    rng = random.Random("mandala")
    tickets = naive.tickets_of("india", ())
    found, boards = 0, 60 // min(SCALE, 3)
    for _ in range(boards):
        routes = random_routes(rng, "india", 2, 1.0)
        position = {"game": "india", "seats": 2, "phase": "over", "routes": routes, "tickets": [list(tickets), []]}
        row = Game.from_position(position).result.to_dict()["seats"][0]
        graph = nx.Graph()  # both tracks of a double route never belong to one seat, so a simple graph does
        graph.add_edges_from(naive.routes_of("india")[name]["cities"] for name, owner in routes.items() if owner == 0)
        twice = [name for name, t in tickets.items() if disjoint_paths(graph, *t["cities"]) >= 2]
        assert [item["ticket"] for item in row["ticket_list"] if item["mandala"]] == twice
        assert row["mandala_tickets"] == len(twice)
        assert row["mandala"] == naive.MANDALA[min(5, len(twice))]
        found += len(twice)
    assert found > 5, found


def disjoint_paths(graph: nx.Graph, a: str, b: str) -> int:
    """How many paths between two cities share no route."""
    if a not in graph or b not in graph or not nx.has_path(graph, a, b):
        return 0
    paths = list(nx.edge_disjoint_paths(graph, a, b))
    used = [frozenset(step) for path in paths for step in pairwise(path)]
    assert len(used) == len(set(used))
    return len(paths)


def test_stations_make_the_best_of_all_choices() -> None:
    """STATION-USE: three stations in the thick of a full board, many tickets."""
    rng = random.Random("stations")
    helped = 0
    for _ in range(60 // min(SCALE, 10)):
        position = random_position(rng, "europe-mega", (), 1.0)
        tickets = [name for row in position["tickets"] for name in row]
        cut = len(tickets) // 2
        position["tickets"] = [tickets[:cut], tickets[cut:], *[[] for _ in range(position["seats"] - 2)]]
        ends = {c for name in position["routes"] for c in naive.routes_of("europe")[name]["cities"]}
        position["stations"] = [rng.sample(sorted(ends), 3), *[[] for _ in range(position["seats"] - 1)]]
        row = compare(position)["seats"][0]
        helped += any(item["route"] for item in row["borrowed"])
    assert helped > 0
