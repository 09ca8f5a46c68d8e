"""A position as a state: any moment of a game, whole or in part; every fault of a bad one at once."""

from typing import Any, Final

import numpy as np

from eclisse.catalogue.compile import Records
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core import actions, check, doors, reach
from eclisse.core.check import count_cards
from eclisse.core.codes import (
    COLOUR_NAMES,
    DEPOTS,
    DRAWING,
    END_NAMES,
    EVERYBODY_PASSED,
    LAST_ROUND_PLAYED,
    N_COLOURS,
    NONE,
    NOT_ENDED,
    OFFERED,
    OVER,
    PHASE_NAMES,
    SETUP,
)
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.mechanics.warehouses import can_build_on
from eclisse.core.records import MARKET_SIZE, MAX_OFFER, MAX_REVEALED, MAX_SEATS, MAX_TICKETS, STATE, Record
from eclisse.core.routes import is_free
from eclisse.core.setup import clear, give_pieces
from eclisse.core.tickets import put_under
from eclisse.faults import Fault, Faults, Faulty, Param, cut, fault, shown, whole
from eclisse.notation import key_from_seed

Json = dict[str, Any]


class InvalidPosition(Faulty):
    """A position that is impossible."""


KEYS: Final = tuple(
    """
    game seats modules to_move phase routes hands tickets stations depots depots_left warehouses market deck discard
    ticket_deck last_round_by first_seat turns passes drawn seen stock blind known mixed kept_at_setup revealed flushes
    reshuffles ended key counter offers later choices route city surcharge laid
    """.split()  # noqa: SIM905 - forty quoted words would hide them
)


