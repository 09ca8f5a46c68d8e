"""One's own things: name, devices, tokens, webhook and push; blocks and reports; everything that is known, the end."""

import asyncio
import hmac
import json
import logging
from dataclasses import asdict, replace
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import AfterValidator, Field

from eclisse.faults import fault
from eclisse.server import reach
from eclisse.server.guard import sender
from eclisse.server.messages import Message, Name, Secret, plain
from eclisse.server.model import Player as Person
from eclisse.server.model import Push, Refused, hashed, new_id
from eclisse.server.play.seats import is_invited
from eclisse.server.play.services import (
    COOKIE,
    REFUSALS,
    Has,
    InPerson,
    Me,
    Owner,
    Services,
    from_request,
    in_person,
    set_cookie,
    somebody,
)
from eclisse.server.store.people import SHORT, Report
from eclisse.server.store.people import Device as KeptDevice

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)
logger = logging.getLogger(__name__)
REPORTS: Final = 20  # by one player within a day
api = APIRouter(prefix="/api", responses=REFUSALS, tags=["players"])


class NewPlayer(Message):
    """A visitor chooses a name; the answer sets the secret cookie."""

    name: Name
    table: Annotated[str | None, Field(pattern="^[0-9a-f]{32}$")] = None  # the one you are invited to
    invite: Secret | None = None


class About(Message):
    """Who runs the server, and when it forgets people by itself."""

    contact: str  # an address, or what the operator has written; may be empty
    forget_after: float | None  # seconds without a visit


class ChangePlayer(Message):
    """A new name, or a new webhook (empty: none); what is left out stays."""

    name: Name | None = None
    webhook: Annotated[str, Field(max_length=500)] | None = None


class Player(Message):
    """You."""

    id: str
    name: str
    webhook: str


class Token(Message):
    """A secret that is shown once: a bearer token, or that of a recovery link."""

    token: str


class NewToken(Message):
    """A bearer token to make, with a name to know it by."""

    name: Name | None = None


class Device(Message):
    """A browser (cookie) or a program (token) that is signed in as you."""

    id: str
    kind: Literal["cookie", "token"]
    name: str  # of a token the one you gave it, else the browser's and the system's
    created_at: float
    used_at: float | None  # to within some hours
    this: bool  # the one that asks


class Somebody(Message):
    """Another person at a table: who sits there, or who wrote a line of chat."""

    table: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", min_length=32, max_length=32)]
    invite: Secret | None = None
    seat: Annotated[int, Field(ge=0, lt=5)] | None = None
    line: Annotated[int, Field(ge=1, lt=1_000_000_000)] | None = None


class Complaint(Somebody):
    """A report about somebody, for the operator."""

    text: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(plain)]


class PushKey(Message):
    """The key that a browser subscribes with (`applicationServerKey`)."""

    key: str


