"""Games of compiled bots, among themselves or with others: `play_on` is the one loop in which they decide.

What is kept is handed in: the last state and the sheet of every game and, where there is room for it, a row for every
decision. A game's course depends on its own key and bots alone, so that the number of threads changes nothing.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots import random
from eclisse.bots.table import RANDOM, decide
from eclisse.core import observe
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply, play
from eclisse.core.batch import Records, awaited, over_threads
from eclisse.core.codes import OVER
from eclisse.core.legal import due, legal
from eclisse.core.records import STATE, Record, record
from eclisse.core.rng import derive, siphash
from eclisse.core.routes import Actions
from eclisse.core.scoring import SHEET, count
from eclisse.core.setup import deal
from eclisse.jit.compiled import compiled

# One decision; `due` is how many cards were to be paid.
LOG: Final = record(
    [
        ("seat", "i2"),
        ("phase", "i2"),
        ("turn", "i4"),
        ("action", "i2"),
        ("n_legal", "i2"),
        ("due", "i2"),
    ]
)
OUTSIDER: Final = -1  # in place of a compiled bot: whoever is asked outside of the loop
ROOM: Final = 400  # decisions a game to make room for at first
Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]


class Games(NamedTuple):
    """Records of games: one row a game, and one row a decision while there is room, game after game."""

    states: Records  # as they ended
    sheets: Records
    n_decisions: Numbers  # -1 less their number where a bot's next one was illegal
    logs: Records


def room_for(n: int, n_logs: int = 0) -> Games:
    """Room for n games."""
    return Games(np.zeros(n, STATE), np.zeros(n, SHEET), np.zeros(n, np.int64), np.zeros(n_logs, LOG))


@compiled
def note(row: Record, state: Record, board: Record, rules: Record, seat: int, action: int, out: Actions) -> None:
    """Note a decision that is about to be played."""
    row.seat, row.phase, row.turn, row.action = seat, state.phase, state.turns, action
    row.n_legal = legal(state, board, rules, seat, out)
    row.due = due(state, board, rules, seat)


@compiled
def note_decision(
    logs: Records, n: int, states: Records, boards: Records, rules: Records, seat: int, action: int, out: Actions
) -> None:
    """The same, from Python: the n-th row of a log."""
    note(logs[n], states[0], boards[0], rules[0], seat, action, out)


@compiled
def ask(
    bot: int, states: Records, views: Records, boards: Records, rules: Records, seat: int, chance: np.uint64
) -> int:
    """The decision of a bot by what its seat sees."""
    views[0] = states[0]
    observe.blank(views[0], seat)
    return decide(bot, views[0], boards[0], rules[0], seat, chance)


@compiled
def play_on(
    states: Records, views: Records, boards: Records, rules: Records, bots: Numbers, key: tuple[Any, Any], n: int,
    logs: Records,
) -> int:  # fmt: skip
    """Play a game of n decisions on, bots[seat] deciding for each seat, until it is over or an OUTSIDER's turn.

    Returns how many decisions the game has then. The bots' chance comes from a key and that number. If a bot answers
    with something illegal, the game is left there, and the number is -1 less the decisions before. Who decides at
    random needs no view and no check.
    """
    state, board, rule = states[0], boards[0], rules[0]
    out = np.empty(N_ACTIONS, np.int16)
    while state.phase != OVER:
        seat = awaited(state)
        if bots[seat] == OUTSIDER:
            break
        chance = np.uint64(siphash(np.uint64(key[0]), np.uint64(key[1]), np.uint64(n)))
        is_random = bots[seat] == RANDOM
        if is_random:
            action = random.pick(state, board, rule, seat, chance, out)
        else:
            action = ask(int(bots[seat]), states, views, boards, rules, seat, chance)
        if n < logs.shape[0]:
            note(logs[n], state, board, rule, seat, action, out)
        if is_random:
            apply(state, board, rule, seat, action)
        elif not play(state, board, rule, seat, action):
            return -1 - n
        n += 1
    return n


@compiled
def play_games(games: Games, boards: Records, rules: Records, bots: Numbers, keys: Keys) -> int:
    """Deal, play and count a game for each row of bots and keys; returns how many rows of the logs that takes."""
    used, views = 0, np.empty(1, STATE)
    for i in range(bots.shape[0]):
        deal(games.states[i], boards[0], rules[0], bots.shape[1], keys[i, 0], keys[i, 1])
        logs = games.logs[min(used, games.logs.shape[0]) :]
        key = derive(keys[i, 1], keys[i, 0], 0)  # apart from the deal's
        n = play_on(games.states[i : i + 1], views, boards, rules, bots[i], key, 0, logs)
        games.n_decisions[i] = n
        used += n if n >= 0 else -1 - n
        count(games.states[i], boards[0], rules[0], games.sheets[i])
    return used


@compiled
def derive_keys(key: Keys, first: int, out: Keys) -> None:
    """The keys of a row of games: the i-th is the (first + i)-th that follows from a key."""
    for i in range(out.shape[0]):
        out[i, 0], out[i, 1] = derive(key[0], key[1], first + i)


def match(boards: Records, rules: Records, bots: Numbers, key: Keys, first: int = 0, threads: int = 1) -> Games:
    """Play one game for each row of `bots` (a bot for each seat), under the keys from the first-th on."""
    n = len(bots)
    games, keys = room_for(n), np.empty((n, 2), np.uint64)
    derive_keys(key, first, keys)

    def work(a: int, b: int) -> None:
        part = Games(games.states[a:b], games.sheets[a:b], games.n_decisions[a:b], games.logs)
        play_games(part, boards, rules, bots[a:b], keys[a:b])

    over_threads(work, n, threads)
    return games


def random_match(boards: Records, rules: Records, n_seats: int, key: Keys, n: int, threads: int = 1) -> Games:
    """Play n games in which every seat decides at random."""
    return match(boards, rules, np.full((n, n_seats), RANDOM), key, 0, threads)


def keyed_match(boards: Records, rules: Records, bots: Numbers, keys: Keys, logged: bool) -> Games:
    """Play one game for each row of bots and keys and, if asked, keep every decision."""
    games = room_for(len(bots), len(bots) * ROOM if logged else 0)
    used = play_games(games, boards, rules, bots, keys)
    if logged and used > len(games.logs):  # longer games than usual: the same ones again, with room enough
        games = room_for(len(bots), used)
        play_games(games, boards, rules, bots, keys)
    return games._replace(logs=games.logs[:used])
