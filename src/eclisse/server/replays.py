"""Finished games: their records, and every moment of them."""

from typing import Any

from eclisse.game import Game
from eclisse.positions import cards_out, held_out
from eclisse.server import present
from eclisse.server.bodies import Replay, ReplayFrame
from eclisse.server.protocol import Ending, TableInfo, View
from eclisse.server.table import Table, Told


def record(table: Table, table_id: str) -> dict[str, Any]:
    """The record to download; `eclisse verify` checks it."""
    deal = table.deal
    more = {"key_hash": present.key_hash(deal.key), "table": table_id, "started_at": deal.started_at}
    return {**table.game.record(), **more}


def replay(table: Table, seat: int | None, info: TableInfo, ending: Ending) -> Replay:
    """Every moment of a game as a seat saw it; None: with all hands open."""
    game = table.deal.open()
    frames = [_frame(game, None, seat)]
    for number, entry in enumerate(table.log, 1):
        events = game.play(entry.seat, entry.action)
        frames.append(_frame(game, Told(number, entry, tuple(events)), seat))
    return Replay(table=info, seat=seat, frames=frames, sheet=ending.sheet, statistics=ending.statistics)


def _frame(game: Game, told: Told | None, seat: int | None) -> ReplayFrame:
    """One moment."""
    seats, state = range(game.seats), game.state
    is_open = seat is None
    return ReplayFrame(
        number=0 if told is None else told.number,
        step=None if told is None else present.step(told, seat),
        view=View.model_validate(game.view(seat).to_dict()),
        longest=present.longest(game),
        hands=[cards_out(state.hands[s]) for s in seats] if is_open else None,
        tickets=[held_out(state, game.kit, s) for s in seats] if is_open else None,
    )