class Subscription(Message):
    """Where your browser wants to be told, as `PushSubscription.toJSON()` has it."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
    auth: Annotated[str, Field(max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]


class Blocked(Message):
    """Somebody from whom you do not want to hear."""

    id: str
    name: str
    at: float


class Recover(Message):
    """Become the player who made a recovery link."""

    token: Secret


def label_of(agent: str | None) -> str:
    """A name for a device, from the header User-Agent; empty if it tells nothing."""
    found = [next((name for mark, name in kind if mark in (agent or "")), "") for kind in (BROWSERS, SYSTEMS)]
    return " · ".join(name for name in found if name)


# --- players --------------------------------------------------------------------------------------------------------


def as_player(player: Person) -> Player:
    """You."""
    return Player(id=player.id, name=player.name, webhook=player.webhook)


@api.post("/players", status_code=201)
async def create_player(body: NewPlayer, request: Request, response: Response, has: Has) -> Player:
    """Choose a name; the answer sets the secret cookie."""
    if not await _is_guest(body, has) and not has.guard.allows("player", sender(request)):
        raise Refused("too_fast", fault("too-many-players"))
    player, secret = await has.players.create(body.name, label_of(request.headers.get("user-agent")))
    set_cookie(request, response, secret)
    return as_player(player)


async def _is_guest(body: NewPlayer, has: Services) -> bool:
    """Whether somebody comes by an invitation: a few to each table, however many come from one address."""
    row = None if body.table is None or body.invite is None else await has.store.table(body.table)
    return row is not None and is_invited(row, None, body.invite) and has.guard.allows("guest", row.id)


@api.get("/players/me")
async def read_player(me: Me) -> Player:
    """You."""
    return as_player(me)


@api.patch("/players/me")
async def change_player(body: ChangePlayer, me: Me, has: Has, request: Request) -> Player:
    """Change your name or webhook."""
    if body.webhook is not None and body.webhook != me.webhook:
        await in_person(request)
    if body.webhook and body.webhook != me.webhook:
        if not has.guard.allows("player", f"webhook {sender(request)}"):  # before its name is looked up
            raise Refused("too_fast", fault("too-many-requests"))
        try:
            await reach.check(body.webhook, has.settings.webhook_timeout, has.settings.webhook_networks)
            await reach.prove(body.webhook, has.settings.webhook_timeout, has.settings.webhook_networks)
        except reach.BadWebhook as error:
            raise Refused("invalid", *error.faults) from None
    new = replace(me, name=body.name or me.name, webhook=me.webhook if body.webhook is None else body.webhook)
    await has.store.change_player(new)
    return as_player(new)


@api.post("/players/me/recovery", status_code=201)
async def make_recovery(me: InPerson, has: Has) -> Token:
    """Make a one-time secret for another device; it replaces the previous one."""
    return Token(token=await has.players.recovery(me))


@api.post("/players/recover")
async def recover(body: Recover, request: Request, response: Response, has: Has) -> Player:
    """Become the player who made a recovery link."""
    player, secret = await has.players.recover(body.token, label_of(request.headers.get("user-agent")))
    set_cookie(request, response, secret)
    return as_player(player)


@api.delete("/players/me/session", status_code=204)
async def forget_session(me: Me, request: Request, response: Response, has: Has) -> None:
    """Forget this device."""
    cookie = request.cookies.get(COOKIE)
    if cookie is not None:
        has.hub.residents.revoke(await has.store.people.forget_secrets(me.id, "cookie", hashed(cookie)))
        response.delete_cookie(COOKIE, path=request.scope.get("root_path") or "/")


ShortId = Annotated[str, Path(pattern="^[0-9a-f]+$", min_length=SHORT, max_length=32)]


# --- devices and tokens ---------------------------------------------------------------------------------------------


@api.get("/players/me/devices")
async def list_devices(me: Me, has: Has, request: Request) -> list[Device]:
    """Where you are signed in, the newest first."""
    here = from_request(request).secret or ""
    return [_device(one, here) for one in await has.store.people.devices(me.id)]


def _device(one: KeptDevice, here: str) -> Device:
    """A device, named by a part of what it is known by."""
    this = hmac.compare_digest(one.hash, here)
    return Device.model_validate(
        {
            "id": one.hash[:SHORT],
            "kind": one.kind,
            "name": one.label,
            "created_at": one.created_at,
            "used_at": one.used_at,
            "this": this,
        }
    )


@api.delete("/players/me/devices", status_code=204)
async def sign_out_elsewhere(me: InPerson, has: Has, request: Request, passkeys: bool = False) -> None:
    """Sign out everywhere but here; the recovery link is gone too, and the passkeys if you wish."""
    has.hub.residents.revoke(await has.store.people.sign_out_elsewhere(me.id, from_request(request).secret, passkeys))


@api.delete("/players/me/devices/{device_id}", status_code=204)
async def sign_out(device_id: ShortId, me: InPerson, has: Has) -> None:
    """Sign out one device, or revoke one token."""
    gone = await has.store.people.sign_out(me.id, device_id)
    if not gone:
        raise Refused("not_found", fault("no-such-device"))
    has.hub.residents.revoke(gone)


@api.post("/players/me/tokens", status_code=201)
async def make_token(me: InPerson, has: Has, body: NewToken | None = None) -> Token:
    """Make a bearer token for a program."""
    return Token(token=await has.players.token(me, (body.name if body else None) or ""))


@api.delete("/players/me/tokens", status_code=204)
async def forget_tokens(me: InPerson, has: Has) -> None:
    """Forget all bearer tokens."""
    has.hub.residents.revoke(await has.store.people.forget_secrets(me.id, "token"))


# --- push -----------------------------------------------------------------------------------------------------------


@api.get("/push")
async def push_key(has: Has) -> PushKey:
    """The key that a browser subscribes with."""
    from eclisse.server import keys

    return PushKey(key=keys.public_half(await has.hub.notices.key()))


@api.post("/players/me/push", status_code=201, dependencies=[Depends(in_person)])
async def subscribe(body: Subscription, has: Has, request: Request) -> None:
    """Be told on this device when it is your turn."""
    settings, here = has.settings, from_request(request).secret or ""
    device = Push(here, body.endpoint, body.p256dh, body.auth)
    try:
        if not reach.is_service(body.endpoint, settings.webhook_networks):  # nobody else's name is looked up
            raise Refused("invalid", fault("push-service-unknown", "endpoint"))
        if not reach.is_usable(device):
            raise Refused("invalid", fault("push-keys-expected", "p256dh"))
        await reach.check(body.endpoint, settings.webhook_timeout, settings.webhook_networks)
    except reach.BadWebhook as error:
        raise Refused("invalid", *error.faults) from None
    await has.store.people.subscribe(device)


@api.delete("/players/me/push", status_code=204, dependencies=[Depends(somebody)])
async def unsubscribe(has: Has, request: Request) -> None:
    """Do not be told on this device any more."""
    await has.store.people.unsubscribe(from_request(request).secret or "")


# --- other people ---------------------------------------------------------------------------------------------------


async def _person(has: Services, body: Somebody, me: Person) -> tuple[str, str]:
    """Somebody else's id, and the line they wrote if it is about one."""
    row = await has.tables.find(body.table, me, body.invite)
    who, said = None, ""
    if body.line is not None:
        who, said = await has.store.people.author(body.table, body.line) or (None, "")
    elif body.seat is not None and body.seat < len(row.seats):
        who = row.seats[body.seat].player_id or row.seats[body.seat].was
    if who is None or who == me.id:
        raise Refused("invalid", fault("nobody-there"))
    return who, said


