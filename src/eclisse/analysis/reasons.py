"""Why a decision is better than another: facts found in the position, each a code with its values.

`reasons` asks the seat's own view alone. `hindsight` may look at the rest of the record, and is shown apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np

from eclisse.analysis.weigh import Option
from eclisse.core import doors
from eclisse.core.actions import Kind
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, NONE
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, STATE
from eclisse.hints import Hints, Progress, unseen
from eclisse.notation import Action
from eclisse.views import View

FEW_TRAINS: Final = 6  # pieces left that bring the end near
FEW_CARDS: Final = 3  # unseen cards of a colour that are nearly none
DETOUR: Final = 2  # spaces by which another way must be longer to be worth a word
LONG: Final = 10  # spaces from which on the longest path is worth a word
MOST: Final = 3  # reasons that are given


@dataclass(frozen=True)
class Reason:
    """One fact: a code and its values, which are ids and numbers."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The reason as JSON."""
        return {"code": self.code, "params": self.params}


class Position:
    """A seat's view, and what it would be with a route claimed by itself or by another."""

    def __init__(self, view: View) -> None:
        self.view, self.kit, self.seat = view, view.kit, 0 if view.seat is None else view.seat
        self.record = view.record

    def with_route(self, route: str, owner: int) -> "Position":
        """The same with a route claimed."""
        record = self.record.copy()
        record.owner[self.kit.route_index[route]] = owner
        return Position(View(record, self.kit, self.view.seat, self.view.to_act))

    @cached_property
    def tickets(self) -> dict[str, Progress]:
        """The seat's tickets and how far they are."""
        return {row.ticket: row for row in Hints(self.view).tickets()}

    @cached_property
    def offered(self) -> list[Progress]:
        """The tickets to choose from."""
        return Hints(self.view).offered()

    @cached_property
    def missing(self) -> dict[str, str]:
        """The routes on cheapest ways of open tickets, each with one of these tickets."""
        return {route: name for name, row in self.tickets.items() if not row.completed for route in row.missing}

    def others(self) -> list[int]:
        """The other seats."""
        return [seat for seat in range(int(self.record.n_seats)) if seat != self.seat]

    def trail(self, seat: int) -> int:
        """The length of a seat's longest path."""
        states = np.zeros(1, STATE)
        states[0] = self.record
        return int(doors.trail(states, self.kit.board_row, seat, np.full(MAX_ROUTES, NONE, np.int16)))

    def networks(self, seat: int) -> list[int]:
        """Which of a seat's networks each city belongs to; a city without its routes is alone."""
        states = np.zeros(1, STATE)
        states[0] = self.record
        single, double = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
        doors.link_groups(states, self.kit.board_row, seat, single, double)
        return [int(label) for label in single]

    def unseen(self, colour: int) -> int:
        """Cards of a colour that the seat cannot place."""
        return unseen(self.view)[colour]


def points_of(progress: Progress) -> int:
    """What a ticket is worth; of one that leads to countries, the least."""
    return int(progress.points.split("/")[0])


def claim_reasons(position: Position, action: Action, _taken: Action) -> Iterator[Reason]:
    """What a claim does for the own tickets, the longest path and the others."""
    route = action.route or ""
    other = position.others()[0]
    after, without = position.with_route(route, position.seat), position.with_route(route, other)
    for name, row in position.tickets.items():
        if not row.completed and after.tickets[name].completed:
            yield Reason("completes", {"ticket": name, "points": points_of(row)})
    for name, row in position.tickets.items():
        if not row.completed and not row.cut_off:
            left = after.tickets[name].n_missing
            if without.tickets[name].cut_off:
                yield Reason("only-way", {"ticket": name, "route": route})
            elif without.tickets[name].n_missing >= row.n_missing + DETOUR:
                more = without.tickets[name].n_missing - row.n_missing
                yield Reason("detour", {"ticket": name, "route": route, "more": more})
            if 0 < left < row.n_missing:
                yield Reason("nearer", {"ticket": name, "left": left})
    yield from _blocks(position, route)
    yield from _longest(position, after)
    yield from _end(position)
    index = position.kit.route_index[route]
    board, rules = position.kit.board, position.kit.rules
    yield Reason("scores", {"route": route, "points": int(rules.points[board.kind[index], board.length[index]])})


def _blocks(position: Position, route: str) -> Iterator[Reason]:
    """Whether a route would join two networks of another seat's."""
    board, index = position.kit.board, position.kit.route_index[route]
    ends = (int(board.a[index]), int(board.b[index]))
    for seat in position.others():
        owned = {c for k in range(int(board.n_routes)) if position.record.owner[k] == seat for c in _ends(position, k)}
        label = position.networks(seat)
        if owned >= set(ends) and label[ends[0]] != label[ends[1]]:
            yield Reason("joins-another", {"route": route, "seat": seat})


def _ends(position: Position, route: int) -> tuple[int, int]:
    """The cities of a route."""
    return int(position.kit.board.a[route]), int(position.kit.board.b[route])


def _longest(position: Position, after: Position) -> Iterator[Reason]:
    """Whether a claim brings the longest path."""
    if position.kit.rules.longest > 0:
        most = max(position.trail(seat) for seat in position.others())
        length = after.trail(position.seat)
        if length >= LONG and length > most >= position.trail(position.seat):
            yield Reason("longest", {"length": length, "points": int(position.kit.rules.longest)})


