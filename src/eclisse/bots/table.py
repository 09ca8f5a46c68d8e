"""The compiled bots by name.

A compiled bot is one function `decide(view, board, rules, seat, chance) -> action`: it gets its seat's view, never the
state, keeps nothing between decisions, and has one random number to decide by, so that the same view and number give
the same decision everywhere.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots import careless, forgetful, greedy, hungry, long_route, one_step, path, planner, random
from eclisse.core.batch import Records
from eclisse.core.records import Record
from eclisse.core.rng import siphash
from eclisse.jit.compiled import compiled

NAMES: Final = ("random", "greedy", "path", "hungry", "one-step", "long-route", "planner", "careless", "forgetful")
RANDOM, GREEDY, PATH, HUNGRY, ONE_STEP, LONG_ROUTE, PLANNER, CARELESS, FORGETFUL = range(len(NAMES))
_BOTS: Final = (random, greedy, path, hungry, one_step, long_route, planner, careless, forgetful)
DECIDE: Final = tuple(bot.decide for bot in _BOTS)


@compiled
def decide(bot: int, view: Record, board: Record, rules: Record, seat: int, chance: np.uint64) -> int:
    """The decision of the bot with this place in NAMES."""
    if bot == GREEDY:
        return greedy.decide(view, board, rules, seat, chance)
    if bot == PATH:
        return path.decide(view, board, rules, seat, chance)
    if bot == HUNGRY:
        return hungry.decide(view, board, rules, seat, chance)
    if bot == ONE_STEP:
        return one_step.decide(view, board, rules, seat, chance)
    if bot == LONG_ROUTE:
        return long_route.decide(view, board, rules, seat, chance)
    if bot == PLANNER:
        return planner.decide(view, board, rules, seat, chance)
    if bot == CARELESS:
        return careless.decide(view, board, rules, seat, chance)
    if bot == FORGETFUL:
        return forgetful.decide(view, board, rules, seat, chance)
    return random.decide(view, board, rules, seat, chance)


def decide_view(
    bot: int, views: Records, boards: Records, rules: Records, seat: int, key: npt.NDArray[np.uint64], number: int
) -> int:
    """The decision of a bot for a view handed over from Python, its chance that of the number-th decision.

    It calls that bot alone, so that nobody waits until the others are compiled.
    """
    chance = np.uint64(siphash(key[0], key[1], np.uint64(number)))
    return int(DECIDE[bot](views[0], boards[0], rules[0], seat, chance))
