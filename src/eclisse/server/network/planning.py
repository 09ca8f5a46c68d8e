"""Planning aids over REST, where whoever made the table allows them."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field

from eclisse.faults import Faulty, fault
from eclisse.hints import Hints
from eclisse.server.messages.planning import Plan
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.rest import REFUSALS, Has, Me, SeatQuery, TableId, in_thread, own_view
from eclisse.server.tables.lobby import check_told
from eclisse.views import View

MOST: Final = 8  # tickets in one plan
Tickets = Annotated[list[Annotated[str, Field(max_length=80)]] | None, Query(max_length=MOST)]
planning = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


@planning.get("/tables/{table_id}/plan")
async def read_plan(
    table_id: TableId, me: Me, has: Has, request: Request, ticket: Tickets = None, seat: SeatQuery = None
) -> Plan:
    """What some tickets take together, and the cards still out there, from what your seat has seen."""
    row = await has.lobby.table(table_id, me)
    check_told(row)
    view, number = await own_view(has, table_id, me, seat)
    if not row.planning:
        raise Refused("not_allowed", fault("no-planning"))
    return await in_thread(request, lambda: _plan(view, number, ticket or []))


def _plan(view: View, number: int, tickets: list[str]) -> Plan:
    """The same, in a thread."""
    hints = Hints(view)
    try:
        plan = hints.plan(tickets)
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
    return Plan(
        number=number,
        routes=list(plan.routes),
        cards=plan.cards,
        held=plan.held,
        missing=plan.missing,
        payable=list(plan.payable),
        trains=plan.trains,
        subways=plan.subways,
        cut_off=list(plan.cut_off),
        unseen=hints.unseen(),
    )
