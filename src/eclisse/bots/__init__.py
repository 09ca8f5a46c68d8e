"""The bots by name. A bot is given a seat's view and its legal actions, never the hidden state."""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from eclisse.boards.errors import listed, nearest
from eclisse.bots import own, table
from eclisse.core.codes import NONE
from eclisse.core.records import STATE
from eclisse.notation import Action
from eclisse.views import View

Key = npt.NDArray[np.uint64]
BOTS: Final = table.NAMES


class Bot(Protocol):
    """Whoever can sit at a table."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the seat whose view this is."""


class UnknownBot(ValueError):
    """No bot has this name."""


class CompiledBot:
    """A bot of the table, as a player for `Game`; all its chance comes from its key."""

    def __init__(self, name: str, key: Key) -> None:
        self._bot, self._key, self._n = table.NAMES.index(name), key, 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """What the compiled bot decides, as one of the legal actions."""
        views = np.zeros(1, STATE)
        views[0] = view.record
        seat = NONE if view.seat is None else view.seat
        number = table.decide_view(self._bot, views, view.kit.boards, view.kit.rules, seat, self._key, self._n)
        self._n += 1
        return next(action for action in legal if action.number == number)


def make_bot(name: str, key: Key) -> Bot:
    """A bot by its name, or a user's own by its module and class."""
    if own.is_own(name):
        return own.OwnBot(name, key)
    check_bot(name)
    return CompiledBot(name, key)


def check_bot(name: str) -> None:
    """Refuse a name that no bot has, or a class that is no bot."""
    if own.is_own(name):
        own.load(name)
    elif name not in BOTS:
        expected = f"expected one of {listed(BOTS)}, or MODULE:CLASS for one of your own"
        raise UnknownBot(f'unknown bot "{name}"{nearest(name, BOTS)}; {expected}')
