"""Where two separate ways score (MANDALA), the features say how far the second one is."""

from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from eclisse import Game
from eclisse.catalogue.kit import open_kit
from eclisse.features import layout
from eclisse.features.layout import BY_NAME
from eclisse.features.write import features_of

pytestmark = pytest.mark.compiled_only


def a_circle() -> tuple[str, list[int]]:
    """A ticket of India whose cities two separate ways link, and the routes of both."""
    kit = open_kit("india")
    board = kit.board
    graph = nx.Graph()
    for route in range(int(board.n_routes)):
        graph.add_edge(int(board.a[route]), int(board.b[route]), route=route, length=int(board.length[route]))
    best: tuple[int, str, list[int]] = (999, "", [])
    for ticket, name in enumerate(kit.names.tickets):
        a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
        first = nx.shortest_path(graph, a, b, "length")
        rest = graph.copy()
        rest.remove_edges_from(pairwise(first))
        if nx.has_path(rest, a, b):
            second = nx.shortest_path(rest, a, b, "length")
            pairs = [*pairwise(first), *pairwise(second)]
            routes = [graph.edges[pair]["route"] for pair in pairs]
            total = sum(int(board.length[route]) for route in routes)
            best = min(best, (total, name, routes))
    return best[1], best[2]


def shown(routes: list[int], ticket: str) -> tuple[dict[str, int], Any]:
    """The features of the ticket for a seat that owns these routes, and its ways."""
    names = open_kit("india").names
    position = {
        "game": "india", "seats": 2, "to_move": 0, "phase": "main",
        "routes": {names.routes[route]: 0 for route in routes}, "tickets": [[ticket], []],
    }  # fmt: skip
    game = Game.from_position(position)
    row = features_of(game.states, game.kit.board_row, game.kit.rules_row, 0)
    values = layout.part(row[None], "tickets")[0, 0]
    return dict(zip(BY_NAME["tickets"].names, values.tolist(), strict=True)), layout.part(row[None], "on_way")[0, 0]


def test_a_closed_circle_is_seen() -> None:
    ticket, routes = a_circle()
    seen, _ = shown(routes, ticket)
    assert (seen["done"], seen["two_ways"]) == (1, 1)


def test_a_circle_with_a_gap_says_how_far_it_is_from_closed() -> None:
    ticket, routes = a_circle()
    kit = open_kit("india")
    seen, on_way = shown(routes[:-1], ticket)
    assert (seen["done"], seen["two_ways"]) == (1, 0)
    assert 0 < seen["second"] <= int(kit.board.length[routes[-1]])
    if seen["second"] == int(kit.board.length[routes[-1]]):
        assert on_way[routes[-1]] == 1
