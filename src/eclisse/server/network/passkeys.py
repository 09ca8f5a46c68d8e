"""Passkeys over REST: add one to yourself, sign in with one."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from eclisse.faults import fault
from eclisse.server.messages import people as bodies
from eclisse.server.messages.refusal import Refused
from eclisse.server.network.rest import REFUSALS, Has, InPerson, Me, Services, as_player, set_cookie
from eclisse.server.players.devices import label_of
from eclisse.server.players.passkeys import LASTS, Answer, Challenges, check, check_signature, is_key
from eclisse.server.players.players import check_ban, hashed, new_secret
from eclisse.server.process import clock

passkeys = APIRouter(prefix="/api", responses=REFUSALS, tags=["players"])
PasskeyId = Annotated[str, Path(max_length=512, pattern="^[A-Za-z0-9_-]+$")]
SIGN_IN = "sign in"
MOST = 10  # passkeys of a player


async def challenges(has: Services) -> Challenges:
    """The challenges of this server, whose key is made when first wanted."""
    if has.challenges is None:
        has.challenges = Challenges(await has.store.people.key("passkeys", new_secret()))
    return has.challenges


def _answer(request: Request, body: bodies.PasskeyAnswer) -> Answer:
    """What a browser sent."""
    return Answer(body.client_data, body.authenticator_data, request.headers.get("origin", ""))


@passkeys.post("/players/me/passkeys/challenge", status_code=201)
async def challenge_me(me: InPerson, has: Has) -> bodies.Challenge:
    """Begin to add a passkey."""
    return bodies.Challenge(challenge=(await challenges(has)).new(me.id))


@passkeys.post("/players/me/passkeys", status_code=201)
async def add_passkey(body: bodies.NewPasskey, me: InPerson, has: Has, request: Request) -> list[bodies.Passkey]:
    """Add a passkey to yourself."""
    check(_answer(request, body), "webauthn.create", me.id, await challenges(has))
    if not is_key(body.public_key):
        raise Refused("invalid", fault("passkey-invalid"))
    if not await has.store.people.add_passkey(body.id, me.id, body.public_key, MOST):
        raise Refused("too_many", fault("too-many-passkeys", most=MOST))
    return await list_passkeys(me, has)


@passkeys.get("/players/me/passkeys")
async def list_passkeys(me: Me, has: Has) -> list[bodies.Passkey]:
    """Your passkeys."""
    return [bodies.Passkey.model_validate(row) for row in await has.store.people.passkeys(me.id)]


@passkeys.delete("/players/me/passkeys/{passkey_id}")
async def remove_passkey(passkey_id: PasskeyId, me: InPerson, has: Has) -> list[bodies.Passkey]:
    """Remove one of your passkeys."""
    await has.store.people.remove_passkey(passkey_id, me.id)
    return await list_passkeys(me, has)


@passkeys.post("/players/passkey/challenge", status_code=201)
async def challenge_anybody(has: Has) -> bodies.Challenge:
    """Begin to sign in with a passkey."""
    return bodies.Challenge(challenge=(await challenges(has)).new(SIGN_IN))


@passkeys.post("/players/passkey")
async def sign_in(body: bodies.UsedPasskey, has: Has, request: Request, response: Response) -> bodies.Player:
    """Become the player whose passkey this is, on this device."""
    answer = _answer(request, body)
    made = check(answer, "webauthn.get", SIGN_IN, await challenges(has))
    found = await has.store.people.passkey(body.id)
    if found is None:
        raise Refused("unknown_player", fault("passkey-unknown"))
    check_signature(answer, found.public_key, body.signature)
    if not await has.store.people.use_passkey(body.id, made, clock.now() + LASTS):
        raise Refused("invalid", fault("passkey-invalid"))
    player = (await has.store.players_by_id([found.player_id]))[0]
    check_ban(player)
    secret, label = new_secret(), label_of(request.headers.get("user-agent"))
    await has.store.add_secret(player.id, "cookie", hashed(secret), label=label)
    set_cookie(request, response, secret)
    return as_player(player)
