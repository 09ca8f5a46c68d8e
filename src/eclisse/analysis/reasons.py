"""Why a decision is better than another: facts found in the position, each a code with its values.

`reasons` asks the seat's own view alone. `hindsight` may look at the rest of the record, and is shown apart.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Final

import numpy as np

from eclisse.analysis.weigh import Option
from eclisse.core import doors
from eclisse.core.actions import Kind
from eclisse.core.codes import COLOUR_NAMES, HIDDEN, LOCOMOTIVE, NONE, OUT
from eclisse.core.records import MAX_CITIES, MAX_ROUTES
from eclisse.hints import Hints, Progress, unseen
from eclisse.notation import Action
from eclisse.views import View

FEW_TRAINS: Final = 6  # pieces left that bring the end near
FEW_CARDS: Final = 3  # unseen cards of a colour that are nearly none
DETOUR: Final = 2  # spaces by which another way must be longer to be worth a word
LONG: Final = 10  # spaces from which on the longest path is worth a word
MANY_TRAINS: Final = 12  # pieces beyond what the tickets take that are worth more tickets
WORTH: Final = 4  # points of a route that are worth a word …
MORE: Final = 2  # … or by which it is worth more than another
READY: Final = 12  # hidden tickets of which one, at least, must be complete to be worth a word
ON_AVERAGE: Final = 3  # points at the end that are worth a word
MOST: Final = 3  # reasons that are given


@dataclass(frozen=True)
class Reason:
    """One fact: a code and its values, which are ids and numbers."""

    code: str
    params: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The reason as JSON."""
        return {"code": self.code, "params": self.params}

    @property
    def about(self) -> tuple[Any, ...]:
        """What it says and of what: a reason about the same that speaks for both decisions tells them not apart."""
        return self.code, *(self.params.get(key) for key in ("ticket", "seat", "colour", "needed"))


class Position:
    """A seat's view, and what it would be with a route claimed by itself or by another."""

    def __init__(self, view: View) -> None:
        self.view, self.kit, self.seat = view, view.kit, 0 if view.seat is None else view.seat
        self.record = view.record

    def with_route(self, route: str, owner: int) -> "Position":
        """The same with a route claimed."""
        record = self.record.copy()
        record.owner[self.kit.route_index[route]] = owner
        return self._with(record)

    def with_station(self, city: str) -> "Position":
        """The same with a station of the seat's."""
        record = self.record.copy()
        record.station[self.kit.city_index[city]] = self.seat
        return self._with(record)

    def with_cards(self, cards: dict[str, int]) -> "Position":
        """The same with so many cards more, or fewer, in the hand."""
        record = self.record.copy()
        for colour, n in cards.items():
            record.hands[self.seat, COLOUR_NAMES.index(colour)] += n
        return self._with(record)

    def with_tickets(self, tickets: Sequence[int]) -> "Position":
        """The same with these tickets instead of the seat's own."""
        record = self.record.copy()
        record.holder[record.holder == self.seat] = OUT
        record.holder[list(tickets)] = self.seat
        return self._with(record)

    def _with(self, record: Any) -> "Position":
        """The same with another record."""
        return Position(View(record, self.kit, self.view.seat, self.view.to_act))

    @cached_property
    def claims(self) -> dict[str, Any]:
        """The routes that the seat has the cards for."""
        return Hints(self.view).claims()

    def spaces(self, more: Sequence[str] = ()) -> int:
        """What the seat's open tickets and some more take together, each route counted once."""
        held = [name for name, row in self.tickets.items() if not row.completed and not row.cut_off]
        plan = Hints(self.view).plan([*held, *more])
        return plan.trains + plan.subways

    def points(self, route: str) -> int:
        """What a route scores."""
        board, index = self.kit.board, self.kit.route_index[route]
        return int(self.kit.rules.points[board.kind[index], board.length[index]])

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
        return int(doors.trail(self.view.records, self.kit.board_row, seat, np.full(MAX_ROUTES, NONE, np.int16)))

    def networks(self, seat: int) -> list[int]:
        """Which of a seat's networks each city belongs to; a city without its routes is alone."""
        single, double = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
        doors.link_groups(self.view.records, self.kit.board_row, seat, single, double)
        return [int(label) for label in single]

    def unseen(self, colour: int) -> int:
        """Cards of a colour that the seat cannot place."""
        return unseen(self.view)[colour]


def points_of(progress: Progress) -> int:
    """What a ticket is worth; of one that leads to countries, the least."""
    return int(progress.points.split("/")[0])


def claim_reasons(position: Position, action: Action, taken: Action) -> Iterator[Reason]:
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
            elif left and without.tickets[name].n_missing >= row.n_missing + DETOUR:
                more = without.tickets[name].n_missing - row.n_missing
                yield Reason("detour", {"ticket": name, "route": route, "more": more})
            if 0 < left < row.n_missing:
                yield Reason("nearer", {"ticket": name, "left": left})
    yield from _blocks(position, route)
    yield from _longest(position, after)
    yield from _other_track(position, route, taken.route or "")
    points = position.points(route)
    if points >= (WORTH if taken.route is None else position.points(taken.route) + MORE):
        yield Reason("scores", {"route": route, "points": points})
    yield from _end(position)


