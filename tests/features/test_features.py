"""The features of a decision: nothing hidden, ways as an obvious search finds them, everything in its place."""

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pytest

from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import doors
from eclisse.core.batch import Records
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS, STATE
from eclisse.core.routes import is_free
from eclisse.env import eclisse_v0
from eclisse.env.vector import VectorGames
from eclisse.features import layout
from eclisse.features.layout import BLOCKS, BY_NAME, SHOWN, SIZE
from eclisse.features.ways import DETOUR, FAR
from eclisse.features.write import features_of

pytestmark = pytest.mark.compiled_only
RARE = {"two_ways", "hand_6"}  # random play closes no mandala and saves no cards
TABLES = [("usa", 2, ()), ("europe", 3, ("warehouses",)), ("switzerland", 2, ()), ("india", 4, ()), ("berlin", 2, ())]


def positions(game: str, seats: int, modules: tuple[str, ...], steps: int = 150) -> Iterator[tuple[Kit, Records, int]]:
    """Positions of a few games played at random, with the seat that decides."""
    games = VectorGames(game, seats, 4, seed=6, modules=modules)
    games.reset()
    for _ in range(steps):
        games.step(games.sample())
        for i in range(games.num_envs):
            yield games.kit, games.arrays.states[i : i + 1], int(games.arrays.seats[i])


def table_of(row: Any, name: str) -> Any:
    """A block of one row of features."""
    return layout.part(row[None], name)[0]


def column(row: Any, block: str, name: str) -> Any:
    """One number of every row of a block."""
    return table_of(row, block)[:, BY_NAME[block].names.index(name)]


@pytest.mark.parametrize(("game", "seats", "modules"), TABLES)
def test_what_a_seat_cannot_see_changes_nothing(game: str, seats: int, modules: tuple[str, ...]) -> None:
    views = np.zeros(1, STATE)
    for kit, states, seat in positions(game, seats, modules):
        doors.observe_seat(states, views, seat)
        told = features_of(views, kit.board_row, kit.rules_row, seat)
        assert (told == features_of(states, kit.board_row, kit.rules_row, seat)).all()


def graph_of(kit: Kit, state: Any, seat: int) -> Any:
    """The board as a plain graph: what each pair of neighbours is apart for a seat."""
    graph, board = nx.Graph(), kit.board
    graph.add_nodes_from(range(int(board.n_cities)))
    for route in range(int(board.n_routes)):
        a, b, owner = int(board.a[route]), int(board.b[route]), int(state.owner[route])
        cost = FAR
        if owner == seat:
            cost = 0
        elif owner != NONE and state.stations_left[seat] > 0:
            cost = 1 if seat in (state.station[a], state.station[b]) else DETOUR
        elif owner != NONE and seat in (state.station[a], state.station[b]):
            cost = 1
        elif is_free(state, board, kit.rules, seat, route) and state.pieces[seat, 0] >= board.length[route]:
            cost = int(board.length[route])
        if cost < graph.get_edge_data(a, b, {"cost": FAR})["cost"]:
            graph.add_edge(a, b, cost=cost)
    return graph


@pytest.mark.parametrize(("game", "seats"), [("usa", 2), ("europe", 3)])
def test_distances_are_those_of_a_plain_search(game: str, seats: int) -> None:
    seen = 0
    for kit, states, seat in positions(game, seats, ()):
        state, board = states[0], kit.board
        if state.n_offer[seat] == 0:
            continue
        row, graph = features_of(states, kit.board_row, kit.rules_row, seat), graph_of(kit, state, seat)
        for k in range(int(state.n_offer[seat])):
            ticket = int(state.offer[seat, k])
            ends = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
            apart = nx.shortest_path_length(graph, *ends, "cost") if nx.has_path(graph, *ends) else FAR
            assert column(row, "tickets", "distance")[k] == min(apart, FAR)
            seen += 1
    assert seen > 20


def test_routes_on_a_way_make_up_a_way() -> None:
    for kit, states, seat in positions("usa", 2, (), 60):
        row, board = features_of(states, kit.board_row, kit.rules_row, seat), kit.board
        distance, done = column(row, "tickets", "distance"), column(row, "tickets", "done")
        own = [r for r in range(int(board.n_routes)) if states[0].owner[r] == seat]
        for k in range(int(column(row, "tickets", "exists").sum())):
            if done[k] or distance[k] >= FAR or not column(row, "tickets", "offered")[k]:
                continue
            ticket = int(states[0].offer[seat, k])
            on = [r for r in range(int(board.n_routes)) if table_of(row, "on_way")[k, r] == 2]
            graph = nx.Graph([(int(board.a[r]), int(board.b[r])) for r in on + own])
            assert nx.has_path(graph, int(board.ticket_a[ticket]), int(board.ticket_b[ticket]))


def test_seats_are_counted_from_the_one_that_decides() -> None:
    table = BY_NAME["table"]
    for kit, states, seat in positions("europe", 5, (), 80):
        row = features_of(states, kit.board_row, kit.rules_row, seat)
        for place in range(5):
            other = (seat + place) % 5
            assert row[table.at + table.names.index(f"{place}_cards")] == states[0].n_hand[other]
            assert row[table.at + table.names.index(f"{place}_trains")] == states[0].pieces[other, 0]
            assert table_of(row, "places")[0, other] == place
            assert row[table.at + table.names.index("keeps")] == kit.rules.draw_keep


def test_every_block_is_filled_to_its_last_column() -> None:
    most = np.zeros(SIZE, np.uint8)
    for game, seats, modules in TABLES:
        for kit, states, seat in positions(game, seats, modules):
            most = np.maximum(most, features_of(states, kit.board_row, kit.rules_row, seat))
    for name in ("routes", "cities", "tickets", "colours"):
        block = BY_NAME[name]
        dead = [block.names[i] for i in np.flatnonzero(table_of(most, name).max(axis=0) == 0)]
        assert not set(dead) - RARE, f"{name}: nothing ever writes {dead}"
    assert BLOCKS[-1].stop == SIZE
    assert column(most, "tickets", "exists").sum() <= SHOWN
    assert table_of(most, "places").shape == (1, MAX_SEATS)


def test_the_environments_offer_them() -> None:
    games = VectorGames("berlin", 2, 3, seed=5)
    games.reset()
    one = eclisse_v0.raw_env("berlin", 2)
    one.reset(games.key(1))
    assert (games.features()[1] == one.features("seat_0")).all()


def test_a_board_that_is_not_there_leaves_its_rows_empty() -> None:
    kit = open_kit("berlin")
    for _, states, seat in positions("berlin", 2, (), 10):
        row = features_of(states, kit.board_row, kit.rules_row, seat)
        assert not table_of(row, "routes")[int(kit.board.n_routes) :].any()
        assert (table_of(row, "ends")[:, int(kit.board.n_routes) :] == layout.NOWHERE).all()
