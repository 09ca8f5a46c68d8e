"""Writing the features of a decision: `write` for one, `write_many` for thousands; `layout` says what is where."""

from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import literal_unroll

from eclisse.core.codes import GRAY, LOCOMOTIVE, N_COLOURS, NONE, OVER, PAYING, SUBWAY, SURCHARGE, TRAIN
from eclisse.core.legal import legal, may_act, usual
from eclisse.core.links import components
from eclisse.core.mechanics import mandala, stations, warehouses
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import n_pieces, spaces
from eclisse.core.records import MARKET_SIZE, MAX_CITIES, MAX_REVEALED, MAX_ROUTES, MAX_SEATS, MAX_TICKETS, Record
from eclisse.core.routes import Actions, can_claim, is_free, largest_set
from eclisse.features import goals
from eclisse.features.goals import Labels, Table, look_at_goals
from eclisse.features.layout import BY_NAME, NOWHERE, SHOWN, SIZE, Row
from eclisse.features.ways import FAR, Numbers, price_routes
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Mask = npt.NDArray[np.int8]

# Compiled code knows no dictionaries of constants.
_ROUTES, _N_ROUTE = BY_NAME["routes"].at, BY_NAME["routes"].width
_CITIES, _N_CITY = BY_NAME["cities"].at, BY_NAME["cities"].width
_TICKETS, _N_TICKET = BY_NAME["tickets"].at, BY_NAME["tickets"].width
_COLOURS, _N_COLOUR = BY_NAME["colours"].at, BY_NAME["colours"].width
_TABLE, _ENDS, _COLOUR_OF = BY_NAME["table"].at, BY_NAME["ends"].at, BY_NAME["colour_of"].at
_PLACES, _ON_WAY = BY_NAME["places"].at, BY_NAME["on_way"].at
_MOST: Final = 255


@compiled
def _put(out: Row, at: int, values: tuple[int, ...]) -> int:
    """Write some numbers one after the other, none above 255 or below 0; returns the place after them."""
    for value in literal_unroll(values):
        out[at] = min(_MOST, max(0, int(value)))
        at += 1
    return at


@compiled
def _count_routes(state: Record, board: Record, degree: Table) -> None:
    """How many routes of each seat meet in each city."""
    for route in range(board.n_routes):
        owner = int(state.owner[route])
        if owner != NONE:
            degree[owner, board.a[route]] += 1
            degree[owner, board.b[route]] += 1


@compiled
def _measure(state: Record, board: Record, seat: int, label: Labels, size: Numbers) -> int:
    """The spaces of each of a seat's rails, at its label; returns the most."""
    size[:] = 0
    most = 0
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            root = label[board.a[route]]
            size[root] += spaces(board, route)
            most = max(most, int(size[root]))
    return most


@compiled
def _stored_at(state: Record, city: int) -> int:
    """Cards in the warehouse of the seat whose depot stands in a city."""
    return int(state.n_warehouse[state.depot[city]]) if state.depot[city] != NONE else 0


@compiled
def _write_routes(
    state: Record, board: Record, rules: Record, seat: int, degree: Table, label: Labels, lines: Table, out: Row
) -> None:
    """One row for each route."""
    largest, locomotives = largest_set(state, seat), int(state.hands[seat, LOCOMOTIVE])
    face_up = np.zeros(N_COLOURS + 1, np.int64)
    _count_face_up(state, face_up)
    for route in range(board.n_routes):
        a, b, owner, colour = (
            int(board.a[route]),
            int(board.b[route]),
            int(state.owner[route]),
            int(board.colour[route]),
        )
        length, kind = int(board.length[route]), int(board.kind[route])
        held = largest if colour == GRAY else int(state.hands[seat, colour])
        usable = min(locomotives, most_locomotives(board, rules, route))
        lacking = max(length - held - usable, fewest_locomotives(board, route) - locomotives)
        free = is_free(state, board, rules, seat, route)
        others, one = 0, 0
        for other in range(state.n_seats):
            if other != seat:
                touches = min(1, int(degree[other, a])) + min(1, int(degree[other, b]))
                others, one = others + touches, max(one, touches)
        own = min(1, int(degree[seat, a])) + min(1, int(degree[seat, b]))
        at = _put(out, _ROUTES + route * _N_ROUTE, (
            1, length, int(rules.points[kind, length]), int(colour == GRAY), int(board.locomotives[route]),
            int(board.tunnel[route]), int(kind == SUBWAY), int(board.twin[route] != NONE),
        ))  # fmt: skip
        at = _put(out, at, (
            int(owner == seat), int(owner not in (NONE, seat)), int(owner == NONE and not free), int(free),
            int(can_claim(state, board, rules, seat, route, largest)), lacking if owner == NONE else 0, held,
            int(face_up[colour]), int(state.route == route),
        ))  # fmt: skip
        at = _put(out, at, (
            int(lines[goals.WAYS, route]), int(lines[goals.WAYS_GAIN, route]), int(lines[goals.MOST_GAIN, route]),
            int(lines[goals.NEAR, route]), int(lines[goals.OFFERED_WAYS, route]), int(lines[goals.OFFERED_GAIN, route]),
        ))  # fmt: skip
        _put(out, at, (
            own, others, one, int(own == 2 and label[a] == label[b]),
            int(state.pieces[seat, kind]) - spaces(board, route), max(_stored_at(state, a), _stored_at(state, b)),
            int(state.depot[a] != NONE) + int(state.depot[b] != NONE),
        ))  # fmt: skip
        out[_ENDS + route], out[_ENDS + MAX_ROUTES + route], out[_COLOUR_OF + route] = a, b, min(colour, LOCOMOTIVE)


