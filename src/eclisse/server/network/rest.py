"""The REST half of the protocol: players, tables, facts."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from eclisse.faults import Faulty, fault
from eclisse.game import Game
from eclisse.server.messages import bodies, facts, people, present, replays
from eclisse.server.messages.protocol import Sheet, TableInfo
from eclisse.server.messages.refusal import Refused
from eclisse.server.messages.written import Secret
from eclisse.server.network.cost import Accounts
from eclisse.server.network.crowd import Crowd
from eclisse.server.network.limits import Buckets, ChatLimit, Places, sender
from eclisse.server.players import webhook
from eclisse.server.players.devices import label_of
from eclisse.server.players.passkeys import Challenges
from eclisse.server.players.players import COOKIE, COOKIE_AGE, Credentials, Players, hashed
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.rows import Player, TableRow
from eclisse.server.tables.daily import Daily
from eclisse.server.tables.hub import Hub
from eclisse.server.tables.levels import STYLES, waiting
from eclisse.server.tables.lobby import Lobby, check_told, info, is_invited, may_see
from eclisse.server.tables.results import counted
from eclisse.server.tables.reviews import Reviews
from eclisse.server.tables.sandbox import played
from eclisse.server.tables.shares import FairPool
from eclisse.server.tables.table import Table
from eclisse.views import View

T = TypeVar("T")
SHOWN: Final = 100  # tables in a list
FEW: Final = 8  # of them written at once


@dataclass
class Services:
    """Everything that requests may need."""

    settings: Settings
    metrics: Metrics
    store: Store
    players: Players
    lobby: Lobby
    hub: Hub
    daily: Daily
    reviews: Reviews
    chat_limit: ChatLimit
    player_limit: Buckets
    guest_limit: Buckets  # new players by an invitation, by table
    nudge_limit: Buckets  # by table and seat, or kind of notice
    accounts: Accounts
    crowd: Crowd
    work: FairPool  # for what would keep everybody waiting: scores, replays, paths
    sockets: Places  # by player
    addresses: Places  # the same sockets by address
    challenges: Challenges | None = None  # for passkeys, once one is wanted


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
    account = has.accounts.of(address)
    await account.rested()
    return await (pool or has.work).paid(address, account, work)


async def in_pieces(request: Request, work: Iterator[str]) -> Response:
    """The same for JSON that is made piece by piece: between two of them others have their turn."""
    pieces = list[str]()
    while piece := await in_thread(request, partial(next, work, "")):
        pieces.append(piece)
    return Response("".join(pieces), media_type="application/json")


async def as_list(rows: Iterable[TableRow], told: Callable[[TableRow], BaseModel]) -> str:
    """A list as JSON, written a few at a time: whoever asks for a long one does not keep the others waiting."""
    written = list[str]()
    for row in rows:
        if len(written) % FEW == FEW - 1:
            await asyncio.sleep(0)
        written.append(told(row).model_dump_json())
    return f"[{','.join(written)}]"


TABLE_ID: Final = "^[0-9a-f]{32}$"
Has = Annotated[Services, Depends(services)]
Visitor = Annotated[Player | None, Depends(visitor)]
Me = Annotated[Player, Depends(somebody)]
InPerson = Annotated[Player, Depends(in_person)]
Owner = Annotated[Player, Depends(owner)]
TableId = Annotated[str, Path(pattern=TABLE_ID, min_length=32, max_length=32)]
TableAfter = Annotated[str | None, Query(pattern=TABLE_ID, min_length=32, max_length=32)]  # the last one you know
Invite = Annotated[Secret | None, Query()]
SeatQuery = Annotated[int | None, Query(ge=0, lt=5)]
NumberQuery = Annotated[int, Query(ge=0, lt=1_000_000)]
REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    "4XX": {"model": bodies.Refusal, "description": "Refused; nothing has changed"},
    "5XX": {"model": bodies.Refusal, "description": "Not possible now"},
}
api = APIRouter(prefix="/api", responses=REFUSALS)


# --- players --------------------------------------------------------------------------------------------------------


def as_player(player: Player) -> people.Player:
    """You."""
    return people.Player(id=player.id, name=player.name, webhook=player.webhook)


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


@api.post("/players", status_code=201, tags=["players"])
async def create_player(body: people.NewPlayer, request: Request, response: Response, has: Has) -> people.Player:
    """Choose a name; the answer sets the secret cookie."""
    if not await _is_guest(body, has) and not has.player_limit.take(sender(request)):
        raise Refused("too_fast", fault("too-many-players"))
    player, secret = await has.players.create(body.name, label_of(request.headers.get("user-agent")))
    set_cookie(request, response, secret)
    return as_player(player)


async def _is_guest(body: people.NewPlayer, has: Services) -> bool:
    """Whether somebody comes by an invitation: a few to each table, however many come from one address."""
    row = None if body.table is None or body.invite is None else await has.store.table(body.table)
    return row is not None and is_invited(row, None, body.invite) and has.guest_limit.take(row.id)


@api.get("/players/me", tags=["players"])
async def read_player(me: Me) -> people.Player:
    """You."""
    return as_player(me)


@api.patch("/players/me", tags=["players"])
async def change_player(body: people.ChangePlayer, me: Me, has: Has, request: Request) -> people.Player:
    """Change your name or webhook."""
    if body.webhook is not None and body.webhook != me.webhook:
        await in_person(request)
    if body.webhook and body.webhook != me.webhook:
        if not has.player_limit.take(f"webhook {sender(request)}"):  # before its name is looked up
            raise Refused("too_fast", fault("too-many-requests"))
        try:
            await webhook.check(body.webhook, has.settings.webhook_timeout, has.settings.webhook_networks)
            await webhook.prove(body.webhook, has.settings.webhook_timeout, has.settings.webhook_networks)
        except webhook.BadWebhook as error:
            raise Refused("invalid", *error.faults) from None
    new = replace(me, name=body.name or me.name, webhook=me.webhook if body.webhook is None else body.webhook)
    await has.store.change_player(new)
    return as_player(new)


@api.post("/players/me/recovery", status_code=201, tags=["players"])
async def make_recovery(me: InPerson, has: Has) -> people.Token:
    """Make a one-time secret for another device; it replaces the previous one."""
    return people.Token(token=await has.players.recovery(me))


@api.post("/players/recover", tags=["players"])
async def recover(body: people.Recover, request: Request, response: Response, has: Has) -> people.Player:
    """Become the player who made a recovery link."""
    player, secret = await has.players.recover(body.token, label_of(request.headers.get("user-agent")))
    set_cookie(request, response, secret)
    return as_player(player)


@api.delete("/players/me/session", status_code=204, tags=["players"])
async def forget_session(me: Me, request: Request, response: Response, has: Has) -> None:
    """Forget this device."""
    cookie = request.cookies.get(COOKIE)
    if cookie is not None:
        has.hub.revoke(await has.store.forget_secrets(me.id, "cookie", hashed(cookie)))
        response.delete_cookie(COOKIE, path=request.scope.get("root_path") or "/")


@api.get("/players/me/games", response_model=list[people.MyGame], tags=["players"])
async def my_games(me: Me, has: Has, request: Request, after: TableAfter = None) -> Response:
    """Your tables: those that wait for you, others that go on, then the rest, each with the latest change first."""
    rows = await has.store.tables_of(me.id, SHOWN, after)
    offered = await has.store.offered_rematches(me.id, [row.id for row in rows if row.rematch])
    rows = await counted(has.store, rows, partial(in_thread, request))
    return Response(await as_list(rows, lambda row: _my_game(row, me, offered)), media_type="application/json")


def _my_game(row: TableRow, me: Player, offered: set[str]) -> people.MyGame:
    """One of your tables."""
    turn = row.status == "playing" and any(row.to_act >> seat & 1 for seat in row.seats_of(me.id))
    return people.MyGame(
        table=info(row, me), your_turn=turn, rematch_offered=row.id in offered, changed_at=row.changed_at
    )


# --- tables ---------------------------------------------------------------------------------------------------------


@api.post("/tables", status_code=201, tags=["tables"])
async def create_table(body: bodies.NewTable, me: Me, has: Has, request: Request) -> TableInfo:
    """Create a table."""
    return info(await has.lobby.create(body, me, sender(request)), me)


@api.get("/tables", response_model=bodies.TableList, tags=["tables"])
async def list_tables(visitor: Visitor, has: Has) -> Response:
    """List the public tables."""
    rows = [await has.store.public_tables(status, SHOWN) for status in ("open", "playing")]
    waiting, playing = [await as_list(some, lambda row: info(row, visitor)) for some in rows]
    return Response(f'{{"open":{waiting},"playing":{playing}}}', media_type="application/json")


@api.get("/tables/{table_id}", tags=["tables"])
async def read_table(table_id: TableId, visitor: Visitor, has: Has, invite: Invite = None) -> TableInfo:
    """One table."""
    return info(await has.lobby.table(table_id, visitor, invite), visitor)


@api.post("/tables/{table_id}/join", tags=["tables"])
async def join_table(table_id: TableId, me: Me, has: Has, body: bodies.Join | None = None) -> TableInfo:
    """Take a seat; whoever made the table is told."""
    row = await has.lobby.join(table_id, body or bodies.Join(), me)
    answer = await changed(has, row, me)
    if has.nudge_limit.take(f"{table_id}.joined"):
        has.hub.presence.tell(await has.hub.open(table_id), {row.creator}, "joined", by=me.id)
    return answer


@api.post("/tables/{table_id}/leave", tags=["tables"])
async def leave_table(table_id: TableId, me: Me, has: Has, body: bodies.Leave | None = None) -> TableInfo:
    """Give up your seats; during a game that is to resign."""
    row = await has.lobby.leave(table_id, body or bodies.Leave(), me)
    answer = await changed(has, row, me)
    if row.started_at is not None:
        has.hub.presence.tell(await has.hub.open(table_id), row.people, "resigned", by=me.id)
    return answer


@api.post("/tables/{table_id}/remove", tags=["tables"])
async def remove_guest(table_id: TableId, me: Me, has: Has, body: bodies.AtSeat) -> TableInfo:
    """Free the seat of a guest."""
    return await changed(has, await has.lobby.remove(table_id, body.seat, me), me)


@api.post("/tables/{table_id}/promise", tags=["tables"])
async def promise_nonce(table_id: TableId, me: Me, has: Has, body: bodies.Promise) -> TableInfo:
    """Promise a number for the deal, having seen the server's promise."""
    return await changed(has, await has.lobby.promise(table_id, body.promise, me), me)


