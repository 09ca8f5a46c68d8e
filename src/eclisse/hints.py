"""What a seat can work out from its own view: the state of its tickets, and how it could pay for a route."""

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from eclisse.core import actions, doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, MAIN, NONE, OVER, PAYING, ROUTE_COLOUR_NAMES, SUBWAY, TRAIN
from eclisse.core.mechanics.ferries import most_locomotives
from eclisse.core.mechanics.mandala import is_on
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.routes import is_free
from eclisse.core.ways import MOST_WAYS, ways_to_pay
from eclisse.faults import Fault, Faulty, cut, fault, nearest
from eclisse.game import copied
from eclisse.illegal import why_not
from eclisse.notation import Action, action_of
from eclisse.planned import Share, Track, shares
from eclisse.result import Result
from eclisse.views import View

FAR: Final = 1 << 10  # more than the routes of a way: new trains weigh more than a long way round


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
    """What several tickets take together, with each route and each card of the hand counted once."""

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
    record = view.record
    known = record["discard"] + record["laid"] + np.maximum(record["hands"], record["seen"]).sum(axis=0)
    open_cards = [*record["market"], *(record["revealed"] if record["surcharge"] > 0 else ())]
    counts: list[int] = (view.kit.rules.cards - known).tolist()
    for colour in open_cards:
        if colour != NONE:
            counts[colour] -= 1
    return counts


def _by_colour(rows: Iterable[dict[int, int]]) -> dict[str, int]:
    """The sum of some cards, in the order of the colours."""
    cards = dict.fromkeys((*ROUTE_COLOUR_NAMES[:LOCOMOTIVE], "gray", "locomotive"), 0)
    for row in rows:
        for colour, n in row.items():
            cards[ROUTE_COLOUR_NAMES[colour]] += n
    return {name: n for name, n in cards.items() if n}