def _other_track(position: Position, route: str, taken: str) -> Iterator[Reason]:
    """The colours of two tracks of one route, if they differ."""
    if route.partition(".")[0] == taken.partition(".")[0]:
        colours = [int(position.kit.board.colour[position.kit.route_index[one]]) for one in (route, taken)]
        if colours[0] != colours[1] and max(colours) < LOCOMOTIVE:
            colour, other = (COLOUR_NAMES[one] for one in colours)
            yield Reason("other-track", {"colour": colour, "other": other})


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
    colour = action.colour
    if colour is not None:
        after = position.with_cards({colour: 1})
        useful = list(_enough(position, after))
        useful += _card_for(after, colour) if colour != "locomotive" else _ferries(position)
        yield from useful
        left = position.unseen(COLOUR_NAMES.index(colour))
        if useful and colour != "locomotive" and left <= FEW_CARDS:
            yield Reason("scarce" if left else "none-left", {"colour": colour, "left": left})
    yield from _open(position)


def _enough(position: Position, after: Position) -> Iterator[Reason]:
    """A route that other cards in the hand are enough for: one that a ticket lacks, or else the one worth most."""
    new = [route for route in after.claims if route not in position.claims]
    wanted = [route for route in new if route in position.missing]
    if wanted:
        route = max(wanted, key=position.points)
        yield Reason("enough", {"needed": route, "ticket": position.missing[route]})
    elif new and position.points(max(new, key=position.points)) >= WORTH:
        route = max(new, key=position.points)
        yield Reason("enough-too", {"needed": route, "points": position.points(route)})


def _card_for(after: Position, colour: str) -> Iterator[Reason]:
    """The route of a colour that lacks the fewest cards; with one more it still lacks some."""
    board, wanted = after.kit.board, COLOUR_NAMES.index(colour)
    lacking = {}
    for route in after.missing:
        index = after.kit.route_index[route]
        if int(board.colour[index]) == wanted and route not in after.claims:
            lacking[route] = int(board.length[index]) - int(after.record.hands[after.seat, wanted])
    for route in sorted((one for one in lacking if lacking[one] > 0), key=lambda one: lacking[one])[:1]:
        values = {"colour": colour, "route": route, "ticket": after.missing[route], "lacking": lacking[route]}
        yield Reason("card-for", values)


def _ferries(position: Position) -> Iterator[Reason]:
    """The ferry that lacks locomotives."""
    board, has = position.kit.board, int(position.record.hands[position.seat, LOCOMOTIVE])
    for route in position.missing:
        if int(board.locomotives[position.kit.route_index[route]]) > has:
            yield Reason("ferry", {"route": route, "ticket": position.missing[route]})
            return


def _open(position: Position) -> Iterator[Reason]:
    """The open ticket that lacks most."""
    still = [row for row in position.tickets.values() if not row.completed and not row.cut_off]
    if still:
        row = max(still, key=lambda one: one.n_missing)
        yield Reason("open", {"ticket": row.ticket, "missing": row.n_missing})


def ticket_reasons(position: Position, _action: Action, _taken: Action) -> Iterator[Reason]:
    """Why to draw tickets."""
    if position.tickets and all(row.completed for row in position.tickets.values()):
        yield Reason("all-complete", {"tickets": len(position.tickets)})
    names = position.kit.names.tickets
    hidden = [ticket for ticket in range(len(names)) if position.record.holder[ticket] == HIDDEN]
    done = Hints(position.with_tickets(hidden).view).completed()
    ready = sum(is_complete for is_complete, _ in done.values())
    if ready and READY * ready >= len(hidden):
        yield Reason("ready", {"ready": ready, "hidden": len(hidden)})
    pieces, spaces = int(position.record.pieces[position.seat].sum()), position.spaces()
    if pieces - spaces >= MANY_TRAINS:
        yield Reason("trains-spare" if spaces else "trains-left", {"spaces": spaces, "trains": pieces})


def keep_reasons(position: Position, action: Action, taken: Action) -> Iterator[Reason]:
    """What the tickets kept ask for and are worth, beside the other choice."""
    if taken.kind != "keep":
        return
    kept, other = ([position.offered[place] for place in one.places or ()] for one in (action, taken))
    for row in other:
        if row.cut_off and row not in kept:
            yield Reason("impossible", {"ticket": row.ticket})
    if any(row.cut_off for row in (*kept, *other)):
        return
    now = position.spaces()
    spaces, other_spaces = (position.spaces([row.ticket for row in rows]) for rows in (kept, other))
    pieces = int(position.record.pieces[position.seat].sum())
    if spaces <= pieces < other_spaces:
        yield Reason("too-long", {"spaces": other_spaces, "trains": pieces})
    yield from _beside(kept, other, spaces - now, other_spaces - now)


