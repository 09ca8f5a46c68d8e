"""The shapes of a game, declared once: what a seat sees, the final count, decisions, and what happens.

The engine makes them, and `plain` makes JSON of them. The server sends them as they are, so that the OpenAPI document,
the types of the page and the tables of docs/protocol.md follow from here; nothing here knows how.
"""

from collections.abc import Callable
from dataclasses import Field, dataclass
from typing import Annotated, Any, ClassVar, Literal, Self, dataclass_transform, get_args, get_type_hints

from eclisse.core.codes import Ended, Phase
from eclisse.core.limits import MAX_OFFER

Cards = dict[str, int]
"""Counts by card: pink, blue, orange, white, green, yellow, black, red, locomotive; those there are none of are left
out."""
By = Literal["player", "bot", "clock", "stand-in"]
"""Who made a decision: a player, the bot at the seat, or a bot for a player whose time was up or who was away."""
DecidedBy = Literal["points", "tickets-completed", "fewest-stations", "longest-path", "shared"]


@dataclass_transform(frozen_default=True)
class Shape:
    """Something that leaves a game: every class made from this one is a dataclass of exactly its fields.

    Shapes are frozen for the type checker only: a frozen one takes four to seven times as long to make.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    __pydantic_config__: ClassVar = {"extra": "forbid"}  # of a schema made from it

    def __init_subclass__(cls) -> None:
        dataclass(cls)


def plain(shape: Shape) -> dict[str, Any]:
    """A shape as JSON has it."""
    return {name: _plain(part) for name, part in vars(shape).items()}


def _plain(part: Any) -> Any:
    """A part of a shape, likewise."""
    if isinstance(part, list | tuple):
        return [_plain(one) for one in part]
    return plain(part) if isinstance(part, Shape) else part


class ByKind:
    """Marks a union whose members have kinds of their own, so that a schema says which kind is which member."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        schemas = {kind: handler(member) for member in get_args(source) for kind in kinds_of(member)}
        return {"type": "tagged-union", "discriminator": "kind", "choices": schemas}


class Below:
    """Marks numbers from 0 to below a limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {**handler(source), "ge": 0, "lt": self._limit}


def kinds_of(member: type[Shape]) -> tuple[str, ...]:
    """The kinds that a shape can be of."""
    return get_args(get_type_hints(member)["kind"])


# --- decisions ------------------------------------------------------------------------------------------------------


class Plain(Shape):
    """A decision with no other fields: draw, tickets, pass, take-back or decline."""

    kind: Literal["draw", "tickets", "pass", "take-back", "decline"]
    text: str


class Take(Shape):
    """Take a card from the market."""

    kind: Literal["take"]
    text: str
    card: str


class Keep(Shape):
    """Keep the tickets at these places of the offer, counted from 0."""

    kind: Literal["keep"]
    text: str
    places: tuple[Annotated[int, Below(MAX_OFFER)], ...]


class Claim(Shape):
    """Claim a route; what it is paid with comes next unless there is only one way."""

    kind: Literal["claim"]
    text: str
    route: str


class Build(Shape):
    """Build a station, or a depot, on a city."""

    kind: Literal["station", "depot"]
    text: str
    city: str


class Stock(Shape):
    """Put a card in the warehouse of a seat, or take all of it."""

    kind: Literal["warehouse", "collect"]
    text: str
    warehouse: int


class Pay(Shape):
    """Pay with so many cards of a colour (None: of no colour) and so many locomotives."""

    kind: Literal["pay"]
    text: str
    colour: str | None
    cards: int
    locomotives: int


Legal = Annotated[Plain | Take | Keep | Claim | Build | Stock | Pay, ByKind()]
"""A decision that may be made."""


# --- what a seat sees -----------------------------------------------------------------------------------------------


class SeatView(Shape):
    """The public part of one seat."""

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


class PublicView(Shape):
    """The public part of a state."""

    game: str
    modules: list[str]
    phase: Phase
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


class View(PublicView):
    """A state as one seat (None: a spectator) may see it; the same as `Game.view(seat).to_dict()`."""

    seat: int | None
    hand: Cards | None  # a spectator has none
    tickets: list[str] | None
    offer: list[str] | None


# --- the final count ------------------------------------------------------------------------------------------------


class TicketLine(Shape):
    """A ticket in the final count: its points, and the path that completes it."""

    ticket: str
    points: int
    completed: bool
    path: list[str]
    borrowed: list[str]
    mandala: bool


class RouteLine(Shape):
    """A route in the final count."""

    route: str
    length: int
    points: int


class BorrowedLine(Shape):
    """The route a station borrows."""

    station: str
    route: str | None


class Points(Shape):
    """The sources of a seat's points, by the names that the core's sheet has for them."""

    routes: int
    tickets: int
    stations: int
    longest: int
    globetrotter: int
    mandala: int
    depots: int


class SheetSeat(Points):
    """One seat's points and where they come from."""

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


