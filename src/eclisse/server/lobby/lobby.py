"""Tables before and after the game: making, joining, starting, the rematch."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from eclisse.catalogue.find import FIRST_EDITION, find_game, modules_for, todays_modules
from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.faults import Faulty, fault
from eclisse.notation import key_from_seed, key_text
from eclisse.server.messages import Message, Name, Secret, unlike
from eclisse.server.model import (
    DAY,
    Allowed,
    Player,
    Refused,
    SeatRow,
    TableRow,
    TooMany,
    check_known,
    new_id,
    new_secret,
    promise_of,
)
from eclisse.server.play.levels import FILL, Level, code_of_bots, new_bot
from eclisse.server.play.seats import (
    Tables,
    awaited,
    deal,
    freed,
    is_invited,
    seats_of,
    unknown_player,
    unknown_table,
)
from eclisse.server.settings import Settings
from eclisse.server.store import Store
from eclisse.server.store.store import NoSuchPlayer, NoSuchTable

CHOSEN: Final = ("game", "modules", "public", "clock", "late", "chat", "planning", "first")  # what a rematch keeps
REVEAL: Final = 15.0  # seconds that clients have to show their numbers

Late = Literal["turn", "bot", "resign"]
"""When time runs out: a bot decides this turn, or plays on until the player is back, or the seat has resigned."""


class NewSeat(Message):
    """Who will sit there: the player who creates the table, a bot, anybody who joins, or somebody who is invited."""

    kind: Literal["you", "bot", "open", "invited"]
    level: Level | None = None  # of a bot; medium if left out
    name: Name | None = None  # of a person on this device (several on one), instead of the player's own


class NewTable(Message):
    """A table to create."""

    game: Annotated[str, Field(max_length=64)]
    modules: Annotated[list[Annotated[str, Field(max_length=64)]], Field(max_length=8)] = Field(default_factory=list)
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=5)]
    public: bool = False
    clock: Annotated[int, Field(ge=10, le=30 * DAY)] | None = None  # seconds a turn
    late: Late = "turn"  # what happens when they are over
    chat: bool = True
    planning: bool | None = None  # planning aids; None: for somebody who plays alone against bots
    first: Annotated[int, Field(ge=0, lt=5)] | None = None  # the seat that begins; None: chance decides
    seed: Annotated[str, Field(max_length=39, pattern=r"^([0-9]{1,38}|[0-9a-fA-F]{32})$")] | None = None
    show_key: bool = False  # the deal's key is shown from the start; so it is when a seed is given


Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", min_length=64, max_length=64)]


class Join(Message):
    """Take a seat, any free one if none is named; a private table asks for its invitation.

    A promise made here is in time however soon the game starts (see Promise).
    """

    seat: Annotated[int, Field(ge=0, lt=5)] | None = None
    invite: Secret | None = None
    name: Name | None = None
    promise: Hash | None = None


class Leave(Message):
    """Give up a seat, or all your seats; during a game that is to resign."""

    seat: Annotated[int, Field(ge=0, lt=5)] | None = None


class Start(Message):
    """Begin; free seats are given to bots of this level, otherwise there must be none."""

    fill: Level | None = None


class Promise(Message):
    """The hash of a number that one's client will add to the deal: SHA-256 of its 32 hexadecimal digits."""

    promise: Hash


class Nonce(Message):
    """The number that was promised."""

    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", min_length=32, max_length=32)]


