"""Ask the coach: the best decisions now, with their chances and a reason each, from what the seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from eclisse.analysis.reasons import Reason, reasons
from eclisse.analysis.weigh import Chance, Option, is_same, weigh
from eclisse.notation import Action
from eclisse.views import View

QUICK: Final = 1500  # games played for a hint


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
    verdict = weigh(view, legal, None, iterations, chance)
    first, *others = verdict.best
    others = [option for option in others if not is_same(option.action.text, first.action.text)]
    best = [first, *sorted(others, key=lambda option: -option.win[verdict.seat])]
    rivals = [best[1] if option is best[0] and len(best) > 1 else best[0] for option in best]
    return [Hint(option, tuple(reasons(view, option, rival))) for option, rival in zip(best, rivals, strict=True)]
