"""The network of `learned`: what it makes of rows of features. `training/network.py` says the same for PyTorch.

Routes, cities and tickets each have a row of `width` numbers, the table one row of `table` numbers. In every round each
row hears from those it has to do with (a route from its two cities and from the tickets on whose way it lies, a city
and a ticket from their routes, the table from all) and is changed by what it heard. Scores of the decisions and a
forecast of the outcome are read off the last rows. Nothing depends on the number of a city, route or colour, so the
network plays on any board.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.products import Bytes, Floats, add_features, add_product, add_row, fill, norm, relu
from eclisse.core.actions import CLAIM, COLLECT, DEPOT, DRAW, KEEP, PAY, STATION, TAKE, WAREHOUSE
from eclisse.core.batch import Records
from eclisse.core.codes import N_COLOURS
from eclisse.core.records import MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_SEATS, Record, record
from eclisse.features import layout
from eclisse.features.layout import BY_NAME, NOWHERE, SHOWN
from eclisse.jit.compiled import compiled

Masks = npt.NDArray[np.int8]
Parameters = dict[str, Any]

PAIR: Final = 4  # numbers by which two tickets of an offer are held against each other
N_PLAIN: Final = 5  # draw, tickets, pass, take back, decline
N_PAYMENTS: Final = MAX_LENGTH + 1
POINTS: Final = 50.0  # what points to come are divided by

ROUTES, CITIES, TICKETS = BY_NAME["routes"].at, BY_NAME["cities"].at, BY_NAME["tickets"].at
COLOURS, TABLE, ENDS = BY_NAME["colours"].at, BY_NAME["table"].at, BY_NAME["ends"].at
COLOUR_OF, PLACES, ON_WAY = BY_NAME["colour_of"].at, BY_NAME["places"].at, BY_NAME["on_way"].at
N_ROUTES, N_CITIES, N_TICKETS = BY_NAME["routes"].width, BY_NAME["cities"].width, BY_NAME["tickets"].width
FREE: Final = BY_NAME["routes"].names.index("free")
SCALES: Final = {name: layout.scale(name) for name in ("routes", "cities", "tickets", "colours", "table")}
ROUTES_SCALE, CITIES_SCALE, TICKETS_SCALE, COLOURS_SCALE, TABLE_SCALE = SCALES.values()


class Shape(NamedTuple):
    """How large a network is."""

    width: int = 64
    table: int = 128
    rounds: int = 3


def shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The name and form of every array of parameters; products are taken four numbers at a time."""
    if shape.width % 4 or shape.table % 4:
        raise ValueError(f"width and table of a network must be multiples of 4, not {shape.width} and {shape.table}")
    d, g = shape.width, shape.table
    result: dict[str, tuple[int, ...]] = {}

    def add(name: str, *sources: tuple[str, int], to: int) -> None:
        for source, n in sources:
            result[f"{name}_{source}"] = (n, to)
        result[f"{name}_bias"] = (to,)

    for kind in ("routes", "cities", "tickets", "colours"):
        add(f"in_{kind}", ("x", BY_NAME[kind].width), to=d)
    add("in_table", ("x", BY_NAME["table"].width), ("colours", d), to=g)
    for i in range(shape.rounds):
        add(f"r{i}_routes", ("routes", d), ("cities", d), ("tickets", d), ("table", g), to=d)
        add(f"r{i}_cities", ("routes", d), ("cities", d), ("table", g), to=d)
        add(f"r{i}_tickets", ("routes", d), ("tickets", d), ("table", g), to=d)
        add(f"r{i}_table", ("routes", d), ("cities", d), ("tickets", d), ("table", g), to=g)
        for kind, n in (("routes", d), ("cities", d), ("tickets", d), ("table", g)):
            result[f"r{i}_{kind}_out"] = (n, n)
    add("colour", ("x", BY_NAME["colours"].width), ("routes", d), ("table", g), to=d)
    add("pay", ("colour", d), to=1 + MAX_LENGTH + 1)  # to take the colour, to pay with it and so many locomotives
    for head, kind in (("claim", "routes"), ("build", "cities"), ("keep", "tickets")):
        add(f"{head}_hidden", (kind, d), ("table", g), to=d)
    add("claim", ("hidden", d), to=1)
    add("build", ("hidden", d), to=2)  # a station, a depot
    add("keep", ("hidden", d), to=1 + 2 * PAIR)
    add("plain_hidden", ("table", g), to=g)
    add("plain", ("hidden", g), to=N_PLAIN + 2 * MAX_SEATS + MAX_OFFER + 1)
    add("outcome_hidden", ("table", g), to=g)
    add("outcome", ("hidden", g), to=2 * MAX_SEATS)
    return result


