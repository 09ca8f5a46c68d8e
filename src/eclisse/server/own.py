"""Finished games that a browser has dealt and played by itself, kept with a player for their other browsers.

Each is a record that was judged by replay. It counts for nothing: no list, no figure and no rating knows of it.
"""

import json
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from eclisse.bots import LEVELS
from eclisse.faults import fault
from eclisse.game import deciders
from eclisse.server.messages import Message, Record
from eclisse.server.model import Refused, SeatRow
from eclisse.server.play.levels import style_of
from eclisse.server.play.services import REFUSALS, Has, InPerson, Me, TableId, game_of, in_thread, moment_of

MOST: Final = 100  # of one player; beyond that the oldest give way
api = APIRouter(prefix="/api", responses=REFUSALS, tags=["players"])


class OwnRecord(Message):
    """The record of a finished game that no server has dealt."""

    record: Record


def judged(given: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a record: the game as it replays, when it began, who decided; Refused says what is wrong."""
    game = game_of(given)
    more = {"started_at": moment_of(given), "by": deciders(given), "bots": _bots(given.get("bots"), game.names)}
    return {**game.record(), **more}


def _bots(given: object, names: tuple[str, ...]) -> list[dict[str, Any] | None]:
    """The level and style of each seat's bot; None: a person, or nobody says."""
    rows = given if isinstance(given, list) and len(given) == len(names) else [None] * len(names)
    levels = [row.get("level") if isinstance(row, dict) else None for row in rows]
    seats = [SeatRow(i, "bot", name=names[i], level=level) for i, level in enumerate(levels)]
    return [{"level": one.level, "style": style_of(one)} if one.level in (*LEVELS,) else None for one in seats]


@api.get("/players/me/records")
async def list_records(me: Me, has: Has) -> list[str]:
    """The ids of the games that your browsers have played by themselves, the latest first."""
    return await has.store.people.records(me.id)


@api.get("/players/me/records/{record_id}", response_model=dict[str, Any])
async def read_record(record_id: TableId, me: Me, has: Has) -> Response:
    """One of them."""
    found = await has.store.people.record(me.id, record_id)
    if found is None:
        raise Refused("not_found", fault("nothing-here"))
    return Response(found, media_type="application/json")


@api.put("/players/me/records/{record_id}", status_code=204)
async def keep_record(record_id: TableId, body: OwnRecord, me: Me, has: Has, request: Request) -> None:
    """Keep a finished game under an id of the browser's; one that is there already stays as it is."""
    kept = await in_thread(request, lambda: judged(body.record))
    text = json.dumps(kept, separators=(",", ":"), ensure_ascii=False)
    await has.store.people.keep_record(me.id, record_id, text, kept["started_at"], MOST)


@api.delete("/players/me/records", status_code=204)
async def forget_records(me: InPerson, has: Has) -> None:
    """Forget all of them."""
    await has.store.people.forget_records(me.id)
