"""The application: services, routes, the WebSocket, and the web client's files if they are there."""

import asyncio
import logging
import re
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import FastAPI, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from eclisse import __version__
from eclisse.faults import fault, shown
from eclisse.server.messages import protocol as p
from eclisse.server.messages.base import RefusalCode
from eclisse.server.messages.refusal import Refused
from eclisse.server.messages.validation import faults_of
from eclisse.server.network.coach import coach
from eclisse.server.network.cost import Accounts
from eclisse.server.network.gate import STATUS, Gate
from eclisse.server.network.limits import Buckets, Places, sender
from eclisse.server.network.passkeys import passkeys
from eclisse.server.network.people import people
from eclisse.server.network.planning import planning
from eclisse.server.network.puzzles import puzzles
from eclisse.server.network.rest import TABLE_ID, Services, api, credentials, operation
from eclisse.server.network.sharing import sharing, tags
from eclisse.server.network.socket import Connection
from eclisse.server.players.players import Players
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store import open_store
from eclisse.server.tables.daily import Daily
from eclisse.server.tables.hub import Hub
from eclisse.server.tables.lobby import Lobby, may_see, unknown_table
from eclisse.server.tables.reviews import Reviews
from eclisse.server.tables.shares import FairPool

CLOSE: Final = {"unknown_table": 4404, "too_many": 1013, "unavailable": 1013, "malformed": 1008}  # all others: 4401
logger = logging.getLogger(__name__)
STATIC: Final = Path(__file__).parents[1] / "static"
CLIENT_MESSAGES: Final = (p.Decide, p.Look, p.Say, p.Ping)
SERVER_MESSAGES: Final = (p.TableMessage, p.Update, p.ChatMessage, p.RefusalMessage, p.Nudge, p.Pong)