def packed(parameters: Parameters, shape: Shape) -> Records:
    """All parameters as one record, those of all rounds side by side."""
    found = {name: parameters[name] for name in shapes(shape) if not name[1:2].isdigit()}
    for name in shapes(shape):
        if name.startswith("r0_"):
            found[f"each_{name[3:]}"] = np.stack([parameters[f"r{i}_{name[3:]}"] for i in range(shape.rounds)])
    result = np.zeros(1, record([(name, np.float32, value.shape) for name, value in found.items()]))
    for name, value in found.items():
        result[name][0] = value
    return result


class Rows(NamedTuple):
    """A row for each route, city and ticket, and one for the table."""

    routes: Floats
    cities: Floats
    tickets: Floats
    table: Floats


class Room(NamedTuple):
    """Where the network thinks about one row of features."""

    now: Rows  # what it thinks of each
    even: Rows  # the same with mean 0 and variance 1
    heard: Rows
    said: Rows  # what others make of it
    one: Floats
    wide: Floats


class Size(NamedTuple):
    """How many rows there are."""

    routes: int
    cities: int
    tickets: int


@compiled
def new_rows(width: int, table: int) -> Rows:
    """Room for rows."""
    return Rows(
        np.empty((MAX_ROUTES, width), np.float32),
        np.empty((MAX_CITIES, width), np.float32),
        np.empty((SHOWN, width), np.float32),
        np.empty((1, table), np.float32),
    )


@compiled
def new_room(width: int, table: int) -> Room:
    """Room for one network."""
    now, even = new_rows(width, table), new_rows(width, table)
    heard, said = new_rows(width, table), new_rows(width, table)
    return Room(now, even, heard, said, np.empty((1, width), np.float32), np.empty((1, table), np.float32))


@compiled
def begin(w: Record, row: Bytes, size: Size, room: Room) -> None:
    """The first rows, from the features alone."""
    x, colours = room.now, room.heard.cities
    fill(w.in_routes_bias, size.routes, x.routes)
    add_features(row, ROUTES, ROUTES_SCALE, w.in_routes_x, size.routes, x.routes)
    relu(size.routes, x.routes)
    fill(w.in_cities_bias, size.cities, x.cities)
    add_features(row, CITIES, CITIES_SCALE, w.in_cities_x, size.cities, x.cities)
    relu(size.cities, x.cities)
    fill(w.in_tickets_bias, size.tickets, x.tickets)
    add_features(row, TICKETS, TICKETS_SCALE, w.in_tickets_x, size.tickets, x.tickets)
    relu(size.tickets, x.tickets)
    fill(w.in_colours_bias, N_COLOURS, colours)
    add_features(row, COLOURS, COLOURS_SCALE, w.in_colours_x, N_COLOURS, colours)
    relu(N_COLOURS, colours)
    room.one[0, :] = 0
    for colour in range(N_COLOURS):
        add_row(colours[colour], np.float32(1), room.one[0])
    fill(w.in_table_bias, 1, x.table)
    add_features(row, TABLE, TABLE_SCALE, w.in_table_x, 1, x.table)
    add_product(room.one, w.in_table_colours, 1, x.table)
    relu(1, x.table)


@compiled
def hear_table(table: Floats, w: Floats, bias: Floats, n: int, one: Floats, out: Floats) -> None:
    """Messages from the table to n rows."""
    fill(bias, 1, one)
    add_product(table, w, 1, one)
    fill(one[0], n, out)


@compiled
def hear_routes(w: Record, i: int, row: Bytes, size: Size, room: Room) -> None:
    """Messages to routes from their cities and tickets."""
    even, heard, said = room.even, room.heard, room.said
    hear_table(even.table, w.each_routes_table[i], w.each_routes_bias[i], size.routes, room.one, heard.routes)
    add_product(even.routes, w.each_routes_routes[i], size.routes, heard.routes)
    said.cities[: size.cities] = 0
    add_product(even.cities, w.each_routes_cities[i], size.cities, said.cities)
    said.tickets[: size.tickets] = 0
    add_product(even.tickets, w.each_routes_tickets[i], size.tickets, said.tickets)
    for route in range(size.routes):
        for end in range(2):
            city = row[ENDS + end * MAX_ROUTES + route]
            if city < size.cities:
                add_row(said.cities[city], np.float32(1), heard.routes[route])
    for ticket in range(size.tickets):
        for route in range(size.routes):
            near = row[ON_WAY + ticket * MAX_ROUTES + route]
            if near:
                add_row(said.tickets[ticket], np.float32(0.5) * np.float32(near), heard.routes[route])
    relu(size.routes, heard.routes)


