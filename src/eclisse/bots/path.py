"""`path`: one ticket at a time, by the fewest cards and routes.

The style "Path" of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board games"
(2017), written anew from its description: it concentrates on its destination cards, takes the one that gives most for
a short path, and claims the routes of that path and no others until it stands; then the next. With all tickets
completed and enough pieces it draws more, else it lays long routes to end the game.
"""

from typing import Final

import numpy as np

from eclisse.bots.helpers import UNIT, WAYS, Numbers, fill, find_path, follow, keep, list_tickets, weigh
from eclisse.core.actions import TICKETS
from eclisse.core.batch import Records
from eclisse.core.codes import MAIN, NONE, OFFER, SETUP
from eclisse.core.mechanics.pieces import n_pieces, spaces
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

PER_ROUTE: Final = UNIT  # a route more costs as much as a card more


@compiled
def _fits(board: Record, path: Numbers, n: int, room: Numbers) -> bool:
    """Whether there are pieces for a whole path."""
    used = np.zeros(2, np.int64)
    for i in range(n):
        used[board.kind[path[i]]] += spaces(board, int(path[i]))
    return bool(used[0] <= room[0] and used[1] <= room[1])


@compiled
def aim(view: Record, board: Record, seat: int, ways: Records, room: Numbers, worth: Numbers) -> bool:
    """Want the path of the ticket that gives most for its cost; say whether there is one."""
    tickets, path = np.empty(MAX_TICKETS, np.int64), np.empty(MAX_ROUTES, np.int64)
    best = 0
    for i in range(list_tickets(view, board, seat, tickets)):
        n, cost, at_stake = find_path(board, int(tickets[i]), ways, path)
        if n <= 0 or at_stake * UNIT * UNIT // cost <= best or not _fits(board, path, n, room):
            continue
        best = at_stake * UNIT * UNIT // cost
        worth[:] = 0
        for k in range(n):
            worth[path[k]] = UNIT + int(board.length[path[k]])
    return best > 0


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a player who builds one ticket after the other."""
    ways, room = np.empty(1, WAYS), view.pieces[seat].astype(np.int64)
    weigh(view, board, rules, seat, PER_ROUTE, ways)
    if view.phase == SETUP or view.phase == OFFER:
        return keep(view, board, rules, seat, ways, room, 0)
    worth = np.zeros(MAX_ROUTES, np.int64)
    if not aim(view, board, seat, ways, room, worth):
        enough = 2 * n_pieces(view, seat) >= int(rules.pieces[0]) + int(rules.pieces[1])
        if view.phase == MAIN and view.n_queue > 0 and enough and view.last_round_by == NONE:
            return TICKETS
        fill(view, board, rules, seat, 4, worth)
    return follow(view, board, rules, seat, worth)
