"""`learned@…`: the network, looking ahead. The decisions it likes are tried in likely worlds, redealt from the view.

In every world each candidate is carried out, the network decides for all seats for some turns, and says how it stands
there. Rounds keep the better half of the candidates; where they come out alike, the network's liking decides. All of
that is compiled and kept in one record: whoever asks only minds the clock, and goes on in portions.
"""

import math
import time
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.lines import LINES, begin_line, deal_world, go_on, open_lines
from eclisse.bots.learned.network import Masks, think
from eclisse.bots.learned.weights import Brain, load_brain
from eclisse.bots.search import Budget
from eclisse.bots.usual import usual
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.codes import NONE
from eclisse.core.records import MAX_SEATS, Record, record
from eclisse.core.rng import derive
from eclisse.features.layout import SIZE
from eclisse.features.write import write
from eclisse.jit.compiled import compiled
from eclisse.notation import Action
from eclisse.views import View

Keys = npt.NDArray[np.uint64]

MOST: Final = 6  # candidates
LEAST: Final = 0.01  # chance a candidate must have
POINT: Final = 0.014  # worth of a point ahead of the others, beside a win
LIKING: Final = 0.01  # worth of being e times as likely, to the network
PORTION: Final = 16  # decisions of the network between two looks at the clock

# One decision that is being weighed.
LOOK: Final = record(
    [
        ("lines", LINES),
        ("choices", "i8", MOST),  # the candidates still in the running, the best so far first
        ("chances", "f4", MOST),  # of each to be the one to choose, to the network alone
        ("sums", "f8", MOST),  # worth of each in the worlds of the rounds before
        ("lately", "f8", MOST),  # in those of this round
        ("world", "f8", MOST),  # in this world
        ("n_choices", "i8"),
        ("n_worlds", "i8"),  # in which all of them were tried
        ("place", "i8"),  # of the candidate that is tried now
    ]
)


@compiled
def list_candidates(look: Record, chances: npt.NDArray[np.float32]) -> None:
    """The decisions that the network likes best, in that order; of equals the first."""
    look.n_choices = 0
    for number in range(chances.shape[0]):
        place = int(look.n_choices)
        while place > 0 and chances[number] > look.chances[place - 1]:
            place -= 1
        if chances[number] <= 0 or place >= MOST:
            continue
        look.n_choices = min(look.n_choices + 1, MOST)
        for i in range(look.n_choices - 1, place, -1):
            look.choices[i], look.chances[i] = look.choices[i - 1], look.chances[i - 1]
        look.choices[place], look.chances[place] = number, chances[number]
    least = min(np.float32(LEAST), look.chances[0])
    while look.chances[look.n_choices - 1] < least:
        look.n_choices -= 1


@compiled
def begin_look(
    looks: Records, views: Records, boards: Records, rules: Records, seat: int, key: Keys, number: int, masks: Masks,
    weights: Records,
) -> int:  # fmt: skip
    """Begin to weigh the decisions of a mask, the number-th time under a key; returns how many are candidates."""
    board, look = boards[0], looks[0]
    rows, chances = np.empty((1, SIZE), np.uint8), np.empty((1, N_ACTIONS), np.float32)
    wins, to_come = np.empty((1, MAX_SEATS), np.float32), np.empty((1, MAX_SEATS), np.float32)
    write(views[0], board, rules[0], seat, rows[0])
    think(weights, rows, masks, int(board.n_routes), int(board.n_cities), chances, wins, to_come)
    list_candidates(look, chances[0])
    look.sums[:], look.lately[:], look.n_worlds, look.place = 0, 0, 0, 0
    open_lines(look.lines, views, boards, rules, seat, derive(key[0], key[1], number))
    return int(look.n_choices)


@compiled
def worth(lines: Record) -> float:
    """The worth of a line to its seat: the win, and points ahead of the others' mean."""
    total, n_seats, seat = 0.0, int(lines.seen.n_seats), int(lines.seat)
    for other in range(n_seats):
        total += lines.points[other]
    own = lines.points[seat]
    return float(lines.wins[seat] + POINT * (own - (total - own) / (n_seats - 1)))