@compiled
def hear_cities(w: Record, i: int, row: Bytes, size: Size, room: Room) -> None:
    """Messages to cities from their routes."""
    even, heard, said = room.even, room.heard, room.said
    hear_table(even.table, w.each_cities_table[i], w.each_cities_bias[i], size.cities, room.one, heard.cities)
    add_product(even.cities, w.each_cities_cities[i], size.cities, heard.cities)
    said.cities[: size.cities] = 0
    for route in range(size.routes):
        for end in range(2):
            city = row[ENDS + end * MAX_ROUTES + route]
            if city < size.cities:
                add_row(even.routes[route], np.float32(1), said.cities[city])
    add_product(said.cities, w.each_cities_routes[i], size.cities, heard.cities)
    relu(size.cities, heard.cities)


@compiled
def hear_tickets(w: Record, i: int, row: Bytes, size: Size, room: Room) -> None:
    """Messages to tickets from the routes on their way."""
    even, heard, said = room.even, room.heard, room.said
    hear_table(even.table, w.each_tickets_table[i], w.each_tickets_bias[i], size.tickets, room.one, heard.tickets)
    add_product(even.tickets, w.each_tickets_tickets[i], size.tickets, heard.tickets)
    said.tickets[: size.tickets] = 0
    for ticket in range(size.tickets):
        for route in range(size.routes):
            near = row[ON_WAY + ticket * MAX_ROUTES + route]
            if near:
                add_row(even.routes[route], np.float32(0.5) * np.float32(near), said.tickets[ticket])
    add_product(said.tickets, w.each_tickets_routes[i], size.tickets, heard.tickets)
    relu(size.tickets, heard.tickets)


@compiled
def pool(row: Bytes, at: int, width: int, rows: Floats, n: int, share: float, out: Floats) -> None:
    """The sum of the rows that are there, in parts."""
    out[0, :] = 0
    for i in range(n):
        if row[at + i * width]:
            add_row(rows[i], np.float32(share), out[0])


@compiled
def hear_all(w: Record, i: int, row: Bytes, size: Size, room: Room) -> None:
    """Messages to the table from all rows."""
    heard, table = room.heard, room.heard.table
    fill(w.each_table_bias[i], 1, table)
    add_product(room.even.table, w.each_table_table[i], 1, table)
    pool(row, ROUTES, N_ROUTES, heard.routes, size.routes, 1 / 32, room.one)
    add_product(room.one, w.each_table_routes[i], 1, table)
    pool(row, CITIES, N_CITIES, heard.cities, size.cities, 1 / 16, room.one)
    add_product(room.one, w.each_table_cities[i], 1, table)
    pool(row, TICKETS, N_TICKETS, heard.tickets, size.tickets, 1 / 4, room.one)
    add_product(room.one, w.each_table_tickets[i], 1, table)
    relu(1, table)


@compiled
def even_out(size: Size, room: Room) -> None:
    """All rows with mean 0 and variance 1."""
    norm(room.now.routes, size.routes, room.even.routes)
    norm(room.now.cities, size.cities, room.even.cities)
    norm(room.now.tickets, size.tickets, room.even.tickets)
    norm(room.now.table, 1, room.even.table)


@compiled
def go_round(w: Record, i: int, row: Bytes, size: Size, room: Room) -> None:
    """Everybody hears from its neighbours and is changed by it."""
    even_out(size, room)
    hear_routes(w, i, row, size, room)
    hear_cities(w, i, row, size, room)
    hear_tickets(w, i, row, size, room)
    hear_all(w, i, row, size, room)
    now, heard = room.now, room.heard
    add_product(heard.routes, w.each_routes_out[i], size.routes, now.routes)
    add_product(heard.cities, w.each_cities_out[i], size.cities, now.cities)
    add_product(heard.tickets, w.each_tickets_out[i], size.tickets, now.tickets)
    add_product(heard.table, w.each_table_out[i], 1, now.table)


