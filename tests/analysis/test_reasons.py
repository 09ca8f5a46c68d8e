"""Every reason is true: each is checked again from the JSON of the view and the board's facts, slowly and apart."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
import pytest

from eclisse import Game
from eclisse.analysis.puzzle_book import all_puzzles
from eclisse.analysis.reasons import Reason, find, hindsight, reasons, what_it_lacks
from eclisse.analysis.strongest import MOST
from eclisse.analysis.weigh import Option
from eclisse.analysis.why import FEW_CARDS
from eclisse.analysis.words import REASONS
from eclisse.bots.seated import sit_down
from eclisse.hints import Hints
from eclisse.notation import Action
from eclisse.views import View
from tests.analysis.test_words import names_in

GAMES = (("usa", 2), ("europe", 3), ("switzerland", 2))
LACKS = {"as-good", "fewer-points", "gains-another"}  # said of a decision that is not the best


def base(route: str) -> str:
    return route.partition(".")[0]


class Facts:
    """The facts behind the reasons, from the JSON of a view."""

    def __init__(self, view: View) -> None:
        self.data, self.seat, self.spec, self.view = view.to_dict(), view.seat or 0, view.kit.spec, view
        self.routes = {route.id: route for route in view.kit.spec.board.routes if route.id in view.kit.route_index}
        self.both_tracks = len(self.data["seats"]) >= int(view.kit.rules.both_tracks_from)

    def price(self, route: str, owners: dict[str, int]) -> int | None:
        """The cost of a route to the seat; None if it is closed to it."""
        if route in owners:
            return 0 if owners[route] == self.seat else None
        twins = [owner for other, owner in owners.items() if base(other) == base(route)]
        if twins and (not self.both_tracks or self.seat in twins):
            return None
        return self.routes[route].length

    def graph(self, owners: dict[str, int]) -> "nx.Graph[str]":
        graph: nx.Graph[str] = nx.Graph()
        for route in self.routes.values():
            price = self.price(route.id, owners)
            if price is not None:
                a, b = route.cities
                known = graph.get_edge_data(a, b)
                graph.add_edge(a, b, weight=price if known is None else min(price, known["weight"]))
        return graph

    def left(self, ticket: str, owners: dict[str, int]) -> int | None:
        """The spaces that a ticket between two cities lacks; None if it cannot be completed."""
        a, b = base(ticket).split("--")
        try:
            return int(nx.dijkstra_path_length(self.graph(owners), a, b))
        except (nx.NetworkXNoPath, nx.NodeNotFound):
            return None

    def borrows(self, ticket: str, city: str, owners: dict[str, int]) -> bool:
        """Whether a ticket is complete with a route of another's at a city."""
        near = [route for route, owner in owners.items() if owner != self.seat and city in self.routes[route].cities]
        return any(self.left(ticket, {**owners, route: self.seat}) == 0 for route in near)

    def can_pay(self, route: str, more: dict[str, int]) -> bool:
        """Whether the hand, with so many cards more or fewer, is enough for a route."""
        hand, one = Counter(self.data["hand"]), self.routes[route]
        hand.update(more)
        colours = [one.colour] if one.colour in hand else []
        colours = [colour for colour in hand if colour != "locomotive"] if one.colour == "gray" else colours
        wild = hand["locomotive"] if self.spec.board.id != "switzerland" or one.tunnel else 0
        most = max((hand[colour] for colour in colours), default=0)
        return wild >= one.locomotives and most + wild >= one.length

    def together(self, tickets: list[str]) -> int:
        """The spaces of a plan for tickets; its routes complete them all."""
        plan, owners = Hints(self.view).plan(tickets), self.data["routes"]
        assert not set(plan.routes) & set(owners)
        built = {**owners, **dict.fromkeys(plan.routes, self.seat)}
        between = [ticket for ticket in tickets if set(base(ticket).split("--")) <= set(self.view.kit.city_index)]
        assert all(self.left(ticket, built) == 0 for ticket in between if ticket not in plan.cut_off)
        return sum(self.routes[route].length for route in plan.routes)

    def open_tickets(self) -> list[str]:
        """The seat's tickets that are not complete, and can be."""
        done = Hints(self.view).completed()
        return [t for t in self.data["tickets"] if not done[t][0] and t not in Hints(self.view).plan([t]).cut_off]

    def worth(self, tickets: list[str]) -> int:
        """The points of tickets, at least."""
        known, kit = {ticket.id: ticket for ticket in self.spec.board.tickets}, self.view.kit
        return sum(
            min((value for _, value in known[t].worth), default=int(kit.board.ticket_points[kit.ticket_index[t]]))
            for t in tickets
        )

    def own(self, seat: int, owners: dict[str, int]) -> "nx.MultiGraph[str]":
        graph: nx.MultiGraph[str] = nx.MultiGraph()
        for route, owner in owners.items():
            if owner == seat:
                graph.add_edge(*self.routes[route].cities, weight=self.routes[route].length)
        return graph


