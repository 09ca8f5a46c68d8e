"""`forgetful`: builds one ticket after the other like `path`, but forgets tickets for a while, and grabs what is near.

It makes the mistakes that people make. Of each ticket it loses sight for SPAN turns at a time; and now and then it
does with its turn what brings most points at once, as `greedy` does. Everything else it does as well as it can.
"""

from typing import Final

import numpy as np

from eclisse.bots import greedy, path
from eclisse.core.batch import Records
from eclisse.core.codes import MAIN, OUT
from eclisse.core.records import STATE, Record
from eclisse.core.rng import siphash
from eclisse.jit.compiled import compiled

SPAN: Final = 8  # turns of each seat
FORGOTTEN: Final = 45  # percent of the tickets out of sight at a time
GREED: Final = 10  # percent of the turns


@compiled
def is_forgotten(view: Record, seat: int, ticket: int, percent: int) -> bool:
    """Whether a seat has lost sight of a ticket: the same during a span, whatever happens."""
    span = int(view.turns) // (SPAN * int(view.n_seats))
    drawn = siphash(np.uint64(seat + 1), np.uint64(span), np.uint64(ticket))
    return bool(drawn % np.uint64(100) < np.uint64(percent))


@compiled
def _choose(views: Records, board: Record, rules: Record, seat: int, chance: np.uint64, greed: int) -> int:
    """The decision of `path` or, as often as it is greedy, of `greedy`."""
    if views[0].phase == MAIN and chance % np.uint64(100) < np.uint64(greed):
        return greedy.decide(views[0], board, rules, seat, chance)
    return path.decide(views[0], board, rules, seat, chance)


@compiled
def stumble(
    view: Record, board: Record, rules: Record, seat: int, chance: np.uint64, forgotten: int, greed: int
) -> int:
    """A decision made without the tickets out of sight; `views` is handed on, or it would be freed too early."""
    views = np.empty(1, STATE)
    views[0] = view
    for ticket in range(board.n_tickets):
        if view.holder[ticket] == seat and is_forgotten(view, seat, ticket, forgotten):
            views[0].holder[ticket] = OUT
    return _choose(views, board, rules, seat, chance, greed)


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:
    """The decision of a player who forgets a little."""
    return stumble(view, board, rules, seat, chance, FORGOTTEN, GREED)
