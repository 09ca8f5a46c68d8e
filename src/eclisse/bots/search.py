"""`search`: information-set Monte Carlo tree search over worlds redealt from its view.

Each iteration deals all that the seat cannot see anew, walks down one tree of decisions that all worlds share, adds a
decision to it, lets every seat follow a plan of the `planner`'s to the end of the game, and tells the decisions on the
way how far their seat came out ahead. In the tree the plan's own decision is tried first and most; decisions that no
good player would weigh are left out. At the root all candidates are tried in the same worlds, in rounds that keep the
better half, and the plan's own is left only for one that is clearly better. TREES trees grow one beside the other,
whatever the number of threads.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.planner import card_for_plan, choose_tickets, follow, share_out
from eclisse.bots.plans import FOR_TICKETS, KNOBS, OWN, PLAN, UNWANTED, Knobs, make_plan, make_quick_plan, turns_left
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited, over_threads
from eclisse.core.codes import COLLECTING, DEPOTS, MAIN, NONE, OFFER, OVER, PAYING, SETUP
from eclisse.core.compiled import compiled
from eclisse.core.legal import legal
from eclisse.core.mechanics.pieces import has_pieces
from eclisse.core.observe import redeal
from eclisse.core.records import MAX_ROUTES, MAX_SEATS, SHEET, STATE, Record
from eclisse.core.rng import derive
from eclisse.core.routes import is_free
from eclisse.core.scoring import count
from eclisse.notation import Action
from eclisse.views import View

TREES: Final = 4  # grown one beside the other
MAX_NODES: Final = 20_000  # of one tree; it stops growing there, but not counting
MAX_DEPTH: Final = 64
MOST_DECISIONS: Final = 2000  # of a game played out
EXPLORE: Final = 0.6  # how much a decision seldom tried is tried all the same
TRUST: Final = 0.4  # share of the first trials that the plan's own decision gets
GLANCES: Final = 8  # worlds looked into for decisions to weigh
DOUBT: Final = 2.0  # standard errors by which a decision must be better than the plan's own
SPREAD: Final = 15.0  # points ahead that make a win fairly sure

NODE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", "i2"),
                ("seat", "i2"),  # who took it
                ("child", "i4"),  # first, or NONE
                ("sibling", "i4"),  # next, or NONE
                ("visits", "i4"),
                ("total", "f8"),  # of the values for that seat
            ],
            align=True,
        ),
    )
)


@compiled
def is_kept(state: Record, board: Record, rules: Record, seat: int, plan: Record) -> bool:
    """Whether all of a plan that is not done yet can still be done, and something is left to do."""
    n_left = 0
    for i in range(plan.n):
        route = int(plan.order[i])
        if state.owner[route] == seat:
            continue
        if not is_free(state, board, rules, seat, route) or not has_pieces(state, board, seat, route):
            return False
        n_left += 1
    return n_left > 0


@compiled
def planned(
    state: Record, board: Record, rules: Record, seat: int, plans: Records, work: Records, base: Any, knobs: Knobs
) -> int:
    """What a seat does that follows its plan, after mending it if it has to be."""
    if state.phase == SETUP or state.phase == OFFER:
        plans[seat].n = 0
        return choose_tickets(state, board, rules, seat, knobs)
    if state.phase == MAIN and not is_kept(state, board, rules, seat, plans[seat]):
        make_quick_plan(state, board, rules, seat, work, base, knobs)
        plans[seat] = work[0]
    return follow(state, board, rules, seat, plans[seat], knobs)


@compiled
def is_wanted(n_seats: int, seat: int, plans: Records, route: int) -> bool:
    """Whether a route is in the seat's own plan, or in the way of another's tickets."""
    for other in range(n_seats):
        if plans[other].wanted[route] == FOR_TICKETS:
            return True
    return bool(plans[seat].wanted[route] != UNWANTED)


@compiled
def is_worth_trying(state: Record, seat: int, plans: Records, action: int, card: int, turns: int) -> bool:
    """Whether a decision beside the plan's own is weighed at all."""
    if state.phase == PAYING or state.phase == DEPOTS or state.phase == COLLECTING:
        return False
    if action <= actions.DRAW:
        return action == card or (action == actions.DRAW and state.phase != MAIN)
    if action == actions.TICKETS:
        return turns >= 40
    if actions.WAREHOUSE <= action < actions.COLLECT:
        return action == actions.WAREHOUSE + seat
    if actions.CLAIM <= action < actions.STATION:
        return is_wanted(int(state.n_seats), seat, plans, action - actions.CLAIM)
    return action < actions.STATION or action >= actions.PAY


@compiled
def find_child(nodes: Records, parent: int, action: int) -> int:
    """The child of a node with this action, or NONE."""
    child = int(nodes[parent].child)
    while child != NONE and nodes[child].action != action:
        child = int(nodes[child].sibling)
    return child


