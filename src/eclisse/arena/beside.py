"""Differences between a better player and another: games of each bot against itself, side by side.

Only what luck does not explain is told, even if you compare all routes, or all tickets, of the board at once.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

import polars as pl

from eclisse.arena.insights import FEWEST, ticket_worths, with_margins, worths
from eclisse.arena.ratings import Z95, wilson
from eclisse.arena.style import percent
from eclisse.boards.names import Names
from eclisse.catalogue.kit import Kit

SHOWN: Final = 3  # lines of each kind for a board


@dataclass(frozen=True)
class Estimate:
    """A share or a mean with its interval, for as many standard errors as asked."""

    value: float
    ends: Callable[[float], tuple[float, float]]


@dataclass(frozen=True)
class Change:
    """A difference between two bots, with its 95% interval."""

    name: str
    before: float
    after: float
    low: float
    high: float

    @property
    def least(self) -> float:
        """How large the difference is at least."""
        return min(abs(self.low), abs(self.high))


@dataclass(frozen=True)
class Pair:
    """One board: the games for two of a bot, and of the one beside it."""

    kit: Kit
    before: pl.DataFrame
    after: pl.DataFrame


def share(times: float, n: int) -> Estimate:
    """How often something happened."""
    return Estimate(times / n, lambda z: wilson(times, n, z))


def mean(value: float, error: float) -> Estimate:
    """A mean and its standard error."""
    return Estimate(value, lambda z: (value - z * error, value + z * error))


def interval(before: Estimate, after: Estimate, z: float) -> tuple[float, float]:
    """The interval of a difference, from those of its two sides (Newcombe)."""
    (low, high), (its_low, its_high) = before.ends(z), after.ends(z)
    middle = after.value - before.value
    down = math.hypot(after.value - its_low, high - before.value)
    up = math.hypot(its_high - after.value, before.value - low)
    return middle - down, middle + up


def changes(before: dict[str, Estimate], after: dict[str, Estimate]) -> list[Change]:
    """The differences beyond luck, the surest first."""
    both = sorted(before.keys() & after.keys())
    strict = NormalDist().inv_cdf(1 - 0.025 / max(1, len(both)))
    found = []
    for name in both:
        one, other = before[name], after[name]
        low, high = interval(one, other, strict)
        if low > 0 or high < 0:
            found.append(Change(name, one.value, other.value, *interval(one, other, Z95)))
    return sorted(found, key=lambda change: (-change.least, change.name))


def held(games: pl.DataFrame, column: str, every: Sequence[str]) -> dict[str, Estimate]:
    """In which share of the games somebody had each route, or ticket."""
    n = games["game"].n_unique()
    pairs = games.select("game", column).explode(column).drop_nulls(column).unique()
    times = dict(pairs[column].value_counts().iter_rows())
    return {name: share(times.get(name, 0), n) for name in every} if n >= FEWEST else {}


def route_shares(games: pl.DataFrame) -> dict[str, Estimate]:
    """How often the owner of each route wins."""
    return {worth.name: share(worth.wins, worth.n) for worth in worths(games, "claimed")}


def ticket_leads(games: pl.DataFrame) -> dict[str, Estimate]:
    """How many points ahead the player ends who kept each ticket."""
    found = ticket_worths(games)
    return {worth.name: mean(worth.margin, (worth.margin_high - worth.margin) / Z95) for worth in found}


def habits(kit: Kit, games: pl.DataFrame) -> dict[str, Estimate]:
    """How a game for two goes, on average."""
    lengths = {route.id: route.length for route in kit.spec.board.routes}
    trains = pl.col("claimed").list.eval(pl.element().replace_strict(lengths, return_dtype=pl.Int64)).list.sum()
    each = games.with_columns(
        trains.alias("trains"), pl.col("claimed").list.len().cast(pl.Int64).alias("routes_claimed")
    )
    sums = each.group_by("game").agg(
        pl.col("trains", "routes_claimed", "score", "tickets_completed", "tickets_failed").sum(),
        pl.col("turns").first(),
    )
    tables = sums.select(
        (pl.col("score") / 2).alias("score"),
        ((pl.col("tickets_completed") + pl.col("tickets_failed")) / 2).alias("kept"),
        (pl.col("tickets_completed") / 2).alias("completed"),
        (pl.col("trains") / pl.col("routes_claimed")).fill_nan(None).alias("length"),
        (pl.col("turns") / 2).alias("turns"),
    )
    found = {}
    for name in tables.columns:
        column = tables[name].drop_nulls()
        if len(column) > 1:
            found[name] = mean(float(column.mean()), float(column.std()) / math.sqrt(len(column)))  # type: ignore[arg-type]
    return found


HABITS: Final = {  # what they are called, and with how many decimals they are told
    "score": ("score", 1),
    "kept": ("tickets kept", 2),
    "completed": ("tickets completed", 2),
    "length": ("trains in a route", 2),
    "turns": ("turns each", 1),
}


def section(bot: str, other: str, pairs: Sequence[Pair]) -> str:
    """The section of the page."""
    games = sum(pair.after["game"].n_unique() for pair in pairs)
    rows = [_habit_row(pair) for pair in pairs]
    boards = "\n".join(_board(bot, other, pair) for pair in pairs)
    return f"""## What a better player does differently

