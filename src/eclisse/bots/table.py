"""The table of names, and games between compiled bots.

A compiled bot is one function `decide(view, board, rules, seat, k0, k1) -> action`: it gets its seat's view, never the
state, keeps nothing between decisions, and takes its chance from the key it is handed, so that the same view and key
give the same decision everywhere.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.bots import greedy, hungry, long_route, one_step, path, planner, random
from eclisse.core import observe
from eclisse.core.apply import play
from eclisse.core.batch import Records, awaited, over_threads
from eclisse.core.codes import NONE, OVER
from eclisse.core.compiled import compiled
from eclisse.core.records import SHEET, STATE, Record
from eclisse.core.rng import derive
from eclisse.core.scoring import count
from eclisse.core.setup import deal

NAMES: Final = ("random", "greedy", "path", "hungry", "one-step", "long-route", "planner")
RANDOM, GREEDY, PATH, HUNGRY, ONE_STEP, LONG_ROUTE, PLANNER = range(len(NAMES))


@compiled
def decide(bot: int, view: Record, board: Record, rules: Record, seat: int, k0: np.uint64, k1: np.uint64) -> int:
    """The decision of the bot with this place in NAMES."""
    if bot == GREEDY:
        return greedy.decide(view, board, rules, seat, k0, k1)
    if bot == PATH:
        return path.decide(view, board, rules, seat, k0, k1)
    if bot == HUNGRY:
        return hungry.decide(view, board, rules, seat, k0, k1)
    if bot == ONE_STEP:
        return one_step.decide(view, board, rules, seat, k0, k1)
    if bot == LONG_ROUTE:
        return long_route.decide(view, board, rules, seat, k0, k1)
    if bot == PLANNER:
        return planner.decide(view, board, rules, seat, k0, k1)
    return random.decide(view, board, rules, seat, k0, k1)


@compiled
def decide_view(
    bot: int, views: Records, boards: Records, rules: Records, seat: int, key: npt.NDArray[np.uint64], number: int
) -> int:
    """The decision of a bot for a view handed over from Python, its chance that of the number-th decision."""
    k0, k1 = derive(key[0], key[1], number)
    return decide(bot, views[0], boards[0], rules[0], seat, k0, k1)


@compiled
def ask(
    states: Records, views: Records, boards: Records, rules: Records, bots: npt.NDArray[np.int64], seat: int, n: int
) -> int:
    """The n-th decision of a game among bots: that of bots[seat], by what the seat sees and a chance of the game's."""
    views[0] = states[0]
    observe.blank(views[0], seat)
    k0, k1 = derive(states[0].key[1], states[0].key[0], 0)
    b0, b1 = derive(k0, k1, n)
    return decide(int(bots[seat]), views[0], boards[0], rules[0], seat, b0, b1)


@compiled
def play_game(states: Records, views: Records, boards: Records, rules: Records, bots: npt.NDArray[np.int64]) -> int:
    """Play a dealt game to its end, bots[seat] deciding for each seat; returns the decisions made, or NONE.

    NONE means that a bot answered with something illegal; the state is left where it did.
    """
    n = 0
    state = states[0]
    while state.phase != OVER:
        seat = awaited(state)
        action = ask(states, views, boards, rules, bots, seat, n)
        if not play(state, boards[0], rules[0], seat, action):
            return NONE
        n += 1
    return n


@compiled
def play_games(
    states: Records,
    views: Records,
    boards: Records,
    rules: Records,
    sheets: Records,
    bots: npt.NDArray[np.int64],
    n_decisions: npt.NDArray[np.int64],
    n_seats: int,
    key: npt.NDArray[np.uint64],
    first: int,
) -> None:
    """Deal, play and count one game for each record; bots[i] are the bots of the i-th game's seats."""
    for i in range(states.shape[0]):
        k0, k1 = derive(key[0], key[1], first + i)
        deal(states[i], boards[0], rules[0], n_seats, k0, k1)
        n_decisions[i] = play_game(states[i : i + 1], views, boards, rules, bots[i])
        count(states[i], boards[0], rules[0], sheets[i])


def match(
    boards: Records,
    rules: Records,
    bots: npt.NDArray[np.int64],
    key: npt.NDArray[np.uint64],
    first: int,
    threads: int = 1,
) -> tuple[Records, Records, npt.NDArray[np.int64]]:
    """Play one game for each row of `bots` (a bot for each seat); returns last states, sheets, numbers of decisions."""
    n, n_seats = bots.shape
    states, sheets = np.zeros(n, STATE), np.zeros(n, SHEET)
    n_decisions = np.zeros(n, np.int64)

    def work(a: int, b: int) -> None:
        views: npt.NDArray[Any] = np.zeros(1, STATE)
        play_games(states[a:b], views, boards, rules, sheets[a:b], bots[a:b], n_decisions[a:b], n_seats, key, first + a)

    over_threads(work, n, threads)
    return states, sheets, n_decisions
