"""`random`: any legal decision with equal chance; the yardstick at the bottom of every ladder."""

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.core.legal import legal
from eclisse.core.records import Record
from eclisse.core.routes import Actions
from eclisse.jit.compiled import compiled


@compiled
def pick(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64, out: Actions) -> int:
    """Any legal decision with equal chance; `out` is room to list them."""
    return int(out[int(chance % np.uint64(legal(view, board, rules, seat, out)))])


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:
    """Any legal decision with equal chance."""
    return pick(view, board, rules, seat, chance, np.empty(N_ACTIONS, np.int16))
