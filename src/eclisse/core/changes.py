"""The effects of a decision as a few numbers, so that Python need not compare two records field by field."""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import N_COLOURS, NONE
from eclisse.core.records import MARKET_SIZE, Record
from eclisse.jit.compiled import compiled

# Places in the row of numbers.
PHASE_BEFORE: Final = 0
PHASE: Final = 1
TO_MOVE_BEFORE: Final = 2
TO_MOVE: Final = 3
CLAIMED: Final = 4  # route, or NONE
BUILT: Final = 5  # city of a new station, or NONE
PLACED: Final = 6  # city of a new depot, or NONE
POINTS: Final = 7  # scored by the seat
GAINED: Final = 8  # colour the seat has one more of (the last, if several), or NONE
RESHUFFLED: Final = 9
FLUSHED: Final = 10
MARKET_CHANGED: Final = 11
LAST_ROUND: Final = 12  # the seat that has just set it off, or NONE
ENDED: Final = 13
REVEALED: Final = 14  # 1 when a tunnel's cards have just been turned up
SURCHARGED: Final = 15
N_NUMBERS: Final = 16


@compiled
def _first_difference(before: npt.NDArray[np.int8], after: npt.NDArray[np.int8], n: int) -> int:
    """The first place where two rows differ, or NONE."""
    for i in range(n):
        if before[i] != after[i]:
            return i
    return NONE


@compiled
def changes(before: Record, after: Record, board: Record, seat: int, out: npt.NDArray[np.int64]) -> None:
    """Write what changed between two states of a game by a decision of a seat."""
    out[PHASE_BEFORE], out[PHASE] = before.phase, after.phase
    out[TO_MOVE_BEFORE], out[TO_MOVE] = before.to_move, after.to_move
    out[CLAIMED] = _first_difference(before.owner, after.owner, int(board.n_routes))
    out[BUILT] = _first_difference(before.station, after.station, int(board.n_cities))
    out[PLACED] = _first_difference(before.depot, after.depot, int(board.n_cities))
    out[POINTS] = after.points[seat] - before.points[seat]
    out[GAINED] = NONE
    for c in range(N_COLOURS):
        if after.hands[seat, c] > before.hands[seat, c]:
            out[GAINED] = c
    out[RESHUFFLED] = after.n_reshuffles - before.n_reshuffles
    out[FLUSHED] = after.n_flushes - before.n_flushes
    out[MARKET_CHANGED] = 0
    for place in range(MARKET_SIZE):
        if before.market[place] != after.market[place]:
            out[MARKET_CHANGED] = 1
    out[LAST_ROUND] = after.last_round_by if before.last_round_by == NONE else NONE
    out[ENDED] = after.ended
    out[REVEALED] = 1 if before.revealed[0] == NONE and after.revealed[0] != NONE else 0
    out[SURCHARGED] = after.surcharge
