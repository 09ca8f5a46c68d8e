"""Tables before and around the game: making, joining, leaving, starting, the rematch."""

import hmac
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, Final

from eclisse.catalogue.find import FIRST_EDITION, find_game, modules_for, todays_modules
from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.faults import Faulty, fault
from eclisse.notation import key_from_seed, key_text
from eclisse.server.messages import facts
from eclisse.server.messages.bodies import Join, Leave, NewTable
from eclisse.server.messages.names import unlike
from eclisse.server.messages.protocol import SeatInfo, TableInfo
from eclisse.server.messages.refusal import Refused
from eclisse.server.players.players import new_id, new_secret
from eclisse.server.process import clock
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.days import DayDeal
from eclisse.server.store.rows import Allowed, Player, SeatRow, TableRow, TooMany
from eclisse.server.store.store import Change, NoSuchPlayer, NoSuchTable
from eclisse.server.tables.fairness import key_of, promise_of
from eclisse.server.tables.levels import FILL, code_of_bots, new_bot, style_of
from eclisse.server.tables.table import known_by

TOLD: Final = (
    "id",
    "status",
    "number",
    "game",
    "public",
    "clock",
    "late",
    "chat",
    "planning",
    "first",
    "key_shown",
    "daily",
)
REVEAL: Final = 15.0  # seconds that clients have to show their numbers


def info(row: TableRow, player: Player | None) -> TableInfo:
    """A table as a player (None: a visitor) may know it."""
    mine = row.held_by(player.id if player else None)
    made = player is not None and player.id == row.creator
    is_told = row.status in ("over", "abandoned") or (row.key_shown and row.status == "playing")
    open_key = is_told and not row.is_secret
    return TableInfo.model_validate(
        {
            **{name: getattr(row, name) for name in TOLD},
            "modules": list(row.modules),
            "seats": [_seat(row, seat, seat.seat in mine) for seat in row.seats],
            "created_at": row.created_at,
            "started_at": row.started_at,
            "yours": made,
            "host": next(iter(row.seats_of(row.creator)), None),
            "invite": row.invite if mine or made else None,
            "key_hash": _published(row),
            "key": row.key if open_key else None,
            "part": row.part if open_key else None,
            "rematch": row.rematch,
            "shared": row.is_shared,
        }
    )


def _seat(row: TableRow, seat: SeatRow, yours: bool) -> SeatInfo:
    """Who sits there; the number a client has added is shown when the game is dealt."""
    nonce = None if row.key is None else seat.nonce
    return SeatInfo.model_validate(
        {
            "kind": seat.kind,
            "name": seat.name,
            "level": seat.level,
            "style": style_of(seat),
            "yours": yours,
            "promise": seat.promise,
            "nonce": nonce,
            "invited": seat.invited,
            "away": seat.away_at,
            "stand_in": seat.stand_in,
            "points": seat.points,
            "place": seat.place,
            "shares": seat.shares,
            "out": seat.out,
            "wish": seat.wish,
            "late": seat.late,
        }
    )


def _published(row: TableRow) -> str | None:
    """The server's promise: of its part at once, of a key that has none from the start on."""
    if row.part is not None:
        return promise_of(row.part)
    return None if row.key is None or row.started_at is None else promise_of(row.key)


def may_see(row: TableRow, player: Player | None, invite: str | None) -> bool:
    """Whether somebody may see a table: it is public, they sit at it, or they are invited."""
    return row.public or is_invited(row, player, invite)


def is_invited(row: TableRow, player: Player | None, invite: str | None) -> bool:
    """Whether somebody belongs to a table, or shows its invitation."""
    if player is not None and (row.creator == player.id or row.held_by(player.id)):
        return True
    return invite is not None and hmac.compare_digest(invite.encode(), row.invite.encode())