def create_app(settings: Settings) -> FastAPI:
    """The whole server as one ASGI application."""
    metrics, accounts = Metrics(), Accounts(settings.cost_rate)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        has = await open_services(settings, metrics, accounts)
        app.state.services = has
        has.hub.start()
        yield
        with suppress(TimeoutError):
            async with asyncio.timeout(settings.stop_timeout):
                has.work.close()
                await has.hub.close()
                await has.store.close()

    app = FastAPI(
        title="Éclisse",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.accounts = accounts
    app.include_router(api)
    app.include_router(people)
    app.include_router(passkeys)
    app.include_router(coach)
    app.include_router(planning)
    app.include_router(puzzles)
    app.include_router(sharing)
    app.include_router(operation)
    app.add_api_websocket_route("/api/tables/{table_id}/socket", table_socket)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(SQLAlchemyError, _unavailable)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    _add_client(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Gate, settings=settings, metrics=metrics, accounts=accounts)
    return app


async def open_services(settings: Settings, metrics: Metrics, accounts: Accounts) -> Services:
    """Connect to the database and put everything together."""
    store = await open_store(settings.database, uuid.uuid4().hex)
    hub = Hub(store, settings, metrics)
    sockets = Places(settings.max_sockets, settings.sockets_per_player)
    metrics.sockets.set_function(lambda: len(sockets))
    return Services(
        settings=settings,
        metrics=metrics,
        store=store,
        players=Players(store),
        lobby=Lobby(store, settings),
        hub=hub,
        daily=Daily(store),
        reviews=Reviews(hub.slow, store.reviews),
        chat_limit=Buckets(settings.chat_rate, 10 * settings.chat_rate),
        player_limit=Buckets(settings.player_rate, 60 * settings.player_rate),
        nudge_limit=Buckets(1 / settings.nudge_every, 1),
        accounts=accounts,
        work=FairPool(settings.work_threads, "work"),
        sockets=sockets,
        addresses=Places(settings.max_sockets, settings.sockets_per_address),
    )


# --- the WebSocket --------------------------------------------------------------------------------------------------


async def table_socket(
    socket: WebSocket,
    table_id: str,
    since: Annotated[str | None, Query()] = None,
    chat: Annotated[str | None, Query()] = None,
    seat: Annotated[str | None, Query()] = None,
    invite: Annotated[str | None, Query()] = None,
) -> None:
    """Follow a table and play at it."""
    has: Services = socket.app.state.services
    await socket.accept()
    try:
        if not re.fullmatch(TABLE_ID, table_id):
            raise unknown_table()
        who = credentials(socket.cookies, socket.headers.get("authorization"))
        player = await has.players.find(who)
        address = sender(socket)
        account = has.accounts.of(address)
        socket.state.paid_by(account)
        with has.addresses.taken(address), has.sockets.taken(player.id if player else address):
            connection = Connection(has.hub, has.lobby, has.chat_limit, account, socket)
            connection.player, connection.invite = player, invite
            connection.secret = None if player is None else who.secret
            async with account.places:
                await account.paid(_sit_down(connection, has.hub, table_id, (since, chat, seat)))
            await connection.run()
    except (Refused, SQLAlchemyError) as error:
        refusal = error if isinstance(error, Refused) else _no_database(error)
        has.metrics.refusals.labels(refusal.code).inc()
        message = p.RefusalMessage.model_validate({"type": "refused", "number": 0, **refusal.to_dict()})
        await socket.send_text(message.model_dump_json())
        await socket.close(CLOSE.get(refusal.code, 4401))


def _no_database(error: Exception) -> Refused:
    """The refusal while the database does not answer."""
    logger.error("the database failed", exc_info=error)
    return Refused("unavailable", fault("database-silent"))


async def _sit_down(
    connection: Connection, hub: Hub, table_id: str, asked: tuple[str | None, str | None, str | None]
) -> None:
    """Let somebody follow a table they may see, from one of their seats."""
    since, line, seat = (_number(key, text) for key, text in zip(("since", "chat", "seat"), asked, strict=True))
    live, player = await hub.open(table_id), connection.player
    if (since or 0) > live.number or (line or 0) > live.last_line:
        await hub.refresh(live)  # the client may have heard it from another process, before we did
    if not may_see(live.row, player, connection.invite):
        raise unknown_table()
    mine = live.row.seats_of(player.id if player else None)
    if seat is not None and seat not in mine:
        raise Refused("not_your_seat", fault("seat-not-yours", seat=seat))
    if player is not None:
        await hub.welcome(live, player.id)
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


# --- refusals -------------------------------------------------------------------------------------------------------


def _answer(request: Request, refusal: Refused, status: int | None = None) -> JSONResponse:
    """The answer that refuses, counted."""
    request.app.state.services.metrics.refusals.labels(refusal.code).inc()
    status = STATUS.get(refusal.code, 409) if status is None else status
    headers = {"Retry-After": "1"} if status in (429, 503) else {}
    return JSONResponse(refusal.to_dict(), status, headers)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    """A refusal of our own."""
    if not isinstance(error, Refused):
        raise error
    return _answer(request, error)


async def _unavailable(request: Request, error: Exception) -> JSONResponse:
    """The database does not answer, or failed."""
    return _answer(request, _no_database(error))


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    """A request that breaks the protocol: everything that is wrong with it."""
    if not isinstance(error, RequestValidationError):
        raise error
    return _answer(request, Refused("malformed", *faults_of(error.errors())))


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    """An address or a method that does not exist."""
    if not isinstance(error, HTTPException):
        raise error
    found = {404: fault("nothing-here"), 405: fault("method-not-allowed", method=request.method)}
    code: RefusalCode = "not_found" if error.status_code == 404 else "malformed"
    one = found.get(error.status_code, fault("request-not-understood"))
    answer = _answer(request, Refused(code, one), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


# --- documents and files --------------------------------------------------------------------------------------------


def openapi() -> dict[str, Any]:
    """The OpenAPI document, without a server."""
    return _openapi(create_app(Settings(database="")))


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document; the messages of the WebSocket are among its schemas."""
    if app.openapi_schema is None:
        document = FastAPI.openapi(app)
        models: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "serialization") for model in SERVER_MESSAGES]
        models += [(model, "validation") for model in CLIENT_MESSAGES]
        _, schemas = models_json_schema(models, ref_template="#/components/schemas/{model}")
        known = document["components"]["schemas"]
        known.update({name: schema for name, schema in schemas["$defs"].items() if name not in known})
        for name, members in (("ClientMessage", CLIENT_MESSAGES), ("ServerMessage", SERVER_MESSAGES)):
            known[name] = {"oneOf": [{"$ref": f"#/components/schemas/{member.__name__}"} for member in members]}
        app.openapi_schema = document
    return app.openapi_schema


def _add_client(app: FastAPI, settings: Settings) -> None:
    """Serve the web client's files; any other address outside the API is a page of it."""
    page, app.state.static = STATIC / "index.html", STATIC
    if not page.is_file():
        return
    base = f'<head><base href="{settings.root_path}/">'
    text = page.read_text(encoding="utf-8").replace("<head>", base, 1)
    app.mount("/assets", GZipMiddleware(StaticFiles(directory=STATIC / "assets", check_dir=False)))

    @app.get("/{path:path}", include_in_schema=False, response_class=HTMLResponse)
    async def client(path: str, request: Request) -> Any:
        if f"{path}/".startswith("api/"):
            raise HTTPException(404)
        file = _file(path)
        if path and file is not None and file != page:
            return FileResponse(file)
        told = text.replace("</head>", f"{await tags(request, path)}</head>", 1)
        return HTMLResponse(told, headers={"Cache-Control": "no-cache"})


def _file(path: str) -> Path | None:
    """The web client's file at an address, if there is one."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_file() and file.is_relative_to(STATIC) else None
    except (OSError, ValueError):  # no file can have such a name
        return None
