"""One decision, weighed: its alternatives are tried in the same worlds, in rounds that keep the better half.

Even worlds choose the best alternative, odd ones say what it is worth: otherwise the luckiest would look best. What a
decision lost is the mean difference between the two in the same odd worlds, with an interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from eclisse.analysis.worlds import Values, half_interval, means, rounded, worlds_of
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.plans import PLAN
from eclisse.bots.tree import list_options, new_trials
from eclisse.bots.usual import usual
from eclisse.bots.worlds import Outcomes, Worlds
from eclisse.core.actions import N_ACTIONS
from eclisse.core.records import MAX_SEATS
from eclisse.notation import Action
from eclisse.views import View

LIKED: Final = 3  # actions of the network's liking that are weighed too …
LEAST: Final = 0.05  # … if it gives them such a chance
SHOWN: Final = 3  # alternatives that a verdict names
FRESH: Final = 1_000_000  # number of the first world that no round of `weigh` has used
LEAST_LOSS: Final = 0.01  # chance to win below which nothing is called a mistake


@dataclass(frozen=True)
class Option:
    """One way to decide, with chances and points of every seat."""

    action: Action
    win: tuple[float, ...]
    points: tuple[float, ...]
    ahead: float  # how far the deciding seat's chance is above that of the decision taken
    error: float  # half of the interval around `ahead`

    def to_dict(self) -> dict[str, Any]:
        """The option as JSON."""
        return {
            "action": self.action.text,
            "win": rounded(self.win),
            "points": rounded(self.points, 1),
            "ahead": round(self.ahead, 4),
            "error": round(self.error, 4),
        }


@dataclass(frozen=True)
class Verdict:
    """What was found out about one decision."""

    seat: int
    taken: Option  # the decision that was taken; where none was, the one of the seat's plan
    best: tuple[Option, ...]  # the best ones first; the decision taken is among them if it is as good
    worlds: int  # in which the first of them was tried

    @property
    def gap(self) -> float:
        """What the decision lost, as far as can be told: noise may make it negative."""
        return self.best[0].ahead

    @property
    def loss(self) -> float:
        """The chance to win that the decision gave away."""
        return max(0.0, self.gap)

    @property
    def error(self) -> float:
        """Half of the interval around the loss."""
        return self.best[0].error

    @property
    def sure(self) -> bool:
        """Whether the loss is beyond the noise."""
        return self.gap - self.error > 0.0 and self.gap >= LEAST_LOSS


def is_same(action: str, other: str) -> bool:
    """Whether two decisions come to the same: they are equal, or claim two tracks of one route."""
    return action == other or (action.startswith("claim") and action.partition(".")[0] == other.partition(".")[0])


def candidates(worlds: Worlds, view: View, legal: Sequence[Action], taken: Action | None) -> list[Action]:
    """The decisions to be weighed: the one taken or planned, then those worth trying, then what the network likes."""
    by_number = {action.number: action for action in legal}
    out = np.empty(N_ACTIONS, np.int16)
    n = list_options(worlds.question, worlds.key, new_trials(), np.zeros(MAX_SEATS, PLAN), out)
    chances = think(load_brain(), view, list(by_number)).chances[0]
    if taken is not None:
        by_number[taken.number] = taken
    numbers = [] if taken is None else [taken.number]
    numbers += out[:n].tolist()
    numbers += [int(k) for k in np.argsort(-chances, kind="stable")[:LIKED] if chances[k] >= LEAST]
    return [by_number[number] for number in dict.fromkeys(numbers) if number in by_number]


@dataclass(frozen=True)
class Chance:
    """Which random worlds are used: the same numbers give the same answer, on any number of threads."""

    seed: int = 0
    number: int = 0  # tells decisions of one game apart
    threads: int = 1


def weigh(
    view: View,
    legal: Sequence[Action],
    taken: Action | None = None,
    iterations: int = 1000,
    chance: Chance = Chance(),  # noqa: B008 - frozen
    every: bool = False,
) -> Verdict:
    """Weigh a decision by so many games played to their end; `every` legal one, or those that good players weigh."""
    worlds, legal = worlds_of(view, chance.seed, chance.number), usual(view, legal)
    if every or len(legal) == 1:
        options = list(dict.fromkeys((*(() if taken is None else (taken,)), *legal)))
    else:
        options = candidates(worlds, view, legal, taken)
    tried = _Rounds(worlds, options)
    n_rounds = max(1, int(np.ceil(np.log2(len(options)))))
    for _ in range(n_rounds):
        tried.grow(max(1, iterations // (2 * n_rounds * len(tried.active))), chance.threads)
        tried.halve()
    return tried.verdict(max(worlds.question.seat, 0))


def glance(view: View, taken: Action, iterations: int, chance: Chance = Chance()) -> Verdict:  # noqa: B008 - frozen
    """Only the chances after a decision, without its alternatives."""
    worlds = worlds_of(view, chance.seed, chance.number)
    tried = _Rounds(worlds, [taken])
    tried.grow(max(1, iterations // 2), chance.threads)
    return tried.verdict(max(worlds.question.seat, 0))


def compare(view: View, actions: Sequence[Action], n: int, chance: Chance = Chance()) -> list[Option]:  # noqa: B008 - frozen
    """Some decisions in n worlds that did not choose them, the best first; the others are compared with it."""
    worlds = worlds_of(view, chance.seed, chance.number)
    found, seat = worlds.try_out([action.number for action in actions], FRESH, n, chance.threads), worlds.question.seat
    order = np.argsort(-found.wins[:, :, seat].mean(axis=0), kind="stable")
    ahead = found.wins[:, :, seat] - found.wins[:, order[:1], seat]
    return [
        Option(
            actions[i],
            means(found.wins[:, i]),
            means(found.points[:, i]),
            float(ahead[:, i].mean()),
            half_interval(ahead[:, i]) if i != order[0] else 0.0,
        )
        for i in order
    ]


class _Rounds:
    """Options tried in the same worlds; the first is what the others are compared with, and always goes on."""

    def __init__(self, worlds: Worlds, options: list[Action]) -> None:
        self._worlds, self._options, self._n = worlds, options, 0
        self._found: list[list[tuple[Values, Values]]] = [[] for _ in options]
        self.active = list(range(len(options)))

    def grow(self, pairs: int, threads: int) -> None:
        """Try the active options in so many pairs of worlds more."""
        numbers = [self._options[i].number for i in self.active]
        found: Outcomes = self._worlds.try_out(numbers, self._n, 2 * pairs, threads)
        for column, i in enumerate(self.active):
            self._found[i].append((found.wins[:, column], found.points[:, column]))
        self._n += 2 * pairs

    def _of(self, i: int) -> tuple[Values, Values]:
        """Wins and points of an option in all its worlds."""
        wins, points = zip(*self._found[i], strict=True)
        return np.concatenate(wins), np.concatenate(points)

    def _lead(self, i: int, seat: int) -> float:
        """How far an option is ahead of the first in even worlds."""
        wins, _ = self._of(i)
        first, _ = self._of(0)
        return float((wins[::2, seat] - first[: len(wins) : 2, seat]).mean())

    def _rank(self, among: Sequence[int], seat: int) -> list[int]:
        """Options by how long they stayed in the running, then by their lead."""
        return sorted(among, key=lambda i: (-len(self._found[i]), -self._lead(i, seat), i))

    def halve(self) -> None:
        """Go on with the better half, and with the first."""
        seat = max(self._worlds.question.seat, 0)
        better = self._rank(self.active, seat)[: (len(self.active) + 1) // 2]
        self.active = sorted({0, *better})

    def _option(self, i: int, seat: int) -> Option:
        """What is known of an option: its chances are those of the first and the difference in odd worlds."""
        wins, points = self._of(i)
        first_wins, first_points = self._of(0)
        more = wins[1::2] - first_wins[1 : len(wins) : 2]
        more_points = points[1::2] - first_points[1 : len(points) : 2]
        base, base_points = means(first_wins), means(first_points)
        return Option(
            self._options[i],
            tuple(min(1.0, max(0.0, a + b)) for a, b in zip(base, means(more), strict=True)),
            tuple(a + b for a, b in zip(base_points, means(more_points), strict=True)),
            float(more[:, seat].mean()),
            half_interval(more[:, seat]) if i else 0.0,
        )

    def verdict(self, seat: int) -> Verdict:
        """The first option and the best ones."""
        ranked = self._rank(range(len(self._options)), seat)
        best = [self._option(i, seat) for i in ranked[:SHOWN]]
        return Verdict(seat, self._option(0, seat), tuple(best), len(self._of(ranked[0])[0]))
