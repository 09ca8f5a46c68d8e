"""Who asks, and what is needed to answer: the services of the application and what all routes share."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Annotated, Any, Final, NamedTuple, TypeVar

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel, Field
from sqlalchemy.exc import SQLAlchemyError

from eclisse.faults import fault
from eclisse.game import Game, InvalidRecord
from eclisse.server.guard import Guard, sender
from eclisse.server.messages import Message, Record, Refusal, Secret
from eclisse.server.metrics import Metrics
from eclisse.server.model import ENDED_EARLY, Clock, Player, Refused, TableRow, check_known, hashed, new_id, new_secret
from eclisse.server.play.hub import Hub
from eclisse.server.play.present import info
from eclisse.server.play.protocol import TableInfo
from eclisse.server.play.seats import Tables, check_not_secret
from eclisse.server.play.table import Table
from eclisse.server.play.work import FairPool
from eclisse.server.settings import Settings
from eclisse.server.store import Store
from eclisse.views import View

FEW: Final = 8  # rows of a list that are written at once
LATEST: Final = 1e11  # seconds since 1970
TABLE_ID: Final = "^[0-9a-f]{32}$"
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": Refusal, "description": "Refused; nothing has changed"},
    "5XX": {"model": Refusal, "description": "Not possible now"},
}

COOKIE: Final = "eclisse"
COOKIE_AGE: Final = 400 * 24 * 3600  # seconds; browsers allow no more
DAY: Final = 24 * 3600.0  # seconds
NOTED: Final = 6 * 3600.0  # seconds until it is noted again that a device is used


class Credentials(NamedTuple):
    """The cookie or the bearer token of a request."""

    cookie: str | None
    token: str | None

    @property
    def secret(self) -> str | None:
        """The hash of the one that counts."""
        given = self.cookie if self.token is None else self.token
        return None if given is None else hashed(given)


def check_ban(player: Player, now: float) -> None:
    """Refuse somebody whom the operator keeps out."""
    if player.is_banned(now) and player.banned_until is not None:
        raise Refused("not_allowed", fault("player-banned-until", days=ceil((player.banned_until - now) / DAY)))
    if player.is_banned(now):
        raise Refused("not_allowed", fault("player-banned"))


class Players:
    """Who is who."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, name: str, label: str = "") -> tuple[Player, str]:
        """A new player on a device, and the secret of the cookie."""
        player, secret = Player(new_id(), name, ""), new_secret()
        await self._store.add_player(player, hashed(secret), label)
        return player, secret

    async def find(self, credentials: Credentials, even_banned: bool = False) -> Player | None:
        """The player who sent a request, if known; a wrong token is refused, not treated as a visitor."""
        kind, given = ("cookie", credentials.cookie) if credentials.token is None else ("token", credentials.token)
        player = None if given is None else await self._known(hashed(given), kind)
        if player is None and credentials.token is not None:
            raise Refused("unknown_player", fault("token-invalid"))
        if player is not None and not even_banned:
            check_ban(player, self._store.clock.now())
        return player

    async def _known(self, secret: str, kind: str) -> Player | None:
        """The player who holds a secret; now and then it is written down that it is used."""
        found = await self._store.people.by_secret(secret, kind)
        if found is None:
            return None
        player, used_at = found
        if used_at is None or used_at < self._store.clock.now() - NOTED:
            with suppress(SQLAlchemyError, Refused):  # it is not worth a refusal
                await self._store.people.touch(secret)
        return player

    async def require(self, credentials: Credentials, even_banned: bool = False) -> Player:
        """The player who sent a request; visitors without a name are refused."""
        player = await self.find(credentials, even_banned)
        if player is None:
            raise Refused("unknown_player", fault("name-first"))
        return player

    async def recovery(self, player: Player) -> str:
        """A one-time secret for another device; it replaces the previous one."""
        secret = new_secret()
        await self._store.people.add_secret(player.id, "recovery", hashed(secret), alone=True)
        return secret

    async def recover(self, secret: str, label: str = "") -> tuple[Player, str]:
        """Use up a recovery secret; returns the player and the secret of a new cookie."""
        cookie = new_secret()
        player = await self._store.people.exchange_secret(hashed(secret), hashed(cookie), label)
        if player is None:
            raise Refused("unknown_player", fault("recovery-used"))
        return player, cookie

    async def token(self, player: Player, label: str = "") -> str:
        """A bearer token for a program."""
        secret = new_secret()
        await self._store.people.add_secret(player.id, "token", hashed(secret), label=label)
        return secret


T = TypeVar("T")


@dataclass
class Services:
    """Everything that requests may need."""

    settings: Settings
    metrics: Metrics
    store: Store
    clock: Clock
    players: Players
    tables: Tables
    hub: Hub
    guard: Guard
    work: FairPool  # for what would keep everybody waiting: scores, replays, paths


def services(request: Request) -> Services:
    """The services of the application that serves a request."""
    found: Services = request.app.state.services
    return found


def credentials(cookies: dict[str, str], authorization: str | None) -> Credentials:
    """Who a request claims to be from; a bearer token comes before the cookie."""
    scheme, _, token = (authorization or "").partition(" ")
    return Credentials(cookies.get(COOKIE), token.strip() if scheme.lower() == "bearer" else None)


def from_request(request: Request) -> Credentials:
    """Who a request claims to be from."""
    return credentials(request.cookies, request.headers.get("authorization"))


