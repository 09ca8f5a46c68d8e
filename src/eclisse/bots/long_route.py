"""`long-route`: routes of five and six above all, and tickets by way of them.

The style "Long Route Junkie" of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary
board games" (2017), written anew from its description: it values long segments highest, connects its destination cards
through them where a detour is bearable, and claims every long route it can pay and has the pieces for.
"""

from typing import Final

import numpy as np

from eclisse.bots.helpers import UNIT, WAYS, Numbers, fill, follow, keep, list_tickets, plan_tickets, weigh
from eclisse.core.batch import Records
from eclisse.core.codes import OFFER, SETUP
from eclisse.core.mechanics.pieces import spaces
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

LONG: Final = 5  # cards of a long route
PER_POINT: Final = 4  # what the points of a route take off its cost, in tenths of a card


@compiled
def favour_long(board: Record, rules: Record, ways: Records) -> None:
    """Make routes cheaper by their points, which grow faster than their length."""
    for route in range(board.n_routes):
        if 0 < ways[0].weight[route] <= UNIT * int(board.length[route]):
            points = int(rules.points[board.kind[route], board.length[route]])
            ways[0].weight[route] = max(UNIT, int(ways[0].weight[route]) - PER_POINT * points)


@compiled
def want_long(view: Record, board: Record, rules: Record, seat: int, room: Numbers, worth: Numbers) -> None:
    """Want long routes wherever they are, if the plan leaves the pieces for them; those of the plan first."""
    extra = np.zeros(MAX_ROUTES, np.int64)
    fill(view, board, rules, seat, LONG, extra)
    planned = worth.any()
    for route in range(board.n_routes):
        points = int(rules.points[board.kind[route], board.length[route]])
        if worth[route] > 0:
            worth[route] = 2 * UNIT + 2 * points
        elif extra[route] > 0 and spaces(board, route) <= room[board.kind[route]]:
            worth[route] = points if board.length[route] >= LONG or not planned else 0


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a player who loves long routes."""
    ways, room = np.empty(1, WAYS), view.pieces[seat].astype(np.int64)
    weigh(view, board, rules, seat, 0, ways)
    favour_long(board, rules, ways)
    if view.phase == SETUP or view.phase == OFFER:
        return keep(view, board, rules, seat, ways, room, 0)
    worth, value = np.zeros(MAX_ROUTES, np.int64), np.empty(MAX_TICKETS, np.int64)
    tickets = np.empty(MAX_TICKETS, np.int64)
    plan_tickets(board, tickets, list_tickets(view, board, seat, tickets), ways, room, worth, value)
    want_long(view, board, rules, seat, room, worth)
    return follow(view, board, rules, seat, worth)