@api.post("/tables/{table_id}/reveal", tags=["tables"])
async def reveal_nonce(table_id: TableId, me: Me, has: Has, body: bodies.Nonce) -> TableInfo:
    """Show the number one has promised, once the game has started."""
    answer = await changed(has, await has.lobby.reveal(table_id, body.nonce, me), me)
    await begin(has, table_id)
    return answer


@api.post("/tables/{table_id}/start", tags=["tables"])
async def start_table(table_id: TableId, me: Me, has: Has, body: bodies.Start | None = None) -> TableInfo:
    """Begin the game."""
    row = await has.lobby.start(table_id, body.fill if body else None, me)
    answer = await changed(has, row, me)
    await begin(has, table_id)
    return answer


async def begin(has: Services, table_id: str) -> None:
    """Let bots begin, and tell whoever is to choose; as long as the game is not dealt nothing happens."""
    live = await has.hub.open(table_id)
    has.hub.drive(live)
    has.hub.presence.tell_turn(live)


@api.post("/tables/{table_id}/rematch", tags=["tables"])
async def rematch_table(table_id: TableId, me: Me, has: Has, request: Request) -> TableInfo:
    """The next table with the same settings; everybody who played is told."""
    row = await has.lobby.rematch(table_id, me, sender(request))
    await has.hub.changed(table_id)
    if row.creator == me.id and row.revision == 0:
        old = await has.hub.open(table_id)
        others = {seat.player_id for seat in old.row.seats if seat.player_id is not None}
        has.hub.presence.tell(old, others, "rematch", by=me.id)
    return await changed(has, row, me)