def _end(position: Position) -> Iterator[Reason]:
    """Whether the end is near."""
    record = position.record
    if record.last_round_by != NONE:
        yield Reason("last-turn", {})
        return
    left = {seat: int(record.pieces[seat].sum()) for seat in range(int(record.n_seats))}
    seat = min(left, key=lambda one: (left[one], one))
    if left[seat] <= int(position.kit.rules.last_round_at) + FEW_TRAINS - 2:
        yield Reason("end-near", {"seat": seat, "trains": left[seat]})


def card_reasons(position: Position, action: Action, _taken: Action) -> Iterator[Reason]:
    """What a card is good for."""
    wanted = None if action.colour is None else COLOUR_NAMES.index(action.colour)
    board, hand = position.kit.board, position.record.hands[position.seat]
    if wanted is not None and wanted != LOCOMOTIVE:
        for route, ticket in position.missing.items():
            index = position.kit.route_index[route]
            lacking = int(board.length[index]) - int(hand[wanted])
            if int(board.colour[index]) == wanted and lacking > 0:
                values = {"colour": action.colour, "route": route, "ticket": ticket, "lacking": lacking}
                yield Reason("card-for", values)
        if position.unseen(wanted) <= FEW_CARDS:
            yield Reason("scarce", {"colour": action.colour, "left": position.unseen(wanted)})
    elif wanted == LOCOMOTIVE:
        ferries = [r for r in position.missing if int(board.locomotives[position.kit.route_index[r]]) > int(hand[8])]
        if ferries:
            yield Reason("ferry", {"route": ferries[0], "ticket": position.missing[ferries[0]]})
    yield from _open(position)


def _open(position: Position) -> Iterator[Reason]:
    """The tickets that are still open, with the pieces they ask for at least."""
    still = [row for row in position.tickets.values() if not row.completed and not row.cut_off]
    if still:
        missing = max(row.n_missing for row in still)
        yield Reason("open", {"tickets": len(still), "missing": missing})


def ticket_reasons(position: Position, _action: Action, _taken: Action) -> Iterator[Reason]:
    """Why to draw tickets."""
    if position.tickets and all(row.completed for row in position.tickets.values()):
        yield Reason("all-complete", {"tickets": len(position.tickets)})
    pieces = int(position.record.pieces[position.seat].sum())
    yield Reason("trains-left", {"trains": pieces})


def keep_reasons(position: Position, action: Action, taken: Action) -> Iterator[Reason]:
    """What the tickets kept are worth, and the spaces their cheapest ways lack, beside the other choice."""
    offered = position.offered
    if taken.kind != "keep" or any(row.cut_off for row in offered):
        return
    sums = []
    for places in (action.places or (), taken.places or ()):
        kept = [offered[place] for place in places]
        sums.append((sum(points_of(row) for row in kept), sum(row.n_missing for row in kept)))
    (points, spaces), (other_points, other_spaces) = sums
    values = {"points": points, "spaces": spaces, "other_points": other_points, "other_spaces": other_spaces}
    yield Reason("keep-sum", values)


def pay_reasons(position: Position, action: Action, taken: Action) -> Iterator[Reason]:
    """What a payment spares."""
    if action.payment is None or taken.payment is None:
        return
    spared = taken.payment.locomotives - action.payment.locomotives
    if spared > 0:
        yield Reason("spares-locomotives", {"n": spared})
    colour, board = taken.payment.colour, position.kit.board
    if colour is None or colour == action.payment.colour:
        return
    left = int(position.record.hands[position.seat, COLOUR_NAMES.index(colour)]) - taken.payment.cards
    for route, ticket in position.missing.items():
        index = position.kit.route_index[route]
        needed = index != position.record.route and board.colour[index] == COLOUR_NAMES.index(colour)
        if needed and left < board.length[index]:
            yield Reason("colour-needed", {"colour": colour, "route": route, "ticket": ticket})


FINDERS: Final[dict[Kind, Callable[[Position, Action, Action], Iterator[Reason]]]] = {
    "claim": claim_reasons,
    "take": card_reasons,
    "draw": card_reasons,
    "tickets": ticket_reasons,
    "keep": keep_reasons,
    "pay": pay_reasons,
}


def find(view: View, better: Option, taken: Option) -> list[Reason]:
    """All that speaks for one decision rather than another, the strongest reason first, from what the seat knows."""
    position = Position(view)
    finder = FINDERS.get(better.action.kind)
    found = [] if finder is None else list(finder(position, better.action, taken.action))
    if taken.action.kind == "tickets" != better.action.kind:
        found += [reason for reason in _end(position) if reason not in found]
    more = round(better.points[position.seat] - taken.points[position.seat])
    if more > 0:
        found.insert(1, Reason("more-points", {"points": more}))
    return found


def reasons(view: View, better: Option, taken: Option) -> list[Reason]:
    """The strongest reasons."""
    return find(view, better, taken)[:MOST]


def hindsight(view: View, better: Action, later: Sequence[tuple[int, str]]) -> list[Reason]:
    """What the rest of the record shows about a route that was not claimed: who took it, how many decisions later."""
    seat, found = view.seat, []
    for n, (actor, text) in enumerate(later, 1):
        if better.kind == "claim" and text == better.text and actor != seat:
            found.append(Reason("taken-later", {"route": better.route, "seat": actor, "decisions": n}))
            break
        if text == better.text and actor == seat:
            break
    return found
