"""Forecasts from worlds that a seat cannot tell from the true one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.bots.worlds import Worlds
from eclisse.core.codes import NONE
from eclisse.core.rng import derive
from eclisse.notation import key_from_seed
from eclisse.views import View

Values = npt.NDArray[np.float64]
Z: Final = 2.33  # standard errors of an interval: 98 of 100 hold the truth


@dataclass(frozen=True)
class Forecast:
    """A forecast: numbers for each seat."""

    win: tuple[float, ...]
    points: tuple[float, ...]
    error: float  # half of the interval around each chance

    def to_dict(self) -> dict[str, object]:
        """The forecast as JSON."""
        return {"win": rounded(self.win), "points": rounded(self.points, 1), "error": round(self.error, 4)}


def worlds_of(view: View, seed: int, number: int) -> Worlds:
    """The worlds of a view; they depend on it, the seed and a number of the caller's alone."""
    base = key_from_seed(seed)
    return Worlds(view, np.array(derive(base[0], base[1], number), np.uint64))


def forecast(view: View, worlds: int = 200, seed: int = 0, number: int = 0, threads: int = 1) -> Forecast:
    """The chances of every seat if all play on by plan, as a seat or a spectator can know them."""
    found = worlds_of(view, seed, number).try_out([NONE], 0, worlds, threads)
    error = max(half_interval(found.wins[:, 0, seat]) for seat in range(found.wins.shape[2]))
    return Forecast(means(found.wins[:, 0]), means(found.points[:, 0]), error)


def half_interval(values: Values) -> float:
    """Half of the interval around a mean; it does not vanish when a few values happen to be equal."""
    n = len(values)
    return Z * float(np.sqrt(((values - values.mean()) ** 2).sum() + 1.0)) / n if n else 1.0


def means(values: Values) -> tuple[float, ...]:
    """The mean of each column."""
    return tuple(float(x) for x in values.mean(axis=0))


def rounded(values: Sequence[float], digits: int = 4) -> list[float]:
    """Numbers as JSON shows them."""
    return [round(value, digits) for value in values]
