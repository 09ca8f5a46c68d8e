"""Statistics of each board, from games of one bot against itself: routes, tickets, first seat, longest path.

This module only counts; `insight_page` makes words and pictures. It finds what goes with winning in the games of one
bot, which need not be what makes a player win.
"""

from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import polars as pl

from eclisse.arena.ratings import mean_interval, wilson
from eclisse.catalogue.kit import Kit

FEWEST: Final = 50  # times something must have been held before anything is said about it


@dataclass(frozen=True)
class Worth:
    """The results of players who had a route, or a ticket, at the end."""

    name: str
    n: int
    wins: float
    low: float  # of the share won, 95%
    high: float
    sure: bool  # whether luck alone would hardly make even one of all those compared look like this
    margin: float  # points more than the others, on average
    margin_low: float
    margin_high: float
    completed: int = 0  # of a ticket: how often it was

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.wins / self.n


@dataclass(frozen=True)
class Seat:
    """How often the k-th to move wins."""

    order: int
    n: int
    wins: float
    low: float
    high: float


@dataclass(frozen=True)
class Longest:
    """The effect of the bonus for the longest path."""

    bonus: int
    games: int  # in which one seat alone had it
    won: float  # of those, won by the seat that had it
    decided: int  # games that somebody else would have won without the bonus
    all_games: int
    length: float  # of the path that got it, on average


@dataclass(frozen=True)
class Insight:
    """One board, as played by the bot against itself."""

    kit: Kit
    games: pl.DataFrame  # with two seats
    full: pl.DataFrame  # with as many seats as the game allows
    routes: list[Worth]
    tickets: list[Worth]
    seats: dict[int, list[Seat]]  # by number of seats at the table
    longest: Longest | None


def study(kit: Kit, games: pl.DataFrame, full: pl.DataFrame) -> Insight:
    """Everything about one board."""
    rows = with_margins(games.filter(pl.col("fault").is_null()))
    return Insight(
        kit=kit,
        games=rows,
        full=full,
        routes=worths(rows, "claimed"),
        tickets=ticket_worths(rows),
        seats={int(frame["seat"].max()) + 1: by_turn_order(frame) for frame in (games, full)},  # type: ignore[arg-type]
        longest=longest_path(rows) if int(kit.rules.longest) else None,
    )


def with_margins(games: pl.DataFrame) -> pl.DataFrame:
    """The games with one more column: points more than the other seats have on average."""
    others = (pl.col("score").sum().over("game") - pl.col("score")) / (pl.len().over("game") - 1)
    return games.with_columns((pl.col("score") - others).alias("margin"))


def worths(rows: pl.DataFrame, column: str) -> list[Worth]:
    """The worth of everything in a column of lists, the most valuable first."""
    each = rows.select(column, "win", "margin").explode(column).drop_nulls(column)
    groups = [(str(name), group) for (name,), group in each.group_by(column, maintain_order=True)]
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(groups)))  # as many chances to be fooled as there are groups
    fair = 1 / rows["seat"].n_unique()
    found = [_worth(name, group, strict, fair) for name, group in groups if len(group) >= FEWEST]
    return sorted(found, key=lambda worth: (-worth.share, worth.name))


def _worth(name: str, group: pl.DataFrame, strict: float, fair: float) -> Worth:
    """One route or ticket."""
    n, wins = len(group), float(group["win"].sum())
    low, high = wilson(wins, n)
    sure_low, sure_high = wilson(wins, n, strict)
    margin = float(group["margin"].mean())  # type: ignore[arg-type]
    sure = not sure_low <= fair <= sure_high
    return Worth(name, n, wins, low, high, sure, margin, *mean_interval(group["margin"]))


def ticket_worths(rows: pl.DataFrame) -> list[Worth]:
    """The worth of every ticket to the player who kept it, completed or not."""
    kept = rows.with_columns(pl.concat_list("completed", "failed").alias("kept"))
    done = dict(rows["completed"].explode().drop_nulls().value_counts().iter_rows())
    return [Worth(**{**vars(worth), "completed": done.get(worth.name, 0)}) for worth in worths(kept, "kept")]


def by_turn_order(games: pl.DataFrame) -> list[Seat]:
    """How often the first, second … to move wins."""
    found = []
    for (order,), group in games.sort("turn_order").group_by("turn_order", maintain_order=True):
        n, wins = len(group), float(group["win"].sum())
        found.append(Seat(int(order), n, wins, *wilson(wins, n)))
    return found


def longest_path(rows: pl.DataFrame) -> Longest:
    """How often the holder of the bonus wins, and how often somebody else would have won without it."""
    holders = rows.filter(pl.col("longest") > 0)
    alone = holders.filter(pl.len().over("game") == 1)
    before = rows.with_columns((pl.col("score") - pl.col("longest")).alias("before"))
    best = before.filter(pl.col("before") == pl.col("before").max().over("game"))
    kept = best.filter(pl.col("win") > 0)["game"].n_unique()
    n_games = rows["game"].n_unique()
    return Longest(
        bonus=int(holders["longest"].max() or 0),  # type: ignore[arg-type]
        games=len(alone),
        won=float(alone["win"].sum()),
        decided=n_games - kept,
        all_games=n_games,
        length=float(holders["longest_path_length"].mean() or 0),  # type: ignore[arg-type]
    )
