"""Who sits at a table: who may see it, leaving and giving up, the deal, and those who are away."""

import hmac
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from eclisse.faults import fault
from eclisse.notation import key_from_seed, key_text
from eclisse.server.messages import unlike
from eclisse.server.model import Player, Refused, SeatRow, TableRow, key_of
from eclisse.server.play.levels import code_of_bots
from eclisse.server.play.live import Live, Served
from eclisse.server.play.table import known_by
from eclisse.server.store import Store
from eclisse.server.store.store import Change, NoSuchPlayer, NoSuchTable


def may_see(row: TableRow, player: Player | None, invite: str | None) -> bool:
    """Whether somebody may see a table: it is public, they sit at it, or they are invited."""
    return row.public or is_invited(row, player, invite)


def is_invited(row: TableRow, player: Player | None, invite: str | None) -> bool:
    """Whether somebody belongs to a table, or shows its invitation."""
    if player is not None and (row.creator == player.id or row.held_by(player.id)):
        return True
    return invite is not None and hmac.compare_digest(invite.encode(), row.invite.encode())


def seats_of(row: TableRow, player: Player) -> list[SeatRow]:
    """A player's seats; there must be one."""
    mine = [row.seats[seat] for seat in row.seats_of(player.id)]
    if not mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    return mine


def deal(change: Change) -> None:
    """Make the key of all parts there are; from now on decisions are awaited."""
    row, now = change.row, change.clock.now()
    made = None if row.part is None else key_of(row.part, [seat.nonce for seat in row.seats])
    key = row.key or made or key_text(key_from_seed(None))
    change.set(key=key, started_at=now, bots=code_of_bots())
    change.set(**awaited(change.row, now))


def awaited(row: TableRow, now: float) -> dict[str, Any]:
    """The columns of a game that has just been dealt: everybody is to choose tickets."""
    known = known_by(row.deal.open()) if row.deal is not None and row.is_unaided else None
    return {"to_act": (1 << len(row.seats)) - 1, "due": now, "position": known}


async def deal_anyway(store: Store, table_id: str) -> None:
    """Deal a game that has waited long enough for the numbers that were promised."""
    async with store.change(table_id) as change:
        if change.row.status == "playing" and change.row.key is None:
            deal(change)


def unknown_player() -> Refused:
    """Somebody who has just deleted themselves, and asked for something else at the same time."""
    return Refused("unknown_player", fault("name-first"))


def unknown_table() -> Refused:
    """The refusal for a table that does not exist, or that the player may not see."""
    return Refused("unknown_table", fault("no-such-table"))


def check_not_secret(row: TableRow, now: float) -> None:
    """Refuse what would tell of the deal of a day, or help with it, as long as others play it."""
    if row.is_secret(now):
        raise Refused("not_allowed", fault("deal-of-day"))


def freed(seat: SeatRow) -> SeatRow:
    """A seat that anybody can take, or anybody who is invited."""
    return SeatRow(seat.seat, "open", invited=seat.invited)


async def give_up(change: Change, seats: Iterable[int], how: str) -> None:
    """Let seats give up: a bot plays on, unless only one is left, who has won, or nobody but bots."""
    for number in seats:
        out = replace(change.row.seats[number], out=how, stand_in=False, away_at=None, wish=None)
        await change.seat(out)
    left = [seat for seat in change.row.seats if not seat.out]
    if len(left) > 1 and change.row.people:
        change.set(due=change.clock.now())  # a game that is not dealt yet is dealt now
        return
    change.set(status="abandoned", due=None)
    for seat in change.row.seats if len(left) == 1 else ():
        await change.seat(replace(seat, place=2 if seat.out else 1))


