"""How things look in a terminal: the console, cards by colour and name, routes by what they cost."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from eclisse.boards.model import Board
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE
from eclisse.vocabulary import Vocabulary, worded

WILD: Final = COLOUR_NAMES[LOCOMOTIVE]
CARD_MOVES: Final = ("take ", "pay ")
CARD_STYLES: Final = {
    "pink": "black on #ff87d7",
    "blue": "white on #005fd7",
    "orange": "black on #ff8700",
    "white": "black on #eeeeee",
    "green": "white on #008700",
    "yellow": "black on #ffd700",
    "black": "white on #303030",
    "red": "white on #d70000",
    "locomotive": "bold black on #5fd7d7",
    "gray": "white on #6c6c6c",
}


def make_console(stderr: bool = False) -> Console:
    """A console that prints exactly what it is given; NO_COLOR is honoured by Rich itself."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def card(name: str, label: str = "") -> Text:
    """A card, by its colour and in words."""
    return Text(f" {label or name} ", CARD_STYLES.get(name, ""))


def called(name: str, words: Vocabulary) -> str:
    """The game's name for a card of a colour."""
    return worded("[locomotive]", words) if name == WILD else name


def said_move(text: str, words: Vocabulary) -> str:
    """A move as the game says it: `take bicycle` for `take locomotive`."""
    return re.sub(rf"\b{WILD}\b", called(WILD, words), text) if text.startswith(CARD_MOVES) else text


def typed_move(text: str, words: Vocabulary) -> str:
    """A move that was typed in the game's words, as the engine takes it."""
    own = re.escape(called(WILD, words).lower())
    return re.sub(rf"\b{own}\b", WILD, text) if text.startswith(CARD_MOVES) else text


def join(parts: Sequence[Text], between: str = " ") -> Text:
    """Pieces of text in a row."""
    return Text(between).join(parts)


def cards(counts: Mapping[str, int], words: Vocabulary, between: str = " ") -> Text:
    """Counted cards in the usual order: ` 2 red ` ` 1 locomotive `."""
    shown = [card(name, f"{counts[name]} {called(name, words)}") for name in COLOUR_NAMES if counts.get(name)]
    return join(shown, between) if shown else Text("none", "dim")


def route_kind(board: Board, route_id: str) -> Text:
    """A route's colour and length, and whether it is a ferry, a tunnel or a subway."""
    route = next(route for route in board.routes if route.id == route_id)
    extra = [f"ferry {route.locomotives}"] if route.locomotives else []
    extra += ["tunnel"] if route.tunnel else []
    extra += ["subway"] if route.subway else []
    label = card(route.colour, f"{route.length} {route.colour}")
    return Text.assemble(label, f" {', '.join(extra)}" if extra else "")


def ticket_points(worth: Any, points: int) -> str:
    """The value of a ticket; of one that leads to countries, all its values."""
    return "/".join(str(value) for value in sorted({value for _, value in worth})) if worth else str(points)