class Lobby:
    """Everything players do with tables, except decisions."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings

    async def table(
        self, table_id: str, player: Player | None, invite: str | None = None, is_shared: bool = False
    ) -> TableRow:
        """A table that somebody may see; or, where strangers may watch, one that is shared with them."""
        row = await self._store.table(table_id)
        if row is None or not (may_see(row, player, invite) or (is_shared and row.is_shared)):
            raise unknown_table()
        return row

    async def create(self, body: NewTable, player: Player, origin: str = "") -> TableRow:
        """Create a table for a player at an address."""
        check_game(body)
        seed = body.seed if body.seed is None or len(body.seed) == 32 else int(body.seed)
        key = None if seed is None else key_text(key_from_seed(seed))
        row = _new_table(body, player, origin, key, key)
        with _refusing():
            await self._store.add_table(row, self._allowed())
        return row

    async def deal_daily(self, body: NewTable, deal: DayDeal, player: Player, origin: str) -> None:
        """Create a table with the deal of a day, and begin at once; IntegrityError if the player has one."""
        row = _new_table(body, player, origin, deal.key, promise_of(deal.key)[:32])
        begun = replace(row, key_shown=False, daily=deal.day, status="playing", started_at=row.created_at)
        begun = replace(begun, bots=code_of_bots())
        with _refusing():
            await self._store.add_table(replace(begun, **_awaited(begun, row.created_at)), self._allowed())

    async def join(self, table_id: str, body: Join, player: Player) -> TableRow:
        """Take a free seat."""
        async with self.change(table_id, player, body.invite) as change:
            row = change.row
            if row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            await self._check_welcome(row, player)
            if row.public and row.seats_of(player.id):
                raise Refused("not_allowed", fault("one-seat-each"))
            free = [seat.seat for seat in row.seats if seat.kind == "open"]
            if not free:
                raise Refused("table_full", fault("table-full"))
            if not is_invited(row, player, body.invite):
                free = [seat for seat in free if not row.seats[seat].invited]
            if not free:
                raise Refused("not_allowed", fault("seats-for-invited"))
            wanted = free[0] if body.seat is None else body.seat
            if wanted not in free:
                raise Refused("seat_taken", fault("seat-not-free", seat=wanted, free=free))
            named = unlike(body.name or player.name, (other.name for other in row.seats))
            seat = SeatRow(wanted, "player", player.id, named)
            await change.seat(replace(seat, promise=body.promise, invited=row.seats[wanted].invited))
        return change.row

    async def leave(self, table_id: str, body: Leave, player: Player) -> TableRow:
        """Give up seats: before the start they are free again, during the game that is to resign.

        A table that has not begun is removed when the last person leaves it.
        """
        async with self.change(table_id, player) as change:
            row = change.row
            mine = row.seats_of(player.id)
            if not mine:
                raise Refused("not_your_seat", fault("no-seat-here"))
            if body.seat is not None and body.seat not in mine:
                raise Refused("not_your_seat", fault("seat-not-yours", seat=body.seat))
            if row.status not in ("open", "playing"):
                raise Refused("table_over", fault("game-over"))
            left = mine if body.seat is None else (body.seat,)
            if row.status == "playing":
                await give_up(change, left, "resigned")
                return change.row
            for seat in left:
                await change.seat(_freed(row.seats[seat]))
            if not change.row.people:
                change.set(status="abandoned", due=None)
                await change.remove()
        return change.row

    async def remove(self, table_id: str, seat: int, player: Player) -> TableRow:
        """Free the seat of a guest, before the game starts; only who made the table may do so."""
        async with self.change(table_id, player) as change:
            row = change.row
            if row.creator != player.id:
                raise Refused("not_allowed", fault("remove-by-host"))
            if row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            if seat >= len(row.seats) or row.seats[seat].player_id in (None, player.id):
                raise Refused("invalid", fault("no-guest-there", seat=seat))
            await change.seat(_freed(row.seats[seat]))
        return change.row

    async def start(self, table_id: str, fill: str | None, player: Player) -> TableRow:
        """Begin the game: the key is drawn, and its hash can be published from now on."""
        async with self.change(table_id, player) as change:
            row = change.row
            if row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            if not row.seats_of(player.id):
                raise Refused("not_allowed", fault("start-by-seated"))
            free = [seat.seat for seat in row.seats if seat.kind == "open"]
            if free and (fill is None or row.creator != player.id):
                raise Refused("not_started", fault("seat-still-free", seat=free[0]))
            for seat in free:
                await change.seat(new_bot(seat, fill or FILL, row.key or row.id, change.row.seats))
            now = clock.now()
            change.set(status="playing", started_at=now, to_act=0, due=now + REVEAL)
            if all(seat.promise is None for seat in change.row.seats):
                _deal(change)
        return change.row

    async def promise(self, table_id: str, promise: str, player: Player) -> TableRow:
        """Promise a number for the deal, before the game starts; the first promise holds."""
        async with self.change(table_id, player) as change:
            if change.row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            for seat in _seats_of(change.row, player):
                if seat.promise is None:
                    await change.seat(replace(seat, promise=promise))
        return change.row

    async def reveal(self, table_id: str, nonce: str, player: Player) -> TableRow:
        """Show the number that was promised; with the last one the game is dealt."""
        async with self.change(table_id, player) as change:
            if change.row.status != "playing":
                raise Refused("not_started", fault("game-not-begun"))
            if change.row.key is not None:
                raise Refused("already_started", fault("game-begun"))
            mine = [seat for seat in _seats_of(change.row, player) if seat.promise == promise_of(nonce)]
            if not mine:
                raise Refused("invalid", fault("nonce-not-promised"))
            for seat in mine:
                await change.seat(replace(seat, nonce=nonce))
            if all(seat.nonce is not None for seat in change.row.seats if seat.promise is not None):
                _deal(change)
        return change.row

    async def share(self, table_id: str, agree: bool, player: Player) -> TableRow:
        """Agree that strangers watch the finished game, or do not agree any more."""
        async with self.change(table_id, player) as change:
            change.is_silent = True
            if change.row.status != "over":
                raise Refused("not_over", fault("game-not-over"))
            for number in change.row.held_by(player.id):
                await change.seat(replace(change.row.seats[number], shares=agree))
        return change.row

    async def rematch(self, table_id: str, player: Player, origin: str = "") -> TableRow:
        """The next table with the same settings; a player who asks gets their old seats; later ones join it."""
        old = await self.table(table_id, player)
        mine = old.held_by(player.id)
        if not mine:
            raise Refused("not_your_seat", fault("rematch-by-players"))
        if old.status not in ("over", "abandoned"):
            raise Refused("not_over", fault("rematch-too-early"))
        new_row = replace(self._again(old, player), origin=origin or None)
        with _refusing():
            next_id = await self._store.successor(table_id, new_row, self._allowed())
        if next_id == new_row.id:
            return new_row
        return await self._sit_again(next_id, old, mine, player)

    async def _sit_again(self, table_id: str, old: TableRow, mine: tuple[int, ...], player: Player) -> TableRow:
        """Take the player's old seats at the next table, as far as they are free."""
        try:
            async with self._store.change(table_id) as change:
                await self._check_welcome(change.row, player)
                for seat in () if change.row.seats_of(player.id) else mine:
                    if change.row.status == "open" and change.row.seats[seat].kind == "open":
                        kept = change.row.seats[seat].invited
                        await change.seat(SeatRow(seat, "player", player.id, old.seats[seat].name, invited=kept))
        except NoSuchTable:
            raise unknown_table() from None
        except NoSuchPlayer:
            raise unknown_player() from None
        return change.row

    async def _check_welcome(self, row: TableRow, player: Player) -> None:
        """Refuse somebody whom the player who made the table has blocked."""
        if await self._store.people.has_blocked(row.creator, player.id):
            raise Refused("not_allowed", fault("blocked-here"))

    def _again(self, old: TableRow, player: Player) -> TableRow:
        """A new table like this one, with a secret key; other people's seats stay open for them."""
        now = clock.now()
        seats = tuple(
            SeatRow(seat.seat, seat.kind, seat.player_id, seat.name, seat.level, invited=seat.invited)
            if seat.kind == "bot" or seat.player_id == player.id
            else _freed(seat)
            for seat in old.seats
        )
        return replace(
            old,
            id=new_id(),
            creator=player.id,
            invite=new_secret(),
            status="open",
            modules=todays_modules(old.modules),
            key=None,
            part=new_id(),
            key_shown=False,
            planning=old.planning or old.daily is not None,
            daily=None,
            position=None,
            rematch=None,
            revision=0,
            number=0,
            to_act=0,
            due=None,
            created_at=now,
            started_at=None,
            changed_at=now,
            seats=seats,
        )

    async def say(self, table_id: str, text: str, player: Player, invite: str | None) -> None:
        """Add a line to the chat."""
        async with self.change(table_id, player, invite) as change:
            if not change.row.chat:
                raise Refused("chat_off", fault("no-chat"))
            mine = change.row.seats_of(player.id)
            name = change.row.seats[mine[0]].name if mine else unlike(player.name, (s.name for s in change.row.seats))
            await change.say(mine[0] if mine else None, name or player.name, text, player.id)

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

    def _allowed(self) -> Allowed:
        """How many tables there may be."""
        settings = self._settings
        after = clock.now() - settings.idle_after
        return Allowed(settings.max_tables, settings.tables_per_player, settings.tables_per_hour, after)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse a table too many, or of somebody who has just been forgotten."""
    try:
        yield
    except TooMany as error:
        raise Refused("too_many", *error.faults) from None
    except NoSuchPlayer:
        raise unknown_player() from None


def _seats_of(row: TableRow, player: Player) -> list[SeatRow]:
    """A player's seats; there must be one."""
    mine = [row.seats[seat] for seat in row.seats_of(player.id)]
    if not mine:
        raise Refused("not_your_seat", fault("no-seat-here"))
    return mine


