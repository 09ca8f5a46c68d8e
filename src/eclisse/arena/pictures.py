"""The pictures of a report, each made from the table of games."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from eclisse.arena.boardmap import draw_board
from eclisse.arena.ratings import wilson
from eclisse.arena.style import (
    BALANCE,
    INK,
    LINES,
    MUTED,
    PALETTE,
    PAPER,
    SHARE,
    SOURCES,
    add_axes,
    bot_colours,
    make_figure,
    percent,
    picture,
    plain,
)
from eclisse.boards.model import Board
from eclisse.boards.names import Names

ROW: Final = 0.46  # inches for one bot
Rows = Sequence[Mapping[str, Any]]


@picture
def rating_picture(table: Rows, fair: float) -> Figure:
    """Ratings and win rates with their 95% intervals, the best bot at the top."""
    figure = make_figure(10, 1.1 + ROW * len(table))
    left, right = add_axes(figure, 1, 2, sharey=True)
    bots = [row["bot"] for row in table]
    colours = bot_colours(bots)
    for ax, keys in ((left, ("rating", "rating_low", "rating_high")), (right, ("win_rate", "win_low", "win_high"))):
        plain(ax, "x")
        for i, row in enumerate(table):
            value, low, high = (row[key] for key in keys)
            ax.plot([low, high], [i, i], color=colours[row["bot"]], lw=5, alpha=0.35, solid_capstyle="round")
            ax.plot([value], [i], "o", color=colours[row["bot"]], ms=8)
    left.set_title("Rating (openskill)")
    right.set_title("Games won")
    right.axvline(fair, color=MUTED, lw=1, ls=(0, (3, 2)), zorder=0)
    right.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    right.set_xlim(-0.03, 1.03)
    left.set_yticks(range(len(bots)), bots)
    left.set_ylim(len(bots) - 0.4, -0.6)
    return figure


@picture
def matrix_picture(table: Rows, pairs: Rows) -> Figure:
    """How often the bot of a row came out ahead of the bot of a column, with the interval."""
    bots = [row["bot"] for row in table]
    n, found = len(bots), {(row["bot"], row["against"]): row for row in pairs}
    size = max(3.6, 1.15 * n + 1.6)
    figure = make_figure(size + 0.8, 0.72 * size)
    (ax,) = add_axes(figure)
    shares = np.array([[found[a, b]["rate"] if (a, b) in found else np.nan for b in bots] for a in bots])
    ax.imshow(np.ma.masked_invalid(shares), cmap=BALANCE, vmin=0, vmax=1, aspect="auto")
    for i, j in np.ndindex(n, n):
        row = found.get((bots[i], bots[j]))
        if row is None:
            ax.text(j, i, "·", ha="center", va="center", color=MUTED)
            continue
        colour = PAPER if abs(row["rate"] - 0.5) > 0.36 else INK
        ax.text(j, i - 0.08, percent(row["rate"]), ha="center", va="center", fontsize=12, weight="bold", color=colour)
        interval = f"{100 * row['low']:.0f} – {100 * row['high']:.0f}"
        ax.text(j, i + 0.24, interval, ha="center", va="center", fontsize=7.5, color=colour)
    ax.set_xticks(range(n), [_broken(bot) for bot in bots], color=INK)
    ax.set_yticks(range(n), bots)
    ax.xaxis.tick_top()
    ax.set_xticks(np.arange(n - 1) + 0.5, minor=True)
    ax.set_yticks(np.arange(n - 1) + 0.5, minor=True)
    ax.grid(which="minor", color=PAPER, linewidth=3)
    ax.tick_params(which="minor", length=0)
    return figure


def _broken(name: str) -> str:
    """A long name on two lines."""
    return name.replace(":", ":\n") if len(name) > 12 else name


@picture
def score_picture(games: pl.DataFrame, bots: Sequence[str]) -> Figure:
    """The final scores of every bot as a ridge, its mean marked."""
    counted = games.filter(pl.col("fault").is_null())
    scores = {bot: counted.filter(pl.col("bot") == bot)["score"].to_numpy() for bot in bots}
    every = np.concatenate(list(scores.values()))
    step = max(1.0, (np.quantile(every, 0.995) - np.quantile(every, 0.005)) / 60)
    edges = np.arange(every.min() - 3 * step, every.max() + 4 * step, step)
    figure = make_figure(10, 1.2 + 0.75 * len(bots))
    (ax,) = add_axes(figure)
    plain(ax, "x")
    middles, colours = (edges[:-1] + edges[1:]) / 2, bot_colours(bots)
    for i, bot in enumerate(bots):
        if not len(scores[bot]):
            continue
        density = _smooth(np.histogram(scores[bot], edges)[0] / len(scores[bot]))
        seen = density > 0.002 * density.max()
        ridge = i - 0.75 * density[seen] / density.max()
        ax.fill_between(middles[seen], ridge, i, color=colours[bot], alpha=0.8, lw=0, zorder=2 + i)
        ax.plot(middles[seen], ridge, color=PAPER, lw=1.2, zorder=2 + i)
        mean = float(scores[bot].mean())
        ax.plot([mean, mean], [i, i - 0.72], color=PAPER, lw=1.4, ls=(0, (2, 2)), zorder=3 + i)
        ax.text(mean, i + 0.06, f"mean {mean:.0f}", ha="center", va="top", fontsize=8, color=MUTED, zorder=20)
    ax.set_yticks(range(len(bots)), bots)
    ax.set_ylim(len(bots) - 0.6, -1.0)
    ax.set_xlabel("final score")
    return figure


def _smooth(counts: Any) -> Any:
    """Counts with a little of their neighbours."""
    weights = np.array([1, 4, 6, 4, 1]) / 16
    return np.convolve(counts, weights, mode="same")


@picture
def composition_picture(games: pl.DataFrame, bots: Sequence[str]) -> Figure:
    """Where the points of every bot come from, on average; what it loses lies to the left of zero."""
    counted = games.filter(pl.col("fault").is_null())
    means = {
        bot: counted.filter(pl.col("bot") == bot).select(pl.col(*SOURCES, "score").mean()).row(0, named=True)
        for bot in bots
    }
    figure = make_figure(10, 1.5 + ROW * len(bots))
    (ax,) = add_axes(figure)
    plain(ax, "x")
    used = [key for key in SOURCES if any(abs(means[bot][key] or 0) > 0.05 for bot in bots)]
    edge: dict[tuple[str, bool], float] = {}
    for key in used:
        name, colour = SOURCES[key]
        for i, bot in enumerate(bots):
            value = float(means[bot][key] or 0)
            start = edge.get((bot, value < 0), 0.0)
            ax.barh(i, value, left=start, height=0.62, color=colour, label=name if i == 0 else None)
            edge[bot, value < 0] = start + value
    span = max(edge.values()) - min(edge.values())
    for i, bot in enumerate(bots):
        if means[bot]["score"] is not None:
            text = f"{means[bot]['score']:.0f}"
            ax.text(edge.get((bot, False), 0) + 0.01 * span, i, text, va="center", weight="bold")
    ax.axvline(0, color=INK, lw=1)
    ax.set_yticks(range(len(bots)), bots)
    ax.set_ylim(len(bots) - 0.4, -0.6)
    ax.set_xlabel("points a game, on average; the number at the end is the mean score")
    figure.legend(loc="outside upper center", ncols=min(len(used), 5), frameon=False, fontsize=8.5, handlelength=1)
    return figure


@picture
def route_picture(board: Board, games: pl.DataFrame) -> Figure:
    """The board, every route by the share of games in which somebody claims it."""
    n = games["game"].n_unique()
    counts = games["claimed"].explode().drop_nulls().value_counts()
    shares = {route.id: 0.0 for route in board.routes} | {route: count / n for route, count in counts.iter_rows()}
    return draw_board(board, shares, SHARE, Normalize(0, 1), "of games in which somebody claims the route")


def ticket_table(games: pl.DataFrame) -> list[tuple[str, int, int]]:
    """Every ticket that was held: how often it was completed, and how often held; the surest first."""
    done = games["completed"].explode().drop_nulls().value_counts()
    lost = games["failed"].explode().drop_nulls().value_counts()
    wins, losses = dict(done.iter_rows()), dict(lost.iter_rows())
    rows = [(ticket, wins.get(ticket, 0), wins.get(ticket, 0) + losses.get(ticket, 0)) for ticket in {**wins, **losses}]
    return sorted(rows, key=lambda row: (-row[1] / row[2], -row[2], row[0]))


@picture
def ticket_picture(board: Board, values: Mapping[str, str], games: pl.DataFrame) -> Figure:
    """How often each ticket is completed by those who keep it."""
    rows, names = ticket_table(games), Names(board)
    columns = 1 if len(rows) <= 20 else 2
    tall = -(-len(rows) // columns)
    figure = make_figure(11, 0.9 + 0.235 * tall)
    most = max((held for _, _, held in rows), default=1)
    for column, ax in enumerate(add_axes(figure, 1, columns)):
        part = rows[column * tall : (column + 1) * tall]
        labels = [f"{names.link(ticket)}  {values.get(ticket, '')}" for ticket, _, _ in part]
        _draw_shares(ax, labels, [(done, held) for _, done, held in part], most)
        ax.set_ylim(tall - 0.4, -0.6)
    return figure


def _draw_shares(ax: Axes, labels: Sequence[str], rows: Sequence[tuple[int, int]], most: int) -> None:
    """A dot and an interval in each row, fainter where there were few games."""
    plain(ax, "x")
    for i, (done, held) in enumerate(rows):
        low, high = wilson(done, held)
        alpha = 0.35 + 0.65 * (held / most) ** 0.5
        ax.plot([low, high], [i, i], color=PALETTE[0], lw=3.5, alpha=0.3, solid_capstyle="round")
        ax.plot([done / held], [i], "o", color=PALETTE[0], ms=5.5, alpha=alpha)
        ax.text(1.04, i, f"{held:,}", va="center", fontsize=7, color=MUTED)
    ax.text(1.04, -1.0, "kept", va="center", fontsize=7, color=MUTED)
    ax.set_yticks(range(len(labels)), labels, fontsize=8)
    ax.set_xlim(-0.02, 1.14)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1])
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))


@picture
def length_picture(games: pl.DataFrame) -> Figure:
    """How many turns a seat has, and how many decisions a game, before it ends."""
    whole = games.filter((pl.col("seat") == 0) & pl.col("fault").is_null())
    n_seats = int(games["seat"].max()) + 1  # type: ignore[arg-type]
    figure = make_figure(10, 2.7)
    kinds = (("Turns of each seat", whole["turns"] / n_seats), ("Decisions in a game", whole["decisions"]))
    for ax, (title, values), colour in zip(add_axes(figure, 1, 2), kinds, (PALETTE[0], PALETTE[2]), strict=True):
        plain(ax, "y")
        numbers = np.floor(values.to_numpy())
        step = max(1, round(float(np.ptp(numbers)) / min(40, 8 + len(numbers) ** 0.5)))
        edges = np.arange(numbers.min(), numbers.max() + 2 * step, step) - 0.5
        ax.hist(numbers, bins=edges.tolist(), color=colour, alpha=0.8)
        median = float(np.median(numbers))
        ax.axvline(median, color=INK, lw=1, ls=(0, (3, 2)))
        ax.annotate(
            f"half end by {median:.0f}", (median, 1), (5, -2), xycoords=("data", "axes fraction"),
            textcoords="offset points", fontsize=8, va="top",
        )  # fmt: skip
        ax.set_title(title)
        ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        ax.tick_params(axis="y", colors=MUTED)
        ax.set_ylabel("games")
        ax.spines["bottom"].set(visible=True, color=LINES)
    return figure
