"""The deal of the day over REST."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from eclisse.server.messages.bodies import Daily
from eclisse.server.messages.protocol import TableInfo
from eclisse.server.network.limits import sender
from eclisse.server.network.rest import REFUSALS, Has, Me, Visitor, begin
from eclisse.server.tables.lobby import info

DayQuery = Annotated[str | None, Query(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", min_length=10, max_length=10)]
daily = APIRouter(prefix="/api", responses=REFUSALS)


@daily.get("/daily", tags=["facts"])
async def read_daily(visitor: Visitor, has: Has, day: DayQuery = None) -> Daily:
    """The deal of today, or of a day before, and what others reached with it."""
    return await has.daily.told(visitor.id if visitor else None, day)


@daily.post("/daily", status_code=201, tags=["tables"])
async def play_daily(me: Me, has: Has, request: Request) -> TableInfo:
    """Your one attempt at the deal of today: dealt when you first ask for it, the same table ever after."""
    row = await has.daily.play(me, sender(request))
    await begin(has, row.id)
    return info(row, me)