@compiled
def look_on(looks: Records, boards: Records, rules: Records, weights: Records, until: int, most: int) -> bool:
    """Try the candidates until all were in so many worlds; False: some decisions more than `most` are needed."""
    look = looks[0]
    lines = look.lines
    while look.n_worlds < until:
        if most <= 0:
            return False
        if lines.to_act == NONE:
            if look.place == 0:
                deal_world(lines, boards[0], rules[0], int(look.n_worlds))
            begin_line(lines, int(look.choices[look.place]))
        most -= go_on(lines, boards, rules, weights, most)
        if lines.to_act == NONE:
            look.world[look.place] = worth(lines)
            look.place += 1
        if look.place == look.n_choices:
            look.place = 0
            look.n_worlds += 1
            for i in range(look.n_choices):
                look.lately[i] += look.world[i]
    return True


@compiled
def halve(looks: Records) -> int:
    """End a round: leave the better half of the candidates, in their order; returns how many that are."""
    look, n = looks[0], int(looks[0].n_choices)
    score, choices, chances, sums = np.empty(n), look.choices.copy(), look.chances.copy(), np.empty(n)
    for i in range(n):
        sums[i] = look.sums[i] + look.lately[i]
        score[i] = sums[i] / max(1, look.n_worlds) + np.float32(LIKING) * np.log(chances[i])
    look.n_choices = (n + 1) // 2
    for place in range(look.n_choices):
        best = 0
        for i in range(1, n):
            if score[i] > score[best]:
                best = i
        look.choices[place], look.chances[place], look.sums[place] = choices[best], chances[best], sums[best]
        score[best] = -np.inf
    look.lately[:], look.place, look.lines.to_act = 0, 0, NONE
    return int(look.n_choices)


class Look:
    """A decision that is being weighed, the number-th under a key."""

    def __init__(self, brain: Brain, view: View, legal: Sequence[int], key: Keys, number: int = 0) -> None:
        seat, kit = NONE if view.seat is None else view.seat, view.kit
        masks: Masks = np.zeros((1, N_ACTIONS), np.int8)
        masks[0, list(legal)] = 1
        self._looks, self._table, self._weights = np.zeros(1, LOOK), (kit.board_row, kit.rules_row), brain.weights
        begin_look(self._looks, view.records, *self._table, seat, key, number, masks, self._weights)

    @property
    def choices(self) -> list[int]:
        """The candidates, the best so far first."""
        look = self._looks[0]
        found: list[int] = look["choices"][: look["n_choices"]].tolist()
        return found

    def try_out(self, n: int, deadline: float = math.inf) -> bool:
        """Try the candidates in n worlds more; False: the clock has passed the deadline before."""
        until = int(self._looks[0]["n_worlds"]) + n
        while not look_on(self._looks, *self._table, self._weights, until, PORTION):
            if time.perf_counter() > deadline:
                return False
        return True

    def halve(self) -> None:
        """End a round: the better half of the candidates is left."""
        halve(self._looks)


def look_ahead(look: Look, budget: Budget, began: float) -> int:
    """The best decision found; an iteration is one line: a candidate in a world."""
    deadline = began + (budget.seconds or math.inf)
    n_rounds = (len(look.choices) - 1).bit_length()
    for i in range(n_rounds):
        for n in budget.steps(i, n_rounds, len(look.choices), began):
            if not look.try_out(n, deadline):
                break
        look.halve()
    return look.choices[0]


class AheadBot:
    """The network with a budget; with one in iterations all its chance comes from its key."""

    def __init__(self, budget: Budget, key: Keys, brain: Brain | None = None) -> None:
        self._budget, self._key, self._n, self._brain = budget, key, 0, brain or load_brain()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The best action by looking ahead."""
        legal = usual(view, legal)
        if len(legal) == 1:
            return legal[0]
        began = time.perf_counter()
        look = Look(self._brain, view, [action.number for action in legal], self._key, self._n)
        self._n += 1
        number = look_ahead(look, self._budget, began)
        return next(action for action in legal if action.number == number)