@compiled
def select(nodes: Records, parent: int, out: npt.NDArray[np.int16], n: int, likely: int) -> int:
    """The action to try now: value so far, plus what is due to the likely one and to those seldom tried."""
    tried, value = 0, 0.0
    for i in range(n):
        child = find_child(nodes, parent, int(out[i]))
        if child != NONE:
            tried += int(nodes[child].visits)
            value += nodes[child].total
    start = value / tried - 0.05 if tried > 0 else 0.5
    best, choice = -1.0, likely
    for i in range(n):
        action = int(out[i])
        prior = (1.0 - TRUST) / n + (TRUST if action == likely else 0.0)
        child = find_child(nodes, parent, action)
        visits = int(nodes[child].visits) if child != NONE else 0
        mean = nodes[child].total / visits if visits > 0 else start
        score = mean + EXPLORE * prior * np.sqrt(tried + 1.0) / (1.0 + visits)
        if score > best:
            best, choice = score, action
    return choice


@compiled
def add_child(nodes: Records, size: npt.NDArray[np.int64], parent: int, action: int, seat: int) -> int:
    """Add a decision to the tree; NONE if it is full."""
    n = int(size[0])
    if n >= nodes.shape[0]:
        return NONE
    nodes[n].action, nodes[n].seat = action, seat
    nodes[n].child, nodes[n].visits, nodes[n].total = NONE, 0, 0.0
    nodes[n].sibling = nodes[parent].child
    nodes[parent].child = n
    size[0] = n + 1
    return n


@compiled
def list_tries(
    state: Record,
    board: Record,
    rules: Record,
    seat: int,
    plans: Records,
    likely: int,
    knobs: Knobs,
    out: npt.NDArray[np.int16],
) -> int:
    """The decisions weighed here: the likely one and those worth trying beside it."""
    n = legal(state, board, rules, seat, out)
    turns, kept, card = turns_left(state, seat, knobs), 0, NONE
    if state.phase == MAIN:
        lacking = np.zeros(MAX_ROUTES, np.int64)
        share_out(state, board, rules, seat, plans[seat], lacking, knobs)
        card = card_for_plan(state, board, rules, seat, plans[seat], lacking, knobs)
    for i in range(n):
        action = int(out[i])
        if action == likely or is_worth_trying(state, seat, plans, action, card, turns):
            out[kept] = action
            kept += 1
    return kept


@compiled
def play_out(
    state: Record, board: Record, rules: Record, plans: Records, work: Records, base: Any, knobs: Knobs
) -> None:
    """Let every seat follow its plan to the end, or for a very long time if nobody makes progress."""
    for _ in range(MOST_DECISIONS):
        if state.phase == OVER:
            return
        seat = awaited(state)
        apply(state, board, rules, seat, planned(state, board, rules, seat, plans, work, base, knobs))


@compiled
def values_of(sheet: Record, n_seats: int, values: npt.NDArray[np.float64], knobs: Knobs) -> None:
    """For each seat, near 1 when it is well ahead of all others and near 0 when it is well behind one of them.

    Its own points count too: a seat that only wants to be ahead ends games early, with few points.
    """
    for seat in range(n_seats):
        best = -10_000
        for other in range(n_seats):
            if other != seat:
                best = max(best, int(sheet.total[other]))
        own = int(sheet.total[seat])
        values[seat] = 1.0 / (1.0 + np.exp((best - own) / SPREAD)) + knobs[OWN] * own / (100.0 * 4.0 * SPREAD)


@compiled
def walk(
    worlds: Records,
    boards: Records,
    rules: Records,
    root: int,
    nodes: Records,
    size: npt.NDArray[np.int64],
    plans: Records,
    work: Records,
    sheets: Records,
    values: npt.NDArray[np.float64],
    knobs: Knobs,
) -> None:
    """From below a decision at the root: down the tree, one decision more, to the end, and back up."""
    state, board, rule = worlds[0], boards[0], rules[0]
    base, way, out = np.empty(MAX_ROUTES, np.int64), np.empty(MAX_DEPTH, np.int64), np.empty(N_ACTIONS, np.int16)
    node, depth, is_new = root, 0, False
    # Down the tree, until a decision is new to it.
    while state.phase != OVER and depth < MAX_DEPTH and not is_new:
        seat = awaited(state)
        likely = planned(state, board, rule, seat, plans, work, base, knobs)
        n = list_tries(state, board, rule, seat, plans, likely, knobs, out)
        action = likely if n < 2 else select(nodes, node, out, n, likely)
        child = find_child(nodes, node, action)
        if child == NONE:
            child = add_child(nodes, size, node, action, seat)
            is_new = n > 1 or child == NONE
        apply(state, board, rule, seat, action)
        if child == NONE:
            break
        node = child
        way[depth] = node
        depth += 1
    # To the end of the game by everybody's plans, and the count.
    play_out(state, board, rule, plans, work, base, knobs)
    count(state, board, rule, sheets[0])
    values_of(sheets[0], int(state.n_seats), values, knobs)
    # Back up: every decision on the way learns how its seat did.
    for i in range(depth):
        nodes[way[i]].visits += 1
        nodes[way[i]].total += values[nodes[way[i]].seat]


