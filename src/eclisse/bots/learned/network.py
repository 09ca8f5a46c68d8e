"""The network of `learned`, written once for NumPy and for PyTorch: all it needs of either is in `ops`.

Routes, cities and tickets each have a row of `width` numbers, the table one row of `table` numbers. In every round each
row hears from those it has to do with (a route from its two cities and from the tickets on whose way it lies, a city
and a ticket from their routes, the table from all) and is changed by what it heard. Scores of the decisions and a
forecast of the outcome are read off the last rows. Nothing depends on the number of a city, route or colour, so the
network plays on any board.
"""

from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import N_COLOURS
from eclisse.core.records import MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_SEATS
from eclisse.features import layout
from eclisse.features.layout import BY_NAME

Array = Any
"""An array of NumPy or a tensor of PyTorch."""
Parameters = dict[str, Array]

N_KEEPS: Final = 1 << MAX_OFFER
PAIR: Final = 4  # numbers by which two tickets of an offer are held against each other
N_PLAIN: Final = 5  # draw, tickets, pass, take back, decline
IS_KEPT: Final = np.array([[mask >> i & 1 for i in range(MAX_OFFER)] for mask in range(N_KEEPS)], np.float32)
SMALL: Final = 1e-5
CONSTANTS: Final[dict[str, Any]] = {
    "kept": IS_KEPT,
    "n_kept": IS_KEPT.sum(axis=1).astype(np.int64),
    "city": np.arange(MAX_CITIES)[None, :, None],
    "colour": np.arange(N_COLOURS)[None, :, None],
    **{block.name: layout.scale(block.name) for block in layout.BLOCKS},
}


class Shape(NamedTuple):
    """How large a network is."""

    width: int = 64
    table: int = 128
    rounds: int = 3


class Ops(Protocol):
    """What the network needs of NumPy or PyTorch beyond the usual arithmetic."""

    def number(self, x: Array) -> Array:
        """As floating-point numbers."""

    def constant(self, name: str) -> Array:
        """One of CONSTANTS."""

    def relu(self, x: Array) -> Array:
        """The larger of 0 and each number."""

    def norm(self, x: Array) -> Array:
        """Each row with mean 0 and variance 1."""

    def join(self, parts: list[Array]) -> Array:
        """Arrays side by side along the second axis."""

    def swap(self, x: Array) -> Array:
        """The last two axes exchanged."""

    def zeros(self, x: Array, n: int) -> Array:
        """As many rows as x has, n zeros in each."""

    def gather(self, x: Array, index: Array) -> Array:
        """For each row the numbers at the places that its row of `index` names."""


class Inputs(NamedTuple):
    """Features, cut up and scaled."""

    routes: Array
    cities: Array
    tickets: Array
    colours: Array
    table: Array
    meets: Array  # cities × routes: 1 where a route ends in a city
    on_way: Array  # tickets × routes: 1 on a cheapest way, a half near one
    coloured: Array  # colours × routes: 1 for a free route of that colour, gray ones at the locomotive
    places: Array  # of each seat, counted from the one that decides


def shapes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The name and form of every array of parameters."""
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


def cut(rows: Array, n_routes: int, n_cities: int, ops: Ops) -> Inputs:
    """Rows of features as the network's inputs, for boards of at most so many routes and cities."""

    def block(name: str, n: int) -> Array:
        return ops.number(layout.part(rows, name)[:, :n]) * ops.constant(name)

    ends, colour_of = layout.part(rows, "ends")[:, :, :n_routes], layout.part(rows, "colour_of")[:, :, :n_routes]
    routes = block("routes", n_routes)
    cities = ops.constant("city")[:, :n_cities]
    meets = ops.number(ends[:, 0:1] == cities) + ops.number(ends[:, 1:2] == cities)
    coloured = ops.number(colour_of == ops.constant("colour"))
    free = BY_NAME["routes"].names.index("free")
    return Inputs(
        routes,
        block("cities", n_cities),
        block("tickets", layout.SHOWN),
        block("colours", N_COLOURS),
        block("table", 1)[:, 0],
        meets,
        ops.number(layout.part(rows, "on_way")[:, :, :n_routes]) * 0.5,
        coloured * routes[:, None, :, free],
        layout.part(rows, "places")[:, 0],
    )


