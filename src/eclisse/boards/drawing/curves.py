"""Tracks along curves: sizes of what is drawn, and where on the curve between two cities the cars lie."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]

CAR: Final = 30.0  # least length of a drawn car; the scale of everything below
WIDTH: Final = 10.0  # of a car
LANE: Final = 12.4  # between the middles of two tracks
GAP: Final = 2.0  # least distance between cars of a route
CITY: Final = 8.5  # radius of a city
END: Final = 13.0  # least distance from the middle of a city to its cars
STRETCH: Final = 1.22  # cars grow so much before gaps do

_T: Final = np.linspace(0.0, 1.0, 25)


def bezier(t: Numbers) -> Numbers:
    """Weights of the four points of a cubic curve."""
    s = 1 - t
    return np.stack((s**3, 3 * s * s * t, 3 * s * t * t, t**3), axis=-1)


BASIS: Final = bezier(_T)


@dataclass(frozen=True)
class Bundle:
    """All tracks between two cities."""

    a: int
    b: int
    lanes: int
    spaces: int  # of each track
    space: float  # least length of one
    stretch: float = STRETCH  # how much the spaces may grow
    ends: tuple[float, float] = (END, END)  # least distance of its cars from the middle of each city

    @property
    def room(self) -> float:
        """Length that its cars and their gaps need."""
        return self.spaces * (self.space + GAP) - GAP

    @property
    def need(self) -> float:
        """Least length from city to city."""
        return self.room + sum(self.ends)

    @property
    def stiffness(self) -> float:
        """How hard it is to bend; one long car cannot follow a bend at all."""
        return CAR / self.need * (8 if self.space > CAR else 1)


def arc_times(quad: Numbers, wanted: Numbers) -> Numbers:
    """Curve parameters at some distances along a curve."""
    points = BASIS @ quad
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return np.interp(wanted, np.concatenate(([0.0], np.cumsum(steps))), _T)


def curve_length(quad: Numbers) -> float:
    """Length of a curve."""
    return float(np.linalg.norm(np.diff(BASIS @ quad, axis=0), axis=1).sum())


def turning(quad: Numbers) -> float:
    """Sum of the angles a curve turns by."""
    steps = np.diff(quad, axis=0)
    angles = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return float(np.abs(np.diff(angles)).sum())


def normals(quad: Numbers, t: Numbers) -> Numbers:
    """Unit vectors across a curve, to the left of its direction on the page."""
    s = 1 - t
    d = np.stack((-3 * s * s, 3 * s * s - 6 * s * t, 6 * s * t - 3 * t * t, 3 * t * t), axis=-1) @ quad
    d /= np.maximum(np.linalg.norm(d, axis=1), 1e-9)[:, None]
    return np.stack((d[:, 1], -d[:, 0]), axis=1)


def lane_shifts(lanes: int) -> Numbers:
    """Distances of the tracks of a bundle from its middle."""
    return (np.arange(lanes) - (lanes - 1) / 2) * LANE


def car_places(bundle: Bundle, quad: Numbers) -> tuple[Numbers, float]:
    """Curve parameters of the middles of the cars of a bundle, and the length that each has."""
    start, stop = car_zone(bundle, curve_length(quad))
    pitch = (stop - start + GAP) / bundle.spaces
    return arc_times(quad, start - GAP / 2 + pitch * (np.arange(bundle.spaces) + 0.5)), pitch - GAP


def car_zone(bundle: Bundle, length: float) -> tuple[float, float]:
    """From where to where along a curve its cars lie: in the middle, stretched up to a point."""
    free = length - sum(bundle.ends)
    zone = min(free, bundle.room * bundle.stretch)
    start = bundle.ends[0] + (free - zone) / 2
    return start, start + zone
