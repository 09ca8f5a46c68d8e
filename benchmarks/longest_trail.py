"""The worst time of `longest_trail` on the densest networks that one seat's trains can build, board by board.

For each board: many greedy random networks that favour circles and odd cities, then small changes to the slowest ones
that make them slower still. Run as `python benchmarks/longest_trail.py [seconds per board]`.
"""

import random
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

import eclisse
from eclisse.core.codes import NONE, SUBWAY, TRAIN
from eclisse.core.mechanics.pieces import spaces
from eclisse.core.records import BOARD, MAX_ROUTES, STATE, Record
from eclisse.core.trail import longest_trail

DATA = Path(next(iter(eclisse.__path__))) / "boards" / "data"
PIECES = {"switzerland": (40, 0), "berlin": (11, 5)}
TRAIL = np.zeros(MAX_ROUTES, np.int16)


def load(path: Path) -> Record:
    """The routes of a board file; nothing else of it matters here."""
    facts: dict[str, Any] = tomllib.loads(path.read_text())
    number = {city["id"]: k for k, city in enumerate(facts["cities"])}
    board = np.zeros(1, BOARD)[0]
    board.n_cities, board.n_routes = len(number), len(facts["routes"])
    board.country[:] = NONE
    for k, route in enumerate(facts["routes"]):
        board.a[k], board.b[k] = sorted(number[city] for city in route["cities"])
        board.length[k] = route["length"]
        board.kind[k] = SUBWAY if route.get("subway") else TRAIN
    return board


def time_of(board: Record, network: set[int]) -> float:
    """Milliseconds of one call, the better of two."""
    state = np.zeros(1, STATE)[0]
    state.owner[:] = NONE
    state.owner[list(network)] = 0
    times = []
    for _ in range(2):
        start = time.perf_counter()
        longest_trail(state, board, 0, TRAIL)
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def fits(board: Record, network: set[int], route: int, pieces: tuple[int, int]) -> bool:
    """Whether the seat has the pieces for one more route, and does not own its other track."""
    kind = int(board.kind[route])
    used = sum(spaces(board, r) for r in network if board.kind[r] == kind)
    ends = {(int(board.a[r]), int(board.b[r])) for r in network}
    return used + spaces(board, route) <= pieces[kind] and (int(board.a[route]), int(board.b[route])) not in ends


def grow(board: Record, network: set[int], pieces: tuple[int, int], rng: random.Random) -> set[int]:
    """Add routes that touch the network, cheap ones and those that close circles first, as long as one fits."""
    greed = rng.choice((0.5, 2.0, 8.0))
    while True:
        cities = {int(c) for r in network for c in (board.a[r], board.b[r])}
        best, score = NONE, -1e9
        for route in range(board.n_routes):
            touching = (int(board.a[route]) in cities) + (int(board.b[route]) in cities)
            if route not in network and (touching or not network) and fits(board, network, route, pieces):
                worth = greed * (touching - spaces(board, route)) + rng.random() * 4
                best, score = (route, worth) if worth > score else (best, score)
        if best == NONE:
            return network
        network = network | {best}


def shape(board: Record, network: set[int]) -> str:
    """Routes, circles and odd cities of a network."""
    degree: dict[int, int] = {}
    for route in network:
        for city in (int(board.a[route]), int(board.b[route])):
            degree[city] = degree.get(city, 0) + 1
    odd = sum(d % 2 for d in degree.values())
    return f"{len(network)} routes, {len(degree)} cities, {len(network) - len(degree) + 1} circles, {odd} odd cities"


def worst(board: Record, pieces: tuple[int, int], seconds: float, rng: random.Random) -> tuple[float, set[int]]:
    """The slowest network found in the given time."""
    start = time.perf_counter()
    found: list[tuple[float, set[int]]] = []
    while time.perf_counter() - start < seconds / 2:
        network = grow(board, set(), pieces, rng)
        found = sorted([*found, (time_of(board, network), network)], key=lambda pair: -pair[0])[:20]
    while time.perf_counter() - start < seconds:
        place = rng.randrange(len(found))
        network = found[place][1]
        kept = set(rng.sample(sorted(network), max(1, len(network) - rng.randint(1, 4))))
        changed = grow(board, kept, pieces, rng)
        slower = time_of(board, changed)
        if slower > found[place][0]:
            found[place] = (slower, changed)
    return max(found, key=lambda pair: pair[0])


def main() -> None:
    """Print one line a board."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    for path in sorted(DATA.glob("*.toml")):
        board = load(path)
        time_of(board, {0})
        _, network = worst(board, PIECES.get(path.stem, (45, 0)), seconds, random.Random(45))  # noqa: S311
        again = min(time_of(board, network) for _ in range(5))
        print(f"{path.stem:12} {again:7.3f} ms   {shape(board, network)}", flush=True)


if __name__ == "__main__":
    main()