@compiled
def _count_face_up(state: Record, out: Numbers) -> None:
    """The face-up cards by colour; at GRAY the most of any one colour."""
    for place in range(MARKET_SIZE):
        if state.market[place] != NONE:
            out[state.market[place]] += 1
    for c in range(LOCOMOTIVE):
        out[GRAY] = max(out[GRAY], out[c])


@compiled
def _count_ends(board: Record, tickets: Numbers, n: int, table: Table, ends: Table) -> None:
    """How many open tickets end in each city, with what gain, and how many offered ones."""
    for k in range(n):
        if table[k, goals.DONE] == 0:
            for city in (int(board.ticket_a[tickets[k]]), int(board.ticket_b[tickets[k]])):
                if city != NONE and table[k, goals.OFFERED] == 1:
                    ends[2, city] += 1
                elif city != NONE:
                    ends[0, city] += 1
                    ends[1, city] += table[k, goals.GAIN]


@compiled
def _write_cities(
    state: Record, board: Record, rules: Record, seat: int, degree: Table, label: Labels, size: Numbers, ends: Table,
    lines: Table, out: Row,
) -> None:  # fmt: skip
    """One row for each city."""
    free, borrowing = np.zeros(MAX_CITIES, np.int64), np.zeros(MAX_CITIES, np.int64)
    for route in range(board.n_routes):
        for city in (int(board.a[route]), int(board.b[route])):
            if is_free(state, board, rules, seat, route):
                free[city] += 1
            elif state.owner[route] != NONE and state.owner[route] != seat:
                borrowing[city] += lines[goals.WAYS, route]
    can_build = stations.can_afford(state, rules, seat)
    for city in range(board.n_cities):
        others = 0
        for other in range(state.n_seats):
            others += int(degree[other, city]) if other != seat else 0
        station, depot = int(state.station[city]), int(state.depot[city])
        buildable = can_build and warehouses.can_build_on(state, board, city)
        _put(out, _CITIES + city * _N_CITY, (
            1, int(board.country[city] != NONE), int(degree[seat, city]), others, int(station == seat),
            int(station not in (NONE, seat)), int(depot == seat), int(depot not in (NONE, seat)),
            _stored_at(state, city), int(ends[0, city]), int(ends[1, city]), int(ends[2, city]), int(free[city]),
            int(state.city == city),
            int(size[label[city]]) if degree[seat, city] > 0 else 0, int(buildable), int(borrowing[city]),
        ))  # fmt: skip


@compiled
def _write_tickets(state: Record, board: Record, seat: int, tickets: Numbers, n: int, table: Table, out: Row) -> None:
    """One row for each ticket shown."""
    trains = n_pieces(state, seat)
    for k in range(n):
        ticket, distance = int(tickets[k]), int(table[k, goals.DISTANCE])
        done = table[k, goals.DONE] == 1
        _put(out, _TICKETS + k * _N_TICKET, (
            1, int(table[k, goals.OFFERED]), int(done), int(distance == FAR), distance, int(table[k, goals.GAIN]),
            int(table[k, goals.POINTS]), int(board.ticket_long[ticket]), int(distance <= trains),
            int(table[k, goals.SHARED]), int(table[k, goals.TWO_WAYS]), int(table[k, goals.SECOND]),
            int(table[k, goals.STRETCH]), int(board.ticket_b[ticket] == NONE),
        ))  # fmt: skip