class Lobby:
    """Making tables, and everything until the game begins."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings, self._tables = store, settings, Tables(store)

    async def create(self, body: NewTable, player: Player, origin: str = "") -> TableRow:
        """Create a table for a player at an address."""
        check_game(body)
        seed = body.seed if body.seed is None or len(body.seed) == 32 else int(body.seed)
        key = None if seed is None else key_text(key_from_seed(seed))
        row = self._new_table(body, player, origin, key, key)
        with _refusing():
            await self._store.add_table(row, self._allowed())
        return row

    async def deal_daily(self, body: NewTable, day: str, key: str, player: Player, origin: str) -> None:
        """Create a table with the deal of a day, and begin at once; IntegrityError if the player has one."""
        row = self._new_table(body, player, origin, key, promise_of(key)[:32])
        begun = replace(row, key_shown=False, daily=day, status="playing", started_at=row.created_at)
        begun = replace(begun, bots=code_of_bots())
        with _refusing():
            await self._store.add_table(replace(begun, **awaited(begun, row.created_at)), self._allowed())

    async def join(self, table_id: str, body: Join, player: Player) -> TableRow:
        """Take a free seat."""
        async with self._tables.change(table_id, player, body.invite) as change:
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

    async def remove(self, table_id: str, seat: int, player: Player) -> TableRow:
        """Free the seat of a guest, before the game starts; only who made the table may do so."""
        async with self._tables.change(table_id, player) as change:
            row = change.row
            if row.creator != player.id:
                raise Refused("not_allowed", fault("remove-by-host"))
            if row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            if seat >= len(row.seats) or row.seats[seat].player_id in (None, player.id):
                raise Refused("invalid", fault("no-guest-there", seat=seat))
            await change.seat(freed(row.seats[seat]))
        return change.row

    async def start(self, table_id: str, fill: str | None, player: Player) -> TableRow:
        """Begin the game: the key is drawn, and its hash can be published from now on."""
        async with self._tables.change(table_id, player) as change:
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
            now = self._store.clock.now()
            change.set(status="playing", started_at=now, to_act=0, due=now + REVEAL)
            if all(seat.promise is None for seat in change.row.seats):
                deal(change)
        return change.row

    async def promise(self, table_id: str, promise: str, player: Player) -> TableRow:
        """Promise a number for the deal, before the game starts; the first promise holds."""
        async with self._tables.change(table_id, player) as change:
            if change.row.status != "open":
                raise Refused("already_started", fault("game-begun"))
            for seat in seats_of(change.row, player):
                if seat.promise is None:
                    await change.seat(replace(seat, promise=promise))
        return change.row

    async def reveal(self, table_id: str, nonce: str, player: Player) -> TableRow:
        """Show the number that was promised; with the last one the game is dealt."""
        async with self._tables.change(table_id, player) as change:
            if change.row.status != "playing":
                raise Refused("not_started", fault("game-not-begun"))
            if change.row.key is not None:
                raise Refused("already_started", fault("game-begun"))
            mine = [seat for seat in seats_of(change.row, player) if seat.promise == promise_of(nonce)]
            if not mine:
                raise Refused("invalid", fault("nonce-not-promised"))
            for seat in mine:
                await change.seat(replace(seat, nonce=nonce))
            if all(seat.nonce is not None for seat in change.row.seats if seat.promise is not None):
                deal(change)
        return change.row

    async def rematch(self, table_id: str, player: Player, origin: str = "") -> TableRow:
        """The next table with the same settings; a player who asks gets their old seats; later ones join it."""
        old = await self._tables.find(table_id, player)
        mine = old.held_by(player.id)
        if not mine:
            raise Refused("not_your_seat", fault("rematch-by-players"))
        if old.status not in ("over", "abandoned"):
            raise Refused("not_over", fault("rematch-too-early"))
        new_row = self._again(old, player, origin)
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

    def _again(self, old: TableRow, player: Player, origin: str) -> TableRow:
        """A new table like this one, with a secret key; other people's seats stay open for them."""
        seats = tuple(
            SeatRow(seat.seat, seat.kind, seat.player_id, seat.name, seat.level, invited=seat.invited)
            if seat.kind == "bot" or seat.player_id == player.id
            else freed(seat)
            for seat in old.seats
        )
        chosen = {name: getattr(old, name) for name in CHOSEN}
        chosen |= {"modules": todays_modules(old.modules), "planning": old.planning or old.daily is not None}
        return self._fresh(new_id(), player, origin, seats, **chosen)

    def _new_table(self, body: NewTable, player: Player, origin: str, key: str | None, name: str | None) -> TableRow:
        """A table as somebody wants it; bots are called by a name, 32 hexadecimal digits, or else by its id."""
        table_id, chosen = new_id(), {name: getattr(body, name) for name in CHOSEN}
        chosen["modules"] = tuple(sorted(set(body.modules)))
        chosen["planning"] = is_alone(body) if body.planning is None else body.planning
        chosen |= {"key": key, "key_shown": body.show_key or key is not None}
        return self._fresh(table_id, player, origin, new_seats(body, player, name or table_id), **chosen)

    def _fresh(self, table_id: str, player: Player, origin: str, seats: tuple[SeatRow, ...], **chosen: Any) -> TableRow:
        """A table that waits to begin; without a key the server promises its part of one."""
        now, key = self._store.clock.now(), chosen.pop("key", None)
        return TableRow(
            id=table_id,
            creator=player.id,
            invite=new_secret(),
            status="open",
            key=key,
            part=new_id() if key is None else None,
            key_shown=chosen.pop("key_shown", False),
            rematch=None,
            revision=0,
            number=0,
            to_act=0,
            due=None,
            created_at=now,
            started_at=None,
            changed_at=now,
            origin=origin or None,
            seats=seats,
            **chosen,
        )

    def _allowed(self) -> Allowed:
        """How many tables there may be."""
        settings = self._settings
        after = self._store.clock.now() - settings.idle_after
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


def check_game(body: NewTable) -> None:
    """Refuse what cannot be played, or no longer."""
    check_known(body.game)
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