async def changed(has: Services, row: TableRow, me: Player) -> TableInfo:
    """A changed table; its followers are told."""
    await has.hub.changed(row.id)
    return info(row, me)


async def finished(
    has: Services, table_id: str, player: Player | None, invite: str | None, is_shared: bool = False
) -> Table:
    """The finished game of a table, for anybody who may see it; or to whom it is shown, where strangers may watch."""
    row = await has.lobby.table(table_id, player, invite, is_shared)
    if row.status != "over":
        raise Refused("not_over", fault("game-not-over"))
    check_told(row)
    live = await has.hub.open(table_id)
    if live.table is None or not live.table.game.over:
        raise Refused("not_over", fault("game-not-over"))
    return live.table


@api.get("/tables/{table_id}/record", tags=["tables"])
async def read_record(table_id: TableId, visitor: Visitor, has: Has, invite: Invite = None) -> bodies.Record:
    """The record of a finished game."""
    table = await finished(has, table_id, visitor, invite)
    return replays.record(table, (await has.hub.open(table_id)).row)


@api.get("/tables/{table_id}/position", tags=["tables"])
async def read_position(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, number: NumberQuery, invite: Invite = None
) -> bodies.Position:
    """A finished game after so many decisions, to play on from in a sandbox."""
    table = await finished(has, table_id, visitor, invite)
    if number >= len(table.game.actions):
        last = len(table.game.actions) - 1
        raise Refused("invalid", fault("number-expected", "number", low=0, high=last, value=str(number)))
    return await in_thread(request, lambda: replays.position(table.game, number))


@api.get("/tables/{table_id}/replay", response_model=bodies.Replay, tags=["tables"])
async def read_replay(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, seat: SeatQuery = None, invite: Invite = None
) -> Response:
    """Every moment of a finished game as a seat saw it, or with all hands open."""
    table = await finished(has, table_id, visitor, invite, is_shared=True)
    if seat is not None and seat >= table.game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=table.game.seats - 1, value=str(seat)))
    live = await has.hub.open(table_id)
    deal, log = table.deal, list(table.log)
    is_strange = not may_see(live.row, visitor, invite)
    about = replays.for_strangers(live.row, deal) if is_strange else live.info(visitor)
    return await in_pieces(request, replays.replay(deal, log, seat, about))


