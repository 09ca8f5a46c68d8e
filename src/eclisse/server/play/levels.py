"""The bots at tables: the player behind each level, its names and chance, and which levels people must wait for."""

import time
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Final, Literal

from eclisse.bots import LEVELS, Key, make_bot, read_budget
from eclisse.bots.styles import CHANCE, NAMES, STYLES
from eclisse.bots.usual import usual
from eclisse.game import Game
from eclisse.jit.folders import PACKAGE, fingerprint, is_compiled
from eclisse.notation import key_from_seed, key_text
from eclisse.server.messages import unlike
from eclisse.server.model import SeatRow

Level = Literal["beginner", "easy", "medium", "hard", "very-hard", "expert"]


FILL: Final = "medium"  # on a free seat
STAND_IN: Final = "easy"  # for a player whose time is up, who is away or has given up: nobody gains by that
SLOW: Final = ("very-hard", "expert")  # levels that ask the network: they share a thread, and its time
SHORTEST: Final = 100  # milliseconds below which it does not pay to look ahead
LATER: Final = SLOW  # levels that a first game can do without: compiled while people play
UNCHECKED: Final = SLOW  # levels whose decisions depend on the machine: on its clock, or on how it rounds
LOOK: Final = 0.5  # seconds between two looks at whether they are ready


@cache
def code_of_bots() -> str:
    """The version of the bots: the same code decides the same with the same chance."""
    digest = sha256()
    for package in ("core", "features", "bots"):
        for path in sorted((PACKAGE / package).rglob("*.py")):
            digest.update(fingerprint(path))
    return digest.hexdigest()[:16]


def waiting() -> list[str]:
    """The levels that are still being compiled."""
    return [] if is_compiled() else list(LATER)


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
    return style if style and is_compiled() else seat.level or STAND_IN


def chance_of(game: Game, seat: int) -> Key:
    """The chance of a bot's next decision: it follows from the deal's key, so that it can be checked after the game.

    The seat's own decisions are counted, since at the start others may choose their tickets meanwhile.
    """
    number = sum(one == seat for one, _ in game.actions)
    text = "\n".join([CHANCE, key_text(game.states["key"][0]), str(seat), str(number)])
    return key_from_seed(sha256(text.encode()).hexdigest()[:32])


def choose(game: Game, seat: int, level: str, n_waiting: Callable[[], int] = lambda: 0) -> str:
    """A bot's decision for a seat, from its view alone and with its chance; it is shorter if others wait for it."""
    legal = usual(game.view(seat), game.legal(seat))
    if len(legal) == 1:
        return legal[0].text
    while level in waiting():  # this process does not compile: it would keep the compiler's memory
        time.sleep(LOOK)
    bot = make_bot(in_time(LEVELS.get(level, level), n_waiting()), chance_of(game, seat))
    return bot.choose(game.view(seat), legal).text


def in_time(bot: str, n_waiting: int) -> str:
    """A bot with its share of the time, if it has a budget; without any if its share would be too short."""
    name, _, budget = bot.partition("@")
    share = int(1000 * read_budget(bot).seconds / (1 + n_waiting)) if budget else 0
    return name if share < SHORTEST else f"{name}@{share}ms"