@compiled
def deal_world(
    views: Records,
    boards: Records,
    rules: Records,
    seat: int,
    worlds: Records,
    plans: Records,
    work: Records,
    base: Any,
    k0: np.uint64,
    k1: np.uint64,
    knobs: Knobs,
) -> None:
    """Deal what the seat cannot see anew, and plan for the others what they would do with it."""
    worlds[0] = views[0]
    redeal(worlds[0], boards[0], rules[0], seat, k0, k1)
    for other in range(worlds[0].n_seats):
        if other != seat:
            plans[other].n = 0
            if worlds[0].phase != SETUP:
                make_quick_plan(worlds[0], boards[0], rules[0], other, work, base, knobs)
                plans[other] = work[0]


@compiled
def plan_own(
    views: Records, boards: Records, rules: Records, seat: int, plans: Records, work: Records, base: Any, knobs: Knobs
) -> int:
    """Plan for the searching seat itself; returns the decision of its plan."""
    plans[seat].n = 0
    if views[0].phase == SETUP or views[0].phase == OFFER:
        return choose_tickets(views[0], boards[0], rules[0], seat, knobs)
    make_plan(views[0], boards[0], rules[0], seat, work, base, knobs)
    plans[seat] = work[0]
    return follow(views[0], boards[0], rules[0], seat, plans[seat], knobs)


@compiled
def list_candidates(
    views: Records,
    boards: Records,
    rules: Records,
    seat: int,
    key: npt.NDArray[np.uint64],
    plans: Records,
    out: npt.NDArray[np.int16],
    knobs: Knobs,
) -> int:
    """The decisions to be weighed, the plan's own first: what is worth trying in any of a few worlds."""
    work, base = np.zeros(4, PLAN), np.empty(MAX_ROUTES, np.int64)
    worlds, tries, seen = np.empty(1, STATE), np.empty(N_ACTIONS, np.int16), np.zeros(N_ACTIONS, np.bool_)
    out[0] = plan_own(views, boards, rules, seat, plans, work, base, knobs)
    seen[out[0]] = True
    n = 1
    for i in range(GLANCES):
        k0, k1 = derive(key[1], key[0], i)
        deal_world(views, boards, rules, seat, worlds, plans, work, base, k0, k1, knobs)
        for j in range(list_tries(worlds[0], boards[0], rules[0], seat, plans, int(out[0]), knobs, tries)):
            if not seen[tries[j]]:
                seen[tries[j]] = True
                out[n] = tries[j]
                n += 1
    return n


@compiled
def try_out(
    views: Records,
    boards: Records,
    rules: Records,
    seat: int,
    own: Records,
    candidates: npt.NDArray[np.int16],
    is_active: npt.NDArray[np.bool_],
    nodes: Records,
    size: npt.NDArray[np.int64],
    key: npt.NDArray[np.uint64],
    first: int,
    n_worlds: int,
    sums: npt.NDArray[np.float64],
    knobs: Knobs,
) -> None:
    """Try each active candidate in the same worlds; sums: how often, by how much better than the first, squared.

    `own` holds the plan of the searching seat in its place.
    """
    plans, now, work = np.zeros(MAX_SEATS, PLAN), np.zeros(MAX_SEATS, PLAN), np.zeros(4, PLAN)
    dealt, worlds, sheets = np.empty(1, STATE), np.empty(1, STATE), np.zeros(1, SHEET)
    base, values = np.empty(MAX_ROUTES, np.int64), np.empty(MAX_SEATS)
    plans[seat] = own[seat]
    if size[0] == 0:
        for i in range(candidates.shape[0]):
            nodes[i].child, nodes[i].sibling, nodes[i].visits, nodes[i].total = NONE, NONE, 0, 0.0
        size[0] = candidates.shape[0]
    for i in range(first, first + n_worlds):
        k0, k1 = derive(key[0], key[1], i)
        deal_world(views, boards, rules, seat, dealt, plans, work, base, k0, k1, knobs)
        reference = 0.0
        for c in range(candidates.shape[0]):
            if is_active[c]:
                worlds[0] = dealt[0]
                now[:] = plans
                apply(worlds[0], boards[0], rules[0], seat, int(candidates[c]))
                walk(worlds, boards, rules, c, nodes, size, now, work, sheets, values, knobs)
                if c == 0:
                    reference = values[seat]
                ahead = values[seat] - reference
                sums[c, 0] += 1.0
                sums[c, 1] += ahead
                sums[c, 2] += ahead * ahead


