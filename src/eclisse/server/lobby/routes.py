"""The lobby over REST: tables to join or watch, and your own."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import RootModel

from eclisse.game import IllegalAction
from eclisse.server.guard import sender
from eclisse.server.lobby.lobby import Join, Leave, Lobby, NewTable, Nonce, Promise, Start
from eclisse.server.messages import Message
from eclisse.server.model import Player, TableRow
from eclisse.server.play.present import info
from eclisse.server.play.protocol import TableInfo
from eclisse.server.play.routes import AtSeat
from eclisse.server.play.services import (
    REFUSALS,
    TABLE_ID,
    Has,
    Invite,
    Me,
    Services,
    TableId,
    Visitor,
    a_few_at_a_time,
    as_json,
    begin,
    changed,
    in_thread,
)
from eclisse.server.play.table import Scores, Table, scores, with_scores
from eclisse.server.store import Store

SHOWN: Final = 100  # tables in a list
COUNTED_AT_ONCE: Final = 10  # games without a result that are counted for one list
api = APIRouter(prefix="/api", responses=REFUSALS)


class TableList(Message):
    """Public tables: those you can join, and those you can watch."""

    open: list[TableInfo]
    playing: list[TableInfo]


class MyGame(Message):
    """One of your tables."""

    table: TableInfo
    your_turn: bool
    rematch_offered: bool  # the next table waits for you: you have no seat there yet, and can take one
    changed_at: float


MyGames = RootModel[list[MyGame]]


def lobby(has: Services) -> Lobby:
    """The lobby of the application."""
    return Lobby(has.store, has.settings)


TableAfter = Annotated[str | None, Query(pattern=TABLE_ID, min_length=32, max_length=32)]  # the last one you know


@api.get("/players/me/games", response_model=list[MyGame], tags=["players"])
async def my_games(me: Me, has: Has, request: Request, after: TableAfter = None) -> Response:
    """Your tables: those that wait for you, others that go on, then the rest, each with the latest change first."""
    rows = await has.store.tables_of(me.id, SHOWN, after)
    offered = await has.store.offered_rematches(me.id, [row.id for row in rows if row.rematch])
    rows, now = await counted(has.store, rows, partial(in_thread, request)), has.clock.now()
    return as_json(MyGames(await a_few_at_a_time(rows, lambda row: _my_game(row, me, offered, now))))


def _my_game(row: TableRow, me: Player, offered: set[str], now: float) -> MyGame:
    """One of your tables."""
    turn = row.status == "playing" and any(row.to_act >> seat & 1 for seat in row.seats_of(me.id))
    table, is_offered = info(row, me, now), row.id in offered
    return MyGame(table=table, your_turn=turn, rematch_offered=is_offered, changed_at=row.changed_at)


# --- tables ---------------------------------------------------------------------------------------------------------


@api.post("/tables", status_code=201, tags=["tables"])
async def create_table(body: NewTable, me: Me, has: Has, request: Request) -> TableInfo:
    """Create a table."""
    return info(await lobby(has).create(body, me, sender(request)), me, has.clock.now())


@api.get("/tables", response_model=TableList, tags=["tables"])
async def list_tables(visitor: Visitor, has: Has) -> Response:
    """List the public tables."""
    rows, now = [await has.store.public_tables(status, SHOWN) for status in ("open", "playing")], has.clock.now()
    begun = {row.id for row in rows[1]}  # one that was open a moment ago is told once
    rows[0] = [row for row in rows[0] if row.id not in begun]
    waiting, playing = [await a_few_at_a_time(some, lambda row: info(row, visitor, now)) for some in rows]
    return as_json(TableList(open=waiting, playing=playing))


@api.get("/tables/{table_id}", tags=["tables"])
async def read_table(table_id: TableId, visitor: Visitor, has: Has, invite: Invite = None) -> TableInfo:
    """One table."""
    return info(await has.tables.find(table_id, visitor, invite), visitor, has.clock.now())


@api.post("/tables/{table_id}/join", tags=["tables"])
async def join_table(table_id: TableId, me: Me, has: Has, body: Join | None = None) -> TableInfo:
    """Take a seat; whoever made the table is told."""
    row = await lobby(has).join(table_id, body or Join(), me)
    answer = await changed(has, row, me)
    if has.guard.allows("nudge", f"{table_id}.joined"):
        has.hub.presence.tell(await has.hub.residents.open(table_id), {row.creator}, "joined", by=me.id)
    return answer


@api.post("/tables/{table_id}/leave", tags=["tables"])
async def leave_table(table_id: TableId, me: Me, has: Has, body: Leave | None = None) -> TableInfo:
    """Give up your seats; during a game that is to resign."""
    row = await has.tables.leave(table_id, me, body.seat if body else None)
    answer = await changed(has, row, me)
    if row.started_at is not None:
        has.hub.presence.tell(await has.hub.residents.open(table_id), row.people, "resigned", by=me.id)
    return answer


@api.post("/tables/{table_id}/remove", tags=["tables"])
async def remove_guest(table_id: TableId, me: Me, has: Has, body: AtSeat) -> TableInfo:
    """Free the seat of a guest."""
    return await changed(has, await lobby(has).remove(table_id, body.seat, me), me)


@api.post("/tables/{table_id}/promise", tags=["tables"])
async def promise_nonce(table_id: TableId, me: Me, has: Has, body: Promise) -> TableInfo:
    """Promise a number for the deal, having seen the server's promise."""
    return await changed(has, await lobby(has).promise(table_id, body.promise, me), me)