class _Reader:
    """Reads one position into a record and notes every fault on the way."""

    def __init__(self, data: Json, kit: Kit, seats: int, reachable: bool) -> None:
        self.data, self.kit, self.n, self.reachable = data, kit, seats, reachable
        self.faults = Faults()
        self.states = np.zeros(1, STATE)
        self.state: Record = self.states[0]

    def fault(self, code: str, where: str = "", /, **params: Param) -> None:
        """Note a fault."""
        self.faults.add(code, where, **params)

    def index(self, where: str, name: Any, table: dict[str, int], otherwise: str) -> int | None:
        """The index of a name, or the fault of its absence."""
        if isinstance(name, str) and name in table:
            return table[name]
        self.fault(otherwise, where, name=_name(name), **self.faults.hint(name, table))
        return None

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """The whole number of a key, or a fault."""
        return self.within(key, self.data.get(key), default, low, high)

    def within(self, where: str, value: Any, default: int, low: int, high: int) -> int:
        """A whole number within limits, or a fault."""
        if value is None:
            return default
        if not _is_whole(value, low, high):
            self.fault("number-expected", where, low=low, high=high, value=shown(value))
            return default
        return int(value)

    def seat(self, where: str, value: Any) -> int | None:
        """The number of a seat, or a fault."""
        if not _is_whole(value, 0, self.n - 1):
            self.fault("seat-expected", where, last=self.n - 1, value=shown(value))
            return None
        return int(value)

    def rows(self, key: str) -> list[Any]:
        """One entry a seat, or a fault."""
        value = self.data.get(key)
        if value is None:
            return [None] * self.n
        if not isinstance(value, list) or len(value) != self.n:
            self.fault("list-for-seats-expected", key, seats=self.n, value=shown(value))
            return [None] * self.n
        return value

    def mapping(self, key: str, otherwise: str) -> dict[Any, Any]:
        """What a key says of each name, or a fault."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.fault(otherwise, key, value=shown(value))
            return {}
        return value

    def names(self, where: str, value: Any, table: dict[str, int], otherwise: str, most: int) -> list[int]:
        """A list of names as indices, or faults."""
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            self.fault("names-expected", where, most=most, value=shown(value))
            return []
        found = [self.index(where, name, table, otherwise) for name in value]
        return [i for i in found if i is not None]

    def cards(self, where: str, value: Any, row: Any) -> None:
        """Counts by colour into a row, or faults."""
        if value is None:
            return
        if not isinstance(value, dict):
            self.fault("cards-expected", where, value=shown(value))
            return
        for name, n in value.items():
            colour = self.index(where, name, COLOURS, "unknown-card")
            if not _is_whole(n, 0, MOST_CARDS):
                self.fault("number-expected", f"{where}.{_name(name)}", low=0, high=MOST_CARDS, value=shown(n))
            elif colour is not None:
                row[colour] = n

    def read(self) -> Records:
        """The state, or every fault."""
        clear(self.state)
        self.state.n_seats = self.n
        give_pieces(self.state, self.kit.rules)
        for part in (self._keys, self._turn, self._routes, self._buildings, self._cards, self._tickets, self._pending):
            part()
        if not self.faults:
            self._check()
        if self.faults:
            raise InvalidPosition(*self.faults)
        return self.states

    def _keys(self) -> None:
        """Refuse unknown keys."""
        for key in self.data:
            if key not in KEYS:
                self.fault("unknown-key", key=_name(key), **self.faults.hint(key, KEYS))

    def _turn(self) -> None:
        """Whose turn it is and how far the game has come."""
        state, last = self.state, self.n - 1
        name = self.data.get("phase", "main")
        if name not in PHASE_NAMES:
            self.fault("phase-expected", "phase", phases=list(PHASE_NAMES), value=shown(name))
            name = "main"
        state.phase = PHASE_NAMES.index(name)
        state.first_seat = self.number("first_seat", 0, 0, last)
        state.to_move = self._to_move()
        state.last_round_by = self.number("last_round_by", NONE, 0, last)
        state.turns = self.number("turns", int(self._is_after_action()), 0, MANY)
        state.passes = self.number("passes", 0, 0, self.n if state.phase == OVER else last)
        state.drawn = self.number("drawn", 0, 0, int(state.phase == DRAWING))
        state.n_flushes = self.number("flushes", 0, 0, MANY)
        state.n_reshuffles = self.number("reshuffles", 0, 0, MANY)
        state.ended = self._ended(LAST_ROUND_PLAYED if state.phase == OVER else NOT_ENDED)
        state.counter = self.number("counter", 0, 0, 1 << 62)
        key = self.data.get("key")
        try:
            state.key[:] = key_from_seed(key if key is None else str(key))
        except ValueError:
            self.fault("key-expected", "key", value=shown(key))

    def _is_after_action(self) -> bool:
        """Whether depots are placed after an action: every seat has placed its first one before (DEPOT-START)."""
        placed = self.data.get("depots")
        return bool(self.state.phase == DEPOTS and isinstance(placed, list) and all(placed))

    def _ended(self, low: int) -> int:
        """How the game ended, by name; older positions have a number."""
        value = self.data.get("ended")
        if not isinstance(value, str):
            return self.number("ended", low, low, EVERYBODY_PASSED)
        reasons = [str(name) for name in END_NAMES[low:]]
        if value not in reasons:
            self.fault("ended-expected", "ended", reasons=reasons, value=shown(value))
            return low
        return low + reasons.index(value)

    def _to_move(self) -> int:
        """The seat to move; nobody in particular at setup and at the end."""
        phase, first, last = int(self.state.phase), int(self.state.first_seat), self.n - 1
        seat = self.number("to_move", 0, 0, last)
        if phase == SETUP and self.data.get("to_move") is not None:
            self.fault("stray-to-move", "to_move")
        if phase == DEPOTS and self.data.get("to_move") is None:
            n_placed = sum(map(bool, self.rows("depots")))
            return (first - 1 - n_placed) % self.n
        return NONE if phase in (SETUP, OVER) else seat

    def _routes(self) -> None:
        """Owners, and the pieces and points that follow."""
        for name, value in self.mapping("routes", "owners-expected").items():
            route = self.index("routes", name, self.kit.route_index, "unknown-route")
            owner = self.seat(f"routes.{_name(name)}", value)
            if route is not None and owner is not None:
                self._own(route, owner)
        for seat in range(self.n):
            for kind, code in enumerate(("too-many-trains", "too-many-subways")):
                has, left = int(self.kit.rules.pieces[kind]), int(self.state.pieces[seat, kind])
                if left < 0:
                    self.fault(code, "routes", seat=seat, placed=has - left, has=has)

    def _own(self, route: int, seat: int) -> None:
        """One owned route."""
        state, board, rules = self.state, self.kit.board, self.kit.rules
        kind = int(board.kind[route])
        state.owner[route] = seat
        state.pieces[seat, kind] -= spaces(board, route)
        state.points[seat] += rules.points[kind, board.length[route]]
        twin = int(board.twin[route])
        if twin != NONE and state.owner[twin] != NONE:
            name = self.kit.names.routes[route]
            if state.owner[twin] == seat:
                self.fault("both-tracks-owned", "routes", route=name, seat=seat)
            elif self.n < rules.both_tracks_from:
                self.fault("both-tracks-taken", "routes", route=name, seats=self.n)

    def _buildings(self) -> None:
        """Stations and depots, placed and left."""
        state, rules = self.state, self.kit.rules
        for key, column, left, has, too_many in (
            ("stations", state.station, state.stations_left, int(rules.stations), "too-many-stations"),
            ("depots", state.depot, state.depots_left, int(rules.depots), "too-many-depots"),
        ):
            for seat, row in enumerate(self.rows(key)):
                where = f"{key}[{seat}]"
                cities = self.names(where, row, self.kit.city_index, "unknown-city", len(self.kit.names.cities))
                self._build(where, seat, cities, column)
                left[seat] = max(has - len(cities), 0)
                if len(cities) > has:
                    self.fault(too_many, where, seat=seat, placed=len(cities), has=has)
        for seat, n in enumerate(self.rows("depots_left")):
            most = int(state.depots_left[seat])
            if n is None:
                continue
            if not _is_whole(n, 0, most):
                self.fault("too-many-depots-left", f"depots_left[{seat}]", seat=seat, most=most, value=shown(n))
            else:
                state.depots_left[seat] = n

    def _build(self, where: str, seat: int, cities: list[int], column: Any) -> None:
        """A seat's buildings of one kind; a city holds one building and a border exit none (DEPOT-CITY)."""
        for city in cities:
            name = self.kit.names.cities[city]
            if self.state.station[city] != NONE or self.state.depot[city] != NONE:
                self.fault("two-buildings", where, city=name)
            elif self.kit.board.country[city] != NONE:
                self.fault("building-on-exit", where, city=name)
            column[city] = seat

    def _cards(self) -> None:
        """Hands, market, discard, warehouses; the deck is what is left over unless some of it is given."""
        state, data = self.state, self.data
        rows = (("hands", state.hands), ("warehouses", state.warehouses), ("seen", state.seen), ("blind", state.blind))
        for key, table in rows:
            for seat, value in enumerate(self.rows(key)):
                self.cards(f"{key}[{seat}]", value, table[seat])
        self.cards("discard", data.get("discard"), state.discard)
        for key, row, most in (("market", state.market, MARKET_SIZE), ("revealed", state.revealed, MAX_REVEALED)):
            for place, colour in enumerate(self.names(key, data.get(key), COLOURS, "unknown-card", most)):
                row[place] = colour
        self.cards("laid", data.get("laid"), state.laid)
        given = any(data.get(key) is not None for key in ("hands", "deck", "discard"))
        self.cards("deck", data.get("deck"), state.deck)
        for c in range(N_COLOURS):
            has = int(self.kit.rules.cards[c])
            spare = has - count_cards(state, c)
            if spare < 0:
                self.fault("too-many-cards", colour=COLOUR_NAMES[c], excess=-spare, has=has)
            elif not given:
                state.deck[c] += spare
        state.stock[:] = 0 if data.get("stock") is not None else self.kit.rules.cards
        self.cards("stock", data.get("stock"), state.stock)
        state.n_deck, state.n_discard = state.deck.sum(), state.discard.sum()
        state.n_hand[:], state.n_warehouse[:] = state.hands.sum(axis=1), state.warehouses.sum(axis=1)

    def _tickets(self) -> None:
        """Who holds which ticket; the deck is every other standard one unless it is given."""
        state, kit = self.state, self.kit
        places: list[tuple[str, list[int]]] = []
        for seat, row in enumerate(self.rows("tickets")):
            held = self.names(f"tickets[{seat}]", row, kit.ticket_index, "unknown-ticket", MAX_TICKETS)
            state.n_tickets[seat] = 0 if state.phase == SETUP else len(held)
            state.holder[held] = seat
            places.append((f"tickets[{seat}]", held))
        for key, table, count in (("offers", state.offer, state.n_offer), ("later", state.later, state.n_later)):
            for seat, row in enumerate(self.rows(key)):
                offered = self.names(f"{key}[{seat}]", row, kit.ticket_index, "unknown-ticket", MAX_OFFER)
                table[seat, : len(offered)] = offered
                count[seat] = len(offered)
                state.holder[offered] = OFFERED
                places.append((f"{key}[{seat}]", offered))
        used = {ticket for _, tickets in places for ticket in tickets}
        if self.data.get("ticket_deck") is None:
            deck = [t for t in range(int(kit.board.n_tickets)) if t not in used and not kit.board.ticket_long[t]]
        else:
            given = self.data["ticket_deck"]
            deck = self.names("ticket_deck", given, kit.ticket_index, "unknown-ticket", MAX_TICKETS)
        places.append(("ticket_deck", deck))
        self._refuse_doubles(places)
        if not self.faults:
            for ticket in deck:
                put_under(state, ticket, 0)

    def _refuse_doubles(self, places: list[tuple[str, list[int]]]) -> None:
        """Each ticket is in one place."""
        seen: dict[int, str] = {}
        for where, tickets in places:
            for ticket in tickets:
                if ticket in seen:
                    self.fault("ticket-twice", where, ticket=self.kit.names.tickets[ticket], other=seen[ticket])
                seen[ticket] = where

    def _pending(self) -> None:
        """A decision under way."""
        state, data, kit = self.state, self.data, self.kit
        if data.get("route") is not None:
            route = self.index("route", data["route"], kit.route_index, "unknown-route")
            state.route = NONE if route is None else route
        if data.get("city") is not None:
            city = self.index("city", data["city"], kit.city_index, "unknown-city")
            state.city = NONE if city is None else city
        state.surcharge = self.number("surcharge", 0, 0, MAX_REVEALED)
        for key, column, default in (("choices", state.choice, NONE), ("kept_at_setup", state.kept_at_setup, 0)):
            for seat, value in enumerate(self.rows(key)):
                column[seat] = self.within(f"{key}[{seat}]", value, default, 0, (1 << MAX_OFFER) - 1)
        self._known()

    def _known(self) -> None:
        """What seats know of tickets put away, and which part of the ticket deck nobody knows the order of."""
        state = self.state
        mixed = self.data.get("mixed", [0, 0])
        if isinstance(mixed, list) and len(mixed) == 2:
            state.mixed_at = self.within("mixed[0]", mixed[0], 0, 0, int(state.n_queue))
            state.n_mixed = self.within("mixed[1]", mixed[1], 0, 0, int(state.n_queue) - int(state.mixed_at))
        else:
            self.fault("mixed-expected", "mixed", value=shown(mixed))
        for name, seats in self.mapping("known", "known-expected").items():
            ticket = self.index("known", name, self.kit.ticket_index, "unknown-ticket")
            if not isinstance(seats, list):
                self.fault("known-expected", f"known.{_name(name)}", value=shown(seats))
            elif ticket is not None:
                numbers = {self.seat(f"known.{name}", seat) for seat in seats}
                state.known_by[ticket] = sum(1 << seat for seat in numbers if seat is not None)

    def _check(self) -> None:
        """What the core itself finds wrong, and a decision nobody could make."""
        state, kit = self.state, self.kit
        found = doors.status(self.states, kit.board_row, kit.rules_row) & ~check.TOO_FEW_CARDS
        self.faults.extend(Fault(code) for flag, code in check.FAULTS.items() if found & flag)
        if not self.faults:
            self._decision()
        if not self.faults and self.reachable:
            found = doors.unreachable(self.states, kit.board_row, kit.rules_row)
            phase = PHASE_NAMES[state.phase]
            found_codes = [code for flag, code in reach.FAULTS.items() if found & flag]
            self.faults.extend(fault(code, WHERE[code], phase=phase) for code in found_codes)
        if self.faults or state.phase == OVER:
            return
        out = np.empty(actions.N_ACTIONS, np.int16)
        seats = range(self.n) if state.phase == SETUP else [int(state.to_move)]
        if not any(doors.legal_actions(self.states, kit.board_row, kit.rules_row, seat, out) for seat in seats):
            self.fault("no-decision", "phase", phase=PHASE_NAMES[state.phase])

    def _decision(self) -> None:
        """Note why the decision under way is impossible."""
        state, board, names = self.state, self.kit.board, self.kit.names
        phase, seat, route, city = PHASE_NAMES[state.phase], int(state.to_move), int(state.route), int(state.city)
        needs: dict[str, tuple[bool, list[str]]] = {
            "paying": (route != NONE or city != NONE, ["route", "city"]),
            "collecting": (route != NONE, ["route"]),
            "surcharge": (route != NONE and state.surcharge > 0, ["route", "surcharge", "laid", "revealed"]),
            "offer": (state.n_offer[seat] > 0, ["offers"]),
            "setup": (all(state.n_offer[: self.n] > 0), ["offers"]),
        }
        given, keys = needs.get(phase, (True, []))
        to_pay = phase in ("paying", "surcharge") and route != NONE
        if not given:
            self.fault("decision-incomplete", "phase", phase=phase, keys=keys)
        elif phase == "paying" and city != NONE and not can_build_on(state, board, city):
            self.fault("station-on-building", "city", city=names.cities[city])
        elif to_pay and not is_free(state, board, self.kit.rules, seat, route):
            self.fault("route-not-free", "route", route=names.routes[route], seat=seat)
        elif to_pay and not has_pieces(state, board, seat, route):
            self.fault("pieces-lacking", "route", route=names.routes[route], seat=seat)
        elif phase == "collecting" and state.owner[route] != seat:
            self.fault("collecting-elsewhere", "route", route=names.routes[route], seat=seat)


