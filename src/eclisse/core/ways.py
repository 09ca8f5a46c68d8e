"""All that a seat could pay for if it were its turn; Python asks after every decision, and each call costs time."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import CLAIM, N_ACTIONS, PAY, STATION, argument_of, kind_of
from eclisse.core.codes import MAIN, NONE, PAYING
from eclisse.core.legal import legal
from eclisse.core.records import Record
from eclisse.core.routes import Actions, route_payments
from eclisse.jit.compiled import compiled

MOST_WAYS: Final = N_ACTIONS - PAY  # to pay for one route
Records = npt.NDArray[Any]


@compiled
def set_turn(state: Record, seat: int, phase: int, route: int, city: int) -> None:
    """Make it the turn of a seat, in a phase of it."""
    state.phase, state.to_move, state.route, state.city = phase, seat, route, city


@compiled
def claims(
    views: Records,
    turns: Records,
    boards: Records,
    rules: Records,
    seat: int,
    routes: npt.NDArray[np.int16],
    out: Actions,
    ends: npt.NDArray[np.int64],
) -> int:
    """List the routes that a seat could claim if its turn began, and return how many.

    `out` has the ways to pay for them, one route after the other, and `ends` where each one's end; `turns` is for the
    position in which its turn begins.
    """
    state, board, rule, numbers = turns[0], boards[0], rules[0], np.empty(N_ACTIONS, np.int16)
    turns[0] = views[0]
    set_turn(state, seat, MAIN, NONE, NONE)
    n = n_ways = 0
    for i in range(legal(state, board, rule, seat, numbers)):
        if kind_of(int(numbers[i])) == CLAIM:
            routes[n] = argument_of(int(numbers[i]))
            n_ways = route_payments(state, board, rule, seat, int(routes[n]), out, n_ways)
            ends[n] = n_ways
            n += 1
    return n


@compiled
def station_ways(views: Records, turns: Records, boards: Records, rules: Records, seat: int, out: Actions) -> int:
    """List the ways to pay for the next station of a seat, if it could build one; in `turns` it is paying for it."""
    state, city = turns[0], NONE
    turns[0] = views[0]
    set_turn(state, seat, MAIN, NONE, NONE)
    for i in range(legal(state, boards[0], rules[0], seat, out)):
        if city == NONE and kind_of(int(out[i])) == STATION:
            city = argument_of(int(out[i]))
    if city == NONE:
        return 0
    set_turn(state, seat, PAYING, NONE, city)
    return legal(state, boards[0], rules[0], seat, out)
