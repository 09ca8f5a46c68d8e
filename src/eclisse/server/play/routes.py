"""A game that goes on, over REST: hints for your seat, and those who are waited for."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import Field

from eclisse.faults import fault
from eclisse.server.messages import Message
from eclisse.server.model import Refused
from eclisse.server.play import present
from eclisse.server.play.present import info
from eclisse.server.play.protocol import Paths, TableInfo, WhyNot
from eclisse.server.play.seats import waited_for, wish
from eclisse.server.play.services import REFUSALS, Has, Me, SeatQuery, TableId, changed, in_thread, own_view

api = APIRouter(prefix="/api", responses=REFUSALS)


class AtSeat(Message):
    """Somebody else's seat."""

    seat: Annotated[int, Field(ge=0, lt=5)]


class Wish(Message):
    """A wish: to end the game without a result, once all agree; or, where there is no clock, a bot for
    those who are waited for and have long been away, once all others agree who are there. None: nothing any more.
    """

    wish: Literal["end", "stand-in"] | None


class Nudged(Message):
    """Whether somebody could be told that they are waited for."""

    told: bool


@api.get("/tables/{table_id}/paths", tags=["tables"])
async def read_paths(table_id: TableId, me: Me, has: Has, request: Request, seat: SeatQuery = None) -> Paths:
    """How you could still complete your tickets."""
    view, number = await own_view(has, table_id, me, seat)
    return await in_thread(request, lambda: present.paths(view, number))


@api.get("/tables/{table_id}/why-not", tags=["tables"])
async def read_why_not(
    table_id: TableId, me: Me, has: Has, route: Annotated[str, Query(max_length=80)], seat: SeatQuery = None
) -> WhyNot:
    """Why you cannot claim a route: what it costs and what you lack, or what has closed it."""
    view, number = await own_view(has, table_id, me, seat)
    return present.why_not(view, number, route)


# --- those who are waited for ---------------------------------------------------------------------------------------


@api.post("/tables/{table_id}/nudge", tags=["players", "tables"])
async def nudge(table_id: TableId, me: Me, has: Has, body: AtSeat) -> Nudged:
    """Tell somebody who must act that you wait for them."""
    row = await has.tables.find(table_id, me)
    waited_for(row, body.seat, me)
    if not row.to_act >> body.seat & 1:
        raise Refused("not_your_turn", fault("nobody-waits-for", seat=body.seat))
    if not has.guard.allows("nudge", f"{table_id}.{body.seat}"):
        raise Refused("too_fast", fault("nudged-already", seat=body.seat))
    live = await has.hub.residents.open(table_id)
    return Nudged(told=await has.hub.presence.nudge(live, body.seat, row.seats_of(me.id)[0]))


@api.post("/tables/{table_id}/wish", tags=["players", "tables"])
async def say_wish(table_id: TableId, me: Me, has: Has, body: Wish) -> TableInfo:
    """Say that you would like to end the game, or a bot for somebody who is away; it happens once all agree."""
    await has.tables.find(table_id, me)
    live = await has.hub.residents.open(table_id)
    row = await wish(has.tables, has.settings.stand_in_after, live, body.wish, me)
    answer = await changed(has, row, me)
    if body.wish == "end":
        event = "ended" if row.status == "abandoned" else "end_offered"
        if has.guard.allows("nudge", f"{table_id}.{event}"):
            has.hub.presence.tell(live, row.people, event, by=me.id)
    return answer


@api.post("/tables/{table_id}/back", tags=["players", "tables"])
async def come_back(table_id: TableId, me: Me, has: Has) -> TableInfo:
    """Take your seats back from the bot that stands in."""
    live = await has.hub.residents.open(table_id)
    await has.hub.presence.welcome(live, me.id)
    return live.info(me) if live.row.seats_of(me.id) else info(await has.tables.find(table_id, me), me, has.clock.now())
