"""Showing games to others: records and replays of finished games, links with a picture, addresses of the server."""

import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence
from html import escape
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

import psutil
from fastapi import APIRouter, Query, Request, Response

from eclisse import __version__
from eclisse.catalogue.find import builtin_games
from eclisse.faults import fault
from eclisse.game import Game, deciders
from eclisse.positions.write import cards_out, held_out
from eclisse.server.guard.gate import origin_of
from eclisse.server.messages import Message, Position, Record
from eclisse.server.model import ENDED_EARLY, Deal, Entry, Refused, SeatRow, TableRow
from eclisse.server.picture import drawn
from eclisse.server.play import present
from eclisse.server.play.levels import style_of
from eclisse.server.play.protocol import Statistics, TableInfo
from eclisse.server.play.seats import may_see, unknown_table
from eclisse.server.play.services import (
    REFUSALS,
    TABLE_ID,
    Has,
    Invite,
    Me,
    ReplayRecord,
    SeatQuery,
    TableId,
    Visitor,
    changed,
    finished,
    game_of,
    in_pieces,
    in_thread,
    moment_of,
)
from eclisse.server.play.table import Decided, Table
from eclisse.server.settings import Settings
from eclisse.shapes import Sheet, Step, View
from eclisse.texts import texts

Language = Literal["en", "fr"]
PIECE: Final = 20  # moments: some milliseconds of work
EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - what it means to listen there is what this is about
PORTS: Final = {"http": 80, "https": 443}  # where an address names none
PNG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/png": {}}}}
api = APIRouter(prefix="/api", responses=REFUSALS)


class ReplayFrame(Message):
    """The game after a decision, as the seat asked for saw it."""

    number: int
    step: Step | None  # None: the deal
    view: View
    longest: list[int]
    hands: list[dict[str, int]] | None  # everybody's, in an open replay
    tickets: list[list[str]] | None


class Replay(Message):
    """Every moment of a game that has ended."""

    table: TableInfo
    seat: int | None
    frames: list[ReplayFrame]
    sheet: Sheet  # of a game that was ended early: the count so far
    statistics: list[Statistics]


def record(table: Table, row: TableRow) -> dict[str, Any]:
    """The record to download; `eclisse verify` checks it."""
    deal = table.deal
    more: dict[str, Any] = {"key_hash": deal.key_hash, "table": row.id, "started_at": deal.started_at}
    more["by"] = [entry.by for entry in table.kept]
    bots = [{"level": seat.level, "style": style_of(seat)} if seat.kind == "bot" else None for seat in row.seats]
    more |= {"bots": bots, "bots_code": row.bots, "version": __version__}
    if row.key_shown:
        more["key_shown"] = True
    if not table.game.over:
        more["fault"] = ENDED_EARLY
    if deal.part is not None:
        more |= {"part": deal.part, "promises": list(deal.promises), "nonces": list(deal.nonces)}
    return {**table.game.record(), **more}


def replay(deal: Deal, log: Sequence[Entry], seat: int | None, info: TableInfo) -> Iterator[Replay | None]:
    """Every moment of a game as a seat saw it (None: with all hands open); None after each piece of the work.

    If it was ended early, the sheet is the count so far.
    """
    table, game = Table(deal, log), deal.open()
    frames = [_frame(game, None, seat)]
    yield None
    for number, entry in enumerate(table.kept, 1):
        if number % PIECE == 0:
            yield None
        events = game.play(entry.seat, entry.action)
        frames.append(_frame(game, Decided(number, entry, tuple(events)), seat))
    yield None
    ending = present.ending(table, deal.started_at)  # its key is not shown
    yield Replay(table=info, seat=seat, frames=frames, sheet=ending.sheet, statistics=ending.statistics)


def of_record(given: dict[str, Any], seat: int | None) -> Iterator[Replay | None]:
    """Every moment of a game from its record; Refused says why it does not replay."""
    game = game_of(given, or_early=True)
    if seat is not None and seat >= game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=game.seats - 1, value=str(seat)))
    at = moment_of(given)
    deal = Deal(game.kit.game, tuple(game.kit.modules), game.names, given["key"], at, first=given.get("first"))
    by = deciders(given)
    log = [Entry(who, text, by[i], at) for i, (who, text) in enumerate(game.actions)]
    info = _info(deal, len(log), deal.names)
    yield from replay(deal, log, seat, info if game.over else info.model_copy(update={"status": "abandoned"}))


