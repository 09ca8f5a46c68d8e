"""Hints from a seat's own view: the state of its tickets, and how it could pay for a route.

All of it is worked out by compiled functions (`core/needs.py`, `ways.py`, `reasons.py`); here it gets its names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse.core import doors, needs, reasons, ways
from eclisse.core.actions import CLAIM, N_ACTIONS, action
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, N_COLOURS, NONE, PAYING, ROUTE_COLOUR_NAMES
from eclisse.core.needs import NEED, NEEDS
from eclisse.core.reasons import MOST_REASONS, REASON
from eclisse.core.records import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_TICKETS, STATE, Record
from eclisse.core.ways import MOST_WAYS
from eclisse.faults import Fault, Faulty, cut, fault, nearest
from eclisse.illegal import in_words
from eclisse.notation import Action, action_of
from eclisse.views import View

PAID_WITH: Final = (*ROUTE_COLOUR_NAMES[:LOCOMOTIVE], "gray", "locomotive")


@dataclass(frozen=True)
class Progress:
    """How close a ticket is to completion."""

    ticket: str
    points: str
    completed: bool
    joined: tuple[tuple[str, ...], ...]  # each end that is connected to anything, with the cities connected to it
    missing: tuple[str, ...]  # a shortest set of free routes that would complete it
    n_missing: int  # their length
    trains: int  # pieces of either kind that they take
    subways: int
    cut_off: bool  # no free routes complete it any more
    circle: tuple[str, ...]  # where a mandala counts: the routes of two separate ways, as few of them free as can be
    n_circle: int  # the length of the free ones; 0: the ticket lies in a circle


@dataclass(frozen=True)
class Plan:
    """The needs of several tickets together, with each route and each card of the hand counted once."""

    routes: tuple[str, ...]  # free ones that would complete them all
    cards: dict[str, int]  # what they cost, by the colour to pay with: gray is any one
    held: dict[str, int]  # the cards of the hand that are meant for them
    missing: int  # the cards still to be taken
    payable: tuple[str, ...]  # the routes that these cards pay for in full, all of them together
    trains: int  # pieces of either kind that they take
    subways: int
    cut_off: tuple[str, ...]  # tickets that no free routes complete any more


def unseen(view: View) -> list[int]:
    """By colour, the cards of the game that the viewer cannot place: in the deck, in warehouses, in other hands."""
    counts = np.empty(N_COLOURS, np.int16)
    doors.unseen_cards(view.records, view.kit.rules_row, counts)
    return list(counts.tolist())


def _by_colour(row: Any) -> dict[str, int]:
    """Some cards, in the order of the colours."""
    counts = dict(zip(ROUTE_COLOUR_NAMES, row.tolist(), strict=True))
    return {name: counts[name] for name in PAID_WITH if counts[name]}


class Hints:
    """The hints of one view."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise Faulty(fault("spectator-has-none"))
        self._view, self._seat, self._kit = view, view.seat, view.kit
        self._states, self._turns = view.records, np.zeros(1, STATE)
        self._rows = self._kit.board_row, self._kit.rules_row

    def payments(self, route: str) -> tuple[Action, ...]:
        """All ways to pay for a route."""
        turns, out = self._turns, np.empty(N_ACTIONS, np.int16)
        turns[0] = self._states[0]
        turns["phase"], turns["to_move"], turns["route"] = PAYING, self._seat, self._kit.route_index[route]
        turns["city"] = NONE
        return self._paying(out[: doors.legal_actions(self._turns, *self._rows, self._seat, out)])

    def _paying(self, numbers: npt.NDArray[np.int16]) -> tuple[Action, ...]:
        """Ways to pay what is due in the turn looked at."""
        due = doors.amount_due(self._turns, *self._rows, self._seat)
        return tuple([action_of(number, self._kit, due) for number in numbers.tolist()])

    def claims(self) -> dict[str, tuple[Action, ...]]:
        """The routes the seat could claim if it were its turn, each with all ways to pay for it."""
        kit, claims = self._kit, self.claim_numbers()
        return {route: tuple(action_of(number, kit, due) for number in numbers) for route, due, numbers in claims}

    def claim_numbers(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """The same routes, the cards due for each, and its payments by their numbers."""
        kit, out = self._kit, np.empty(MAX_ROUTES * MOST_WAYS, np.int16)
        routes, ends = np.empty(MAX_ROUTES, np.int16), np.empty(MAX_ROUTES, np.int64)
        n = ways.claims(self._states, self._turns, *self._rows, self._seat, routes, out, ends)
        found, start, numbers = list[tuple[str, int, tuple[int, ...]]](), 0, out[: ends[n - 1] if n else 0].tolist()
        for route, stop in zip(routes[:n].tolist(), ends[:n].tolist(), strict=True):
            length = kit.spec.board.routes[route].length
            found.append((kit.names.routes[route], length, tuple(numbers[start:stop])))
            start = stop
        return found

    def why_not(self, route: str) -> list[Fault]:
        """Why the seat cannot claim a route: as at the start of its turn, or, where it then could, what comes first."""
        kit, rows = self._kit, np.zeros(MOST_REASONS, REASON)
        if route not in kit.route_index:
            raise Faulty(fault("unknown-route", "route", name=cut(route), **nearest(route, kit.route_index)))
        index = kit.route_index[route]
        n = reasons.why_no_claim(self._states, *self._rows, self._seat, index, rows)
        text = action_of(action(CLAIM, index), kit, 0).text
        return [in_words(row, kit, text) for row in rows[:n]]

    def station_payments(self) -> tuple[Action, ...]:
        """All ways to pay for the next station, if the seat could build one now."""
        out = np.empty(N_ACTIONS, np.int16)
        return self._paying(out[: ways.station_ways(self._states, self._turns, *self._rows, self._seat, out)])

    def completed(self) -> dict[str, tuple[bool, bool]]:
        """The seat's tickets, whether each is completed now, and whether it lies in a circle that counts."""
        names, out = self._kit.names.tickets, np.empty((MAX_TICKETS, 3), np.int16)
        n = needs.held(self._states, *self._rows, self._seat, out)
        return {names[ticket]: (bool(done), bool(circle)) for ticket, done, circle in out[:n].tolist()}

    def tickets(self) -> list[Progress]:
        """The seat's tickets, completed ones last."""
        rows = np.zeros(MAX_TICKETS, NEED)
        return self._progress(rows[: needs.needs(self._states, *self._rows, self._seat, rows)])

    def offered(self) -> list[Progress]:
        """The tickets the seat may keep some of, in their order."""
        rows = np.zeros(MAX_OFFER, NEED)
        return self._progress(rows[: needs.offer_needs(self._states, *self._rows, self._seat, rows)])

    def plan(self, tickets: Sequence[str]) -> Plan:
        """A cheap set of free routes that completes some tickets together."""
        kit, rows = self._kit, np.zeros(1, NEEDS)
        for name in tickets:
            if name not in kit.ticket_index:
                raise Faulty(fault("unknown-ticket", "ticket", name=cut(name), **nearest(name, kit.ticket_index)))
        numbers = np.array([kit.ticket_index[name] for name in tickets], np.int16)
        needs.plan(self._states, *self._rows, self._seat, numbers, rows)
        (row,) = rows
        return Plan(
            routes=self._routes(row["routes"][: row["n_routes"]]),
            cards=_by_colour(row["cards"]),
            held=_by_colour(row["held"]),
            missing=int(row["missing"]),
            payable=self._routes(row["payable"][: row["n_payable"]]),
            trains=int(row["trains"]),
            subways=int(row["subways"]),
            cut_off=tuple(kit.names.tickets[ticket] for ticket in row["cut_off"][: row["n_cut_off"]].tolist()),
        )

    def unseen(self) -> dict[str, int]:
        """The cards of each colour of the game that are still out there, for all the seat has seen."""
        counts = zip(COLOUR_NAMES, self._kit.rules.cards.tolist(), unseen(self._view), strict=True)
        return {name: left for name, total, left in counts if total}

    def _progress(self, rows: Iterable[Record]) -> list[Progress]:
        """The needs of some tickets with their names."""
        label = np.empty(MAX_CITIES, np.int16)
        doors.link_groups(self._states, self._kit.board_row, self._seat, label, np.empty(MAX_CITIES, np.int16))
        return [self._ticket(row, label[: len(self._kit.names.cities)].tolist()) for row in rows]

    def _ticket(self, row: Record, label: list[int]) -> Progress:
        ticket = int(row["ticket"])
        return Progress(
            ticket=self._kit.names.tickets[ticket],
            points=self._points(ticket),
            completed=bool(row["completed"]),
            joined=tuple(self._joined(end, label) for end in self._ends(ticket) if label.count(label[end]) > 1),
            missing=self._routes(row["missing"][: row["n_missing"]]),
            n_missing=int(row["cards"]),
            trains=int(row["trains"]),
            subways=int(row["subways"]),
            cut_off=bool(row["cut_off"]),
            circle=self._routes(row["circle"][: row["n_circle"]]),
            n_circle=int(row["circle_cards"]),
        )

    def _routes(self, numbers: Any) -> tuple[str, ...]:
        """Routes by their ids."""
        return tuple(self._kit.names.routes[route] for route in numbers.tolist())

    def _points(self, ticket: int) -> str:
        """The points of a ticket; all values of one that leads to countries."""
        worth = sorted({int(value) for value in self._kit.board.ticket_worth[ticket] if value})
        return "/".join(map(str, worth)) if worth else str(self._kit.board.ticket_points[ticket])

    def _ends(self, ticket: int) -> list[int]:
        """The cities that a ticket names, or those it may start from."""
        board = self._kit.board
        named = [int(end) for end in (board.ticket_a[ticket], board.ticket_b[ticket]) if end != NONE]
        country, countries = int(board.ticket_country[ticket]), board.country[: board.n_cities]
        return named if country == NONE else [*np.flatnonzero(countries == country).tolist(), *named]

    def _joined(self, end: int, label: list[int]) -> tuple[str, ...]:
        """A city, and those that the seat's own routes connect with it."""
        names = self._kit.names.cities
        return names[end], *(names[city] for city, one in enumerate(label) if one == label[end] and city != end)