def trail(graph: "nx.MultiGraph[str]") -> int:
    """The longest trail, by trying all of them."""

    def walk(city: str, used: frozenset[Any]) -> int:
        best = 0
        for _, other, key, data in graph.edges(city, keys=True, data=True):
            edge = (*sorted((city, other)), key)
            if edge not in used:
                best = max(best, data["weight"] + walk(other, used | {edge}))
        return best

    return max((walk(city, frozenset()) for city in graph), default=0)


def is_true(reason: Reason, facts: Facts, better: Action, taken: Action) -> bool:
    """Whether a reason holds."""
    return bool(holds_on_map(reason, facts, better, taken))


def holds_on_map(reason: Reason, facts: Facts, better: Action, taken: Action) -> Any:
    """The reasons that ask for the map or the cards."""
    values, data, seat = reason.params, facts.data, facts.seat
    owners = dict(data["routes"])
    hand = data["hand"]
    if reason.code in ("completes", "only-way", "detour", "nearer"):
        ticket = values["ticket"]
        if "countries" in ticket or base(ticket).split("--")[0] not in facts.view.kit.city_index:
            return ticket in data["tickets"]  # ways to countries are for the rules to judge
        now = facts.left(ticket, owners)
        mine = facts.left(ticket, {**owners, str(better.route): seat})
        gone = facts.left(ticket, {**owners, str(better.route): 1 if seat == 0 else 0})
        if better.kind == "station":
            return now != 0 and facts.borrows(ticket, str(better.city), owners)
        assert now is not None
        assert now > 0
        if reason.code == "completes":
            return mine == 0
        if reason.code == "only-way":
            return gone is None
        return gone == now + values["more"] if reason.code == "detour" else mine == values["left"] < now
    if reason.code == "joins-another":
        graph, (a, b) = facts.own(values["seat"], owners), facts.routes[values["route"]].cities
        return values["seat"] != seat and a in graph and b in graph and not nx.has_path(graph, a, b)
    if reason.code == "longest":
        lengths = [trail(facts.own(other, owners)) for other in range(len(data["seats"])) if other != seat]
        mine = trail(facts.own(seat, {**owners, str(better.route): seat}))
        return mine == values["length"] > max(lengths)
    if reason.code == "scores":
        route, board = facts.routes[values["route"]], facts.spec.board
        return (board.subway_scoring if route.subway else board.scoring)[route.length] == values["points"]
    if reason.code in ("card-for", "colour-needed"):
        route = facts.routes[values["route"]]
        assert route.colour == values["colour"]
        assert route.id not in owners
        has = hand.get(route.colour, 0)
        if reason.code == "card-for":
            return better.colour == route.colour and route.length - has - 1 == values["lacking"] > 0
        return taken.payment is not None and has - taken.payment.cards < route.length
    if reason.code in ("enough", "enough-too"):
        return needs_these_cards(reason, facts, better, taken)
    if reason.code in ("scarce", "none-left"):
        known = [
            hand,
            data["discard"],
            data["laid"],
            *(row["seen"] for k, row in enumerate(data["seats"]) if k != seat),
        ]
        n = sum(part.get(values["colour"], 0) for part in known) + data["market"].count(values["colour"])
        return values["left"] == 12 - n <= FEW_CARDS
    return holds_at_table(reason, facts, better, taken)


def needs_these_cards(reason: Reason, facts: Facts, better: Action, taken: Action) -> bool:
    """Whether one decision leaves the cards for a route and the other, or what is in the hand now, does not."""
    route = reason.params["needed"]
    assert route not in facts.data["routes"]
    if better.payment is None or taken.payment is None:
        return facts.can_pay(route, {str(better.colour): 1}) and not facts.can_pay(route, {})
    after, other = ({c: -n for c, n in one.counts.items()} for one in (better.payment, taken.payment))
    return facts.can_pay(route, after) and not facts.can_pay(route, other)


