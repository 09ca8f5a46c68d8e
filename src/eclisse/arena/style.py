"""The look of all pictures: paper and ink, a palette for colour-blind readers too, and the export to SVG."""

import io
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any, Final, ParamSpec

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from eclisse.shapes import Points

Arguments = ParamSpec("Arguments")

PAPER: Final = "#fbf8f1"
INK: Final = "#2b2a28"
MUTED: Final = "#7a756b"
LINES: Final = "#e2dbcc"
PALETTE: Final = (
    "#2f5d8a", "#c8553d", "#3a8f6b", "#d9a441", "#7a5c99", "#5e9fb5", "#9b6b43", "#8a8f3c", "#b0557f", "#4b4f58",
)  # fmt: skip
SOURCES: Final = {  # points by where they come from, in the order they are stacked
    "routes": ("routes", "#2f5d8a"),
    "tickets_won": ("tickets completed", "#3a8f6b"),
    "longest": ("longest path", "#d9a441"),
    "stations": ("stations left", "#5e9fb5"),
    "globetrotter": ("most tickets", "#7a5c99"),
    "mandala": ("mandala", "#b0557f"),
    "depots": ("depots", "#8a8f3c"),
    "tickets_lost": ("tickets not completed", "#c8553d"),
}
SOURCES.update({one.name: (one.name, MUTED) for one in fields(Points) if one.name not in (*SOURCES, "tickets")})
SHARE: Final = LinearSegmentedColormap.from_list("share", ["#e6d9b8", "#dca84a", "#c8553d", "#6b1f3a"])
BALANCE: Final = LinearSegmentedColormap.from_list("balance", ["#b5452f", "#e9b79d", "#f6f1e6", "#9fbfd6", "#2f5d8a"])
RC: Final[Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": MUTED,
    "axes.edgecolor": LINES,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.facecolor": PAPER,
    "axes.axisbelow": True,
    "figure.facecolor": PAPER,
    "grid.color": LINES,
    "grid.linewidth": 0.8,
    "xtick.color": MUTED,
    "ytick.color": INK,
    "svg.fonttype": "path",
    "svg.hashsalt": "eclisse",
}


def picture(draw: Callable[Arguments, Figure]) -> Callable[Arguments, Figure]:
    """Draw something in our look, whatever the settings of the process."""

    @wraps(draw)
    def drawn(*arguments: Arguments.args, **named: Arguments.kwargs) -> Figure:
        with mpl.rc_context(RC):
            return draw(*arguments, **named)

    return drawn


def make_figure(width: float, height: float) -> Figure:
    """An empty picture, in inches."""
    return Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.08))


def add_axes(figure: Figure, rows: int = 1, columns: int = 1, **options: Any) -> list[Axes]:
    """Axes without a frame, row by row."""
    axes: list[Axes] = list(figure.subplots(rows, columns, squeeze=False, **options).flat)
    for ax in axes:
        plain(ax)
    return axes


def plain(ax: Axes, grid: str = "") -> None:
    """No frame and no tick marks; grid lines along one axis if asked for."""
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    if grid:
        ax.grid(axis=grid)  # type: ignore[arg-type]


def to_svg(figure: Figure) -> str:
    """A picture as SVG, the same bytes every time."""
    file = io.StringIO()
    with mpl.rc_context(RC):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def bot_colours(bots: Sequence[str]) -> dict[str, str]:
    """A colour for each bot."""
    return {bot: PALETTE[i % len(PALETTE)] for i, bot in enumerate(bots)}


def percent(share: float) -> str:
    """A share as a whole percentage; only what is certain is 0% or 100%."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"