@api.get("/tables/{table_id}/paths", tags=["tables"])
async def read_paths(table_id: TableId, me: Me, has: Has, request: Request, seat: SeatQuery = None) -> bodies.Paths:
    """How you could still complete your tickets."""
    view, number = await own_view(has, table_id, me, seat)
    return await in_thread(request, lambda: present.paths(view, number))


@api.get("/tables/{table_id}/why-not", tags=["tables"])
async def read_why_not(
    table_id: TableId, me: Me, has: Has, route: Annotated[str, Query(max_length=80)], seat: SeatQuery = None
) -> bodies.WhyNot:
    """Why you cannot claim a route: what it costs and what you lack, or what has closed it."""
    view, number = await own_view(has, table_id, me, seat)
    return present.why_not(view, number, route)


async def own_view(has: Services, table_id: str, me: Player, seat: int | None) -> tuple[View, int]:
    """What one of your seats sees, the first if none is named, and the number of the state."""
    row = await has.lobby.table(table_id, me)
    mine = row.seats_of(me.id)
    wanted = mine[0] if seat is None and mine else seat
    if wanted is None or wanted not in mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    live = await has.hub.open(table_id)
    if live.table is None:
        raise Refused("not_started", fault("game-not-begun"))
    return live.table.game.view(wanted), live.number


# --- facts ----------------------------------------------------------------------------------------------------------


@api.get("/catalogue", tags=["facts"])
async def read_catalogue(has: Has) -> bodies.Catalogue:
    """Everything that a table can be made of."""
    after = has.settings.stand_in_after
    return facts.catalogue().model_copy(update={"waiting": waiting(), "styles": STYLES, "stand_in_after": after})


@api.get("/boards/{board}", tags=["facts"])
async def read_board(board: Annotated[str, Path(max_length=64)]) -> bodies.BoardFacts:
    """A board: cities and routes."""
    return facts.board_facts(board)


@api.get("/games/{game}", tags=["facts"])
async def read_game(
    game: Annotated[str, Path(max_length=64)], modules: Annotated[str, Query(max_length=200)] = ""
) -> bodies.GameFacts:
    """A game: board, tickets in play and knobs; modules are separated by commas."""
    return facts.game_facts(game, [name for name in modules.split(",") if name])


@api.get("/games/{game}/clauses", tags=["facts"])
async def read_clauses(
    game: Annotated[str, Path(max_length=64)], modules: Annotated[str, Query(max_length=200)] = ""
) -> bodies.Clauses:
    """The rules of a game as clauses: keys and values, in order."""
    return facts.clauses(game, [name for name in modules.split(",") if name])


@api.post("/score", tags=["facts"])
async def score(position: bodies.Position, request: Request) -> Sheet:
    """Count a position; all its faults are listed."""
    return await in_thread(request, lambda: _score(position))


def _score(position: dict[str, Any]) -> Sheet:
    """The same, in a thread."""
    facts.check_game(position.get("game"))
    try:
        return Sheet.model_validate(Game.from_position(position).result.to_dict())
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None


@api.post("/replay", response_model=bodies.Replay, tags=["facts"])
async def replay_record(body: bodies.ReplayRecord, request: Request) -> Response:
    """Every moment of a finished game, from its record."""
    return await in_pieces(request, replays.of_record(body.record, body.seat))


@api.post("/sandbox", response_model=bodies.Played, tags=["facts"])
async def play_sandbox(body: bodies.Sandbox, has: Has, request: Request) -> Response:
    """Play on from a position; nothing is kept. No bot decides in a position that people play at the moment."""
    asked = set[str]()
    answer = await in_pieces(request, played(body, asked))
    if await has.store.is_played(asked):
        raise Refused("not_allowed", fault("position-being-played", "position"))
    return answer


# --- operation ------------------------------------------------------------------------------------------------------

operation = APIRouter()


@operation.get("/health", tags=["operation"])
async def health() -> bodies.Health:
    """The process answers."""
    return bodies.Health(status="ok", version=facts.catalogue().version)


@operation.get("/ready", tags=["operation"], responses={503: {"model": bodies.Health}})
async def ready(has: Has) -> Response:
    """The process can serve: its database answers, and it is not stopping."""
    try:
        works = not has.hub.is_closing and await has.store.is_ready()
    except Exception:  # noqa: BLE001 - whatever it is, the answer is no
        works = False
    version = facts.catalogue().version
    body = bodies.Health(status="ok" if works else "unavailable", version=version)
    return JSONResponse(body.model_dump(), 200 if works else 503)


@operation.get("/metrics", tags=["operation"], response_class=Response)
async def metrics(has: Has) -> Response:
    """Figures for Prometheus."""
    return Response(has.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
