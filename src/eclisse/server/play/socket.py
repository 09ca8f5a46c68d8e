"""One client's WebSocket: who they are, what they ask for, and what they have not seen yet.

A connection remembers what it has sent: a number, a line of chat, a revision. When it wakes, it sends the difference
to what is there now. So clients that reconnect, slow clients and fast ones are all served alike, and nothing queues up
in memory. The application's routes are passed by: a socket stays open for hours, and each of their layers would stay
with it.
"""

import asyncio
import logging
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected, WebSocketState

from eclisse.faults import fault, shown
from eclisse.server.guard import Account, Guard, sender
from eclisse.server.guard.waiting import Flag
from eclisse.server.messages import faults_of
from eclisse.server.model import Entry, Player, Refused
from eclisse.server.play import protocol as p
from eclisse.server.play.hub import Hub
from eclisse.server.play.live import Live
from eclisse.server.play.seats import Tables, may_see, unknown_table
from eclisse.server.play.services import TABLE_ID, Credentials, Services, credentials
from eclisse.server.store.writer import PAYER

PLACE: Final = re.compile(r"/api/tables/([^/]+)/socket")
CLOSE: Final = {"unknown_table": 4404, "too_many": 1013, "unavailable": 1013, "malformed": 1008}  # all others: 4401

FLOODED: Final = 1008
FAILED: Final = 1011
UNSEEN: Final = 4404
logger = logging.getLogger(__name__)


