"""What decisions lead to: each is carried out in the same worlds, redealt from a view, and all play on by plan.

Near the end a plan is not good enough: there, a seat tries all it can do with its last turn and takes the best.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.likely import Weights, exchange
from eclisse.bots.tree import MOST_DECISIONS, Question, plan_others, plan_own, planned
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import MAIN, NONE, OVER
from eclisse.core.legal import legal
from eclisse.core.mechanics.pieces import n_pieces
from eclisse.core.observe import redeal
from eclisse.core.records import STATE, Record
from eclisse.core.rng import derive
from eclisse.core.routes import Actions
from eclisse.core.scoring import count
from eclisse.jit.compiled import compiled

Values = npt.NDArray[np.float64]
NEAR: Final = 6  # pieces of a seat, beyond those that set off the last round, that make the end near
WIN: Final = 1000  # points that a win is worth beside the lead


@compiled
def share_win(sheet: Record, n_seats: int, wins: Values, totals: Values) -> None:
    """Write each seat's share of the win, and its points."""
    n_winners = 0
    for seat in range(n_seats):
        n_winners += int(sheet.winner[seat])
    for seat in range(n_seats):
        wins[seat] = sheet.winner[seat] / n_winners
        totals[seat] = sheet.total[seat]


@compiled
def is_near_end(view: Record, rules: Record) -> bool:
    """Whether the last round has come or is near."""
    for seat in range(view.n_seats):
        if n_pieces(view, seat) <= int(rules.last_round_at) + NEAR:
            return True
    return bool(view.last_round_by != NONE)


@compiled
def finish_turn(trial: Record, board: Record, rules: Record, seat: int, action: int) -> None:
    """Begin a turn with an action and carry it through by plan."""
    apply(trial.world, board, rules, seat, action)
    for _ in range(MOST_DECISIONS):
        if trial.world.phase == OVER or trial.world.phase == MAIN or awaited(trial.world) != seat:
            return
        apply(trial.world, board, rules, seat, planned(trial.world, board, rules, seat, trial.now, trial.work))


@compiled
def lead(trial: Record, board: Record, rules: Record, seat: int) -> int:
    """How far a seat would be ahead if the game ended here; a win counts most."""
    count(trial.world, board, rules, trial.sheet)
    best = -WIN
    for other in range(trial.world.n_seats):
        if other != seat:
            best = max(best, int(trial.sheet.total[other]))
    return WIN * int(trial.sheet.winner[seat]) + int(trial.sheet.total[seat]) - best


@compiled
def last_turn(trial: Record, board: Record, rules: Record, seat: int, spares: Records, out: Actions) -> int:
    """The best way to begin a last turn, by what it leaves the seat with; the plan's own if nothing is better.

    What a tunnel turns up is drawn anew for each try, so that nobody foresees it.
    """
    choice = planned(trial.world, board, rules, seat, trial.now, trial.work)
    n = legal(trial.world, board, rules, seat, out)
    spares[0] = trial.world
    best = -2 * WIN
    for i in range(-1, n):
        action = choice if i == -1 else int(out[i])
        kind = actions.kind_of(action)
        if i == -1 or kind == actions.CLAIM or kind == actions.STATION or kind == actions.DEPOT:
            trial.world.key[0], trial.world.key[1] = derive(spares[0].key[0], spares[0].key[1], i + 1)
            finish_turn(trial, board, rules, seat, action)
            value = lead(trial, board, rules, seat)
            trial.world = spares[0]
            if value > best:
                best, choice = value, action
    return choice


@compiled
def play_on(trial: Record, board: Record, rules: Record, careful: bool, spares: Records, out: Actions) -> None:
    """Let every seat play to the end, or for a very long time if nobody makes progress; `careful` minds last turns."""
    state = trial.world
    for _ in range(MOST_DECISIONS):
        if state.phase == OVER:
            return
        seat = awaited(state)
        if careful and state.phase == MAIN and state.last_round_by != NONE:
            action = last_turn(trial, board, rules, seat, spares, out)
        else:
            action = planned(state, board, rules, seat, trial.now, trial.work)
        apply(state, board, rules, seat, action)


@compiled
def try_outcomes(
    question: Question, choices: npt.NDArray[np.int64], trials: Records, key: npt.NDArray[np.uint64], first: int,
    weights: Weights, wins: Values, totals: Values,
) -> None:  # fmt: skip
    """Carry out every choice (NONE: none) in the worlds first, first + 1 …, play to the end and write who wins.

    `wins` and `totals` have a row for each world and choice, with a number for each seat.
    """
    board, rules, seat, trial = question.boards[0], question.rules[0], question.seat, trials[0]
    careful, spares, out = is_near_end(question.views[0], rules), np.empty(1, STATE), np.empty(N_ACTIONS, np.int16)
    if choices[0] != NONE:
        plan_own(question, trial)
    else:
        for other in range(trial.plans.shape[0]):
            trial.plans[other].n = 0
    for i in range(wins.shape[0]):
        k0, k1 = derive(key[0], key[1], first + i)
        trial.dealt = question.views[0]
        redeal(trial.dealt, board, rules, seat, k0, k1)
        exchange(trial.dealt, board, question.views[0], weights)
        plan_others(trial, board, rules, seat)
        for c in range(choices.shape[0]):
            trial.world = trial.dealt
            trial.now = trial.plans
            if choices[c] != NONE:
                apply(trial.world, board, rules, seat, int(choices[c]))
            play_on(trial, board, rules, careful, spares, out)
            count(trial.world, board, rules, trial.sheet)
            share_win(trial.sheet, int(trial.world.n_seats), wins[i, c], totals[i, c])
