"""Probes: each plays one sentence of the rules page with the engine."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from eclisse import Game
from eclisse.boards.model import Route
from eclisse.catalogue.find import find_game, with_modules
from eclisse.catalogue.kit import WrongSeats, open_kit
from eclisse.catalogue.model import GameSpec
from eclisse.core import doors
from tests.rules.helpers import at, counted, finished, now, play, seat_of, texts

L = "locomotive"
Params = dict[str, int]
MANY = {"red": 6, "blue": 6, "black": 6, "green": 6}


@dataclass(frozen=True)
class Told:
    """A game with its modules, about which something is told."""

    name: str
    modules: tuple[str, ...] = ()

    @cached_property
    def spec(self) -> GameSpec:
        return with_modules(find_game(self.name), self.modules)

    def new(self, seats: int = 2, seed: int = 1, first: int | None = None) -> Game:
        return Game.new(self.name, seats, seed, self.modules, first=first)

    def at(self, seats: int = 2, **position: Any) -> Game:
        return at(self.name, seats, modules=list(self.modules), **position)

    def over(self, seats: int = 2, **position: Any) -> Game:
        return finished(self.name, seats, modules=list(self.modules), **position)

    def route(self, fits: Callable[[Route], bool] = lambda _: True) -> Route:
        """A route that fits, neither tunnel nor ferry nor subway unless asked for, and without a second track."""
        return next(route for route in self.spec.board.routes if fits(route))

    def plain(self, fits: Callable[[Route], bool] = lambda _: True) -> Route:
        return self.route(lambda r: not (r.tunnel or r.locomotives or r.subway) and "." not in r.id and fits(r))

    def offers(self, hand: dict[str, int], route: Route, **position: Any) -> bool:
        """Whether a hand may claim a route."""
        game = self.at(hands=[hand, {}], **position)
        return f"claim {route.id}" in texts(game)


def kinds(game: Game) -> set[str]:
    return {text.split()[0] for text in texts(game)}


def sizes(game: Game, seat: int = 0) -> set[int]:
    """How many tickets a seat may keep."""
    return {len(action.places or ()) for action in game.legal(seat)}


def keep(game: Game, n: int, seat: int) -> None:
    """Keep the first tickets offered."""
    game.play(seat, " ".join(["keep", *map(str, range(1, n + 1))]))


def set_up(told: Told, seats: int = 2) -> tuple[Game, list[str]]:
    """A game whose seats have kept as little as they may, and the tickets that nobody kept."""
    game, unkept = told.new(seats), []
    for seat in range(seats):
        while seat in game.to_act and now(game, "phase") == "setup":
            offer, fewest = game.position()["offers"][seat], min(sizes(game, seat))
            unkept += offer[fewest:]
            keep(game, fewest, seat)
    return game, unkept


# --- setup --------------------------------------------------------------------------------------------------------


def seats(told: Told, given: Params) -> None:
    for n in range(given["low"], given["n"] + 1):
        assert told.new(n).seats == n
    for n in (given["low"] - 1, given["n"] + 1):
        with pytest.raises(WrongSeats):
            told.new(n)


def pieces(told: Told, given: Params) -> None:
    row = seat_of(told.new(), 1)
    assert (row["trains"], row["subways"]) == (given["n"], given.get("subways", 0))


def cards(told: Told, given: Params) -> None:
    place = told.new().position()
    piles = [place["deck"], place["discard"], *place["hands"], dict.fromkeys(place["market"], 0)]
    colours = {name for pile in piles for name in pile}
    assert sum(sum(pile.values()) for pile in piles) + len(place["market"]) == given["n"]
    assert sum(pile.get(L, 0) for pile in piles) + place["market"].count(L) == given["locomotives"]
    assert len(colours - {L}) == given["colours"]


def hand(told: Told, given: Params) -> None:
    place = told.new().position()
    assert {sum(one.values()) for one in place["hands"]} == {given["n"]}
    assert len(place["market"]) == given["market"]


def tickets(told: Told, given: Params) -> None:
    board = open_kit(told.name, told.modules).board
    n_long = int(board.ticket_long.sum())
    assert (int(board.n_tickets) - n_long, n_long) == (given["n"], given.get("long", 0))


def deal(told: Told, given: Params) -> None:
    game = told.new()
    offer = game.position()["offers"][0]
    assert len(offer) == given["n"] + given.get("long", 0)
    assert sizes(game) == set(range(given["keep"], len(offer) + 1))


def deal_long_first(told: Told, given: Params) -> None:
    for kept, fewest in ((1, given["keep"]), (0, given["more"])):
        game = told.new()
        assert len(game.position()["offers"][0]) == given["n"]
        assert sizes(game) == {0, 1}
        keep(game, kept, 0)
        assert len(game.position()["offers"][0]) == given["deal"]
        assert sizes(game) == set(range(fewest, given["deal"] + 1))


def is_long(told: Told, ticket: str) -> bool:
    return next(told.spec.is_long(one) for one in told.spec.tickets if one.id == ticket)


def unkept_bottom(told: Told, _: Params) -> None:
    game, unkept = set_up(told)
    assert now(game, "ticket_deck")[-len(unkept) :] == unkept


def unkept_out(told: Told, _: Params) -> None:
    game, unkept = set_up(told)
    assert not set(unkept) & set(now(game, "ticket_deck"))


def unkept_mixed(told: Told, _: Params) -> None:
    game, unkept = set_up(told)
    standard = [ticket for ticket in unkept if not is_long(told, ticket)]
    deck = now(game, "ticket_deck")
    assert sorted(deck[-len(standard) :]) == sorted(standard)
    assert now(game, "mixed")[1] == len(standard)
    assert not any(is_long(told, ticket) for ticket in deck)


def long_out(told: Told, _: Params) -> None:
    assert not any(is_long(told, ticket) for ticket in now(told.new(), "ticket_deck"))


def first_seat(told: Told, _: Params) -> None:
    assert {now(told.new(seed=seed), "first_seat") for seed in range(20)} == {0, 1}
    assert [now(told.new(seed=3, first=seat), "first_seat") for seat in (0, 1)] == [0, 1]


def big_cities(told: Told, _: Params) -> None:
    assert all(set(ticket.ends) & set(told.spec.big_cities) for ticket in told.spec.tickets)


# --- a turn -------------------------------------------------------------------------------------------------------


def turn(told: Told, _: Params) -> None:
    market, deck = ["red", "red", "blue", "blue", "black"], {"green": 5}
    game = told.at(hands=[{"red": 4, "green": 1, "black": 2}, {}], market=market, deck=deck)
    stations = {"station"} if told.spec.knobs.stations else set()
    assert kinds(game) == {"take", "draw", "claim", "tickets"} | stations
    for moves in (("tickets", "keep 1"), ("take red", "draw")):
        assert play(told.at(market=market, deck=deck, hands=[{}, {}]), *moves).to_act == (1,)


def skip(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], ticket_deck=[])
    assert texts(game) == ["pass"]
    assert play(game, "pass", "pass").over
    assert "pass" not in texts(told.at(hands=[{}, {}], deck={"red": 2}, ticket_deck=[]))


def skip_stations(told: Told, given: Params) -> None:
    skip(told, given)
    taken = {route.id: 1 for route in told.spec.board.routes if route.length == 1 and "." not in route.id}
    game = told.at(hands=[{"red": 1}, {}], ticket_deck=[], routes=taken)
    assert kinds(game) == {"station", "pass"}


def up_to_two(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], market=["red"] * 3 + ["blue"] * 2, deck={"green": 6})
    play(game, "take red")
    assert now(game, "market").count("green") == 1
    assert {"take red", "take green", "draw"} <= set(texts(game))
    assert play(game, "draw").to_act == (1,)


def second_is_optional(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], market=["red"] * 5, deck={"green": 6})
    play(game, "take red", "pass")
    assert game.to_act == (1,)
    assert now(game, "passes") == 0


def face_up_two(told: Told, _: Params) -> None:
    market = [L, "red", "red", "blue", "blue"]
    assert play(told.at(hands=[{}, {}], market=market, deck={"green": 6}), f"take {L}").to_act == (1,)
    second = play(told.at(hands=[{}, {}], market=market, deck={L: 1, "green": 5}), "take red")
    assert f"take {L}" not in texts(second)
    drawn = play(told.at(hands=[{}, {}], market=["red"] * 5, deck={L: 2}), "draw")
    assert drawn.to_act == (0,)


def face_up_one(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], market=[L, L, "red", "blue", "blue"], deck={"green": 6})
    assert play(game, f"take {L}").to_act == (0,)
    assert play(game, f"take {L}").to_act == (1,)
    assert now(game, "hands")[0] == {L: 2}


def flush(told: Told, given: Params) -> None:
    few = given["n"] - 1
    market = [L] * few + ["red"] * (given["market"] - few)
    game = play(told.at(hands=[{}, {}], market=market, deck={L: 1}, discard={"blue": 6, "black": 6}), "take red")
    assert now(game, "flushes") == 1
    game = play(told.at(hands=[{}, {}], market=market, deck={"green": 6}), "take red")
    assert now(game, "flushes") == 0


def flush_limit(told: Told, given: Params) -> None:
    market = [L] * (5 - given["n"]) + ["red"] * given["n"]
    game = play(told.at(hands=[{}, {}], market=market, deck={L: 1}), "take red")
    assert (now(game, "market").count(L), now(game, "flushes")) == (6 - given["n"], 0)


def reshuffle(told: Told, _: Params) -> None:
    game = play(told.at(hands=[{}, {}], market=["red"] * 5, deck={"green": 1}, discard={"blue": 6}), "draw")
    assert now(game, "deck") == {"blue": 6}


def no_cards(told: Told, _: Params) -> None:
    assert not kinds(told.at(hands=[{}, {}], market=["red"] * 5)) & {"take", "draw"}


# --- routes -------------------------------------------------------------------------------------------------------


def pay(told: Told, _: Params) -> None:
    route = told.plain(lambda r: r.colour != "gray" and r.length > 1)
    before = {route.colour: route.length}
    assert told.offers(before, route)
    assert not told.offers({route.colour: route.length - 1}, route)
    game = told.at(hands=[before, {}])
    trains = seat_of(game, 0)["trains"]
    play(game, f"claim {route.id}")
    assert (seat_of(game, 0)["trains"], now(game, "hands")[0]) == (trains - route.length, {})


def pay_gray(told: Told, _: Params) -> None:
    route = told.plain(lambda r: r.colour == "gray" and r.length == 2)
    assert told.offers({"red": 2}, route)
    assert told.offers({"blue": 2}, route)
    assert not told.offers({"red": 1, "blue": 1}, route)


def subway(told: Told, _: Params) -> None:
    route = told.route(lambda r: r.subway and r.colour != "gray")
    game = told.at(hands=[{route.colour: route.length}, {}])
    before = seat_of(game, 0)
    play(game, f"claim {route.id}")
    after = seat_of(game, 0)
    assert (after["subways"], after["trains"]) == (before["subways"] - 1, before["trains"])
    assert not told.offers({route.colour: route.length - 1}, route)
    game = told.at(hands=[MANY | {L: 8}, {}])
    game.states["pieces"][0, 0] = (11, 0)
    assert not any(told.spec.board.routes[i].subway for i in claims(told, game))


def claims(told: Told, game: Game) -> list[int]:
    index = game.kit.route_index
    return [index[text.split()[1]] for text in texts(game) if text.startswith("claim")]


def locomotives_anywhere(told: Told, _: Params) -> None:
    assert told.offers({L: 2}, told.plain(lambda r: r.length == 2))


def locomotives_tunnels(told: Told, _: Params) -> None:
    assert not told.offers({L: 3}, told.plain(lambda r: r.length <= 3))
    tunnel = told.route(lambda r: r.tunnel and r.length <= 3)
    assert told.offers({L: 3}, tunnel)


def claim_any(told: Told, _: Params) -> None:
    one = told.plain()
    far = told.plain(lambda r: not set(r.cities) & set(one.cities) and r.length <= 4)
    assert told.offers({"red": 6, L: 4} if far.colour == "gray" else {far.colour: 4}, far, routes={one.id: 0})


def twins(told: Told) -> tuple[Route, Route]:
    """The two tracks of a double route, and cards for the second."""
    second = told.route(lambda r: r.id.endswith(".2"))
    return told.route(lambda r: r.id == second.id.removesuffix(".2")), second


def hand_for(route: Route) -> dict[str, int]:
    own = "red" if route.colour == "gray" else route.colour
    return {own: 6, L: route.locomotives}


def double(told: Told, _: Params) -> None:
    (first, second), n = twins(told), told.spec.knobs.max_seats
    hands = [hand_for(second), *({} for _ in range(n - 1))]
    assert f"claim {second.id}" not in texts(told.at(n, hands=hands, routes={first.id: 0}))


def double_from(told: Told, given: Params) -> None:
    first, second = twins(told)
    for n in (given["n"] - 1, given["n"]):
        if told.spec.knobs.min_seats <= n <= told.spec.knobs.max_seats:
            hands = [hand_for(second), *({} for _ in range(n - 1))]
            is_open = f"claim {second.id}" in texts(told.at(n, hands=hands, routes={first.id: 1}))
            assert is_open is (n >= given["n"])


def ferry(told: Told, _: Params) -> None:
    route = told.route(lambda r: r.locomotives > 0)
    own = "red" if route.colour == "gray" else route.colour
    rest = {own: route.length}
    assert not told.offers(rest | {L: route.locomotives - 1}, route)
    assert told.offers(rest | {L: route.locomotives}, route)


def tunnel(told: Told, given: Params) -> None:
    route = told.route(lambda r: r.tunnel and r.colour != "gray" and r.length <= 3 and not r.locomotives)
    other = next(name for name in MANY if name != route.colour)
    for deck, more in (({other: 9}, 0), ({route.colour: 1, other: given["n"] - 1}, 1), ({L: given["n"]}, given["n"])):
        game = play(told.at(hands=[{route.colour: 6}, {}], deck=deck), f"claim {route.id}")
        assert len(now(game, "revealed")) == given["n"]
        assert (now(game, "phase") == "surcharge") is (more > 0)
        assert int(game.state.surcharge) == more


def tunnel_back(told: Told, _: Params) -> None:
    route = told.route(lambda r: r.tunnel and r.colour != "gray" and r.length <= 3 and not r.locomotives)
    game = play(told.at(hands=[{route.colour: 6}, {}], deck={L: 6}), f"claim {route.id}", "take-back")
    assert (game.to_act, now(game, "hands")[0], now(game, "routes")) == ((1,), {route.colour: 6}, {})


# --- tickets ------------------------------------------------------------------------------------------------------


def draw_tickets(told: Told, given: Params) -> None:
    game = play(told.at(hands=[{}, {}]), "tickets")
    assert len(game.position()["offers"][0]) == given["n"]
    assert sizes(game) == set(range(given["keep"], given["n"] + 1))
    few = next(ticket.id for ticket in told.spec.tickets if not told.spec.is_long(ticket))
    assert sizes(play(told.at(hands=[{}, {}], ticket_deck=[few]), "tickets")) == {1}


def unkept_play(goes_under: bool) -> Callable[[Told, Params], None]:
    def probe(told: Told, given: Params) -> None:
        game = play(told.at(hands=[{}, {}]), "tickets")
        left = game.position()["offers"][0][1:]
        play(game, "keep 1")
        deck = now(game, "ticket_deck")
        assert (deck[-len(left) :] == left) if goes_under else not set(left) & set(deck)

    return probe


def ticket_score(told: Told, _: Params) -> None:
    route_of = {frozenset(route.cities): route for route in told.spec.board.routes}
    ticket = next(one for one in told.spec.tickets if not one.worth)
    worth = ticket.value(told.spec.ticket_values)
    assert counted(told.over(tickets=[[ticket.id], []]), 0)["tickets"] == -worth
    linked = next((one for one in told.spec.tickets if frozenset(one.ends) in route_of), None)
    if linked:
        routes = {route_of[frozenset(linked.ends)].id: 0}
        done = counted(told.over(tickets=[[linked.id], []], routes=routes), 0)
        assert done["tickets"] == linked.value(told.spec.ticket_values)


def abroad(told: Told, _: Params) -> None:
    ticket = next(one for one in told.spec.tickets if one.worth and not one.country)
    assert counted(told.over(tickets=[[ticket.id], []]), 0)["tickets"] == -min(worth for _, worth in ticket.worth)


def abroad_exit(told: Told, _: Params) -> None:
    exits = [city for city in told.spec.board.cities if city.country]
    first, other = next((a, b) for a in exits for b in exits if a.country == b.country and a.id < b.id)
    game = told.over(routes={r.id: 0 for r in told.spec.board.routes if {first.id, other.id} & set(r.cities)})
    single, pairs = (np.zeros(64, np.int16) for _ in range(2))
    doors.link_groups(game.states, game.kit.board_row, 0, single, pairs)
    index = game.kit.city_index
    assert single[index[first.id]] != single[index[other.id]]


# --- stations and the end -----------------------------------------------------------------------------------------


def stations_build(told: Told, given: Params) -> None:
    free = [city.id for city in told.spec.board.cities]
    for built in range(given["n"]):
        hands: list[dict[str, int]] = [{"red": built + 1}, {}]
        game = told.at(hands=hands, stations=[free[:built], []], market=["white"] * 5)
        play(game, f"station {free[9]}")
        assert (game.to_act, now(game, "hands")[0]) == ((1,), {})
        poor = told.at(hands=[{"red": built}, {}], stations=[free[:built], []], market=["white"] * 5)
        assert "station" not in kinds(poor)
    full = told.at(hands=[MANY, {}], stations=[free[: given["n"]], []], market=["white"] * 5)
    assert "station" not in kinds(full)
    assert f"station {free[0]}" not in texts(told.at(hands=[{"red": 1}, {}], stations=[[], free[:1]]))
    assert play(told.at(hands=[{L: 1}, {}]), f"station {free[0]}").to_act == (1,)


def stations_left(told: Told, given: Params) -> None:
    assert counted(told.over(), 0)["stations"] == given["n"] * told.spec.knobs.stations
    city = told.spec.board.cities[0].id
    assert counted(told.over(stations=[[city], []]), 0)["stations"] == given["n"] * (told.spec.knobs.stations - 1)


def stations_short(told: Told, given: Params) -> None:
    assert seat_of(told.new(), 0)["stations"] == given["n"]
    stations_left(told, {"n": given["points"]})


def last_round(told: Told, given: Params) -> None:
    route = told.plain(lambda r: r.colour != "gray" and r.length <= 3)
    for left in (given["n"], given["n"] + 1):
        game = told.at(hands=[{route.colour: route.length}, {}])
        game.states["pieces"][0, 0] = (route.length + left, 0)
        play(game, f"claim {route.id}")
        assert (now_by(game) == 0) is (left <= given["n"])
    deck = dict.fromkeys(MANY, 3)
    game = told.at(hands=[{route.colour: route.length}, {}], deck=deck)
    game.states["pieces"][0, 0] = (route.length + given["n"], 0)
    play(game, f"claim {route.id}")
    for _ in range(2):
        assert not game.over
        play(game, "draw", "draw")
    assert game.over


def now_by(game: Game) -> int:
    return int(game.state.last_round_by)


def longest(told: Told, given: Params) -> None:
    route = told.plain(lambda r: r.length >= 2)
    alike = told.plain(lambda r: r.length == route.length and not set(r.cities) & set(route.cities))
    assert counted(told.over(routes={route.id: 0}), 0)["longest"] == given["n"]
    tied = told.over(routes={route.id: 0, alike.id: 1})
    assert [counted(tied, seat)["longest"] for seat in (0, 1)] == [given["n"]] * 2


def no_longest(told: Told, _: Params) -> None:
    assert counted(told.over(routes={told.plain().id: 0}), 0)["longest"] == 0


def globetrotter(told: Told, given: Params) -> None:
    paths = {frozenset(route.cities): route.id for route in told.spec.board.routes}
    done = [ticket for ticket in told.spec.tickets if frozenset(ticket.ends) in paths]
    if done:
        game = told.over(tickets=[[done[0].id], []], routes={paths[frozenset(done[0].ends)]: 0})
        assert [counted(game, seat)["globetrotter"] for seat in (0, 1)] == [given["n"], 0]
    assert told.spec.knobs.globetrotter == given["n"]


def globetrotter_tie(told: Told, _: Params) -> None:
    assert [counted(told.over(), seat)["globetrotter"] for seat in (0, 1)] == [0, 0]


# --- warehouses and depots ----------------------------------------------------------------------------------------


def depot_start(told: Told, given: Params) -> None:
    game, _ = set_up(told)
    assert now(game, "depots_left") == [given["n"]] * 2
    assert game.to_act == (1 - now(game, "first_seat"),)
    city = next(city.id for city in told.spec.board.cities if not city.country)
    play(game, f"depot {city}")
    assert f"depot {city}" not in texts(game)
    assert now(game, "phase") == "depots"


def depots_before(told: Told, _: Params) -> None:
    city = next(city.id for city in told.spec.board.cities if not city.country)
    game = told.at(hands=[{}, {}], deck={"blue": 6}, market=["red"] * 5)
    play(game, f"depot {city}")
    assert (game.to_act, now(game, "hands")[0]) == ((0,), {})
    assert f"depot {city}" not in texts(game)


def depots_after(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], deck={"red": 6})
    play(game, "tickets", "keep 1")
    assert game.to_act == (0,)
    assert kinds(game) == {"depot", "pass"}


def warehouse_fill(told: Told, _: Params) -> None:
    game = told.at(hands=[{}, {}], deck={"blue": 6}, market=["red"] * 5)
    assert {"warehouse 0", "warehouse 1"} <= set(texts(game))
    assert not kinds(game) & {"take", "draw"}
    play(game, "warehouse 1")
    assert (now(game, "warehouses")[1], kinds(game)) == ({"blue": 1}, {"take", "draw"})


def warehouse_collect(told: Told, _: Params) -> None:
    route = told.plain(lambda r: r.colour != "gray")
    for owner in (0, 1):
        depots: list[list[str]] = [[], []]
        depots[owner] = [route.cities[0]]
        piles: list[dict[str, int]] = [{}, {}]
        piles[owner] = {L: 3}
        left = [told.spec.knobs.depots - len(one) for one in depots]
        hands: list[dict[str, int]] = [{route.colour: route.length}, {}]
        game = told.at(hands=hands, depots=depots, depots_left=left, warehouses=piles)
        play(game, f"claim {route.id}")
        assert {f"collect {owner}", "decline"} == set(texts(game))
        play(game, f"collect {owner}")
        assert (now(game, "hands")[0], now(game, "depots_left")[0]) == ({L: 3}, left[0] - 1)


def depot_bonus(told: Told, given: Params) -> None:
    alike = told.over()
    assert [counted(alike, seat)["depots"] for seat in (0, 1)] == [given["n"]] * 2
    more = told.over(depots_left=[told.spec.knobs.depots, 0])
    assert [counted(more, seat)["depots"] for seat in (0, 1)] == [given["n"], 0]


def depot_none(told: Told, _: Params) -> None:
    assert counted(told.over(depots_left=[0, 0]), 0)["depots"] == 0
