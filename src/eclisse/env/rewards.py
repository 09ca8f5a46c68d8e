"""The reward of each seat for a finished game."""

import numpy as np
import numpy.typing as npt

from eclisse.core.records import Record
from eclisse.core.scoring import win_share
from eclisse.jit.compiled import compiled


@compiled
def write_rewards(sheet: Record, n_seats: int, out: npt.NDArray[np.float32]) -> None:
    """+1 to the only winner, 0 to each of several, -1 to everybody else."""
    for seat in range(n_seats):
        share = win_share(sheet, seat)
        out[seat] = -1.0 if share == 0 else 1.0 if share == 1 else 0.0
