"""The figures of a reviewed game: accuracy, skill and luck.

A seat's share of the win is its fair share, plus what the others gave away, less what it gave away itself, plus luck:
the deal, cards, tickets, tunnels, and all else that nobody decided on purpose. What lies inside the noise counts as
no loss. A mistake counts as the coach estimates it; only accuracy takes the lower end of its interval, in your favour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from eclisse.analysis.review import Judged
from eclisse.analysis.worlds import rounded
from eclisse.core.codes import SURCHARGE
from eclisse.game import Game

SEVERITY: Final = 12.0  # a decision that gave away a tenth of a game counts as e to minus 1.2 of a good one
LUCK: Final = {"take": "cards", "draw": "cards", "tickets": "tickets", "claim": "tunnels", "pay": "tunnels"}


@dataclass(frozen=True)
class Summary:
    """The figures of a reviewed game, one for each seat."""

    result: tuple[float, ...]  # share of the win, or of the chance to it while the game goes on
    accuracy: tuple[float | None, ...]  # None for a seat that was not reviewed
    skill: tuple[float, ...]
    luck: tuple[float, ...]
    luck_parts: tuple[dict[str, float], ...]  # deal, cards, tickets, tunnels: what can be told apart of luck

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON."""
        parts = [{key: round(value, 4) for key, value in one.items()} for one in self.luck_parts]
        return {
            "accuracy": [None if value is None else round(value, 4) for value in self.accuracy],
            "luck": rounded(self.luck),
            "skill": rounded(self.skill),
            "luck_parts": parts,
            "result": rounded(self.result),
        }


def lost(judged: Judged) -> float:
    """The chance to win that a decision gave away for sure: at the lower end of the interval."""
    return max(0.0, judged.verdict.loss - judged.verdict.error) if judged.verdict.sure else 0.0


def given_away(judged: Judged) -> float:
    """The chance to win that a mistake gave away, as it is estimated; nothing where it is none."""
    return judged.verdict.loss if judged.verdict.sure else 0.0


def accuracy(found: Sequence[Judged]) -> float | None:
    """How good some decisions were on average: 1 if none of them gave anything away; None if there were none."""
    weighed = [judged for judged in found if len(judged.moment.legal) > 1]
    return float(np.mean([np.exp(-SEVERITY * lost(judged)) for judged in weighed])) if weighed else None


def win_shares(game: Game, found: Sequence[Judged]) -> tuple[float, ...]:
    """Each seat's share of the win; of a game that goes on, its chance after the last decision."""
    if not game.over:
        return found[-1].verdict.taken.win if found else tuple(1.0 / game.seats for _ in range(game.seats))
    return game.result.win_shares


def luck_parts(found: Sequence[Judged], seat: int, n_seats: int) -> dict[str, float]:
    """The parts of a seat's luck that can be measured: the deal, and what came up in its own turns."""
    parts = {"deal": 0.0, "cards": 0.0, "tickets": 0.0, "tunnels": 0.0}
    own = [judged for judged in found if judged.moment.seat == seat]
    if own:
        parts["deal"] = own[0].verdict.taken.win[seat] + given_away(own[0]) - 1.0 / n_seats
    for before, after in pairwise(found):
        kind = LUCK.get(before.moment.action.kind)
        if kind == "tunnels" and int(after.moment.view.record.phase) != SURCHARGE:
            continue  # nothing came up
        if kind and before.moment.seat == after.moment.seat == seat:
            parts[kind] += after.verdict.taken.win[seat] + given_away(after) - before.verdict.taken.win[seat]
    return parts


def summarise(game: Game, found: Sequence[Judged]) -> Summary:
    """The figures of a game whose decisions were reviewed."""
    n = game.seats
    result = win_shares(game, found)
    given = [sum(given_away(judged) for judged in found if judged.moment.seat == seat) for seat in range(n)]
    skill = [(sum(given) - given[seat]) / (n - 1) - given[seat] for seat in range(n)]
    return Summary(
        result,
        tuple(accuracy([judged for judged in found if judged.moment.seat == seat]) for seat in range(n)),
        tuple(skill),
        tuple(result[seat] - 1.0 / n - skill[seat] for seat in range(n)),
        tuple(luck_parts(found, seat, n) for seat in range(n)),
    )