class Connection:
    """A follower of a table over a WebSocket."""

    _live: Live

    def __init__(self, hub: Hub, tables: Tables, guard: Guard, account: Account, socket: WebSocket) -> None:
        self._hub, self._tables, self._guard, self._account, self._socket = hub, tables, guard, account, socket
        self.player: Player | None = None
        self.secret: str | None = None  # the hash of what the player came with
        self.blocked: frozenset[str] = frozenset()
        self.invite: str | None = None
        self.seat: int | None = None
        self._is_watching = False  # the client asked to look from no seat
        self._since: int | None = None  # the number told last
        self._line = 0  # the line of chat told last
        self._table: tuple[int, str] | None = None  # the revision and status looked at last
        self._told = 0  # the hash of the table told last, but for its number
        self._is_due = True  # an update is owed even if the number is the same
        self._news = Flag()
        self._end: int | None = None
        self._nudge: int | None = None  # the seat that waits for this player
        self._done = 0  # decisions of the message at hand that were accepted
        self._messages, self._too_fast = guard.messages(), 0

    def follow(self, live: Live, since: int | None, line: int, seat: int | None) -> None:
        """Follow a table from a seat, after what the client knows already."""
        self._live, self.seat, self._line = live, seat, min(line, live.last_line)
        self._since = since if since is None else min(since, live.number)

    async def run(self) -> None:
        """Serve the client until either side ends."""
        self._live.followers.add(self)
        self._hub.presence.stir(self._live)
        self._news.set()
        reader, writer = (asyncio.create_task(self._account.paid(work)) for work in (self._read(), self._write()))
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.leave(self)
            self._hub.presence.stir(self._live)
            for task in (reader, writer):
                task.cancel()
            await asyncio.wait((reader, writer))
            failed = _has_failed(None if task.cancelled() else task.exception() for task in (reader, writer))
        await self._close(self._end or (FAILED if failed else 1000))

    def wake(self) -> None:
        """There may be news."""
        self._news.set()

    def nudge(self, seat: int) -> None:
        """Somebody waits for this player."""
        self._nudge = seat
        self._news.set()

    def end(self, code: int) -> None:
        """Close with this code."""
        self._end = code
        self._news.set()

    # --- to the client ----------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        """Send everything the client has not seen yet."""
        while True:
            await self._news.wait()
            self._news.clear()
            await self._account.entered()
            if self._end is not None:
                return
            await self._tell()

    async def _tell(self) -> None:
        """The table, the chat and the game, each if there is news of it."""
        live = self._live
        if self._table != (live.row.revision, live.row.status):
            self._table = (live.row.revision, live.row.status)
            if not may_see(live.row, self.player, self.invite):
                self.end(UNSEEN)
                return
            self._look_again()
            await self._tell_table(live.info(self.player))
        if self._nudge is not None:
            nudge, self._nudge = p.Nudge(type="nudge", number=live.number, seat=self._nudge), None
            await self._send(nudge.model_dump_json())
        lines = live.chat_after(self._line, self.blocked)
        if lines:
            self._line = lines[-1].id
            chat = p.ChatMessage(type="chat", number=live.number, lines=lines)
            await self._send(chat.model_dump_json())
        if live.table is not None and (self._is_due or self._since != live.number):
            self._is_due = False
            text = await live.update(self.seat, self._since)
            self._since = live.number
            await self._send(text)

    async def _tell_table(self, table: p.TableInfo) -> None:
        """The table, unless only its number is new: chat changes no table."""
        told = hash(table.model_dump_json(exclude={"number"}))
        if told != self._told:
            self._told = told
            message = p.TableMessage(type="table", number=table.number, table=table)
            await self._send(message.model_dump_json())

    def _look_again(self) -> None:
        """Look from one of the player's seats, unless asked not to; leave a seat that is no longer theirs."""
        mine = self._seats()
        if self.seat is not None and self.seat not in mine:
            self.seat, self._is_due = (mine[0] if mine else None), True
        elif self.seat is None and not self._is_watching and mine:
            self.seat, self._is_due = mine[0], True

    async def _send(self, text: str) -> None:
        """Send a message, or give up on a client that does not read."""
        try:
            async with asyncio.timeout(self._hub.settings.send_timeout):
                await self._socket.send_text(text)
        except TimeoutError:
            raise WebSocketDisconnect(1006) from None

    async def _refuse(self, refusal: Refused) -> None:
        """Tell the client what was refused, and why; whatever its message did before stays done."""
        self._hub.metrics.refusals.labels(refusal.code).inc()
        refused = {"type": "refused", "number": self._live.number, "done": self._done, **refusal.to_dict()}
        await self._send(p.RefusalMessage.model_validate(refused).model_dump_json())

    async def _close(self, code: int) -> None:
        """Say goodbye, if the client is still there."""
        if WebSocketState.DISCONNECTED not in (self._socket.client_state, self._socket.application_state):
            try:
                async with asyncio.timeout(self._hub.settings.send_timeout):
                    await self._socket.close(code)
            except (RuntimeError, WebSocketDisconnect, TimeoutError):
                return

    # --- from the client --------------------------------------------------------------------------------------------

    async def _read(self) -> None:
        """Do what the client asks for, one message after the other."""
        while (frame := await self._socket.receive())["type"] != "websocket.disconnect" and self._end is None:
            self._done = 0
            try:
                await self._handle(frame)
            except SQLAlchemyError as error:
                logger.error("the database failed", exc_info=error)
                await self._refuse(Refused("unavailable", fault("database-silent")))
            except Refused as refusal:
                await self._refuse(refusal)
                if self._too_fast > self._hub.settings.flood:
                    self._end = FLOODED
                    return

    def _parse(self, frame: Any) -> p.Decide | p.Look | p.Say | p.Ping:
        """The message in a frame."""
        if not self._messages.take():
            self._too_fast += 1
            raise Refused("too_fast", fault("too-many-messages", most=self._hub.settings.message_rate))
        self._too_fast = max(0, self._too_fast - 1)
        text, most = frame.get("text"), self._hub.settings.message_size
        if text is None:
            raise Refused("malformed", fault("text-frame-expected"))
        if len(text) > most or len(text.encode()) > most:
            raise Refused("too_large", fault("message-too-large", most=most))
        try:
            return p.CLIENT.validate_json(text, strict=True)
        except ValidationError as error:
            raise Refused("malformed", *faults_of(error.errors(include_url=False))) from None

    async def _handle(self, frame: Any) -> None:
        """Do what a message asks for."""
        message = self._parse(frame)
        if isinstance(message, p.Decide):
            await self._decide(message)
        elif isinstance(message, p.Look):
            self._look(message.seat)
        elif isinstance(message, p.Say):
            await self._say(message.text)
        else:
            await self._send(p.Pong(type="pong", number=self._live.number).model_dump_json())

    async def _decide(self, message: p.Decide) -> None:
        """A decision of one of the player's seats and those that follow it, up to the first that is refused."""
        seat = self.seat if message.seat is None else message.seat
        if seat is None or seat not in self._seats():
            why = fault("no-seat-here") if seat is None else fault("seat-not-yours", seat=seat)
            raise Refused("not_your_seat", why)
        self._guard.enter_table(self._live.row.id)
        number = message.number
        for action in (message.action, *message.then):
            entry, start = Entry(seat, action, "player", self._hub.served.clock.now()), time.monotonic()
            number = await self._hub.deciding.decide(self._live, entry, number, self._account.paid, message.pause)
            self._guard.note_decision(time.monotonic() - start)
            self._done += 1

    def _look(self, seat: int | None) -> None:
        """Look from another of the player's seats."""
        if seat is not None and seat not in self._seats():
            raise Refused("not_your_seat", fault("seat-not-yours", seat=seat))
        self.seat, self._is_watching, self._is_due = seat, seat is None, True
        self._news.set()

    async def _say(self, text: str) -> None:
        """A line of chat."""
        if self.player is None:
            raise Refused("unknown_player", fault("name-first"))
        if not text:
            raise Refused("malformed", fault("chat-empty"))
        if not self._live.row.chat:
            raise Refused("chat_off", fault("no-chat"))
        if not self._guard.may_say(self.player.id, sender(self._socket)):
            raise Refused("too_fast", fault("chat-too-fast"))
        await self._tables.say(self._live.row.id, text, self.player, self.invite)
        await self._hub.residents.refresh(self._live)

    def _seats(self) -> tuple[int, ...]:
        """The player's seats."""
        return self._live.row.seats_of(self.player.id if self.player else None)


