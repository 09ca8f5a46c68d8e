"""`make soak`: games on every kind of table by both engines, and the whole module built a second time."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.progress import track

from tests.wasm import asks, coach
from tests.wasm.course import ENGINE, ROOT, ZIG, Row, compare, rows
from tests.wasm.messages import Course, in_node, tables

POSITIONS = 2000


def check_bytes() -> None:
    """Build the module again, in another order of sets, and compare its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "eclisse.browser.build", folder, str(ZIG)]
        subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": "7"})
        if Path(folder, "engine.wasm").read_bytes() != (ENGINE / "engine.wasm").read_bytes():
            sys.exit("a second build gave other bytes")


def check(batch: list[Row]) -> list[str]:
    """Play games with both engines; returns those that differ, and in what."""
    return [f"{row}: {' '.join(wrong)}" for row, wrong in zip(batch, compare(batch), strict=True) if wrong]


def check_messages(seed: int) -> None:
    """Play whole games on every kind of table as the server and as the page, and compare all that is said."""
    kinds = list(tables())
    for i, (kit, seats) in enumerate(track(kinds, f"messages, seed {seed}")):
        if wrong := "".join(in_node([Course(kit, seats, seed + i).play(5000)])):
            sys.exit(wrong)


def check_positions(seed: int) -> None:
    """Count positions, most of them spoilt, as the server and as the page."""
    found, _ = asks.in_node(list(asks.positions(random.Random(seed), POSITIONS)))
    if found:
        sys.exit(str(found))


def check_reviews(seed: int) -> None:
    """Review games on every kind of table as the server and as the page."""
    for i, (kit, seats) in enumerate(track(list(tables()), f"reviews, seed {seed}")):
        if wrong := coach.in_node([coach.review(asks.finished(kit.game, seats, seed + i, kit.modules), 20)]):
            sys.exit(str(wrong))


def main() -> None:
    """Play at least so many games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10**6)
    options = parser.parse_args()
    check_bytes()
    batches, n = [], 0
    while n < options.games:
        batches.append(rows(options.seed + n))
        n += len(batches[-1])
    check_messages(options.seed)
    check_positions(options.seed)
    check_reviews(options.seed)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(track(pool.map(check, batches), f"native and wasm, seed {options.seed}", len(batches)))
    wrong = [line for lines in found for line in lines]
    print(*wrong, f"{n:,} games by both engines, {len(wrong)} differ", sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