WHERE: Final = {
    "stray-city": "city",
    "stray-route": "route",
    "route-and-city": "city",
    "stray-laid": "laid",
    "stray-surcharge": "surcharge",
    "stray-offers": "offers",
    "stray-later": "later",
    "stray-choices": "choices",
    "stray-revealed": "revealed",
    "stray-ended": "ended",
    "too-early": "phase",
    "hands-not-dealt": "hands",
    "offers-not-dealt": "offers",
    "kept-wrong": "kept_at_setup",
    "choice-illegal": "choices",
    "depots-out-of-order": "depots",
    "flush-due": "market",
    "market-short": "market",
    "last-round-too-soon": "last_round_by",
    "long-in-deck": "ticket_deck",
    "long-offered": "offers",
    "too-many-long": "tickets",
    "drawn-missing": "drawn",
    "offer-size-wrong": "offers",
    "stations-used-up": "city",
    "one-payment": "phase",
    "no-tunnel": "route",
    "laid-two-colours": "laid",
    "laid-wrong": "laid",
    "revealed-wrong": "revealed",
    "surcharge-wrong": "surcharge",
    "nothing-to-collect": "phase",
    "known-wrong": "known",
    "mixed-wrong": "mixed",
    "warehouses-due": "warehouses",
    "nothing-to-place": "depots_left",
}  # the key that is at fault when no game can reach a position
MANY: Final = 2_000_000_000  # a count without a limit of its own
DEPOT_MODULE: Final = "warehouses"
MOST_CARDS: Final = 1000  # of one colour in one place; how many there may be is checked later
COLOURS: Final = {name: i for i, name in enumerate(COLOUR_NAMES)}


