"""Positions as JSON, both ways: any moment of a game, whole or in part; every fault of a bad one at once."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from eclisse.boards.errors import nearest
from eclisse.catalogue.compile import Records
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core import actions, check, doors
from eclisse.core.check import count_cards
from eclisse.core.codes import (
    COLOUR_NAMES,
    DRAWING,
    LAST_ROUND_PLAYED,
    LOCOMOTIVE,
    N_COLOURS,
    NONE,
    OFFERED,
    OVER,
    PHASE_NAMES,
    SETUP,
)
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.mechanics.tunnels import laid_colour
from eclisse.core.mechanics.warehouses import can_build_on
from eclisse.core.records import MARKET_SIZE, MAX_OFFER, MAX_REVEALED, MAX_TICKETS, STATE, Record
from eclisse.core.routes import is_free
from eclisse.core.setup import clear, give_pieces
from eclisse.core.tickets import put_under
from eclisse.faults import Fault
from eclisse.notation import key_from_seed, key_text

Json = dict[str, Any]


class InvalidPosition(ValueError):
    """A position that cannot be; its text is one fault a line."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


# --- out ------------------------------------------------------------------------------------------------------------


def cards_out(row: Any) -> dict[str, int]:
    """Counts by colour as a dictionary of those there are."""
    return {name: n for name, n in zip(COLOUR_NAMES, row.tolist(), strict=True) if n}


def row_out(row: Any, names: Iterable[str]) -> list[str]:
    """Indices, up to the first NONE, as names."""
    table = tuple(names)
    return [table[i] for i in row.tolist() if i != NONE]


def queue_out(state: Record, kit: Kit) -> list[str]:
    """The ticket deck from its top."""
    places = [(int(state.head) + k) % MAX_TICKETS for k in range(int(state.n_queue))]
    return [kit.names.tickets[int(state.queue[place])] for place in places]


def buildings_out(column: Any, kit: Kit, seats: int) -> list[list[str]]:
    """Cities each seat has a building on."""
    standing = [(owner, name) for owner, name in zip(column.tolist(), kit.names.cities, strict=False) if owner != NONE]
    return [[name for owner, name in standing if owner == seat] for seat in range(seats)]


def held_out(state: Record, kit: Kit, seat: int) -> list[str]:
    """Tickets a seat holds."""
    return [name for holder, name in zip(state.holder.tolist(), kit.names.tickets, strict=False) if holder == seat]


def position(state: Record, kit: Kit) -> Json:
    """The whole of a state as JSON; the keys of a decision under way only while there is one."""
    seats = range(int(state.n_seats))
    n = len(seats)
    known = {
        name: [seat for seat in seats if state.known_by[i] >> seat & 1]
        for i, name in enumerate(kit.names.tickets)
        if state.known_by[i]
    }
    out: Json = {
        "game": kit.game,
        "seats": n,
        "modules": list(kit.modules),
        "to_move": None if state.to_move == NONE else int(state.to_move),
        "phase": PHASE_NAMES[state.phase],
        "routes": {name: int(state.owner[i]) for i, name in enumerate(kit.names.routes) if state.owner[i] != NONE},
        "hands": [cards_out(state.hands[seat]) for seat in seats],
        "tickets": [held_out(state, kit, seat) for seat in seats],
        "stations": buildings_out(state.station, kit, n),
        "depots": buildings_out(state.depot, kit, n),
        "depots_left": [int(state.depots_left[seat]) for seat in seats],
        "warehouses": [cards_out(state.warehouses[seat]) for seat in seats],
        "market": row_out(state.market, COLOUR_NAMES),
        "deck": cards_out(state.deck),
        "discard": cards_out(state.discard),
        "ticket_deck": queue_out(state, kit),
        "last_round_by": None if state.last_round_by == NONE else int(state.last_round_by),
        "first_seat": int(state.first_seat),
        "turns": int(state.turns),
        "passes": int(state.passes),
        "drawn": int(state.drawn),
        "seen": [cards_out(state.seen[seat]) for seat in seats],
        "stock": cards_out(state.stock),
        "blind": [cards_out(state.blind[seat]) for seat in seats],
        "known": known,
        "mixed": [int(state.mixed_at), int(state.n_mixed)],
        "kept_at_setup": [int(state.kept_at_setup[seat]) for seat in seats],
        "revealed": row_out(state.revealed, COLOUR_NAMES),
        "flushes": int(state.n_flushes),
        "reshuffles": int(state.n_reshuffles),
        "ended": int(state.ended),
        "key": key_text(state.key),
        "counter": int(state.counter),
    }
    out.update(_under_way(state, kit))
    return out


