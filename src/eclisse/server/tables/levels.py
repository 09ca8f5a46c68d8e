"""Levels of bots at a table: how they decide, which one stands in for a player, and which take long to think."""

from typing import Final

from eclisse.bots import make_bot
from eclisse.game import Game
from eclisse.notation import key_from_seed

STAND_IN: Final = "medium"  # for a player whose time is up, or who has left
SLOW: Final = frozenset({"expert"})  # levels that think for long; they have threads of their own


def choose(game: Game, seat: int, level: str) -> str:
    """A bot's decision for a seat, from its view alone and with its own chance."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0].text
    return make_bot(level, key_from_seed(None)).choose(game.view(seat), legal).text
