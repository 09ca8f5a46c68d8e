"""The deal of the day: the same game and cards for everybody against the same bot, and how each of them did."""

import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from eclisse.catalogue.find import builtin_games
from eclisse.server.messages import bodies
from eclisse.server.store import Store
from eclisse.server.store.rows import TableRow
from eclisse.server.tables.table import Table

LEVEL: Final = "medium"
BEST: Final = 20  # results that are shown
COUNTED: Final = 500  # tables of a day


class Deal(NamedTuple):
    """What is played on one day."""

    day: str  # such as 2026-11-16, UTC
    game: str
    seed: str
    since: float


class Result(NamedTuple):
    """What somebody reached."""

    player: str
    name: str
    points: int
    other: int  # what the bot reached


def deal_at(now: float) -> Deal:
    """The deal of the day that a moment belongs to."""
    number = int(now // bodies.DAY)
    day = time.strftime("%Y-%m-%d", time.gmtime(number * bodies.DAY))
    games = list(builtin_games())
    seed = sha256(f"eclisse deal of the day {day}".encode()).hexdigest()[:32]
    return Deal(day, games[number % len(games)], seed, number * bodies.DAY)


class Daily:
    """The results of today, each counted once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._day = ""
        self._points: dict[str, tuple[int, int] | None] = {}  # by table; None: it does not count

    async def results(self, now: float) -> list[Result]:
        """The first result of each player, the best one first."""
        deal = deal_at(now)
        if deal.day != self._day:
            self._day, self._points = deal.day, {}
        rows = await self._store.finished_deals(deal.seed, deal.since, COUNTED)
        for row in rows:
            if row.id not in self._points:
                self._points[row.id] = await self._count(row, deal)
        return _best(_result(row, points) for row in rows if (points := self._points[row.id]) is not None)

    async def _count(self, row: TableRow, deal: Deal) -> tuple[int, int] | None:
        """What the player of a table and the bot reached, if it was played as everybody does."""
        seats = [(seat.kind, seat.level) for seat in row.seats]
        played = (row.game, row.modules, seats, row.first)
        if row.deal is None or played != (deal.game, (), [("player", None), ("bot", LEVEL)], None):
            return None
        entries = await self._store.entries(row.id, 0)
        if any(entry.seat == 0 and entry.by != "player" for entry in entries):
            return None
        points, other = Table(row.deal, entries).game.result.totals
        return points, other


def _result(row: TableRow, points: tuple[int, int]) -> Result:
    """What the player of a table reached; whoever the server has forgotten has no name."""
    seat = row.seats[0]
    return Result(seat.player_id or row.id, seat.name or "", *points)


def _best(results: Iterable[Result]) -> list[Result]:
    """The first of each player, by points."""
    first: dict[str, Result] = {}
    for result in results:
        first.setdefault(result.player, result)
    return sorted(first.values(), key=lambda result: (-result.points, result.other))
