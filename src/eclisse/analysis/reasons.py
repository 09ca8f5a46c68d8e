"""Why a decision is better than another: facts found in the position, each a code with its values.

`reasons` asks the seat's own view alone; compiled functions find them (`strongest`), and here they get their names.
`hindsight` may look at the rest of the record, and is shown apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final

import numpy as np

from eclisse.analysis import strongest
from eclisse.analysis.case import MOST_FOUND, WHY, WHYS, Records
from eclisse.analysis.option import OPTION
from eclisse.analysis.weigh import Option
from eclisse.catalogue.kit import Kit
from eclisse.core.codes import COLOUR_NAMES
from eclisse.notation import Action
from eclisse.views import View

CODES: Final = tuple(WHYS)


@dataclass(frozen=True)
class Reason:
    """One fact: a code and its values, which are ids and numbers."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The reason as JSON."""
        return {"code": self.code, "params": self.params}


def _named(row: Any, kit: Kit) -> Reason:
    """A reason with its names."""
    code = CODES[row["code"]]
    names = {
        "route": kit.names.routes,
        "needed": kit.names.routes,
        "ticket": kit.names.tickets,
        "colour": COLOUR_NAMES,
        "other": COLOUR_NAMES,
    }
    values = zip(WHYS[code], row["values"].tolist(), strict=False)
    return Reason(code, {name: names[name][value] if name in names else value for name, value in values})


def rows_of(options: Sequence[Option]) -> Records:
    """Options as records."""
    rows = np.zeros(len(options), OPTION)
    for row, option in zip(rows, options, strict=True):
        row.action, row.ahead, row.error, row.exact = option.action.number, option.ahead, option.error, option.exact
        row.win[: len(option.win)], row.points[: len(option.points)] = option.win, option.points
    return rows


def _asked(find: Callable[..., int], view: View, options: Sequence[Option], *more: int) -> list[Reason]:
    """What a compiled function finds."""
    out, seat = np.zeros(MOST_FOUND, WHY), 0 if view.seat is None else view.seat
    n = find(view.records, view.kit.board_row, view.kit.rules_row, seat, rows_of(options), *more, out)
    return [_named(row, view.kit) for row in out[:n]]


def find(view: View, better: Option, taken: Option) -> list[Reason]:
    """All that speaks for one decision rather than another, from what the seat knows."""
    return _asked(strongest.find, view, (better, taken))


def reasons(view: View, better: Option, taken: Option) -> list[Reason]:
    """The strongest reasons; the last says what it comes to on average, if that is worth a word."""
    return _asked(strongest.why_better, view, (better, taken))


def what_it_lacks(view: View, option: Option, best: Option) -> list[Reason]:
    """Why a decision is not the best: it is about as good, or what it costs on average; nothing if neither."""
    return _asked(strongest.what_it_lacks, view, (option, best))


def why_hinted(view: View, options: Sequence[Option], place: int) -> list[Reason]:
    """The reasons for one of the decisions of a hint, the best first."""
    return _asked(strongest.why_hinted, view, options, place)


def hindsight(view: View, better: Action, later: Sequence[tuple[int, str]]) -> list[Reason]:
    """Who took a route that was not claimed, and in which of their turns, from the rest of the record."""
    at = next((n for n, (_, text) in enumerate(later) if text == better.text), None)
    if better.kind != "claim" or at is None or later[at][0] == view.seat:
        return []
    taker = later[at][0]
    turns = sum(turn == taker for turn, _ in groupby(actor for actor, _ in later[: at + 1]))
    return [Reason("taken-later", {"route": better.route, "seat": taker, "turns": turns})]