def _under_way(state: Record, kit: Kit) -> Json:
    """The keys of an offer, a payment or the choice of the first tickets, where there is one."""
    seats = range(int(state.n_seats))
    out: Json = {}
    if any(state.n_offer):
        out["offers"] = [row_out(state.offer[seat], kit.names.tickets) for seat in seats]
    if any(state.n_later):
        out["later"] = [row_out(state.later[seat], kit.names.tickets) for seat in seats]
    if state.phase == SETUP:
        out["choices"] = [None if state.choice[seat] == NONE else int(state.choice[seat]) for seat in seats]
    if state.route != NONE:
        out["route"] = kit.names.routes[state.route]
    if state.city != NONE:
        out["city"] = kit.names.cities[state.city]
    if state.surcharge:
        out["surcharge"] = int(state.surcharge)
        out["laid"] = cards_out(state.laid)
    return out


KEYS: Final = tuple(
    """
    game seats modules to_move phase routes hands tickets stations depots depots_left warehouses market deck discard
    ticket_deck last_round_by first_seat turns passes drawn seen stock blind known mixed kept_at_setup revealed flushes
    reshuffles ended key counter offers later choices route city surcharge laid
    """.split()  # noqa: SIM905 - forty quoted words would hide them
)


# --- in -------------------------------------------------------------------------------------------------------------


