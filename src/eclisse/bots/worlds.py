"""Likely worlds that a seat cannot tell from the true one, and what becomes of decisions in them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.likely import weigh_tickets
from eclisse.bots.outcomes import Values, try_outcomes
from eclisse.bots.tree import Question, new_trials
from eclisse.core.batch import over_threads
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS, MAX_TICKETS
from eclisse.views import View


class Outcomes(NamedTuple):
    """What became of choices: a row for each world, a column for each choice, a number for each seat."""

    wins: Values  # share of the win
    points: Values


class Worlds:
    """The worlds of one view, numbered from 0; they depend on the view and a key alone."""

    def __init__(self, view: View, key: npt.NDArray[np.uint64]) -> None:
        seat = NONE if view.seat is None else view.seat
        self.question = Question(view.records, view.kit.board_row, view.kit.rules_row, seat)
        self.n_seats, self.key = int(view.record["n_seats"]), key
        self.weights = np.ones((MAX_SEATS, MAX_TICKETS))
        weigh_tickets(*self.question, self.weights)

    def try_out(self, choices: Sequence[int], first: int, n: int, threads: int = 1) -> Outcomes:
        """Carry out each choice (NONE: none) in n worlds from the first-th on, and play to the end."""
        numbers = np.array(choices, np.int64)
        wins, points = np.zeros((n, len(choices), MAX_SEATS)), np.zeros((n, len(choices), MAX_SEATS))

        def work(a: int, b: int) -> None:
            try_outcomes(
                self.question, numbers, new_trials(), self.key, first + a, self.weights, wins[a:b], points[a:b]
            )

        over_threads(work, n, min(threads, n))
        return Outcomes(wins[:, :, : self.n_seats], points[:, :, : self.n_seats])
