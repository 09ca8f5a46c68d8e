"""A board drawn from its geography, its routes coloured by a number: plain lines, for statistics, not for play."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from eclisse.arena.style import INK, LINES, MUTED, PAPER, make_figure, picture
from eclisse.boards.model import Board

WIDTH: Final = 11.0  # inches; all lengths below are inches too
MARGIN: Final = 0.75
NEAREST: Final = 0.48  # two cities are never drawn closer than this
TRACKS_APART: Final = 0.055
CLEAR: Final = 0.16  # a route keeps this far from cities it does not touch
CROSSING: Final = 0.08  # lines with points closer than this cross, or nearly
N_POINTS: Final = 41  # of a line
FONT: Final = 8.0  # points
BENDS: Final = (0.0, 0.08, -0.08, 0.15, -0.15, 0.22, -0.22, 0.3, -0.3)

Points = Any


@dataclass(frozen=True)
class Drawing:
    """The places of the cities, and the line of every route."""

    cities: dict[str, Points]
    routes: dict[str, Points]
    height: float


def lay_out(board: Board) -> Drawing:
    """Put a board on paper."""
    at = _spread(_projected(board))
    low, high = at.min(axis=0), at.max(axis=0)
    at = at - low + [(WIDTH - high[0] + low[0]) / 2, MARGIN * 0.7]
    cities = {city.id: at[i] for i, city in enumerate(board.cities)}
    return Drawing(cities, _lines(board, cities), float(high[1] - low[1] + 1.4 * MARGIN))


def _projected(board: Board) -> Points:
    """Cities on a conic projection, as wide as the paper allows."""
    lat = np.radians([city.lat for city in board.cities])
    lon = np.radians([city.lon for city in board.cities])
    middle = (lat.min() + lat.max()) / 2
    middle = math.copysign(max(abs(middle), 0.02), middle)
    radius = 1 / math.tan(middle) + middle - lat
    turn = math.sin(middle) * (lon - (lon.min() + lon.max()) / 2)
    at = np.stack([radius * np.sin(turn), -radius * np.cos(turn)], axis=1)
    size = at.max(axis=0) - at.min(axis=0)
    return at * min((WIDTH - 2 * MARGIN) / max(size[0], 1e-9), 8.5 / max(size[1], 1e-9))


def _spread(at: Points) -> Points:
    """Push cities apart that would be drawn over each other, as little as possible."""
    home, here = at, at.copy()
    for _ in range(300):
        apart = here[:, None] - here[None]
        distance = np.sqrt((apart**2).sum(axis=2)) + np.eye(len(here)) * 9
        push = np.clip(NEAREST - distance, 0, None) / np.maximum(distance, 1e-3)
        here = here + 0.25 * (apart * push[..., None]).sum(axis=1) + 0.02 * (home - here)
    size = here.max(axis=0) - here.min(axis=0)
    return here * min(1.0, (WIDTH - 2 * MARGIN) / size[0])


def _lines(board: Board, cities: dict[str, Points]) -> dict[str, Points]:
    """The line of every route: bent where a straight one would meet another city, two tracks side by side."""
    pairs: dict[tuple[str, str], list[str]] = {}
    for route in board.routes:
        pairs.setdefault(route.cities, []).append(route.id)
    straight = {pair: _curve(cities[pair[0]], cities[pair[1]], 0.0) for pair in pairs}
    apart = np.sin(np.pi * np.linspace(0, 1, N_POINTS))[:, None] ** 0.4  # tracks part and meet again
    found = {}
    for (a, b), tracks in pairs.items():
        others = np.array([at for city, at in cities.items() if city not in (a, b)]).reshape(-1, 2)
        crossed = [line for pair, line in straight.items() if not {a, b} & set(pair)]
        curves = [_curve(cities[a], cities[b], bend) for bend in BENDS]
        line = min(curves, key=lambda line: _crowding(line, others) + _crossings(line, crossed))
        for i, track in enumerate(tracks):
            side = TRACKS_APART * (2 * i - len(tracks) + 1)
            found[track] = line + _across(cities[a], cities[b]) * side * apart
    return found


def _across(a: Points, b: Points) -> Points:
    """A step of length 1 at right angles to the line from a to b."""
    way = b - a
    return np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-9)


def _curve(a: Points, b: Points, bend: float) -> Points:
    """Points of a curve that swings out by `bend` times the distance."""
    t = np.linspace(0, 1, N_POINTS)[:, None]
    middle = (a + b) / 2 + _across(a, b) * 2 * bend * float(np.hypot(*(b - a)))
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * middle + t**2 * b


def _crowding(line: Points, others: Points) -> float:
    """By how much a line comes too close to cities."""
    if not len(others):
        return 0.0
    distance = np.sqrt(((line[:, None] - others[None]) ** 2).sum(axis=2)).min(axis=0)
    return round(float(np.clip(CLEAR - distance, 0, None).sum()), 4)


def _crossings(line: Points, others: list[Points]) -> float:
    """A little for every other route that a line would cross."""
    return 0.03 * sum(bool(np.abs(line[:, None] - other[None]).sum(axis=2).min() < CROSSING) for other in others)


@picture
def draw_board(
    board: Board, values: Mapping[str, float | None], colours: Colormap, scale: Normalize, label: str
) -> Figure:
    """A map with every route coloured by its share, wider the more it stands out; None is faint."""
    drawing = lay_out(board)
    figure = make_figure(WIDTH, drawing.height + 0.55)
    figure.set_layout_engine("none")
    ax = figure.add_axes((0, 0.55 / (drawing.height + 0.55), 1, drawing.height / (drawing.height + 0.55)))
    ax.set(xlim=(0, WIDTH), ylim=(0, drawing.height), aspect="equal")
    ax.axis("off")
    middle = float(scale(getattr(scale, "vcenter", scale.vmin or 0.0)))
    at = {route: float(scale(value)) for route, value in values.items() if value is not None}
    standing_out = {route: abs(place - middle) for route, place in at.items()}
    for route, line in sorted(drawing.routes.items(), key=lambda item: standing_out.get(item[0], -1.0)):
        if route not in standing_out:
            ax.plot(*line.T, color=LINES, lw=1.2, solid_capstyle="round", zorder=1)
            continue
        width = 1.6 + 4.4 * standing_out[route] / max(middle, 1 - middle)
        ax.plot(*line.T, color=colours(at[route]), lw=width, solid_capstyle="round", zorder=2)
    _draw_cities(ax, board, drawing)
    _draw_scale(figure, colours, scale, label, drawing.height + 0.55)
    return figure


def _draw_scale(figure: Figure, colours: Colormap, scale: Normalize, label: str, height: float) -> None:
    """What the colours mean, at the foot."""
    bar = figure.add_axes((0.06, 0.30 / height, 0.34, 0.11 / height))
    ticks = np.linspace(0, 1, 200)[None]
    bar.imshow(ticks, aspect="auto", cmap=colours, extent=(0, 1, 0, 1))
    marks = [0.0, 0.5, 1.0]
    names = [f"{100 * float(scale.inverse(mark)):.0f}%" for mark in marks]
    bar.set_xticks(marks, names, fontsize=8, color=MUTED)
    bar.set_yticks([])
    bar.spines[:].set_visible(False)
    bar.tick_params(length=0)
    figure.text(0.42, 0.355 / height, label, fontsize=9, color=MUTED, va="center")


def _draw_cities(ax: Any, board: Board, drawing: Drawing) -> None:
    """Dots and names, the names where they cover least."""
    halo = [withStroke(linewidth=2.4, foreground=PAPER)]
    names = {city.id: city.name for city in board.cities}
    for city, (x, y, align) in _place_names(names, drawing).items():
        ax.text(x, y, names[city], fontsize=FONT, color=INK, ha=align, va="center", zorder=6, path_effects=halo)
    at = np.array(list(drawing.cities.values()))
    ax.scatter(at[:, 0], at[:, 1], s=26, color=PAPER, edgecolor=INK, linewidth=1.3, zorder=5)


def _place_names(names: Mapping[str, str], drawing: Drawing) -> dict[str, tuple[float, float, str]]:
    """The place of every city's name, so that names cover neither each other nor much of the lines."""
    line_points = np.concatenate([line[2:-2:2] for line in drawing.routes.values()])
    dots = np.array(list(drawing.cities.values()))
    boxes: dict[str, tuple[float, float, float, float]] = {}
    chosen: dict[str, tuple[float, float, str]] = {}
    for _ in range(3):
        for city, at in drawing.cities.items():
            others = np.array([box for name, box in boxes.items() if name != city]).reshape(-1, 4)
            options = _options(at, 0.0086 * FONT * len(names[city]))
            best = min(options, key=lambda option: _cover(option[1], others, line_points, dots, drawing.height))
            chosen[city], boxes[city] = best
    return chosen


