"""All that `search` knows of one decision, in one record, and the compiled functions that go on with it.

Whoever asks only minds the clock: `begin_search` lists the candidates, `grow` tries them in worlds more, `halve` ends a
round, and `best` is the decision found. TREES trees grow one beside the other, whoever grows them.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.plans import PLAN
from eclisse.bots.tree import MAX_NODES, NODE, TRIAL, Options, Question, Tree, list_options, try_out
from eclisse.bots.tuning import USUAL
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.records import MAX_SEATS, Record, record
from eclisse.jit.compiled import compiled

TREES: Final = 4  # grown one beside the other
DOUBT: Final = 2.0  # standard errors by which a decision must be better than the plan's own

Keys = npt.NDArray[np.uint64]

FOREST: Final = record(
    [
        ("actions", "i2", N_ACTIONS),  # the candidates, the plan's own first
        ("is_active", "i1", N_ACTIONS),  # whether each is still in the running
        ("n_options", "i8"),
        ("plans", PLAN, MAX_SEATS),  # the plan of the searching seat, in its place
        ("sizes", "i8", TREES),  # nodes in use
        ("sums", "f8", (TREES, N_ACTIONS, 3)),  # for each candidate, as in `Tree`
        ("nodes", NODE, (TREES, MAX_NODES)),
        ("trials", TRIAL, TREES),  # room for one world each
    ]
)


@compiled
def begin_search(forests: Records, views: Records, boards: Records, rules: Records, seat: int, key: Keys) -> int:
    """List the decisions to be weighed; returns how many."""
    forest = forests[0]
    for i in range(TREES):
        forest.trials[i].work.tuning = USUAL
        forest.sizes[i] = 0
    forest.sums[:, :, :] = 0.0
    question = Question(views, boards, rules, seat)
    forest.n_options = list_options(question, key, forest.trials, forest.plans, forest.actions)
    forest.is_active[:] = 0
    forest.is_active[: forest.n_options] = 1
    return int(forest.n_options)


@compiled
def grow(
    forests: Records, views: Records, boards: Records, rules: Records, seat: int, key: Keys, start: int, stop: int,
    first: int, n_worlds: int,
) -> int:  # fmt: skip
    """Try the active candidates in worlds more, from the first on, in some of the trees; returns the next world."""
    forest = forests[0]
    n = int(forest.n_options)
    question = Question(views, boards, rules, seat)
    options = Options(forest.actions[:n], forest.is_active[:n], forest.plans)
    for i in range(start, stop):
        trials, sizes = forest.trials[i : i + 1], forest.sizes[i : i + 1]
        tree = Tree(forest.nodes[i], sizes, forest.sums[i, :n], trials)
        try_out(question, options, tree, key, (i << 32) + first, n_worlds)
    return first + n_worlds


@compiled
def count_active(forest: Record) -> int:
    """How many candidates are still in the running."""
    n = 0
    for i in range(forest.n_options):
        n += int(forest.is_active[i])
    return n


@compiled
def leave_first(forests: Records, n: int) -> int:
    """Leave the first candidates in the running, and no others; returns how many these are."""
    forest = forests[0]
    for i in range(forest.n_options):
        forest.is_active[i] = 1 if i < n else 0
    return count_active(forest)


@compiled
def lead(forest: Record, place: int, doubt: float) -> float:
    """How far a candidate is ahead of the first in all trees together, less so many standard errors."""
    tried, ahead, squared = 0.0, 0.0, 0.0
    for i in range(TREES):
        tried += forest.sums[i, place, 0]
        ahead += forest.sums[i, place, 1]
        squared += forest.sums[i, place, 2]
    n = max(tried, 1.0)
    mean = ahead / n
    return float(mean - doubt * np.sqrt(max(squared / n - mean * mean, 0.0) / n))


@compiled
def halve(forests: Records) -> int:
    """Go on with the better half of the active candidates, and with the plan's own; returns how many these are."""
    forest = forests[0]
    n = int(forest.n_options)
    leads = np.full(n, -np.inf)
    for i in range(n):
        if forest.is_active[i]:
            leads[i] = lead(forest, i, 0.0)
    kept = (count_active(forest) + 1) // 2
    forest.is_active[:] = 0
    for _ in range(kept):
        best = 0
        for i in range(1, n):
            if leads[i] > leads[best]:
                best = i
        forest.is_active[best] = 1
        leads[best] = -np.inf
    forest.is_active[0] = 1
    return count_active(forest)


@compiled
def best(forests: Records) -> int:
    """The decision found: the plan's own is left only for one that is clearly better."""
    forest = forests[0]
    place, most = 0, lead(forest, 0, DOUBT)
    for i in range(1, forest.n_options):
        ahead = lead(forest, i, DOUBT)
        if ahead > most:
            place, most = i, ahead
    return int(forest.actions[place])
