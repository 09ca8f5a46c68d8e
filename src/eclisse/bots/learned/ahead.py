"""`learned@…`: the network, looking ahead. The decisions it likes are tried in likely worlds, redealt from the view.

In every world each candidate is carried out, the network decides for all seats for some turns, and says how it stands
there. Rounds keep the better half of the candidates; where they come out alike, the network's liking decides.
"""

import math
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.lines import Lines
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import Advisor, load_brain
from eclisse.bots.outcomes import Values
from eclisse.bots.search import Budget
from eclisse.bots.usual import usual
from eclisse.bots.worlds import Outcomes
from eclisse.core.codes import NONE
from eclisse.core.rng import derive
from eclisse.notation import Action
from eclisse.views import View

Keys = npt.NDArray[np.uint64]

MOST: Final = 6  # candidates
LEAST: Final = 0.01  # chance a candidate must have
POINT: Final = 0.014  # worth of a point ahead of the others, beside a win
LIKING: Final = 0.01  # worth of being e times as likely, to the network


def worth(found: Outcomes, seat: int) -> Values:
    """What each choice brought a seat, over all worlds: wins, and points ahead of the others' mean."""
    own = found.points[:, :, seat]
    others = (found.points.sum(axis=2) - own) / (found.points.shape[2] - 1)
    total: Values = (found.wins[:, :, seat] + POINT * (own - others)).sum(axis=0)
    return total


def look_ahead(brain: Advisor, view: View, legal: Sequence[int], key: Keys, budget: Budget) -> int:
    """The best decision found; an iteration is one line: a candidate in a world."""
    began, seat = time.perf_counter(), NONE if view.seat is None else view.seat
    chances = think(brain, view, legal).chances[0]
    order = np.argsort(-chances, kind="stable")[:MOST]
    active = order[chances[order] >= min(LEAST, chances[order[0]])]
    lines, n_tried, sums = Lines(brain, view, key), 0, np.zeros(len(chances))
    n_rounds, deadline = int(np.ceil(np.log2(len(active)))), began + (budget.seconds or math.inf)
    for i in range(n_rounds):
        for n in budget.steps(i, n_rounds, len(active), began):
            found = lines.try_out(active, n_tried, n, deadline)
            if found is None:
                break
            sums[active] += worth(found, seat)
            n_tried += n
        score = sums[active] / max(n_tried, 1) + LIKING * np.log(chances[active])
        active = active[np.argsort(-score, kind="stable")[: (len(active) + 1) // 2]]
    return int(active[0])


class AheadBot:
    """The network with a budget; with one in iterations all its chance comes from its key."""

    def __init__(self, budget: Budget, key: Keys, brain: Advisor | None = None) -> None:
        self._budget, self._key, self._n, self._brain = budget, key, 0, brain or load_brain()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """What looking ahead finds, as one of the legal actions."""
        legal = usual(view, legal)
        if len(legal) == 1:
            return legal[0]
        key = np.array(derive(self._key[0], self._key[1], self._n), np.uint64)
        self._n += 1
        number = look_ahead(self._brain, view, [action.number for action in legal], key, self._budget)
        return next(action for action in legal if action.number == number)
