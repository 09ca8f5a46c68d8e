"""Somebody is not there: who is away, who has come back, whose time is up, and what all the others agree on."""

from collections.abc import Callable
from dataclasses import replace

from eclisse.faults import fault
from eclisse.server.messages.bodies import Wish
from eclisse.server.messages.refusal import Refused
from eclisse.server.process import clock
from eclisse.server.store import Store
from eclisse.server.store.rows import Player, SeatRow, TableRow
from eclisse.server.store.store import Change
from eclisse.server.tables.live import Live
from eclisse.server.tables.lobby import Lobby, give_up
from eclisse.server.tables.served import Served


def is_missed(row: TableRow, here: set[str]) -> bool:
    """Whether the seats do not yet say who is here and who is not."""
    return any(_differs(seat, here) for seat in row.seats)


def _differs(seat: SeatRow, here: set[str]) -> bool:
    """Whether a seat says that its player is here while they are not, or the other way round."""
    return seat.player_id is not None and not seat.out and (seat.away_at is None) != (seat.player_id in here)


async def call_roll(store: Store, table_id: str, who_is_here: Callable[[], set[str]]) -> None:
    """Write down who is away, and who is not; we look once more, since somebody may just have come."""
    async with store.change(table_id) as change:
        change.is_silent, here = True, who_is_here()
        for seat in change.row.seats:
            if _differs(seat, here):
                away = None if seat.away_at is not None else clock.now()
                await change.seat(replace(seat, away_at=away))


async def come_back(store: Store, table_id: str, player_id: str) -> None:
    """A player is here again: no bot stands in for them any more, and nobody wants one to."""
    async with store.change(table_id) as change:
        change.is_silent = True
        for number in change.row.seats_of(player_id):
            await change.seat(replace(change.row.seats[number], away_at=None, stand_in=False))
        for seat in change.row.seats:
            if seat.wish == "stand-in":
                await change.seat(replace(seat, wish=None))


async def run_out(store: Store, table_id: str, number: int) -> None:
    """The time of everybody who must act is up: what the table has chosen beforehand happens.

    At a table without a clock a bot stands in; where it only decides this turn, nothing changes but the game.
    """
    async with store.change(table_id) as change:
        if change.row.number != number or change.row.status != "playing":
            return  # somebody was in time
        late = [seat for seat in _acting(change.row) if not seat.stand_in]
        if change.row.clock is not None and change.row.late == "resign":
            await give_up(change, [seat.seat for seat in late], "late")
        elif change.row.clock is None or change.row.late == "bot":
            await _stand_in(change, late)


async def _stand_in(change: Change, missed: list[SeatRow]) -> None:
    """Let a bot decide for some players, until they are back."""
    for seat in missed:
        await change.seat(replace(seat, stand_in=True))
    change.set(due=clock.now())


def _acting(row: TableRow) -> list[SeatRow]:
    """The seats of people who must act."""
    return [seat for seat in row.seats if row.to_act >> seat.seat & 1 and seat.player_id is not None and not seat.out]


# --- what the players agree on --------------------------------------------------------------------------------------


async def wish(lobby: Lobby, after: float, live: Live, body: Wish, player: Player) -> TableRow:
    """Say what one would like to happen, or nothing any more; it happens once all agree."""
    async with lobby.change(live.row.id, player) as change:
        if change.row.status != "playing":
            raise Refused("not_started" if change.row.status == "open" else "table_over", fault("game-not-running"))
        mine = change.row.seats_of(player.id)
        if not mine:
            raise Refused("not_your_seat", fault("no-seat-here"))
        missed = _missed(change.row, live.served, after)
        if body.wish == "stand-in":
            _check_wait(live.deadline, missed, after)
        for number in mine:
            await change.seat(replace(change.row.seats[number], wish=body.wish))
        await _fulfil(change, missed)
    return change.row


def _missed(row: TableRow, served: Served, after: float) -> list[SeatRow]:
    """Those who must act and have been away for so many seconds in which they could have come."""
    gone = [seat for seat in _acting(row) if seat.away_at is not None and not seat.stand_in]
    return [seat for seat in gone if served.deadline(seat.away_at or 0.0, after) <= clock.now()]


def _check_wait(deadline: float | None, missed: list[SeatRow], after: float) -> None:
    """Refuse a bot for somebody whose time is running, or who has not been away for long."""
    if deadline is not None:
        left = max(0, int(deadline - clock.now()))
        raise Refused("not_allowed", fault("time-is-running", seconds=left, until=deadline))
    if not missed:
        raise Refused("not_allowed", fault("not-away-long-enough", seconds=int(after)))


async def _fulfil(change: Change, missed: list[SeatRow]) -> None:
    """Do what all want: everybody who plays must agree to the end, everybody else who is there to a bot."""
    playing = [seat for seat in change.row.seats if seat.player_id is not None and not seat.out]
    gone = {seat.seat for seat in missed}
    others = [seat for seat in playing if seat.seat not in gone and (seat.away_at is None or seat.wish)]
    if all(seat.wish == "end" for seat in playing):
        change.set(status="abandoned", due=None)
    elif missed and all(seat.wish == "stand-in" for seat in others):
        await _stand_in(change, missed)
    else:
        return
    for seat in change.row.seats:
        if seat.wish:
            await change.seat(replace(seat, wish=None))


def waited_for(row: TableRow, number: int, player: Player) -> SeatRow:
    """The seat of another person, for whom a player at the table waits."""
    if not row.seats_of(player.id):
        raise Refused("not_your_seat", fault("no-seat-here"))
    if row.status != "playing":
        raise Refused("not_started" if row.status == "open" else "table_over", fault("game-not-running"))
    if number >= len(row.seats) or row.seats[number].player_id in (None, player.id):
        raise Refused("invalid", fault("no-guest-there", seat=number))
    return row.seats[number]
