"""Which tickets the others are thought to hold, by the routes they have claimed."""

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

from eclisse import Game
from eclisse.analysis.worlds import worlds_of
from eclisse.bots.seated import play_out, sit_down
from eclisse.core.codes import HIDDEN, NONE

OTHER = 1


@pytest.fixture(scope="module")
def late() -> Game:
    """The end of a game, as the first seat may look back at it."""
    game = Game.new("usa", 2, 4)
    play_out(game, sit_down(["path", "planner"], "4" * 32))
    return Game.replay(game.record(), until=len(game.actions) - 1)


def ways(game: Game, *owners: int) -> dict[int, tuple[float, int]]:
    """For each hidden ticket the trains that the other seat still needs, and those of its shortest way."""
    board, owner = game.kit.board, game.state.owner
    whole, left = nx.Graph(), nx.Graph()
    for route in range(int(board.n_routes)):
        ends, trains = (int(board.a[route]), int(board.b[route])), int(board.length[route])
        whole.add_edge(*ends, trains=trains)
        if owner[route] in owners:
            price = 0 if owner[route] == OTHER else trains
            known = left.get_edge_data(*ends, {"trains": price})["trains"]
            left.add_edge(*ends, trains=min(price, known))
    found = {}
    for ticket in range(int(board.n_tickets)):
        if game.view(0).record.holder[ticket] == HIDDEN:
            ends = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
            is_there = all(end in left for end in ends) and nx.has_path(left, *ends)
            missing = nx.shortest_path_length(left, *ends, "trains") if is_there else np.inf
            found[ticket] = missing, nx.shortest_path_length(whole, *ends, "trains")
    return found


def test_what_is_complete_is_likelier_the_longer_it_is(late: Game) -> None:
    weights = worlds_of(late.view(0), 1, 1).weights[OTHER]
    tickets = ways(late, OTHER)
    complete = sorted((whole, weights[ticket]) for ticket, (missing, whole) in tickets.items() if missing == 0)
    lengths = [whole for whole, _ in complete]
    assert len(set(lengths)) > 2
    for (whole, weight), (longer, more) in pairwise(complete):
        assert more > weight if longer > whole else more == weight
    assert complete[0][1] > max(weights[ticket] for ticket, (missing, _) in tickets.items() if missing > 0)


def test_what_is_not_complete_is_the_less_likely_the_more_of_it_is_missing(late: Game) -> None:
    weights = worlds_of(late.view(0), 1, 1).weights[OTHER]
    tickets = ways(late, OTHER, NONE)
    some = sorted(
        (min(missing / whole, 0.95), -weights[ticket]) for ticket, (missing, whole) in tickets.items() if missing
    )
    assert len({share for share, _ in some}) > 3
    assert [weight for _, weight in some] == sorted(weight for _, weight in some)
