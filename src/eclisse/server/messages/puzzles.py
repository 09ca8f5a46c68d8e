"""Puzzles, typed; the OpenAPI document is made from these too. Only a verdict knows the answer."""

from typing import Annotated, Final

from pydantic import Field

from eclisse.server.messages.base import Message, Seat
from eclisse.server.messages.bodies import Paths, Words
from eclisse.server.messages.protocol import MAX_ACTION, Update

TOGETHER: Final = 2000  # answers in one request
PuzzleNumber = Annotated[int, Field(ge=1, lt=1_000_000)]
PuzzleNumbers = Annotated[list[PuzzleNumber], Field(max_length=TOGETHER)]


class PuzzleRow(Message):
    """A puzzle in the list."""

    number: int
    game: str
    modules: list[str]
    seats: int
    difficulty: int  # how many of the bots that tried it miss it


class Puzzles(Message):
    """All puzzles, and the one of the day for everybody."""

    day: str  # such as 2026-11-16, UTC
    today: int
    bots: int  # how many have tried each puzzle
    puzzles: list[PuzzleRow]


class Puzzle(PuzzleRow):
    """A position as the seat sees it that is to decide."""

    seat: Seat
    names: list[str]
    update: Update
    paths: Paths


class PuzzleAnswer(Message):
    """What you would do; nothing asks for the solution."""

    action: Annotated[str, Field(min_length=1, max_length=MAX_ACTION)] | None = None


class PuzzleOption(Message):
    """A decision, and what it leaves of the chance to win."""

    action: str
    says: Words
    win: float
    behind: float  # the best one, in chances to win …
    error: float  # … and half the interval of that


class Verdict(Message):
    """What the coach says to an answer."""

    right: bool
    loss: float | None  # chance to win that the answer gives away; None: no answer was given
    at_least: bool  # it gives away as much or more
    options: list[PuzzleOption]  # the best ones, the best first
    why: list[Words]
    routes: list[str]  # what is lit on the board
    cities: list[str]
    found: int  # how many of the bots decide right


class Answered(Message):
    """The puzzles you have tried: those you solved, and those you missed."""

    right: PuzzleNumbers
    wrong: PuzzleNumbers
