"""The compiled part of `search`: worlds dealt anew from a view, and trees of decisions that grow in them."""

import math
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.planner import card_for_plan, choose_tickets, follow, share_out
from eclisse.bots.plans import FOR_TICKETS, PLAN, UNWANTED, WORK, make_plan, make_quick_plan, turns_left
from eclisse.bots.tuning import USUAL
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import COLLECTING, DEPOTS, MAIN, NONE, OFFER, OVER, PAYING, SETUP
from eclisse.core.legal import usual
from eclisse.core.mechanics.pieces import has_pieces
from eclisse.core.observe import redeal
from eclisse.core.records import MAX_ROUTES, MAX_SEATS, STATE, Record, record
from eclisse.core.rng import derive
from eclisse.core.routes import Actions, is_free
from eclisse.core.scoring import SHEET, count
from eclisse.jit.compiled import compiled

MAX_NODES: Final = 20_000  # of one tree; it stops growing there, but not counting
MAX_DEPTH: Final = 64
MOST_DECISIONS: Final = 2000  # of a game played out
EXPLORE: Final = 0.6  # how much a decision seldom tried is tried all the same
TRUST: Final = 0.4  # share of the first trials that the plan's own decision gets
GLANCES: Final = 8  # worlds looked into for decisions to weigh
SPREAD: Final = 15.0  # points ahead that make a win fairly sure

FURTHEST: Final = 1000  # points between two seats; nobody is further ahead
# The chance to win of a seat that is so many points behind; from a table, as processors round differently.
WIN: Final = np.array([1.0 / (1.0 + math.exp(behind / SPREAD)) for behind in range(-FURTHEST, FURTHEST + 1)])

NODE: Final = record(
    [
        ("action", "i2"),
        ("seat", "i2"),  # who took it
        ("child", "i4"),  # first, or NONE
        ("sibling", "i4"),  # next, or NONE
        ("visits", "i4"),
        ("total", "f8"),  # of the values for that seat
    ]
)

# Room for one world and all that is done in it.
TRIAL: Final = record(
    [
        ("dealt", STATE),  # the world as it was dealt
        ("world", STATE),  # the same, played on
        ("plans", PLAN, MAX_SEATS),  # of all seats in the world as it was dealt
        ("now", PLAN, MAX_SEATS),  # the same, played on
        ("sheet", SHEET),
        ("values", "f8", MAX_SEATS),  # of the sheet for each seat
        ("work", WORK),
    ]
)


class Question(NamedTuple):
    """The decision to make: a seat's view of a game, each record as an array of length 1."""

    views: Records
    boards: Records
    rules: Records
    seat: int


class Options(NamedTuple):
    """The decisions that are weighed, the plan's own first."""

    actions: npt.NDArray[np.int16]
    is_active: npt.NDArray[np.bool_]  # whether it is still in the running
    plans: Records  # the plan of the searching seat, in its place


class Tree(NamedTuple):
    """One of the trees: its first nodes are the options."""

    nodes: Records
    size: npt.NDArray[np.int64]  # of length 1: nodes in use
    sums: npt.NDArray[np.float64]  # for each option: how often tried, by how much better than the first, squared
    trials: Records  # of length 1: room for one world


def new_trials() -> Records:
    """Room for one world, as an array of length 1."""
    trials = np.zeros(1, TRIAL)
    trials[0].work.tuning = USUAL
    return trials


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
def planned(state: Record, board: Record, rules: Record, seat: int, plans: Records, work: Record) -> int:
    """The action of a seat that follows its plan, after mending it if necessary."""
    if state.phase == SETUP or state.phase == OFFER:
        plans[seat].n = 0
        return choose_tickets(state, board, rules, seat, work)
    if state.phase == MAIN and not is_kept(state, board, rules, seat, plans[seat]):
        make_quick_plan(state, board, rules, seat, work)
        plans[seat] = work.plan
    return follow(state, board, rules, seat, plans[seat], work.tuning)


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
    kind = actions.kind_of(action)
    if kind == actions.TAKE or kind == actions.DRAW:
        return action == card or (kind == actions.DRAW and state.phase != MAIN)
    if kind == actions.TICKETS:
        return turns >= 40
    if kind == actions.WAREHOUSE:
        return actions.argument_of(action) == seat
    if kind == actions.CLAIM:
        return is_wanted(int(state.n_seats), seat, plans, actions.argument_of(action))
    return kind != actions.STATION and kind != actions.DEPOT


