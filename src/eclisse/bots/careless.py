"""`careless`: the mistakes of `forgetful`, but more of them, as somebody makes who plays for the first time."""

from typing import Final

import numpy as np

from eclisse.bots.forgetful import stumble
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled

FORGOTTEN: Final = 55  # percent of the tickets out of sight at a time
GREED: Final = 30  # percent of the turns


@compiled
def decide(view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:
    """The decision of a player who forgets a lot."""
    return stumble(view, board, rules, seat, chance, FORGOTTEN, GREED)
