"""Where clients come in over a WebSocket: who they are, and the table they follow from one of their seats.

The application's routes are passed by: a socket stays open for hours, and each of their layers would stay with it.
"""

import logging
import re
from contextlib import suppress
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from eclisse.faults import fault, shown
from eclisse.server.messages import protocol as p
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.limits import sender
from eclisse.server.network.rest import TABLE_ID, Services, credentials
from eclisse.server.network.socket import Connection
from eclisse.server.players.players import Credentials
from eclisse.server.store.turns import PAYER
from eclisse.server.tables.hub import Hub
from eclisse.server.tables.lobby import may_see, unknown_table

PLACE: Final = re.compile(r"/api/tables/([^/]+)/socket")
CLOSE: Final = {"unknown_table": 4404, "too_many": 1013, "unavailable": 1013, "malformed": 1008}  # all others: 4401
logger = logging.getLogger(__name__)


async def enter(scope: Scope, receive: Receive, send: Send) -> None:
    """Let a client follow a table and play at it."""
    found = PLACE.fullmatch(scope["path"].removeprefix(scope["root_path"]))
    if found is None:
        await receive()
        await send({"type": "websocket.close"})
        return
    asked = HTTPConnection(scope)
    who, query = credentials(asked.cookies, asked.headers.get("authorization")), dict(asked.query_params)
    scope["headers"] = []  # a socket stays for hours, and nobody reads them again
    del asked
    with suppress(WebSocketDisconnect):  # whoever has gone needs no answer
        await _follow(WebSocket(scope, receive, send), found[1], who, query)


async def _follow(socket: WebSocket, table_id: str, who: Credentials, query: dict[str, str]) -> None:
    """Follow a table, or say why not."""
    has: Services = socket.app.state.services
    await socket.accept()
    try:
        if not re.fullmatch(TABLE_ID, table_id):
            raise unknown_table()
        has.crowd.check(table_id)
        address = sender(socket)
        account = has.accounts.of(address)
        socket.state.paid_by(account)
        PAYER.set(account)
        async with account.places:
            player = await account.paid(has.players.find(who))
        with has.addresses.taken(address), has.sockets.taken(player.id if player else address):
            connection = Connection(has.hub, has.lobby, has.chat_limit, account, has.crowd, socket)
            connection.player, connection.invite = player, query.get("invite")
            connection.secret = None if player is None else who.secret
            async with account.places:
                await account.paid(_sit_down(connection, has.hub, table_id, query))
            await connection.run()
    except (Refused, SQLAlchemyError) as error:
        refusal = error if isinstance(error, Refused) else no_database(error)
        has.metrics.refusals.labels(refusal.code).inc()
        message = p.RefusalMessage.model_validate({"type": "refused", "number": 0, **refusal.to_dict()})
        await socket.send_text(message.model_dump_json())
        await socket.close(CLOSE.get(refusal.code, 4401))


def no_database(error: Exception) -> Refused:
    """The refusal while the database does not answer."""
    logger.error("the database failed", exc_info=error)
    return Refused("unavailable", fault("database-silent"))


async def _sit_down(connection: Connection, hub: Hub, table_id: str, query: dict[str, str]) -> None:
    """Let somebody follow a table they may see, from one of their seats."""
    since, line, seat = (_number(key, query.get(key)) for key in ("since", "chat", "seat"))
    live, player = await hub.open(table_id), connection.player
    if (since or 0) > live.number or (line or 0) > live.last_line:
        await hub.refresh(live)  # the client may have heard it from another process, before we did
    if not may_see(live.row, player, connection.invite):
        raise unknown_table()
    mine = live.row.seats_of(player.id if player else None)
    if seat is not None and seat not in mine:
        raise Refused("not_your_seat", fault("seat-not-yours", seat=seat))
    if player is not None:
        await hub.presence.welcome(live, player.id)
        connection.blocked = (await hub.store.people.blocks_of([player.id]))[player.id]
    if not hub.holds(live):  # it was dropped from memory while we asked
        live = await hub.open(table_id)
    connection.follow(live, since, line or 0, mine[0] if seat is None and mine else seat)


def _number(key: str, text: str | None) -> int | None:
    """A number of the query."""
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise Refused("malformed", fault("whole-number-expected", key, value=shown(text)))
    return int(text)
