"""One decision, weighed: its alternatives are tried in the same worlds, in rounds that keep the better half.

Even worlds choose the best alternative, odd ones say what it is worth: otherwise the luckiest would look best. What a
decision lost is the mean difference between the two in the same odd worlds, with an interval. All of it is compiled
(`weighing`); here worlds are shared among threads, and what comes of them gets its names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from eclisse.analysis.option import OPTION
from eclisse.analysis.weighing import (
    SHOWN,
    WEIGHING,
    begin_comparison,
    begin_glance,
    begin_weighing,
    end_round,
    read_out,
    try_worlds,
)
from eclisse.analysis.worlds import rounded
from eclisse.bots.learned.lines import LINES
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.tree import TRIAL
from eclisse.core.batch import over_threads
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS
from eclisse.notation import Action, key_from_seed
from eclisse.views import View

LEAST_LOSS: Final = 0.01  # chance to win below which nothing is called a mistake
CLEAR: Final = 0.06  # chance to win that a clear mistake gives away at least


@dataclass(frozen=True)
class Option:
    """One way to decide, with chances and points of every seat."""

    action: Action
    win: tuple[float, ...]
    points: tuple[float, ...]
    ahead: float  # how far the deciding seat's chance is above that of the decision taken
    error: float  # half of the interval around `ahead`
    exact: bool = False  # whether all that can happen was summed over

    def to_dict(self) -> dict[str, Any]:
        """The option as JSON."""
        return {
            "action": self.action.text,
            "win": rounded(self.win),
            "points": rounded(self.points, 1),
            "ahead": round(self.ahead, 4),
            "error": round(self.error, 4),
            "exact": self.exact,
        }


@dataclass(frozen=True)
class Verdict:
    """A judgement of one decision."""

    seat: int
    taken: Option  # the decision that was taken; where none was, the one of the seat's plan
    best: tuple[Option, ...]  # the best ones first; the decision taken is among them if it is as good
    worlds: int  # in which the first of them was tried; 0 if none was
    exact: bool = False  # whether every alternative is

    @property
    def gap(self) -> float:
        """The estimated loss; noise may make it negative."""
        return self.best[0].ahead

    @property
    def loss(self) -> float:
        """The chance to win that the decision gave away."""
        return max(0.0, self.gap)

    @property
    def error(self) -> float:
        """Half of the interval around the loss."""
        return self.best[0].error

    @property
    def sure(self) -> bool:
        """Whether the loss is beyond the noise."""
        return self.gap - self.error > 0.0 and self.gap >= LEAST_LOSS


def is_same(action: str, other: str) -> bool:
    """Whether two decisions come to the same: they are equal, or claim two tracks of one route."""
    return action == other or (action.startswith("claim") and action.partition(".")[0] == other.partition(".")[0])


@dataclass(frozen=True)
class Chance:
    """Which random worlds are used: the same numbers give the same answer, on any number of threads."""

    seed: int = 0
    number: int = 0  # tells decisions of one game apart
    threads: int = 1


class _Weighing:
    """A decision that is being weighed."""

    def __init__(self, view: View, chance: Chance, begin: Callable[..., int], *asked: Any) -> None:
        seat = 0 if view.seat is None else view.seat
        self._view, self._weighings, self._trials = view.records, np.zeros(1, WEIGHING), np.zeros(1, TRIAL)
        self._lines, self._network = np.zeros(1, LINES), load_brain().weights
        self._rows, self._n_seats = (view.kit.board_row, view.kit.rules_row), int(view.record["n_seats"])
        key = key_from_seed(chance.seed)
        due = begin(
            self._weighings, self._trials, self._lines, self._view, *self._rows, seat, key, chance.number, *asked
        )
        while due:
            due = self._play(due, chance.threads)
        self.seat = seat

    def _play(self, due: int, threads: int) -> int:
        """Play the worlds of a round; returns how many the next one has."""
        n_active = int(self._weighings["n_active"][0])
        wins, points = np.zeros((due, n_active, MAX_SEATS)), np.zeros((due, n_active, MAX_SEATS))

        def work(a: int, b: int) -> None:
            rooms = self._trials.copy(), self._lines.copy()
            try_worlds(self._weighings, *rooms, self._view, *self._rows, a, wins[a:b], points[a:b], self._network)

        over_threads(work, due, min(threads, due))
        return end_round(self._weighings, self._view, wins, points)

    def options(self, most: int, known: Sequence[Action]) -> list[Option]:
        """The option that the others are compared with, then the best ones."""
        out, n = np.zeros(most + 1, OPTION), self._n_seats
        n_best, by_number = read_out(self._weighings, self._view, out), {action.number: action for action in known}
        return [
            Option(
                by_number[int(row["action"])],
                tuple(row["win"][:n].tolist()),
                tuple(row["points"][:n].tolist()),
                float(row["ahead"]),
                float(row["error"]),
                bool(row["exact"]),
            )
            for row in out[: n_best + 1]
        ]

    def verdict(self, known: Sequence[Action]) -> Verdict:
        """What was found."""
        taken, *best = self.options(SHOWN, known)
        (found,) = self._weighings
        return Verdict(self.seat, taken, tuple(best), int(found["best_worlds"]), bool(found["is_exact"]))


def weigh(
    view: View,
    legal: Sequence[Action],
    taken: Action | None = None,
    iterations: int = 1000,
    chance: Chance = Chance(),  # noqa: B008 - frozen
    every: bool = False,
) -> Verdict:
    """Weigh a decision by so many games played to their end; `every` legal one, or those that good players weigh.

    In the last round it is every one, in more games: nobody's plan tells what a last turn is good for.
    """
    number, network = NONE if taken is None else taken.number, load_brain().weights
    asked = (number, iterations, int(every), network)
    return _Weighing(view, chance, begin_weighing, *asked).verdict((*legal, *(() if taken is None else (taken,))))


def glance(view: View, taken: Action, iterations: int, chance: Chance = Chance()) -> Verdict:  # noqa: B008 - frozen
    """Only the chances after a decision, without its alternatives."""
    return _Weighing(view, chance, begin_glance, taken.number, iterations).verdict((taken,))


def compare(view: View, actions: Sequence[Action], n: int, chance: Chance = Chance()) -> list[Option]:  # noqa: B008 - frozen
    """Some decisions in n worlds that did not choose them, the best first; the others are compared with it."""
    numbers = np.array([action.number for action in actions], np.int64)
    return _Weighing(view, chance, begin_comparison, numbers, n).options(len(actions), actions)[1:]
