"""`random`: any legal decision with equal chance; the yardstick at the bottom of every ladder."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import N_ACTIONS
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.records import Record
from eclisse.core.rng import siphash
from eclisse.notation import Action
from eclisse.views import View


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, k0: np.uint64, k1: np.uint64) -> int:
    """Any legal decision with equal chance."""
    out = np.empty(N_ACTIONS, np.int16)
    n = legal(view, board, rules, seat, out)
    return int(out[int(siphash(k0, k1, np.uint64(0)) % np.uint64(n))])


class RandomBot:
    """Plays at random under a key of its own."""

    def __init__(self, key: npt.NDArray[np.uint64]) -> None:
        self._key = key
        self._n = 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Any legal action."""
        number = int(siphash(self._key[0], self._key[1], np.uint64(self._n)))
        self._n += 1
        return legal[number % len(legal)]
