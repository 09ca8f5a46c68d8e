"""The time of the compiler: each function, how often it was compiled, and its seconds, dearest first.

    python benchmarks/compiling.py [--all]

It compiles all that `eclisse warm` does, in this process alone and into an empty folder. The seconds of a function are
of processor time and leave out the functions that were compiled for its sake. With --all it also lists the types, for
each function that was compiled for several.
"""

import os
import sys
import tempfile
import time
from collections import defaultdict
from typing import Any

import numpy as np
from numba.core import event, types


class Clock(event.Listener):  # type: ignore[misc]
    """Listens to the compiler."""

    def __init__(self) -> None:
        self.costs: dict[str, list[tuple[float, str]]] = defaultdict(list)
        self._open: list[list[float]] = []

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        """A function is begun."""
        self._open.append([time.process_time(), 0.0])

    def on_end(self, event: Any) -> None:
        """A function is done."""
        began, inside = self._open.pop()
        took = time.process_time() - began
        if self._open:
            self._open[-1][1] += took
        function = event.data["dispatcher"].py_func
        kind = type(event.data["dispatcher"]).__name__
        name = f"{function.__module__}.{function.__qualname__} {kind}"
        self.costs[name].append((took - inside, ", ".join(map(short, event.data["args"]))))


def short(argtype: Any) -> str:
    """A type in a few letters: records by their first fields."""
    if isinstance(argtype, types.Record):
        return f"Record {' '.join(list(argtype.fields)[:2])} …"
    if isinstance(argtype, types.Array):
        return f"{argtype.layout}{argtype.ndim}{'' if argtype.mutable else ' readonly'} of {short(argtype.dtype)}"
    if isinstance(argtype, types.BaseTuple):
        return f"({', '.join(map(short, argtype))})"
    return str(argtype)


def main() -> None:
    """Compile, and print what it took."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ECLISSE_CACHE"] = folder
        from eclisse.terminal import jobs, warm  # noqa: PLC0415 - the folder must be set before

        clock = Clock()
        event.register("numba:compile", clock)
        for name in (*warm.FIRST, *warm.REST):
            getattr(jobs, name)()
    total = np.sum([seconds for cost in clock.costs.values() for seconds, _ in cost])
    print(f"{total:.1f} s: {len(clock.costs)} functions, {sum(map(len, clock.costs.values()))} times")
    for name, cost in sorted(clock.costs.items(), key=lambda item: -sum(seconds for seconds, _ in item[1])):
        print(f"{sum(seconds for seconds, _ in cost):7.2f} s {len(cost):3} × {name}")
        if "--all" in sys.argv and len(cost) > 1:
            for seconds, argtypes in cost:
                print(f"          {seconds:7.2f} s {argtypes}")


if __name__ == "__main__":
    main()
