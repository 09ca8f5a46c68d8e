"""The functions of core/links.py against slow versions of themselves, on random boards; no timing here."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import networkx as nx
import numba
import numpy as np
import numpy.typing as npt
import pytest

from eclisse.core import links
from eclisse.core.codes import SUBWAY
from eclisse.core.mechanics.pieces import spaces
from eclisse.core.records import BOARD, MAX_CITIES, MAX_ROUTES, STATE, Record
from eclisse.core.trail import longest_trail, trail_length
from tests.oracles import naive
from tests.oracles.naive import Route

SCALE = 20 if numba.config.DISABLE_JIT else 3  # uncompiled code gets fewer networks
SEAT = 1


def records(routes: Sequence[Route], n_cities: int, owners: Sequence[int] | None = None) -> tuple[Record, Record]:
    """A state and a board with just these routes, all owned by SEAT unless said otherwise."""
    state, board = np.zeros(1, STATE)[0], np.zeros(1, BOARD)[0]
    state.owner[:] = -1
    board.twin[:] = -1
    board.country[:] = -1
    board.n_cities, board.n_routes = n_cities, len(routes)
    for number, (a, b, length) in enumerate(routes):
        board.a[number], board.b[number], board.length[number] = min(a, b), max(a, b), length
        state.owner[number] = SEAT if owners is None else owners[number]
    return state, board


def blank(size: int) -> npt.NDArray[np.int16]:
    return np.full(size, 77, np.int16)


def random_routes(rng: random.Random, n_cities: int, n_routes: int, most: int) -> list[Route]:
    """Routes between random cities, double and triple ones included."""
    return [(*sorted(rng.sample(range(n_cities), 2)), rng.randint(1, most)) for _ in range(n_routes)]  # type: ignore[misc]


def owned_routes(rng: random.Random, n_cities: int, n: int) -> tuple[list[Route], list[int]]:
    """Random routes, and who owns each: nobody, another or the seat."""
    routes = random_routes(rng, n_cities, n, 6)
    return routes, [rng.choice((-1, 0, SEAT)) for _ in routes]


def from_graph(graph: nx.Graph, rng: random.Random, most: int) -> tuple[list[Route], int]:
    """The edges of a graph as routes, in random order and between renamed cities."""
    names = list(range(graph.number_of_nodes()))
    rng.shuffle(names)
    name = dict(zip(graph, names, strict=True))
    routes = [(name[a], name[b], rng.randint(1, most)) for a, b in graph.edges()]
    rng.shuffle(routes)
    return routes, len(names)


def longest(routes: Sequence[Route], n_cities: int, owners: Sequence[int] | None = None) -> int:
    """Call the function under test, and check that what it writes is a trail of the length it says."""
    state, board = records(routes, n_cities, owners)
    trail = blank(MAX_ROUTES)
    length = int(longest_trail(state, board, SEAT, trail))
    assert trail_length(state, board, SEAT) == length
    taken = [int(route) for route in trail if route != -1]
    assert (trail[len(taken) :] == -1).all()
    assert len(set(taken)) == len(taken)
    assert all(state.owner[route] == SEAT for route in taken)
    assert sum(routes[route][2] for route in taken) == length
    assert is_journey([routes[route] for route in taken])
    return length


def is_journey(legs: Sequence[Route]) -> bool:
    """Whether the legs can be travelled one after the other."""
    here = set(legs[0][:2]) if legs else set()
    for a, b, _ in legs:
        here = ({b} if a in here else set()) | ({a} if b in here else set())
    return not legs or bool(here)


def small_networks() -> Iterator[tuple[list[Route], int]]:
    rng = random.Random(1912)
    for _ in range(1500 // SCALE):
        n_cities = rng.randint(2, 10)
        yield random_routes(rng, n_cities, rng.randint(0, 12), rng.choice((1, 2, 6))), n_cities


def test_the_longest_trail_is_the_best_of_all_trails() -> None:
    """LONGEST"""
    for routes, n_cities in small_networks():
        assert longest(routes, n_cities) == naive.longest_trail(naive.graph(routes, n_cities)), routes


def test_the_longest_trail_is_the_best_connected_set_with_two_odd_cities() -> None:
    rng = random.Random(7)
    for _ in range(60 // min(SCALE, 3)):
        routes = random_routes(rng, rng.randint(4, 7), 8, 3)
        assert longest(routes, 7) == naive.longest_trail_by_subsets(naive.graph(routes, 7)), routes


def dense(rng: random.Random, kind: int) -> tuple[list[Route], int]:
    """A network of 15 or 16 routes of one of many shapes."""
    seed = rng.randrange(10**6)
    graphs: list[Any] = [
        lambda: nx.gnm_random_graph(7, 16, seed),
        lambda: nx.gnm_random_graph(9, 16, seed),
        lambda: nx.gnm_random_graph(12, 16, seed),
        lambda: nx.random_regular_graph(3, 10, seed),
        lambda: nx.grid_2d_graph(3, 4),
        lambda: nx.grid_2d_graph(2, 6),
        lambda: nx.wheel_graph(9),
        lambda: nx.complete_bipartite_graph(3, 5),
        nx.petersen_graph,
        lambda: nx.random_labeled_tree(17, seed=seed),
        lambda: nx.corona_product(nx.cycle_graph(5), nx.empty_graph(2)),
        lambda: nx.barbell_graph(4, 2),
    ]
    return from_graph(graphs[kind % len(graphs)](), rng, rng.choice((1, 1, 2, 4)))


def test_the_longest_trail_of_dense_networks_is_the_best_of_all_trails() -> None:
    rng = random.Random(1910)
    for kind in range(240 // min(SCALE, 5)):
        routes, n_cities = dense(rng, kind)
        assert longest(routes, n_cities) == naive.longest_trail(naive.graph(routes, n_cities)), routes


def test_the_longest_trail_of_large_networks_keeps_to_the_matching_bound() -> None:
    """With 45 routes, the bound is nearly always reached, which proves the trail longest."""
    rng = random.Random(45)
    reached = tried = 0
    for number in range(300 // SCALE):
        n_cities = 10 + number % 12
        routes, _ = from_graph(nx.gnm_random_graph(n_cities, 45, rng.randrange(10**6)), rng, 1 + number % 3)
        graph = naive.graph(routes, n_cities)
        if nx.is_connected(graph):
            length, bound = longest(routes, n_cities), naive.trail_bound(graph)
            assert length <= bound
            tried += 1
            reached += length == bound
    assert reached >= 0.8 * tried


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        (nx.complete_bipartite_graph(3, 15), 32),  # 13 of the 15 must leave a route out
        (nx.complete_graph(9), 36),  # all even: everything
        (nx.complete_graph(10), 41),  # ten odd: two ends, four pairs
        (nx.grid_2d_graph(2, 15), 31),
        (nx.star_graph(40), 2),
        (nx.path_graph(46), 45),
        (nx.cycle_graph(45), 45),
        (nx.petersen_graph(), 11),
    ],
)
def test_the_longest_trail_of_well_known_graphs(graph: nx.Graph, expected: int) -> None:
    assert longest(*from_graph(graph, random.Random(3), 1)) == expected


def test_a_seat_without_routes_has_a_trail_of_length_0() -> None:
    assert longest([(0, 1, 3)], 2, owners=[0]) == 0


def test_only_own_routes_make_the_longest_trail() -> None:
    """LONGEST"""
    rng = random.Random(5)
    for _ in range(300 // SCALE):
        routes = random_routes(rng, 9, 20, 6)
        owners = [rng.choice((-1, 0, SEAT, SEAT)) for _ in routes]
        own = [number for number, owner in enumerate(owners) if owner == SEAT][:14]
        owners = [owner if owner != SEAT or number in own else 0 for number, owner in enumerate(owners)]
        assert longest(routes, 9, owners) == naive.longest_trail(naive.graph(routes, 9, own))


def test_a_subway_counts_one_piece() -> None:
    state, board = records([(0, 1, 4), (1, 2, 3), (1, 3, 2)], 4)
    board.kind[0] = SUBWAY
    trail = blank(MAX_ROUTES)
    assert [spaces(board, route) for route in range(3)] == [1, 3, 2]
    assert longest_trail(state, board, SEAT, trail) == 5


def test_components_are_those_of_the_graph() -> None:
    """TICKETS-SCORE"""
    rng = random.Random(11)
    for _ in range(500 // SCALE):
        n_cities = rng.randint(2, 40)
        routes, owners = owned_routes(rng, n_cities, rng.randint(0, 45))
        label = blank(MAX_CITIES)
        links.components(*records(routes, n_cities, owners), SEAT, label)
        own = [number for number, owner in enumerate(owners) if owner == SEAT]
        expected = list(range(MAX_CITIES))
        for part in nx.connected_components(naive.graph(routes, n_cities, own)):
            for city in part:
                expected[city] = min(part)
        assert label.tolist() == expected


def test_two_separate_paths_link_the_cities_of_one_group() -> None:
    """MANDALA"""
    rng = random.Random(1911)
    for number in range(500 // SCALE):
        n_cities = rng.randint(2, 9 if number % 4 else 16)
        routes = random_routes(rng, n_cities, rng.randint(0, 2 * n_cities), 1)
        graph = naive.graph(routes, n_cities)
        group = blank(MAX_CITIES)
        links.two_paths(*records(routes, n_cities), SEAT, group)
        for a in range(n_cities):
            for b in range(a):
                assert (group[a] == group[b]) == naive.are_linked_twice(graph, a, b), (routes, a, b)


def test_two_separate_paths_on_large_networks_are_the_pieces_left_without_bridges() -> None:
    rng = random.Random(12)
    for _ in range(500 // SCALE):
        n_cities = rng.randint(2, MAX_CITIES)
        routes = random_routes(rng, n_cities, rng.randint(0, 90), 1)
        group = blank(MAX_CITIES)
        links.two_paths(*records(routes, n_cities), SEAT, group)
        graph = naive.graph(routes, n_cities)
        graph.remove_edges_from([edge for edge in graph.edges(keys=True) if is_bridge(graph, edge)])
        parts = {frozenset(part) for part in nx.connected_components(graph)}
        ids = group[:n_cities]
        groups = {frozenset(np.flatnonzero(ids == root).tolist()) for root in ids.tolist()}
        assert groups == parts


def is_bridge(graph: nx.MultiGraph, edge: tuple[int, int, int]) -> bool:
    without = nx.restricted_view(graph, [], [edge])
    return not nx.has_path(without, edge[0], edge[1])


def test_a_path_is_a_cheapest_one_over_own_and_borrowed_routes() -> None:
    """TICKETS-SCORE, STATION-USE, TICKETS-SWISS"""
    rng = random.Random(13)
    for _ in range(1500 // SCALE):
        n_cities = rng.randint(2, 14)
        routes, owners = owned_routes(rng, n_cities, rng.randint(1, 30))
        state, board = records(routes, n_cities, owners)
        exits = rng.sample(range(n_cities), rng.choice((0, 0, n_cities // 3)))
        board.country[exits] = 2
        extra = np.array([rng.choice((-1, rng.randrange(len(routes)))) for _ in range(3)], np.int16)
        a, b = rng.randrange(n_cities), rng.randrange(n_cities)
        path = blank(MAX_ROUTES)
        n = int(links.path_between(state, board, SEAT, extra, a, b, path))
        usable = {number for number, owner in enumerate(owners) if owner == SEAT} | {int(e) for e in extra if e != -1}
        check_path(routes, usable, exits, a, b, n, path)


def check_path(
    routes: Sequence[Route], usable: set[int], exits: Sequence[int], a: int, b: int, n: int, path: npt.NDArray[np.int16]
) -> None:
    """The path leads from a to b over usable routes, through no exit, for the fewest spaces."""
    expected = naive.shortest_path(naive.graph(routes, MAX_CITIES, usable), exits, a, b)
    assert (path[max(n, 0) :] == -1).all()
    assert (n == -1) == (expected is None)
    here = a
    for step, route in enumerate(path[: max(n, 0)].tolist()):
        assert route in usable
        assert step == 0 or here not in exits
        assert here in routes[route][:2]
        here = sum(routes[route][:2]) - here
    assert n == -1 or here == b
    assert n == -1 or sum(routes[route][2] for route in path[:n].tolist()) == expected


def test_the_board_and_the_state_stay_as_they_are() -> None:
    routes, n_cities = from_graph(nx.grid_2d_graph(4, 5), random.Random(1), 3)
    state, board = records(routes, n_cities)
    before = state.tobytes(), board.tobytes()
    longest_trail(state, board, SEAT, blank(MAX_ROUTES))
    links.components(state, board, SEAT, blank(MAX_CITIES))
    links.two_paths(state, board, SEAT, blank(MAX_CITIES))
    links.path_between(state, board, SEAT, np.full(3, -1, np.int16), 0, 19, blank(MAX_ROUTES))
    assert (state.tobytes(), board.tobytes()) == before