class _Reader:
    """Reads one position into a record and notes every fault on the way."""

    def __init__(self, data: Json, kit: Kit, seats: int) -> None:
        self.data, self.kit, self.n = data, kit, seats
        self.faults: list[str] = []
        self.states = np.zeros(1, STATE)
        self.state: Record = self.states[0]

    def fault(self, text: str) -> None:
        """Note a fault."""
        self.faults.append(text)

    def index(self, key: str, name: Any, table: dict[str, int], what: str) -> int | None:
        """The index of a name, or a fault."""
        if isinstance(name, str) and name in table:
            return table[name]
        self.fault(f"{key}: unknown {what} {name!r}{nearest(str(name), table)}")
        return None

    def number(self, key: str, default: int, low: int, high: int) -> int:
        """The whole number of a key, or a fault."""
        return self.within(key, self.data.get(key), default, low, high)

    def within(self, key: str, value: Any, default: int, low: int, high: int) -> int:
        """A whole number within limits, or a fault."""
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"{key}: expected a whole number from {low} to {high}, not {value!r}")
            return default
        return value

    def rows(self, key: str) -> list[Any]:
        """One entry a seat, or a fault."""
        value = self.data.get(key)
        if value is None:
            return [None] * self.n
        if not isinstance(value, list) or len(value) != self.n:
            self.fault(f"{key}: expected a list of {self.n} entries, one a seat")
            return [None] * self.n
        return value

    def names(self, key: str, value: Any, table: dict[str, int], what: str, most: int) -> list[int]:
        """A list of names as indices, or faults."""
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            self.fault(f"{key}: expected a list of at most {most} names of a {what}, not {value!r}")
            return []
        found = [self.index(key, name, table, what) for name in value]
        return [i for i in found if i is not None]

    def cards(self, key: str, value: Any, row: Any) -> None:
        """Counts by colour into a row, or faults."""
        if value is None:
            return
        if not isinstance(value, dict):
            self.fault(f'{key}: expected cards such as {{"red": 2}}, not {value!r}')
            return
        for name, n in value.items():
            colour = self.index(key, name, COLOURS, "card")
            if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= 1000:
                self.fault(f"{key}: expected a number of {name} cards from 0 on, not {n!r}")
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
            raise InvalidPosition(self.faults)
        return self.states

    def _keys(self) -> None:
        """Refuse keys nobody reads."""
        for key in self.data:
            if key not in KEYS:
                self.fault(f"unknown key {key!r}{nearest(str(key), KEYS)}")

    def _turn(self) -> None:
        """Whose turn it is and how far the game has come."""
        state, last = self.state, self.n - 1
        name = self.data.get("phase", "main")
        if name not in PHASE_NAMES:
            self.fault(f"phase: expected one of {', '.join(PHASE_NAMES)}, not {name!r}")
            name = "main"
        state.phase = PHASE_NAMES.index(name)
        state.first_seat = self.number("first_seat", 0, 0, last)
        state.to_move = self.number("to_move", NONE if state.phase in (SETUP, OVER) else 0, 0, last)
        if state.phase in (SETUP, OVER):
            state.to_move = NONE
        state.last_round_by = self.number("last_round_by", NONE, 0, last)
        state.turns = self.number("turns", 0, 0, MANY)
        state.passes = self.number("passes", 0, 0, self.n - 1)
        state.drawn = self.number("drawn", 0, 0, int(state.phase == DRAWING))
        state.n_flushes = self.number("flushes", 0, 0, MANY)
        state.n_reshuffles = self.number("reshuffles", 0, 0, MANY)
        state.ended = self.number("ended", LAST_ROUND_PLAYED if state.phase == OVER else 0, 0, 2)
        state.counter = self.number("counter", 0, 0, 1 << 62)
        key = self.data.get("key")
        try:
            state.key[:] = key_from_seed(key if key is None else str(key))
        except ValueError as error:
            self.fault(f"key: {error}")

    def _routes(self) -> None:
        """Owners, and the pieces and points that follow."""
        routes = self.data.get("routes", {})
        if not isinstance(routes, dict):
            self.fault('routes: expected owners such as {"dieppe--paris": 0}')
            return
        for name, owner in routes.items():
            route = self.index("routes", name, self.kit.route_index, "route")
            if isinstance(owner, bool) or not isinstance(owner, int) or not 0 <= owner < self.n:
                self.fault(f"routes: {name} must belong to a seat from 0 to {self.n - 1}, not {owner!r}")
            elif route is not None:
                self._own(route, owner)
        for seat in range(self.n):
            for kind, what in enumerate(("trains", "subways")):
                if self.state.pieces[seat, kind] < 0:
                    has = int(self.kit.rules.pieces[kind])
                    self.fault(f"routes: seat {seat} has placed {has - self.state.pieces[seat, kind]} {what} of {has}")

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
                self.fault(f"routes: both tracks of {name} belong to seat {seat}; the rule of double routes forbids it")
            elif self.n < rules.both_tracks_from:
                self.fault(f"routes: both tracks of {name} are taken, but with {self.n} seats only one may be")

    def _buildings(self) -> None:
        """Stations and depots, placed and left."""
        state, rules = self.state, self.kit.rules
        for key, column, left, has in (
            ("stations", state.station, state.stations_left, int(rules.stations)),
            ("depots", state.depot, state.depots_left, int(rules.depots)),
        ):
            for seat, row in enumerate(self.rows(key)):
                cities = self.names(key, row, self.kit.city_index, "city", len(self.kit.names.cities))
                self._build(key, seat, cities, column)
                left[seat] = has - len(cities)
                if len(cities) > has:
                    self.fault(f"{key}: seat {seat} has placed {len(cities)}, but has {has} in this game")
        for seat, n in enumerate(self.rows("depots_left")):
            if n is None:
                continue
            if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n <= state.depots_left[seat]:
                self.fault(f"depots_left: seat {seat} can have at most {state.depots_left[seat]} left, not {n!r}")
            else:
                state.depots_left[seat] = n

    def _build(self, key: str, seat: int, cities: list[int], column: Any) -> None:
        """A seat's buildings of one kind; a city holds one building and a border exit none (DEPOT-CITY)."""
        for city in cities:
            name = self.kit.names.cities[city]
            if self.state.station[city] != NONE or self.state.depot[city] != NONE:
                self.fault(f"{key}: {name} has more than one building")
            elif self.kit.board.country[city] != NONE:
                self.fault(f"{key}: {name} is a border exit, not a city")
            column[city] = seat

    def _cards(self) -> None:
        """Hands, market, discard, warehouses; the deck is what is left over unless some of it is given."""
        state, data = self.state, self.data
        for key, table in (("hands", state.hands), ("warehouses", state.warehouses), ("seen", state.seen)):
            for seat, value in enumerate(self.rows(key)):
                self.cards(key, value, table[seat])
        for seat, value in enumerate(self.rows("blind")):
            self.cards("blind", value, state.blind[seat])
        self.cards("discard", data.get("discard"), state.discard)
        for place, colour in enumerate(self.names("market", data.get("market"), COLOURS, "card", MARKET_SIZE)):
            state.market[place] = colour
        for i, colour in enumerate(self.names("revealed", data.get("revealed"), COLOURS, "card", MAX_REVEALED)):
            state.revealed[i] = colour
        self.cards("laid", data.get("laid"), state.laid)
        given = any(data.get(key) is not None for key in ("hands", "deck", "discard"))
        self.cards("deck", data.get("deck"), state.deck)
        for c in range(N_COLOURS):
            spare = int(self.kit.rules.cards[c]) - count_cards(state, c)
            if spare < 0:
                self.fault(f"{-spare} {COLOUR_NAMES[c]} too many: the game has {self.kit.rules.cards[c]}")
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
            held = self.names("tickets", row, kit.ticket_index, "ticket", MAX_TICKETS)
            state.n_tickets[seat] = 0 if state.phase == SETUP else len(held)
            state.holder[held] = seat
            places.append((f"tickets of seat {seat}", held))
        for key, table, count in (("offers", state.offer, state.n_offer), ("later", state.later, state.n_later)):
            for seat, row in enumerate(self.rows(key)):
                offered = self.names(key, row, kit.ticket_index, "ticket", MAX_OFFER)
                table[seat, : len(offered)] = offered
                count[seat] = len(offered)
                state.holder[offered] = OFFERED
                places.append((f"{key} of seat {seat}", offered))
        used = {ticket for _, tickets in places for ticket in tickets}
        if self.data.get("ticket_deck") is None:
            deck = [t for t in range(int(kit.board.n_tickets)) if t not in used and not kit.board.ticket_long[t]]
        else:
            deck = self.names("ticket_deck", self.data["ticket_deck"], kit.ticket_index, "ticket", MAX_TICKETS)
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
                    self.fault(f"{where}: {self.kit.names.tickets[ticket]} is also in {seen[ticket]}")
                seen[ticket] = where

    def _pending(self) -> None:
        """A decision under way."""
        state, data, kit = self.state, self.data, self.kit
        if data.get("route") is not None:
            route = self.index("route", data["route"], kit.route_index, "route")
            state.route = NONE if route is None else route
        if data.get("city") is not None:
            city = self.index("city", data["city"], kit.city_index, "city")
            state.city = NONE if city is None else city
        state.surcharge = self.number("surcharge", 0, 0, MAX_REVEALED)
        for key, column, default in (("choices", state.choice, NONE), ("kept_at_setup", state.kept_at_setup, 0)):
            for seat, value in enumerate(self.rows(key)):
                column[seat] = self.within(key, value, default, 0, (1 << MAX_OFFER) - 1)
        self._known()

    def _known(self) -> None:
        """What seats know of tickets put away, and which part of the ticket deck nobody knows the order of."""
        state = self.state
        mixed = self.data.get("mixed", [0, 0])
        if isinstance(mixed, list) and len(mixed) == 2:
            state.mixed_at = self.within("mixed", mixed[0], 0, 0, int(state.n_queue))
            state.n_mixed = self.within("mixed", mixed[1], 0, 0, int(state.n_queue) - int(state.mixed_at))
        else:
            self.fault(f"mixed: expected a place in the ticket deck and a number of tickets, not {mixed!r}")
        known = self.data.get("known", {})
        if not isinstance(known, dict):
            self.fault(f"known: expected tickets with the seats that know them, not {known!r}")
            return
        for name, seats in known.items():
            ticket = self.index("known", name, self.kit.ticket_index, "ticket")
            if not isinstance(seats, list):
                self.fault(f"known: expected a list of seats for {name}, not {seats!r}")
            elif ticket is not None:
                numbers = {self.within("known", seat, 0, 0, self.n - 1) for seat in seats}
                state.known_by[ticket] = sum(1 << seat for seat in numbers)

    def _check(self) -> None:
        """What the core itself finds wrong, and a decision nobody could make."""
        state, kit = self.state, self.kit
        found = doors.status(self.states, kit.board_row, kit.rules_row) & ~check.TOO_FEW_CARDS
        self.faults.extend(str(Fault(code)) for flag, code in check.FAULTS.items() if found & flag)
        if self.faults or state.phase == OVER:
            return
        phase = PHASE_NAMES[state.phase]
        fault = self._incoherence(phase)
        if fault:
            self.fault(f'phase "{phase}": {fault}')
            return
        out = np.empty(actions.N_ACTIONS, np.int16)
        seats = range(self.n) if state.phase == SETUP else [int(state.to_move)]
        if not any(doors.legal_actions(self.states, kit.board_row, kit.rules_row, seat, out) for seat in seats):
            self.fault(f'phase "{phase}": no decision is possible in this position')

    def _incoherence(self, phase: str) -> str:
        """Why the decision under way cannot be, or nothing."""
        state, board = self.state, self.kit.board
        missing = {
            "paying": state.route == NONE and state.city == NONE,
            "collecting": state.route == NONE,
            "surcharge": state.route == NONE or state.surcharge == 0,
            "offer": state.n_offer[state.to_move] == 0,
            "setup": not all(state.n_offer[: self.n] > 0),
        }
        if missing.get(phase):
            return "what it is about is missing (route, city, offers or surcharge)"
        if phase == "paying" and state.city != NONE and not can_build_on(state, board, int(state.city)):
            return "the city of the station has a building already"
        seat, route = int(state.to_move), int(state.route)
        to_pay = phase in ("paying", "surcharge") and route != NONE
        if to_pay and not is_free(state, board, self.kit.rules, seat, route):
            return "the route is not free"
        if to_pay and not has_pieces(state, board, seat, route):
            return "the seat lacks the pieces for the route"
        if phase == "collecting" and state.owner[state.route] != state.to_move:
            return "the route does not belong to the seat that collects"
        if phase == "surcharge" and not self._surcharge_adds_up():
            return "payment, cards turned up and surcharge of a tunnel do not fit together"
        return ""

    def _surcharge_adds_up(self) -> bool:
        """Whether the surcharge follows from the payment on the table and the cards turned up (TUNNEL)."""
        state, board = self.state, self.kit.board
        colour = laid_colour(state)
        due = sum(card in (colour, LOCOMOTIVE) for card in state.revealed.tolist() if card != NONE)
        whole = state.laid.sum() == board.length[state.route]
        return bool(whole and board.tunnel[state.route] == 1 and due == state.surcharge)


