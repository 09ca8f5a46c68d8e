"""The mistakes of a game grouped by idea: what a player could do otherwise next time, the costliest first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from eclisse.analysis.review import Judged
from eclisse.analysis.summary import lost
from eclisse.notation import Action

MOST: Final = 3  # ideas that are told of a game
Idea = Literal["draw-tickets", "leave-tickets", "keep", "block", "build", "wait", "route", "card", "pay"]
BUILDING: Final = ("claim", "station", "depot")


@dataclass(frozen=True)
class Advice:
    """One idea with the mistakes that it would have spared."""

    idea: Idea
    loss: float  # chance to win that they gave away together, each at the lower end of its interval
    mistakes: tuple[Judged, ...]  # the costliest first

    def to_dict(self) -> dict[str, Any]:
        """The idea as JSON, with the numbers of its moments."""
        numbers = [judged.moment.number for judged in self.mistakes]
        return {"idea": self.idea, "loss": round(self.loss, 4), "moments": numbers}


def idea_of(taken: Action, better: Action, is_late: bool) -> Idea:
    """What a better decision teaches; `is_late` says that another seat soon took the route it claims."""
    if better.kind == "keep":
        return "keep"
    if "tickets" in (taken.kind, better.kind):
        return "draw-tickets" if better.kind == "tickets" else "leave-tickets"
    if better.kind in ("pay", "take-back"):
        return "pay"
    if better.kind in BUILDING:
        return "block" if is_late else "route" if taken.kind in BUILDING else "build"
    return "wait" if taken.kind in BUILDING else "card"


def ideas(found: Sequence[Judged], seat: int, is_late: Callable[[Judged], bool]) -> list[Advice]:
    """The ideas that would have brought a seat most, at most three; only mistakes beyond the noise count."""
    groups: dict[Idea, list[Judged]] = {}
    for judged in found:
        if judged.moment.seat == seat and judged.verdict.sure:
            idea = idea_of(judged.moment.action, judged.verdict.best[0].action, is_late(judged))
            groups.setdefault(idea, []).append(judged)
    advice = [
        Advice(idea, sum(map(lost, some)), tuple(sorted(some, key=lambda one: (-one.verdict.loss, one.moment.number))))
        for idea, some in groups.items()
    ]
    return sorted(advice, key=lambda one: (-one.loss, one.idea))[:MOST]
