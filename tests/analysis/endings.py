"""Very last turns, gone through slowly and obviously: nothing here asks the engine what a decision does.

A position is read as JSON; boards are read from their files (`tests/oracles/naive.py`). From the game come only its
numbers (how many tickets are drawn, how many cards a tunnel turns up) and how likely a ticket is in a hand.

python -m tests.analysis.endings --n 240    # compares so many positions and prints what it found
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from math import prod
from typing import Any

from eclisse import Game
from eclisse.analysis.worlds import worlds_of
from eclisse.bots.seated import play_out, sit_down
from tests.oracles import naive

Rows = list[tuple[float, tuple[tuple[str, ...], ...]]]
COLOURS = ("pink", "blue", "orange", "white", "green", "yellow", "black", "red")
NUMBERS = ("deal_long", "deal", "keep", "keep_without_long", "long_first", "draw", "draw_keep", "tunnel_cards")
FEW = 9  # hidden tickets of a kind that a position leaves open


@cache
def trail_of(board: str, names: frozenset[str]) -> int:
    return naive.longest_of_all(naive.city_graph(board, names))


@dataclass
class Ending:
    """A position in the very last turn of a seat, and what that seat knows."""

    position: dict[str, Any]
    seat: int
    numbers: Mapping[str, int]  # of the rules
    weights: list[dict[str, float]]  # of each ticket in each hand
    lone: dict[tuple[Any, ...], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        p, seat = self.position, self.seat
        self.facts = naive.GAMES[p["game"]]
        self.rows = naive.tickets_of(p["game"], tuple(p["modules"]))
        deck = [name if seat in p["known"].get(name, []) else None for name in p["ticket_deck"]]
        mine = {*p["tickets"][seat], *(name for name, who in p["known"].items() if seat in who)}
        hidden = [name for name in self.rows if name not in mine]
        self.deck = deck
        self.pool = [[name for name in hidden if self._is_long(name) == long] for long in (False, True)]
        self.others = [other for other in range(p["seats"]) if other != seat]
        self.hands = self._hands([])

    def _is_long(self, name: str) -> bool:
        return bool(self.numbers["deal_long"] and self.rows[name].get("long"))

    # --- what is hidden ---

    def _long(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        """How many long tickets each other seat may hold, with chances: each choice it may have made is as likely."""
        n, p = self.numbers, self.position
        each = []
        for other in self.others:
            dealt = [True] * n["deal_long"] + [False] * n["deal"]
            counts: Counter[int] = Counter()
            for kept in combinations(range(len(dealt)), p["kept_at_setup"][other]):
                long = sum(dealt[k] for k in kept)
                least = n["keep"] if long or not n["long_first"] else n["keep_without_long"]
                if (len(kept) - long >= least and long <= 1) if n["long_first"] else len(kept) >= least:
                    counts[long] += 1
            each.append(counts if n["deal_long"] else Counter({0: 1}))
        found = []
        for way in product(*each):
            room = len(self.pool[0]) - self.deck.count(None)
            room -= sum(len(p["tickets"][other]) - long for other, long in zip(self.others, way, strict=True))
            if not n["deal_long"] or room == 0 or (room > 0 and not n["nothing_leaves"]):
                found.append((prod(counts[long] for counts, long in zip(each, way, strict=True)), way))
        total = sum(share for share, _ in found)
        return ((share / total, way) for share, way in found)

    def _deal(self, others: list[int], sizes: list[int], pool: list[str]) -> Rows:
        """All ways to give so many tickets of a pool to some seats, each with its weight."""
        if not others:
            return [(1.0, ())]
        found: Rows = []
        for hand in combinations(pool, sizes[0]):
            weight = prod(self.weights[others[0]][name] for name in hand)
            rest = [name for name in pool if name not in hand]
            found += [(weight * w, (hand, *more)) for w, more in self._deal(others[1:], sizes[1:], rest)]
        return found

    def _hands(self, drawn: list[str]) -> Rows:
        """All that the others may hold, with chances; of tickets drawn, with the chance that they were left to draw."""
        found: Rows = []
        for share, way in self._long():
            sizes = [len(self.position["tickets"][other]) - long for other, long in zip(self.others, way, strict=True)]
            standard, long = self._deal(self.others, sizes, self.pool[0]), self._deal(self.others, [*way], self.pool[1])
            total = sum(w for w, _ in standard) * sum(w for w, _ in long)
            for (w, hands), (v, more) in product(standard, long):
                if not any(name in hand for name in drawn for hand in hands):
                    both = tuple((*a, *b) for a, b in zip(hands, more, strict=True))
                    found.append((share * w * v / total, both))
        return found

    # --- what a final board is worth ---

    def _own(self, seat: int, routes: dict[str, int], stations: list[list[str]], hand: tuple[str, ...]) -> list[int]:
        """Ticket points, tickets completed and tickets with two paths of a hand."""
        board = naive.routes_of(self.facts.board)
        own = frozenset(name for name, owner in routes.items() if owner == seat)
        near = [
            name for name, owner in routes.items() if owner != seat and {*board[name]["cities"]} & {*stations[seat]}
        ]
        game, modules = self.position["game"], tuple(self.position["modules"])
        return list(_tickets(game, modules, own, frozenset(near), tuple(stations[seat]), tuple(sorted(hand))))

    def value(self, end: "End", rows: Rows, more: tuple[str, ...] = ()) -> float:
        """The seat's chance to win with a final board, over what the others may hold."""
        p, board = self.position, self.facts.board
        routes = {**p["routes"], **({end.route: self.seat} if end.route else {})}
        stations = [[*cities] for cities in p["stations"]]
        stations[self.seat] += [end.station] if end.station else []
        depots = [n - (end.depots if seat == self.seat else 0) for seat, n in enumerate(p["depots_left"])]
        plain = []
        for seat in range(p["seats"]):
            names = frozenset(name for name, owner in routes.items() if owner == seat)
            points = sum(naive.route_points(board, naive.routes_of(board)[name]) for name in names)
            left = 4 * (self.facts.stations - len(stations[seat]))
            plain.append((points, left, trail_of(board, names)))
        longest = naive.bonus([row[2] for row in plain], self.facts.longest)
        spare = naive.bonus(depots, 10 if "warehouses" in p["modules"] else 0)
        keys = ["total", "done", "left"] + ["path"] * self.facts.path_breaks_ties
        total, all_shares = 0.0, 0.0
        for share, hands in rows:
            held = dict(zip(self.others, hands, strict=True))
            held[self.seat] = (*p["tickets"][self.seat], *more)
            own = [self._own(seat, routes, stations, held[seat]) for seat in range(p["seats"])]
            most = naive.bonus([row[1] for row in own], self.facts.globetrotter)
            count = [
                {
                    "total": plain[k][0] + plain[k][1] + longest[k] + spare[k] + own[k][0] + most[k]
                    + (naive.MANDALA[min(own[k][2], 5)] if self.facts.mandala else 0),
                    "done": own[k][1],
                    "left": plain[k][1],
                    "path": plain[k][2],
                }
                for k in range(p["seats"])
            ]  # fmt: skip
            winners = naive.winners_of(count, keys)
            total += share / len(winners) if self.seat in winners else 0.0
            all_shares += share
        return total / all_shares

    # --- what the turn can do ---

    def end(self, route: str = "", station: str = "", depots: int = 0) -> float:
        """The chance with a final board, with the best number of further depots given up."""
        key = (route, station, depots)
        if key not in self.lone:
            left = self.position["depots_left"][self.seat] - depots
            self.lone[key] = max(
                self.value(End(route, station, depots + more), self.hands) for more in range(min(left, 1) + 1)
            )
        return self.lone[key]

    def cards(self) -> Counter[str]:
        """The cards that the deck may hold: of those it was made of, what the seat has not seen since."""
        p, found = self.position, Counter[str]()
        places = [*p["hands"], *p["warehouses"], p["deck"], p["discard"], Counter(p["market"])]
        for colour in (*COLOURS, "locomotive"):
            unseen = sum(place.get(colour, 0) for place in places) - p["discard"].get(colour, 0)
            unseen -= p["hands"][self.seat].get(colour, 0) + Counter(p["market"])[colour]
            unseen -= sum(p["seen"][other].get(colour, 0) for other in self.others)
            found[colour] = min(unseen, p["stock"].get(colour, 0) - p["blind"][self.seat].get(colour, 0))
        return found

    def turned_up(self, deck: Counter[str], left: int, n: int) -> Iterator[tuple[float, tuple[str, ...]]]:
        """All that n cards can be, with chances: from a deck of so many left, then from the discard."""
        urn = deck if left else Counter(self.position["discard"])
        total = sum(urn.values())
        if n == 0 or (not left and total == 0):
            yield 1.0, ()
            return
        for colour, many in urn.items():
            if many > 0:
                rest = urn - Counter({colour: 1})
                more = self.turned_up(rest, left - 1, n - 1) if left else self.from_discard(rest, n - 1)
                yield from ((many / total * share, (colour, *cards)) for share, cards in more)

    def from_discard(self, urn: Counter[str], n: int) -> Iterator[tuple[float, tuple[str, ...]]]:
        """The same from what is left of the discard."""
        total = sum(urn.values())
        if n == 0 or total == 0:
            yield 1.0, ()
            return
        for colour, many in urn.items():
            if many > 0:
                for share, cards in self.from_discard(urn - Counter({colour: 1}), n - 1):
                    yield many / total * share, (colour, *cards)

    def payments(self, name: str) -> Iterator[tuple[str, int]]:
        """All ways to pay for a route: a colour and a number of locomotives."""
        route, hand = naive.routes_of(self.facts.board)[name], self.position["hands"][self.seat]
        length, least = route["length"], route.get("locomotives", 0)
        any_route = self.facts.board != "switzerland"
        most = length if any_route or route.get("tunnel") else least
        held = hand.get("locomotive", 0)
        for n in range(least, min(most, held) + 1):
            if n == length:
                yield "locomotive", n
            for colour in COLOURS if route.get("colour", "gray") == "gray" else (route["colour"],):
                if n < length and hand.get(colour, 0) >= length - n:
                    yield colour, n

    def pay(self, name: str, colour: str, locomotives: int, depots: int) -> float:
        """The chance with a payment; a tunnel may ask for more, and then it is paid or given up, as is better."""
        route, hand = naive.routes_of(self.facts.board)[name], self.position["hands"][self.seat]
        done, back = self.end(name, "", depots), self.end("", "", depots)
        if not route.get("tunnel"):
            return done
        left = hand.get("locomotive", 0) - locomotives
        if colour != "locomotive":
            left += hand.get(colour, 0) - (route["length"] - locomotives)
        value, deck = 0.0, self.cards()
        for share, cards in self.turned_up(deck, sum(self.position["deck"].values()), self.numbers["tunnel_cards"]):
            more = sum(card in (colour, "locomotive") for card in cards)
            if more == 0:
                value += share * done
            else:
                value += share * (max(done, back) if left >= more else back)
        return value

    def draw(self, depots: int) -> float:
        """The chance when tickets are drawn: over all that can be drawn, with the best of all that may be kept."""
        n = min(self.numbers["draw"], len(self.deck))
        fixed = [name for name in self.deck[:n] if name is not None]
        total, value = 0.0, 0.0
        for free in combinations(self.pool[0], n - len(fixed)):
            offer = (*fixed, *free)
            rows = self._hands(list(free))
            share = sum(weight for weight, _ in rows)
            if share > 0:
                least = min(self.numbers["draw_keep"], len(offer))
                kept = [some for k in range(least, n + 1) for some in combinations(offer, k)]
                total += share
                value += share * max(self.value(End(depots=depots), rows, some) for some in kept)
        return value / total

    def decide(self, text: str, depots: int = 0) -> float:
        """The seat's chance with a decision."""
        kind, _, thing = text.partition(" ")
        if kind == "claim":
            return max(self.pay(thing, *way, depots) for way in self.payments(thing))
        if kind == "station":
            return self.end("", thing, depots)
        if kind == "tickets":
            return self.draw(depots)
        if kind == "depot":
            after = [text for text in self.texts if text != f"station {thing}" and not text.startswith("depot")]
            return max(self.decide(text, depots + 1) for text in after)
        return self.end("", "", depots)

    @property
    def texts(self) -> list[str]:
        """All that can be done with the turn, but for which cards are taken."""
        p, board = self.position, self.facts.board
        routes, hand = naive.routes_of(board), p["hands"][self.seat]
        pieces = [*self.facts.pieces]
        for name, owner in p["routes"].items():
            if owner == self.seat:
                pieces[bool(routes[name].get("subway"))] -= naive.pieces_on(routes[name])
        found = ["draw"] + (["tickets"] if p["ticket_deck"] else [])
        for name, route in routes.items():
            twins = [x for x in p["routes"] if x != name and sorted(routes[x]["cities"]) == sorted(route["cities"])]
            closed = any(p["routes"][x] == self.seat for x in twins) or (twins and p["seats"] <= self.facts.few)
            has = pieces[bool(route.get("subway"))] >= naive.pieces_on(route)
            if name not in p["routes"] and not closed and has and any(True for _ in self.payments(name)):
                found.append(f"claim {name}")
        free = [city["id"] for city in naive.board_file(board)["cities"] if "country" not in city]
        for cities in (*p["stations"], *p["depots"]):
            free = [city for city in free if city not in cities]
        built = len(p["stations"][self.seat])
        best = max((hand.get(colour, 0) for colour in COLOURS), default=0) + hand.get("locomotive", 0)
        if built < self.facts.stations and best >= built + 1:
            found += [f"station {city}" for city in free]
        if p["depots_left"][self.seat]:
            found += [f"depot {city}" for city in free]
        return found


