"""`one-step`: the next route only, the one that lies on most of the shortest paths.

The style "One Step" of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board games"
(2017), written anew from its description: it looks one step ahead; at each decision it takes the shortest path of
every ticket it holds, as the board is now, and wants most the route that serves most of them. Whatever useful it can
build at once, it builds at once, keeping no plan.
"""

import numpy as np

from eclisse.bots.helpers import UNIT, WAYS, Numbers, fill, find_path, follow, keep, list_tickets, weigh
from eclisse.core.batch import Records
from eclisse.core.codes import OFFER, SETUP
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled


@compiled
def count_uses(view: Record, board: Record, seat: int, ways: Records, worth: Numbers) -> None:
    """Want each route by the shortest paths it lies on, and by its length between equals."""
    tickets, path = np.empty(MAX_TICKETS, np.int64), np.empty(MAX_ROUTES, np.int64)
    for i in range(list_tickets(view, board, seat, tickets)):
        n, _, _ = find_path(board, int(tickets[i]), ways, path)
        for k in range(n):
            worth[path[k]] += UNIT
    for route in range(board.n_routes):
        if worth[route] > 0:
            worth[route] += int(board.length[route])


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a player who looks no further than the next route."""
    ways, room = np.empty(1, WAYS), view.pieces[seat].astype(np.int64)
    weigh(view, board, rules, seat, 0, ways)
    if view.phase == SETUP or view.phase == OFFER:
        return keep(view, board, rules, seat, ways, room, 0)
    worth = np.zeros(MAX_ROUTES, np.int64)
    count_uses(view, board, seat, ways, worth)
    if not worth.any():
        fill(view, board, rules, seat, 1, worth)
    return follow(view, board, rules, seat, worth)
