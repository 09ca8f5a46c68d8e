"""The application: services, routes, and the web client's files if they are there."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from eclisse import __version__
from eclisse.faults import fault
from eclisse.server.messages import protocol as p
from eclisse.server.messages.base import RefusalCode
from eclisse.server.messages.refusal import Refused
from eclisse.server.messages.validation import faults_of
from eclisse.server.network.coach import coach
from eclisse.server.network.cost import Accounts
from eclisse.server.network.crowd import Crowd
from eclisse.server.network.daily import daily
from eclisse.server.network.entrance import enter, no_database
from eclisse.server.network.files import served
from eclisse.server.network.gate import STATUS, Gate
from eclisse.server.network.limits import Buckets, ChatLimit, Places
from eclisse.server.network.passkeys import passkeys
from eclisse.server.network.people import people
from eclisse.server.network.planning import planning
from eclisse.server.network.puzzles import puzzles
from eclisse.server.network.rest import Services, api, operation
from eclisse.server.network.sharing import sharing, tags
from eclisse.server.players.players import Players
from eclisse.server.process.metrics import Metrics
from eclisse.server.process.settings import Settings
from eclisse.server.store import open_store
from eclisse.server.tables.daily import Daily
from eclisse.server.tables.hub import Hub
from eclisse.server.tables.lobby import Lobby
from eclisse.server.tables.reviews import Reviews
from eclisse.server.tables.shares import FairPool

STATIC: Final = Path(__file__).parents[1] / "static"
GUESTS: Final = 10  # new players an hour by the invitation to one table
CLIENT_MESSAGES: Final = (p.Decide, p.Look, p.Say, p.Ping)
SERVER_MESSAGES: Final = (p.TableMessage, p.Update, p.ChatMessage, p.RefusalMessage, p.Nudge, p.Pong)


def create_app(settings: Settings) -> FastAPI:
    """The whole server as one ASGI application."""
    metrics, accounts, crowd = Metrics(), Accounts(settings.cost_rate), Crowd()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        has = await open_services(settings, metrics, accounts, crowd)
        app.state.services = has
        await has.hub.start()
        watching = asyncio.create_task(crowd.watch())
        yield
        watching.cancel()
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
    app.include_router(daily)
    app.include_router(puzzles)
    app.include_router(sharing)
    app.include_router(operation)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(SQLAlchemyError, _unavailable)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    _add_client(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Gate, settings=settings, metrics=metrics, accounts=accounts, crowd=crowd, sockets=enter)
    return app


async def open_services(settings: Settings, metrics: Metrics, accounts: Accounts, crowd: Crowd) -> Services:
    """Connect to the database and put everything together."""
    store = await open_store(settings.database, uuid.uuid4().hex)
    hub, lobby = Hub(store, settings, metrics), Lobby(store, settings)
    sockets = Places(settings.max_sockets, settings.sockets_per_player)
    metrics.sockets.set_function(lambda: len(sockets))
    return Services(
        settings=settings,
        metrics=metrics,
        store=store,
        players=Players(store),
        lobby=lobby,
        hub=hub,
        daily=Daily(store, lobby),
        reviews=Reviews(hub.slow, store.reviews),
        chat_limit=ChatLimit(settings.chat_rate, settings.address_chat_rate),
        player_limit=Buckets(settings.player_rate, 60 * settings.player_rate),
        guest_limit=Buckets(GUESTS / 3600, GUESTS),
        nudge_limit=Buckets(1 / settings.nudge_every, 1),
        accounts=accounts,
        crowd=crowd,
        work=FairPool(settings.work_threads, "work"),
        sockets=sockets,
        addresses=Places(settings.max_sockets, settings.sockets_per_address),
    )


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
    return _answer(request, no_database(error))


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

    @app.get("/{path:path}", include_in_schema=False, response_class=HTMLResponse)
    async def client(path: str, request: Request) -> Any:
        if f"{path}/".startswith("api/"):
            raise HTTPException(404)
        file = _file(path)
        if path and file is not None and file != page:
            return served(file, request.headers)
        if path.startswith("assets/"):
            raise HTTPException(404)
        told = text.replace("</head>", f"{await tags(request, path)}</head>", 1)
        return HTMLResponse(told, headers={"Cache-Control": "no-cache"})


def _file(path: str) -> Path | None:
    """The web client's file at an address, if there is one."""
    try:
        file = (STATIC / path).resolve()
        return file if file.is_file() and file.is_relative_to(STATIC) else None
    except (OSError, ValueError):  # no file can have such a name
        return None