@compiled
def is_any(mask: Masks, first: int, stop: int) -> bool:
    """Whether an action of some is legal."""
    for number in range(first, stop):
        if mask[number]:
            return True
    return False


@compiled
def dot(row: Floats, w: Floats, column: int) -> np.float32:
    """A row times a column."""
    total = np.float32(0)
    for k in range(row.shape[0]):
        total += row[k] * w[k, column]
    return total


@compiled
def score_colours(w: Record, row: Bytes, mask: Masks, size: Size, room: Room, scores: Floats) -> None:
    """Scores of taking a card of each colour and of paying with it."""
    if not is_any(mask, TAKE, TAKE + N_COLOURS) and not is_any(mask, PAY, mask.shape[0]):
        return
    sums, hidden = room.said.cities, room.heard.cities
    sums[:N_COLOURS] = 0
    for route in range(size.routes):
        colour, free = row[COLOUR_OF + route], row[ROUTES + route * N_ROUTES + FREE]
        if colour < N_COLOURS and free:
            add_row(room.even.routes[route], np.float32(free) * ROUTES_SCALE[FREE] / np.float32(8), sums[colour])
    hear_table(room.even.table, w.colour_table, w.colour_bias, N_COLOURS, room.one, hidden)
    add_features(row, COLOURS, COLOURS_SCALE, w.colour_x, N_COLOURS, hidden)
    add_product(sums, w.colour_routes, N_COLOURS, hidden)
    relu(N_COLOURS, hidden)
    for colour in range(N_COLOURS):
        scores[TAKE + colour] = w.pay_bias[0] + dot(hidden[colour], w.pay_colour, 0)
        for payment in range(N_PAYMENTS):
            number = PAY + colour * N_PAYMENTS + payment
            if mask[number]:
                scores[number] = w.pay_bias[1 + payment] + dot(hidden[colour], w.pay_colour, 1 + payment)


@compiled
def score_claims(w: Record, mask: Masks, size: Size, room: Room, scores: Floats) -> None:
    """Scores of the routes that can be claimed."""
    table, one, hidden = room.even.table, room.one, room.heard.routes
    hear_table(table, w.claim_hidden_table, w.claim_hidden_bias, 1, one, hidden)
    for route in range(size.routes):
        if mask[CLAIM + route]:
            one[0, :] = hidden[0]
            add_product(room.even.routes[route : route + 1], w.claim_hidden_routes, 1, one)
            relu(1, one)
            scores[CLAIM + route] = w.claim_bias[0] + dot(one[0], w.claim_hidden, 0)


@compiled
def score_builds(w: Record, mask: Masks, size: Size, room: Room, scores: Floats) -> None:
    """Scores of the cities where a station or depot can be built."""
    if not is_any(mask, STATION, PAY):
        return
    hidden = room.heard.cities
    hear_table(room.even.table, w.build_hidden_table, w.build_hidden_bias, size.cities, room.one, hidden)
    add_product(room.even.cities, w.build_hidden_cities, size.cities, hidden)
    relu(size.cities, hidden)
    for city in range(size.cities):
        scores[STATION + city] = w.build_bias[0] + dot(hidden[city], w.build_hidden, 0)
        scores[DEPOT + city] = w.build_bias[1] + dot(hidden[city], w.build_hidden, 1)


@compiled
def score_keeps(w: Record, mask: Masks, counts: Floats, room: Room, scores: Floats) -> None:
    """Scores of choices from an offer: of its tickets, of their number, of how they go together."""
    if not is_any(mask, KEEP, CLAIM):
        return
    hidden, told = room.heard.tickets, np.zeros((MAX_OFFER, 1 + 2 * PAIR), np.float32)
    hear_table(room.even.table, w.keep_hidden_table, w.keep_hidden_bias, MAX_OFFER, room.one, hidden)
    add_product(room.even.tickets, w.keep_hidden_tickets, MAX_OFFER, hidden)
    relu(MAX_OFFER, hidden)
    for ticket in range(MAX_OFFER):
        for k in range(1 + 2 * PAIR):
            told[ticket, k] = w.keep_bias[k] + dot(hidden[ticket], w.keep_hidden, k)
    sums = np.empty(1 + 2 * PAIR, np.float32)
    for kept in range(CLAIM - KEEP):
        if mask[KEEP + kept]:
            n, sums[:] = 0, 0
            for ticket in range(MAX_OFFER):
                if kept >> ticket & 1:
                    n += 1
                    add_row(told[ticket], np.float32(1), sums)
            together = np.float32(0)
            for k in range(PAIR):
                together += sums[1 + k] * sums[1 + PAIR + k]
            scores[KEEP + kept] = sums[0] + together + counts[n]


