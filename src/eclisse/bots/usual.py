"""The actions that bots choose from: all legal ones but those they never take (see `core.legal.usual`)."""

from collections.abc import Sequence

import numpy as np

from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import NONE
from eclisse.notation import Action
from eclisse.views import View


def usual(view: View, legal: Sequence[Action]) -> Sequence[Action]:
    """Those of a seat's legal actions that bots weigh, in their order."""
    out = np.empty(N_ACTIONS, np.int16)
    seat = NONE if view.seat is None else view.seat
    n = doors.usual_actions(view.records, view.kit.board_row, view.kit.rules_row, seat, out)
    if n == len(legal):
        return legal
    weighed = set(out[:n].tolist())
    return [action for action in legal if action.number in weighed]
