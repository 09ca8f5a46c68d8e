"""All ways to pay for several routes at once: Python asks for them after every decision, and each call costs time."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import N_ACTIONS, PAY
from eclisse.core.routes import Actions, route_payments
from eclisse.jit.compiled import compiled

MOST_WAYS: Final = N_ACTIONS - PAY  # to pay for one route


@compiled
def ways_to_pay(
    states: npt.NDArray[Any],
    boards: npt.NDArray[Any],
    rules: npt.NDArray[Any],
    seat: int,
    routes: npt.NDArray[np.int16],
    out: Actions,
    ends: npt.NDArray[np.int64],
) -> None:
    """Write a seat's payments for routes to `out`, one route after the other, and to `ends` where each one's end."""
    n = 0
    for i in range(len(routes)):
        n = route_payments(states[0], boards[0], rules[0], seat, int(routes[i]), out, n)
        ends[i] = n
