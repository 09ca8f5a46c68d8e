"""`learned` and `hasty`: the network alone, as a player for `Game`."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots import greedy
from eclisse.bots.learned.weights import Advice, Advisor, load_brain
from eclisse.bots.usual import usual
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.codes import MAIN, NONE
from eclisse.core.rng import siphash
from eclisse.features.write import features_of
from eclisse.jit.compiled import compiled
from eclisse.notation import Action
from eclisse.views import View

GREED: Final = 7  # percent of the turns in which `hasty` does what `greedy` would do


def think(brain: Advisor, view: View, numbers: Sequence[int]) -> Advice:
    """The network's advice on a view in which the actions with these numbers are legal."""
    kit, seat = view.kit, NONE if view.seat is None else view.seat
    mask: npt.NDArray[np.int8] = np.zeros((1, N_ACTIONS), np.int8)
    mask[0, list(numbers)] = 1
    row = features_of(view.records, kit.board_row, kit.rules_row, seat)
    return brain.advise(row[None], mask, int(kit.board.n_routes), int(kit.board.n_cities))


class LearnedBot:
    """Always the decision the network likes best; it needs no chance."""

    def __init__(self, brain: Advisor | None = None) -> None:
        self._brain = brain or load_brain()

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The likeliest of the legal actions."""
        legal = usual(view, legal)
        if len(legal) == 1:
            return legal[0]
        chances = think(self._brain, view, [action.number for action in legal]).chances[0]
        return max(legal, key=lambda action: float(chances[action.number]))


@compiled
def impulse(
    views: Records, boards: Records, rules: Records, seat: int, key: npt.NDArray[np.uint64], number: int
) -> int:
    """The number-th decision of `hasty` if made on impulse: most points at once; NONE where it thinks."""
    chance = np.uint64(siphash(key[0], key[1], np.uint64(number)))
    if views[0].phase != MAIN or chance % np.uint64(100) >= np.uint64(GREED):
        return NONE
    return greedy.decide(views[0], boards[0], rules[0], seat, chance)


class HastyBot:
    """The network, which now and then grabs what is near, as people do."""

    def __init__(self, key: npt.NDArray[np.uint64], brain: Advisor | None = None) -> None:
        self._key, self._n, self._bot = key, 0, LearnedBot(brain)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The decision of an impulse, else the one the network likes best."""
        seat = NONE if view.seat is None else view.seat
        number = impulse(view.records, view.kit.board_row, view.kit.rules_row, seat, self._key, self._n)
        self._n += 1
        if number == NONE:
            return self._bot.choose(view, legal)
        return next(action for action in legal if action.number == number)