def _has_failed(outcomes: Iterable[BaseException | None]) -> bool:
    """Whether the server's own failure ended a connection, and not the client; it is logged."""
    expected = (WebSocketDisconnect, WebSocketDisconnected, ConnectionError)  # the second: the other task knew first
    failures = [outcome for outcome in outcomes if outcome is not None and not isinstance(outcome, expected)]
    for failure in failures:
        logger.error("a connection failed", exc_info=failure)
    return bool(failures)


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
    with suppress(WebSocketDisconnect, WebSocketDisconnected):  # whoever has gone needs no answer
        await _follow(WebSocket(scope, receive, send), found[1], who, query)


async def _follow(socket: WebSocket, table_id: str, who: Credentials, query: dict[str, str]) -> None:
    """Follow a table, or say why not."""
    has: Services = socket.app.state.services
    await socket.accept()
    try:
        if not re.fullmatch(TABLE_ID, table_id):
            raise unknown_table()
        has.guard.check_table(table_id)
        address = sender(socket)
        account = has.guard.account(address)
        if (paid_by := getattr(socket.state, "paid_by", None)) is not None:  # not every server reads piece by piece
            paid_by(account)
        PAYER.set(account)
        async with account.places:
            player = await has.players.find(who)
        with has.guard.socket(player.id if player else address, address):
            connection = Connection(has.hub, has.tables, has.guard, account, socket)
            connection.player, connection.invite = player, query.get("invite")
            connection.secret = None if player is None else who.secret
            async with account.places:
                await _sit_down(connection, has.hub, table_id, query)
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
    live, player = await hub.residents.open(table_id), connection.player
    if (since or 0) > live.number or (line or 0) > live.last_line:
        await hub.residents.refresh(live)  # the client may have heard it from another process, before we did
    if not may_see(live.row, player, connection.invite):
        raise unknown_table()
    mine = live.row.seats_of(player.id if player else None)
    if seat is not None and seat not in mine:
        raise Refused("not_your_seat", fault("seat-not-yours", seat=seat))
    if player is not None:
        await hub.presence.welcome(live, player.id)
        connection.blocked = (await hub.store.people.blocks_of([player.id]))[player.id]
    if not hub.residents.holds(live):  # it was dropped from memory while we asked
        live = await hub.residents.open(table_id)
    connection.follow(live, since, line or 0, mine[0] if seat is None and mine else seat)


def _number(key: str, text: str | None) -> int | None:
    """A number of the query."""
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 8):
        raise Refused("malformed", fault("whole-number-expected", key, value=shown(text)))
    return int(text)
