"""`make soak`: random games by the million and mutated positions, with every invariant checked."""

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor

from rich.progress import Progress

from tests.invariants.checker import check, tables
from tests.positions import mutations


def main() -> None:
    """Spread the games evenly over all tables and all cores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--every", type=int, default=16, help="one decision in so many gets the slow checks")
    parser.add_argument("--positions", type=int, default=100_000, help="mutated positions, judged and played on")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    all_tables = list(tables())
    share, chunk = -(-options.games // len(all_tables)), 500
    jobs = [(kit, seats, a, min(chunk, share - a)) for a in range(0, share, chunk) for kit, seats in all_tables]
    started, done, decisions = time.time(), 0, 0
    with ThreadPoolExecutor(os.cpu_count()) as pool, Progress() as progress:
        bar = progress.add_task(f"soak, seed {options.seed}", total=share * len(all_tables))
        waiting = [(n, pool.submit(check, kit, seats, a, n, options.every, options.seed)) for kit, seats, a, n in jobs]
        for n, job in waiting:
            decisions += job.result()
            done += n
            progress.advance(bar, n)
    seconds = time.time() - started
    print(f"{done:,} games, {decisions:,} decisions, {len(all_tables)} tables, no fault, {seconds:.0f} s")
    _mutate(options.positions, options.seed)


def _mutate(n: int, seed: int) -> None:
    """Mutated positions, each refused or played on to the end."""
    accepted, chunk = 0, 1000
    with Progress() as progress:
        bar = progress.add_task(f"mutated positions, seed {seed}", total=n)
        for first in range(0, n, chunk):
            accepted += mutations.run(seed + first, min(chunk, n - first)).get("accepted", 0)
            progress.advance(bar, chunk)
    print(f"{n:,} mutated positions: {accepted:,} played on to the end, {n - accepted:,} refused")


if __name__ == "__main__":
    main()
