"""Puzzles: positions from bot games in which one decision is clearly best; those of the package are data."""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from eclisse.analysis.reasons import Reason, reasons
from eclisse.analysis.weigh import Option, is_same
from eclisse.catalogue.kit import open_kit
from eclisse.faults import Faulty, fault, shown
from eclisse.game import Game
from eclisse.notation import parse_action
from eclisse.views import View

FILE: Final = Path(__file__).parent / "data" / "puzzles.jsonl.gz"
PRICE: Final = ("length", "colour", "locomotives", "tunnel", "kind")  # of a route
FIRST_DAY: Final = date(2026, 1, 1)
STRIDE: Final = 37  # puzzles from one day to the next, so that neighbours are unlike; no divisor of their number


class NoPuzzle(Faulty):
    """A puzzle that there is not."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who is to decide, and what was found out about it."""

    number: int
    position: dict[str, Any]
    seat: int
    options: tuple[dict[str, Any], ...]  # the best first, each as `Option.to_dict` gives it
    found_by: tuple[str, ...]  # the bots that decide right

    @property
    def difficulty(self) -> int:
        """How many of the levels miss it, from 0."""
        return len(LEVELS) - len(self.found_by)

    @property
    def answer(self) -> str:
        """The best decision."""
        return str(self.options[0]["action"])

    def game(self) -> Game:
        """The game at this moment."""
        return Game.from_position(self.position)

    def view(self) -> View:
        """The position as the seat sees it."""
        return self.game().view(self.seat)

    def loss(self, action: str) -> float | None:
        """The chance to win that a decision gives away; None if it is not among those kept.

        The other track of the answer's route gives nothing away if it is like it, or came out as good when compared.
        """
        alike = self._alike(action)
        found = next((option for option in self.options if self._alike(option["action"]) == alike), None)
        if found is None:
            return None
        is_as_good = is_same(action, self.answer) and found["ahead"] + found["error"] >= 0.0
        best: float = self.options[0]["win"][self.seat]
        return 0.0 if is_as_good else best - found["win"][self.seat]

    @cached_property
    def choices(self) -> tuple[dict[str, Any], ...]:
        """The decisions that are told, the answer and then its rivals: no second track of the answer's route."""
        rivals = [row for row in self.options if not is_same(row["action"], self.answer)]
        rows = {self._alike(row["action"]): row for row in reversed(rivals)}
        return (self.options[0], *reversed(rows.values()))

    def _alike(self, action: str) -> tuple[object, ...]:
        """A value that is the same for decisions that come to the same: claims of like tracks."""
        kit = open_kit(self.position["game"], self.position["modules"])
        one = parse_action(action, kit)
        if one.kind != "claim" or one.route is None:
            return (action,)
        route, board = kit.route_index[one.route], kit.board
        return (board.a[route], board.b[route], *(board[part][route] for part in PRICE))

    @property
    def worst_loss(self) -> float:
        """The loss of the worst decision that was kept: any other loses as much or more."""
        losses = (self.loss(str(option["action"])) for option in self.options)
        return max(loss for loss in losses if loss is not None)

    def why(self) -> list[Reason]:
        """Why the answer is better than the next best decision."""
        view = self.view()
        best, rival = (_option(view, row) for row in self.choices[:2])
        return reasons(view, best, rival)

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as it is kept."""
        head = {"position": self.position, "seat": self.seat}
        return {**head, "options": list(self.options), "found_by": list(self.found_by)}


LEVELS: Final = ("greedy", "path", "planner", "learned", "search@1500")  # who tries each puzzle


def _option(view: View, row: dict[str, Any]) -> Option:
    """An option as it was kept."""
    action = parse_action(row["action"], view.kit)
    return Option(action, tuple(row["win"]), tuple(row["points"]), row["ahead"], row["error"])


def read(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, numbered from 1."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return tuple(
        Puzzle(number, row["position"], row["seat"], tuple(row["options"]), tuple(row["found_by"]))
        for number, row in enumerate(rows, 1)
    )


def write(file: Path, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles, the same bytes every time."""
    text = "".join(json.dumps(one.to_dict(), separators=(",", ":"), ensure_ascii=False) + "\n" for one in puzzles)
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the package."""
    return read(FILE)


def puzzle(number: int) -> Puzzle:
    """A puzzle by its number."""
    known = all_puzzles()
    if not 1 <= number <= len(known):
        raise NoPuzzle(fault("number-expected", "puzzle", low=1, high=len(known), value=shown(number)))
    return known[number - 1]


def of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody."""
    known = all_puzzles()
    return known[(day - FIRST_DAY).days * STRIDE % len(known)]
