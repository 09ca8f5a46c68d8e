"""The rules where somebody outside says what chance does: they play until chance is asked something nobody told.

A decision is played again from its beginning with one answer more, until all its questions are answered. Nothing is
written twice for it: `rng` answers differently in a record of the kind TOLD.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from eclisse.core import setup
from eclisse.core.apply import apply
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]


@compiled
def deal_told(tables: Records, boards: Records, rules: Records, n_seats: int, key: npt.NDArray[np.uint64]) -> int:
    """Deal a game with what was told; returns how many outcomes the first open question has, 0 if there is none."""
    setup.deal(tables[0], boards[0], rules[0], n_seats, key[0], key[1])
    return int(tables[0].n_outcomes)


@compiled
def play_told(tables: Records, boards: Records, rules: Records, seat: int, action: int) -> int:
    """Carry out a decision that is known to be legal, in the same way."""
    apply(tables[0], boards[0], rules[0], seat, action)
    return int(tables[0].n_outcomes)