@compiled
def _write_colours(state: Record, board: Record, seat: int, lines: Table, out: Row) -> None:
    """One row for each colour of wagon cards."""
    face_up, revealed = np.zeros(N_COLOURS + 1, np.int64), np.zeros(N_COLOURS, np.int64)
    wanted, soon = np.zeros(N_COLOURS, np.int64), np.zeros(N_COLOURS, np.int64)
    _count_face_up(state, face_up)
    for i in range(MAX_REVEALED):
        if state.revealed[i] != NONE:
            revealed[state.revealed[i]] += 1
    for route in range(board.n_routes):
        if lines[goals.WAYS, route] > 0 and state.owner[route] == NONE:
            c = min(int(board.colour[route]), LOCOMOTIVE)
            wanted[c] += int(board.length[route])
            soon[c] = max(int(soon[c]), int(board.length[route]))
    for c in range(N_COLOURS):
        known = 0
        for other in range(state.n_seats):
            known += int(state.seen[other, c]) if other != seat else 0
        asked = state.route != NONE and board.colour[state.route] in (c, GRAY)
        hand = int(state.hands[seat, c])
        at = _put(out, _COLOURS + c * _N_COLOUR, (
            hand, int(face_up[c]), int(state.discard[c]), int(state.stock[c]), known, int(state.laid[c]),
            int(revealed[c]), int(c == LOCOMOTIVE), int(asked), int(wanted[c]), int(soon[c]),
        ))  # fmt: skip
        for k in range(6):
            out[at + k] = 1 if hand > k else 0


@compiled
def _sum_tickets(state: Record, board: Record, seat: int, label: Labels, n: int, table: Table, sums: Numbers) -> None:
    """Open tickets, their gain and distance, completed ones and their points, lost ones and theirs."""
    for k in range(n):
        if table[k, goals.OFFERED] == 0 and table[k, goals.DONE] == 0:
            is_lost = table[k, goals.DISTANCE] == FAR
            sums[5 if is_lost else 0] += 1
            sums[6 if is_lost else 1] += table[k, goals.GAIN]
            sums[2] += 0 if is_lost else table[k, goals.DISTANCE]
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == seat:
            value = ticket_value(board, label, ticket)
            if value > 0:
                sums[3] += 1
                sums[4] += value


@compiled
def _fewest_left(state: Record, seat: int) -> int:
    """The fewest pieces left to any other seat."""
    fewest = _MOST
    for other in range(state.n_seats):
        if other != seat:
            fewest = min(fewest, n_pieces(state, other))
    return fewest


@compiled
def _cost(state: Record, board: Record, rules: Record, seat: int) -> int:
    """Cards to pay now, before any surcharge."""
    if state.phase != PAYING:
        return 0
    return int(board.length[state.route]) if state.route != NONE else stations.cost(state, rules, seat)


@compiled
def _write_table(state: Record, board: Record, rules: Record, seat: int, sums: Numbers, out: Row) -> int:
    """The numbers that are there once; returns the place after them."""
    out[_TABLE + state.phase] = 1
    out[_TABLE + OVER + 1 + state.n_seats - 2] = 1
    at = _put(out, _TABLE + OVER + 5, (
        int(state.drawn), int(state.n_deck), int(state.n_queue), int(state.last_round_by != NONE),
        int(state.last_round_by == seat), _cost(state, board, rules, seat),
        int(state.surcharge) if state.phase == SURCHARGE else 0, int(state.n_hand[seat]), largest_set(state, seat),
        int(state.hands[seat, LOCOMOTIVE]),
    ))  # fmt: skip
    at = _put(out, at, (
        int(sums[0]), int(sums[1]), int(sums[2]), int(sums[3]), int(sums[4]), int(sums[5]), int(sums[6]),
        n_pieces(state, seat), _fewest_left(state, seat),
    ))  # fmt: skip
    return _put(out, at, (
        int(rules.stations), int(rules.station_points), int(rules.longest), int(rules.globetrotter),
        int(mandala.is_on(rules)), int(rules.depots), int(rules.depot_bonus), int(rules.tunnel_cards),
        int(rules.locomotives_on), int(rules.face_up_locomotive), int(rules.last_round_at), int(rules.draw),
        int(rules.draw_keep), int(state.n_seats >= rules.both_tracks_from),
    ))  # fmt: skip