MANY: Final = 2_000_000_000  # a count without a limit of its own
DEPOT_MODULE: Final = "warehouses"
COLOURS: Final = {name: i for i, name in enumerate(COLOUR_NAMES)}


def _has_depots(data: Json) -> bool:
    """Whether a position shows depots or warehouses, which is to say that their module is played."""
    rows = [data.get(key) for key in ("depots", "depots_left", "warehouses")]
    return any(any(row) for row in rows if isinstance(row, list))


def read_position(data: Any) -> tuple[Kit, Records]:
    """The kit and the state of a position; InvalidPosition lists every fault."""
    if not isinstance(data, dict):
        raise InvalidPosition(["a position is a JSON object with at least the keys game and seats"])
    missing = [key for key in ("game", "seats") if key not in data]
    if missing:
        raise InvalidPosition([f"{key}: missing; a position has at least game and seats" for key in missing])
    seats, modules = data["seats"], data.get("modules") or []
    if not isinstance(data["game"], str) or isinstance(seats, bool) or not isinstance(seats, int):
        raise InvalidPosition(["game is the id of a game and seats a whole number"])
    if not isinstance(modules, list) or not all(isinstance(name, str) for name in modules):
        raise InvalidPosition(["modules: expected a list of ids"])
    if _has_depots(data) and DEPOT_MODULE not in modules:
        modules = [*modules, DEPOT_MODULE]
    kit = open_kit(data["game"], modules)
    check_seats(kit, seats)
    return kit, _Reader(data, kit, seats).read()
