"""A learner's observation: one row of numbers and one mask of legal actions, laid out alike for every game.

Only what `observe.blank` leaves in a seat's view is read, so a row can be written straight from the state and holds
nothing hidden; a test compares both. Seats are counted from the observer: place 0 is its own, place 1 the next seat's.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import N_COLOURS, NONE, OVER
from eclisse.core.legal import due, may_act
from eclisse.core.records import (
    MARKET_SIZE,
    MAX_CITIES,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_REVEALED,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_TICKETS,
    Record,
)
from eclisse.faults import Faulty, fault
from eclisse.features.write import Mask, mark_legal
from eclisse.jit.compiled import compiled
from eclisse.views import View

Row = npt.NDArray[np.int16]
Records = npt.NDArray[Any]

MANY: Final = 32767  # a count without a limit of its own


@dataclass(frozen=True)
class Field:
    """Some neighbouring numbers of an observation."""

    name: str
    size: int
    high: int  # the largest value; the smallest is 0
    text: str
    at: int = 0


def _laid_out(*fields: Field) -> tuple[Field, ...]:
    """Give each field its place after the one before it."""
    result: list[Field] = []
    for field in fields:
        at = result[-1].at + result[-1].size if result else 0
        result.append(Field(field.name, field.size, field.high, field.text, at))
    return tuple(result)


LAYOUT: Final = _laid_out(
    Field("phase", OVER + 1, 1, "1 at the phase, in the order of `codes.PHASE_NAMES`"),
    Field("to_act", MAX_SEATS, 1, "1 for each seat that is awaited"),
    Field("last_round_by", MAX_SEATS, 1, "1 for the seat that set off the last round"),
    Field("n_seats", 1, MAX_SEATS, "seats at the table"),
    Field("turns", 1, MANY, "turns finished, or the largest value if there were more"),
    Field("drawn", 1, 2, "wagon cards taken in this turn"),
    Field("deck", 1, MANY, "wagon cards in the deck"),
    Field("ticket_deck", 1, MAX_TICKETS, "tickets in the deck"),
    Field("hand", N_COLOURS, MANY, "own wagon cards, by colour, locomotives last"),
    Field("market", N_COLOURS, MARKET_SIZE, "face-up cards, by colour"),
    Field("discard", N_COLOURS, MANY, "discarded cards, by colour"),
    Field("stock", N_COLOURS, MANY, "what the deck was made from, less what was turned up since, by colour"),
    Field("seen", MAX_SEATS * N_COLOURS, MANY, "of each hand, what everybody knows to be in it, by seat and colour"),
    Field("cards", MAX_SEATS, MANY, "wagon cards in each hand"),
    Field("tickets", MAX_SEATS, MAX_TICKETS, "tickets of each seat"),
    Field("offered", MAX_SEATS, MAX_OFFER, "tickets each seat is choosing from"),
    Field("trains", MAX_SEATS, MANY, "trains (or trams) left to each seat"),
    Field("subways", MAX_SEATS, MANY, "subways left to each seat"),
    Field("points", MAX_SEATS, MANY, "points of each seat for the routes it claimed"),
    Field("stations", MAX_SEATS, MANY, "stations left to each seat"),
    Field("depots", MAX_SEATS, MANY, "depots left to each seat"),
    Field("warehouse", MAX_SEATS, MANY, "cards in each seat's warehouse"),
    Field("route", 1, MAX_ROUTES, "1 + the route being paid or collected for, else 0"),
    Field("city", 1, MAX_CITIES, "1 + the city of the station being paid, else 0"),
    Field("colour", N_COLOURS + 1, 1, "1 at the colour of that route, gray last"),
    Field("cost", 1, MAX_LENGTH, "cards to pay now"),
    Field("laid", N_COLOURS, MAX_LENGTH, "payment on the table while a tunnel asks for more, by colour"),
    Field("revealed", N_COLOURS, MAX_REVEALED, "cards a tunnel turned up, by colour"),
    Field("owner", MAX_ROUTES, MAX_SEATS, "of each route: 0 free, else 1 + the place of its owner (1: own)"),
    Field("station", MAX_CITIES, MAX_SEATS, "of each city: whose station stands there, in the same way"),
    Field("depot", MAX_CITIES, MAX_SEATS, "of each city: whose depot stands there, in the same way"),
    Field("ticket", MAX_TICKETS, 1 + MAX_OFFER, "of each ticket: 1 own, 1 + k the k-th of the own offer, 0 any other"),
)
AT: Final = {field.name: field.at for field in LAYOUT}
SIZE: Final = LAYOUT[-1].at + LAYOUT[-1].size

# Compiled code knows no dictionaries of constants.
_PHASE, _TO_ACT, _LAST_ROUND_BY = AT["phase"], AT["to_act"], AT["last_round_by"]
_N_SEATS, _TURNS, _DRAWN, _DECK, _TICKET_DECK = AT["n_seats"], AT["turns"], AT["drawn"], AT["deck"], AT["ticket_deck"]
_HAND, _MARKET, _DISCARD, _STOCK, _SEEN = AT["hand"], AT["market"], AT["discard"], AT["stock"], AT["seen"]
_CARDS, _TICKETS, _OFFERED, _TRAINS, _SUBWAYS = AT["cards"], AT["tickets"], AT["offered"], AT["trains"], AT["subways"]
_POINTS, _STATIONS, _DEPOTS, _WAREHOUSE = AT["points"], AT["stations"], AT["depots"], AT["warehouse"]
_ROUTE, _CITY, _COLOUR, _COST, _LAID, _REVEALED = (
    AT["route"], AT["city"], AT["colour"], AT["cost"], AT["laid"], AT["revealed"],
)  # fmt: skip
_OWNER, _STATION, _DEPOT, _TICKET = AT["owner"], AT["station"], AT["depot"], AT["ticket"]


def bounds() -> tuple[Row, Row]:
    """The smallest and the largest value of each number."""
    high = np.concatenate([np.full(field.size, field.high, np.int16) for field in LAYOUT])
    return np.zeros(SIZE, np.int16), high


@compiled
def _write_table(state: Record, seat: int, out: Row) -> None:
    """The numbers that all seats share, and the seat's own hand."""
    out[_PHASE + state.phase] = 1
    out[_N_SEATS] = state.n_seats
    out[_TURNS] = min(int(state.turns), MANY)
    out[_DRAWN] = state.drawn
    out[_DECK] = state.n_deck
    out[_TICKET_DECK] = state.n_queue
    for c in range(N_COLOURS):
        out[_HAND + c] = state.hands[seat, c]
        out[_DISCARD + c] = state.discard[c]
        out[_STOCK + c] = state.stock[c]
        out[_LAID + c] = state.laid[c]
    for place in range(MARKET_SIZE):
        if state.market[place] != NONE:
            out[_MARKET + state.market[place]] += 1
    for i in range(MAX_REVEALED):
        if state.revealed[i] != NONE:
            out[_REVEALED + state.revealed[i]] += 1