@api.get("/players/me/blocks")
async def list_blocks(me: Me, has: Has) -> list[Blocked]:
    """Whom you have blocked."""
    return [Blocked(id=row.id, name=row.name, at=row.at) for row in await has.store.people.blocked(me.id)]


@api.post("/players/me/blocks", status_code=201)
async def block(body: Somebody, me: Me, has: Has) -> list[Blocked]:
    """Do not read or be nudged by somebody any more, and keep them from tables you create."""
    who, _ = await _person(has, body, me)
    await has.store.people.block(me.id, who)
    return await _blocks(me, has)


@api.delete("/players/me/blocks/{player_id}")
async def unblock(player_id: ShortId, me: Me, has: Has) -> list[Blocked]:
    """Hear from somebody again."""
    await has.store.people.unblock(me.id, player_id)
    return await _blocks(me, has)


async def _blocks(me: Person, has: Services) -> list[Blocked]:
    """Whom you have blocked, told to your connections too."""
    await has.hub.residents.block(me.id)
    return await list_blocks(me, has)


@api.post("/reports", status_code=201)
async def report(body: Complaint, me: Me, has: Has, request: Request) -> None:
    """Tell the operator about somebody, with what was said at the table; the operator is alerted."""
    if not has.guard.allows("player", f"report {sender(request)}"):
        raise Refused("too_fast", fault("too-many-requests"))
    who, said = await _person(has, body, me)
    named, lines = await has.store.players_by_id([who]), await has.store.lines(body.table, 0)
    about = named[0].name if named else ""
    talk = json.dumps([*map(asdict, lines)], ensure_ascii=False)
    told = Report(new_id(), me.id, who, body.table, said, body.text, me.name, about, talk)
    is_new = await has.store.people.report(told, REPORTS)
    if is_new is None:  # the operator knows
        return
    if not is_new:
        raise Refused("too_many", fault("too-many-reports", most=REPORTS))
    logger.warning("a player was reported", extra={"report": told.id, "by": me.id, "about": who, "table": body.table})
    has.metrics.reports.inc()
    if has.guard.allows("nudge", "report"):
        has.hub.presence.tell(await has.hub.residents.open(body.table), {has.settings.operator} - {""}, "report")


@api.get("/about")
async def read_about(has: Has) -> About:
    """Who to ask about this server, and when it forgets people by itself."""
    return About(contact=has.settings.contact, forget_after=has.settings.forget_after or None)


# --- everything -----------------------------------------------------------------------------------------------------


@api.get("/players/me/export", response_model=dict[str, Any])
async def export(me: Owner, has: Has) -> Response:
    """Everything the server knows about you."""
    found = dict[str, list[str]]()
    async for name, rows in has.store.people.export(me.id):
        found.setdefault(name, []).extend(map(json.dumps, rows))
        await asyncio.sleep(0)  # others have their turn
    told = ",".join(f'"{name}":[{",".join(rows)}]' for name, rows in found.items())
    return Response(f"{{{told}}}", media_type="application/json")


@api.delete("/players/me", status_code=204)
async def forget_me(me: Owner, has: Has, request: Request, response: Response) -> None:
    """Leave your tables and be forgotten; games you have played stay, without your name."""
    for table_id in await has.tables.leave_all(me.id):
        await has.hub.residents.changed(table_id)
    secrets, changed = await has.store.forget_player(me.id)
    has.hub.residents.revoke(secrets)
    for table_id in changed:
        await has.hub.residents.changed(table_id)
    response.delete_cookie(COOKIE, path=request.scope.get("root_path") or "/")
