"""Finished games: their records, and every moment of them."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from eclisse import __version__
from eclisse.faults import fault
from eclisse.game import Game, InvalidRecord, deciders
from eclisse.positions.write import cards_out, held_out
from eclisse.server.messages import present
from eclisse.server.messages.bodies import ReplayFrame
from eclisse.server.messages.facts import check_game
from eclisse.server.messages.protocol import SeatInfo, TableInfo, View
from eclisse.server.messages.refusal import Refused
from eclisse.server.store.rows import TableRow
from eclisse.server.tables.levels import style_of
from eclisse.server.tables.table import Deal, Entry, Table, Told

LATEST: Final = 1e11  # seconds since 1970
PIECE: Final = 20  # moments: some milliseconds of work
_NOBODY: Final = {
    **dict.fromkeys(("level", "style", "promise", "nonce", "away", "points", "place", "out", "wish")),
    **dict.fromkeys(("yours", "invited", "stand_in", "shares"), False),
    "kind": "player",
    "late": 0,
}


def record(table: Table, row: TableRow) -> dict[str, Any]:
    """The record to download; `eclisse verify` checks it."""
    deal = table.deal
    more: dict[str, Any] = {"key_hash": deal.key_hash, "table": row.id, "started_at": deal.started_at}
    more["by"] = [entry.by for entry in table.kept]
    bots = [{"level": seat.level, "style": style_of(seat)} if seat.kind == "bot" else None for seat in row.seats]
    more |= {"bots": bots, "bots_code": row.bots, "version": __version__}
    if row.key_shown:
        more["key_shown"] = True
    if deal.part is not None:
        more |= {"part": deal.part, "promises": list(deal.promises), "nonces": list(deal.nonces)}
    return {**table.game.record(), **more}


def replay(deal: Deal, log: Sequence[Entry], seat: int | None, info: TableInfo) -> Iterator[str]:
    """Every moment of a game as a seat saw it (None: with all hands open), as pieces of the JSON of a `Replay`."""
    table, game = Table(deal, log), deal.open()
    frames = [_frame(game, None, seat)]
    yield f'{{"table":{info.model_dump_json()},"seat":{json.dumps(seat)},"frames":['
    for number, entry in enumerate(table.kept, 1):
        if number % PIECE == 0:
            yield ",".join(frames) + ","
            frames.clear()
        events = game.play(entry.seat, entry.action)
        frames.append(_frame(game, Told(number, entry, tuple(events)), seat))
    yield ",".join(frames)
    ending = present.ending(table)
    statistics = ",".join(row.model_dump_json() for row in ending.statistics)
    yield f'],"sheet":{ending.sheet.model_dump_json()},"statistics":[{statistics}]}}'


def of_record(given: dict[str, Any], seat: int | None) -> Iterator[str]:
    """Every moment of a game from its record; Refused says why it does not replay."""
    game = game_of(given)
    if seat is not None and seat >= game.seats:
        raise Refused("invalid", fault("seat-expected", "seat", last=game.seats - 1, value=str(seat)))
    at = _moment(given.get("started_at"))
    deal = Deal(game.kit.game, tuple(game.kit.modules), game.names, given["key"], at, first=given.get("first"))
    by = deciders(given)
    log = [Entry(who, text, by[i], at) for i, (who, text) in enumerate(game.actions)]
    yield from replay(deal, log, seat, _info(deal, len(log), deal.names))


def for_strangers(row: TableRow, deal: Deal) -> TableInfo:
    """A table as strangers see it who watch its game: who played, and nothing that leads to the table."""
    return _info(deal, row.number, row.names_for_strangers)


def game_of(given: dict[str, Any]) -> Game:
    """The finished game of a record; Refused says why there is none."""
    check_game(given.get("game"))
    if "position" in given:
        raise Refused("invalid", fault("record-from-position", "position"))
    try:
        game = Game.replay(given)
    except InvalidRecord as error:
        raise Refused("invalid", *error.faults) from None
    if not game.over:
        raise Refused("invalid", fault("record-unfinished", "actions"))
    return game


def position(game: Game, number: int) -> dict[str, Any]:
    """A finished game as it was after so many decisions."""
    record = {name: value for name, value in game.record().items() if name != "result"}
    return Game.replay({**record, "actions": record["actions"][:number]}).position()


def _moment(given: object) -> float:
    """When the game of a record began, if the record says so."""
    return float(given) if isinstance(given, int | float) and 0 <= given < LATEST else 0.0


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
        seats=[SeatInfo.model_validate({**_NOBODY, "name": name}) for name in names],
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


def _frame(game: Game, told: Told | None, seat: int | None) -> str:
    """One moment."""
    seats, state = range(game.seats), game.state
    is_open = seat is None
    frame = ReplayFrame(
        number=0 if told is None else told.number,
        step=None if told is None else present.step(told, seat),
        view=View.model_validate(game.view(seat).to_dict()),
        longest=present.longest(game),
        hands=[cards_out(state.hands[s]) for s in seats] if is_open else None,
        tickets=[held_out(state, game.kit, s) for s in seats] if is_open else None,
    )
    return frame.model_dump_json()
