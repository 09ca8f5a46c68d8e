"""The application: services, routes, refusals, documents, and the web client's files if they are there."""

import asyncio
import gzip
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email.utils import formatdate
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final, Literal, get_args

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from eclisse import __version__
from eclisse.faults import fault
from eclisse.server import account, daily, facts, own, passkeys, sharing
from eclisse.server.coach import hints, positions, reviews
from eclisse.server.guard import OPEN, Guard
from eclisse.server.guard.gate import STATUS, Gate
from eclisse.server.lobby import routes as lobby
from eclisse.server.lobby.lobby import Lobby
from eclisse.server.messages import Message, faults_of
from eclisse.server.metrics import Metrics
from eclisse.server.model import Clock, RefusalCode, Refused
from eclisse.server.play import protocol as p
from eclisse.server.play import routes as play
from eclisse.server.play.hub import Hub
from eclisse.server.play.seats import Tables
from eclisse.server.play.services import Has, Players, Services
from eclisse.server.play.socket import enter, no_database
from eclisse.server.play.work import FairPool
from eclisse.server.settings import Settings
from eclisse.server.store import open_store

LEVEL: Final = 6  # of packing
KEPT: Final = 500  # files in memory; the client has a fifth of that
STATIC: Final = Path(__file__).parent / "static"
ENGINE: Final = Path(__file__).parent.parent / "browser" / "engine"  # the files of `engine/`: pages may need them


def create_app(settings: Settings, guard: Guard = OPEN, clock: Clock | None = None) -> FastAPI:
    """The whole server as one ASGI application; without a guard there are no limits."""
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        has = await open_services(settings, metrics, guard, clock or Clock())
        app.state.services = has
        app.state.daily = daily.DailyDeals(has.store, Lobby(has.store, settings))
        app.state.reviews = reviews.Reviews(has.hub.driver.slow, reviews.KeptReviews(has.store))
        await has.hub.start()
        watching = asyncio.create_task(guard.watch())
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
    for router in ROUTERS:
        app.router.routes += router.routes  # as they are: including a router would make each of them again
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(SQLAlchemyError, _unavailable)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    _add_client(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Gate, settings=settings, metrics=metrics, guard=guard, sockets=enter)
    return app


async def open_services(settings: Settings, metrics: Metrics, guard: Guard, clock: Clock) -> Services:
    """Connect to the database and put everything together."""
    store = await open_store(settings.database, uuid.uuid4().hex, clock)
    hub = Hub(store, settings, metrics)
    metrics.sockets.set_function(lambda: len(hub.residents.followers))
    return Services(
        settings=settings,
        metrics=metrics,
        store=store,
        clock=clock,
        players=Players(store),
        tables=Tables(store),
        hub=hub,
        guard=guard,
        work=FairPool(settings.work_threads, "work"),
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
        adapters: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [("to", "serialization", p.SERVER)]
        adapters += [("from", "validation", p.CLIENT)]
        _, schemas = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")
        known = document["components"]["schemas"]
        known.update({name: schema for name, schema in schemas["$defs"].items() if name not in known})
        for name, union in (("ClientMessage", p.ClientMessage), ("ServerMessage", p.ServerMessage)):
            members = get_args(get_args(union)[0])
            known[name] = {"oneOf": [{"$ref": f"#/components/schemas/{member.__name__}"} for member in members]}
        app.openapi_schema = document
    return app.openapi_schema


@lru_cache(KEPT)
def _read(file: Path, _changed: int) -> tuple[bytes, bytes]:
    """A file as it is since it was changed last, plain and packed."""
    data = file.read_bytes()
    return data, gzip.compress(data, LEVEL, mtime=0)


def served(file: Path, headers: Headers) -> Response:
    """A file for a request with these headers: packed if the client can unpack, and nothing that it has already."""
    stat = file.stat()
    tag = f'W/"{stat.st_mtime_ns:x}-{stat.st_size:x}"'
    told = {"ETag": tag, "Vary": "Accept-Encoding", "Last-Modified": formatdate(stat.st_mtime, usegmt=True)}
    if tag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    data, packed = _read(file, stat.st_mtime_ns)
    if len(packed) < len(data) and "gzip" in headers.get("accept-encoding", ""):
        data, told = packed, {**told, "Content-Encoding": "gzip"}
    return Response(data, media_type=guess_type(file.name)[0] or "text/plain", headers=told)


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
        if path.startswith(("assets/", "engine/")):
            raise HTTPException(404)
        told = text.replace("</head>", f"{await sharing.tags(request, path)}</head>", 1)
        return HTMLResponse(told, headers={"Cache-Control": "no-cache"})


def _file(path: str) -> Path | None:
    """The web client's file at an address, if there is one."""
    try:
        folder, name = (ENGINE, path.removeprefix("engine/")) if path.startswith("engine/") else (STATIC, path)
        file = (folder / name).resolve()
        return file if file.is_file() and file.is_relative_to(folder) else None
    except (OSError, ValueError):  # no file can have such a name
        return None


# --- operation ------------------------------------------------------------------------------------------------------

operation = APIRouter()


class Health(Message):
    """The process answers; ready: so does its database."""

    status: Literal["ok", "starting", "stopping", "unavailable"]
    version: str


@operation.get("/health", tags=["operation"])
async def health() -> Health:
    """The process answers."""
    return Health(status="ok", version=__version__)


@operation.get("/ready", tags=["operation"], responses={503: {"model": Health}})
async def ready(has: Has) -> Response:
    """The process can serve: its database answers, and it is not stopping."""
    try:
        works = not has.hub.tasks.is_closing and await has.store.is_ready()
    except Exception:  # noqa: BLE001 - whatever it is, the answer is no
        works = False
    version = __version__
    body = Health(status="ok" if works else "unavailable", version=version)
    return JSONResponse(body.model_dump(), 200 if works else 503)


@operation.get("/metrics", tags=["operation"], response_class=Response)
async def metrics(has: Has) -> Response:
    """Figures for Prometheus."""
    return Response(has.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


FEATURES: Final = (account, own, passkeys, lobby, play, facts, sharing, hints, reviews, positions, daily)
ROUTERS: Final = (*(feature.api for feature in FEATURES), operation)