class Hints:
    """The hints of one view."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise Faulty(fault("spectator-has-none"))
        self._view, self._seat, self._kit = view, view.seat, view.kit
        self._states = view.records
        self._scratch = copied(self._states)
        self._asked = [self._scratch[field] for field in ("phase", "to_move", "route", "city")]
        self._out = np.empty(N_ACTIONS, np.int16)

    def payments(self, route: str) -> tuple[Action, ...]:
        """All ways to pay for a route."""
        return self._actions(PAYING, route=self._kit.route_index[route])

    def claims(self) -> dict[str, tuple[Action, ...]]:
        """The routes the seat could claim if it were its turn, each with all ways to pay for it."""
        kit, claims = self._kit, self.claim_numbers()
        return {route: tuple(action_of(number, kit, due) for number in ways) for route, due, ways in claims}

    def claim_numbers(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """The same routes, the cards due for each, and its payments by their numbers."""
        kit, names = self._kit, [action.route for action in self._main if action.route]
        routes = np.array([kit.route_index[name] for name in names], np.int16)
        out, ends = np.empty(len(names) * MOST_WAYS, np.int16), np.empty(len(names), np.int64)
        ways_to_pay(self._states, kit.board_row, kit.rules_row, self._seat, routes, out, ends)
        found, stops = list[tuple[str, int, tuple[int, ...]]](), ends.tolist()
        numbers, starts = out[: stops[-1] if stops else 0].tolist(), [0, *stops[:-1]]
        for name, route, start, stop in zip(names, routes.tolist(), starts, stops, strict=False):
            found.append((name, kit.spec.board.routes[route].length, tuple(numbers[start:stop])))
        return found

    def why_not(self, route: str) -> list[Fault]:
        """Why the seat cannot claim a route: as at the start of its turn, or, where it then could, what comes first."""
        kit, state = self._kit, self._states[0]
        if route not in kit.route_index:
            raise Faulty(fault("unknown-route", "route", name=cut(route), **nearest(route, kit.route_index)))
        number = actions.action(actions.CLAIM, kit.route_index[route])
        can = any(action.route == route for action in self._actions(MAIN))
        if not can and state.phase != OVER:
            return why_not(self._scratch[0], kit, self._seat, number)
        is_free_to = can and state.phase == MAIN and state.to_move == self._seat
        return [] if is_free_to else why_not(state, kit, self._seat, number)

    def station_payments(self) -> tuple[Action, ...]:
        """All ways to pay for the next station, if the seat could build one now."""
        cities = [action.city for action in self._main if action.kind == "station" and action.city]
        return self._actions(PAYING, city=self._kit.city_index[cities[0]]) if cities else ()

    def completed(self) -> dict[str, tuple[bool, bool]]:
        """The seat's tickets, whether each is completed now, and whether it lies in a circle that counts."""
        result = Result.count(self._states, self._kit)
        points, circles = result.sheet["ticket"].tolist(), result.in_circles(self._seat)
        holders = self._states["holder"][0].tolist()
        names = self._kit.names.tickets
        return {name: (points[i] > 0, name in circles) for i, name in enumerate(names) if holders[i] == self._seat}

    @cached_property
    def _main(self) -> tuple[Action, ...]:
        """What the seat could begin if it were its turn."""
        return self._actions(MAIN)

    def _actions(self, phase: int, route: int = NONE, city: int = NONE) -> tuple[Action, ...]:
        """What the seat could do if it were its turn, in this phase of it."""
        kit, scratch = self._kit, self._scratch
        for field, value in zip(self._asked, (phase, self._seat, route, city), strict=True):
            field[0] = value
        n = doors.legal_actions(scratch, kit.board_row, kit.rules_row, self._seat, self._out)
        due = doors.amount_due(scratch, kit.board_row, kit.rules_row, self._seat)
        return tuple([action_of(number, kit, due) for number in self._out[:n].tolist()])

    @cached_property
    def _links(self) -> dict[int, list[tuple[int, int, int]]]:
        """From each city: the other end, the route and its price, 0 for own routes; routes of others are left out."""
        state, board, rules = self._states[0], self._kit.board, self._kit.rules
        links: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for route in range(int(board.n_routes)):
            own = state.owner[route] == self._seat
            if own or is_free(state, board, rules, self._seat, route):
                a, b, price = int(board.a[route]), int(board.b[route]), 0 if own else int(board.length[route])
                links[a].append((b, route, price))
                links[b].append((a, route, price))
        return links

    def tickets(self) -> list[Progress]:
        """The seat's tickets, completed ones last."""
        sheet = Result.count(self._states, self._kit).sheet
        held = (self._states[0].holder == self._seat).nonzero()[0].tolist()
        return sorted((self._ticket(i, sheet.ticket[i] > 0) for i in held), key=lambda row: row.completed)

    def offered(self) -> list[Progress]:
        """The tickets the seat may keep some of, in their order."""
        return [self._ticket(int(i), False) for i in self._states[0].offer[self._seat] if i != NONE]

    def plan(self, tickets: Sequence[str]) -> Plan:
        """A cheap set of free routes that completes some tickets together."""
        kit, ways, held = self._kit, dict[int, list[int] | None](), self.completed()
        for name in tickets:
            if name not in kit.ticket_index:
                raise Faulty(fault("unknown-ticket", "ticket", name=cut(name), **nearest(name, kit.ticket_index)))
            if not held.get(name, (False, False))[0]:
                ways[kit.ticket_index[name]] = self._nearest(*self._ends(kit.ticket_index[name]))
        wanted = [index for index, way in ways.items() if way]
        ways_together = (self._together(first, wanted) for first in wanted)
        paid = self.shares(min(ways_together, key=self._length, default=[]))
        routes = [share.route for share in paid]
        return Plan(
            routes=tuple(kit.names.routes[route] for route in routes),
            cards=_by_colour(share.cards for share in paid),
            held=_by_colour(share.held for share in paid),
            missing=sum(share.missing for share in paid),
            payable=tuple(kit.names.routes[share.route] for share in paid if self._is_payable(share)),
            trains=self._pieces(routes, TRAIN),
            subways=self._pieces(routes, SUBWAY),
            cut_off=tuple(kit.names.tickets[index] for index, way in ways.items() if way is None),
        )

    def _together(self, first: int, wanted: Collection[int]) -> list[int]:
        """The routes of some tickets: the way of the first one, then whatever the next one adds the least to."""
        taken = set(self._nearest(*self._ends(first)) or ())
        left = set(wanted) - {first}
        while left:
            ways = {index: self._nearest(*self._ends(index), taken) or () for index in sorted(left)}
            index = min(ways, key=lambda one: self._length(ways[one]))
            taken.update(ways[index])
            left.remove(index)
        return sorted(taken)

    def shares(self, routes: Sequence[int]) -> list[Share]:
        """How the hand would pay for some free routes together, or for their other tracks."""
        state = self._states[0]
        return shares(state.hands[self._seat].tolist(), state.market.tolist(), [self._tracks(one) for one in routes])

    def _tracks(self, route: int) -> list[Track]:
        """A free route and its other track, if that is free too and as long."""
        state, board, rules = self._states[0], self._kit.board, self._kit.rules
        twin, found = int(board.twin[route]), [route]
        if twin != NONE and board.length[twin] == board.length[route] and board.kind[twin] == board.kind[route]:
            found += [twin] if is_free(state, board, rules, self._seat, twin) else []
        return [self._track(one) for one in sorted(found)]

    def _track(self, route: int) -> Track:
        """A route and its price."""
        board, most = self._kit.board, most_locomotives(self._kit.board, self._kit.rules, route)
        return Track(route, int(board.colour[route]), int(board.length[route]), int(board.locomotives[route]), most)

    def _is_payable(self, share: Share) -> bool:
        """Whether the cards and the pieces for a route are there."""
        return share.missing == 0 and has_pieces(self._states[0], self._kit.board, self._seat, share.route)

    def unseen(self) -> dict[str, int]:
        """The cards of each colour of the game that are still out there, for all the seat has seen."""
        counts = zip(COLOUR_NAMES, self._kit.rules.cards.tolist(), unseen(self._view), strict=True)
        return {name: left for name, total, left in counts if total}

    def _ticket(self, index: int, completed: bool) -> Progress:
        """One ticket."""
        kit = self._kit
        starts, goals = self._ends(index)
        path = None if completed else self._nearest(starts, goals)
        path = path and [share.route for share in self.shares(path)]
        circle = self._circle(index)
        ends = [*starts, *goals] if kit.board.ticket_b[index] != NONE else starts
        joined = [(end, *sorted(self._reached(end) - {end})) for end in ends]
        return Progress(
            ticket=kit.names.tickets[index],
            points=self._points(index),
            completed=bool(completed),
            joined=tuple(tuple(kit.names.cities[city] for city in row) for row in joined if len(row) > 1),
            missing=tuple(kit.names.routes[route] for route in path or ()),
            n_missing=self._length(path or ()),
            trains=self._pieces(path or (), TRAIN),
            subways=self._pieces(path or (), SUBWAY),
            cut_off=not completed and path is None,
            circle=tuple(kit.names.routes[route] for route in circle),
            n_circle=self._length(route for route in circle if self._states[0].owner[route] != self._seat),
        )

    def _length(self, routes: Iterable[int]) -> int:
        """The length of some routes."""
        return sum(int(self._kit.board.length[route]) for route in routes)

    def _pieces(self, routes: Iterable[int], kind: int) -> int:
        """How many pieces of a kind some routes take."""
        board = self._kit.board
        return sum(int(spaces(board, route)) for route in routes if board.kind[route] == kind)

    def _circle(self, index: int) -> list[int]:
        """Two separate ways of a ticket that need the fewest new trains (MANDALA); empty: there are none."""
        board = self._kit.board
        a, b = int(board.ticket_a[index]), int(board.ticket_b[index])
        if not is_on(self._kit.rules) or NONE in (a, b):
            return []
        taken: dict[int, int] = {}  # each route of the ways, and the city it leaves
        for _ in range(2):
            step = self._way_more(a, b, taken)
            if step is None:
                return []
            for city, route in step:
                if taken.pop(route, None) is None:
                    taken[route] = city
        return sorted(taken)

    def _way_more(self, start: int, goal: int, taken: dict[int, int]) -> list[tuple[int, int]] | None:
        """A cheapest way that may undo parts of those there are: each city it leaves, and by which route."""
        cost, last = {start: 0}, dict[int, tuple[int, int]]()
        waiting = [start]
        while waiting:
            city = waiting.pop(0)
            for other, route, price in self._links[city]:
                if taken.get(route) == city:
                    continue
                new = cost[city] + (price * FAR + 1) * (-1 if route in taken else 1)
                if other not in cost or new < cost[other]:
                    cost[other], last[other] = new, (city, route)
                    waiting.append(other)
        if goal not in cost:
            return None
        way, city = list[tuple[int, int]](), goal
        while city != start:
            way.append(last[city])
            city = last[city][0]
        return way

    def _points(self, index: int) -> str:
        """What a ticket is worth; all values of one that leads to countries."""
        worth = sorted({int(value) for value in self._kit.board.ticket_worth[index] if value})
        return "/".join(map(str, worth)) if worth else str(self._kit.board.ticket_points[index])

    def _ends(self, index: int) -> tuple[list[int], list[int]]:
        """The cities a ticket may start from and lead to."""
        board = self._kit.board
        exits = [city for city in range(int(board.n_cities)) if board.country[city] != NONE]
        if board.ticket_country[index] != NONE:
            starts = [city for city in exits if board.country[city] == board.ticket_country[index]]
        else:
            starts = [int(board.ticket_a[index])]
        if board.ticket_b[index] != NONE:
            return starts, [int(board.ticket_b[index])]
        return starts, [city for city in exits if board.ticket_worth[index, board.country[city]]]

    def _reached(self, city: int) -> set[int]:
        """Every city that the seat's own routes connect to a city."""
        reached, waiting = {city}, [city]
        while waiting:
            for other, _, price in self._links[waiting.pop()]:
                if price == 0 and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return reached

    def _nearest(self, starts: Iterable[int], goals: Iterable[int], taken: Collection[int] = ()) -> list[int] | None:
        """The routes still to claim on a cheapest way from one of the starts to one of the goals; None: no way.

        Routes that are taken already cost nothing.
        """
        wanted, done = set(goals), set[int]()
        waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, city, ()) for city in starts]
        while waiting:
            price, city, path = heapq.heappop(waiting)
            if city in wanted:
                return list(path)
            if city in done:
                continue
            done.add(city)
            for other, route, cards in self._links[city]:
                if other not in done:
                    more = 0 if route in taken else cards
                    heapq.heappush(waiting, (price + more, other, (*path, route) if more else path))
        return None
