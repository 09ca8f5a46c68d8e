"""A board as it is drawn for play (`boards/drawn.py`), its routes coloured by a number: plain lines, for statistics."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from matplotlib.colors import Colormap, Normalize
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from eclisse.arena.style import INK, LINES, MUTED, PAPER, make_figure, picture
from eclisse.boards.drawn import DrawnBoard
from eclisse.boards.layout import drawn
from eclisse.boards.model import Board

WIDTH: Final = 11.0  # inches
FOOT: Final = 0.55  # inches, for what the colours mean
POINTS: Final = 72.0  # an inch
LETTERS: Final = 0.92  # of the drawing's size of names, which is for other letters
ALIGN: Final = {"start": "left", "middle": "center", "end": "right"}


@picture
def draw_board(
    board: Board, values: Mapping[str, float | None], colours: Colormap, scale: Normalize, label: str
) -> Figure:
    """A map with every route coloured by its share, wider the more it stands out; None is faint."""
    drawing = drawn(board)
    height = WIDTH * drawing.height / drawing.width + FOOT
    figure = make_figure(WIDTH, height)
    figure.set_layout_engine("none")
    ax = figure.add_axes((0, FOOT / height, 1, 1 - FOOT / height))
    ax.set(xlim=(0, drawing.width), ylim=(drawing.height, 0), aspect="equal")
    ax.axis("off")
    _draw_routes(ax, drawing, values, colours, scale)
    _draw_cities(ax, drawing)
    _draw_scale(figure, colours, scale, label, height)
    return figure


def _draw_routes(
    ax: Any, drawing: DrawnBoard, values: Mapping[str, float | None], colours: Colormap, scale: Normalize
) -> None:
    """Every route as a line, those that stand out above the others."""
    middle = float(scale(getattr(scale, "vcenter", scale.vmin or 0.0)))
    at = {route: float(scale(value)) for route, value in values.items() if value is not None}
    standing_out = {route: abs(place - middle) for route, place in at.items()}
    for route in sorted(drawing.routes, key=lambda route: standing_out.get(route.id, -1.0)):
        line = np.array(route.path).T
        if route.id not in standing_out:
            ax.plot(*line, color=LINES, lw=1.2, solid_capstyle="round", zorder=1)
            continue
        width = 1.6 + 4.4 * standing_out[route.id] / max(middle, 1 - middle)
        ax.plot(*line, color=colours(at[route.id]), lw=width, solid_capstyle="round", zorder=2)


def _draw_cities(ax: Any, drawing: DrawnBoard) -> None:
    """Dots and names."""
    halo = [withStroke(linewidth=2.4, foreground=PAPER)]
    unit = POINTS * WIDTH / drawing.width  # of the drawing, in points
    for city in drawing.cities:
        size, align = LETTERS * unit * city.label.size, ALIGN[city.label.anchor]
        for line in city.label.lines:
            ax.text(line.x, line.y, line.text, fontsize=size, color=INK, ha=align, zorder=6, path_effects=halo)
    at = np.array([(city.x, city.y) for city in drawing.cities])
    dot = (2 * 0.6 * drawing.city_radius * unit) ** 2
    ax.scatter(at[:, 0], at[:, 1], s=dot, color=PAPER, edgecolor=INK, linewidth=1.3, zorder=5)


def _draw_scale(figure: Figure, colours: Colormap, scale: Normalize, label: str, height: float) -> None:
    """The legend of the colours, at the foot."""
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