def _options(at: Points, width: float) -> list[tuple[tuple[float, float, str], tuple[float, float, float, float]]]:
    """Places for a name around a city: where it is anchored, and the box it covers."""
    x, y, tall = float(at[0]), float(at[1]), 0.14
    found = []
    for dx, dy in ((0.1, 0.0), (-0.1, 0.0), (0.07, 0.13), (-0.07, 0.13), (0.07, -0.13), (-0.07, -0.13)):
        left = x + dx if dx > 0 else x + dx - width
        align = "left" if dx > 0 else "right"
        found.append(((x + dx, y + dy, align), (left, y + dy - tall / 2, left + width, y + dy + tall / 2)))
    above_and_below = [
        ((x, y + dy, "center"), (x - width / 2, y + dy - tall / 2, x + width / 2, y + dy + tall / 2))
        for dy in (0.16, -0.16)
    ]
    return found + above_and_below


def _cover(box: tuple[float, float, float, float], others: Any, lines: Points, dots: Points, height: float) -> float:
    """How much a name at this place would hide."""
    left, low, right, high = box
    cost = 40.0 * max(0.0, 0.05 - left, right - WIDTH + 0.05, 0.03 - low, high - height + 0.03)
    if len(others):
        wide = np.clip(np.minimum(right, others[:, 2]) - np.maximum(left, others[:, 0]), 0, None)
        tall = np.clip(np.minimum(high, others[:, 3]) - np.maximum(low, others[:, 1]), 0, None)
        cost += 60.0 * float((wide * tall).sum()) + 2.0 * int(((wide > 0) & (tall > 0)).sum())
    cost += 0.25 * _inside(lines, left, low, right, high)
    return cost + 3.0 * _inside(dots, left - 0.04, low - 0.04, right + 0.04, high + 0.04)


def _inside(points: Points, left: float, low: float, right: float, high: float) -> int:
    """How many points lie in a box."""
    x, y = points[:, 0], points[:, 1]
    return int(((x > left) & (x < right) & (y > low) & (y < high)).sum())