`{other}` [is stronger](strength.md) than `{bot}`. Here are {games:,} games for two that it played against itself,
beside those of `{bot}`. First, a typical game of `{other}`: in brackets is how much more or less that is than with
`{bot}`, with half the 95% interval after the ±. A dash says that the games show no difference.

| board | {" | ".join(title for title, _ in HABITS.values())} |
|---{"|---" * len(HABITS)}|
{chr(10).join(rows)}

Then, for each board, what differs most: only what luck does not explain, even if you compare all routes, or all
tickets, at once. *Claims* a route or *keeps* a ticket: in so many games one of the two players does. *Wins with* a
route: so often its owner wins. *Is ahead with* a ticket: by so many points at the end, whether it was completed or not.

{boards}"""


def _habit_row(pair: Pair) -> str:
    """One board: what is typical, and how much of it is new."""
    before, after = (habits(pair.kit, games) for games in (pair.before, pair.after))
    cells = []
    for name, (_, digits) in HABITS.items():
        found = changes({name: before[name]}, {name: after[name]}) if name in before and name in after else []
        cells.append(_told_mean(found[0], digits) if found else "–")
    return f"| {pair.kit.spec.name.en} | {' | '.join(cells)} |"


def _told_mean(change: Change, digits: int) -> str:
    """A mean, and its difference with half the interval."""
    difference, half = change.after - change.before, (change.high - change.low) / 2
    return f"{change.after:.{digits}f} ({difference:+.{digits}f} ± {half:.{digits}f})"


def _board(bot: str, other: str, pair: Pair) -> str:
    """One board: the routes and tickets that differ most."""
    names, title = Names(pair.kit.spec.board), f"### {pair.kit.spec.name.en}: `{other}` beside `{bot}`"
    rows = [
        f"| {verb} {names.link(change.name)} | {tell(change.before)} | {tell(change.after)} "
        f"| {difference(change.low)} to {difference(change.high)} |"
        for verb, found, tell, difference in _kinds(pair)
        for change in found[:SHOWN]
    ]
    if not rows:
        return f"{title}\n\n{pair.after['game'].n_unique():,} games show no difference beyond luck.\n"
    head = f"| | `{bot}` | `{other}` | difference, 95% |\n|---|---|---|---|"
    return f"{title}\n\n{head}\n{chr(10).join(rows)}\n"


Teller = Callable[[float], str]


def _kinds(pair: Pair) -> list[tuple[str, list[Change], Teller, Teller]]:
    """All kinds of differences: what a player does, where, and how to tell a value and a difference."""
    sides = [with_margins(games.filter(pl.col("fault").is_null())) for games in (pair.before, pair.after)]
    kept = [side.with_columns(pl.concat_list("completed", "failed").alias("kept")) for side in sides]
    routes, tickets = list(pair.kit.names.routes), list(pair.kit.names.tickets)
    return [
        ("claims", changes(*(held(side, "claimed", routes) for side in sides)), percent, _points),
        ("wins with", changes(*(route_shares(side) for side in sides)), percent, _points),
        ("keeps", changes(*(held(side, "kept", tickets) for side in kept)), percent, _points),
        ("is ahead with", changes(*(ticket_leads(side) for side in sides)), _lead, _lead),
    ]


def _points(difference: float) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * difference:+.0f}"


def _lead(points: float) -> str:
    """Points ahead or behind."""
    return f"{points:+.1f}"
