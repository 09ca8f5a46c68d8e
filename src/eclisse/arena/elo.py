"""Ratings on the scale of chess: the likeliest ones, given who came out ahead of whom, with their 95% intervals.

Four hundred points more mean that a bot comes out ahead ten times as often as the other (Bradley and Terry). The games
of one deal are not independent of each other, so the intervals are made from what whole deals say.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.arena.ratings import Z95, wilson

SCALE: Final = 400 / math.log(10)  # points of rating in which the odds grow by e
STEPS: Final = 100  # more than it ever takes
LONGEST: Final = 2.0  # step, so that none leaps over the best place
Floats = npt.NDArray[np.float64]
Matrix = npt.NDArray[np.floating[Any]]  # what NumPy calls an inverse
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Meetings:
    """Two bots at one table, again and again: in which deal, who (places in a list of bots), and how it went."""

    deals: Ints
    first: Ints
    second: Ints
    ahead: Floats  # 1: the first came out ahead, 0: the second, 0.5: neither


@dataclass(frozen=True)
class Rated:
    """A rating and its interval; without a rating at most one end is known, because a bot won or lost everything."""

    rating: float | None
    low: float | None
    high: float | None


def joined(parts: Sequence[Meetings]) -> Meetings:
    """Several meetings as one."""
    columns = ((part.deals, part.first, part.second, part.ahead) for part in parts)
    return Meetings(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def rate(bots: Sequence[str], met: Meetings, anchor: str, at: float) -> dict[str, Rated]:
    """The ratings of all bots; that of the anchor is given."""
    n, fixed = len(bots), bots.index(anchor)
    wins = np.zeros((n, n))
    np.add.at(wins, (met.first, met.second), met.ahead)
    np.add.at(wins, (met.second, met.first), 1 - met.ahead)
    free = _comparable(wins, fixed)
    strengths, inverse = _likeliest(wins, free, fixed)
    errors = _errors(met, strengths, inverse, free, fixed)
    found = {fixed: Rated(at, at, at)}
    for i, error in zip(free, errors, strict=True):
        rating, half = at + SCALE * strengths[i], SCALE * Z95 * error
        found[i] = Rated(rating, rating - half, rating + half)
    known = {i: at + SCALE * strengths[i] for i in (fixed, *free)}
    return {name: found.get(i) or _bounds(wins, i, known) for i, name in enumerate(bots)}


def _comparable(wins: Floats, fixed: int) -> list[int]:
    """The other bots that wins link with the anchor in both directions: only they have a finite rating."""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for _ in range(len(wins)):
        reach = reach @ reach
    return [int(i) for i in np.nonzero(reach[fixed] & reach[:, fixed])[0] if i != fixed]


def _likeliest(wins: Floats, free: list[int], fixed: int) -> tuple[Floats, Matrix]:
    """The strengths under which these wins are likeliest, the anchor's being 0, and the inverse of the curvature."""
    inside, strengths = np.zeros(len(wins)), np.zeros(len(wins))
    inverse: Matrix = np.eye(len(free))
    inside[[fixed, *free]] = 1
    counted = wins * np.outer(inside, inside)
    games = counted + counted.T
    for _ in range(STEPS if free else 0):
        chance = _chance(strengths[:, None], strengths[None])
        weight = games * chance * (1 - chance)
        curve = np.diag(weight.sum(axis=1)) - weight
        inverse = np.linalg.inv(curve[np.ix_(free, free)])
        step = inverse @ (counted - games * chance)[free].sum(axis=1)
        strengths[free] += np.clip(step, -LONGEST, LONGEST)
        if np.abs(step).max() < 1e-9:
            break
    return strengths, inverse


def _chance(own: Floats, other: Floats) -> Floats:
    """How likely one strength comes out ahead of another."""
    found: Floats = 1 / (1 + np.exp(other - own))
    return found


def _errors(met: Meetings, strengths: Floats, inverse: Matrix, free: list[int], fixed: int) -> Floats:
    """The standard error of each free strength, from how much single deals pull at it."""
    inside = np.isin(met.first, [fixed, *free]) & np.isin(met.second, [fixed, *free])
    first, second = met.first[inside], met.second[inside]
    surprise = met.ahead[inside] - _chance(strengths[first], strengths[second])
    deals, place = np.unique(met.deals[inside], return_inverse=True)
    pull = np.zeros((len(deals), len(strengths)))
    np.add.at(pull, (place, first), surprise)
    np.add.at(pull, (place, second), -surprise)
    moved = pull[:, free] @ inverse
    errors: Floats = np.sqrt((moved * moved).sum(axis=0))
    return errors


def _bounds(wins: Floats, bot: int, known: Mapping[int, float]) -> Rated:
    """A bound for a bot that won, or lost, every game against the rated ones."""
    low: list[float] = []
    high: list[float] = []
    for other, rating in known.items():
        won, lost = float(wins[bot, other]), float(wins[other, bot])
        worst, best = wilson(won, round(won + lost))
        if won and not lost:
            low.append(rating + _points(worst))
        if lost and not won:
            high.append(rating + _points(best))
    return Rated(None, max(low, default=None), min(high, default=None))


def _points(share: float) -> float:
    """By how much a rating is higher if so large a share is won."""
    return SCALE * math.log(share / (1 - share))
