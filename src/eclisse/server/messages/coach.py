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
