"""Boards that nobody has seen: cities at random, routes between neighbours, tickets by distance.

python -m training.made_board SEED prints the file of one.
"""

import itertools
import math
import random
import sys
from pathlib import Path

COLOURS = ("pink", "blue", "orange", "white", "green", "yellow", "black", "red")
N_TICKETS = 40


def _cities(chance: random.Random, n: int) -> list[tuple[float, float]]:
    """Places on a plane of 10 by 14, not too close to each other."""
    places: list[tuple[float, float]] = []
    while len(places) < n:
        new = (chance.uniform(0, 10), chance.uniform(0, 14))
        if all(math.dist(new, old) > 1.1 for old in places):
            places.append(new)
    return places


def _links(places: list[tuple[float, float]]) -> list[tuple[int, int]]:
    """Neighbours: pairs with nobody in the circle between them (Gabriel)."""
    pairs = []
    for a, b in itertools.combinations(range(len(places)), 2):
        middle = ((places[a][0] + places[b][0]) / 2, (places[a][1] + places[b][1]) / 2)
        radius = math.dist(places[a], places[b]) / 2
        if all(math.dist(middle, p) > radius for i, p in enumerate(places) if i not in (a, b)):
            pairs.append((a, b))
    return pairs


def _distances(n: int, lengths: dict[tuple[int, int], int]) -> list[list[int]]:
    """The shortest way between every two cities."""
    far = [[0 if i == j else 999 for j in range(n)] for i in range(n)]
    for (a, b), length in lengths.items():
        far[a][b] = far[b][a] = length
    for k, i, j in itertools.product(range(n), repeat=3):
        far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far


def made_board(seed: int) -> str:
    """The file of a board of 25 to 40 cities."""
    chance = random.Random(seed)  # noqa: S311 - it keeps no secret
    places = _cities(chance, chance.randint(25, 40))
    lengths = {(a, b): max(1, min(6, round(math.dist(places[a], places[b]) / 0.9))) for a, b in _links(places)}
    lines = [f'[board]\nid = "made-{seed}"\nname = "Made {seed}"\nprovenance = "verified"\n']
    lines += [
        f'[[cities]]\nid = "city-{i}"\nname = "City {i}"\nlat = {40 + y:.3f}\nlon = {x:.3f}\n'
        for i, (y, x) in enumerate(places)
    ]
    for (a, b), length in lengths.items():
        for colour in chance.sample([*COLOURS, "gray", "gray", "gray"], 2 if chance.random() < 0.3 else 1):
            lines.append(f'[[routes]]\ncities = ["city-{a}", "city-{b}"]\nlength = {length}\ncolour = "{colour}"\n')
    far = _distances(len(places), lengths)
    pairs = [pair for pair in itertools.combinations(range(len(places)), 2) if 4 <= far[pair[0]][pair[1]] <= 22]
    for a, b in sorted(chance.sample(pairs, N_TICKETS)):
        lines.append(f'[[tickets]]\ncities = ["city-{a}", "city-{b}"]\npoints = {far[a][b]}\n')
    return "\n".join(lines)


def write_board(seed: int, folder: Path) -> Path:
    """Write the file of a board, as a game is named by it."""
    path = folder / f"made-{seed}.toml"
    path.write_text(made_board(seed), "utf-8")
    return path


if __name__ == "__main__":
    print(made_board(int(sys.argv[1])))
