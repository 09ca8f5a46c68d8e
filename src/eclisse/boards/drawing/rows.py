"""The cars of a track: a row of equal rectangles along a curve."""

from dataclasses import dataclass

import numpy as np

from eclisse.boards.drawing.curves import (
    GAP,
    WIDTH,
    Bundle,
    Numbers,
    bezier,
    car_places,
    lane_shifts,
    normals,
)
from eclisse.boards.drawing.projection import Points
from eclisse.boards.drawing.relaxation import Drawing


@dataclass(frozen=True)
class Row:
    """Cars by their middles and directions, all of one length."""

    middles: Points
    degrees: Numbers
    length: float


def car_row(bundle: Bundle, quad: Numbers, shift: float) -> Row:
    """The cars of the track of a bundle that is so far from its middle."""
    t, most = car_places(bundle, quad)
    across = normals(quad, t)
    middles = bezier(t) @ quad + across * shift
    return Row(middles, np.degrees(np.arctan2(across[:, 0], -across[:, 1])), _car_length(middles, across, most))


def _car_length(middles: Points, across: Points, most: float) -> float:
    """The longest that all cars of a row can be without their corners touching."""
    if len(middles) == 1:
        return most
    steps = np.linalg.norm(np.diff(middles, axis=0), axis=1)
    cosines = np.clip((across[1:] * across[:-1]).sum(axis=1), -1, 1)
    corners = WIDTH * np.tan(np.arccos(cosines) / 2)
    return float((steps - corners).min() - GAP * 0.6)


def least_car(drawing: Drawing) -> float:
    """Length of the shortest car."""
    return min(
        car_row(bundle, quad, float(shift)).length
        for bundle, quad in zip(drawing.bundles, drawing.quads(), strict=True)
        for shift in lane_shifts(bundle.lanes)
    )
