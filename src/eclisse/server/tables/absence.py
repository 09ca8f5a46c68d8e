"""Somebody is not there: who is away, who has come back, and what the others choose to do about it."""

from collections.abc import Callable
from dataclasses import replace

from eclisse.faults import fault
from eclisse.server.messages.bodies import Absent
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.rows import Player, SeatRow, TableRow
from eclisse.server.tables.lobby import Lobby, taken_by_bot


def is_missed(row: TableRow, here: set[str]) -> bool:
    """Whether the seats do not yet say who is here and who is not."""
    return any(_differs(seat, here) for seat in row.seats)


def _differs(seat: SeatRow, here: set[str]) -> bool:
    """Whether a seat says that its player is here while they are not, or the other way round."""
    return seat.player_id is not None and (seat.away_at is None) != (seat.player_id in here)


async def call_roll(store: Store, table_id: str, who_is_here: Callable[[], set[str]]) -> None:
    """Write down who is away, and who is not; we look once more, since somebody may just have come."""
    async with store.change(table_id) as change:
        change.is_silent, here = True, who_is_here()
        for seat in change.row.seats:
            if _differs(seat, here):
                away = None if seat.away_at is not None else clock.now()
                await change.seat(replace(seat, away_at=away))


async def come_back(store: Store, table_id: str, player_id: str) -> None:
    """A player is here again: no bot stands in for them any more."""
    async with store.change(table_id) as change:
        change.is_silent = True
        for number in change.row.seats_of(player_id):
            await change.seat(replace(change.row.seats[number], away_at=None, stand_in=False))


async def step_in(store: Store, table_id: str) -> None:
    """Let a bot stand in for everybody who must act."""
    async with store.change(table_id) as change:
        for seat in change.row.seats:
            if change.row.to_act >> seat.seat & 1 and seat.player_id is not None:
                await change.seat(replace(seat, stand_in=True))
        change.set(due=clock.now())


async def choose(lobby: Lobby, settings: Settings, table_id: str, body: Absent, player: Player) -> TableRow:
    """Let a bot take the seat of somebody who is away, for a time or for good."""
    async with lobby.change(table_id, player) as change:
        seat = waited_for(change.row, body.seat, player)
        least = settings.stand_in_after if body.choice == "stand-in" else settings.replace_after
        if seat.away_at is None or clock.now() < seat.away_at + least:
            raise Refused("not_allowed", fault("not-away-long-enough", seat=body.seat, seconds=int(least)))
        new = replace(seat, stand_in=True) if body.choice == "stand-in" else taken_by_bot(seat)
        await change.seat(new)
        change.set(due=clock.now())
    return change.row


def waited_for(row: TableRow, number: int, player: Player) -> SeatRow:
    """The seat of another person, for whom a player at the table waits."""
    if not row.seats_of(player.id):
        raise Refused("not_your_seat", fault("no-seat-here"))
    if row.status != "playing":
        raise Refused("not_started" if row.status == "open" else "table_over", fault("game-not-running"))
    if number >= len(row.seats) or row.seats[number].player_id in (None, player.id):
        raise Refused("invalid", fault("no-guest-there", seat=number))
    return row.seats[number]
