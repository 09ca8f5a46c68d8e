"""Bends: a route that crosses others, or runs over cities, gets the bend that avoids most of that.

Relaxation only pushes; it cannot lift one route over another. So the side on which a route passes is chosen here.
"""

from typing import Final

import numpy as np

from eclisse.boards.drawing.curves import CAR, CITY, Numbers, bezier
from eclisse.boards.drawing.relaxation import CROWD, Drawing

BENDS: Final = (0.0, 0.18, -0.18, 0.34, -0.34, 0.5, -0.5, 0.7, -0.7)  # of the distance between the cities
CROSSING: Final = 6.0  # cost of a crossing; straightness and distances cost around 1
_WEIGHTS: Final = bezier(np.linspace(0, 1, 15))


def bend_routes(drawing: Drawing, rounds: int = 3) -> None:
    """Bend routes until no other bend is better."""
    for _ in range(rounds):
        bent = [_bend(drawing, number) for number in _troubled(drawing)]
        if not any(bent):
            break


def _troubled(drawing: Drawing) -> list[int]:
    """Routes that cross or graze something, the worst first."""
    crossings = _crossings(drawing)
    grazes = [_grazed(drawing, number, line) for number, line in enumerate(_lines(drawing))]
    trouble = CROSSING * crossings + grazes
    return [int(number) for number in np.argsort(-trouble, kind="stable") if trouble[number] > 0]


def _lines(drawing: Drawing) -> Numbers:
    """Every curve as a line of points."""
    return np.einsum("tk,bkc->btc", _WEIGHTS, drawing.quads())


def _crossings(drawing: Drawing) -> Numbers:
    """How many others each route crosses."""
    lines = _lines(drawing)
    return np.array([_crossed(lines, number, lines[number]) for number in range(len(lines))])


def _crossed(lines: Numbers, number: int, line: Numbers) -> float:
    """How many other routes a line would cross in the place of a route."""
    beside = (lines.min(axis=1) > line.max(axis=0)) | (lines.max(axis=1) < line.min(axis=0))
    beside[number] = True
    lines = lines[~beside.any(axis=1)]
    p, r = line[:-1, None, None], np.diff(line, axis=0)[:, None, None]
    q, s = lines[None, :, :-1], np.diff(lines, axis=1)[None]
    area = _cross(r, s)
    area = np.where(np.abs(area) < 1e-9, np.inf, area)
    along, across = _cross(q - p, s) / area, _cross(q - p, r) / area
    return float(((along > 0) & (along < 1) & (across > 0) & (across < 1)).any(axis=(0, 2)).sum())


def _cross(u: Numbers, v: Numbers) -> Numbers:
    """Area between vectors."""
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def _grazed(drawing: Drawing, number: int, line: Numbers) -> float:
    """How much a line comes too near to cities that are not its ends."""
    others = np.delete(drawing.cities, drawing.ends[number], axis=0)
    distance = np.linalg.norm(line[:, None] - others[None], axis=2).min(axis=0)
    return float((np.maximum(CITY + CROWD - distance, 0) / CAR).sum())


def _bend(drawing: Drawing, number: int) -> bool:
    """Give one route its best bend; say whether that changed it."""
    lines = _lines(drawing)
    a, b = drawing.cities[drawing.ends[number]]
    across = np.array([b[1] - a[1], a[0] - b[0]])
    thirds = np.stack(((2 * a + b) / 3, (a + 2 * b) / 3))
    best, least = drawing.controls[number], np.inf
    for controls in (drawing.controls[number], *(thirds + across * bend for bend in BENDS)):
        line = _WEIGHTS @ np.stack((a, *controls, b))
        bent = np.linalg.norm(controls - thirds, axis=1).sum() / CAR
        cost = CROSSING * _crossed(lines, number, line) + 2 * _grazed(drawing, number, line) + 0.15 * bent
        if cost < least - 1e-9:
            best, least = controls, cost
    changed = bool(np.abs(best - drawing.controls[number]).max() > 1e-6)
    drawing.controls[number] = best
    return changed
