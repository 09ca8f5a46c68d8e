"""The messages of a table's WebSocket, typed: what a client may send and all it can receive; docs/protocol.md tells
the story. What is in a game is declared by the engine (shapes.py). The web client's types are generated from both.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from eclisse.server.messages import FaultInfo, Message, Number, Seat, plain
from eclisse.server.model import RefusalCode
from eclisse.shapes import Legal, Pay, Shape, Sheet, Step, View

MAX_ACTION: Final = 80  # characters of an action's text
MAX_THEN: Final = 4  # decisions that may follow one in the same message
MAX_PAUSE: Final = 4  # seconds; a bot's turn that is left undone for longer is taken over by another process
MAX_CHAT: Final = 500  # characters of a line of chat


# --- from a client --------------------------------------------------------------------------------------------------


ActionText = Annotated[str, Field(min_length=1, max_length=MAX_ACTION)]


class Decide(Message):
    """A decision of a seat, made on seeing the state with this number, and what follows it, such as a payment."""

    type: Literal["decide"]
    number: Number
    action: ActionText
    then: Annotated[tuple[ActionText, ...], Field(max_length=MAX_THEN)] = ()  # each judged after those before it
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


# --- what a seat is told --------------------------------------------------------------------------------------------


class TicketState(Shape):
    """Whether one of your tickets is completed now, and lies in a circle that counts as a mandala."""

    ticket: str
    completed: bool
    circle: bool


class Affordable(Shape):
    """A route that the seat's hand can pay for, and every way to pay."""

    route: str
    payments: tuple[Pay, ...]


class Own(Shape):
    """The decisions of the seat that looks, and help with them: a client needs no rules."""

    legal: list[Legal]  # empty unless the seat may act now
    undo: str | None  # the decision that the seat can take back, by the action `undo`
    affordable: list[Affordable]  # whoever's turn it is: what the hand pays for, pieces and tracks permitting
    station_payments: tuple[Pay, ...]  # ways to pay for the next station, if one may be built
    tickets: list[TicketState]


class Clock(Shape):
    """The turn clock: when the time of those who must act runs out, and the server's time for comparison."""

    now: float
    deadline: float | None


class Statistics(Shape):
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


class Ending(Shape):
    """The result and all that was hidden, told to everybody when the game is over."""

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
    key_hash: str | None  # the server's promise from the beginning: SHA-256 of its part, or of the key if it has none
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


class Update(Shape):
    """All that happened since the number the client last saw, then the state as it is; only once a game has begun."""

    type: Literal["update"]
    number: int
    longest: list[int]  # each seat's longest path, in trains
    closed: list[str]  # routes that nobody owns and nobody can claim any more
    ending: Ending | None  # only when the game is over
    view: View
    seat: int | None  # looked from
    own: Own | None  # None for a spectator
    steps: list[Step]
    clock: Clock


UPDATE: Final = TypeAdapter(Update)


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
    done: int = 0  # decisions of the same message that were accepted before


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
SERVER: Final[TypeAdapter[Any]] = TypeAdapter(ServerMessage)


class TicketPath(Message):
    """How you could still complete one of your tickets."""

    ticket: str
    completed: bool
    missing: list[str]  # a cheapest set of free routes that would complete it
    cards: int  # their length
    trains: int  # pieces that they take
    subways: int
    cut_off: bool  # no free routes complete it any more
    circle: list[str]  # where a mandala counts: two separate ways, as few of their routes free as can be
    circle_cards: int  # the length of the free ones; 0: the ticket lies in a circle


class Paths(Message):
    """The hints of a seat: its tickets, then what it is offered."""

    number: int
    tickets: list[TicketPath]
    offer: list[TicketPath]


class WhyNot(Message):
    """Why a seat cannot claim a route; no faults: it can."""

    number: int
    faults: list[FaultInfo]
