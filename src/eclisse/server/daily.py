"""The deal of the day: the same game and cards for everybody against the same bot, and how each of them did.

Its key is drawn at random and stays secret until the day is over. Everybody has one attempt, from its deal on.
"""

from contextlib import suppress
from typing import Annotated, Any, Final, Literal, NamedTuple

import sqlalchemy as sa
from fastapi import APIRouter, Query, Request
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from eclisse.catalogue.find import builtin_games
from eclisse.faults import fault
from eclisse.server.guard import sender
from eclisse.server.lobby.lobby import Lobby, NewSeat, NewTable
from eclisse.server.messages import Message
from eclisse.server.model import DAY, Player, Refused, TableRow, day_of, key_told_at, new_id, promise_of
from eclisse.server.play.levels import Level
from eclisse.server.play.present import info
from eclisse.server.play.protocol import TableInfo
from eclisse.server.play.seats import unknown_table
from eclisse.server.play.services import REFUSALS, Has, Me, Visitor, begin
from eclisse.server.store import Store
from eclisse.server.store.schema import daily, seats, tables

LEVEL: Final = "medium"
BEST: Final = 20  # results that are shown
LONGEST: Final = 1000  # days in a row that are looked for
api = APIRouter(prefix="/api", responses=REFUSALS)


class DailyResult(Message):
    """Somebody's result in the deal of the day, and their bot's."""

    place: int  # among all; those with as many points share it
    name: str
    points: int
    other: int
    yours: bool


class Daily(Message):
    """The deal of a day: everybody has one attempt, against a bot of this level."""

    day: str
    game: str
    level: Level
    key_hash: str  # SHA-256 of the key, from the beginning
    key: str | None  # once the day is over
    told_at: float  # when the key is told: what has not ended by then does not count
    players: int  # how many have finished it
    ahead: int  # how many of them have more points than their bot
    results: list[DailyResult]  # the best ones, and yours
    table: str | None  # your attempt, if you have begun it
    status: Literal["playing", "over", "abandoned"] | None  # of that table
    streak: int  # days in a row on which you have played, up to today; up to yesterday while you have not


class DayDeal(NamedTuple):
    """The deal that everybody plays on one day."""

    day: str
    game: str
    key: str


class KeptDays:
    """The days of one database."""

    def __init__(self, store: Store) -> None:
        self._reading, self._writing = store.reading, store.writing

    async def _rows(self, query: Any) -> list[Any]:
        """The rows of a query."""
        async with self._reading() as connection:
            return list(await connection.execute(query))

    async def deal(self, day: str) -> DayDeal | None:
        """The deal of a day, if it has been drawn."""
        found = await self._rows(daily.select().where(daily.c.day == day))
        return DayDeal(*found[0]) if found else None

    async def draw(self, deal: DayDeal) -> None:
        """Keep the deal of a day; the one that another process drew before stays."""
        async with self._writing() as connection:
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            await connection.execute(kind.insert(daily).values(deal._asdict()).on_conflict_do_nothing())

    async def table_of(self, day: str, player_id: str) -> Any:
        """The id and the status of a player's table of a day; None if there is none."""
        where = (tables.c.daily == day, tables.c.creator == player_id)
        found = await self._rows(sa.select(tables.c.id, tables.c.status).where(*where))
        return found[0] if found else None

    async def results(self, day: str, best: int, player_id: str | None) -> tuple[int, int, list[Any]]:
        """How many have finished, how many of them ahead of their bot, and the best results with a player's own."""
        own, bot = seats.alias(), seats.alias()
        table = tables.join(own, sa.and_(own.c.table_id == tables.c.id, own.c.seat == 0))
        table = table.join(bot, sa.and_(bot.c.table_id == tables.c.id, bot.c.seat == 1))
        where = (tables.c.daily == day, tables.c.status == "over", tables.c.changed_at < key_told_at(day))
        order, yours = sa.desc(own.c.points), tables.c.creator == player_id
        columns = (own.c.name, own.c.points, bot.c.points.label("other"), yours.label("yours"))
        places = (sa.func.rank().over(order_by=order), sa.func.row_number().over(order_by=(order, bot.c.points)))
        query = sa.select(*columns, places[0].label("place"), places[1].label("line"))
        ranked = query.select_from(table).where(*where).subquery()
        ahead = sa.func.sum(sa.case((own.c.points > bot.c.points, 1), else_=0))
        count = sa.select(sa.func.count(), sa.func.coalesce(ahead, 0)).select_from(table).where(*where)
        shown = sa.select(ranked).where(sa.or_(ranked.c.line <= best, ranked.c.yours)).order_by(ranked.c.line)
        [(players, n_ahead)] = await self._rows(count)
        return players, int(n_ahead), await self._rows(shown)

    async def played(self, player_id: str, until: str, most: int) -> list[str]:
        """The latest days, up to one of them, whose deal a player has finished in time."""
        where = (tables.c.creator == player_id, tables.c.daily <= until, tables.c.status == "over")
        query = sa.select(tables.c.daily, tables.c.changed_at).where(*where).order_by(tables.c.daily.desc())
        return [day for day, at in await self._rows(query.limit(most)) if at < key_told_at(day)]