@compiled
def _write_seats(state: Record, seat: int, out: Row) -> None:
    """The public numbers of each seat, the observer first."""
    for place in range(state.n_seats):
        other = (seat + place) % state.n_seats
        out[_TO_ACT + place] = 1 if may_act(state, other) else 0
        out[_LAST_ROUND_BY + place] = 1 if state.last_round_by == other else 0
        out[_CARDS + place] = state.n_hand[other]
        out[_TICKETS + place] = state.n_tickets[other]
        out[_OFFERED + place] = state.n_offer[other]
        out[_TRAINS + place] = state.pieces[other, 0]
        out[_SUBWAYS + place] = state.pieces[other, 1]
        out[_POINTS + place] = state.points[other]
        out[_STATIONS + place] = state.stations_left[other]
        out[_DEPOTS + place] = state.depots_left[other]
        out[_WAREHOUSE + place] = state.n_warehouse[other]
        for c in range(N_COLOURS):
            out[_SEEN + place * N_COLOURS + c] = state.seen[other, c]


@compiled
def _write_pending(state: Record, board: Record, rules: Record, out: Row) -> None:
    """The claim or station under way and what it costs."""
    out[_ROUTE] = state.route + 1
    out[_CITY] = state.city + 1
    if state.route != NONE:
        out[_COLOUR + board.colour[state.route]] = 1
    out[_COST] = due(state, board, rules, int(state.to_move))