def _beside(kept: list[Progress], other: list[Progress], spaces: int, other_spaces: int) -> Iterator[Reason]:
    """What two choices of tickets add to the spaces that are to be built, if that speaks for the first."""
    points, other_points = (sum(map(points_of, rows)) for rows in (kept, other))
    more = [row for row in kept if row not in other]
    less = [row for row in other if row not in kept]
    if not less and len(more) == 1:
        if spaces - other_spaces < points - other_points:
            values = {"ticket": more[0].ticket, "spaces": spaces - other_spaces, "points": points - other_points}
            yield Reason("adds-little" if spaces > other_spaces else "adds-nothing", values)
    elif not more and len(less) == 1:
        if other_spaces - spaces >= other_points - points:
            values = {"ticket": less[0].ticket, "spaces": other_spaces - spaces, "points": other_points - points}
            yield Reason("adds-much", values)
    elif points * other_spaces > other_points * spaces or spaces < other_spaces:
        values = {"points": points, "spaces": spaces, "other_points": other_points, "other_spaces": other_spaces}
        yield Reason("keep-sum", values)
    shared, other_shared = sum(r.n_missing for r in kept) - spaces, sum(r.n_missing for r in other) - other_spaces
    if shared >= DETOUR and shared > other_shared:
        yield Reason("share", {"spaces": shared})


def station_reasons(position: Position, action: Action, _taken: Action) -> Iterator[Reason]:
    """The tickets that a station completes."""
    after = position.with_station(action.city or "")
    for name, row in position.tickets.items():
        if not row.completed and after.tickets[name].completed:
            yield Reason("completes", {"ticket": name, "points": points_of(row)})


def pay_reasons(position: Position, action: Action, taken: Action) -> Iterator[Reason]:
    """What a payment spares."""
    if action.payment is None or taken.payment is None:
        return
    spared = taken.payment.locomotives - action.payment.locomotives
    if spared > 0:
        yield Reason("spares-locomotives", {"n": spared})
    after, other = (
        position.with_cards({c: -n for c, n in one.counts.items()}) for one in (action.payment, taken.payment)
    )
    enough = list(_enough(other, after))
    yield from enough
    colour, board = taken.payment.colour, position.kit.board
    if enough or colour is None or colour == action.payment.colour:
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
    "station": station_reasons,
}


def _speaks_for(position: Position, one: Action, other: Action) -> list[Reason]:
    """What is found about a decision beside another."""
    finder = FINDERS.get(one.kind)
    return [] if finder is None else list(finder(position, one, other))


def facts(view: View, better: Option, taken: Option) -> list[Reason]:
    """What speaks for one decision and not for the other, the strongest first."""
    position = Position(view)
    found = _speaks_for(position, better.action, taken.action)
    if taken.action.kind == "tickets" != better.action.kind:
        found += [reason for reason in _end(position) if reason not in found]
    shared = {reason.about for reason in _speaks_for(position, taken.action, better.action)}
    return [reason for reason in found if reason.about not in shared]


def averages(view: View, better: Option, taken: Option) -> list[Reason]:
    """The points that one decision brings the seat and costs another, the larger first."""
    seat = 0 if view.seat is None else view.seat
    more = [round(a - b) for a, b in zip(better.points, taken.points, strict=True)]
    found = [Reason("more-points", {"points": more[seat]})]
    others = [other for other in range(len(more)) if other != seat]
    victim = min(others, key=lambda other: more[other])
    found.append(Reason("costs-another", {"seat": victim, "points": -more[victim]}))
    return sorted((r for r in found if r.params["points"] >= ON_AVERAGE), key=lambda r: -r.params["points"])


def find(view: View, better: Option, taken: Option) -> list[Reason]:
    """All that speaks for one decision rather than another, from what the seat knows."""
    return [*facts(view, better, taken), *averages(view, better, taken)]


def reasons(view: View, better: Option, taken: Option) -> list[Reason]:
    """The strongest reasons; the last says what it comes to on average, if that is worth a word."""
    numbers = averages(view, better, taken)[:1]
    return [*facts(view, better, taken)[: MOST - len(numbers)], *numbers]


def on_its_own(view: View, option: Option) -> list[Reason]:
    """The strongest fact about a decision, whether or not it is true of others too."""
    return _speaks_for(Position(view), option.action, option.action)[:1]


def what_it_lacks(view: View, option: Option, best: Option) -> list[Reason]:
    """Why a decision is not the best: it is about as good, or what it costs on average; nothing if neither."""
    if option.ahead + option.error >= 0:
        return [Reason("as-good")]
    lost = averages(view, best, option)[:1]
    return [Reason("fewer-points" if one.code == "more-points" else "gains-another", one.params) for one in lost]


def hindsight(view: View, better: Action, later: Sequence[tuple[int, str]]) -> list[Reason]:
    """What the rest of the record shows about a route that was not claimed: who took it, in which of their turns."""
    at = next((n for n, (_, text) in enumerate(later) if text == better.text), None)
    if better.kind != "claim" or at is None or later[at][0] == view.seat:
        return []
    taker = later[at][0]
    turns = sum(turn == taker for turn, _ in groupby(actor for actor, _ in later[: at + 1]))
    return [Reason("taken-later", {"route": better.route, "seat": taker, "turns": turns})]