class Forest:
    """The candidates of one decision, and TREES trees in which they are tried."""

    def __init__(self, views: Records, boards: Records, rules: Records, seat: int, key: npt.NDArray[np.uint64]) -> None:
        self._where, self._key, self._first = (views, boards, rules, seat), key, 0
        self._own, out = np.zeros(MAX_SEATS, PLAN), np.empty(N_ACTIONS, np.int16)
        n = list_candidates(views, boards, rules, seat, key, self._own, out, KNOBS)
        self.candidates = out[:n].copy()
        self.is_active = np.ones(n, np.bool_)
        self._trees = [(np.empty(MAX_NODES, NODE), np.zeros(1, np.int64), np.zeros((n, 3))) for _ in range(TREES)]

    def grow(self, n_worlds: int, threads: int = 1) -> None:
        """Try the active candidates in so many worlds more for each tree."""

        def work(start: int, stop: int) -> None:
            for number, (nodes, size, sums) in enumerate(self._trees[start:stop], start):
                at, what = (number << 32) + self._first, (self._own, self.candidates, self.is_active)
                try_out(*self._where, *what, nodes, size, self._key, at, n_worlds, sums, KNOBS)

        over_threads(work, TREES, threads)
        self._first += n_worlds

    def fit(self, seconds: float, threads: int = 1) -> None:
        """Leave out the last candidates if not all can be tried once in so much time, by how long the first takes."""
        start = time.perf_counter()
        self.is_active[1:] = False
        self.grow(1, threads)
        self.is_active[: max(2, int(seconds / (time.perf_counter() - start)))] = True

    def lead(self, doubt: float) -> npt.NDArray[np.float64]:
        """How far each candidate is ahead of the first in all trees together, less so many standard errors."""
        sums = np.sum([tree[2] for tree in self._trees], axis=0)
        n = np.maximum(sums[:, 0], 1.0)
        mean = sums[:, 1] / n
        error = np.sqrt(np.maximum(sums[:, 2] / n - mean * mean, 0.0) / n)
        result: npt.NDArray[np.float64] = mean - doubt * error
        return result

    def halve(self) -> None:
        """Go on with the better half of the active candidates, and with the plan's own."""
        order = np.argsort(-np.where(self.is_active, self.lead(0.0), -np.inf), kind="stable")
        self.is_active[order[(int(self.is_active.sum()) + 1) // 2 :]] = False
        self.is_active[0] = True


@dataclass(frozen=True)
class Budget:
    """How long to search: so many iterations, or so many seconds."""

    iterations: int = 0
    seconds: float = 0.0

    def steps(self, round_number: int, n_rounds: int, n_active: int, began: float) -> Iterator[int]:
        """Worlds for each tree to try next, until this round's share is spent: one, then more while time allows."""
        if self.iterations > 0:
            yield max(1, self.iterations // (n_rounds * n_active * TREES))
            return
        end, n, took = began + self.seconds * (round_number + 1) / n_rounds, 1, 0.0
        while (start := time.perf_counter()) + took <= end:
            n = max(1, min(2 * n, int((end - start) / (2 * took)))) if took else 1
            yield n
            took = (time.perf_counter() - start) / n


def search(
    views: Records,
    boards: Records,
    rules: Records,
    seat: int,
    key: npt.NDArray[np.uint64],
    budget: Budget,
    threads: int = 1,
) -> int:
    """The best decision found: each round tries the better half of the last round's candidates again."""
    began = time.perf_counter()
    forest = Forest(views, boards, rules, seat, key)
    if budget.seconds > 0 and len(forest.candidates) > 2:
        forest.fit(budget.seconds / 4, threads)
    n_rounds = int(np.ceil(np.log2(forest.is_active.sum())))
    for i in range(n_rounds):
        for n_worlds in budget.steps(i, n_rounds, int(forest.is_active.sum()), began):
            forest.grow(n_worlds, threads)
        forest.halve()
    return int(forest.candidates[int(np.argmax(forest.lead(DOUBT)))])


class SearchBot:
    """`search` as a player for `Game`; with a budget of iterations all its chance comes from its key."""

    def __init__(self, budget: Budget, key: npt.NDArray[np.uint64], threads: int = 1) -> None:
        self._budget, self._key, self._threads, self._n = budget, key, threads, 0

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The best action the search finds, as one of the legal actions."""
        if len(legal) == 1:
            return legal[0]
        views = np.zeros(1, STATE)
        views[0] = view.record
        seat = NONE if view.seat is None else view.seat
        key = np.array(derive(self._key[0], self._key[1], self._n), np.uint64)
        self._n += 1
        number = search(views, view.kit.board_row, view.kit.rules_row, seat, key, self._budget, self._threads)
        return next(action for action in legal if action.number == number)