@compiled
def find_child(nodes: Records, parent: int, action: int) -> int:
    """The child of a node with this action, or NONE."""
    child = int(nodes[parent].child)
    while child != NONE and nodes[child].action != action:
        child = int(nodes[child].sibling)
    return child


@compiled
def select(nodes: Records, parent: int, out: Actions, n: int, likely: int) -> int:
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
def add_child(tree: Tree, parent: int, action: int, seat: int) -> int:
    """Add a decision to the tree; NONE if it is full."""
    nodes, n = tree.nodes, int(tree.size[0])
    if n >= nodes.shape[0]:
        return NONE
    nodes[n].action, nodes[n].seat = action, seat
    nodes[n].child, nodes[n].visits, nodes[n].total = NONE, 0, 0.0
    nodes[n].sibling = nodes[parent].child
    nodes[parent].child = n
    tree.size[0] = n + 1
    return n


@compiled
def list_tries(
    state: Record, board: Record, rules: Record, seat: int, plans: Records, likely: int, work: Record, out: Actions
) -> int:
    """The decisions weighed here: the likely one and those worth trying beside it."""
    n = usual(state, board, rules, seat, out)
    turns, kept, card = turns_left(state, seat, work.tuning), 0, NONE
    if state.phase == MAIN:
        lacking = np.zeros(MAX_ROUTES, np.int64)
        share_out(state, board, rules, seat, plans[seat], lacking, work.tuning)
        card = card_for_plan(state, board, rules, seat, plans[seat], lacking, work.tuning)
    for i in range(n):
        action = int(out[i])
        if action == likely or is_worth_trying(state, seat, plans, action, card, turns):
            out[kept] = action
            kept += 1
    return kept


@compiled
def play_out(trial: Record, board: Record, rules: Record) -> None:
    """Let every seat follow its plan to the end, or for a very long time if nobody makes progress."""
    state = trial.world
    for _ in range(MOST_DECISIONS):
        if state.phase == OVER:
            return
        seat = awaited(state)
        apply(state, board, rules, seat, planned(state, board, rules, seat, trial.now, trial.work))


@compiled
def judge(trial: Record, n_seats: int) -> None:
    """Value the end for each seat: near 1 when it is well ahead of all others, near 0 when it is well behind one.

    Its own points count too: a seat that only wants to be ahead ends games early, with few points.
    """
    sheet, share = trial.sheet, trial.work.tuning.own
    for seat in range(n_seats):
        best = -10_000
        for other in range(n_seats):
            if other != seat:
                best = max(best, int(sheet.total[other]))
        own = int(sheet.total[seat])
        behind = min(max(best - own, -FURTHEST), FURTHEST)
        trial.values[seat] = WIN[behind + FURTHEST] + share * own / (100.0 * 4.0 * SPREAD)


@compiled
def step_down(trial: Record, board: Record, rules: Record, tree: Tree, node: int, out: Actions) -> tuple[int, bool]:
    """Choose and play a decision below a node; returns its node, NONE if the tree is full, and whether to stop here."""
    state = trial.world
    seat = awaited(state)
    likely = planned(state, board, rules, seat, trial.now, trial.work)
    n = list_tries(state, board, rules, seat, trial.now, likely, trial.work, out)
    action = likely if n < 2 else select(tree.nodes, node, out, n, likely)
    child, is_new = find_child(tree.nodes, node, action), False
    if child == NONE:
        child = add_child(tree, node, action, seat)
        is_new = n > 1 or child == NONE
    apply(state, board, rules, seat, action)
    return child, is_new


@compiled
def walk(trial: Record, board: Record, rules: Record, root: int, tree: Tree) -> None:
    """From below a decision at the root: down the tree, one decision more, to the end, and back up."""
    way, out = np.empty(MAX_DEPTH, np.int64), np.empty(N_ACTIONS, np.int16)
    node, depth, stops = root, 0, False
    # Down the tree, until a decision is new to it.
    while trial.world.phase != OVER and depth < MAX_DEPTH and not stops:
        node, stops = step_down(trial, board, rules, tree, node, out)
        if node != NONE:
            way[depth] = node
            depth += 1
    # To the end of the game.
    play_out(trial, board, rules)
    count(trial.world, board, rules, trial.sheet)
    judge(trial, int(trial.world.n_seats))
    # Back up: every decision on the way learns how its seat did.
    for i in range(depth):
        met = tree.nodes[way[i]]
        met.visits += 1
        met.total += trial.values[met.seat]