def holds_of_offer(reason: Reason, facts: Facts, better: Action, taken: Action) -> Any:
    """The reasons to keep tickets."""
    values, data, owners = reason.params, facts.data, facts.data["routes"]
    if reason.code == "impossible":
        return facts.left(values["ticket"], owners) is None
    kept, other = ([data["offer"][place] for place in one.places or ()] for one in (better, taken))
    held = facts.open_tickets()
    spaces, other_spaces = facts.together([*held, *kept]), facts.together([*held, *other])
    points, other_points = facts.worth(kept), facts.worth(other)
    if reason.code == "too-long":
        row = data["seats"][facts.seat]
        return spaces <= row["trains"] + row["subways"] == values["trains"] < values["spaces"] == other_spaces
    now = facts.together(held)
    if reason.code == "keep-sum":
        found = (values["spaces"], values["points"], values["other_spaces"], values["other_points"])
        return found == (spaces - now, points, other_spaces - now, other_points)
    if reason.code == "share":
        return sum(facts.together([ticket]) for ticket in kept) - (spaces - now) == values["spaces"] >= 2
    (ticket,) = set(kept) ^ set(other)
    assert values["ticket"] == ticket
    assert (values["points"], values["spaces"]) == (abs(points - other_points), abs(spaces - other_spaces))
    if reason.code == "adds-much":
        return ticket in other and values["spaces"] >= values["points"]
    return ticket in kept and values["spaces"] < values["points"]


def holds_at_table(reason: Reason, facts: Facts, better: Action, taken: Action) -> Any:
    """The reasons that ask for no map."""
    values, data = reason.params, facts.data
    if reason.code == "last-turn":
        return data["last_round_by"] is not None
    if reason.code in ("end-near", "trains-left", "trains-spare"):
        seat = values.get("seat", facts.seat)
        assert "spaces" not in values or values["spaces"] == facts.together(facts.open_tickets())
        row = data["seats"][seat]
        return row["trains"] + row["subways"] == values["trains"]
    if reason.code == "open":
        is_between = base(values["ticket"]).split("--")[0] in facts.view.kit.city_index
        return not is_between or facts.left(values["ticket"], data["routes"]) == values["missing"] > 0
    if reason.code == "ready":
        others = [t.id for t in facts.spec.board.tickets if t.id in facts.view.kit.ticket_index]
        others = [ticket for ticket in others if ticket not in data["tickets"]]
        done = [t for t in others if "countries" not in t and facts.left(t, data["routes"]) == 0]
        return 0 < values["ready"] <= len(done) and values["hidden"] <= len(others)
    if reason.code == "all-complete":
        return values["tickets"] == len(data["tickets"])
    if reason.code == "ferry":
        return facts.routes[values["route"]].locomotives > data["hand"].get("locomotive", 0)
    if reason.code == "spares-locomotives":
        assert better.payment is not None
        assert taken.payment is not None
        return taken.payment.locomotives - better.payment.locomotives == values["n"] > 0
    if reason.code == "other-track":
        tracks = [facts.routes[one.route or ""] for one in (better, taken)]
        is_double = base(tracks[0].id) == base(tracks[1].id)
        return is_double and [track.colour for track in tracks] == [values["colour"], values["other"]]
    if reason.code in ("more-points", "costs-another"):
        return values["points"] == (3 if reason.code == "more-points" else 4) and values.get("seat") != facts.seat
    return holds_of_offer(reason, facts, better, taken)


def decisions(name: str, seats: int) -> Iterator[tuple[View, tuple[Action, ...], Action]]:
    """Decisions of a whole game, each with what a bot chose."""
    game = Game.new(name, seats, 4)
    bots = sit_down(["planner"] * seats, "5" * 32)
    while not game.over:
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        chosen = bots[seat].choose(view, legal)
        yield view, legal, chosen
        game.play(seat, chosen)


def check(view: View, better: Action, taken: Action) -> set[str]:
    """The codes of the reasons for one decision beside another; all of them are true."""
    n, facts = int(view.record.n_seats), Facts(view)
    points, zero = np.where(np.arange(n) == view.seat, 3.0, -4.0), (0.0,) * n
    found = find(view, Option(better, zero, tuple(points.tolist()), 0.1, 0.0), Option(taken, zero, zero, 0.0, 0.0))
    for reason in found:
        assert is_true(reason, facts, better, taken), (view.kit.game, better, taken, reason)
        assert names_in(REASONS[reason.code]) <= set(reason.params), reason
    return {reason.code for reason in found}


@pytest.mark.compiled_only
def test_every_reason_is_true_in_its_position() -> None:
    met: set[str] = set()
    for name, seats in GAMES:
        for number, (view, legal, chosen) in enumerate(decisions(name, seats)):
            step = 1 if len(legal) < 6 else len(legal) // 5
            some = legal[number % step :: step][:2] if number % 4 == 0 else ()
            for better in dict.fromkeys((*some, chosen)) if len(legal) > 1 and number % 2 == 0 else ():
                met |= check(view, better, legal[0] if better is not legal[0] else legal[1])
    for one in (one for one in all_puzzles()[:60] if one.position["game"].startswith(("usa", "europe"))):
        view, known = one.view(), {action.text: action for action in one.game().legal(one.seat)}
        best, other = known[one.answer], known[one.options[-1]["action"]]
        met |= check(view, best, other) | check(view, other, best)
    assert set(REASONS) - met <= {"only-way", "taken-later", "impossible", "too-long", "other-track", *LACKS}


