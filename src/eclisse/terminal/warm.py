"""Compiling ahead of time, on all cores, so that no player has to wait.

Jobs run in processes of their own, side by side: what one has compiled the others find on disk, and the process that
starts them compiles nothing and stays small.
"""

import os
import subprocess
import sys
import threading
import time
from typing import Final

from eclisse.jit.folders import EVERYTHING, FIRST_GAME, mark_compiled

FIRST: Final = ("rules", "planning", "reach", "quick_bots", "positions")  # functions of `jobs`, the longest first
REST: Final = ("searching", "coaching", "learned", "many_games", "advice", "redealing")


def warm(part: str = EVERYTHING) -> str:
    """Compile a part of the engine, one process for each core; returns a message."""
    start = time.perf_counter()
    jobs = FIRST if part == FIRST_GAME else (*FIRST, *REST)
    todo, write = os.pipe()
    os.write(write, bytes(range(len(jobs))))
    os.close(write)
    processes = [start_process(jobs, todo) for _ in range(min(cores(), len(jobs)))]
    os.close(todo)
    codes = [process.wait() for process in processes]
    if any(codes):
        raise ChildProcessError("the engine could not be compiled; the reason is above")
    mark_compiled(part)
    return f"The engine is compiled ({time.perf_counter() - start:.1f} s)."


def start_process(jobs: tuple[str, ...], todo: int) -> subprocess.Popen[bytes]:
    """Start a process that takes the number of a job from a pipe, does that job, and takes the next.

    It does not look for modules in the folder where it is started (-P): anybody may have put some there.
    """
    command = [sys.executable, "-P", "-m", "eclisse.terminal.jobs", str(os.getpid()), *jobs]
    return subprocess.Popen(command, stdin=todo)


def cores() -> int:
    """How many processes this one may keep busy."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def end_with(parent: int) -> None:
    """Let this process end when the one that started it has: a server that was killed leaves no compilers behind."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    warm()