@compiled
def deal_world(question: Question, trial: Record, k0: np.uint64, k1: np.uint64) -> None:
    """Deal what the seat cannot see anew, and plan for the others what they would do with it."""
    board, rules, seat = question.boards[0], question.rules[0], question.seat
    trial.dealt = question.views[0]
    redeal(trial.dealt, board, rules, seat, k0, k1)
    plan_others(trial, board, rules, seat)


@compiled
def plan_others(trial: Record, board: Record, rules: Record, seat: int) -> None:
    """Plan for all seats but one what they would do in a world as it was dealt."""
    for other in range(trial.dealt.n_seats):
        if other != seat:
            trial.plans[other].n = 0
            if trial.dealt.phase != SETUP:
                make_quick_plan(trial.dealt, board, rules, other, trial.work)
                trial.plans[other] = trial.work.plan


@compiled
def plan_own(question: Question, trial: Record) -> int:
    """Plan for the searching seat itself; returns the decision of its plan."""
    view, board, rules, seat = question.views[0], question.boards[0], question.rules[0], question.seat
    trial.plans[seat].n = 0
    if view.phase == SETUP or view.phase == OFFER:
        return choose_tickets(view, board, rules, seat, trial.work)
    make_plan(view, board, rules, seat, trial.work)
    trial.plans[seat] = trial.work.plan
    return follow(view, board, rules, seat, trial.plans[seat], trial.work.tuning)


@compiled
def list_options(question: Question, key: npt.NDArray[np.uint64], trials: Records, own: Records, out: Actions) -> int:
    """The decisions to be weighed, the plan's own first: what is worth trying in any of a few worlds.

    The plan of the searching seat is left in its place in `own`.
    """
    trial = trials[0]
    board, rules, seat = question.boards[0], question.rules[0], question.seat
    tries, seen = np.empty(N_ACTIONS, np.int16), np.zeros(N_ACTIONS, np.bool_)
    out[0] = plan_own(question, trial)
    own[seat] = trial.plans[seat]
    seen[out[0]] = True
    n = 1
    for i in range(GLANCES):
        k0, k1 = derive(key[1], key[0], i)
        deal_world(question, trial, k0, k1)
        for j in range(list_tries(trial.dealt, board, rules, seat, trial.plans, int(out[0]), trial.work, tries)):
            if not seen[tries[j]]:
                seen[tries[j]] = True
                out[n] = tries[j]
                n += 1
    return n


@compiled
def plant(tree: Tree, n_options: int) -> None:
    """Begin a tree with its options."""
    for i in range(n_options):
        node = tree.nodes[i]
        node.child, node.sibling, node.visits, node.total = NONE, NONE, 0, 0.0
    tree.size[0] = n_options


@compiled
def try_out(
    question: Question, options: Options, tree: Tree, key: npt.NDArray[np.uint64], first: int, n_worlds: int
) -> None:
    """Try each active option in the same worlds, and add up how far it is ahead of the first."""
    board, rules, seat = question.boards[0], question.rules[0], question.seat
    trial = tree.trials[0]
    trial.plans[seat] = options.plans[seat]
    if tree.size[0] == 0:
        plant(tree, options.actions.shape[0])
    for i in range(first, first + n_worlds):
        k0, k1 = derive(key[0], key[1], i)
        deal_world(question, trial, k0, k1)
        reference = 0.0
        for c in range(options.actions.shape[0]):
            if options.is_active[c]:
                trial.world = trial.dealt
                trial.now = trial.plans
                apply(trial.world, board, rules, seat, int(options.actions[c]))
                walk(trial, board, rules, c, tree)
                if c == 0:
                    reference = trial.values[seat]
                ahead = trial.values[seat] - reference
                tree.sums[c, 0] += 1.0
                tree.sums[c, 1] += ahead
                tree.sums[c, 2] += ahead * ahead
