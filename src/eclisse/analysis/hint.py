"""Ask the coach: the best decisions now, with their chances and a reason each, from what the seat knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from eclisse.analysis.reasons import Reason, on_its_own, reasons, what_it_lacks
from eclisse.analysis.weigh import Chance, Option, compare, is_same, weigh
from eclisse.notation import Action
from eclisse.views import View

QUICK: Final = 1500  # games played to find the decisions of a hint …
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
    found: dict[str, Action] = {}
    for option in weigh(view, legal, None, iterations, chance).best:
        if not any(is_same(option.action.text, other) for other in found):
            found[option.action.text] = option.action
    first, *others = compare(view, list(found.values()), max(1, iterations // SHARE), chance)
    why = reasons(view, first, others[0]) if others else []
    if not why:  # nothing tells it from the second: what speaks for both
        why = on_its_own(view, first) or (what_it_lacks(view, others[0], first) if others else [])
    return [Hint(first, tuple(why)), *(Hint(option, _why(view, option, first)) for option in others)]


def _why(view: View, option: Option, best: Option) -> tuple[Reason, ...]:
    """What speaks for a decision beside the best, or at least why it is not the best."""
    return tuple(reasons(view, option, best) or what_it_lacks(view, option, best))