@compiled
def _write_owners(owners: Mask, seat: int, n_seats: int, out: Row) -> None:
    """Whose each thing is, counted from the observer; without branches, so that many are written at once."""
    for i in range(owners.shape[0]):
        owner = np.int16(owners[i])
        place = np.int16(owner - seat)
        place = np.int16(place + n_seats) if place < 0 else place
        out[i] = np.int16(0) if owner < 0 else np.int16(place + 1)


@compiled
def _write_tickets(state: Record, seat: int, out: Row) -> None:
    """The seat's own tickets and offer; where the others are stays hidden."""
    for ticket in range(MAX_TICKETS):
        out[_TICKET + ticket] = np.int16(1) if state.holder[ticket] == seat else np.int16(0)
    for i in range(state.n_offer[seat]):
        out[_TICKET + state.offer[seat, i]] = 2 + i


@compiled
def encode(state: Record, board: Record, rules: Record, seat: int, out: Row) -> None:
    """Write what a seat sees of a state, or of its own view, to a row of SIZE numbers."""
    out[:_OWNER] = 0
    _write_table(state, seat, out)
    _write_seats(state, seat, out)
    _write_pending(state, board, rules, out)
    n_seats = int(state.n_seats)
    _write_owners(state.owner, seat, n_seats, out[_OWNER:_STATION])
    _write_owners(state.station, seat, n_seats, out[_STATION:_DEPOT])
    _write_owners(state.depot, seat, n_seats, out[_DEPOT:_TICKET])
    _write_tickets(state, seat, out)


@compiled
def encode_one(states: Records, boards: Records, rules: Records, seat: int, out: Row) -> None:
    """`encode` for Python: arrays of one record each."""
    encode(states[0], boards[0], rules[0], seat, out)


@compiled
def mask_one(states: Records, boards: Records, rules: Records, seat: int, out: Mask) -> None:
    """`mark_legal` for Python: arrays of one record each."""
    mark_legal(states[0], boards[0], rules[0], seat, np.empty(N_ACTIONS, np.int16), out)


class NoSeat(Faulty):
    """A spectator decides nothing, so that there is nothing to learn from what it sees."""


class Observation:
    """What a seat sees as a row of numbers, laid out alike for every game (`docs/environments.md`).

    >>> from eclisse import Game
    >>> view = Game.new("usa", seats=3, seed=7).view(0)
    >>> row = Observation.encode(view)
    >>> row.shape, Observation.part(row, "n_seats").tolist(), int(Observation.part(row, "hand").sum())
    ((565,), [3], 4)
    >>> Observation.mask(view).nonzero()[0].tolist()  # the numbers of the actions that are legal
    [27, 29, 30, 31]
    """

    @staticmethod
    def encode(view: View) -> Row:
        """The row of a seat's view."""
        row = np.empty(SIZE, np.int16)
        encode_one(view.records, view.kit.board_row, view.kit.rules_row, _seat_of(view), row)
        return row

    @staticmethod
    def mask(view: View) -> Mask:
        """1 for each action that is legal for the seat now."""
        mask = np.zeros(N_ACTIONS, np.int8)
        mask_one(view.records, view.kit.board_row, view.kit.rules_row, _seat_of(view), mask)
        return mask

    @staticmethod
    def part(rows: Row, name: str) -> Row:
        """The numbers of one name, in one row or in many."""
        field = next(field for field in LAYOUT if field.name == name)
        return rows[..., field.at : field.at + field.size]


def _seat_of(view: View) -> int:
    """The seat that looks."""
    if view.seat is None:
        raise NoSeat(fault("spectator-decides-nothing"))
    return view.seat
