"""The bot that takes any legal action with equal chance: the yardstick of all others."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from eclisse.core.rng import siphash
from eclisse.notation import Action
from eclisse.views import View


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
