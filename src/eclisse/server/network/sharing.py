"""Finished games for strangers over REST: agreeing to it, the picture, and what messengers read in the page."""

import re
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from eclisse.faults import fault
from eclisse.server.messages.picture import drawn
from eclisse.server.messages.protocol import TableInfo
from eclisse.server.messages.refusal import Refused
from eclisse.server.messages.sharing import Addresses, Share, language_of, preview
from eclisse.server.network.rest import REFUSALS, TABLE_ID, Has, Me, TableId, changed, in_thread
from eclisse.server.process.addresses import is_checked, is_loopback, reachable
from eclisse.server.tables.lobby import unknown_table

PNG: Final[dict[int | str, dict[str, Any]]] = {200: {"content": {"image/png": {}}}}
sharing = APIRouter(prefix="/api", responses=REFUSALS, tags=["tables"])


@sharing.get("/addresses")
async def read_addresses(has: Has, request: Request) -> Addresses:
    """Where others reach this server; told only on the machine it runs on."""
    is_here = is_loopback(request.url.hostname or "") and request.client is not None and is_loopback(request.client[0])
    return Addresses(addresses=reachable(has.settings) if is_here else [])


@sharing.post("/tables/{table_id}/share")
async def share(table_id: TableId, me: Me, has: Has, body: Share) -> TableInfo:
    """Agree that anybody with the link may watch the finished game, or do not agree any more."""
    return await changed(has, await has.lobby.share(table_id, body.agree, me), me)


@sharing.get("/tables/{table_id}/picture", response_class=Response, responses=PNG)
async def read_picture(table_id: TableId, has: Has, request: Request) -> Response:
    """The board at the end of a game that anybody may watch."""
    row = await has.store.table(table_id)
    if row is None or not row.is_open_to_strangers:
        raise unknown_table()
    table = (await has.hub.open(table_id)).table
    if table is None:
        raise unknown_table()
    board, owners = table.game.kit.spec.board.id, tuple(table.game.view(None).to_dict()["routes"].items())
    made = await in_thread(request, lambda: drawn(request.app.state.static, board, owners), has.hub.slow)
    if made is None:
        raise Refused("not_found", fault("nothing-here"))
    return Response(made, media_type="image/png", headers={"Cache-Control": "max-age=3600"})


async def tags(request: Request, path: str) -> str:
    """What messengers read in the page at an address: nothing, unless it is a game that anybody may watch."""
    found = re.fullmatch(f"replay/({TABLE_ID.strip('^$')})", path)
    has = request.app.state.services
    row = None if found is None else await has.store.table(found[1])
    if row is None or not row.is_open_to_strangers:
        return ""
    base = has.settings.public_url or str(request.base_url).rstrip("/")
    if not has.settings.public_url and not is_checked(request.url.hostname or ""):
        return ""  # whoever sent the request could have written any name there
    language = language_of(request.headers.get("accept-language", ""))
    return preview(row, f"{base}/replay/{row.id}", f"{base}/api/tables/{row.id}/picture", language)