@dataclass(frozen=True)
class End:
    """How the board ends: with a route more, a station more, so many depots fewer."""

    route: str = ""
    station: str = ""
    depots: int = 0


@cache
def _tickets(
    game: str, modules: tuple[str, ...], own: frozenset[str], near: frozenset[str], stations: tuple[str, ...],
    hand: tuple[str, ...],
) -> tuple[int, int, int]:  # fmt: skip
    facts, rows = naive.GAMES[game], naive.tickets_of(game, modules)
    if stations:
        values = naive.best_borrowing(
            facts.board, sorted(own), sorted(near), list(stations), [rows[name] for name in hand]
        )
    else:
        values = [_value(game, modules, own, name) for name in hand]
    twice = sum(facts.mandala and _twice(game, modules, own, name) for name in hand)
    return sum(values), sum(value > 0 for value in values), twice


@cache
def _value(game: str, modules: tuple[str, ...], own: frozenset[str], ticket: str) -> int:
    facts = naive.GAMES[game]
    network = naive.city_graph(facts.board, own)
    return naive.ticket_points(facts.board, network, naive.tickets_of(game, modules)[ticket], facts.revised)


@cache
def _twice(game: str, modules: tuple[str, ...], own: frozenset[str], ticket: str) -> bool:
    facts = naive.GAMES[game]
    cities = naive.tickets_of(game, modules)[ticket]["cities"]
    return naive.linked_twice(naive.city_graph(facts.board, own), *cities)


