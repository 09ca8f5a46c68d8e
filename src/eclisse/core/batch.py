"""Many games: arrays of records, split over threads; and whose decision a game awaits.

Every compiled door takes arrays, since a record handed over from Python costs more than a length-1 array. A game's
course depends on its own key alone, so that the number of threads changes nothing.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy.typing as npt

from eclisse.core.codes import NONE, SETUP
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled

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
