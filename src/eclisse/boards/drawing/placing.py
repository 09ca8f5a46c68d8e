"""Where names, title and compass go: names beside their cities, the others in empty places."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from eclisse.boards.drawing.curves import Numbers
from eclisse.boards.drawing.lettering import Lettering
from eclisse.boards.drawing.projection import Points
from eclisse.boards.drawing.relaxation import CITY_DISC, Discs, Drawing, NameBox, make_discs, positions

NAME_GAP: Final = 2.6  # between a city and its name
NAMES_APART: Final = (8.0, 2.5)  # so that two names on a line do not read as one
FOREIGN: Final = 7.0  # between a name and a city that it does not belong to
_DIRECTIONS: Final = np.linspace(0, 2 * np.pi, 24, endpoint=False)


@dataclass(frozen=True)
class Candidate:
    """One way to write a city's name."""

    box: NameBox
    lettering: Lettering
    dislike: float  # in squared drawing units of overlap


def candidates(city: int, radius: float, settings: tuple[Lettering, ...]) -> list[Candidate]:
    """All the ways to write a name around a city, the best first."""
    found = [
        _candidate(city, radius, lettering, float(angle), 9.0 * broken)
        for broken, lettering in enumerate(settings)
        for angle in _DIRECTIONS
    ]
    return sorted(found, key=lambda one: one.dislike)


def _candidate(city: int, radius: float, lettering: Lettering, angle: float, dislike: float) -> Candidate:
    """A name in one direction; right of its city is best, then left, above and below."""
    ux, uy = np.cos(angle), np.sin(angle)
    side, level = np.clip(1.8 * ux, -1, 1), np.clip(1.8 * uy, -1, 1)
    reach = radius + NAME_GAP
    dx = float(ux * reach + side * lettering.width / 2)
    dy = float(uy * reach + level * lettering.height / 2)
    dislike += 4 * (1 - ux) + 5 * abs(np.sin(2 * angle))
    return Candidate(NameBox(city, dx, dy, lettering.width, lettering.height), lettering, float(dislike))


def place_names(drawing: Drawing, choices: list[list[Candidate]], rounds: int = 4) -> list[Candidate]:
    """Choose for every city the way to write its name that covers least, again and again until nothing changes."""
    drawing.names = []
    discs = make_discs(drawing)
    at = positions(discs, drawing.movable())
    own = [_covered(drawing, discs, at, options) for options in choices]
    boxes = [_boxes(drawing, options) for options in choices]
    chosen = [int(np.argmin(costs)) for costs in own]
    for _ in range(rounds):
        before = list(chosen)
        for city in range(drawing.n):
            others = np.array([boxes[other][chosen[other]] for other in range(drawing.n) if other != city])
            chosen[city] = int(np.argmin(own[city] + _shared(boxes[city], others)))
        if chosen == before:
            break
    placed = [choices[city][chosen[city]] for city in range(drawing.n)]
    drawing.names = [one.box for one in placed]
    return placed


def _boxes(drawing: Drawing, options: list[Candidate]) -> Numbers:
    """Middle and size of names, in rows."""
    x, y = drawing.cities[options[0].box.city]
    return np.array([(x + one.box.dx, y + one.box.dy, one.box.width, one.box.height) for one in options])


def _covered(drawing: Drawing, discs: Discs, at: Points, options: list[Candidate]) -> Numbers:
    """How much each way to write a name covers of cars and cities."""
    city = options[0].box.city
    apart = np.linalg.norm(at - drawing.cities[city], axis=1)
    near = (apart < 160) & ~((discs.kind == CITY_DISC) & (discs.owner == city))
    radii = discs.radius + np.where(discs.kind == CITY_DISC, FOREIGN, 1.2)
    return np.array([one.dislike + 3 * _overlap(drawing, one.box, at[near], radii[near]) for one in options])


def _overlap(drawing: Drawing, box: NameBox, spots: Points, radii: Numbers) -> float:
    """Squared depths to which discs reach into a box."""
    middle = drawing.cities[box.city] + (box.dx, box.dy)
    outside = np.maximum(np.abs(spots - middle) - (box.width / 2, box.height / 2), 0)
    return float((np.maximum(radii - np.linalg.norm(outside, axis=1), 0) ** 2).sum())


def _shared(boxes: Numbers, others: Numbers) -> Numbers:
    """How much each of some boxes covers of others."""
    apart = np.abs(boxes[:, None, :2] - others[None, :, :2])
    sizes = (boxes[:, None, 2:] + others[None, :, 2:]) / 2 + NAMES_APART
    return 12 * np.maximum(sizes - apart, 0).prod(axis=2).sum(axis=1)


def empty_place(discs: Discs, at: Points, frame: Numbers, size: tuple[float, float]) -> tuple[Numbers, float]:
    """The middle of the emptiest rectangle of a size, preferably in a corner, and its distance to anything."""
    half = np.array(size) / 2
    low, high = frame[0] + half, frame[1] - half
    columns, rows = np.linspace(low[0], high[0], 60), np.linspace(low[1], high[1], 60)
    spots = np.array([(x, y) for x in columns for y in rows])
    beside, above = (_outside(at[:, k], places, half[k]) for k, places in enumerate((columns, rows)))
    clear = np.array([(np.sqrt(dx + dy) - discs.radius).min() for dx in beside for dy in above])
    inward = (np.minimum(np.abs(spots - low), np.abs(spots - high)) / (high - low)).sum(axis=1)
    best = int(np.argmax(np.minimum(clear, 14) - 30 * inward))
    return spots[best], float(clear[best])


def _outside(at: Numbers, places: Numbers, half: float) -> Numbers:
    """Squared distances along one axis from each of some rectangles to all points."""
    return np.maximum(np.abs(at[None] - places[:, None]) - half, 0) ** 2


def extent(drawing: Drawing) -> Numbers:
    """The corners of all that is drawn."""
    discs = make_discs(drawing)
    at = positions(discs, drawing.movable())
    wide = discs.radius[:, None]
    return np.array([(at - wide).min(axis=0), (at + wide).max(axis=0)])
