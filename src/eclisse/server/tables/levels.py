"""Levels of bots at a table: how they decide, which one stands in for a player, and which take long to think."""

import time
from typing import Final

from eclisse.bots import make_bot
from eclisse.core.folders import is_whole
from eclisse.game import Game
from eclisse.notation import key_from_seed

STAND_IN: Final = "medium"  # for a player whose time is up, or who has left
SLOW: Final = frozenset({"expert"})  # levels that think for long; they have threads of their own


LATER: Final = ("expert",)  # levels that a first game can do without: compiled while people play
LOOK: Final = 0.5  # seconds between two looks at whether they are ready


def waiting() -> list[str]:
    """The levels that are still being compiled."""
    return [] if is_whole() else list(LATER)


def choose(game: Game, seat: int, level: str) -> str:
    """A bot's decision for a seat, from its view alone and with its own chance."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0].text
    while level in waiting():  # this process does not compile: it would keep the compiler's memory
        time.sleep(LOOK)
    return make_bot(level, key_from_seed(None)).choose(game.view(seat), legal).text
