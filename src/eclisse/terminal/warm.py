"""Compiling ahead of time, on all cores, so that no player has to wait.

Jobs run in processes of their own, side by side: what one has compiled the others find on disk, and the process that
starts them compiles nothing and stays small.
"""

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Final

from eclisse.core.folders import EVERYTHING, FIRST_GAME, mark_whole

FIRST: Final = ("planning", "rules", "quick_bots")  # functions of `jobs`, the longest first
REST: Final = ("searching", "learned", "many_games", "hints")


def warm(part: str = EVERYTHING) -> str:
    """Compile a part of the engine, one process for each core; returns a message."""
    start = time.perf_counter()
    jobs = FIRST if part == FIRST_GAME else (*FIRST, *REST)
    with ProcessPoolExecutor(cores(), multiprocessing.get_context("spawn")) as pool:
        list(pool.map(run, jobs))
    mark_whole(part)
    return f"The engine is compiled ({time.perf_counter() - start:.1f} s)."


def cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(job: str) -> None:
    """Do a job in this process."""
    getattr(import_module("eclisse.terminal.jobs"), job)()
