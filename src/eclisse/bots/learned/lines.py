"""Likely worlds in which the network decides for every seat, and says how it stands after some turns."""

import math
import time
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.weights import Advisor
from eclisse.bots.likely import Weights, exchange
from eclisse.bots.outcomes import Values, share_win
from eclisse.bots.tree import Question
from eclisse.bots.worlds import Outcomes, Worlds
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import MAIN, NONE, OVER
from eclisse.core.observe import redeal
from eclisse.core.records import MAX_SEATS, SHEET, STATE
from eclisse.core.rng import derive
from eclisse.core.scoring import count
from eclisse.features.layout import SIZE
from eclisse.features.write import mark_usual, write
from eclisse.jit.compiled import compiled
from eclisse.views import View

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

TURNS: Final = 12  # of all seats together, that are played before the network says how it stands; each has one at least


class Pack(NamedTuple):
    """The arrays of some lines, one row each."""

    states: Records
    seats: Numbers  # the seat that decides; NONE: the game is over
    rows: npt.NDArray[np.uint8]  # its features
    masks: npt.NDArray[np.int8]  # its legal actions
    wins: Values  # of each seat at the end of the line
    points: Values


def new_pack(n: int, seat: int) -> Pack:
    """Room for n lines, in which a seat decides first."""
    rows, masks = np.empty((n, SIZE), np.uint8), np.empty((n, N_ACTIONS), np.int8)
    return Pack(np.empty(n, STATE), np.full(n, seat), rows, masks, np.zeros((n, MAX_SEATS)), np.zeros((n, MAX_SEATS)))


@compiled
def deal_lines(question: Question, weights: Weights, key: Keys, first: int, n_choices: int, pack: Pack) -> None:
    """Redeal the worlds first, first + 1 …, each as often as there are choices."""
    board, rules, states = question.boards[0], question.rules[0], pack.states
    for i in range(0, states.shape[0], n_choices):
        k0, k1 = derive(key[0], key[1], first + i // n_choices)
        states[i] = question.views[0]
        redeal(states[i], board, rules, question.seat, k0, k1)
        exchange(states[i], board, question.views[0], weights)
        for c in range(1, n_choices):
            states[i + c] = states[i]


@compiled
def step_lines(question: Question, pack: Pack, going: Numbers, actions: Numbers) -> None:
    """Carry out an action in each line that goes on; write what the next seat knows and may do, or who has won."""
    board, rules, sheets, numbers = (
        question.boards[0],
        question.rules[0],
        np.zeros(1, SHEET),
        np.empty(N_ACTIONS, np.int16),
    )
    for k in range(going.shape[0]):
        i = int(going[k])
        state = pack.states[i]
        apply(state, board, rules, int(pack.seats[i]), int(actions[k]))
        if state.phase == OVER:
            pack.seats[i] = NONE
            count(state, board, rules, sheets[0])
            share_win(sheets[0], int(state.n_seats), pack.wins[i], pack.points[i])
            continue
        seat = awaited(state)
        pack.seats[i] = seat
        write(state, board, rules, seat, pack.rows[i])
        mark_usual(state, board, rules, seat, numbers, pack.masks[i])


class Lines:
    """What the network makes of choices in the worlds of one view; they depend on the view and a key alone."""

    def __init__(self, brain: Advisor, view: View, key: Keys) -> None:
        self._worlds, self._brain = Worlds(view, key), brain
        self._question, self._n_seats = self._worlds.question, self._worlds.n_seats
        self._seat = self._question.seat
        rounds = max(1, TURNS // self._n_seats)
        self._until = int(view.record["turns"]) + (rounds - 1) * self._n_seats + 1
        self._sizes = int(view.kit.board.n_routes), int(view.kit.board.n_cities)

    def _is_far(self, pack: Pack, going: Numbers) -> npt.NDArray[np.bool_]:
        """Which lines have come to the turn in which the network is asked how it stands."""
        states = pack.states[going]
        is_far: npt.NDArray[np.bool_] = (states["phase"] == MAIN) & (states["turns"] >= self._until)
        return is_far & (pack.seats[going] == self._seat)

    def try_out(self, choices: Numbers, first: int, n: int, deadline: float = math.inf) -> Outcomes | None:
        """Carry out each choice in n worlds from the first-th on, and play to the forecast or to the end.

        None: the clock has passed the deadline before.
        """
        pack = new_pack(n * len(choices), self._seat)
        deal_lines(self._question, self._worlds.weights, self._worlds.key, first, len(choices), pack)
        places = (self._seat + np.arange(self._n_seats)) % self._n_seats
        going, actions = np.arange(n * len(choices)), np.tile(choices, n)
        while len(going):
            if time.perf_counter() > deadline:
                return None
            step_lines(self._question, pack, going, actions)
            going = going[pack.seats[going] != NONE]
            if not len(going):
                break
            advice = self._brain.advise(pack.rows[going], pack.masks[going], *self._sizes)
            is_far = self._is_far(pack, going)
            far, seats = going[is_far][:, None], places[None]
            pack.wins[far, seats] = advice.wins[is_far, : self._n_seats]
            pack.points[far, seats] = pack.states["points"][far, seats] + advice.to_come[is_far, : self._n_seats]
            going, actions = going[~is_far], advice.chances.argmax(axis=1)[~is_far]
        shape = n, len(choices), MAX_SEATS
        return Outcomes(
            pack.wins.reshape(shape)[:, :, : self._n_seats], pack.points.reshape(shape)[:, :, : self._n_seats]
        )
