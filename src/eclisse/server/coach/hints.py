"""The coach at a table: hints, doubts and plans. Only those who play alone against bots get its opinion."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Final, TypeVar

from fastapi import APIRouter, Query, Request
from pydantic import Field

from eclisse.analysis import hint as asked
from eclisse.analysis.reasons import Reason
from eclisse.analysis.weigh import CLEAR, Chance, Verdict, weigh
from eclisse.analysis.words import REASONS
from eclisse.faults import Faulty, fault
from eclisse.game import Game
from eclisse.hints import Hints as SeatHints
from eclisse.notation import Action
from eclisse.positions.write import row_out
from eclisse.server.guard import Account, sender
from eclisse.server.messages import Message, Number
from eclisse.server.model import Entry, Player, Refused, TableRow
from eclisse.server.play.live import Live
from eclisse.server.play.protocol import MAX_ACTION
from eclisse.server.play.seats import check_not_secret
from eclisse.server.play.services import REFUSALS, Has, Me, SeatQuery, Services, TableId, in_thread, own_view
from eclisse.server.play.table import Table
from eclisse.server.play.work import Payer
from eclisse.shapes import Cards, Legal
from eclisse.views import View

PATIENCE: Final = 300.0  # seconds of debt with which one may still ask: a review takes about 20 of processor time
MOST_TICKETS: Final = 8  # tickets in one plan
api = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


class ReasonInfo(Message):
    """One reason of the coach's: which, and the values a text about it needs."""

    code: Annotated[str, Field(json_schema_extra={"enum": sorted(REASONS)})]
    params: dict[str, str | int]


class DecisionInfo(Message):
    """A decision that the coach speaks of."""

    action: Legal
    tickets: list[str]  # those that it keeps, where it chooses tickets


class Hint(Message):
    """A decision that the coach would weigh."""

    action: str
    win: list[float]  # the chance of each seat, from 0 to 1
    exact: bool  # whether all that can happen was summed over
    decision: DecisionInfo
    why: list[ReasonInfo]


class Hints(Message):
    """The best decisions now, the best first."""

    number: Number
    hints: list[Hint]


class Doubt(Message):
    """The chance to win that a decision would give away, if it is a clear mistake."""

    number: Number
    loss: float | None  # chance to win; None: the coach has no doubt


class Plan(Message):
    """The routes and cards that some tickets take together, each counted once, and the cards still out there."""

    number: Number
    routes: list[str]  # free ones that would complete them all
    cards: dict[str, int]  # what they cost, by the colour to pay with: gray is any one
    held: dict[str, int]  # the cards of your hand that are meant for them
    missing: int  # the cards still to be taken
    payable: list[str]  # the routes that these cards pay for in full, all of them together
    trains: int  # pieces that they take
    subways: int
    cut_off: list[str]  # tickets that no free routes complete any more
    unseen: Cards  # by colour, for all the seat has seen: in the deck, in warehouses, in the hands of others


def decision_info(view: View, seat: int, action: Action) -> DecisionInfo:
    """A decision of a seat, with the tickets of its offer that it keeps."""
    offer = row_out(view.record["offer"][seat], view.kit.names.tickets)
    tickets = [offer[place] for place in action.places or ()]
    return DecisionInfo(action=action.shape, tickets=tickets)


def reason_infos(found: Iterable[Reason]) -> list[ReasonInfo]:
    """Reasons, one by one."""
    return [ReasonInfo(code=reason.code, params=reason.params) for reason in found]


def check_debt(payer: Payer) -> None:
    """Refuse those who have made the coach think too much lately."""
    if payer.debt() > PATIENCE:
        raise Refused("too_many", fault("too-many-reviews"))


def seat_alone(row: TableRow, player: Player) -> int:
    """The seat of a player who plays alone against bots; others are refused."""
    mine = row.seats_of(player.id)
    if not mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    others = [seat for seat in row.seats if seat.seat != mine[0]]
    if any(seat.kind != "bot" or seat.promise is not None for seat in others):  # a bot may sit where somebody left
        raise Refused("not_allowed", fault("coach-between-people"))
    return mine[0]


