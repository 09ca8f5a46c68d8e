"""The deals of the day: each drawn once for everybody, and what players reached with it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from eclisse.server.store.rows import told_at
from eclisse.server.store.schema import daily, seats, tables


class DayDeal(NamedTuple):
    """What everybody plays on one day."""

    day: str
    game: str
    key: str


class Days:
    """The days of one database."""

    def __init__(
        self,
        reading: Callable[[], AbstractAsyncContextManager[AsyncConnection]],
        writing: Callable[[], AbstractAsyncContextManager[AsyncConnection]],
    ) -> None:
        self._reading, self._writing = reading, writing

    async def _rows(self, query: Any) -> list[Any]:
        """What a query finds."""
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
        where = (tables.c.daily == day, tables.c.status == "over", tables.c.changed_at < told_at(day))
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
        return [day for day, at in await self._rows(query.limit(most)) if at < told_at(day)]