@compiled
def _write_seats(state: Record, seat: int, rails: Numbers, out: Row, at: int) -> None:
    """The public numbers of each seat, beginning with the one that decides, and the place of each seat."""
    out[_PLACES : _PLACES + MAX_SEATS] = NOWHERE
    for place in range(state.n_seats):
        other = (seat + place) % int(state.n_seats)
        trains = int(state.pieces[other, TRAIN])
        at = _put(out, at, (
            1, int(state.n_hand[other]), int(state.n_tickets[other]), int(state.n_offer[other]), trains,
            max(0, 10 - trains), int(state.pieces[other, SUBWAY]), int(state.points[other]),
            int(state.stations_left[other]),
            int(state.depots_left[other]), int(state.n_warehouse[other]), int(state.last_round_by == other),
            int(may_act(state, other)), int(rails[other]), int(state.seen[other, LOCOMOTIVE]),
        ))  # fmt: skip
        out[_PLACES + other] = place


@compiled
def write(state: Record, board: Record, rules: Record, seat: int, out: Row) -> None:
    """Write the features of a seat's decision, from the state or from the seat's own view, to a row of SIZE bytes."""
    out[:] = 0
    out[_ENDS : _ENDS + 2 * MAX_ROUTES] = NOWHERE
    out[_COLOUR_OF : _COLOUR_OF + MAX_ROUTES] = NOWHERE
    cost = np.full(MAX_ROUTES, FAR)
    degree, rails = np.zeros((MAX_SEATS, MAX_CITIES), np.int64), np.zeros(MAX_SEATS, np.int64)
    label, size = np.empty(MAX_CITIES, np.int16), np.empty(MAX_CITIES, np.int64)
    price_routes(state, board, rules, seat, cost)
    _count_routes(state, board, degree)
    for place in range(1, int(state.n_seats) + 1):  # the own seat last: its labels and sizes are used below
        other = (seat + place) % int(state.n_seats)
        components(state, board, other, label)
        rails[other] = _measure(state, board, other, label, size)
    tickets, table = np.empty(MAX_TICKETS, np.int64), np.zeros((SHOWN, goals.N_COLUMNS), np.int64)
    on_way, lines = np.zeros((SHOWN, MAX_ROUTES), np.int64), np.zeros((goals.N_LINES, MAX_ROUTES), np.int64)
    n = look_at_goals(state, board, rules, seat, cost, label, tickets, table, on_way, lines)
    ends, sums = np.zeros((3, MAX_CITIES), np.int64), np.zeros(7, np.int64)
    _count_ends(board, tickets, n, table, ends)
    _sum_tickets(state, board, seat, label, n, table, sums)
    _write_routes(state, board, rules, seat, degree, label, lines, out)
    _write_cities(state, board, rules, seat, degree, label, size, ends, lines, out)
    _write_tickets(state, board, seat, tickets, n, table, out)
    _write_colours(state, board, seat, lines, out)
    _write_seats(state, seat, rails, out, _write_table(state, board, rules, seat, sums, out))
    for k in range(n):
        for route in range(board.n_routes):
            out[_ON_WAY + k * MAX_ROUTES + route] = on_way[k, route]


@compiled
def _mark(numbers: Actions, n: int, out: Mask) -> int:
    """Write 1 for each of n actions and 0 for all others; returns how many."""
    out[:] = 0
    for i in range(n):
        out[numbers[i]] = 1
    return n


@compiled
def mark_legal(state: Record, board: Record, rules: Record, seat: int, numbers: Actions, out: Mask) -> int:
    """Write 1 for each legal action of a seat and 0 for the others; `numbers` is room for N_ACTIONS of them."""
    return _mark(numbers, legal(state, board, rules, seat, numbers), out)


@compiled
def mark_usual(state: Record, board: Record, rules: Record, seat: int, numbers: Actions, out: Mask) -> int:
    """The same for the legal actions that bots weigh."""
    return _mark(numbers, usual(state, board, rules, seat, numbers), out)


@compiled
def write_many(
    states: Records, boards: Records, rules: Records, seats: Numbers, out: npt.NDArray[np.uint8], start: int, stop: int
) -> None:
    """Write the features of the seats to act in the games start … stop - 1; a seat NONE is left out."""
    for i in range(start, stop):
        if seats[i] != NONE:
            write(states[i], boards[0], rules[0], int(seats[i]), out[i])


def features_of(views: Records, boards: Records, rules: Records, seat: int) -> Row:
    """The features of one decision."""
    out = np.empty((1, SIZE), np.uint8)
    write_many(views, boards, rules, np.array([seat]), out, 0, 1)
    return out[0]
