"""The memory of a table to which one idle client is connected.

    python -m benchmarks.memory [--tables 2000] [--decisions 0] [--lines 25]

It starts the server twice: once as it is, for the memory that the system gives it, and once, with fewer tables, under
Python's own account of memory (tracemalloc), for who holds it.
"""

import argparse
import asyncio
import gc
import json
import os
import signal
import sys
import tempfile
import tracemalloc
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from benchmarks.load import Table, call, eclisse, memory, process
from eclisse import cli

FIRST: Final = 100  # tables before the count begins: what all tables share is there then
TRACED: Final = 400  # tables at most under the account, which is slow
Figures = Counter[str]


async def connect(url: str, cookie: str, numbers: range, decisions: int, stack: AsyncExitStack) -> None:
    """Tables with one client each, after some decisions."""
    for number in numbers:
        table = Table(url, cookie, number)
        await table.connect(stack, 2 if decisions else 1)
        for _ in range(decisions):
            await table.decide()
        for socket in table.sockets[1:]:
            await socket.close()


async def each(url: str, options: argparse.Namespace, figures: Callable[[], Awaitable[Figures]]) -> Figures:
    """The growth of some figures with each table, in bytes."""
    _, cookie = call(url, "players", {"name": "memory"})
    async with AsyncExitStack() as stack:
        await connect(url, cookie, range(FIRST), options.decisions, stack)
        before = await figures()
        await connect(url, cookie, range(FIRST, FIRST + options.tables), options.decisions, stack)
        after = await figures()
    return Counter({key: (after[key] - before[key]) // options.tables for key in after})


def resident(pid: int) -> Callable[[], Awaitable[Figures]]:
    """The memory that the system gives a process."""

    async def figures() -> Figures:
        return Counter({"resident": 1024 * memory(pid)})

    return figures


def traced(pid: int, file: Path) -> Callable[[], Awaitable[Figures]]:
    """Who in a process holds how much."""

    async def figures() -> Figures:
        file.unlink(missing_ok=True)
        os.kill(pid, signal.SIGUSR1)
        while not file.exists():
            await asyncio.sleep(0.1)
        return Counter(json.loads(file.read_text()))

    return figures


def write_down(file: Path) -> None:
    """Write down who holds how much, by line of code."""
    gc.collect()
    found = tracemalloc.take_snapshot().statistics("lineno")
    whole = file.with_suffix(".part")
    whole.write_text(json.dumps({str(one.traceback): one.size for one in found}))
    whole.rename(file)


def serve(file: Path, command: list[str]) -> None:
    """Serve; whenever a signal comes, write down who holds how much."""
    signal.signal(signal.SIGUSR1, lambda *_: write_down(file))
    tracemalloc.start()
    sys.argv = command
    cli.main()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The memory of a table with one idle client.")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--decisions", type=int, default=0, help="made at each table before it is measured")
    parser.add_argument("--lines", type=int, default=25, help="lines of code that are named")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with process(eclisse(f"sqlite:///{folder}/plain.db")) as (url, pid):
            found = asyncio.run(each(url, options, resident(pid)))
        print(f"{found['resident'] / 1000:6.1f} kB for each table, as the system counts")
        file, command = Path(folder) / "held.json", eclisse(f"sqlite:///{folder}/traced.db")
        serving = f"from benchmarks.memory import *; serve(Path({str(file)!r}), {command!r})"
        options.tables = min(options.tables, TRACED)
        with process([sys.executable, "-c", serving]) as (url, pid):
            found = asyncio.run(each(url, options, traced(pid, file)))
    print(f"{found.total() / 1000:6.1f} kB, as Python counts; of this")
    for line, size in found.most_common(options.lines):
        print(f"{size / 1000:6.1f} kB {line}")


if __name__ == "__main__":
    main()
