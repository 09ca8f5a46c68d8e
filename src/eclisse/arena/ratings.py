"""How good the bots are: win rates with their intervals, ratings, and every pair of bots by itself."""

import math
from collections import defaultdict
from typing import Any, Final

import polars as pl
from openskill.models import PlackettLuce

Z95: Final = 1.959963984540054  # standard errors to each side of a 95% interval


def wilson(wins: float, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share, from how often something happened in n tries; 0 to 1 for no tries."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = wins / n, z * z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: pl.Series) -> tuple[float, float]:
    """The 95% interval of a mean, from the spread of the values."""
    if len(values) < 2:
        return -math.inf, math.inf
    mean, error = float(values.mean()), float(values.std()) / math.sqrt(len(values))  # type: ignore[arg-type]
    return mean - Z95 * error, mean + Z95 * error


def ratings(games: pl.DataFrame) -> dict[str, tuple[float, float]]:
    """Mean and deviation of every bot's openskill rating, its games taken deal by deal.

    Bots do not learn, so a rating only ever becomes more certain (tau = 0). A bot on several seats counts once a game,
    with the mean of its places.
    """
    model = PlackettLuce(tau=0.0)
    found = {name: model.rating(name=name) for name in games["bot"].unique().sort()}
    places = games.group_by("deal", "pairing", "game", "bot").agg(pl.col("place").mean())
    tables: dict[int, list[tuple[str, float]]] = defaultdict(list)
    for _, _, game, bot, place in places.sort("deal", "pairing", "game", "bot").iter_rows():
        tables[game].append((bot, place))
    for table in tables.values():
        if len(table) > 1:
            rated = model.rate([[found[bot]] for bot, _ in table], ranks=[place for _, place in table])
            found.update({bot: team[0] for (bot, _), team in zip(table, rated, strict=True)})
    return {name: (rating.mu, rating.sigma) for name, rating in found.items()}


def bot_table(games: pl.DataFrame) -> list[dict[str, Any]]:
    """Every bot: rating, win rate, points; the best first."""
    rated = ratings(games)
    rows = []
    for bot, (mu, sigma) in sorted(rated.items(), key=lambda item: (-item[1][0], item[0])):
        own = games.filter(pl.col("bot") == bot)
        counted = own.filter(pl.col("fault").is_null())["score"]
        low, high = wilson(float(own["win"].sum()), len(own))
        faults = own.filter(pl.col("fault_by") == pl.col("seat"))
        rows.append(
            {
                "bot": bot,
                "rating": round(mu, 3),
                "rating_low": round(mu - Z95 * sigma, 3),
                "rating_high": round(mu + Z95 * sigma, 3),
                "seats_played": len(own),
                "wins": round(float(own["win"].sum()), 3),
                "win_rate": round(float(own["win"].sum()) / len(own), 4),
                "win_low": round(low, 4),
                "win_high": round(high, 4),
                "mean_score": round(float(counted.mean()), 2) if len(counted) else None,  # type: ignore[arg-type]
                "faults": len(faults),
            }
        )
    return rows


def pair_table(games: pl.DataFrame) -> list[dict[str, Any]]:
    """For every two bots, how often the first came out ahead of the second when both sat at the table."""
    places = games.group_by("game", "bot").agg(pl.col("place").mean())
    both = places.join(places, on="game", suffix="_2").filter(pl.col("bot") != pl.col("bot_2"))
    ahead = both.with_columns(
        pl.when(pl.col("place") < pl.col("place_2")).then(1.0).when(pl.col("place") > pl.col("place_2")).then(0.0)
        .otherwise(0.5).alias("ahead")
    )  # fmt: skip
    sums = ahead.group_by("bot", "bot_2").agg(pl.col("ahead").sum().alias("wins"), pl.len().alias("n"))
    rows = []
    for bot, other, wins, n in sums.sort("bot", "bot_2").iter_rows():
        low, high = wilson(wins, n)
        rate = {"rate": round(wins / n, 4), "low": round(low, 4), "high": round(high, 4)}
        rows.append({"bot": bot, "against": other, "games": n, "ahead": wins, **rate})
    return rows
