"""`learned`: the network alone, as a player for `Game`."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.weights import Advice, Brain, load_brain
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import NONE
from eclisse.core.records import STATE
from eclisse.features.write import features_of
from eclisse.notation import Action
from eclisse.views import View


def think(brain: Brain, view: View, numbers: Sequence[int]) -> Advice:
    """What the network thinks of a view in which the actions with these numbers are legal."""
    views = np.zeros(1, STATE)
    views[0] = view.record
    kit, seat = view.kit, NONE if view.seat is None else view.seat
    mask: npt.NDArray[np.int8] = np.zeros((1, N_ACTIONS), np.int8)
    mask[0, list(numbers)] = 1
    row = features_of(views, kit.board_row, kit.rules_row, seat)
    return brain.advise(row[None], mask, int(kit.board.n_routes), int(kit.board.n_cities))


class LearnedBot:
    """Always the decision the network likes best; it needs no chance."""

    def __init__(self, brain: Brain | None = None) -> None:
        self._brain = brain or load_brain()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The likeliest of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        chances = think(self._brain, view, [action.number for action in legal]).chances[0]
        return max(legal, key=lambda action: float(chances[action.number]))
