"""The bots by name. A bot is given a seat's view and its legal actions, never the hidden state."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from eclisse.boards.errors import listed, nearest
from eclisse.bots.random import RandomBot
from eclisse.notation import Action
from eclisse.views import View

Key = npt.NDArray[np.uint64]


class Bot(Protocol):
    """Whoever can sit at a table."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the seat whose view this is."""


class UnknownBot(ValueError):
    """No bot has this name."""


BOTS: Final[dict[str, Callable[[Key], Bot]]] = {"random": RandomBot}


def make_bot(name: str, key: Key) -> Bot:
    """A bot by its name; all its chance comes from the key."""
    check_bot(name)
    return BOTS[name](key)


def check_bot(name: str) -> None:
    """Refuse a name that no bot has."""
    if name not in BOTS:
        raise UnknownBot(f'unknown bot "{name}"{nearest(name, BOTS)}; expected one of {listed(BOTS)}')
