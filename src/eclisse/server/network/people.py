"""One's own things over REST: devices and tokens, whom one does not want to hear, everything that is known, the end."""

import hmac
import json
import logging
from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from eclisse.faults import fault
from eclisse.server.messages import people as bodies
from eclisse.server.messages.bodies import AtSeat, Nudged, Wish
from eclisse.server.messages.protocol import TableInfo
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.limits import sender
from eclisse.server.network.rest import (
    REFUSALS,
    Has,
    InPerson,
    Me,
    Owner,
    Services,
    TableId,
    changed,
    from_request,
    in_person,
    somebody,
)
from eclisse.server.players import push, webhook
from eclisse.server.players.players import COOKIE, new_id
from eclisse.server.store.people import SHORT, Device, Report
from eclisse.server.store.rows import Player
from eclisse.server.tables.absence import waited_for, wish
from eclisse.server.tables.lobby import info

logger = logging.getLogger(__name__)
REPORTS: Final = 20  # by one player within a day
ShortId = Annotated[str, Path(pattern="^[0-9a-f]+$", min_length=SHORT, max_length=32)]
people = APIRouter(prefix="/api", responses=REFUSALS, tags=["players"])


# --- devices and tokens ---------------------------------------------------------------------------------------------


@people.get("/players/me/devices")
async def list_devices(me: Me, has: Has, request: Request) -> list[bodies.Device]:
    """Where you are signed in, the newest first."""
    here = from_request(request).secret or ""
    return [_device(one, here) for one in await has.store.people.devices(me.id)]


def _device(one: Device, here: str) -> bodies.Device:
    """A device, named by a part of what it is known by."""
    this = hmac.compare_digest(one.hash, here)
    return bodies.Device.model_validate(
        {
            "id": one.hash[:SHORT],
            "kind": one.kind,
            "name": one.label,
            "created_at": one.created_at,
            "used_at": one.used_at,
            "this": this,
        }
    )


@people.delete("/players/me/devices", status_code=204)
async def sign_out_elsewhere(me: InPerson, has: Has, request: Request, passkeys: bool = False) -> None:
    """Sign out everywhere but here; the recovery link is gone too, and the passkeys if you wish."""
    has.hub.revoke(await has.store.people.sign_out_elsewhere(me.id, from_request(request).secret, passkeys))


@people.delete("/players/me/devices/{device_id}", status_code=204)
async def sign_out(device_id: ShortId, me: InPerson, has: Has) -> None:
    """Sign out one device, or revoke one token."""
    gone = await has.store.people.sign_out(me.id, device_id)
    if not gone:
        raise Refused("not_found", fault("no-such-device"))
    has.hub.revoke(gone)


@people.post("/players/me/tokens", status_code=201)
async def make_token(me: InPerson, has: Has, body: bodies.NewToken | None = None) -> bodies.Token:
    """Make a bearer token for a program."""
    return bodies.Token(token=await has.players.token(me, (body.name if body else None) or ""))


@people.delete("/players/me/tokens", status_code=204)
async def forget_tokens(me: InPerson, has: Has) -> None:
    """Forget all bearer tokens."""
    has.hub.revoke(await has.store.forget_secrets(me.id, "token"))


# --- push -----------------------------------------------------------------------------------------------------------


@people.get("/push")
async def push_key(has: Has) -> bodies.PushKey:
    """The key that a browser subscribes with."""
    from eclisse.server.players import keys

    return bodies.PushKey(key=keys.public_half(await has.hub.notices.key()))


@people.post("/players/me/push", status_code=201, dependencies=[Depends(in_person)])
async def subscribe(body: bodies.Subscription, has: Has, request: Request) -> None:
    """Be told on this device when it is your turn."""
    settings, here = has.settings, from_request(request).secret or ""
    device = push.Push(here, body.endpoint, body.p256dh, body.auth)
    try:
        if not push.is_service(body.endpoint, settings.webhook_networks):  # nobody else's name is looked up
            raise Refused("invalid", fault("push-service-unknown", "endpoint"))
        if not push.is_usable(device):
            raise Refused("invalid", fault("push-keys-expected", "p256dh"))
        await webhook.check(body.endpoint, settings.webhook_timeout, settings.webhook_networks)
    except webhook.BadWebhook as error:
        raise Refused("invalid", *error.faults) from None
    await has.store.people.subscribe(device)


@people.delete("/players/me/push", status_code=204, dependencies=[Depends(somebody)])
async def unsubscribe(has: Has, request: Request) -> None:
    """Do not be told on this device any more."""
    await has.store.people.unsubscribe(from_request(request).secret or "")


# --- other people ---------------------------------------------------------------------------------------------------


