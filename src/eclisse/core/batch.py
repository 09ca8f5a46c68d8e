"""Many games: arrays of records, split over threads; and whose decision a game awaits.

Every compiled door takes arrays, since a record handed over from Python costs more than a length-1 array. A game's
course depends on its own key alone, so that the number of threads changes nothing.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
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


@cache
def _helpers(n: int) -> ThreadPoolExecutor:
    """Threads that wait for work as long as the program runs: to start them takes longer than a few thousand games."""
    return ThreadPoolExecutor(n, "batch")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helpers.cache_clear)  # no thread outlives a fork


def over_threads(work: Callable[[int, int], None], n: int, threads: int) -> None:
    """Call work(start, stop) over 0..n in as many equal parts as there are threads, the caller's own included."""
    parts = list(pairwise([n * t // threads for t in range(threads + 1)]))
    others = [_helpers(threads - 1).submit(work, *part) for part in parts[1:]]
    try:
        work(*parts[0])
    finally:
        wait(others)
    for other in others:
        other.result()
