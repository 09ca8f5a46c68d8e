"""The displacement of cities carried over to everything else of the map: a thin plate bent through all of them."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from eclisse.boards.drawing.curves import Numbers
from eclisse.boards.drawing.projection import Points

STIFFNESS: Final = 0.02  # how much the plate resists at first, so that coasts do not crumple
LEAST_AREA: Final = 0.1  # that must be left of any part of the map


@dataclass(frozen=True)
class Warp:
    """A smooth displacement: a radial part a centre, and a plane."""

    centres: Points
    pulls: Points
    plane: Numbers  # (3, 2): constant, x, y
    unit: float

    def __call__(self, points: Points) -> Points:
        """Where points of the map are drawn."""
        radial = _plate(points, self.centres, self.unit) @ self.pulls
        return points + radial + np.column_stack((np.ones(len(points)), points / self.unit)) @ self.plane


def _plate(points: Points, centres: Points, unit: float) -> Numbers:
    """Thin-plate kernel of every point and centre."""
    squared = ((points[:, None] - centres[None]) ** 2).sum(axis=2) / unit**2
    return squared * np.log(squared + 1e-12) / 2


def fitted_warp(places: Points, drawn: Points, frame: Numbers) -> Warp:
    """The warp that takes places nearly to where they are drawn, stiff enough not to fold the map in a frame."""
    stiffness, warp = STIFFNESS, _stiff_warp(places, drawn, STIFFNESS)
    while _least_area(warp, frame) < LEAST_AREA:
        stiffness *= 1.5
        warp = _stiff_warp(places, drawn, stiffness)
    return warp


def _least_area(warp: Warp, frame: Numbers) -> float:
    """The least area into which a unit of area in a frame is warped; negative where the map is folded."""
    xs, ys = (np.linspace(low, high, 80) for low, high in frame.T)
    grid = np.array([(x, y) for x in xs for y in ys])
    here = warp(grid)
    east, south = (warp(grid + np.array(step)) - here for step in ((0.1, 0.0), (0.0, 0.1)))
    return float((east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0]).min() * 100)


def _stiff_warp(places: Points, drawn: Points, stiffness: float) -> Warp:
    """The warp that takes places to where they are drawn, the nearer the less stiff it is."""
    n, unit = len(places), float(np.ptp(places, axis=0).max())
    flat = np.column_stack((np.ones(n), places / unit))
    system = np.zeros((n + 3, n + 3))
    system[:n, :n] = _plate(places, places, unit) + stiffness / n * np.eye(n)
    system[:n, n:], system[n:, :n] = flat, flat.T
    solved = np.linalg.solve(system, np.concatenate((drawn - places, np.zeros((3, 2)))))
    return Warp(places, solved[:n], solved[n:], unit)
