"""`random`: any legal decision with equal chance; the yardstick at the bottom of every ladder."""

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.records import Record
from eclisse.core.rng import siphash


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, k0: np.uint64, k1: np.uint64) -> int:
    """Any legal decision with equal chance."""
    out = np.empty(N_ACTIONS, np.int16)
    n = legal(view, board, rules, seat, out)
    return int(out[int(siphash(k0, k1, np.uint64(0)) % np.uint64(n))])