class _Rows(NamedTuple):
    """What the network thinks of each route, city and ticket, and of the table."""

    routes: Array
    cities: Array
    tickets: Array
    table: Array


def _start(p: Parameters, x: Inputs, ops: Ops) -> _Rows:
    """The first rows, from the features alone."""
    colours = ops.relu(x.colours @ p["in_colours_x"] + p["in_colours_bias"])
    heard = colours.sum(1) @ p["in_table_colours"]
    return _Rows(
        ops.relu(x.routes @ p["in_routes_x"] + p["in_routes_bias"]),
        ops.relu(x.cities @ p["in_cities_x"] + p["in_cities_bias"]),
        ops.relu(x.tickets @ p["in_tickets_x"] + p["in_tickets_bias"]),
        ops.relu(x.table @ p["in_table_x"] + heard + p["in_table_bias"]),
    )


def _round(p: Parameters, name: str, rows: _Rows, x: Inputs, ops: Ops) -> _Rows:
    """Everybody hears from its neighbours and is changed by it."""
    routes, cities, tickets, table = (ops.norm(part) for part in rows)

    def heard(kind: str, *parts: tuple[str, Array]) -> Array:
        total = (table @ p[f"{name}_{kind}_table"])[:, None] + p[f"{name}_{kind}_bias"]
        for source, part in parts:
            total = total + part @ p[f"{name}_{kind}_{source}"]
        return total

    to_routes = ops.swap(x.meets) @ (cities @ p[f"{name}_routes_cities"])
    to_routes = to_routes + ops.swap(x.on_way) @ (tickets @ p[f"{name}_routes_tickets"])
    new_routes = ops.relu(heard("routes", ("routes", routes)) + to_routes)
    new_cities = ops.relu(heard("cities", ("cities", cities), ("routes", x.meets @ routes)))
    new_tickets = ops.relu(heard("tickets", ("tickets", tickets), ("routes", x.on_way @ routes)))
    pooled = (new_routes * x.routes[:, :, 0:1]).sum(1) @ p[f"{name}_table_routes"] * (1 / 32)
    pooled = pooled + (new_cities * x.cities[:, :, 0:1]).sum(1) @ p[f"{name}_table_cities"] * (1 / 16)
    pooled = pooled + (new_tickets * x.tickets[:, :, 0:1]).sum(1) @ p[f"{name}_table_tickets"] * (1 / 4)
    new_table = ops.relu(table @ p[f"{name}_table_table"] + pooled + p[f"{name}_table_bias"])
    return _Rows(
        rows.routes + new_routes @ p[f"{name}_routes_out"],
        rows.cities + new_cities @ p[f"{name}_cities_out"],
        rows.tickets + new_tickets @ p[f"{name}_tickets_out"],
        rows.table + new_table @ p[f"{name}_table_out"],
    )


def _hidden(p: Parameters, name: str, kind: str, rows: Array, table: Array, ops: Ops) -> Array:
    """The layer before a score for each row."""
    return ops.relu(rows @ p[f"{name}_{kind}"] + (table @ p[f"{name}_table"])[:, None] + p[f"{name}_bias"])


def _keeps(scores: Array, counts: Array, ops: Ops) -> Array:
    """A score for each choice from an offer: of its tickets, of their number, of how they go together."""
    kept = ops.constant("kept")
    sums = kept @ scores  # choices × (1 + 2 PAIR)
    together = (sums[:, :, 1 : 1 + PAIR] * sums[:, :, 1 + PAIR :]).sum(2)
    return sums[:, :, 0] + together + counts[:, ops.constant("n_kept")]


