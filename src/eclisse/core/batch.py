"""Many games: arrays of records, played at random; the Python doors here split them over threads.

Every compiled door takes arrays, since a record handed over from Python costs more than a length-1 array. A game's
course depends on its own key alone, so that the number of threads changes nothing.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.codes import NONE, OVER, SETUP
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.records import SHEET, STATE, Record
from eclisse.core.rng import derive, siphash
from eclisse.core.routes import Actions
from eclisse.core.scoring import count
from eclisse.core.setup import deal

Records = npt.NDArray[Any]


@compiled
def awaited(state: Record) -> int:
    """The seat to ask next: at setup the first one that has not answered, then the one to move."""
    if state.phase != SETUP:
        return int(state.to_move)
    for seat in range(state.n_seats):
        if state.choice[seat] == NONE:
            return seat
    return NONE


@compiled
def play_at_random(state: Record, board: Record, rules: Record, k0: np.uint64, k1: np.uint64, out: Actions) -> int:
    """Play a game to its end, each decision any legal one with equal chance; returns how many were made."""
    n = 0
    while state.phase != OVER:
        seat = awaited(state)
        n_legal = legal(state, board, rules, seat, out)
        pick = int(siphash(k0, k1, np.uint64(n)) % np.uint64(n_legal))
        apply(state, board, rules, seat, int(out[pick]))
        n += 1
    return n


@compiled
def random_games(
    states: Records,
    boards: Records,
    rules: Records,
    sheets: Records,
    n_decisions: npt.NDArray[np.int64],
    n_seats: int,
    key: npt.NDArray[np.uint64],
    first: int,
) -> None:
    """Deal, play at random and count one game for each record, the i-th under the (first + i)-th key."""
    out = np.empty(N_ACTIONS, np.int16)
    for i in range(states.shape[0]):
        k0, k1 = derive(key[0], key[1], first + i)
        deal(states[i], boards[0], rules[0], n_seats, k0, k1)
        b0, b1 = derive(k1, k0, 0)
        n_decisions[i] = play_at_random(states[i], boards[0], rules[0], b0, b1, out)
        count(states[i], boards[0], rules[0], sheets[i])


@compiled
def copy_states(source: Records, target: Records) -> None:
    """Copy games as memory."""
    for i in range(source.shape[0]):
        target[i] = source[i]


def over_threads(work: Callable[[int, int], None], n: int, threads: int) -> None:
    """Call work(start, stop) over 0..n in as many equal parts as there are threads."""
    edges = [n * t // threads for t in range(threads + 1)]
    if threads == 1:
        work(0, n)
        return
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, a, b) for a, b in pairwise(edges)]:
            done.result()


def simulate(
    boards: Records, rules: Records, n_seats: int, key: npt.NDArray[np.uint64], first: int, n: int, threads: int = 1
) -> tuple[Records, Records, npt.NDArray[np.int64]]:
    """Play n random games; returns their last states, their sheets and their numbers of decisions."""
    states, sheets = np.zeros(n, STATE), np.zeros(n, SHEET)
    n_decisions = np.zeros(n, np.int64)

    def work(a: int, b: int) -> None:
        random_games(states[a:b], boards, rules, sheets[a:b], n_decisions[a:b], n_seats, key, first + a)

    over_threads(work, n, threads)
    return states, sheets, n_decisions
