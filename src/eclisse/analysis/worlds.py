"""Worlds a seat cannot tell from the true one, and what becomes of decisions in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.likely import weigh_tickets
from eclisse.bots.outcomes import try_outcomes
from eclisse.bots.tree import Question, new_trials
from eclisse.core.batch import over_threads
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS, MAX_TICKETS, STATE
from eclisse.core.rng import derive
from eclisse.notation import key_from_seed
from eclisse.views import View

Values = npt.NDArray[np.float64]
Z: Final = 2.33  # standard errors of an interval: 98 of 100 hold the truth


class Outcomes(NamedTuple):
    """What became of choices: a row for each world, a column for each choice, a number for each seat."""

    wins: Values  # share of the win
    points: Values


class Worlds:
    """The worlds of one view, numbered from 0; they depend on the view, the seed and a number of the caller's alone."""

    def __init__(self, view: View, seed: int = 0, number: int = 0) -> None:
        views = np.zeros(1, STATE)
        views[0] = view.record
        seat = NONE if view.seat is None else view.seat
        self.question = Question(views, view.kit.board_row, view.kit.rules_row, seat)
        base = key_from_seed(seed)
        self.key: npt.NDArray[np.uint64] = np.array(derive(base[0], base[1], number), np.uint64)
        self.n_seats = int(view.record["n_seats"])
        self._weights = np.ones((MAX_SEATS, MAX_TICKETS))
        weigh_tickets(*self.question, self._weights)

    def try_out(self, choices: Sequence[int], first: int, n: int, threads: int = 1) -> Outcomes:
        """Carry out each choice (NONE: none) in n worlds from the first-th on, and play to the end."""
        numbers = np.array(choices, np.int64)
        wins, points = np.zeros((n, len(choices), MAX_SEATS)), np.zeros((n, len(choices), MAX_SEATS))

        def work(a: int, b: int) -> None:
            try_outcomes(
                self.question, numbers, new_trials(), self.key, first + a, self._weights, wins[a:b], points[a:b]
            )

        over_threads(work, n, min(threads, n))
        return Outcomes(wins[:, :, : self.n_seats], points[:, :, : self.n_seats])


@dataclass(frozen=True)
class Forecast:
    """What to expect of a view: a number for each seat."""

    win: tuple[float, ...]
    points: tuple[float, ...]
    error: float  # half of the interval around each chance

    def to_dict(self) -> dict[str, object]:
        """The forecast as JSON."""
        return {"win": rounded(self.win), "points": rounded(self.points, 1), "error": round(self.error, 4)}


def forecast(view: View, worlds: int = 200, seed: int = 0, number: int = 0, threads: int = 1) -> Forecast:
    """The chances of every seat if all play on by plan, as a seat or a spectator can know them."""
    found = Worlds(view, seed, number).try_out([NONE], 0, worlds, threads)
    error = max(half_interval(found.wins[:, 0, seat]) for seat in range(found.wins.shape[2]))
    return Forecast(means(found.wins[:, 0]), means(found.points[:, 0]), error)


def half_interval(values: Values) -> float:
    """Half of the interval around a mean; it does not vanish when a few values happen to be equal."""
    n = len(values)
    return Z * float(np.sqrt(((values - values.mean()) ** 2).sum() + 1.0)) / n if n else 1.0


def means(values: Values) -> tuple[float, ...]:
    """The mean of each column."""
    return tuple(float(x) for x in values.mean(axis=0))


def rounded(values: Sequence[float], digits: int = 4) -> list[float]:
    """Numbers as JSON shows them."""
    return [round(value, digits) for value in values]