def _is_whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number within limits; true and false are none."""
    number = whole(value)
    return number is not None and low <= number <= high


def _name(value: object) -> str:
    """A name as a fault repeats it."""
    return cut(value) if isinstance(value, str) else shown(value)


def _has_depots(data: Json) -> bool:
    """Whether a position shows depots or warehouses, which is to say that their module is played."""
    rows = [data.get(key) for key in ("depots", "depots_left", "warehouses")]
    return any(any(row) for row in rows if isinstance(row, list))


def read_position(data: Any, reachable: bool = True) -> tuple[Kit, Records]:
    """The kit and the state of a position, one that a game can reach if so asked; InvalidPosition lists every fault."""
    if not isinstance(data, dict):
        raise InvalidPosition(fault("position-expected", value=shown(data)))
    missing = [fault("missing-key", key=key) for key in ("game", "seats") if key not in data]
    if missing:
        raise InvalidPosition(*missing)
    seats, modules = whole(data["seats"]), data.get("modules")
    modules = [] if modules is None else modules
    if not isinstance(data["game"], str):
        raise InvalidPosition(fault("game-expected", "game", value=shown(data["game"])))
    if seats is None:
        raise InvalidPosition(fault("number-expected", "seats", low=2, high=MAX_SEATS, value=shown(data["seats"])))
    if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
        raise InvalidPosition(fault("modules-expected", "modules", value=shown(modules)))
    if _has_depots(data) and DEPOT_MODULE not in modules:
        modules = [*modules, DEPOT_MODULE]
    kit = open_kit(data["game"], modules)
    check_seats(kit, seats)
    return kit, _Reader(data, kit, seats, reachable).read()
