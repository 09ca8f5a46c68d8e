"""A game is a board, sets of tickets and knobs; a module adds to these or changes them. Frozen values, no NumPy."""

from dataclasses import dataclass, field
from typing import Any, Final

from eclisse.boards.model import Board, Ticket, worst
from eclisse.boards.schema import Words
from eclisse.core.knobs import Knobs
from eclisse.vocabulary import Vocabulary

SIGNS: Final = ("locomotive", "bicycle")
"""The sign on cards that stand for any colour."""


@dataclass(frozen=True, eq=False)
class GameSpec:
    """Everything that tells one game from another; the same object is the same game."""

    id: str
    name: Words
    about: Words
    board: Board
    sets: tuple[str, ...]
    ticket_values: str  # the column of ticket values that counts
    knobs: Knobs
    words: Vocabulary = field(default_factory=dict)  # what it calls its cards and pieces, where not as usual
    big_cities: tuple[str, ...] = ()  # one of which every ticket names
    tips: tuple[Words, ...] = ()  # advice for its players
    rulings: tuple[str, ...] = ()  # knobs that the printed rules leave open
    sign: str = SIGNS[0]

    @property
    def tickets(self) -> tuple[Ticket, ...]:
        """Tickets in play, in the order of the board's file."""
        return tuple(ticket for ticket in self.board.tickets if not set(self.sets).isdisjoint(ticket.sets))

    @property
    def n_long(self) -> int:
        """How many tickets in play are dealt from the deck of long ones."""
        return sum(self.is_long(ticket) for ticket in self.tickets)

    @property
    def provenance(self) -> str:
        """The least certain provenance among its tickets."""
        return worst(ticket.provenance for ticket in self.tickets)

    def is_long(self, ticket: Ticket) -> bool:
        """Whether this game deals a ticket from the deck of long ones."""
        return ticket.long and self.knobs.deal_long > 0


@dataclass(frozen=True, eq=False)
class Module:
    """An addition to any game whose board has its sets of tickets and its values."""

    id: str
    name: Words
    about: Words
    sets: tuple[str, ...]
    ticket_values: str  # the column of ticket values that counts with it; empty: the game's own
    knobs: dict[str, Any]
    games: tuple[str, ...] = ()  # the games it goes with; none: all that it can be added to
    in_place_of: str = ""  # the module that did the opposite under the first edition of the rules
    hidden: bool = False  # not offered for new games
