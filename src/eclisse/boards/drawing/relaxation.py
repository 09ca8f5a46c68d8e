"""Finding room: cities and the curves of routes move until cars, cities and names no longer touch.

Everything that takes room is covered by discs. A disc stands at a weighted sum of cities and control points plus a
fixed shift, so the push between two discs is easily handed on to what they hang on. Every city is pulled back to its
place on the map, and every displacement towards its neighbours' displacements, so that the map stays recognisable.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np

from eclisse.boards.drawing.curves import (
    BASIS,
    CAR,
    CITY,
    LANE,
    WIDTH,
    Bundle,
    Numbers,
    bezier,
    car_places,
    lane_shifts,
    normals,
    turning,
)
from eclisse.boards.drawing.lettering import SIZE
from eclisse.boards.drawing.projection import Points

Indices = Numbers

CROWD: Final = 19.0  # half the least distance of two cities
CHORD: Final = 0.97  # least distance of two cities, of the length their route needs
MARGIN: Final = 2.6  # between things that must not touch
CORNER: Final = 1.8  # radius of the discs in corners
STEP: Final = 6.0  # between discs along a row of cars
REFRESH: Final = 15  # steps after which it is looked anew which discs are near each other

CARS, CITY_DISC, NAME = 0, 1, 2  # kinds of disc


@dataclass(frozen=True)
class NameBox:
    """Where a name stands: a rectangle, by its middle seen from its city."""

    city: int
    dx: float
    dy: float
    width: float
    height: float


@dataclass
class Weights:
    """How much each wish counts."""

    place: float = 0.2
    neighbours: float = 0.25
    room: float = 14.0
    long: float = 0.3
    bend: float = 5.0
    twist: float = 10.0
    touch: float = 40.0


@dataclass
class Drawing:
    """Cities and curves; `relax` moves them."""

    true: Points  # the map, in drawing units
    bundles: tuple[Bundle, ...]
    names: list[NameBox] = field(default_factory=list)
    radii: Numbers = field(default_factory=lambda: np.empty(0))
    weights: Weights = field(default_factory=Weights)

    def __post_init__(self) -> None:
        """Start with cities on the map and straight routes."""
        self.n = len(self.true)
        self.ends = np.array([(bundle.a, bundle.b) for bundle in self.bundles])
        self.need = np.array([bundle.need for bundle in self.bundles])
        self.lanes = np.array([bundle.lanes for bundle in self.bundles])
        self.stiffness = np.array([bundle.stiffness for bundle in self.bundles])
        self.cities = self.unfolded()
        self.controls = self.straight()
        self.anchor = self.true.copy()
        if not len(self.radii):
            self.radii = np.full(self.n, CITY)

    def unfolded(self) -> Points:
        """The true map, but with ends of the line as far out as their routes need, so that they stay on their side."""
        places = self.true.copy()
        degree = np.bincount(self.ends.ravel(), minlength=self.n)
        for (a, b), need in zip(self.ends, self.need, strict=True):
            for leaf, other in ((a, b), (b, a)):
                if degree[leaf] == 1:
                    out = self.true[leaf] - self.true[other]
                    places[leaf] = self.true[other] + out * max(need / np.linalg.norm(out), 1.0)
        return places

    def straight(self) -> Numbers:
        """Control points of straight routes."""
        a, b = self.cities[self.ends[:, 0]], self.cities[self.ends[:, 1]]
        return np.stack(((2 * a + b) / 3, (a + 2 * b) / 3), axis=1)

    def quads(self) -> Numbers:
        """The four points of every curve."""
        a, b = self.cities[self.ends[:, 0]], self.cities[self.ends[:, 1]]
        return np.stack((a, self.controls[:, 0], self.controls[:, 1], b), axis=1)

    def columns(self) -> Indices:
        """Where the four points of every curve are among all movable points."""
        first = self.n + 2 * np.arange(len(self.bundles))
        return np.stack((self.ends[:, 0], first, first + 1, self.ends[:, 1]), axis=1)

    def movable(self) -> Points:
        """All movable points: cities, then two control points a bundle."""
        return np.concatenate((self.cities, self.controls.reshape(-1, 2)))

    def move_to(self, points: Points) -> None:
        """Put all movable points somewhere."""
        self.cities, self.controls = points[: self.n].copy(), points[self.n :].reshape(-1, 2, 2).copy()

    def follow(self) -> None:
        """Shift the true map to where the cities are now."""
        self.anchor = self.true + (self.cities - self.true).mean(axis=0)

    def grow(self, factor: float) -> None:
        """Make everything larger, to have more room."""
        self.true, self.cities, self.controls = self.true * factor, self.cities * factor, self.controls * factor

    def growth(self) -> float:
        """How much larger the drawing became than the true map."""
        centred = self.true - self.true.mean(axis=0)
        return float(((self.cities - self.cities.mean(axis=0)) * centred).sum() / (centred**2).sum())


@dataclass
class Discs:
    """Everything that takes room, as discs hung on movable points."""

    column: Indices  # (discs, 4): movable points
    weight: Numbers  # (discs, 4)
    shift: Points
    radius: Numbers
    kind: Indices
    owner: Indices  # bundle of CARS, city of the others


def make_discs(drawing: Drawing) -> Discs:
    """Discs over all cars, cities and names as they are now."""
    tracks = zip(drawing.bundles, drawing.quads(), drawing.columns(), strict=True)
    parts = [_car_discs(index, *track) for index, track in enumerate(tracks)]
    parts.append(_city_discs(drawing))
    parts.extend(_name_discs(name) for name in drawing.names)
    return Discs(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


_Part = tuple[Indices, Numbers, Points, Numbers, Indices, Indices]


def _car_discs(index: int, bundle: Bundle, quad: Numbers, columns: Indices) -> _Part:
    """A row of discs over each car of a bundle, and small ones in the outer corners of its first and last cars."""
    t, length = car_places(bundle, quad)
    car, ahead, inset, aside, radius = _on_cars(bundle)
    across = normals(quad, t)[car]
    along = ahead * (length / 2 - inset)
    shift = across * aside[:, None] + np.stack((-across[:, 1], across[:, 0]), axis=1) * along[:, None]
    count = len(car)
    return np.tile(columns, (count, 1)), bezier(t)[car], shift, radius, np.full(count, CARS), np.full(count, index)


@cache
def _on_cars(bundle: Bundle) -> tuple[Indices, Numbers, Numbers, Numbers, Numbers]:
    """Discs on the cars of a bundle: which car, how far ahead from -1 to 1, how far from its end, aside, radius."""
    spots = np.linspace(-1, 1, int(np.ceil(bundle.space * bundle.stretch / STEP)))
    lanes, edge = lane_shifts(bundle.lanes), WIDTH / 2 - CORNER
    cars = range(bundle.spaces)
    body = [(car, spot, WIDTH / 2 - 1, lane, WIDTH / 2) for car in cars for spot in spots for lane in lanes]
    corners = [
        (car, end, CORNER, lane + way * edge, 1.35 * CORNER)
        for car, end in ((0, -1), (bundle.spaces - 1, 1))
        for lane in lanes
        for way in (-1, 1)
    ]
    car, ahead, inset, aside, radius = np.array(body + corners).T
    return car.astype(int), ahead, inset, aside, radius + MARGIN / 2


def _hung(cities: Indices, shift: Points, radius: Numbers, kind: int) -> _Part:
    """Discs at fixed places beside cities."""
    n = len(cities)
    column = np.repeat(cities[:, None], 4, axis=1)
    weight = np.tile([1.0, 0.0, 0.0, 0.0], (n, 1))
    return column, weight, shift, radius, np.full(n, kind), cities


def _city_discs(drawing: Drawing) -> _Part:
    return _hung(np.arange(drawing.n), np.zeros((drawing.n, 2)), drawing.radii + MARGIN / 2, CITY_DISC)


@cache
def _name_discs(name: NameBox) -> _Part:
    """Rows of discs over a name, and small ones in its corners."""
    rows = max(1, round(name.height / SIZE))
    radius, half = name.height / rows / 2, (name.width / 2, name.height / 2)
    across = np.linspace(radius - half[0], half[0] - radius, int(np.ceil(name.width / 9)) + 1)
    down = (np.arange(rows) - (rows - 1) / 2) * 2 * radius
    corners = [(i * (half[0] - CORNER), j * (half[1] - CORNER)) for i in (-1, 1) for j in (-1, 1)]
    spots = np.array([*((x, y) for y in down for x in across), *corners]) + np.array((name.dx, name.dy))
    count = len(spots)
    radii = np.where(np.arange(count) < count - 4, radius, 1.35 * CORNER) + MARGIN / 2
    return _hung(np.full(count, name.city), spots, radii, NAME)


def near_pairs(discs: Discs, at: Points, reach: float) -> tuple[Indices, Indices, Numbers]:
    """Pairs of discs that may come to touch, and the least distance of each."""
    first, second = _close(at, float(discs.radius.max()) * 2 + reach)
    least = discs.radius[first] + discs.radius[second]
    kind_1, kind_2 = discs.kind[first], discs.kind[second]
    owner_1, owner_2 = discs.owner[first], discs.owner[second]
    same = (kind_1 == CARS) == (kind_2 == CARS)
    keep = ~(same & (owner_1 == owner_2))
    least = np.where((kind_1 == CITY_DISC) & (kind_2 == CITY_DISC), 2 * CROWD, least)
    return first[keep], second[keep], least[keep]


def _close(at: Points, reach: float) -> tuple[Indices, Indices]:
    """Pairs of points closer than a distance, each once, in the order of their first, then of their second point."""
    order = np.argsort(at[:, 0], kind="stable")
    x, y = at[order].T.copy()
    n = len(x)
    within = np.searchsorted(x, x + reach, side="right") - np.arange(n) - 1  # points to the right, near enough in x
    found = []
    for ahead in range(1, int(within.max(initial=0)) + 1):
        near = (within[:-ahead] >= ahead) & (np.abs(y[:-ahead] - y[ahead:]) < reach)
        first = np.flatnonzero(near)
        found.append(first * n + first + ahead)
    first, second = np.divmod(np.sort(np.concatenate(found)), n)
    return order[first], order[second]


def positions(discs: Discs, movable: Points) -> Points:
    """Where the discs are."""
    return np.einsum("dk,dkc->dc", discs.weight, movable[discs.column]) + discs.shift


def touch(discs: Discs, pairs: tuple[Indices, Indices, Numbers], movable: Points) -> Points:
    """Gradient of the squared depths to which discs touch."""
    x, y = positions(discs, movable).T.copy()
    i, j, least = pairs
    dx, dy = x[i] - x[j], y[i] - y[j]
    distance = np.sqrt(dx * dx + dy * dy) + 1e-6
    hit = np.flatnonzero(least > distance)  # few pairs touch; the others push nothing
    i, j, distance = i[hit], j[hit], distance[hit]
    force = -2 * ((least[hit] - distance) / CAR) / CAR / distance
    pushed = [_summed(i, force * d, len(x)) - _summed(j, force * d, len(x)) for d in (dx[hit], dy[hit])]
    return _handed_on(discs, np.stack(pushed, axis=1), len(movable))


def _summed(index: Indices, values: Numbers, length: int) -> Numbers:
    """Values added up by index."""
    return np.bincount(index, values, length)


def _handed_on(discs: Discs, pushed: Points, length: int) -> Points:
    """Pushes on discs as pushes on what they hang on."""
    flat = discs.column.ravel()
    return np.stack([_summed(flat, (discs.weight * pushed[:, k, None]).ravel(), length) for k in (0, 1)], axis=1)


def _length_energy(drawing: Drawing, need: Numbers) -> Numbers:
    """Gradient of how much routes are too short, or needlessly long, at the four points of each."""
    weights = drawing.weights
    points = np.einsum("tk,bkc->btc", BASIS, drawing.quads())
    steps = np.diff(points, axis=1)
    sizes = np.linalg.norm(steps, axis=2) + 1e-9
    length = sizes.sum(axis=1)
    short = np.minimum(length - need, 0) / CAR
    long = np.maximum(length - 1.35 * need, 0) / CAR
    slope = (2 * weights.room * short + 2 * weights.long * long) / CAR
    units = steps / sizes[:, :, None]
    gradient = np.einsum("tk,btc->bkc", np.diff(BASIS, axis=0), units) * slope[:, None, None]
    chord = points[:, -1] - points[:, 0]
    span = np.linalg.norm(chord, axis=1) + 1e-9
    close = np.minimum(span - CHORD * drawing.need, 0) / CAR
    pull = (2 * weights.room * close / CAR / span)[:, None] * chord
    gradient[:, 3] += pull
    gradient[:, 0] -= pull
    return gradient


def _shape_energy(drawing: Drawing) -> Points:
    """Gradient of what keeps cities near the map and routes straight, at all movable points."""
    weights, n = drawing.weights, drawing.n
    gradient = np.zeros((n + 2 * len(drawing.bundles), 2))
    moved = (drawing.cities - drawing.anchor) / CAR
    gradient[:n] += 2 * weights.place * moved / CAR
    a, b = drawing.ends.T
    apart = 2 * weights.neighbours * (moved[a] - moved[b]) / CAR
    for k in (0, 1):
        gradient[:n, k] += _summed(a, apart[:, k], n) - _summed(b, apart[:, k], n)
    bent = (drawing.controls - drawing.straight()) / CAR
    twisted = np.stack((bent[:, 0] - bent[:, 1], bent[:, 1] - bent[:, 0]), axis=1)
    stiff = 2 * (weights.bend * bent + weights.twist * twisted) * drawing.stiffness[:, None, None]
    gradient[n:] += (stiff / CAR).reshape(-1, 2)
    return gradient


def deepest(drawing: Drawing) -> float:
    """How far the worst pair of discs is from keeping its distance, in drawing units."""
    discs = make_discs(drawing)
    at = positions(discs, drawing.movable())
    i, j, least = near_pairs(discs, at, 0.0)
    return float((least - np.linalg.norm(at[i] - at[j], axis=1)).max())


def needs(drawing: Drawing) -> Numbers:
    """Least length of every route; a bent one needs more, for its inner track is shorter and its cars' corners meet."""
    turns = np.array([turning(quad) for quad in drawing.quads()])
    return drawing.need + 1.25 * turns * ((drawing.lanes - 1) * LANE / 2 + WIDTH / 2)


def relax(drawing: Drawing, steps: int, pace: float, firm: float = 1.0) -> None:
    """Move everything downhill in ever smaller steps; if `firm`, room counts more than shape."""
    mean, square = np.zeros((2, drawing.n + 2 * len(drawing.bundles), 2))
    columns = drawing.columns()
    for step in range(steps):
        if step % REFRESH == 0:
            drawing.follow()
            discs = make_discs(drawing)
            pairs = near_pairs(discs, positions(discs, drawing.movable()), 6 + REFRESH * pace)
            need = needs(drawing) + 1
        gradient = firm * drawing.weights.touch * touch(discs, pairs, drawing.movable()) + _shape_energy(drawing)
        np.add.at(gradient, columns, firm * _length_energy(drawing, need))
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.99 * square + 0.01 * gradient**2
        grown = np.sqrt(square / (1 - 0.99 ** (step + 1))) + 1e-7
        rate = pace * (1 - step / steps) + 0.02
        drawing.move_to(drawing.movable() - rate * mean / (1 - 0.9 ** (step + 1)) / grown)
