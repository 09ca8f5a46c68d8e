"""A reviewed game as a whole: the JSON of `eclisse analyse --json`, and the sentences about its costliest decisions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from eclisse.analysis.ideas import Advice, ideas
from eclisse.analysis.reasons import Reason, hindsight, reasons
from eclisse.analysis.review import Effort, Judged, moments, review
from eclisse.analysis.summary import Summary, summarise
from eclisse.analysis.words import Speaker, text
from eclisse.game import Game
from eclisse.positions.write import row_out


@dataclass(frozen=True)
class Report:
    """A game, its decisions with their verdicts, and its figures."""

    game: Game
    judged: list[Judged]
    summary: Summary

    def own_curve(self, seat: int) -> list[tuple[int, float]]:
        """A seat's chance after each of its own decisions, as it could know it, and its share of the win at the end."""
        own = [one for one in self.judged if one.moment.seat == seat]
        curve = [(one.moment.number, one.verdict.taken.win[seat]) for one in own]
        return [*curve, (len(self.game.actions), self.summary.result[seat])] if own else []

    def why(self, judged: Judged) -> list[Reason]:
        """Why the best alternative was better, from what the seat knew."""
        return reasons(judged.moment.view, judged.verdict.best[0], judged.verdict.taken) if judged.verdict.sure else []

    def later(self, judged: Judged) -> list[Reason]:
        """Reasons that only the rest of the game showed."""
        if not judged.verdict.sure:
            return []
        rest = self.game.actions[judged.moment.number + 1 :]
        return hindsight(judged.moment.view, judged.verdict.best[0].action, rest)

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON; reasons are codes with values."""
        rows = [
            {
                **judged.to_dict(),
                "reasons": [reason.to_dict() for reason in self.why(judged)],
                "hindsight": [reason.to_dict() for reason in self.later(judged)],
            }
            for judged in self.judged
        ]
        head = {"game": self.game.kit.game, "modules": list(self.game.kit.modules), "seats": list(self.game.names)}
        advice = [[one.to_dict() for one in self.ideas(seat)] for seat in range(self.game.seats)]
        return {**head, "moments": rows, **self.summary.to_dict(), "ideas": advice}

    def ideas(self, seat: int) -> list[Advice]:
        """What a seat can learn from its mistakes."""
        return ideas(self.judged, seat, lambda judged: bool(self.later(judged)))

    def mistakes(self, seat: int) -> list[str]:
        """The ideas that would have brought a seat most, in words, each with its costliest decision."""
        return [self._advice(one) for one in self.ideas(seat)]

    def _advice(self, advice: Advice) -> str:
        """One idea in words."""
        n, points = len(advice.mistakes), round(100 * advice.loss)
        head = text(f"idea-{advice.idea}")
        if n > 1:
            head = text("times", idea=head, n=n, points=points)
        return f"{head} {self.mistake(advice.mistakes[0])}"

    def mistake(self, judged: Judged) -> str:
        """One decision that cost something."""
        moment, verdict, speaker = judged.moment, judged.verdict, Speaker(self.game.kit.spec, self.game.names)
        offer = row_out(moment.view.record["offer"][moment.seat], moment.view.kit.names.tickets)
        cost = text(
            "mistake" if moment.turn else "setup",
            turn=moment.turn,
            taken=speaker.action(moment.action, offer),
            loss=round(100 * verdict.loss),
            margin=text("exact") if verdict.exact else text("margin", error=round(100 * verdict.error)),
            better=speaker.action(verdict.best[0].action, offer),
        )
        why, later = speaker.because("because", self.why(judged)), speaker.because("later", self.later(judged))
        return " ".join(filter(None, (cost, why, later)))


def analyse(
    record: dict[str, Any],
    seat: int | None = None,
    effort: Effort = Effort(),  # noqa: B008 - frozen
    total: int = 0,
    step: Callable[[int, int], object] = lambda _done, _all: None,
) -> Report:
    """Review a record, of one seat or of all; `total` shares a number of games among all its decisions."""
    game, found = Game.replay(record), list(moments(record, seat))
    judged = review(found, effort.spread_over(len(found), total), lambda n: step(n, len(found)))
    return Report(game, judged, summarise(game, judged))
