"""Planning aids, typed; the OpenAPI document is made from these too."""

from eclisse.server.messages.base import Cards, Message, Number


class Plan(Message):
    """What the tickets asked for take together, with each route counted once, and the cards still out there."""

    number: Number
    routes: list[str]  # free ones that would complete them all
    cards: dict[str, int]  # their length by colour: gray is any one, locomotive what ferries ask for
    trains: int  # pieces that they take
    subways: int
    cut_off: list[str]  # tickets that no free routes complete any more
    unseen: Cards  # by colour, for all the seat has seen: in the deck, in warehouses, in the hands of others