# --- positions to compare ------------------------------------------------------------------------------------------


def last_turn(game: Game) -> Game | None:
    """A played game at the beginning of its very last turn; None if it ended otherwise."""
    record = game.record()
    for until in range(len(game.actions) - 1, 0, -1):
        at = Game.replay(record, until=until).position()
        if at["last_round_by"] is None:
            return None
        if at["last_round_by"] == at["to_move"] and at["phase"] == "main":
            return Game.from_position(at)
    return None


def opened(position: dict[str, Any], seat: int, rng: random.Random) -> dict[str, Any]:
    """The same with more cards in the seat's hand, and with few tickets whose place it does not know."""
    p = {**position, "mixed": [0, 0], "known": dict(position["known"])}
    hand, deck, blind = Counter(p["hands"][seat]), Counter(p["deck"]), Counter(p["blind"][seat])
    for _ in range(rng.randrange(max(1, min(8, sum(deck.values()) - 3)))):
        card = rng.choice(sorted(deck.elements()))
        hand[card] += 1
        blind[card] += 1
        deck -= Counter({card: 1})
    p["hands"] = [dict(hand) if k == seat else row for k, row in enumerate(p["hands"])]
    p["blind"] = [dict(blind) if k == seat else row for k, row in enumerate(p["blind"])]
    p["deck"] = dict(deck)
    rows = naive.tickets_of(p["game"], tuple(p["modules"]))
    held = {name for hand in p["tickets"] for name in hand}
    n_open = max(0, FEW - p["seats"] + 2 - len(held - {*p["tickets"][seat]}))
    rest = [*p["ticket_deck"], *(name for name in rows if name not in held and name not in p["ticket_deck"])]
    for name in [name for name in rest if seat not in p["known"].get(name, [])][n_open:]:
        p["known"][name] = [seat]
    return p


