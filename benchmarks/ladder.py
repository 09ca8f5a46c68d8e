"""The ladder: ratings of all bots on one game, with two seats and with all. `benchmarks.strength` makes a page of it.

With two seats, neighbours on the ladder meet, and most bots meet `planner`. With more, neighbours sit at one table, and
there is a table of the levels. The same deals are played in every rotation of the seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Final

import numpy as np

from eclisse.arena.elo import Meetings, Rated, joined, rate
from eclisse.bots import LEVELS, table
from eclisse.bots.learned.in_step import HASTY, LEARNED, NETWORK, Match
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import match
from eclisse.catalogue.kit import Kit
from eclisse.core.batch import Records

SEED: Final = 2026
ANCHOR: Final = "planner"
AT: Final = 2000  # its rating
BOTS: Final = (
    "random", "greedy", "careless", "forgetful", "path", "one-step", "hungry", "long-route", ANCHOR, HASTY, LEARNED,
)  # fmt: skip
FIRST: Final = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Ladder:
    """The results of one kind of table."""

    games: int
    ratings: dict[str, Rated]
    ahead: dict[tuple[str, str], tuple[float, int]]  # how often the first of two came out ahead, in how many games


def tables(seats: int) -> list[tuple[str, ...]]:
    """Who sits together."""
    if seats == 2:
        against = [(bot, ANCHOR) for bot in BOTS[BOTS.index("careless") : BOTS.index("long-route")]]
        return [*pairwise(BOTS), *against, ("path", LEARNED), ("long-route", LEARNED), (ANCHOR, LEARNED)]
    near = [BOTS[i : i + seats] for i in range(len(BOTS) - seats + 1)]
    levels = tuple(bot.partition("@")[0] for bot in LEVELS.values())[-seats:]
    return list(dict.fromkeys([*near, levels]))


def finished(kit: Kit, rows: Sequence[Sequence[str]], deals: Sequence[int]) -> Records:
    """The sheets of one game for each row of bots, all by the same kind of player."""
    if any(not {*NETWORK}.isdisjoint(row) for row in rows):
        return Match(kit, load_brain(), rows, deals, SEED).play().sheets
    numbers = np.array([[table.NAMES.index(bot) for bot in row] for row in rows], np.int64)
    played = match(kit.board_row, kit.rules_row, numbers, np.array([SEED, 1], np.uint64), deals[0])
    if (played.n_decisions < 0).any():
        raise SystemExit(f"an illegal decision in {kit.game} among {rows[0]}")
    return played.sheets


def meet(kit: Kit, bots: Sequence[str], n_deals: int) -> Meetings:
    """Some bots at one table: the same deals in every rotation, and every two of the bots compared."""
    n, found = len(bots), []
    for shift in range(n):
        seated = [bots[(seat + shift) % n] for seat in range(n)]
        sheets = finished(kit, [seated] * n_deals, range(n_deals))
        value = np.where(sheets["winner"][:, :n] > 0, FIRST, sheets["total"][:, :n].astype(np.int64))
        for a, b in combinations(range(n), 2):
            ahead = (value[:, a] > value[:, b]) + 0.5 * (value[:, a] == value[:, b])
            one, other = (np.full(n_deals, BOTS.index(seated[seat])) for seat in (a, b))
            found.append(Meetings(np.arange(n_deals), one, other, ahead))
    return joined(found)


def climb(kit: Kit, seats: int, games: int, n_learned: int) -> Ladder:
    """Play all tables of a game: so many games at each, or so many where the network sits."""
    parts, played = [], 0
    for bots in tables(seats):
        deals = max(1, (games if {*NETWORK}.isdisjoint(bots) else n_learned) // seats)
        parts.append(meet(kit, bots, deals))
        played += deals * seats
    met = joined(parts)
    return Ladder(played, rate(BOTS, met, ANCHOR, AT), _shares(met))


def _shares(met: Meetings) -> dict[tuple[str, str], tuple[float, int]]:
    """How often each bot came out ahead of each other that it met."""
    found = {}
    for a, b in combinations(range(len(BOTS)), 2):
        for one, other in ((a, b), (b, a)):
            own = met.ahead[(met.first == one) & (met.second == other)]
            its = met.ahead[(met.first == other) & (met.second == one)]
            if n := len(own) + len(its):
                found[BOTS[one], BOTS[other]] = float(own.sum() + (1 - its).sum()) / n, n
    return found


def cells(ratings: Mapping[str, Rated]) -> list[str]:
    """Ratings as words, in the order of the bots."""
    return [cell(ratings[bot]) for bot in BOTS]


def cell(rated: Rated) -> str:
    """A rating with half its interval, or the bound that is known."""
    if rated.rating is not None and rated.high is not None:
        half = rated.high - rated.rating
        return f"{rated.rating:.0f} ± {half:.0f}" if half else f"{rated.rating:.0f}"
    if rated.high is not None:
        return f"under {rated.high:.0f}"
    return f"over {rated.low:.0f}" if rated.low is not None else "not measured"