def test_tickets_that_are_cut_off_or_too_long_are_named() -> None:
    offered = ["boston--miami", "los-angeles--new-york", "calgary--salt-lake-city"]
    position = {
        "game": "usa", "seats": 2, "to_move": 0, "phase": "offer", "offers": [offered, []],
        "tickets": [["denver--el-paso"], ["chicago--new-orleans"]], "deck": {"red": 3},
        "routes": {
            "charleston--miami": 1, "miami--new-orleans": 1, "atlanta--miami": 1, "helena--seattle": 0,
            "calgary--winnipeg": 0, "portland--san-francisco": 0, "sault-st-marie--winnipeg": 0,
            "montreal--sault-st-marie": 0,
        },
    }  # fmt: skip
    view = Game.from_position(position).view(0)
    legal = {action.text: action for action in Game.from_position(position).legal(0)}
    assert "impossible" in check(view, legal["keep 3"], legal["keep 1 3"])
    assert "impossible" not in check(view, legal["keep 1 3"], legal["keep 3"])
    assert "too-long" in check(view, legal["keep 3"], legal["keep 2 3"])


def test_the_only_way_is_named_and_no_more_reasons_than_asked_for() -> None:
    position = {
        "game": "usa", "seats": 2, "to_move": 0, "hands": [{"blue": 5, "red": 1}, {}],
        "tickets": [["boston--miami"], ["denver--el-paso"]], "deck": {"red": 3},
        "routes": {"charleston--miami": 1, "miami--new-orleans": 1},
    }  # fmt: skip
    game = Game.from_position(position)
    legal = {action.text: action for action in game.legal(0)}
    claim, draw = legal["claim atlanta--miami"], legal["draw"]
    view, zero = game.view(0), (0.0, 0.0)
    found = find(view, Option(claim, zero, zero, 0.1, 0.0), Option(draw, zero, zero, 0.0, 0.0))
    assert Reason("only-way", {"ticket": "boston--miami", "route": "atlanta--miami"}) in found
    assert all(is_true(reason, Facts(view), claim, draw) for reason in found)
    assert len(reasons(view, Option(claim, zero, (9.0, 0.0), 0.1, 0.0), Option(draw, zero, zero, 0.0, 0.0))) == MOST


def test_two_tracks_of_a_route_differ_in_what_they_are_paid_with() -> None:
    position = {
        "game": "usa", "seats": 2, "to_move": 0, "hands": [{"blue": 2, "pink": 2}, {}], "deck": {"red": 3},
        "tickets": [["boston--miami"], ["denver--el-paso"]],
    }  # fmt: skip
    game = Game.from_position(position)
    first, second = (a for a in game.legal(0) if a.route and base(a.route) == "kansas-city--saint-louis")
    assert "other-track" in check(game.view(0), first, second)
    assert "other-track" not in check(game.view(0), first, game.legal(0)[0])


def test_a_lesser_decision_says_what_it_lacks() -> None:
    game = Game.new("usa", 2, 1)
    keep, zero = game.legal(0)[0], (0.0, 0.0)
    best = Option(keep, (0.6, 0.4), (100.0, 90.0), 0.0, 0.0)
    lesser = {
        "as-good": Option(keep, (0.58, 0.42), zero, -0.02, 0.03),
        "fewer-points": Option(keep, (0.5, 0.5), (91.0, 92.0), -0.1, 0.03),
        "gains-another": Option(keep, (0.5, 0.5), (99.0, 98.0), -0.1, 0.03),
    }
    assert lesser.keys() == LACKS
    found = {code: what_it_lacks(game.view(0), option, best) for code, option in lesser.items()}
    assert found["as-good"] == [Reason("as-good")]
    assert found["fewer-points"] == [Reason("fewer-points", {"points": 9})]
    assert found["gains-another"] == [Reason("gains-another", {"seat": 1, "points": 8})]
    assert what_it_lacks(game.view(0), Option(keep, (0.5, 0.5), best.points, -0.1, 0.03), best) == []


def test_hindsight_names_who_took_the_route() -> None:
    game = Game.new("usa", 2, 1)
    for seat in game.to_act:
        game.play(seat, game.legal(seat)[0])
    route = Action(88, "claim", route=game.kit.names.routes[0])
    seat = game.to_act[0]
    later = [(1 - seat, "draw"), (1 - seat, "draw"), (seat, "tickets"), (seat, "keep 1"), (1 - seat, route.text)]
    assert hindsight(game.view(seat), route, later) == [
        Reason("taken-later", {"route": route.route, "seat": 1 - seat, "turns": 2})
    ]
    assert hindsight(game.view(seat), route, [(seat, route.text), *later]) == []