def game_at(now: float) -> str:
    """The game that is played on the day of a moment: each has its turn."""
    games = list(builtin_games())
    return games[int(now // DAY) % len(games)]


class DailyDeals:
    """The deals of the day, and the one attempt that everybody has."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store, self._lobby, self._days = store, lobby, KeptDays(store)
        self._known: DayDeal | None = None

    async def deal_for(self, player_id: str | None, day: str | None = None) -> Daily:
        """The deal of today or of a day before, and what was reached with it, as told to somebody."""
        deal = await (self._today() if day is None else self._before(day))
        players, ahead, results = await self._days.results(deal.day, BEST, player_id)
        mine = None if player_id is None else await self._days.table_of(deal.day, player_id)
        return Daily(
            day=deal.day,
            game=deal.game,
            level=LEVEL,
            key_hash=promise_of(deal.key),
            key=deal.key if self._store.clock.now() >= key_told_at(deal.day) else None,
            told_at=key_told_at(deal.day),
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
        if await self._days.table_of(deal.day, player.id) is None:
            seats = [NewSeat(kind="you"), NewSeat(kind="bot", level=LEVEL)]
            body = NewTable(game=deal.game, seats=seats, chat=False, planning=False)
            with suppress(IntegrityError):  # they have asked twice at the same time
                await self._lobby.deal_daily(body, deal.day, deal.key, player, origin)
        found = await self._days.table_of(deal.day, player.id)
        row = None if found is None else await self._store.table(found.id)
        if row is None:
            raise unknown_table()
        return row

    async def _today(self) -> DayDeal:
        """The deal of today, drawn by whoever first asks for it."""
        now = self._store.clock.now()
        day = day_of(now)
        if self._known is None or self._known.day != day:
            found = await self._days.deal(day)
            if found is None:
                await self._days.draw(DayDeal(day, game_at(now), new_id()))
            self._known = found or await self._before(day)
        return self._known

    async def _before(self, day: str) -> DayDeal:
        """The deal of a day that somebody has asked for before."""
        deal = await self._days.deal(day)
        if deal is None:
            raise Refused("not_found", fault("no-deal-of-day", "day", day=day))
        return deal

    async def _streak(self, day: str, player_id: str) -> int:
        """On how many days in a row somebody has played, up to a day or the one before."""
        last, number = key_told_at(day), 0
        played = {round((last - key_told_at(one)) / DAY) for one in await self._days.played(player_id, day, LONGEST)}
        first = 0 if 0 in played else 1  # days ago
        while first + number in played:
            number += 1
        return number


def _result(row: Any) -> DailyResult:
    """Somebody's result; whoever the server has forgotten has no name."""
    return DailyResult(place=row.place, name=row.name or "", points=row.points, other=row.other, yours=bool(row.yours))


DayQuery = Annotated[str | None, Query(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", min_length=10, max_length=10)]


def _deals(request: Request) -> DailyDeals:
    """The deals of the application that serves a request."""
    found: DailyDeals = request.app.state.daily
    return found


@api.get("/daily", tags=["facts"])
async def read_daily(visitor: Visitor, request: Request, day: DayQuery = None) -> Daily:
    """The deal of today, or of a day before, and what others reached with it."""
    return await _deals(request).deal_for(visitor.id if visitor else None, day)


@api.post("/daily", status_code=201, tags=["tables"])
async def play_daily(me: Me, has: Has, request: Request) -> TableInfo:
    """Your one attempt at the deal of today: dealt when you first ask for it, the same table ever after."""
    row = await _deals(request).play(me, sender(request))
    await begin(has, row.id)
    return info(row, me, has.clock.now())
