"""The coach over REST."""

from fastapi import APIRouter

from eclisse.faults import fault
from eclisse.server.messages.coach import Hints
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.rest import REFUSALS, Has, Me, TableId
from eclisse.server.tables.coach import hints, seat_alone

coach = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


@coach.get("/tables/{table_id}/hint")
async def read_hint(table_id: TableId, me: Me, has: Has) -> Hints:
    """What the coach would do now, for somebody who plays alone against bots."""
    row = await has.lobby.table(table_id, me)
    seat = seat_alone(row, me)
    live = await has.hub.open(table_id)
    if live.table is None or seat not in live.table.game.to_act:
        to_act = [] if live.table is None else list(live.table.game.to_act)
        raise Refused("not_your_turn", fault("not-your-turn", seat=seat, to_act=to_act))
    return await has.hub.think(live, hints, live.table.game.copy(), seat, live.number)
