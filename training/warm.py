"""Compiling what a run needs, in parts that several processes can do at once: python -m training.warm PART."""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from eclisse.bots.learned.practice import Group, Practice, wait
from eclisse.catalogue.kit import open_kit
from eclisse.core import doors
from eclisse.core.records import STATE
from eclisse.env.vector import VectorGames
from eclisse.features.write import features_of

PARTS: Final = ("features", "planner", "rules")


def main() -> None:
    """Compile one part, by using it; all at the end fit together quickly."""
    part, kit = sys.argv[1], open_kit("berlin")
    if part == "rules":
        games = VectorGames("berlin", 2, 2, seed=1)
        games.reset()
        games.step(games.sample())
        return
    states = np.zeros(1, STATE)
    doors.deal(states, kit.board_row, kit.rules_row, 2, np.array([1, 2], np.uint64))
    if part == "features":
        features_of(states, kit.board_row, kit.rules_row, 0)
        return
    with ThreadPoolExecutor(1) as pool:
        packed = Practice([Group("berlin", 2, 1)], 1, pool)
        packed.arrays.states[:] = states
        wait(packed.teach())
        wait(packed.step())


if __name__ == "__main__":
    main()
