"""How fast the engine is on this machine, each figure beside the limit it must meet."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
from rich.table import Table
from rich.text import Text

from eclisse.bots import make_bot, search, table
from eclisse.bots.forest import TREES
from eclisse.bots.loop import match, random_match
from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from eclisse.core.batch import Records, copy_states
from eclisse.core.records import STATE
from eclisse.game import Game
from eclisse.jit.compiled import compiled
from eclisse.notation import key_from_seed
from eclisse.terminal.look import make_console

RING: Final = 8  # states copied round and round: they stay in the nearest cache
GAME_FLOORS: Final = {"usa": 10000.0, "europe": 5000.0}
BEST_OF: Final = 3  # a figure is the best of so many tries: the others met a busy machine


@dataclass(frozen=True)
class Figure:
    """One measurement; the floor is a least value, or a most one."""

    name: str
    value: float
    unit: str
    floor: float | None = None
    at_most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the floor is reached; None without one."""
        if self.floor is None:
            return None
        return self.value <= self.floor if self.at_most else self.value >= self.floor

    def to_dict(self) -> dict[str, Any]:
        """The figure as JSON."""
        kind = "at_most" if self.at_most else "at_least"
        floor = {} if self.floor is None else {kind: self.floor, "met": self.met}
        return {"name": self.name, "value": round(self.value, 4), "unit": self.unit, **floor}


@compiled
def copy_ring(states: Records, n: int) -> None:
    """Copy the first RING states over the next RING, n times, the way the engine copies."""
    for _ in range(n):
        copy_states(states[:RING], states[RING:])


def machine() -> dict[str, Any]:
    """The machine that the figures were measured on."""
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def _cpu() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def figures(quick: bool) -> Iterator[Figure]:
    """All measurements, one after the other."""
    n = 1000 if quick else 5000
    for name in sorted(builtin_games(), key=lambda game: (game not in GAME_FLOORS, game)):
        yield Figure(f"random games, {name}", _games(name, n), "games/s/core", GAME_FLOORS.get(name))
    # Two threads share nothing: where they play less than twice the games, something else runs on one of their cores.
    yield Figure("two threads against one, usa", _games("usa", 4 * n, 2) / _games("usa", 2 * n), "×", 1.8)
    yield Figure("a state", STATE.itemsize, "bytes", 2048, at_most=True)
    yield Figure("copy of a state", _copy(20000 if quick else 200000), "ns", 100, at_most=True)
    yield Figure("Game.play, a decision", _decision(500 if quick else 3000), "µs", 50, at_most=True)
    yield from _bots(quick)
    yield Figure("start of eclisse --help", _start("--help"), "s", 0.3, at_most=True)
    yield Figure("start of eclisse games", _start("games"), "s", 0.3, at_most=True)
    one = ("simulate", "usa", "--seats", "2", "--bots", "random", "--games", "1", "--seed", "1")
    yield Figure("eclisse simulate usa --games 1", _start(*one), "s", 2, at_most=True)


def _bots(quick: bool) -> Iterator[Figure]:
    """The planner's and the search's speed, and the environment's if its extra is installed."""
    kit, key, n = open_kit("usa"), key_from_seed(1), 50 if quick else 200
    bots = np.full((n, 2), table.PLANNER)
    n_decisions = match(kit.board_row, kit.rules_row, bots, key).n_decisions.sum()
    seconds = _least(lambda: match(kit.board_row, kit.rules_row, bots, key))
    yield Figure("planner, a decision on usa", seconds / float(n_decisions) * 1e6, "µs", 1000, at_most=True)
    yield Figure("search, rollouts on usa", _rollouts(5 if quick else 20), "rollouts/s/core", 5000)
    if find_spec("gymnasium") is not None:
        from eclisse.env.vector import benchmark  # noqa: PLC0415

        yield Figure("vector environment, usa", benchmark(steps=100 if quick else 500), "decisions/s/core", 500_000)


def _rollouts(n_worlds: int) -> float:
    """Rollouts a second of a search, over a game between planners, where there is something to weigh."""
    game, bot, key = Game.new("usa", 2, 5), make_bot("planner", key_from_seed(1)), key_from_seed(2)
    done, seconds = 0.0, 0.0
    while not game.over:
        seat = game.to_act[0]
        forest = search.Forest(game.view(seat).records, game.kit.board_row, game.kit.rules_row, seat, key)
        if forest.n_options > 1:
            start = time.perf_counter()
            forest.grow(n_worlds)
            seconds += time.perf_counter() - start
            done += n_worlds * TREES * forest.n_options
        game.play(seat, bot.choose(game.view(seat), game.legal(seat)))
    return done / seconds


def _least(work: Callable[[], object]) -> float:
    """Seconds of the fastest try."""
    seconds = []
    for _ in range(BEST_OF):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _games(game: str, n: int, threads: int = 1) -> float:
    """Random two-seat games a second."""
    kit, key = open_kit(game), key_from_seed(1)
    random_match(kit.board_row, kit.rules_row, 2, key, 2, threads)
    return n / _least(lambda: random_match(kit.board_row, kit.rules_row, 2, key, n, threads))


def _copy(n: int) -> float:
    """Nanoseconds to copy a state that lies in the cache."""
    states: Records = np.zeros(2 * RING, STATE)
    copy_ring(states, 1)
    return _least(lambda: copy_ring(states, n)) / (n * RING) * 1e9


def _decision(n: int) -> float:
    """Microseconds of Game.play, the median of some games."""
    bot, seed = make_bot("random", key_from_seed(1)), 0
    spent: list[int] = []
    while len(spent) < n:
        game, seed = Game.new("usa", 2, seed), seed + 1
        while not game.over and len(spent) < n:
            seat = game.to_act[0]
            action = bot.choose(game.view(seat), game.legal(seat))
            start = time.perf_counter_ns()
            game.play(seat, action)
            spent.append(time.perf_counter_ns() - start)
    return float(np.median(spent)) / 1000


def _start(*arguments: str) -> float:
    """Seconds of a whole process."""
    command = [sys.executable, "-m", "eclisse.cli", *arguments]
    return _least(lambda: subprocess.run(command, check=True, capture_output=True))


def show(quick: bool) -> None:
    """Measure and print as it goes."""
    console = make_console()
    for name, value in machine().items():
        console.print(f"{name:8} {value}")
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    for name, right in (("measured", False), ("figure", True), ("unit", False), ("floor", True), ("", False)):
        table.add_column(name, justify="right" if right else "left")
    with console.status("measuring …") if console.is_terminal else _Quiet():
        for figure in figures(quick):
            table.add_row(*_row(figure))
    console.print(table)


class _Quiet:
    """A status line that is not shown."""

    def __enter__(self) -> None:
        return

    def __exit__(self, *_: object) -> None:
        return


def _row(figure: Figure) -> tuple[str, str, str, str, Text]:
    """One line of the table."""
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.2f}"
    if figure.floor is None:
        return figure.name, value, figure.unit, "", Text("")
    sign = "≤" if figure.at_most else "≥"
    verdict = Text("met", "green") if figure.met else Text("not met", "bold red")
    return figure.name, value, figure.unit, f"{sign} {figure.floor:,g}", verdict
