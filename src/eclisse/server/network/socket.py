"""One client's WebSocket: what it asks for goes to the hub, what it has not seen yet is sent to it.

A connection remembers what it has sent: a number, a line of chat, a revision. When it wakes, it sends the difference
to what is there now. So clients that reconnect, slow clients and fast ones are all served alike, and nothing queues up
in memory.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any, Final

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from eclisse.faults import fault
from eclisse.server.messages import protocol as p
from eclisse.server.messages.refusal import Refused
from eclisse.server.messages.validation import faults_of
from eclisse.server.network.cost import Account
from eclisse.server.network.crowd import Crowd
from eclisse.server.network.limits import Bucket, ChatLimit, sender
from eclisse.server.network.waiting import Flag
from eclisse.server.process import clock
from eclisse.server.store.rows import Player
from eclisse.server.tables.hub import Hub
from eclisse.server.tables.live import Live
from eclisse.server.tables.lobby import Lobby, may_see
from eclisse.server.tables.table import Entry

FLOODED: Final = 1008
FAILED: Final = 1011
UNSEEN: Final = 4404
logger = logging.getLogger(__name__)
LONGEST: Final = 0.25  # seconds between looks whether a debt is paid
BURST: Final = 3  # seconds' worth of messages that may come at once


class Connection:
    """A follower of a table over a WebSocket."""

    _live: Live

    def __init__(
        self, hub: Hub, lobby: Lobby, chat_limit: ChatLimit, account: Account, crowd: Crowd, socket: WebSocket
    ) -> None:
        self._hub, self._lobby, self._chat_limit, self._account = hub, lobby, chat_limit, account
        self._crowd, self._socket = crowd, socket
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
        rate = hub.settings.message_rate
        self._bucket, self._too_fast = Bucket(rate, BURST * rate), 0

    def follow(self, live: Live, since: int | None, line: int, seat: int | None) -> None:
        """Follow a table from a seat, after what the client knows already."""
        self._live, self.seat, self._line = live, seat, min(line, live.last_line)
        self._since = since if since is None else min(since, live.number)

    async def run(self) -> None:
        """Serve the client until either side ends."""
        self._live.followers.add(self)
        self._hub.presence.stir(self._live)
        self._news.set()
        reader, writer = asyncio.create_task(self._read()), asyncio.create_task(self._write())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._live.leave(self)
            self._hub.presence.stir(self._live)
            for task in (reader, writer):
                task.cancel()
            failed = _has_failed(await asyncio.gather(reader, writer, return_exceptions=True))
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
            await self._until_paid()
            if self._end is not None:
                return
            await self._tell()

    async def _until_paid(self) -> None:
        """Wait until the client's address has paid for what it had."""
        while self._end is None and (debt := self._account.debt()):
            await asyncio.sleep(min(debt, LONGEST))

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
            async with self._account.turn:
                text = await self._account.paid(self._update())
            await self._send(text)

    async def _update(self) -> str:
        """What has happened since the client was told last."""
        await self._account.rested()
        self._is_due = False
        text = await self._live.update(self.seat, self._since, self._account.pause)
        self._since = self._live.number
        return text

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
        """Tell the client what was refused, and why."""
        self._hub.metrics.refusals.labels(refusal.code).inc()
        refused = {"type": "refused", "number": self._live.number, **refusal.to_dict()}
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
            try:
                await self._until_paid()
                await self._account.next_turn()
                await self._account.paid(self._handle(frame))
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
        if not self._bucket.take():
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
        """A decision of one of the player's seats."""
        seat = self.seat if message.seat is None else message.seat
        if seat is None or seat not in self._seats():
            why = fault("no-seat-here") if seat is None else fault("seat-not-yours", seat=seat)
            raise Refused("not_your_seat", why)
        self._crowd.enter(self._live.row.id)
        entry = Entry(seat, message.action, "player", clock.now())
        start = time.monotonic()
        await self._hub.decide(self._live, entry, message.number, self._account.paid, message.pause)
        self._crowd.note(time.monotonic() - start)

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
        if not self._chat_limit.take(self.player.id, sender(self._socket)):
            raise Refused("too_fast", fault("chat-too-fast"))
        await self._lobby.say(self._live.row.id, text, self.player, self.invite)
        await self._hub.refresh(self._live)

    def _seats(self) -> tuple[int, ...]:
        """The player's seats."""
        return self._live.row.seats_of(self.player.id if self.player else None)


def _has_failed(outcomes: Sequence[BaseException | None]) -> bool:
    """Whether the server's own failure ended a connection, and not the client; it is logged."""
    expected = (asyncio.CancelledError, WebSocketDisconnect, ConnectionError)
    failures = [outcome for outcome in outcomes if outcome is not None and not isinstance(outcome, expected)]
    for failure in failures:
        logger.error("a connection failed", exc_info=failure)
    return bool(failures)
