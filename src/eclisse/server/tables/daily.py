"""The deal of the day: the same game and cards for everybody against the same bot, and how each of them did."""

import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from eclisse.catalogue.find import builtin_games, todays_modules
from eclisse.server.messages import bodies
from eclisse.server.store import Store
from eclisse.server.store.rows import TableRow

LEVEL: Final = "medium"
BEST: Final = 20  # results that are shown
COUNTED: Final = 500  # tables of a day
LONGEST: Final = 1000  # days in a row that are looked for
OWN: Final = 10_000  # tables of a player in these days


class Deal(NamedTuple):
    """What is played on one day."""

    day: str  # such as 2026-11-16, UTC
    game: str
    seed: str
    since: float


class Result(NamedTuple):
    """What somebody reached."""

    table: str
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
    """The results of today, each counted once, and for how many days somebody has not missed one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._day = ""
        self._counts: dict[str, bool] = {}  # by table of today
        self._before: dict[str, int] = {}  # by player: days in a row, up to yesterday

    async def today(self, now: float, player_id: str | None) -> bodies.Daily:
        """The deal of the day and what was reached with it, as told to somebody."""
        deal = deal_at(now)
        if deal.day != self._day:
            self._day, self._counts, self._before = deal.day, {}, {}
        results = await self._results(deal)
        mine = next((one for one in results if one.player == player_id), None)
        before = 0 if player_id is None else await self._row_before(deal, player_id)
        return bodies.Daily(
            day=deal.day,
            game=deal.game,
            seed=deal.seed,
            level=LEVEL,
            players=len(results),
            ahead=sum(one.points > one.other for one in results),
            results=_told(results, mine),
            table=mine and mine.table,
            streak=before + (mine is not None),
        )

    async def _results(self, deal: Deal) -> list[Result]:
        """The first result of each player, the best one first."""
        rows = await self._store.finished_deals([deal.seed], deal.since, COUNTED)
        for row in rows:
            if row.id not in self._counts:
                self._counts[row.id] = await self._is_counted(row, deal)
        return _best(_result(row) for row in rows if self._counts[row.id])

    async def _row_before(self, deal: Deal, player_id: str) -> int:
        """On how many days in a row, up to yesterday, somebody has played."""
        if player_id not in self._before:
            past = [deal_at(deal.since - number * bodies.DAY) for number in range(1, LONGEST + 1)]
            rows = await self._store.finished_deals([one.seed for one in past], past[-1].since, OWN, player_id)
            played = [[row for row in rows if row.key == one.seed] for one in past]
            self._before[player_id] = await self._in_a_row(zip(past, played, strict=True))
        return self._before[player_id]

    async def _in_a_row(self, days: Iterable[tuple[Deal, list[TableRow]]]) -> int:
        """How many of some days were played before one was not."""
        number = 0
        for deal, rows in days:
            if not any([await self._is_counted(row, deal) for row in rows]):
                break
            number += 1
        return number

    async def _is_counted(self, row: TableRow, deal: Deal) -> bool:
        """Whether a game was played as everybody does, and to its end on that day."""
        seats = [(seat.kind, seat.level) for seat in row.seats]
        played = (row.game, todays_modules(row.modules), seats, row.first)
        if played != (deal.game, (), [("player", None), ("bot", LEVEL)], None) or row.seats[0].points is None:
            return False
        entries = await self._store.entries(row.id, 0)
        is_own = all(entry.by == "player" for entry in entries if entry.seat == 0)
        return is_own and 0 <= entries[-1].at - deal.since < bodies.DAY


def _result(row: TableRow) -> Result:
    """What the player of a table reached; whoever the server has forgotten has no name."""
    seat, bot = row.seats
    return Result(row.id, seat.player_id or row.id, seat.name or "", seat.points or 0, bot.points or 0)


def _best(results: Iterable[Result]) -> list[Result]:
    """The first of each player, by points."""
    first: dict[str, Result] = {}
    for result in results:
        first.setdefault(result.player, result)
    return sorted(first.values(), key=lambda result: (-result.points, result.other))


def _told(results: list[Result], mine: Result | None) -> list[bodies.DailyResult]:
    """The best results, and somebody's own; equal points are an equal place."""
    shown = [one for number, one in enumerate(results) if number < BEST or one is mine]
    place = {one: 1 + sum(other.points > one.points for other in results) for one in shown}
    return [
        bodies.DailyResult(place=place[one], name=one.name, points=one.points, other=one.other, yours=one is mine)
        for one in shown
    ]