def endings(numbers: Iterable[int]) -> Iterator[tuple[Game, Ending]]:
    """A position for each number, from games between bots with more cards in hand.

    Numbers that follow each other lead through all games, with two and three seats and with depots.
    """
    games = sorted(naive.GAMES)
    for number in numbers:
        rng = random.Random(number)
        modules = ["warehouses"] if rng.random() < 0.25 else []
        game = Game.new(games[number % len(games)], rng.choice((2, 2, 3)), number, modules=modules)
        play_out(game, sit_down([rng.choice(("planner", "path")) for _ in range(game.seats)], f"{number:032x}"))
        late = last_turn(game)
        if late is None:
            continue
        seat = late.to_act[0]
        late = Game.from_position(opened(late.position(), seat, rng))
        yield late, ending(late)


def ending(game: Game) -> Ending:
    """What the seat to act knows."""
    seat, rules = game.to_act[0], game.kit.rules
    numbers = {name: int(rules[name]) for name in NUMBERS}
    numbers["nothing_leaves"] = int(rules["unkept_setup"]) != 1 and int(rules["unkept_play"]) == 0
    table = worlds_of(game.view(seat), 0, 0).weights
    weights = [
        {name: float(table[other, k]) for k, name in enumerate(game.kit.names.tickets)} for other in range(game.seats)
    ]
    return Ending(game.position(), seat, numbers, weights)