def for_strangers(row: TableRow, deal: Deal) -> TableInfo:
    """A table as strangers see it who watch its game: who played, and nothing that leads to the table."""
    return _info(deal, row.number, row.names_for_strangers)


def position(game: Game, number: int) -> dict[str, Any]:
    """A finished game as it was after so many decisions."""
    record = {name: value for name, value in game.record().items() if name != "result"}
    return Game.replay({**record, "actions": record["actions"][:number]}).position()


def _info(deal: Deal, number: int, names: Sequence[str | None]) -> TableInfo:
    """A table made from a record alone."""
    return TableInfo(
        id="",
        status="over",
        number=number,
        game=deal.game,
        modules=list(deal.modules),
        public=False,
        clock=None,
        late="turn",
        chat=False,
        host=None,
        planning=False,
        first=deal.first,
        seats=[present.seat_info(SeatRow(seat, "player", name=name)) for seat, name in enumerate(names)],
        created_at=deal.started_at,
        started_at=deal.started_at,
        yours=False,
        invite=None,
        key_shown=False,
        key_hash=deal.key_hash,
        key=deal.key,
        part=None,
        rematch=None,
        shared=False,
        daily=None,
    )


def _frame(game: Game, told: Decided | None, seat: int | None) -> ReplayFrame:
    """One moment."""
    seats, state = range(game.seats), game.state
    is_open = seat is None
    return ReplayFrame(
        number=0 if told is None else told.number,
        step=None if told is None else present.step(told, seat),
        view=game.view(seat).shape(),
        longest=present.longest(game),
        hands=[cards_out(state.hands[s]) for s in seats] if is_open else None,
        tickets=[held_out(state, game.kit, s) for s in seats] if is_open else None,
    )


class Addresses(Message):
    """Where others reach the server, the likeliest first; none if only its own machine does."""

    addresses: list[str]


class Share(Message):
    """Whether you agree that anybody with the link may watch the finished game."""

    agree: bool


def language_of(accepted: str) -> Language:
    """The language of somebody whose browser or messenger accepts these."""
    return "fr" if accepted.lower().startswith("fr") else "en"


def preview(row: TableRow, address: str, picture: str, language: Language) -> str:
    """The tags that messengers read in the page of a finished game: points, the game, and a picture."""
    names = [name or texts()["former"][language] for name in row.names_for_strangers]
    best = sorted(row.seats, key=lambda seat: seat.place or 0)
    reached = [f"{names[seat.seat]} {'' if seat.points is None else seat.points}".strip() for seat in best]
    game = builtin_games().get(row.game)
    title = f"{getattr(game.name, language) if game else row.game}: {', '.join(reached)}"
    tags = {
        "og:type": "website",
        "og:site_name": "Éclisse",
        "og:title": title,
        "og:description": texts()["watch"][language],
        "og:url": address,
        "og:image": picture,
        "og:image:type": "image/png",
        "twitter:card": "summary_large_image",
    }
    return "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items())


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine it is used on."""
    name = host.strip("[]").partition("%")[0].lower()
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def own_origin(request: Request, settings: Settings) -> str:
    """The origin that a request says it is for, if no other site can have it; else nothing.

    Anybody can write any name or address into a request: ours are this machine's own, the one that the request has
    come to, and those that are configured.
    """
    try:
        origin = origin_of(str(request.base_url))
    except ValueError:
        return ""
    host, port = request.base_url.hostname or "", urlsplit(origin).port or PORTS[urlsplit(origin).scheme]
    came_to = request.scope.get("server") or ("", 0)
    is_here = _ip(host) is not None and (_ip(host), port) == (_ip(came_to[0]), came_to[1])
    is_local = is_loopback(host) and re.fullmatch(r"[a-z0-9.:-]+", host.lower()) is not None
    return f"{origin}{settings.root_path}" if is_here or is_local or origin in settings.origins else ""


def _ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address; None: it is a name."""
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