async def visitor(request: Request) -> Player | None:
    """The player who sent the request, if known."""
    return await services(request).players.find(from_request(request))


async def somebody(request: Request) -> Player:
    """The player who sent the request; visitors without a name are refused."""
    return await services(request).players.require(from_request(request))


async def in_person(request: Request) -> Player:
    """The same, but not a program with a token: it must not make what would outlive its token."""
    if from_request(request).token is not None:
        raise Refused("not_allowed", fault("not-by-token"))
    return await somebody(request)


async def owner(request: Request) -> Player:
    """Whoever asks for what is their own, in person; who is kept out may do that too."""
    found = from_request(request)
    if found.token is not None:
        raise Refused("not_allowed", fault("not-by-token"))
    return await services(request).players.require(found, even_banned=True)


async def in_thread(request: Request, work: Callable[[], T], pool: FairPool | None = None) -> T:
    """Do some work in a thread, paid for by the address that asked for it; it waits behind its own work only."""
    has, address = services(request), sender(request)
    return await (pool or has.work).paid(address, has.guard.account(address), work)


def as_json(answer: BaseModel) -> Response:
    """An answer that has its shape already: nobody checks it again."""
    return Response(answer.model_dump_json(), media_type="application/json")


async def in_pieces(request: Request, work: Iterator[BaseModel | None]) -> Response:
    """An answer that is made in pieces, None after each but the last: between two of them others have their turn."""
    while (answer := await in_thread(request, partial(next, work))) is None:
        pass
    return as_json(answer)


async def a_few_at_a_time(rows: Iterable[TableRow], make: Callable[[TableRow], T]) -> list[T]:
    """Something of each row: whoever asks for a long list does not keep the others waiting."""
    made = list[T]()
    for row in rows:
        if len(made) % FEW == FEW - 1:
            await asyncio.sleep(0)
        made.append(make(row))
    return made


Has = Annotated[Services, Depends(services)]
Visitor = Annotated[Player | None, Depends(visitor)]
Me = Annotated[Player, Depends(somebody)]
InPerson = Annotated[Player, Depends(in_person)]
Owner = Annotated[Player, Depends(owner)]
TableId = Annotated[str, Path(pattern=TABLE_ID, min_length=32, max_length=32)]
Invite = Annotated[Secret | None, Query()]
SeatQuery = Annotated[int | None, Query(ge=0, lt=5)]


def set_cookie(request: Request, response: Response, secret: str) -> None:
    """Hand over the secret cookie: not for scripts, not for other sites, over https only where there is https."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_AGE,
        path=request.scope.get("root_path") or "/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


async def begin(has: Services, table_id: str) -> None:
    """Let bots begin, and tell whoever is to choose; as long as the game is not dealt nothing happens."""
    live = await has.hub.residents.open(table_id)
    has.hub.driver.drive(live)
    has.hub.presence.tell_turn(live)


async def changed(has: Services, row: TableRow, me: Player) -> TableInfo:
    """A changed table; its followers are told."""
    await has.hub.residents.changed(row.id)
    return info(row, me, has.clock.now())


async def finished(
    has: Services,
    table_id: str,
    player: Player | None,
    invite: str | None,
    is_shared: bool = False,
    or_early: bool = False,
) -> Table:
    """The finished game of a table, for anybody who may see it; or to whom it is shown, where strangers may watch.

    With `or_early`, also one that was ended before it was over.
    """
    row = await has.tables.find(table_id, player, invite, is_shared)
    is_early = or_early and row.status == "abandoned"
    if row.status != "over" and not is_early:
        raise Refused("not_over", fault("game-not-over"))
    check_not_secret(row, has.clock.now())
    live = await has.hub.residents.open(table_id)
    if live.table is None or not (live.table.game.over or is_early):
        raise Refused("not_over", fault("game-not-over"))
    return live.table


async def own_view(has: Services, table_id: str, me: Player, seat: int | None) -> tuple[View, int]:
    """The view of one of your seats, the first if none is named, and the number of the state."""
    row = await has.tables.find(table_id, me)
    mine = row.seats_of(me.id)
    wanted = mine[0] if seat is None and mine else seat
    if wanted is None or wanted not in mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    live = await has.hub.residents.open(table_id)
    if live.table is None:
        raise Refused("not_started", fault("game-not-begun"))
    return live.table.game.view(wanted), live.number


class ReplayRecord(Message):
    """A record to watch, from a seat or with all hands open."""

    record: Record
    seat: Annotated[int, Field(ge=0, lt=5)] | None = None


def game_of(given: dict[str, Any], or_early: bool = False) -> Game:
    """The finished game of a record, or one that its players ended early; Refused says why there is none."""
    check_known(given.get("game"))
    if "position" in given:
        raise Refused("invalid", fault("record-from-position", "position"))
    try:
        game = Game.replay(given)
    except InvalidRecord as error:
        raise Refused("invalid", *error.faults) from None
    if not game.over and not (or_early and given.get("fault") == ENDED_EARLY):
        raise Refused("invalid", fault("record-unfinished", "actions"))
    return game


def moment_of(given: dict[str, Any]) -> float:
    """When the game of a record began, if the record says so."""
    at = given.get("started_at")
    return float(at) if isinstance(at, int | float) and 0 <= at < LATEST else 0.0