def _deal(change: Change) -> None:
    """Make the key of all parts there are; from now on decisions are awaited."""
    row, now = change.row, clock.now()
    made = None if row.part is None else key_of(row.part, [seat.nonce for seat in row.seats])
    key = row.key or made or key_text(key_from_seed(None))
    change.set(key=key, started_at=now, bots=code_of_bots())
    change.set(**_awaited(change.row, now))


def _awaited(row: TableRow, now: float) -> dict[str, Any]:
    """The columns of a game that has just been dealt: everybody is to choose tickets."""
    known = known_by(row.deal.open()) if row.deal is not None and row.is_unaided else None
    return {"to_act": (1 << len(row.seats)) - 1, "due": now, "position": known}


async def deal_anyway(store: Store, table_id: str) -> None:
    """Deal a game that has waited long enough for the numbers that were promised."""
    async with store.change(table_id) as change:
        if change.row.status == "playing" and change.row.key is None:
            _deal(change)


def unknown_player() -> Refused:
    """Somebody who has just deleted themselves, and asked for something else at the same time."""
    return Refused("unknown_player", fault("name-first"))


def unknown_table() -> Refused:
    """The refusal for a table that does not exist, or that the player may not see."""
    return Refused("unknown_table", fault("no-such-table"))


def check_game(body: NewTable) -> None:
    """Refuse what cannot be played, or no longer."""
    facts.check_game(body.game)
    if FIRST_EDITION in body.modules:
        offered = list(modules_for(find_game(body.game)))
        raise Refused("invalid", fault("unknown-module", "modules", name=FIRST_EDITION, modules=offered))
    try:
        check_seats(open_kit(body.game, body.modules), len(body.seats))
    except Faulty as error:
        raise Refused("invalid", *error.faults) from None
    if body.first is not None and body.first >= len(body.seats):
        raise Refused("invalid", fault("seat-expected", "first", last=len(body.seats) - 1, value=str(body.first)))
    kinds = [seat.kind for seat in body.seats]
    if "you" not in kinds:
        raise Refused("invalid", fault("no-seat-for-you", "seats"))
    for_strangers = body.public and bool({"open", "invited"} & set(kinds))
    if for_strangers and kinds.count("you") > 1:  # they could not tell
        raise Refused("not_allowed", fault("one-seat-in-public", "seats"))
    if for_strangers and (body.show_key or body.seed is not None):  # somebody would know their cards
        raise Refused("not_allowed", fault("key-shown-in-public", "show_key" if body.seed is None else "seed"))


