"""Which bot plays at which level; the one place where levels have names."""

from typing import Final

from eclisse.bots import BOTS, make_bot
from eclisse.game import Game
from eclisse.notation import key_from_seed

FALLBACKS: Final = {"easy": "greedy", "medium": "path", "hard": "planner", "expert": "planner"}
BOT_OF: Final = {level: level if level in BOTS else bot for level, bot in FALLBACKS.items()}
STAND_IN: Final = "medium"  # for a player whose time is up, or who has left
SLOW: Final = frozenset({"expert"})  # levels that think for long; they have threads of their own


def choose(game: Game, seat: int, level: str) -> str:
    """A bot's decision for a seat, from nothing but its view; its chance is its own."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0].text
    return make_bot(BOT_OF[level], key_from_seed(None)).choose(game.view(seat), legal).text
