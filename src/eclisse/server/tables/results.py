"""Results: what each seat reached in a finished game, counted once and kept with its seats."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from eclisse.game import Game, IllegalAction
from eclisse.server.store import Store
from eclisse.server.store.rows import Score, TableRow
from eclisse.server.tables.table import Table

AT_ONCE: Final = 10  # games without a result that are counted for one list
Scores = tuple[Score, ...]
Run = Callable[[Callable[[], Scores]], Awaitable[Scores]]
"""Does some work in a thread."""


def scores(game: Game) -> Scores:
    """Points and place of each seat; whoever shares the win is first, and nobody else is."""
    totals, winners = game.result.totals, game.result.winners
    ahead = [sum(other > total for other in totals) for total in totals]
    return tuple(Score(total, 1 if seat in winners else 1 + max(1, ahead[seat])) for seat, total in enumerate(totals))


def with_scores(row: TableRow, reached: Scores) -> TableRow:
    """A table whose seats have what they reached."""
    seats = (replace(seat, **score._asdict()) for seat, score in zip(row.seats, reached, strict=True))
    return replace(row, seats=tuple(seats))


async def counted(store: Store, rows: list[TableRow], run: Run) -> list[TableRow]:
    """Tables with their results; some of those that ended before results were kept are counted now, for good."""
    lacking = [row for row in rows if row.status == "over" and any(seat.place is None for seat in row.seats)]
    found = {row.id: await _counted(store, row, run) for row in lacking[:AT_ONCE]}
    return [found.get(row.id, row) for row in rows]


async def _counted(store: Store, row: TableRow, run: Run) -> TableRow:
    """A finished game with its result; as it is where today's rules cannot play it again."""
    deal, entries = row.deal, await store.entries(row.id, 0)
    if deal is None:
        return row
    try:
        reached = await run(lambda: scores(Table(deal, entries).game))
    except IllegalAction:
        return row
    await store.set_scores(row.id, reached)
    return with_scores(row, reached)
