"""`hungry`: many tickets first, then nothing but the routes that join them all.

The style "Hungry" of de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of contemporary board games"
(2017), written anew from its description: before its first route it draws destination cards until the routes that
join them would use up most of its pieces; from then on it builds these, first those that serve most ticket points.
What is left over goes to long routes.
"""

from typing import Final

import numpy as np

from eclisse.bots.helpers import UNIT, WAYS, Numbers, fill, follow, keep, list_tickets, plan_tickets, weigh
from eclisse.core.actions import TICKETS
from eclisse.core.codes import MAIN, OFFER, SETUP
from eclisse.core.mechanics.pieces import n_pieces
from eclisse.core.records import MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

PER_ROUTE: Final = UNIT  # fewer routes are quicker to lay
PLANNED: Final = 60  # per cent of the pieces that the plan must use before the drawing of tickets ends
MEALS: Final = 3  # turns that may go into tickets


@compiled
def is_hungry(view: Record, rules: Record, seat: int, room: Numbers) -> bool:
    """Whether to draw tickets: the game is young, no route claimed yet, and too many pieces are without a use."""
    all_pieces = int(rules.pieces[0]) + int(rules.pieces[1])
    if n_pieces(view, seat) < all_pieces or view.turns >= MEALS * view.n_seats or view.n_queue == 0:
        return False
    return bool(100 * int(room.sum()) > (100 - PLANNED) * all_pieces)


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:  # noqa: ARG001
    """The decision of a player who lives on tickets."""
    ways, room = np.empty(1, WAYS), view.pieces[seat].astype(np.int64)
    weigh(view, board, rules, seat, PER_ROUTE, ways)
    if view.phase == SETUP or view.phase == OFFER:
        return keep(view, board, rules, seat, ways, room, 0)
    worth, value = np.zeros(MAX_ROUTES, np.int64), np.empty(MAX_TICKETS, np.int64)
    tickets = np.empty(MAX_TICKETS, np.int64)
    n = list_tickets(view, board, seat, tickets)
    plan_tickets(board, tickets, n, ways, room, worth, value)
    if view.phase == MAIN and (value[:n] > -UNIT * UNIT).all() and is_hungry(view, rules, seat, room):
        return TICKETS
    if not worth.any():
        fill(view, board, rules, seat, 4, worth)
    return follow(view, board, rules, seat, worth)