@compiled
def score_plain(w: Record, row: Bytes, room: Room, plain: Floats, scores: Floats) -> None:
    """Scores of what needs no route, city, ticket or colour; those of seats by their place."""
    fill(w.plain_hidden_bias, 1, room.wide)
    add_product(room.even.table, w.plain_hidden_table, 1, room.wide)
    relu(1, room.wide)
    for k in range(plain.shape[0]):
        plain[k] = w.plain_bias[k] + dot(room.wide[0], w.plain_hidden, k)
    for k in range(N_PLAIN):
        scores[DRAW + k] = plain[k]
    for seat in range(MAX_SEATS):
        place = min(int(row[PLACES + seat]), MAX_SEATS - 1)
        scores[WAREHOUSE + seat] = plain[N_PLAIN + place]
        scores[COLLECT + seat] = plain[N_PLAIN + MAX_SEATS + place]


@compiled
def forecast(w: Record, row: Bytes, room: Room, wins: Floats, to_come: Floats) -> None:
    """The chance of each place to win, and the points it still gets."""
    fill(w.outcome_hidden_bias, 1, room.wide)
    add_product(room.even.table, w.outcome_hidden_table, 1, room.wide)
    relu(1, room.wide)
    n = 0
    for seat in range(MAX_SEATS):
        n += row[PLACES + seat] < NOWHERE
    for place in range(MAX_SEATS):
        wins[place] = w.outcome_bias[place] + dot(room.wide[0], w.outcome_hidden, place)
        points = w.outcome_bias[MAX_SEATS + place] + dot(room.wide[0], w.outcome_hidden, MAX_SEATS + place)
        to_come[place] = POINTS * points
    wins[:n] = as_chances(wins[:n])
    wins[n:] = 0


@compiled
def as_chances(scores: Floats) -> Floats:
    """Scores as chances."""
    result = np.exp(scores - scores.max())
    return result / result.sum()


@compiled
def size_of(row: Bytes, n_routes: int, n_cities: int) -> Size:
    """How many rows to think about: tickets as far as there are any."""
    n = 0
    for ticket in range(SHOWN):
        if row[TICKETS + ticket * N_TICKETS]:
            n = ticket + 1
    return Size(n_routes, n_cities, max(n, MAX_OFFER))


@compiled
def choose_among(mask: Masks, scores: Floats, chances: Floats) -> None:
    """Scores of the legal actions, of which there is at least one, as chances; all others have none."""
    best, total = np.float32(-np.inf), np.float32(0)
    for number in range(mask.shape[0]):
        if mask[number] > 0:
            best = max(best, scores[number])
    for number in range(mask.shape[0]):
        chances[number] = np.exp(scores[number] - best) if mask[number] > 0 else np.float32(0)
        total += chances[number]
    for number in range(mask.shape[0]):
        chances[number] /= total


@compiled
def think(
    weights: Records,
    rows: Bytes,
    masks: Masks,
    n_routes: int,
    n_cities: int,
    chances: Floats,
    wins: Floats,
    to_come: Floats,
) -> None:
    """The network's output for each row of features, on boards of at most so many routes and cities."""
    w, scores = weights[0], np.empty(masks.shape[1], np.float32)
    room, plain = new_room(w.in_routes_bias.shape[0], w.in_table_bias.shape[0]), np.empty_like(w.plain_bias)
    for k in range(rows.shape[0]):
        row, mask = rows[k], masks[k]
        size = size_of(row, n_routes, n_cities)
        begin(w, row, size, room)
        for i in range(w.each_table_bias.shape[0]):
            go_round(w, i, row, size, room)
        even_out(size, room)
        score_plain(w, row, room, plain, scores)
        score_colours(w, row, mask, size, room, scores)
        score_claims(w, mask, size, room, scores)
        score_builds(w, mask, size, room, scores)
        score_keeps(w, mask, plain[N_PLAIN + 2 * MAX_SEATS :], room, scores)
        choose_among(mask, scores, chances[k])
        forecast(w, row, room, wins[k], to_come[k])