class Sheet(Shape):
    """The final count; the same as `Game.result.to_dict()`."""

    seats: list[SheetSeat]
    winners: list[int]
    decided_by: DecidedBy
    ended: Ended


# --- what happens ---------------------------------------------------------------------------------------------------


class Happening(Shape):
    """Something that happened; `seat` is who did it, None for the table."""

    seat: int | None
    OWN: ClassVar[tuple[str, ...]] = ()  # what its seat alone may know: for all others these fields are None

    def told_to(self, viewer: int | None) -> Self:
        """As a seat (None: a spectator) may know it."""
        is_own = viewer is not None and viewer == self.seat
        return self if is_own or not self.OWN else type(self)(**vars(self) | dict.fromkeys(self.OWN))

    def to_dict(self, viewer: int | None) -> dict[str, Any]:
        """The same as JSON; what is None is left out."""
        told = {name: value for name, value in plain(self.told_to(viewer)).items() if value is not None}
        return {"kind": told.pop("kind"), "seat": self.seat, **told}


class Decision(Happening):
    """A seat has decided; everybody learns what, except during setup. `paid` has the cards of a payment.

    `ends` says what a `pass` ends if it does not pass the turn: a draw after one card, or placing depots.
    """

    kind: Literal["decision"]
    action: str | None = None
    paid: Cards | None = None
    ends: Literal["draw", "depots"] | None = None


class SecretDecision(Decision):
    """A decision of setup."""

    OWN = ("action",)


class Took(Happening):
    """A card taken from the market."""

    kind: Literal["took"]
    card: str


class Drew(Happening):
    """A card taken blind; `card` is for its seat only."""

    OWN = ("card",)
    kind: Literal["drew"]
    cards: int
    card: str | None = None


class Filled(Happening):
    """A card put in a seat's warehouse."""

    kind: Literal["filled"]
    warehouse: int


class Collected(Happening):
    """A warehouse emptied; `collected` is for its seat only."""

    OWN = ("collected",)
    kind: Literal["collected"]
    warehouse: int
    cards: int
    collected: Cards | None = None


class Tunnel(Happening):
    """Cards turned up for a tunnel, and the surcharge they cost."""

    kind: Literal["tunnel"]
    revealed: list[str]
    surcharge: int


class Offered(Happening):
    """Tickets offered: how many, and for their seat which ones."""

    OWN = ("offer",)
    kind: Literal["offered"]
    tickets: int
    offer: list[str] | None = None


class Kept(Happening):
    """Tickets kept from an offer: how many, and for their seat which ones."""

    OWN = ("kept",)
    kind: Literal["kept"]
    tickets: int
    kept: list[str] | None = None


class Chosen(Happening):
    """Everybody has chosen the first tickets: how many each seat kept."""

    kind: Literal["chosen"]
    tickets: list[int]


class Claimed(Happening):
    """A route claimed, and its points."""

    kind: Literal["claimed"]
    route: str
    points: int


class Built(Happening):
    """A station built on a city."""

    kind: Literal["built"]
    station: str


class Placed(Happening):
    """A depot placed on a city."""

    kind: Literal["placed"]
    depot: str


class GaveUp(Happening):
    """A tunnel given up; its cards were taken back."""

    kind: Literal["gave-up"]
    route: str


class Reshuffled(Happening):
    """The discard has become the deck."""

    kind: Literal["reshuffled"]


class Flushed(Happening):
    """The market was replaced this many times, because it held too many locomotives."""

    kind: Literal["flushed"]
    times: int


class Market(Happening):
    """The market as it is now."""

    kind: Literal["market"]
    cards: list[str]


class LastRound(Happening):
    """A seat has set off the last round."""

    kind: Literal["last-round"]


class Turn(Happening):
    """It is this seat's turn now."""

    kind: Literal["turn"]


class Over(Happening):
    """The game has ended."""

    kind: Literal["over"]
    reason: Ended


class Undone(Happening):
    """The last decision of the seat was taken back."""

    kind: Literal["undone"]
    action: str


Event = Annotated[
    Decision | Took | Drew | Filled | Collected | Tunnel | Offered | Kept | Chosen | Claimed | Built | Placed | GaveUp
    | Reshuffled | Flushed | Market | LastRound | Turn | Over | Undone,
    ByKind(),
]  # fmt: skip
"""Everything that can happen."""


class Step(Shape):
    """One decision of the game and everything it led to, as far as the receiver may know."""

    number: int  # of the state it led to; the first decision leads to 1
    seat: int
    by: By  # the last two: a bot decided, as the time was up or one is away
    at: float  # seconds since 1970, UTC
    events: list[Event]
