"""What a finished game is worth to each seat."""

import numpy as np
import numpy.typing as npt

from eclisse.core.records import Record
from eclisse.jit.compiled import compiled


@compiled
def write_rewards(sheet: Record, n_seats: int, out: npt.NDArray[np.float32]) -> None:
    """+1 to the only winner, 0 to each of several, -1 to everybody else."""
    winners = 0
    for seat in range(n_seats):
        winners += int(sheet.winner[seat])
    for seat in range(n_seats):
        if sheet.winner[seat] == 0:
            out[seat] = -1.0
        else:
            out[seat] = 1.0 if winners == 1 else 0.0
