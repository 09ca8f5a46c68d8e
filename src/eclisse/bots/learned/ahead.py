"""`learned@…`: the network, looking ahead. The decisions it likes are tried in worlds redealt from the view.

In every world each candidate is carried out, the network decides for all seats for a while, and its forecast is read.
Rounds keep the better half of the candidates; the network's own favourite is left only for one that is clearly better.
All worlds of a step are thought about at once.
"""

import time
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.weights import POINTS, Advice, Brain, load_brain
from eclisse.bots.search import Budget
from eclisse.catalogue.kit import Kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import NONE, OVER
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.records import SHEET, STATE
from eclisse.core.rng import derive
from eclisse.features.layout import SIZE
from eclisse.features.write import write
from eclisse.notation import Action
from eclisse.views import View

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

MOST: Final = 6  # candidates
LEAST: Final = 0.02  # chance a candidate must have
DEPTH: Final = 8  # decisions of all seats after a candidate
DOUBT: Final = 1.5  # standard errors by which a candidate must be better than the favourite
MARGIN: Final = 0.5  # worth of POINTS points ahead, beside a win


@compiled
def step_worlds(
    states: Records, boards: Records, rules: Records, seats: Numbers, choices: Numbers, rows: npt.NDArray[np.uint8],
    masks: npt.NDArray[np.int8],
) -> None:  # fmt: skip
    """Carry out a choice in every world (NONE: nothing); write who decides next (NONE: it is over) and what it sees."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for i in range(states.shape[0]):
        if choices[i] != NONE and seats[i] != NONE:
            apply(states[i], boards[0], rules[0], int(seats[i]), int(choices[i]))
        seats[i] = NONE if states[i].phase == OVER else awaited(states[i])
        if seats[i] != NONE:
            write(states[i], boards[0], rules[0], int(seats[i]), rows[i])
            masks[i, :] = 0
            for k in range(legal(states[i], boards[0], rules[0], int(seats[i]), numbers)):
                masks[i, numbers[k]] = 1


class Ahead:
    """One decision that is looked into."""

    def __init__(self, brain: Brain, kit: Kit, views: Records, seat: int, key: Keys) -> None:
        self._brain, self._kit, self._views, self._seat, self._key = brain, kit, views, seat, key
        self._n_worlds = 0
        start = time.perf_counter()
        rows, masks, seats = self._room(1)
        step_worlds(views.copy(), kit.board_row, kit.rules_row, seats, np.full(1, NONE), rows, masks)
        chances = self._think(rows, masks).chances[0]
        self.took = time.perf_counter() - start  # seconds of one thought
        order = np.argsort(-chances, kind="stable")[:MOST]
        self.candidates = order[chances[order] >= max(LEAST, 0.02 * float(chances[order[0]]))]
        self.values: list[list[float]] = [[] for _ in self.candidates]

    def _room(self, n: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8], Numbers]:
        """Features, masks and seats of n decisions, all of this one's seat."""
        return np.zeros((n, SIZE), np.uint8), np.zeros((n, N_ACTIONS), np.int8), np.full(n, self._seat)

    def _think(self, rows: npt.NDArray[np.uint8], masks: npt.NDArray[np.int8]) -> Advice:
        """What the network thinks."""
        return self._brain.advise(rows, masks, int(self._kit.board.n_routes), int(self._kit.board.n_cities))

    def try_out(self, active: Sequence[int], n_worlds: int) -> None:
        """Try the active candidates in so many worlds more."""
        kit, dealt = self._kit, np.zeros(1, STATE)
        states = np.zeros(n_worlds * len(active), STATE)
        for w in range(n_worlds):
            key = np.array(derive(self._key[0], self._key[1], self._n_worlds + w), np.uint64)
            doors.redeal(self._views, kit.board_row, kit.rules_row, dealt, self._seat, key)
            states[w * len(active) : (w + 1) * len(active)] = dealt[0]
        self._n_worlds += n_worlds
        worth = self._play_on(states, np.tile(self.candidates[list(active)], n_worlds))
        for i, candidate in enumerate(active):
            self.values[candidate] += [float(x) for x in worth[i :: len(active)]]

    def _play_on(self, states: Records, choices: Numbers) -> npt.NDArray[np.float64]:
        """What each world is worth to this seat after its choice and DEPTH decisions more."""
        kit = self._kit
        rows, masks, seats = self._room(len(states))
        for _ in range(DEPTH + 1):
            step_worlds(states, kit.board_row, kit.rules_row, seats, choices, rows, masks)
            goes_on = seats != NONE
            if not goes_on.any():
                break
            advice = self._think(rows[goes_on], masks[goes_on])
            choices = np.full(len(states), NONE)
            choices[goes_on] = advice.chances.argmax(axis=1)
        result = np.zeros(len(states))
        if goes_on.any():
            result[goes_on] = self._forecast(states[goes_on], seats[goes_on], advice)
        for i in np.flatnonzero(~goes_on):
            result[i] = self._outcome(states[i : i + 1])
        return result

    def _forecast(self, states: Records, seats: Numbers, advice: Advice) -> npt.NDArray[np.float64]:
        """What forecasts made for the seats to act are worth to this one."""
        n, every = int(states["n_seats"][0]), np.arange(len(states))
        places = (np.arange(n)[None] - seats[:, None]) % n
        points = states["points"][:, :n] + np.take_along_axis(advice.to_come, places, 1)
        own = points[:, self._seat]
        others = (points.sum(axis=1) - own) / (n - 1)
        result: npt.NDArray[np.float64] = advice.wins[every, places[:, self._seat]] + MARGIN * (own - others) / POINTS
        return result

    def _outcome(self, states: Records) -> float:
        """What a finished game is worth to this seat."""
        sheets = np.zeros(1, SHEET)
        doors.count(states, self._kit.board_row, self._kit.rules_row, sheets)
        n = int(states[0]["n_seats"])
        won, total = sheets[0]["winner"][:n], sheets[0]["total"][:n].astype(float)
        others = (total.sum() - total[self._seat]) / (n - 1)
        return float(won[self._seat] / won.sum() + MARGIN * (total[self._seat] - others) / POINTS)

    def lead(self, candidate: int, doubt: float) -> float:
        """How far a candidate is ahead of the favourite in the same worlds, less so many standard errors."""
        n = len(self.values[candidate])
        ahead = np.array(self.values[candidate]) - np.array(self.values[0][:n])
        return float(ahead.mean() - doubt * ahead.std() / np.sqrt(n)) if n else 0.0


