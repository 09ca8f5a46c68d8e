"""What the coach says, typed; the OpenAPI document is made from these too."""

from eclisse.server.messages.base import Message, Number
from eclisse.server.messages.bodies import Words


class Hint(Message):
    """A decision that the coach would weigh."""

    action: str
    win: list[float]  # the chance of each seat, from 0 to 1
    says: Words
    why: list[Words]


class Hints(Message):
    """The best decisions now, the best first."""

    number: Number
    hints: list[Hint]


class Doubt(Message):
    """What a decision would give away, if it is a clear mistake."""

    number: Number
    loss: float | None  # chance to win; None: the coach has no doubt


class Better(Message):
    """A decision that would have been better, and why."""

    action: str
    routes: list[str]  # what is lit on the board: that of the decision made, and that of the better one
    cities: list[str]
    win: list[float]
    taken: Words  # what was done instead
    says: Words
    why: list[Words]  # from what the seat knew
    later: list[Words]  # what only the rest of the game showed


class ReviewMoment(Message):
    """One decision, with the chance of each seat after it."""

    number: Number  # decisions made before it
    seat: int
    turn: int  # of the seat, counted from 1; 0 before the first
    action: str
    win: list[float]
    loss: float  # chance to win that it gave away
    sure: bool  # beyond the noise
    better: Better | None  # of a sure loss


class Review(Message):
    """A finished game as the coach sees it; it becomes sharper as long as `done` is below 1."""

    done: float
    moments: list[ReviewMoment]
    accuracy: list[float | None]
    skill: list[float]
    luck: list[float]
