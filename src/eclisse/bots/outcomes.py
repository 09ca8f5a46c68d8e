"""Outcomes of decisions: each is carried out in the same worlds, redealt from a view, and all play on by plan.

Near the end a plan is not good enough: there, a seat tries all it can do with its last turn and takes the best.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.helpers import is_near_end
from eclisse.bots.last_turn import is_last_turn, safest_payment
from eclisse.bots.likely import Weights, exchange
from eclisse.bots.tree import MOST_DECISIONS, Question, plan_others, planned
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import MAIN, NONE, OVER, PAYING
from eclisse.core.legal import legal
from eclisse.core.mechanics import stations
from eclisse.core.observe import redeal
from eclisse.core.records import STATE, Record
from eclisse.core.rng import derive
from eclisse.core.routes import Actions, lay_pieces
from eclisse.core.scoring import count, win_share
from eclisse.jit.compiled import compiled

Values = npt.NDArray[np.float64]
NEAR: Final = 6  # pieces of a seat, beyond those that set off the last round, that make the end near
WIN: Final = 1000  # points that a win is worth beside the lead


@compiled
def share_win(sheet: Record, n_seats: int, wins: Values, totals: Values) -> None:
    """Write each seat's share of the win, and its points."""
    for seat in range(n_seats):
        wins[seat] = win_share(sheet, seat)
        totals[seat] = sheet.total[seat]


@compiled
def decide(trial: Record, board: Record, rules: Record, seat: int) -> int:
    """The decision of a seat's plan; a tunnel is paid in the way that is most likely to be enough."""
    state = trial.world
    if state.phase == PAYING and state.route != NONE and board.tunnel[state.route] == 1:
        return safest_payment(state, board, rules, seat, int(state.route))[0]
    return planned(state, board, rules, seat, trial.now, trial.work)


@compiled
def finish_turn(trial: Record, board: Record, rules: Record, seat: int, action: int) -> None:
    """Begin a turn with an action and carry it through by plan."""
    apply(trial.world, board, rules, seat, action)
    for _ in range(MOST_DECISIONS):
        if trial.world.phase == OVER or trial.world.phase == MAIN or awaited(trial.world) != seat:
            return
        apply(trial.world, board, rules, seat, decide(trial, board, rules, seat))


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
def is_ahead(sheet: Record, n_seats: int, seat: int, wins: Values, totals: Values) -> bool:
    """Whether one outcome is better for a seat than another: by its share of the win, then by its lead in points."""
    share, rest, other_rest = win_share(sheet, seat), -10_000.0, -10_000.0
    if share != wins[seat]:
        return bool(share > wins[seat])
    for other in range(n_seats):
        if other != seat:
            rest, other_rest = max(rest, float(sheet.total[other])), max(other_rest, totals[other])
    return bool(sheet.total[seat] - rest > totals[seat] - other_rest)


@compiled
def reply(
    trial: Record, board: Record, rules: Record, seat: int, spares: Records, out: Actions, wins: Values, totals: Values
) -> None:
    """Write what the very last turn of a world leads to: the best of all that can be done to the board with it.

    Nothing is left to luck: what a tunnel may ask for is summed over.
    """
    n_seats, n = int(trial.world.n_seats), legal(trial.world, board, rules, seat, out)
    spares[0] = trial.world
    count(trial.world, board, rules, trial.sheet)
    share_win(trial.sheet, n_seats, wins, totals)
    is_open = trial.sheet.completed[seat] < trial.world.n_tickets[seat]  # else a station brings nothing
    back, back_points, trial_wins, points = wins.copy(), totals.copy(), wins.copy(), totals.copy()
    for i in range(n):
        kind, argument, chance = actions.kind_of(int(out[i])), actions.argument_of(int(out[i])), 1.0
        if kind == actions.CLAIM:
            chance = safest_payment(trial.world, board, rules, seat, argument)[1]
            lay_pieces(trial.world, board, rules, seat, argument)
        elif kind == actions.STATION and is_open:
            stations.build(trial.world, seat, argument)
        else:
            continue
        count(trial.world, board, rules, trial.sheet)
        trial.world = spares[0]
        if is_ahead(trial.sheet, n_seats, seat, back, back_points):
            share_win(trial.sheet, n_seats, trial_wins, points)
            value = chance * trial_wins[seat] + (1.0 - chance) * back[seat]
            gain = chance * (points[seat] - back_points[seat])
            if value > wins[seat] or (value == wins[seat] and gain > totals[seat] - back_points[seat]):
                for one in range(n_seats):
                    wins[one] = chance * trial_wins[one] + (1.0 - chance) * back[one]
                    totals[one] = chance * points[one] + (1.0 - chance) * back_points[one]


@compiled
def play_on(trial: Record, board: Record, rules: Record, careful: bool, spares: Records, out: Actions) -> int:
    """Let every seat play to the end, or for a very long time if nobody makes progress; `careful` minds last turns.

    Returns the seat that has the very last turn, where it is still to be played, else NONE.
    """
    state = trial.world
    for _ in range(MOST_DECISIONS):
        if state.phase == OVER:
            return NONE
        seat = awaited(state)
        if careful and state.phase == MAIN and is_last_turn(state, seat):
            return seat
        if careful and state.phase == MAIN and state.last_round_by != NONE:
            action = last_turn(trial, board, rules, seat, spares, out)
        elif careful:
            action = decide(trial, board, rules, seat)
        else:
            action = planned(state, board, rules, seat, trial.now, trial.work)
        apply(state, board, rules, seat, action)
    return NONE


@compiled
def play_line(
    trial: Record, board: Record, rules: Record, seat: int, action: int, careful: bool, spares: Records, out: Actions,
    wins: Values, totals: Values,
) -> None:  # fmt: skip
    """Carry out a decision (NONE: none) in the world that was dealt, play to the end and write who wins."""
    trial.world = trial.dealt
    trial.now = trial.plans
    if action != NONE:
        apply(trial.world, board, rules, seat, action)
    last = play_on(trial, board, rules, careful, spares, out)
    if last != NONE:
        reply(trial, board, rules, last, spares, out, wins, totals)
    else:
        count(trial.world, board, rules, trial.sheet)
        share_win(trial.sheet, int(trial.world.n_seats), wins, totals)


@compiled
def try_outcomes(
    question: Question, choices: npt.NDArray[np.int64], trials: Records, key: npt.NDArray[np.uint64], first: int,
    weights: Weights, wins: Values, totals: Values,
) -> None:  # fmt: skip
    """Carry out every choice (NONE: none) in the worlds first, first + 1 …, play to the end and write who wins.

    `wins` and `totals` have a row for each world and choice, with a number for each seat. The room for a world has the
    plan of the deciding seat, if there is one: `plan_own` makes it.
    """
    board, rules, seat, trial = question.boards[0], question.rules[0], question.seat, trials[0]
    careful, spares, out = (
        is_near_end(question.views[0], rules, NEAR),
        np.empty(1, STATE),
        np.empty(N_ACTIONS, np.int16),
    )
    for i in range(wins.shape[0]):
        k0, k1 = derive(key[0], key[1], first + i)
        trial.dealt = question.views[0]
        redeal(trial.dealt, board, rules, seat, k0, k1)
        exchange(trial.dealt, board, question.views[0], weights)
        plan_others(trial, board, rules, seat)
        for c in range(choices.shape[0]):
            play_line(trial, board, rules, seat, int(choices[c]), careful, spares, out, wins[i, c], totals[i, c])
