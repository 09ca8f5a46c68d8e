"""Games among compiled bots, many at a time, with every decision noted; compiled like the core.

All compiled functions of the arena are in this file: the cache notices a change of the file itself, of the core and of
the bots, and nothing else.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.table import ask
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import play
from eclisse.core.batch import Records, awaited
from eclisse.core.codes import OVER
from eclisse.core.compiled import compiled
from eclisse.core.legal import due, legal
from eclisse.core.records import SHEET, STATE, Record
from eclisse.core.routes import Actions
from eclisse.core.scoring import count
from eclisse.core.setup import deal

# One decision; `due` is how many cards were to be paid.
LOG: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", "i2"),
                ("phase", "i2"),
                ("turn", "i2"),
                ("action", "i2"),
                ("n_legal", "i2"),
                ("due", "i2"),
            ],
            align=True,
        ),
    )
)
ROOM: Final = 400  # decisions a game to make room for at first
Logs = npt.NDArray[Any]


@compiled
def note(row: Record, state: Record, board: Record, rules: Record, seat: int, action: int, out: Actions) -> None:
    """Note a decision that is about to be played."""
    row.seat, row.phase, row.turn, row.action = seat, state.phase, state.turns, action
    row.n_legal = legal(state, board, rules, seat, out)
    row.due = due(state, board, rules, seat)


@compiled
def note_decision(
    logs: Logs, n: int, states: Records, boards: Records, rules: Records, seat: int, action: int, out: Actions
) -> None:
    """The same, from Python: the n-th row of a log."""
    note(logs[n], states[0], boards[0], rules[0], seat, action, out)


@compiled
def play_logged(
    states: Records, views: Records, boards: Records, rules: Records, bots: npt.NDArray[np.int64], logs: Logs
) -> int:
    """Play a dealt game as `table.play_game` does and note each decision while there is room; returns how many.

    If a bot answers with something illegal, returns -1 less the number of decisions before it.
    """
    n, state, out = 0, states[0], np.empty(N_ACTIONS, np.int16)
    while state.phase != OVER:
        seat = awaited(state)
        action = ask(states, views, boards, rules, bots, seat, n)
        if n < logs.shape[0]:
            note(logs[n], state, boards[0], rules[0], seat, action, out)
        if not play(state, boards[0], rules[0], seat, action):
            return -1 - n
        n += 1
    return n


@compiled
def play_batch(
    states: Records,
    views: Records,
    boards: Records,
    rules: Records,
    sheets: Records,
    bots: npt.NDArray[np.int64],
    keys: npt.NDArray[np.uint64],
    logs: Logs,
    n_decisions: npt.NDArray[np.int64],
) -> int:
    """Deal, play and count a game for each row of keys and bots, their logs one after the other; returns the rows."""
    used = 0
    for i in range(states.shape[0]):
        deal(states[i], boards[0], rules[0], bots.shape[1], keys[i, 0], keys[i, 1])
        n = play_logged(states[i : i + 1], views, boards, rules, bots[i], logs[min(used, logs.shape[0]) :])
        n_decisions[i] = n
        used += n if n >= 0 else -1 - n
        count(states[i], boards[0], rules[0], sheets[i])
    return used


def play_games(
    boards: Records, rules: Records, bots: npt.NDArray[np.int64], keys: npt.NDArray[np.uint64], logged: bool
) -> tuple[Records, Records, npt.NDArray[np.int64], Logs]:
    """Play one game for each row; returns last states, sheets, numbers of decisions and all logs in a row."""
    n = len(bots)
    states, sheets, views = np.zeros(n, STATE), np.zeros(n, SHEET), np.zeros(1, STATE)
    n_decisions, logs = np.zeros(n, np.int64), np.zeros(n * ROOM if logged else 0, LOG)
    used = play_batch(states, views, boards, rules, sheets, bots, keys, logs, n_decisions)
    if logged and used > len(logs):  # longer games than usual: the same ones again, with room enough
        logs = np.zeros(used, LOG)
        play_batch(states, views, boards, rules, sheets, bots, keys, logs, n_decisions)
    return states, sheets, n_decisions, logs[:used]