class Tables:
    """The tables that somebody may see, and what their players do with them before, during and after the game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(
        self, table_id: str, player: Player | None, invite: str | None = None, is_shared: bool = False
    ) -> TableRow:
        """A table that somebody may see; or, where strangers may watch, one that is shared with them."""
        row = await self._store.table(table_id)
        if row is None or not (may_see(row, player, invite) or (is_shared and row.is_shared)):
            raise unknown_table()
        return row

    @asynccontextmanager
    async def change(self, table_id: str, player: Player, invite: str | None = None) -> AsyncIterator[Change]:
        """Change a table that the player may see."""
        try:
            async with self._store.change(table_id) as change:
                if not may_see(change.row, player, invite):
                    raise unknown_table()
                yield change
        except NoSuchTable:
            raise unknown_table() from None
        except NoSuchPlayer:
            raise unknown_player() from None

    async def say(self, table_id: str, text: str, player: Player, invite: str | None) -> None:
        """Add a line to the chat."""
        async with self.change(table_id, player, invite) as change:
            if not change.row.chat:
                raise Refused("chat_off", fault("no-chat"))
            mine = change.row.seats_of(player.id)
            name = change.row.seats[mine[0]].name if mine else unlike(player.name, (s.name for s in change.row.seats))
            await change.say(mine[0] if mine else None, name or player.name, text, player.id)

    async def leave(self, table_id: str, player: Player, seat: int | None = None) -> TableRow:
        """Give up seats: before the start they are free again, during the game that is to resign.

        A table that has not begun is removed when the last person leaves it.
        """
        async with self.change(table_id, player) as change:
            row = change.row
            mine = row.seats_of(player.id)
            if not mine:
                raise Refused("not_your_seat", fault("no-seat-here"))
            if seat is not None and seat not in mine:
                raise Refused("not_your_seat", fault("seat-not-yours", seat=seat))
            if row.status not in ("open", "playing"):
                raise Refused("table_over", fault("game-over"))
            left = mine if seat is None else (seat,)
            if row.status == "playing":
                await give_up(change, left, "resigned")
                return change.row
            for number in left:
                await change.seat(freed(row.seats[number]))
            if not change.row.people:
                change.set(status="abandoned", due=None)
                await change.remove()
        return change.row

    async def leave_all(self, player_id: str) -> list[str]:
        """Let somebody who is to be forgotten leave all tables; returns these.

        Their name goes first: without one they get no seat any more, whatever they have asked for meanwhile.
        """
        nobody = Player(player_id, "", "")
        await self._store.change_player(nobody)
        left = await self._store.people.live_tables(player_id)
        for table_id in left:
            await self.leave(table_id, nobody)
        return left

    async def share(self, table_id: str, agree: bool, player: Player) -> TableRow:
        """Agree that strangers watch the finished game, or do not agree any more."""
        async with self.change(table_id, player) as change:
            change.is_silent = True
            if change.row.status != "over":
                raise Refused("not_over", fault("game-not-over"))
            for number in change.row.held_by(player.id):
                await change.seat(replace(change.row.seats[number], shares=agree))
        return change.row


# --- those who are away ---------------------------------------------------------------------------------------------


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
                away = None if seat.away_at is not None else change.clock.now()
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
    change.set(due=change.clock.now())


def _acting(row: TableRow) -> list[SeatRow]:
    """The seats of people who must act."""
    return [seat for seat in row.seats if row.to_act >> seat.seat & 1 and seat.player_id is not None and not seat.out]


# --- what the players agree on --------------------------------------------------------------------------------------


async def wish(tables: Tables, after: float, live: Live, wanted: str | None, player: Player) -> TableRow:
    """Say what one would like to happen, or nothing any more; it happens once all agree."""
    async with tables.change(live.row.id, player) as change:
        if change.row.status != "playing":
            raise Refused("not_started" if change.row.status == "open" else "table_over", fault("game-not-running"))
        mine = change.row.seats_of(player.id)
        if not mine:
            raise Refused("not_your_seat", fault("no-seat-here"))
        missed = _missed(change.row, live.served, after)
        if wanted == "stand-in":
            _check_wait(live, missed, after)
        for number in mine:
            await change.seat(replace(change.row.seats[number], wish=wanted))
        await _fulfil(change, missed)
    return change.row


def _missed(row: TableRow, served: Served, after: float) -> list[SeatRow]:
    """Those who must act and have been away for so many seconds in which they could have come."""
    gone = [seat for seat in _acting(row) if seat.away_at is not None and not seat.stand_in]
    return [seat for seat in gone if served.deadline(seat.away_at or 0.0, after) <= served.clock.now()]


def _check_wait(live: Live, missed: list[SeatRow], after: float) -> None:
    """Refuse a bot for somebody whose time is running, or who has not been away for long."""
    if (deadline := live.deadline) is not None:
        left = max(0, int(deadline - live.served.clock.now()))
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
