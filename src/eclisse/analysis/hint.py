"""Ask the coach: the best decisions now, with their chances and a reason each, from what the seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from eclisse.analysis.reasons import Reason, rows_of, why_hinted
from eclisse.analysis.weigh import Chance, Option, compare, weigh
from eclisse.analysis.weighing import distinct
from eclisse.notation import Action
from eclisse.views import View

QUICK: Final = 600  # games played to find the decisions of a hint …
SHARE: Final = 4  # … and a fourth as many with each of them, for its chance


@dataclass(frozen=True)
class Hint:
    """One decision that the coach would weigh."""

    option: Option
    reasons: tuple[Reason, ...]

    def to_dict(self) -> dict[str, Any]:
        """The hint as JSON."""
        return {**self.option.to_dict(), "reasons": [reason.to_dict() for reason in self.reasons]}


def hint(
    view: View,
    legal: Sequence[Action],
    iterations: int = QUICK,
    chance: Chance = Chance(),  # noqa: B008 - frozen
) -> list[Hint]:
    """The best decisions, the best first; reasons compare the first with the second, the others with the first."""
    best = weigh(view, legal, None, iterations, chance).best
    numbers, by_number = np.empty(len(best), np.int64), {option.action.number: option.action for option in best}
    n = distinct(view.kit.board_row, rows_of(best), numbers)
    ranked = compare(view, [by_number[int(number)] for number in numbers[:n]], max(1, iterations // SHARE), chance)
    return [Hint(option, tuple(why_hinted(view, ranked, place))) for place, option in enumerate(ranked)]
