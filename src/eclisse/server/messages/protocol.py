"""The messages of a table's WebSocket, typed: what a client may send and all it can receive; docs/protocol.md tells
the story. The web client's TypeScript types are generated from these.
"""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from eclisse.core.codes import Ended
from eclisse.core.records import MAX_OFFER
from eclisse.result import DecidedBy
from eclisse.server.messages.base import Cards, FaultInfo, Message, Number, RefusalCode, Seat
from eclisse.server.messages.events import Step
from eclisse.server.messages.written import plain

MAX_ACTION: Final = 80  # characters of an action's text
MAX_PAUSE: Final = 4  # seconds; a bot's turn that is left undone for longer is taken over by another process
MAX_CHAT: Final = 500  # characters of a line of chat


# --- from a client --------------------------------------------------------------------------------------------------


class Decide(Message):
    """A decision of a seat, made on seeing the state with this number."""

    type: Literal["decide"]
    number: Number
    action: Annotated[str, Field(min_length=1, max_length=MAX_ACTION)]
    seat: Seat | None = None  # None: the seat this connection looks from
    pause: Annotated[float, Field(ge=0, le=MAX_PAUSE)] = 0  # seconds that bots wait while it can be taken back


class Look(Message):
    """Look from another of your seats (several people on one device), or from none as a spectator."""

    type: Literal["look"]
    seat: Seat | None


class Say(Message):
    """A line of chat."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=MAX_CHAT), AfterValidator(plain)]


class Ping(Message):
    """A question whether the connection is alive."""

    type: Literal["ping"]


ClientMessage = Annotated[Decide | Look | Say | Ping, Field(discriminator="type")]
CLIENT: Final[TypeAdapter[Decide | Look | Say | Ping]] = TypeAdapter(ClientMessage)


# --- legal decisions ------------------------------------------------------------------------------------------------


class Plain(Message):
    """A decision with no other fields: draw, tickets, pass, take-back or decline."""

    kind: Literal["draw", "tickets", "pass", "take-back", "decline"]
    text: str


class Take(Message):
    """Take a card from the market."""

    kind: Literal["take"]
    text: str
    card: str


class Keep(Message):
    """Keep the tickets at these places of the offer, counted from 0."""

    kind: Literal["keep"]
    text: str
    places: list[Annotated[int, Field(ge=0, lt=MAX_OFFER)]]


class Claim(Message):
    """Claim a route; what it is paid with comes next unless there is only one way."""

    kind: Literal["claim"]
    text: str
    route: str


class Build(Message):
    """Build a station, or a depot, on a city."""

    kind: Literal["station", "depot"]
    text: str
    city: str


class Stock(Message):
    """Put a card in the warehouse of a seat, or take all of it."""

    kind: Literal["warehouse", "collect"]
    text: str
    warehouse: int


class Pay(Message):
    """Pay with so many cards of a colour (None: of no colour) and so many locomotives."""

    kind: Literal["pay"]
    text: str
    colour: str | None
    cards: int
    locomotives: int


Legal = Annotated[Plain | Take | Keep | Claim | Build | Stock | Pay, Field(discriminator="kind")]


# --- what a seat sees -----------------------------------------------------------------------------------------------


class SeatView(Message):
    """What is public of one seat."""

    cards: int
    seen: Cards  # of its hand, what everybody saw it take
    tickets: int
    offered: int  # tickets it is choosing from
    chosen: bool  # during setup: it has answered
    trains: int
    subways: int
    stations: int  # left
    depots: int  # left
    warehouse: int  # cards in it
    score: int  # points of its routes so far


class View(Message):
    """What one seat (None: a spectator) may see of the state; the same as `Game.view(seat).to_dict()`."""

    game: str
    modules: list[str]
    seat: int | None
    phase: Literal["setup", "depots", "main", "drawing", "offer", "paying", "surcharge", "collecting", "over"]
    to_act: list[int]
    first_seat: int
    turns: int
    last_round_by: int | None
    routes: dict[str, int]  # owner of each claimed route
    market: list[str]
    deck: int
    discard: Cards
    ticket_deck: int
    drawn: int  # wagon cards taken in this turn
    route: str | None  # being paid or collected for
    city: str | None  # of the station being paid
    laid: Cards  # payment on the table while a tunnel asks for more
    revealed: list[str]
    surcharge: int
    stations: list[list[str]]  # cities, by seat
    depots: list[list[str]]
    seats: list[SeatView]
    hand: Cards | None  # a spectator has none
    tickets: list[str] | None
    offer: list[str] | None


class TicketState(Message):
    """Whether one of your tickets is completed now, and lies in a circle that counts as a mandala."""

    ticket: str
    completed: bool
    circle: bool


class Affordable(Message):
    """A route that the seat's hand can pay for, and every way to pay."""

    route: str
    payments: list[Pay]


class Own(Message):
    """What the seat that looks can do, computed by the server so that a client needs no rules."""

    legal: list[Legal]  # empty unless the seat may act now
    undo: str | None  # the decision that the seat can take back, by the action `undo`
    affordable: list[Affordable]  # whoever's turn it is: what the hand pays for, pieces and tracks permitting
    station_payments: list[Pay]  # ways to pay for the next station, if one may be built
    tickets: list[TicketState]


class Clock(Message):
    """The turn clock: when the time of those who must act runs out, and the server's time for comparison."""

    now: float
    deadline: float | None


class TicketLine(Message):
    """A ticket in the final count: its points, and the path that completes it."""

    ticket: str
    points: int
    completed: bool
    path: list[str]
    borrowed: list[str]
    mandala: bool


