"""The finished reviews of finished games, one for each table; names are not part of them."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from eclisse.server.process import clock
from eclisse.server.store.engine import Connecting
from eclisse.server.store.schema import actions, reviews, seats, tables


class KeptReviews:
    """The reviews of one database, as text."""

    def __init__(self, reading: Connecting, writing: Connecting) -> None:
        self._reading, self._writing = reading, writing

    async def read(self, table_id: str) -> str | None:
        """The review of a table's game, if there is one."""
        async with self._reading() as connection:
            found = await connection.scalar(sa.select(reviews.c.review).where(reviews.c.table_id == table_id))
        return None if found is None else str(found)

    async def of_player(self, player_id: str, most: int) -> list[Any]:
        """A player's latest reviewed games: id, game, created_at, seat, review.

        Where a player held several seats, or somebody else decided for them, nobody can tell whose play it was.
        """
        held = sa.select(seats.c.table_id, sa.func.min(seats.c.seat).label("seat")).group_by(seats.c.table_id)
        mine = held.where(seats.c.player_id == player_id).having(sa.func.count() == 1).subquery()
        own = (actions.c.table_id == mine.c.table_id, actions.c.seat == mine.c.seat)
        helped = sa.exists().where(*own, actions.c.by != "player")
        columns = (tables.c.id, tables.c.game, tables.c.created_at, mine.c.seat, reviews.c.review)
        query = sa.select(*columns).join(mine, mine.c.table_id == tables.c.id).join(reviews)
        async with self._reading() as connection:
            found = await connection.execute(query.where(~helped).order_by(tables.c.created_at.desc()).limit(most))
            return list(found)

    async def write(self, table_id: str, review: str) -> None:
        """Keep a review in place of an older one; two processes may have made the same."""
        row = {"table_id": table_id, "review": review, "made_at": clock.now()}
        async with self._writing() as connection:
            await connection.execute(reviews.delete().where(reviews.c.table_id == table_id))
            kind = postgresql if connection.dialect.name == "postgresql" else sqlite
            await connection.execute(kind.insert(reviews).values(row).on_conflict_do_nothing())
