"""Likely worlds that a seat cannot tell from the true one, and what becomes of decisions in them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.last_turn import value_actions
from eclisse.bots.likely import weigh_tickets
from eclisse.bots.outcomes import Values, try_outcomes
from eclisse.bots.tree import Question, new_trials, plan_own
from eclisse.core.batch import over_threads
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS, MAX_TICKETS
from eclisse.views import View


class Outcomes(NamedTuple):
    """Outcomes of choices: a row for each world, a column for each choice, a number for each seat."""

    wins: Values  # share of the win
    points: Values


class Exact(NamedTuple):
    """What choices bring where all that can happen is summed over; a choice that is not `known` has no figures."""

    wins: Values  # a row for each choice, a number for each seat
    points: Values
    known: npt.NDArray[np.bool_]


class Worlds:
    """The worlds of one view, numbered from 0; they depend on the view and a key alone."""

    def __init__(self, view: View, key: npt.NDArray[np.uint64]) -> None:
        seat = NONE if view.seat is None else view.seat
        self.question = Question(view.records, view.kit.board_row, view.kit.rules_row, seat)
        self.n_seats, self.key = int(view.record["n_seats"]), key
        self.weights = np.ones((MAX_SEATS, MAX_TICKETS))
        weigh_tickets(*self.question, self.weights)

    def sum_up(self, choices: Sequence[int]) -> Exact | None:
        """What each choice brings in a game's very last turn; None in any other, and where it is too much."""
        values, known = np.zeros((len(choices), 2, MAX_SEATS)), np.zeros(len(choices), np.bool_)
        value_actions(*self.question, self.weights, np.array(choices, np.int64), values, known)
        return Exact(values[:, 0, : self.n_seats], values[:, 1, : self.n_seats], known) if known.any() else None

    def try_out(self, choices: Sequence[int], first: int, n: int, threads: int = 1) -> Outcomes:
        """Carry out each choice (NONE: none) in n worlds from the first-th on, and play to the end."""
        numbers = np.array(choices, np.int64)
        wins, points = np.zeros((n, len(choices), MAX_SEATS)), np.zeros((n, len(choices), MAX_SEATS))

        def work(a: int, b: int) -> None:
            trials = new_trials()
            if choices[0] != NONE:
                plan_own(self.question, trials[0])
            try_outcomes(self.question, numbers, trials, self.key, first + a, self.weights, wins[a:b], points[a:b])

        over_threads(work, n, min(threads, n))
        return Outcomes(wins[:, :, : self.n_seats], points[:, :, : self.n_seats])