def forward(p: Parameters, x: Inputs, rounds: int, ops: Ops) -> tuple[Array, Array]:
    """A score for every action; and for each place a score of its chance to win, then its points to come / 50."""
    rows = _start(p, x, ops)
    for i in range(rounds):
        rows = _round(p, f"r{i}", rows, x, ops)
    routes, cities, tickets, table = (ops.norm(part) for part in rows)
    colour = x.colours @ p["colour_x"] + (x.coloured @ routes) @ p["colour_routes"] * (1 / 8)
    colour = ops.relu(colour + (table @ p["colour_table"])[:, None] + p["colour_bias"])
    pay = colour @ p["pay_colour"] + p["pay_bias"]
    claim = _hidden(p, "claim_hidden", "routes", routes, table, ops) @ p["claim_hidden"] + p["claim_bias"]
    build = _hidden(p, "build_hidden", "cities", cities, table, ops) @ p["build_hidden"] + p["build_bias"]
    keep = _hidden(p, "keep_hidden", "tickets", tickets[:, :MAX_OFFER], table, ops) @ p["keep_hidden"] + p["keep_bias"]
    plain = ops.relu(table @ p["plain_hidden_table"] + p["plain_hidden_bias"]) @ p["plain_hidden"] + p["plain_bias"]
    seats = plain[:, N_PLAIN : N_PLAIN + 2 * MAX_SEATS]
    routes_free, cities_free = MAX_ROUTES - claim.shape[1], MAX_CITIES - build.shape[1]
    scores = ops.join([
        pay[:, :, 0], plain[:, :N_PLAIN],
        ops.gather(seats[:, :MAX_SEATS], x.places), ops.gather(seats[:, MAX_SEATS:], x.places),
        _keeps(keep, plain[:, N_PLAIN + 2 * MAX_SEATS :], ops),
        claim[:, :, 0], ops.zeros(table, routes_free),
        build[:, :, 0], ops.zeros(table, cities_free), build[:, :, 1], ops.zeros(table, cities_free),
        pay[:, :, 1:].reshape(-1, N_COLOURS * (MAX_LENGTH + 1)),
    ])  # fmt: skip
    hidden = ops.relu(table @ p["outcome_hidden_table"] + p["outcome_hidden_bias"])
    return scores, hidden @ p["outcome_hidden"] + p["outcome_bias"]


class NumPyOps:
    """The operations in NumPy."""

    def number(self, x: Array) -> Array:
        """As floating-point numbers."""
        return x.astype(np.float32)

    def constant(self, name: str) -> Array:
        """One of CONSTANTS."""
        return CONSTANTS[name]

    def relu(self, x: Array) -> Array:
        """The larger of 0 and each number, in place."""
        return np.maximum(x, 0, out=x)

    def norm(self, x: Array) -> Array:
        """Each row with mean 0 and variance 1."""
        centred = x - x.mean(-1, keepdims=True)
        spread = np.einsum("...i,...i->...", centred, centred) / x.shape[-1]
        centred *= (1 / np.sqrt(spread + SMALL))[..., None]
        return centred

    def join(self, parts: list[Array]) -> Array:
        """Arrays side by side along the second axis."""
        return np.concatenate(parts, axis=1)

    def swap(self, x: Array) -> Array:
        """The last two axes exchanged."""
        return x.swapaxes(-1, -2)

    def zeros(self, x: Array, n: int) -> Array:
        """As many rows as x has, n zeros in each."""
        return np.zeros((x.shape[0], n), np.float32)

    def gather(self, x: Array, index: Array) -> Array:
        """For each row the numbers at the places that its row of `index` names; 255 names any."""
        return np.take_along_axis(x, np.minimum(index, MAX_SEATS - 1).astype(np.int64), 1)


NUMPY: Final = NumPyOps()
assert N_COLOURS + N_PLAIN + 2 * MAX_SEATS + N_KEEPS + MAX_ROUTES + 2 * MAX_CITIES + N_COLOURS * 10 == N_ACTIONS  # noqa: S101
