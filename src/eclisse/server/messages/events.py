"""What happened, as messages tell it: one class an event, and the step that a decision makes."""

from typing import Annotated, Literal

from pydantic import Field

from eclisse.core.codes import Ended
from eclisse.server.messages.base import Cards, Message


class _Event(Message):
    """Something that happened; `seat` is who did it, None for the table."""

    seat: int | None


class Decision(_Event):
    """A seat has decided; everybody learns what, except during setup. `paid` has the cards of a payment.

    `ends` says what a `pass` ends if it does not pass the turn: a draw after one card, or placing depots.
    """

    kind: Literal["decision"]
    action: str | None = None
    paid: Cards | None = None
    ends: Literal["draw", "depots"] | None = None


class Took(_Event):
    """A card taken from the market."""

    kind: Literal["took"]
    card: str


class Drew(_Event):
    """A card taken blind; `card` is for its seat only."""

    kind: Literal["drew"]
    cards: int
    card: str | None = None


class Filled(_Event):
    """A card put in a seat's warehouse."""

    kind: Literal["filled"]
    warehouse: int


class Collected(_Event):
    """A warehouse emptied; `collected` is for its seat only."""

    kind: Literal["collected"]
    warehouse: int
    cards: int
    collected: Cards | None = None


class Tunnel(_Event):
    """Cards turned up for a tunnel, and the surcharge they cost."""

    kind: Literal["tunnel"]
    revealed: list[str]
    surcharge: int


class Offered(_Event):
    """Tickets offered: how many, and for their seat which ones."""

    kind: Literal["offered"]
    tickets: int
    offer: list[str] | None = None


class Kept(_Event):
    """Tickets kept from an offer: how many, and for their seat which ones."""

    kind: Literal["kept"]
    tickets: int
    kept: list[str] | None = None


class Chosen(_Event):
    """Everybody has chosen the first tickets: how many each seat kept."""

    kind: Literal["chosen"]
    tickets: list[int]


class Claimed(_Event):
    """A route claimed, and its points."""

    kind: Literal["claimed"]
    route: str
    points: int


class Built(_Event):
    """A station built on a city."""

    kind: Literal["built"]
    station: str


class Placed(_Event):
    """A depot placed on a city."""

    kind: Literal["placed"]
    depot: str


class GaveUp(_Event):
    """A tunnel given up; its cards were taken back."""

    kind: Literal["gave-up"]
    route: str


class Reshuffled(_Event):
    """The discard has become the deck."""

    kind: Literal["reshuffled"]


class Flushed(_Event):
    """The market was replaced this many times, because it held too many locomotives."""

    kind: Literal["flushed"]
    times: int


class Market(_Event):
    """The market as it is now."""

    kind: Literal["market"]
    cards: list[str]


class LastRound(_Event):
    """A seat has set off the last round."""

    kind: Literal["last-round"]


class Turn(_Event):
    """It is this seat's turn now."""

    kind: Literal["turn"]


class Over(_Event):
    """The game has ended."""

    kind: Literal["over"]
    reason: Ended


class Undone(_Event):
    """The last decision of the seat was taken back."""

    kind: Literal["undone"]
    action: str


Event = Annotated[
    Decision
    | Took
    | Drew
    | Filled
    | Collected
    | Tunnel
    | Offered
    | Kept
    | Chosen
    | Claimed
    | Built
    | Placed
    | GaveUp
    | Reshuffled
    | Flushed
    | Market
    | LastRound
    | Turn
    | Over
    | Undone,
    Field(discriminator="kind"),
]


class Step(Message):
    """One decision of the game and everything it led to, as far as the receiver may know."""

    number: int  # of the state it led to; the first decision leads to 1
    seat: int
    by: Literal["player", "bot", "clock", "stand-in"]  # the last two: a bot decided, as the time was up or one is away
    at: float  # seconds since 1970, UTC
    events: list[Event]