def compare(game: Game, truth: Ending) -> tuple[int, int, float, float]:
    """How many decisions there are and how many are exact, the largest error, and what the best choice gives away."""
    legal = game.legal(truth.seat)
    assert {action.text for action in legal if action.kind not in ("take", "draw", "warehouse", "pass")} == {
        text for text in truth.texts if text != "draw"
    }
    found = worlds_of(game.view(truth.seat), 0, 0).sum_up([action.number for action in legal])
    if found is None:
        return len(legal), 0, 0.0, 0.0
    chances = {k: truth.decide(action.text) for k, action in enumerate(legal) if found.known[k]}
    wrong = max(abs(found.wins[k, truth.seat] - chance) for k, chance in chances.items())
    best = max(chances, key=lambda k: found.wins[k, truth.seat])
    return len(legal), len(chances), wrong, max(chances.values()) - chances[best]


def compare_payments(game: Game, truth: Ending) -> tuple[int, float]:
    """How many payments for tunnels there are to choose from, and the largest error in what they are worth."""
    n, wrong = 0, 0.0
    for claim in (action for action in game.legal(truth.seat) if action.kind == "claim"):
        copy, name = game.copy(), claim.route or ""
        if not naive.routes_of(truth.facts.board)[name].get("tunnel") or len({*truth.payments(name)}) < 2:
            continue
        copy.play(truth.seat, claim)
        legal = copy.legal(truth.seat)
        found = worlds_of(copy.view(truth.seat), 0, 0).sum_up([action.number for action in legal])
        for k, action in enumerate(legal) if found is not None else ():
            paid = action.payment
            assert paid is not None
            if found is not None and found.known[k]:
                chance = truth.pay(name, paid.colour or "locomotive", paid.locomotives, 0)
                n, wrong = n + 1, max(wrong, abs(found.wins[k, truth.seat] - chance))
    return n, wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--n", type=int, default=240)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    whole = part = none = decisions = exact = payments = 0
    worst = given = 0.0
    for game, truth in endings(range(options.first, options.first + options.n)):
        n, n_exact, wrong, lost = compare(game, truth)
        paid, off = compare_payments(game, truth)
        payments, wrong = payments + paid, max(wrong, off)
        whole, part, none = whole + (n == n_exact), part + (0 < n_exact < n), none + (n_exact == 0)
        decisions, exact, worst, given = decisions + n, exact + n_exact, max(worst, wrong), max(given, lost)
        if wrong > 1e-9 or lost > 1e-9:
            print(game.kit.game, game.seats, game.kit.modules, f"turn {game.position()['turns']}: off by {wrong:.2g}")
    print(f"{whole + part + none} last turns: {whole} exact, {part} but for one decision or more, {none} not at all")
    print(f"{exact} of {decisions} decisions and {payments} payments for tunnels exact")
    print(f"largest error {worst:.2g}, most given away {given:.2g}")
    sys.exit(max(worst, given) > 1e-9)


if __name__ == "__main__":
    main()
