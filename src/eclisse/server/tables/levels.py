"""Bots at a table: names and levels, how they decide, which one stands in for a player, which take long to think."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final

from eclisse.bots import LEVELS, make_bot, read_budget
from eclisse.bots.apart import Apart, NoAnswer
from eclisse.bots.learned.match import LEARNED
from eclisse.core.folders import is_whole
from eclisse.game import Game
from eclisse.notation import key_from_seed
from eclisse.server.messages.names import unlike
from eclisse.server.store.rows import SeatRow

STAND_IN: Final = "medium"  # for a player whose time is up, or who has left
NAMES: Final = ("Ada", "Basile", "Clara", "Dario", "Edda")  # as many as a table has seats
APART: Final = ("very-hard", "expert")  # levels that ask the network: their bots think in a process of their own
SHORTEST: Final = 50  # milliseconds that one that looks ahead has at least, however many wait for that process
# Bots of a level who play in a way of their own, about as well as the others.
STYLES: Final = {"medium": {"Clara": "hungry", "Dario": "long-route", "Edda": "one-step"}}
LATER: Final = APART  # levels that a first game can do without: compiled while people play
LOOK: Final = 0.5  # seconds between two looks at whether they are ready
logger = logging.getLogger(__name__)


def waiting() -> list[str]:
    """The levels that are still being compiled."""
    return [] if is_whole() else list(LATER)


def new_bot(seat: int, level: str, table: str, others: Iterable[SeatRow]) -> SeatRow:
    """A bot for a seat: the name follows from the table's key or id, and nobody else there has it."""
    taken, first = [other.name for other in others], int(table, 16) % len(NAMES)
    name = next(name for name in NAMES[first:] + NAMES[:first] if unlike(name, taken) == name)
    return SeatRow(seat, "bot", None, name, level)


def style_of(seat: SeatRow) -> str | None:
    """The way in which a bot plays that is not its level's; whoever plays on for somebody has none."""
    return STYLES.get(seat.level or "", {}).get(seat.name or "") if seat.kind == "bot" and not seat.was else None


def player_of(seat: SeatRow) -> str:
    """The bot that decides for a seat: of its style once that is compiled, else of its level."""
    style = style_of(seat)
    return style if style and is_whole() else seat.level or STAND_IN


def choose(game: Game, seat: int, level: str) -> str:
    """A bot's decision for a seat, from its view alone and with its own chance."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0].text
    _wait_for(level)
    return make_bot(level, key_from_seed(None)).choose(game.view(seat), legal).text


def ponder(apart: Apart, game: Game, seat: int, level: str, n_waiting: Callable[[], int]) -> str:
    """The same by a bot in the process of its own; the more wait for it, the shorter it looks ahead."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0].text
    _wait_for(level)
    view, key = game.view(seat), key_from_seed(None)
    try:
        return apart.choose(_in_time(LEVELS[level], n_waiting()), key, view, legal).text
    except NoAnswer:
        logger.warning("the process of the strongest bots does not answer", extra={"level": level})
        return make_bot(LEARNED, key).choose(view, legal).text


def _in_time(bot: str, n_waiting: int) -> str:
    """A bot with a share of its time, if it has one."""
    name, _, budget = bot.partition("@")
    if not budget:
        return bot
    return f"{name}@{max(SHORTEST, int(1000 * read_budget(bot).seconds / (1 + n_waiting)))}ms"


def _wait_for(level: str) -> None:
    """Wait until a level is compiled; this process does not compile: it would keep the compiler's memory."""
    while level in waiting():
        time.sleep(LOOK)