@api.post("/tables/{table_id}/reveal", tags=["tables"])
async def reveal_nonce(table_id: TableId, me: Me, has: Has, body: Nonce) -> TableInfo:
    """Show the number one has promised, once the game has started."""
    answer = await changed(has, await lobby(has).reveal(table_id, body.nonce, me), me)
    await begin(has, table_id)
    return answer


@api.post("/tables/{table_id}/start", tags=["tables"])
async def start_table(table_id: TableId, me: Me, has: Has, body: Start | None = None) -> TableInfo:
    """Begin the game."""
    row = await lobby(has).start(table_id, body.fill if body else None, me)
    answer = await changed(has, row, me)
    await begin(has, table_id)
    return answer


@api.post("/tables/{table_id}/rematch", tags=["tables"])
async def rematch_table(table_id: TableId, me: Me, has: Has, request: Request) -> TableInfo:
    """The next table with the same settings; everybody who played is told."""
    row = await lobby(has).rematch(table_id, me, sender(request))
    await has.hub.residents.changed(table_id)
    if row.creator == me.id and row.revision == 0 and has.guard.allows("nudge", f"{table_id}.rematch"):
        old = await has.hub.residents.open(table_id)
        others = {seat.player_id for seat in old.row.seats if seat.player_id is not None}
        has.hub.presence.tell(old, others, "rematch", by=me.id)
    return await changed(has, row, me)


Run = Callable[[Callable[[], Scores]], Awaitable[Scores]]
"""Does some work in a thread."""


async def counted(store: Store, rows: list[TableRow], run: Run) -> list[TableRow]:
    """Tables with their results; some of those that ended before results were kept are counted now, for good."""
    lacking = [row for row in rows if row.status == "over" and any(seat.place is None for seat in row.seats)]
    found = {row.id: await _counted(store, row, run) for row in lacking[:COUNTED_AT_ONCE]}
    return [found.get(row.id, row) for row in rows]


async def _counted(store: Store, row: TableRow, run: Run) -> TableRow:
    """A finished game with its result; as it is where today's rules cannot play it again."""
    deal, entries = row.deal, await store.entries(row.id, 0)
    if deal is None:
        return row
    try:
        reached = await run(lambda: _scores(Table(deal, entries), row))
    except IllegalAction:
        return row
    await store.set_scores(row.id, reached)
    return with_scores(row, reached)


def _scores(table: Table, row: TableRow) -> Scores:
    """The points and place of each seat of a finished game."""
    return scores(table.game, row.seats, table.kept)