async def _person(has: Services, body: bodies.Somebody, me: Player) -> tuple[str, str]:
    """Somebody else's id, and the line they wrote if it is about one."""
    row = await has.lobby.table(body.table, me, body.invite)
    who, said = None, ""
    if body.line is not None:
        who, said = await has.store.people.author(body.table, body.line) or (None, "")
    elif body.seat is not None and body.seat < len(row.seats):
        who = row.seats[body.seat].player_id or row.seats[body.seat].was
    if who is None or who == me.id:
        raise Refused("invalid", fault("nobody-there"))
    return who, said


@people.get("/players/me/blocks")
async def list_blocks(me: Me, has: Has) -> list[bodies.Blocked]:
    """Whom you have blocked."""
    return [bodies.Blocked(id=row.id, name=row.name, at=row.at) for row in await has.store.people.blocked(me.id)]


@people.post("/players/me/blocks", status_code=201)
async def block(body: bodies.Somebody, me: Me, has: Has) -> list[bodies.Blocked]:
    """Do not read or be nudged by somebody any more, and keep them from tables you create."""
    who, _ = await _person(has, body, me)
    await has.store.people.block(me.id, who)
    return await _blocks(me, has)


@people.delete("/players/me/blocks/{player_id}")
async def unblock(player_id: ShortId, me: Me, has: Has) -> list[bodies.Blocked]:
    """Hear from somebody again."""
    await has.store.people.unblock(me.id, player_id)
    return await _blocks(me, has)


async def _blocks(me: Player, has: Services) -> list[bodies.Blocked]:
    """Whom you have blocked, told to your connections too."""
    await has.hub.block(me.id)
    return await list_blocks(me, has)


@people.post("/reports", status_code=201)
async def report(body: bodies.Complaint, me: Me, has: Has, request: Request) -> None:
    """Tell the operator about somebody, with what was said at the table; the operator is alerted."""
    if not has.player_limit.take(f"report {sender(request)}"):
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
    if has.nudge_limit.take("report"):
        has.hub.presence.tell(await has.hub.open(body.table), {has.settings.operator} - {""}, "report")


@people.get("/about")
async def read_about(has: Has) -> bodies.About:
    """Who to ask about this server, and when it forgets people by itself."""
    return bodies.About(contact=has.settings.contact, forget_after=has.settings.forget_after or None)


# --- those who are waited for ---------------------------------------------------------------------------------------


@people.post("/tables/{table_id}/nudge", tags=["tables"])
async def nudge(table_id: TableId, me: Me, has: Has, body: AtSeat) -> Nudged:
    """Tell somebody who must act that you wait for them."""
    row = await has.lobby.table(table_id, me)
    waited_for(row, body.seat, me)
    if not row.to_act >> body.seat & 1:
        raise Refused("not_your_turn", fault("nobody-waits-for", seat=body.seat))
    if not has.nudge_limit.take(f"{table_id}.{body.seat}"):
        raise Refused("too_fast", fault("nudged-already", seat=body.seat))
    live = await has.hub.open(table_id)
    return Nudged(told=await has.hub.presence.nudge(live, body.seat, row.seats_of(me.id)[0]))


@people.post("/tables/{table_id}/wish", tags=["tables"])
async def say_wish(table_id: TableId, me: Me, has: Has, body: Wish) -> TableInfo:
    """Say that you would like to end the game, or a bot for somebody who is away; it happens once all agree."""
    await has.lobby.table(table_id, me)
    live = await has.hub.open(table_id)
    row = await wish(has.lobby, has.settings.stand_in_after, live, body, me)
    answer = await changed(has, row, me)
    if body.wish == "end":
        event = "ended" if row.status == "abandoned" else "end_offered"
        if has.nudge_limit.take(f"{table_id}.{event}"):
            has.hub.presence.tell(live, row.people, event, by=me.id)
    return answer


@people.post("/tables/{table_id}/back", tags=["tables"])
async def come_back(table_id: TableId, me: Me, has: Has) -> TableInfo:
    """Take your seats back from the bot that stands in."""
    live = await has.hub.open(table_id)
    await has.hub.presence.welcome(live, me.id)
    return live.info(me) if live.row.seats_of(me.id) else info(await has.lobby.table(table_id, me), me)


# --- everything -----------------------------------------------------------------------------------------------------


@people.get("/players/me/export", response_model=dict[str, Any])
async def export(me: Owner, has: Has, request: Request) -> Response:
    """Everything the server knows about you."""
    account, found = has.accounts.of(sender(request)), dict[str, list[str]]()
    async for name, rows in has.store.people.export(me.id):
        found.setdefault(name, []).extend(map(json.dumps, rows))
        await account.pause()
    told = ",".join(f'"{name}":[{",".join(rows)}]' for name, rows in found.items())
    return Response(f"{{{told}}}", media_type="application/json")


@people.delete("/players/me", status_code=204)
async def forget_me(me: Owner, has: Has, request: Request, response: Response) -> None:
    """Leave your tables and be forgotten; games you have played stay, without your name."""
    await has.hub.forget(me.id, has.lobby)
    response.delete_cookie(COOKIE, path=request.scope.get("root_path") or "/")
