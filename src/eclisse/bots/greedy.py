"""`greedy`: claims the route worth the most points that it can pay for, or else draws towards the next best one.

It keeps as few tickets as allowed, those cheapest to complete for their points; between routes of the same points it
prefers one on the way of a ticket. It plans nothing, so it shows what immediate points alone are worth.
"""

import numpy as np

from eclisse.bots.helpers import NEVER, UNIT, WAYS, Numbers, fill, follow, keep, list_tickets, plan_tickets, weigh
from eclisse.core.batch import Records
from eclisse.core.codes import OFFER, SETUP
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled


@compiled
def want(view: Record, board: Record, rules: Record, seat: int, ways: Records, room: Numbers) -> Numbers:
    """Every route by its points, and a little more if a ticket needs it."""
    planned, worth = np.zeros(MAX_ROUTES, np.int64), np.zeros(MAX_ROUTES, np.int64)
    tickets, value = np.empty(MAX_TICKETS, np.int64), np.empty(MAX_TICKETS, np.int64)
    plan_tickets(board, tickets, list_tickets(view, board, seat, tickets), ways, room, planned, value)
    fill(view, board, rules, seat, 1, worth)
    for route in range(board.n_routes):
        if worth[route] > 0:
            worth[route] = 2 * worth[route] + min(1, planned[route])
    return worth


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a player who counts only the points of the next route."""
    ways, room = np.empty(1, WAYS), view.pieces[seat].astype(np.int64)
    weigh(view, board, rules, seat, 0, ways)
    if view.phase == SETUP or view.phase == OFFER:
        return keep(view, board, rules, seat, ways, room, NEVER // UNIT)
    return follow(view, board, rules, seat, want(view, board, rules, seat, ways, room))
