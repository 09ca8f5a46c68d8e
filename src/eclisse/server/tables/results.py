"""Results: what each seat reached in a finished game, counted once and kept with its seats."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from eclisse.game import Game, IllegalAction
from eclisse.server.store import Store
from eclisse.server.store.rows import Score, SeatRow, TableRow
from eclisse.server.tables.table import Entry, Table

AT_ONCE: Final = 10  # games without a result that are counted for one list
Scores = tuple[Score, ...]
Run = Callable[[Callable[[], Scores]], Awaitable[Scores]]
"""Does some work in a thread."""


def scores(game: Game, seats: Sequence[SeatRow] = (), log: Iterable[Entry] = ()) -> Scores:
    """Points and place of each seat, and how often a bot decided for its player.

    Whoever shares the win is first, and nobody else is; those who gave up are last.
    """
    totals, out = game.result.totals, {seat.seat for seat in seats if seat.out}
    ranked = {seat: total for seat, total in enumerate(totals) if seat not in out}
    won = set(game.result.winners) - out or {seat for seat in ranked if ranked[seat] == max(ranked.values())}
    late = Counter(entry.seat for entry in log if entry.by in ("clock", "stand-in"))

    def place(seat: int) -> int:
        ahead = sum(other > totals[seat] for other in ranked.values())
        return 1 if seat in won else 1 + (len(ranked) if seat in out else max(1, ahead))

    return tuple(Score(total, place(seat), late[seat]) for seat, total in enumerate(totals))


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
        reached = await run(lambda: _scores(Table(deal, entries), row))
    except IllegalAction:
        return row
    await store.set_scores(row.id, reached)
    return with_scores(row, reached)


def _scores(table: Table, row: TableRow) -> Scores:
    """What each seat of a finished game reached."""
    return scores(table.game, row.seats, table.kept)