def look_ahead(brain: Brain, kit: Kit, views: Records, seat: int, key: Keys, budget: Budget) -> int:
    """The best decision found; an iteration is one thought of the network's."""
    began = time.perf_counter()
    ahead = Ahead(brain, kit, views, seat, key)
    active = list(range(len(ahead.candidates)))
    if budget.seconds > 0:
        active = active[: max(1, int(budget.seconds / (2 * ahead.took * (DEPTH + 1))))]
    n_rounds = int(np.ceil(np.log2(len(active)))) if len(active) > 1 else 0
    for i in range(n_rounds):
        end = began + budget.seconds * (i + 1) / n_rounds
        n_worlds = max(1, budget.iterations // (n_rounds * len(active) * (DEPTH + 1))) if budget.iterations else 1
        while True:
            start = time.perf_counter()
            ahead.try_out(active, n_worlds)
            took = (time.perf_counter() - start) / n_worlds
            if budget.iterations or time.perf_counter() + took > end:
                break
            n_worlds = max(1, min(8, int((end - time.perf_counter()) / took)))
        ranked = sorted(active, key=lambda k: -ahead.lead(k, 0.0))
        active = sorted({0, *ranked[: (len(active) + 1) // 2]})
    best = max(range(len(ahead.candidates)), key=lambda k: ahead.lead(k, DOUBT))
    return int(ahead.candidates[best])


class AheadBot:
    """The network with a budget; with one in iterations all its chance comes from its key."""

    def __init__(self, budget: Budget, key: Keys, brain: Brain | None = None) -> None:
        self._budget, self._key, self._n, self._brain = budget, key, 0, brain or load_brain()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """What looking ahead finds, as one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        views = np.zeros(1, STATE)
        views[0] = view.record
        key = np.array(derive(self._key[0], self._key[1], self._n), np.uint64)
        self._n += 1
        number = look_ahead(self._brain, view.kit, views, NONE if view.seat is None else view.seat, key, self._budget)
        return next(action for action in legal if action.number == number)
