"""The coach over REST."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Query, Request, Response
from pydantic import ValidationError

from eclisse.analysis.person import Figures, OwnGame, figures
from eclisse.catalogue.find import builtin_games
from eclisse.faults import fault
from eclisse.server.messages import replays
from eclisse.server.messages.bodies import ReplayRecord
from eclisse.server.messages.coach import Doubt, Hints, Review
from eclisse.server.messages.protocol import MAX_ACTION
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.cost import Account
from eclisse.server.network.limits import sender
from eclisse.server.network.rest import REFUSALS, Has, Invite, Me, Services, TableId, Visitor, finished, in_thread
from eclisse.server.process import clock
from eclisse.server.store.rows import Player
from eclisse.server.tables.coach import check_debt, doubt, hints, seat_alone
from eclisse.server.tables.live import Live
from eclisse.server.tables.lobby import check_told
from eclisse.server.tables.shares import Payer
from eclisse.server.tables.table import Entry, Table

T = TypeVar("T")
LATEST: Final = 100  # games by which a person is known
coach = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


async def _turn_alone(has: Services, table_id: str, me: Player) -> tuple[Live, Table, int]:
    """The table and the seat of somebody who plays alone against bots, in their turn."""
    row = await has.lobby.table(table_id, me)
    check_told(row)
    seat = seat_alone(row, me)
    live = await has.hub.open(table_id)
    if live.table is None or seat not in live.table.game.to_act:
        to_act = [] if live.table is None else list(live.table.game.to_act)
        raise Refused("not_your_turn", fault("not-your-turn", seat=seat, to_act=to_act))
    return live, live.table, seat


def _payer(has: Services, request: Request) -> Account:
    """Who pays for what the coach thinks: each address, but apart, so that those who learn can still play."""
    return has.accounts.of(f"{sender(request)} coach")


async def _thought(has: Services, live: Live, payer: Payer, work: Callable[[], T]) -> T:
    """What the coach thinks of a table, behind whatever else its host has asked for."""
    check_debt(payer)
    return await has.hub.slow.paid(live.row.host, payer, work)


@coach.get("/tables/{table_id}/hint")
async def read_hint(table_id: TableId, me: Me, has: Has, request: Request) -> Hints:
    """What the coach would do now, for somebody who plays alone against bots."""
    live, table, seat = await _turn_alone(has, table_id, me)
    work = partial(hints, table.game.copy(), seat, live.number)
    return await _thought(has, live, _payer(has, request), work)


@coach.get("/tables/{table_id}/doubt")
async def read_doubt(
    table_id: TableId, me: Me, has: Has, request: Request, action: Annotated[str, Query(max_length=MAX_ACTION)]
) -> Doubt:
    """Whether a decision would be a clear mistake, for somebody who plays alone against bots; nothing is decided."""
    live, table, seat = await _turn_alone(has, table_id, me)
    move = table.prepare(Entry(seat, action, "player", clock.now()), table.number)
    work = partial(doubt, table.game.copy(), seat, live.number, move.entry.action)
    return await _thought(has, live, _payer(has, request), work)


@coach.get("/tables/{table_id}/review", response_model=Review)
async def read_review(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, invite: Invite = None
) -> Response:
    """How good each decision of a finished game was; ask again until `done` is 1."""
    table = await finished(has, table_id, visitor, invite)
    return _told(await has.reviews.of(table.game.copy(), sender(request), _payer(has, request), table_id))


@coach.post("/review", response_model=Review)
async def review_record(body: ReplayRecord, has: Has, request: Request) -> Response:
    """The same for a record."""
    game = await in_thread(request, lambda: replays.game_of(body.record))
    return _told(await has.reviews.of(game, sender(request), _payer(has, request)))


def _told(review: str) -> Response:
    """A review, which is JSON already."""
    return Response(review, media_type="application/json")


@coach.get("/players/me/coach", tags=["players"])
async def read_figures(me: Me, has: Has, request: Request) -> Figures:
    """How you play, by the reviews of your latest games."""
    rows = await has.store.reviews.of_player(me.id, LATEST)
    return await in_thread(request, lambda: figures(_own_games(rows)))


def _own_games(rows: Iterable[Any]) -> Iterator[OwnGame]:
    """The games that the database knows, without reviews that another version wrote otherwise."""
    for row in rows:
        with suppress(ValidationError):
            review = Review.model_validate_json(row.review).model_dump()
            yield OwnGame(row.id, builtin_games()[row.game].board.id, row.created_at, row.seat, review)