class RouteLine(Message):
    """A route in the final count."""

    route: str
    length: int
    points: int


class BorrowedLine(Message):
    """The route a station borrows."""

    station: str
    route: str | None


class SheetSeat(Message):
    """One seat's points and where they come from."""

    routes: int
    tickets: int
    stations: int
    longest: int
    globetrotter: int
    mandala: int
    depots: int
    total: int
    tickets_completed: int
    longest_path_length: int
    longest_path: list[str]
    route_list: list[RouteLine]
    ticket_list: list[TicketLine]
    borrowed: list[BorrowedLine]
    stations_left: int
    depots_left: int
    mandala_tickets: int


class Sheet(Message):
    """The final count; the same as `Game.result.to_dict()`."""

    seats: list[SheetSeat]
    winners: list[int]
    decided_by: DecidedBy
    ended: Ended


class Statistics(Message):
    """How one seat played."""

    turns: int
    blind: int  # wagon cards drawn blind
    face_up: int  # wagon cards taken from the market
    locomotives: int  # of these
    tickets_drawn: int  # offered in the whole game, the first ones included
    tickets_kept: int
    tickets_completed: int
    tickets_failed: int
    routes: int  # claimed
    average_length: float  # of these; 0 without any


class Ending(Message):
    """What everybody learns when the game is over."""

    sheet: Sheet
    statistics: list[Statistics]
    key: str | None  # the 128 bits that all chance of the game followed from; None: others still play this deal
    key_hash: str  # as published from the beginning


# --- the table ------------------------------------------------------------------------------------------------------


class SeatInfo(Message):
    """Who sits where."""

    kind: Literal["open", "player", "bot"]
    name: str | None
    level: str | None  # of a bot
    style: str | None  # the way in which it plays, where that is not its level's
    yours: bool
    promise: str | None  # the hash of the number that the player's client adds to the deal
    nonce: str | None  # that number, once the game is dealt
    invited: bool  # while it is free: kept for somebody with the invitation
    away: float | None  # since when its player is not connected; None: they are there
    stand_in: bool  # a bot decides until its player returns
    out: Literal["resigned", "late"] | None  # its player has given up, or was out of time; a bot plays on, not ranked
    wish: Literal["end", "stand-in"] | None  # what its player wants to happen, once all agree
    late: int  # once the game is over: how often a bot decided for its player, who was out of time or away
    points: int | None  # in the final count, once the game is over
    place: int | None  # the same; 1: won, alone or with others
    shares: bool  # its player agrees that strangers watch the finished game


class TableInfo(Message):
    """A table, as far as the receiver may know it."""

    id: str
    status: Literal["open", "playing", "over", "abandoned"]
    number: int
    game: str
    modules: list[str]
    public: bool
    clock: int | None  # seconds a turn; None: no clock
    late: Literal["turn", "bot", "resign"]  # what happens when they are over (see NewTable)
    chat: bool
    planning: bool  # whether there are planning aids
    first: int | None  # the seat that was chosen to begin; None: chance decides
    seats: list[SeatInfo]
    created_at: float
    started_at: float | None
    yours: bool  # whether the receiver made it
    host: int | None  # a seat of whoever made it; None: they have none
    invite: str | None  # what to put in an invitation link; only for those who are part of the table
    key_shown: bool  # the key is shown from the start: a deal to try things with
    key_hash: (
        str | None
    )  # the server's promise, from the beginning: SHA-256 of its part; of the key where there is none
    key: str | None  # once the game is over, or at once where the deal is shown; that of a day when the day is over
    part: str | None  # the server's part of the key, when the key is shown
    rematch: str | None  # the table that follows this one
    shared: bool  # everybody agrees: whoever knows its id can watch the finished game
    daily: str | None  # the day whose deal this is


class ChatLine(Message):
    """One line of chat."""

    id: int
    seat: int | None  # None: a player without a seat, or one who has left
    name: str
    text: str
    at: float


# --- to a client ----------------------------------------------------------------------------------------------------


class TableMessage(Message):
    """The table: first of all, and again whenever a seat, its name or the status changes."""

    type: Literal["table"]
    number: int
    table: TableInfo


class Update(Message):
    """All that happened since the number the client last saw, then the state as it is; only once a game has begun."""

    type: Literal["update"]
    number: int
    seat: int | None  # looked from
    steps: list[Step]
    view: View
    longest: list[int]  # each seat's longest path, in trains
    closed: list[str]  # routes that nobody owns and nobody can claim any more
    own: Own | None  # None for a spectator
    clock: Clock
    ending: Ending | None  # only when the game is over


class ChatMessage(Message):
    """Lines of chat that the client has not seen: at first the last lines of the table."""

    type: Literal["chat"]
    number: int
    lines: list[ChatLine]


class RefusalMessage(Message):
    """The server has refused what the client asked for."""

    type: Literal["refused"]
    number: int  # of the state now
    code: RefusalCode
    message: str  # the faults in English, one a line
    faults: list[FaultInfo]


class Nudge(Message):
    """Somebody at the table waits for you."""

    type: Literal["nudge"]
    number: int
    seat: int  # who waits


class Pong(Message):
    """The answer to a ping."""

    type: Literal["pong"]
    number: int


ServerMessage = Annotated[
    TableMessage | Update | ChatMessage | RefusalMessage | Nudge | Pong, Field(discriminator="type")
]
SERVER: Final[TypeAdapter[TableMessage | Update | ChatMessage | RefusalMessage | Nudge | Pong]] = TypeAdapter(
    ServerMessage
)
