"""What a second thread is worth: many games in step, and games between bots. Run `python -m benchmarks.threads`.

Each figure is of the quickest of many short runs, one thread and two in turn, so that what else runs on the machine
counts for little.
"""

import time
from collections.abc import Callable

from eclisse.bots.simulate import Tally
from eclisse.catalogue.kit import open_kit
from eclisse.env.vector import VectorGames
from eclisse.notation import key_from_seed

SECONDS = 12
BOTS = {"random": 200, "planner": 4, "learned": 4, "search@8": 2}  # and how many games are one run


def quickest(runs: list[Callable[[], object]]) -> list[float]:
    """The shortest time of each, tried in turn."""
    best, end = [float("inf")] * len(runs), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        for i, run in enumerate(runs):
            start = time.perf_counter()
            run()
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def in_step(n: int) -> tuple[float, float]:
    """Decisions a second with one thread and with two."""
    many = [VectorGames("usa", 2, n, 1, threads) for threads in (1, 2)]
    for games in many:
        games.reset()
        for _ in range(300):
            games.step(games.sample())
    one, two = quickest([lambda games=games: games.step(games.sample()) for games in many])
    return n / one, n / two


def between(bot: str, n: int) -> tuple[float, float]:
    """Games a second with one thread and with two."""
    tally, key = Tally(open_kit("usa"), [bot, bot]), key_from_seed(1)
    one, two = quickest([lambda threads=threads: tally.run(key, 0, n, threads) for threads in (1, 2)])
    return n / one, n / two


if __name__ == "__main__":
    for n in (256, 1024, 4096):
        one, two = in_step(n)
        print(f"{n} games in step: {one:,.0f} and {two:,.0f} decisions a second, {two / one:.2f}", flush=True)
    for bot, n in BOTS.items():
        one, two = between(bot, n)
        print(f"{bot}: {one:,.1f} and {two:,.1f} games a second, {two / one:.2f}", flush=True)
