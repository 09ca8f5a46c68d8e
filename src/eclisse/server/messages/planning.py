"""Planning aids, typed; the OpenAPI document is made from these too."""

from eclisse.server.messages.base import Cards, Message, Number


class Plan(Message):
    """What the tickets asked for take together, each route and card counted once, and the cards still out there."""

    number: Number
    routes: list[str]  # free ones that would complete them all
    cards: dict[str, int]  # what they cost, by the colour to pay with: gray is any one
    held: dict[str, int]  # the cards of your hand that are meant for them
    missing: int  # the cards still to be taken
    payable: list[str]  # the routes that these cards pay for in full, all of them together
    trains: int  # pieces that they take
    subways: int
    cut_off: list[str]  # tickets that no free routes complete any more
    unseen: Cards  # by colour, for all the seat has seen: in the deck, in warehouses, in the hands of others