def hints(game: Game, seat: int, number: int) -> Hints:
    """The best decisions of a seat; the same question has the same answer."""
    view = game.view(seat)
    found = asked.hint(view, game.legal(seat), chance=Chance(number=number))
    return Hints(number=number, hints=[_hint(view, seat, one) for one in found])


def _hint(view: View, seat: int, found: asked.Hint) -> Hint:
    """One decision with its chance and its reasons."""
    return Hint(
        action=found.option.action.text,
        win=list(found.option.win),
        exact=found.option.exact,
        decision=decision_info(view, seat, found.option.action),
        why=reason_infos(found.reasons),
    )


def doubt(game: Game, seat: int, number: int, action: str) -> Doubt:
    """Whether a legal decision would be a clear mistake: two looks into worlds of their own must say so."""
    view, legal = game.view(seat), game.legal(seat)
    taken = next(one for one in legal if one.text == action)
    for look in range(2):
        verdict = weigh(view, legal, taken, asked.QUICK, Chance(seed=look, number=number))
        if not is_clear(verdict):
            return Doubt(number=number, loss=None)
    return Doubt(number=number, loss=round(verdict.loss, 4))


def is_clear(verdict: Verdict) -> bool:
    """Whether a decision gave away enough to ask about it."""
    return verdict.sure and verdict.loss >= CLEAR


T = TypeVar("T")


async def _turn_alone(has: Services, table_id: str, me: Player) -> tuple[Live, Table, int]:
    """The table and the seat of somebody who plays alone against bots, in their turn."""
    row = await has.tables.find(table_id, me)
    check_not_secret(row, has.clock.now())
    seat = seat_alone(row, me)
    live = await has.hub.residents.open(table_id)
    if live.table is None or seat not in live.table.game.to_act:
        to_act = [] if live.table is None else list(live.table.game.to_act)
        raise Refused("not_your_turn", fault("not-your-turn", seat=seat, to_act=to_act))
    return live, live.table, seat


def payer(has: Services, request: Request) -> Account:
    """Who pays for what the coach thinks: each address, but apart, so that those who learn can still play."""
    return has.guard.account(f"{sender(request)} coach")


async def _thought(has: Services, live: Live, payer: Payer, work: Callable[[], T]) -> T:
    """Let the coach think about a table, behind whatever else its host has asked for."""
    check_debt(payer)
    return await has.hub.driver.slow.paid(live.row.host, payer, work)


@api.get("/tables/{table_id}/hint")
async def read_hint(table_id: TableId, me: Me, has: Has, request: Request) -> Hints:
    """The coach's advice, for somebody who plays alone against bots."""
    live, table, seat = await _turn_alone(has, table_id, me)
    work = partial(hints, table.game.copy(), seat, live.number)
    return await _thought(has, live, payer(has, request), work)


@api.get("/tables/{table_id}/doubt")
async def read_doubt(
    table_id: TableId, me: Me, has: Has, request: Request, action: Annotated[str, Query(max_length=MAX_ACTION)]
) -> Doubt:
    """Whether a decision would be a clear mistake, for somebody who plays alone against bots; nothing is decided."""
    live, table, seat = await _turn_alone(has, table_id, me)
    move = table.prepare(Entry(seat, action, "player", has.clock.now()), table.number)
    work = partial(doubt, table.game.copy(), seat, live.number, move.entry.action)
    return await _thought(has, live, payer(has, request), work)


Tickets = Annotated[list[Annotated[str, Field(max_length=80)]] | None, Query(max_length=MOST_TICKETS)]


@api.get("/tables/{table_id}/plan")
async def read_plan(
    table_id: TableId, me: Me, has: Has, request: Request, ticket: Tickets = None, seat: SeatQuery = None
) -> Plan:
    """The routes and cards that some tickets take together, and the cards still out there, as your seat knows."""
    row = await has.tables.find(table_id, me)
    check_not_secret(row, has.clock.now())
    view, number = await own_view(has, table_id, me, seat)
    if not row.planning:
        raise Refused("not_allowed", fault("no-planning"))
    return await in_thread(request, lambda: _plan(view, number, ticket or []))


def _plan(view: View, number: int, tickets: list[str]) -> Plan:
    """The same, in a thread."""
    hints = SeatHints(view)
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
