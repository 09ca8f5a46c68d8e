"""Free routes that nobody can claim any more."""

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.records import Record
from eclisse.core.routes import is_free
from eclisse.jit.compiled import compiled


@compiled
def closed_routes(state: Record, board: Record, rules: Record, out: npt.NDArray[np.int16]) -> int:
    """List the free routes that are closed to every seat because of their other track (DOUBLE-FEW)."""
    n = 0
    for route in range(int(board.n_routes)):
        if state.owner[route] != NONE or board.twin[route] == NONE:
            continue
        is_open = False
        for seat in range(int(state.n_seats)):
            is_open = is_open or is_free(state, board, rules, seat, route)
        if not is_open:
            out[n] = route
            n += 1
    return n
