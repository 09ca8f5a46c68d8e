"""The bots by name. A bot gets a seat's view and its legal actions, never the hidden state."""

import re
from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from eclisse.bots import own, table
from eclisse.bots.learned.ahead import AheadBot
from eclisse.bots.learned.in_step import HASTY, LEARNED
from eclisse.bots.learned.player import HastyBot, LearnedBot
from eclisse.bots.search import Budget, SearchBot
from eclisse.core.codes import NONE
from eclisse.faults import Faulty, cut, fault, nearest
from eclisse.notation import Action
from eclisse.views import View

Key = npt.NDArray[np.uint64]
SEARCH: Final = "search"
LEVELS: Final = {
    "beginner": "careless",
    "easy": "forgetful",
    "medium": "path",
    "hard": "planner",
    "very-hard": "hasty",
    "expert": "learned@1s",
}
# Who plays against somebody alone in a lesson: lessons count on what these do, whatever becomes of the levels.
LESSONS: Final = {"easy": "greedy", "medium": "path"}
BOTS: Final = (*table.NAMES, SEARCH, HASTY, LEARNED, *LEVELS)
USUAL: Final = "500ms"  # budget of a search that names none


class Bot(Protocol):
    """Anything that can sit at a table."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the seat whose view this is."""


class UnknownBot(Faulty):
    """No bot has this name."""


class CompiledBot:
    """A compiled bot as a player for `Game`; all its chance comes from its key."""

    def __init__(self, name: str, key: Key) -> None:
        self._bot, self._key, self._n = table.NAMES.index(name), key, 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The decision of the compiled bot, as one of the legal actions."""
        seat = NONE if view.seat is None else view.seat
        number = table.decide_view(
            self._bot, view.records, view.kit.board_row, view.kit.rules_row, seat, self._key, self._n
        )
        self._n += 1
        return next(action for action in legal if action.number == number)


def make_bot(name: str, key: Key) -> Bot:
    """A bot by its name or level, a search with its budget, or a user's own by its module and class."""
    if own.is_own(name):
        return own.OwnBot(name, key)
    check_bot(name)
    name = LEVELS.get(name, name)
    if name in table.NAMES:
        return CompiledBot(name, key)
    if name == LEARNED:
        return LearnedBot()
    if name == HASTY:
        return HastyBot(key)
    if name.startswith(LEARNED):
        return AheadBot(read_budget(name), key)
    return SearchBot(read_budget(name), key)


def read_budget(name: str) -> Budget:
    """The budget behind the @: search@500ms, search@2s or, for iterations, search@4000; learned@… in the same way."""
    text = name.partition("@")[2] if "@" in name else USUAL
    found = re.fullmatch(r"([0-9]{1,7})(ms|s|)", text)
    if not found or int(found[1]) == 0:
        raise UnknownBot(fault("budget-expected", name=cut(name)))
    n, unit = int(found[1]), found[2]
    return Budget(seconds=n / 1000 if unit == "ms" else n) if unit else Budget(iterations=n)


def check_bot(name: str) -> None:
    """Refuse a name that no bot has, or a class that is not a bot."""
    if own.is_own(name):
        own.load(name)
    elif name.startswith((f"{SEARCH}@", f"{LEARNED}@")):
        read_budget(name)
    elif name not in BOTS:
        raise UnknownBot(fault("unknown-bot", name=cut(name), bots=list(BOTS), **nearest(name, BOTS)))