def url(host: str, port: int, root_path: str) -> str:
    """The address to type in a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root_path}/"


def reachable(settings: Settings) -> list[str]:
    """The addresses to give to others, the likeliest first; none if only this machine reaches the server."""
    if settings.public_url:
        return [f"{settings.public_url}/"]
    if settings.listens is None or is_loopback(settings.listens[0]):
        return []
    host, port = settings.listens
    hosts = _own() if host in EVERYWHERE else [host]
    return [url(one, port, settings.root_path) for one in hosts]


def _own() -> list[str]:
    """The addresses of this machine that others may reach: those of home networks first, IPv6 last."""
    found = [one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET]
    found += [one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET6]
    usable = [one for one in found if "%" not in one and not is_loopback(one)]
    plain = [one for one in usable if not ipaddress.ip_address(one).is_link_local]
    return sorted(plain, key=lambda one: (":" in one, not one.startswith("192.168.")))


NumberQuery = Annotated[int, Query(ge=0, lt=1_000_000)]


@api.get("/tables/{table_id}/record", tags=["tables"])
async def read_record(table_id: TableId, visitor: Visitor, has: Has, invite: Invite = None) -> Record:
    """The record of a game that has ended."""
    table = await finished(has, table_id, visitor, invite, or_early=True)
    return record(table, (await has.hub.residents.open(table_id)).row)


@api.get("/tables/{table_id}/position", tags=["tables"])
async def read_position(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, number: NumberQuery, invite: Invite = None
) -> Position:
    """A game that has ended after so many decisions, to play on from in a sandbox."""
    table = await finished(has, table_id, visitor, invite, or_early=True)
    if number >= len(table.game.actions):
        last = len(table.game.actions) - 1
        raise Refused("invalid", fault("number-expected", "number", low=0, high=last, value=str(number)))
    return await in_thread(request, lambda: position(table.game, number))


@api.get("/tables/{table_id}/replay", response_model=Replay, tags=["tables"])
async def read_replay(
    table_id: TableId, visitor: Visitor, has: Has, request: Request, seat: SeatQuery = None, invite: Invite = None
) -> Response:
    """Every moment of a game that has ended as a seat saw it, or with all hands open."""
    table = await finished(has, table_id, visitor, invite, is_shared=True, or_early=True)
    if seat is not None and seat >= table.game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=table.game.seats - 1, value=str(seat)))
    live = await has.hub.residents.open(table_id)
    deal, log = table.deal, list(table.log)
    is_strange = not may_see(live.row, visitor, invite)
    about = for_strangers(live.row, deal) if is_strange else live.info(visitor)
    return await in_pieces(request, replay(deal, log, seat, about))


@api.post("/replay", response_model=Replay, tags=["facts"])
async def replay_record(body: ReplayRecord, request: Request) -> Response:
    """Every moment of a finished game, from its record."""
    return await in_pieces(request, of_record(body.record, body.seat))


@api.get("/addresses", tags=["tables"])
async def read_addresses(has: Has, request: Request) -> Addresses:
    """Where others reach this server; told only on the machine it runs on."""
    is_here = is_loopback(request.url.hostname or "") and request.client is not None and is_loopback(request.client[0])
    return Addresses(addresses=reachable(has.settings) if is_here else [])


@api.post("/tables/{table_id}/share", tags=["tables"])
async def share(table_id: TableId, me: Me, has: Has, body: Share) -> TableInfo:
    """Agree that anybody with the link may watch the finished game, or do not agree any more."""
    return await changed(has, await has.tables.share(table_id, body.agree, me), me)


@api.get("/tables/{table_id}/picture", response_class=Response, responses=PNG, tags=["tables"])
async def read_picture(table_id: TableId, has: Has, request: Request) -> Response:
    """The board at the end of a game that anybody may watch."""
    row = await has.store.table(table_id)
    if row is None or not row.is_open_to_strangers:
        raise unknown_table()
    table = (await has.hub.residents.open(table_id)).table
    if table is None:
        raise unknown_table()
    board, owners = table.game.kit.spec.board.id, tuple(table.game.view(None).to_dict()["routes"].items())
    made = await in_thread(request, lambda: drawn(request.app.state.static, board, owners), has.hub.driver.slow)
    if made is None:
        raise Refused("not_found", fault("nothing-here"))
    return Response(made, media_type="image/png", headers={"Cache-Control": "max-age=3600"})


async def tags(request: Request, path: str) -> str:
    """The tags that messengers read in the page at an address: none, unless it is a game that anybody may watch."""
    found = re.fullmatch(f"replay/({TABLE_ID.strip('^$')})", path)
    has = request.app.state.services
    row = None if found is None else await has.store.table(found[1])
    if row is None or not row.is_open_to_strangers:
        return ""
    base = has.settings.public_url or own_origin(request, has.settings)
    if not base:
        return ""
    language = language_of(request.headers.get("accept-language", ""))
    return preview(row, f"{base}/replay/{row.id}", f"{base}/api/tables/{row.id}/picture", language)