def _new_table(body: NewTable, player: Player, origin: str, key: str | None, name: str | None) -> TableRow:
    """A table that waits to begin; bots are called by a name, 32 hexadecimal digits, or else by its id."""
    table_id, now = new_id(), clock.now()
    return TableRow(
        id=table_id,
        creator=player.id,
        invite=new_secret(),
        status="open",
        game=body.game,
        modules=tuple(sorted(set(body.modules))),
        public=body.public,
        clock=body.clock,
        late=body.late,
        chat=body.chat,
        planning=is_alone(body) if body.planning is None else body.planning,
        first=body.first,
        key=key,
        part=new_id() if key is None else None,
        key_shown=body.show_key or key is not None,
        rematch=None,
        revision=0,
        number=0,
        to_act=0,
        due=None,
        created_at=now,
        started_at=None,
        changed_at=now,
        origin=origin or None,
        seats=new_seats(body, player, name or table_id),
    )


def check_told(row: TableRow) -> None:
    """Refuse what would tell of the deal of a day, or help with it, as long as others play it."""
    if row.is_secret:
        raise Refused("not_allowed", fault("deal-of-day"))


def is_alone(body: NewTable) -> bool:
    """Whether somebody makes a table to play alone against bots."""
    return sorted(seat.kind for seat in body.seats if seat.kind != "bot") == ["you"]


def new_seats(body: NewTable, player: Player, table: str) -> tuple[SeatRow, ...]:
    """The seats of a new table with this key or id."""
    rows: list[SeatRow] = []
    for i, seat in enumerate(body.seats):
        if seat.kind == "you":
            rows.append(SeatRow(i, "player", player.id, seat.name or player.name))
        else:
            kept = SeatRow(i, "open", invited=seat.kind == "invited")
            rows.append(new_bot(i, seat.level or FILL, table, rows) if seat.kind == "bot" else kept)
        if rows[-1].name:
            rows[-1] = replace(rows[-1], name=unlike(rows[-1].name, (row.name for row in rows[:-1])))
    return tuple(rows)


def _freed(seat: SeatRow) -> SeatRow:
    """A seat that anybody can take, or anybody who is invited."""
    return SeatRow(seat.seat, "open", invited=seat.invited)


async def give_up(change: Change, seats: Iterable[int], how: str) -> None:
    """Let seats give up: a bot plays on, unless only one is left, who has won, or nobody but bots."""
    for number in seats:
        out = replace(change.row.seats[number], out=how, stand_in=False, away_at=None, wish=None)
        await change.seat(out)
    left = [seat for seat in change.row.seats if not seat.out]
    if len(left) > 1 and change.row.people:
        change.set(due=clock.now())  # a game that is not dealt yet is dealt now
        return
    change.set(status="abandoned", due=None)
    for seat in change.row.seats if len(left) == 1 else ():
        await change.seat(replace(seat, place=2 if seat.out else 1))
