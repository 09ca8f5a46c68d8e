"""`search`: information-set Monte Carlo tree search over worlds redealt from its view.

Each iteration deals all that the seat cannot see anew, walks down one tree of decisions that all worlds share, adds a
decision to it, lets every seat follow a plan of the `planner`'s to the end of the game, and tells the decisions on the
way how far their seat came out ahead. In the tree the plan's own decision is tried first and most; decisions that no
good player would weigh are left out. At the root all candidates are tried in the same worlds, in rounds that keep the
better half, and the plan's own is left only for one that is clearly better. TREES trees grow one beside the other,
whatever the number of threads.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from eclisse.bots.forest import FOREST, TREES, begin_search, best, grow, halve, leave_first
from eclisse.bots.usual import usual
from eclisse.core.batch import Records, over_threads
from eclisse.core.codes import NONE
from eclisse.core.rng import derive
from eclisse.notation import Action
from eclisse.views import View


class Forest:
    """The options of one decision, and TREES trees in which they are tried."""

    def __init__(self, views: Records, boards: Records, rules: Records, seat: int, key: npt.NDArray[np.uint64]) -> None:
        self._asked, self._first, self._forests = (views, boards, rules, seat, key), 0, np.empty(1, FOREST)
        self.n_options = self.n_active = begin_search(self._forests, *self._asked)

    def grow(self, n_worlds: int, threads: int = 1) -> None:
        """Try the active options in so many worlds more for each tree."""

        def work(start: int, stop: int) -> None:
            grow(self._forests, *self._asked, start, stop, self._first, n_worlds)

        over_threads(work, TREES, threads)
        self._first += n_worlds

    def fit(self, seconds: float, threads: int = 1) -> None:
        """Leave out the last candidates if not all can be tried once in so much time, by how long the first takes."""
        start = time.perf_counter()
        leave_first(self._forests, 1)
        self.grow(1, threads)
        fitting = max(2, int(seconds / (time.perf_counter() - start)))
        self.n_active = leave_first(self._forests, min(fitting, self.n_options))

    def halve(self) -> None:
        """Go on with the better half of the active candidates, and with the plan's own."""
        self.n_active = halve(self._forests)

    def best(self) -> int:
        """The decision found."""
        return int(best(self._forests))


@dataclass(frozen=True)
class Budget:
    """How long to search: so many iterations, or so many seconds."""

    iterations: int = 0
    seconds: float = 0.0

    def steps(self, round_number: int, n_rounds: int, per_world: int, began: float) -> Iterator[int]:
        """Worlds to try next, until this round's share is spent: one, then more while time allows."""
        if self.iterations > 0:
            yield max(1, self.iterations // (n_rounds * per_world))
            return
        end, n, took = began + self.seconds * (round_number + 1) / n_rounds, 1, 0.0
        while (start := time.perf_counter()) + took <= end:
            n = max(1, min(2 * n, int((end - start) / (2 * took)))) if took else 1
            yield n
            took = (time.perf_counter() - start) / n


def search(
    views: Records,
    boards: Records,
    rules: Records,
    seat: int,
    key: npt.NDArray[np.uint64],
    budget: Budget,
    threads: int = 1,
) -> int:
    """The best decision found: each round tries the better half of the last round's candidates again."""
    began = time.perf_counter()
    forest = Forest(views, boards, rules, seat, key)
    if budget.seconds > 0 and forest.n_options > 2:
        forest.fit(budget.seconds / 4, threads)
    n_rounds = (forest.n_active - 1).bit_length()
    for i in range(n_rounds):
        for n_worlds in budget.steps(i, n_rounds, TREES * forest.n_active, began):
            forest.grow(n_worlds, threads)
        forest.halve()
    return forest.best()


class SearchBot:
    """`search` as a player for `Game`; with a budget of iterations all its chance comes from its key."""

    def __init__(self, budget: Budget, key: npt.NDArray[np.uint64], threads: int = 1) -> None:
        self._budget, self._key, self._threads, self._n = budget, key, threads, 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The best action the search finds, as one of the legal actions."""
        legal = usual(view, legal)
        if len(legal) == 1:
            return legal[0]
        seat = NONE if view.seat is None else view.seat
        key = np.array(derive(self._key[0], self._key[1], self._n), np.uint64)
        self._n += 1
        number = search(view.records, view.kit.board_row, view.kit.rules_row, seat, key, self._budget, self._threads)
        return next(action for action in legal if action.number == number)
