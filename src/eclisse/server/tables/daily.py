"""The deal of the day: the same game and cards for everybody against the same bot, and how each of them did.

Its key is drawn at random and stays secret until the day is over. Everybody has one attempt, from its deal on.
"""

from contextlib import suppress
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from eclisse.catalogue.find import builtin_games
from eclisse.faults import fault
from eclisse.server.messages import bodies
from eclisse.server.messages.refusal import Refused
from eclisse.server.players.players import new_id
from eclisse.server.process import clock
from eclisse.server.store import Store
from eclisse.server.store.days import DayDeal
from eclisse.server.store.rows import DAY, Player, TableRow, day_of, told_at
from eclisse.server.tables.fairness import promise_of
from eclisse.server.tables.lobby import Lobby, unknown_table

LEVEL: Final = "medium"
BEST: Final = 20  # results that are shown
LONGEST: Final = 1000  # days in a row that are looked for


def game_at(now: float) -> str:
    """The game that is played on the day of a moment: each has its turn."""
    games = list(builtin_games())
    return games[int(now // DAY) % len(games)]


class Daily:
    """The deals of the day, and the one attempt that everybody has."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store, self._lobby = store, lobby
        self._known: DayDeal | None = None

    async def told(self, player_id: str | None, day: str | None = None) -> bodies.Daily:
        """The deal of today or of a day before, and what was reached with it, as told to somebody."""
        deal = await (self._today() if day is None else self._before(day))
        players, ahead, results = await self._store.days.results(deal.day, BEST, player_id)
        mine = None if player_id is None else await self._store.days.table_of(deal.day, player_id)
        return bodies.Daily(
            day=deal.day,
            game=deal.game,
            level=LEVEL,
            key_hash=promise_of(deal.key),
            key=deal.key if clock.now() >= told_at(deal.day) else None,
            told_at=told_at(deal.day),
            players=players,
            ahead=ahead,
            results=[_result(row) for row in results],
            table=mine and mine.id,
            status=mine and mine.status,
            streak=0 if player_id is None else await self._streak(deal.day, player_id),
        )

    async def play(self, player: Player, origin: str) -> TableRow:
        """Somebody's attempt at the deal of today: dealt when they first ask for it, and the same ever after."""
        deal = await self._today()
        if await self._store.days.table_of(deal.day, player.id) is None:
            seats = [bodies.NewSeat(kind="you"), bodies.NewSeat(kind="bot", level=LEVEL)]
            body = bodies.NewTable(game=deal.game, seats=seats, chat=False, planning=False)
            with suppress(IntegrityError):  # they have asked twice at the same time
                await self._lobby.deal_daily(body, deal, player, origin)
        found = await self._store.days.table_of(deal.day, player.id)
        row = None if found is None else await self._store.table(found.id)
        if row is None:
            raise unknown_table()
        return row

    async def _today(self) -> DayDeal:
        """The deal of today, drawn by whoever first asks for it."""
        now = clock.now()
        day = day_of(now)
        if self._known is None or self._known.day != day:
            found = await self._store.days.deal(day)
            if found is None:
                await self._store.days.draw(DayDeal(day, game_at(now), new_id()))
            self._known = found or await self._before(day)
        return self._known

    async def _before(self, day: str) -> DayDeal:
        """The deal of a day that somebody has asked for before."""
        deal = await self._store.days.deal(day)
        if deal is None:
            raise Refused("not_found", fault("no-deal-of-day", "day", day=day))
        return deal

    async def _streak(self, day: str, player_id: str) -> int:
        """On how many days in a row somebody has played, up to a day or the one before."""
        last, number = told_at(day), 0
        played = {round((last - told_at(one)) / DAY) for one in await self._store.days.played(player_id, day, LONGEST)}
        first = 0 if 0 in played else 1  # days ago
        while first + number in played:
            number += 1
        return number


def _result(row: Any) -> bodies.DailyResult:
    """What somebody reached; whoever the server has forgotten has no name."""
    return bodies.DailyResult(
        place=row.place, name=row.name or "", points=row.points, other=row.other, yours=bool(row.yours)
    )
