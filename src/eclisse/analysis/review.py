"""A whole game, decision by decision; each is weighed by what its seat knew at that moment.

A review comes in looks: a glance at all decisions for the curve, a look at the alternatives of each, and a sharper one
where a mistake is possible. Each look deals its own worlds, so that no luck of one is taken for a finding by the next.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

from eclisse.analysis.weigh import Chance, Verdict, glance, weigh
from eclisse.analysis.worlds import rounded
from eclisse.bots.usual import usual
from eclisse.faults import fault, shown
from eclisse.game import Game, NoSuchSeat
from eclisse.notation import Action
from eclisse.views import View

USUAL: Final = 600  # games for the alternatives of a decision
SHARPER: Final = 6  # times as many where a mistake is possible
GLANCE: Final = 15  # of them, one for the glance
PLAUSIBLE: Final = 0.03  # loss that must be possible to look again
GLANCES, LOOKS, SHARP_LOOKS = range(3)
PARTS: Final = (0.05, 0.55, 0.4)  # of the work that each look is, about


@dataclass(frozen=True)
class Moment:
    """One decision of a record: what the seat saw, what it could do, and what it did."""

    number: int  # decisions made before
    seat: int
    view: View
    legal: tuple[Action, ...]
    action: Action
    turn: int  # of the seat, counted from 1; 0 before the first


@dataclass(frozen=True)
class Judged:
    """A moment with its verdict."""

    moment: Moment
    verdict: Verdict
    look: int = GLANCES

    def to_dict(self) -> dict[str, Any]:
        """The moment as JSON."""
        moment, verdict = self.moment, self.verdict
        return {
            "number": moment.number,
            "seat": moment.seat,
            "turn": moment.turn,
            "action": moment.action.text,
            "win": rounded(verdict.taken.win),
            "points": rounded(verdict.taken.points, 1),
            "best": [option.to_dict() for option in verdict.best],
            "loss": round(verdict.loss, 4),
            "error": round(verdict.error, 4),
            "sure": verdict.sure,
            "exact": verdict.exact,
        }


def moments(record: dict[str, Any], seat: int | None = None) -> Iterator[Moment]:
    """The decisions of a record, of one seat or of all."""
    played = Game.replay(record)
    game = Game.replay(record, until=0)
    if seat is not None and not 0 <= seat < game.seats:
        raise NoSuchSeat(fault("seat-expected", "seat", last=game.seats - 1, value=shown(seat)))
    for number, (actor, text) in enumerate(played.actions):
        legal = game.legal(actor)
        action = next(one for one in legal if one.text == text)
        if seat is None or seat == actor:
            state = game.state
            turn = int(state.turns) // game.seats + 1 if state.to_move >= 0 else 0
            view = game.view(actor)
            weighed = tuple(dict.fromkeys((*usual(view, legal), action)))
            yield Moment(number, actor, view, weighed, action, turn)
        game.play(actor, action)


def judge(moment: Moment, look: int, iterations: int = USUAL, seed: int = 0, threads: int = 1) -> Judged:
    """Look at one moment; `iterations` is the number of games for a usual look."""
    chance = Chance(seed, 3 * moment.number + look, threads)
    if look == GLANCES or len(moment.legal) == 1:
        n = max(iterations // GLANCE, 2)
        return Judged(moment, glance(moment.view, moment.action, n, chance), look)
    n = iterations * SHARPER if look == SHARP_LOOKS else iterations
    return Judged(moment, weigh(moment.view, moment.legal, moment.action, n, chance), look)


def is_worth_another_look(judged: Judged) -> bool:
    """Whether a sharper look could call the decision a mistake; what is exact cannot become sharper."""
    verdict = judged.verdict
    return judged.look == LOOKS and not verdict.exact and verdict.gap > 0.0 and verdict.gap + verdict.error > PLAUSIBLE


@dataclass(frozen=True)
class Effort:
    """How hard to look, and with how many threads, which change only the speed."""

    iterations: int = USUAL
    seed: int = 0
    threads: int = 1

    def spread_over(self, n: int, total: int) -> "Effort":
        """The same, with a total number of games shared among n decisions; 0 changes nothing."""
        return replace(self, iterations=max(2, total // (2 * max(1, n)))) if total else self


def judge_all(found: Sequence[Moment], look: int, effort: Effort = Effort()) -> Iterator[Judged]:  # noqa: B008 - frozen
    """Look at moments, several at a time, and give each verdict as soon as those before it are there."""

    def work(moment: Moment) -> Judged:
        return judge(moment, look, effort.iterations, effort.seed)

    if effort.threads == 1:
        yield from map(work, found)
        return
    with ThreadPoolExecutor(effort.threads) as pool:
        for start in range(0, len(found), 4 * effort.threads):  # who stops listening waits for a few at most
            yield from pool.map(work, found[start : start + 4 * effort.threads])


def review(
    found: Sequence[Moment],
    effort: Effort = Effort(),  # noqa: B008 - frozen
    step: Callable[[int], object] = lambda _: None,
) -> list[Judged]:
    """Every moment with the verdict of the sharpest look it needs; `step` is told of moments as they are done."""
    result: dict[int, Judged] = {}
    for judged in judge_all(found, LOOKS, effort):
        result[judged.moment.number] = judged
        step(0 if is_worth_another_look(judged) else 1)
    again = [judged.moment for judged in result.values() if is_worth_another_look(judged)]
    for judged in judge_all(again, SHARP_LOOKS, effort):
        result[judged.moment.number] = judged
        step(1)
    return list(result.values())
