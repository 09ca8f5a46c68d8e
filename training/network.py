"""The network in PyTorch, for learning: `eclisse.bots.learned.network` says what it is, and plays.

Whatever depends on where it runs, and how exactly, is in `Ops`.
"""

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from eclisse.bots.learned.network import N_PLAIN, PAIR
from eclisse.core.actions import N_ACTIONS
from eclisse.core.codes import N_COLOURS
from eclisse.core.records import MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_SEATS
from eclisse.features import layout
from eclisse.features.layout import BY_NAME

Parameters = dict[str, Tensor]

N_KEEPS = 1 << MAX_OFFER
IS_KEPT = np.array([[mask >> i & 1 for i in range(MAX_OFFER)] for mask in range(N_KEEPS)], np.float32)
SMALL = 1e-5
CONSTANTS: dict[str, Any] = {
    "kept": IS_KEPT,
    "n_kept": IS_KEPT.sum(axis=1).astype(np.int64),
    "city": np.arange(MAX_CITIES)[None, :, None],
    "colour": np.arange(N_COLOURS)[None, :, None],
    **{block.name: layout.scale(block.name) for block in layout.BLOCKS},
}


class Ops:
    """The operations, on a device and with numbers of some kind."""

    def __init__(self, device: torch.device, kind: torch.dtype | None = None) -> None:
        self._kind = kind or (torch.bfloat16 if device.type == "cuda" else torch.float32)
        self._constants = {name: torch.as_tensor(value, device=device) for name, value in CONSTANTS.items()}
        for name, value in self._constants.items():
            if value.is_floating_point():
                self._constants[name] = value.to(self._kind)

    def number(self, x: Tensor) -> Tensor:
        """As floating-point numbers, in half precision on a GPU unless told otherwise."""
        return x.to(self._kind)

    def constant(self, name: str) -> Tensor:
        """One of CONSTANTS, on the device."""
        return self._constants[name]

    def norm(self, x: Tensor) -> Tensor:
        """Each row with mean 0 and variance 1."""
        return nn.functional.layer_norm(x.float(), x.shape[-1:], eps=SMALL).to(x.dtype)

    def gather(self, x: Tensor, index: Tensor) -> Tensor:
        """For each row the numbers at the places that its row of `index` names; 255 names any."""
        return x.gather(1, index.long().clamp(max=MAX_SEATS - 1))


class Inputs(NamedTuple):
    """Features, cut up and scaled."""

    routes: Tensor
    cities: Tensor
    tickets: Tensor
    colours: Tensor
    table: Tensor
    meets: Tensor  # cities × routes: 1 where a route ends in a city
    on_way: Tensor  # tickets × routes: 1 on a cheapest way, a half near one
    coloured: Tensor  # colours × routes: 1 for a free route of that colour, gray ones at the locomotive
    places: Tensor  # of each seat, counted from the one that decides


def cut(rows: Tensor, n_routes: int, n_cities: int, ops: Ops) -> Inputs:
    """Rows of features as the network's inputs, for boards of at most so many routes and cities."""

    def block(name: str, n: int) -> Tensor:
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
    """The network's rows for each route, city and ticket, and for the table."""

    routes: Tensor
    cities: Tensor
    tickets: Tensor
    table: Tensor


def _start(p: Parameters, x: Inputs) -> _Rows:
    """The first rows, from the features alone."""
    colours = torch.relu(x.colours @ p["in_colours_x"] + p["in_colours_bias"])
    heard = colours.sum(1) @ p["in_table_colours"]
    return _Rows(
        torch.relu(x.routes @ p["in_routes_x"] + p["in_routes_bias"]),
        torch.relu(x.cities @ p["in_cities_x"] + p["in_cities_bias"]),
        torch.relu(x.tickets @ p["in_tickets_x"] + p["in_tickets_bias"]),
        torch.relu(x.table @ p["in_table_x"] + heard + p["in_table_bias"]),
    )


def _round(p: Parameters, name: str, rows: _Rows, x: Inputs, ops: Ops) -> _Rows:
    """Everybody hears from its neighbours and is changed by it."""
    routes, cities, tickets, table = (ops.norm(part) for part in rows)

    def heard(kind: str, *parts: tuple[str, Tensor]) -> Tensor:
        total = (table @ p[f"{name}_{kind}_table"])[:, None] + p[f"{name}_{kind}_bias"]
        for source, part in parts:
            total = total + part @ p[f"{name}_{kind}_{source}"]
        return total

    to_routes = x.meets.mT @ (cities @ p[f"{name}_routes_cities"])
    to_routes = to_routes + x.on_way.mT @ (tickets @ p[f"{name}_routes_tickets"])
    new_routes = torch.relu(heard("routes", ("routes", routes)) + to_routes)
    new_cities = torch.relu(heard("cities", ("cities", cities), ("routes", x.meets @ routes)))
    new_tickets = torch.relu(heard("tickets", ("tickets", tickets), ("routes", x.on_way @ routes)))
    pooled = (new_routes * x.routes[:, :, 0:1]).sum(1) @ p[f"{name}_table_routes"] * (1 / 32)
    pooled = pooled + (new_cities * x.cities[:, :, 0:1]).sum(1) @ p[f"{name}_table_cities"] * (1 / 16)
    pooled = pooled + (new_tickets * x.tickets[:, :, 0:1]).sum(1) @ p[f"{name}_table_tickets"] * (1 / 4)
    new_table = torch.relu(table @ p[f"{name}_table_table"] + pooled + p[f"{name}_table_bias"])
    return _Rows(
        rows.routes + new_routes @ p[f"{name}_routes_out"],
        rows.cities + new_cities @ p[f"{name}_cities_out"],
        rows.tickets + new_tickets @ p[f"{name}_tickets_out"],
        rows.table + new_table @ p[f"{name}_table_out"],
    )


def _hidden(p: Parameters, name: str, kind: str, rows: Tensor, table: Tensor) -> Tensor:
    """The layer before a score for each row."""
    return torch.relu(rows @ p[f"{name}_{kind}"] + (table @ p[f"{name}_table"])[:, None] + p[f"{name}_bias"])


def _keeps(scores: Tensor, counts: Tensor, ops: Ops) -> Tensor:
    """A score for each choice from an offer: of its tickets, of their number, of how they go together."""
    kept = ops.constant("kept")
    sums = kept @ scores  # choices × (1 + 2 PAIR)
    together = (sums[:, :, 1 : 1 + PAIR] * sums[:, :, 1 + PAIR :]).sum(2)
    return sums[:, :, 0] + together + counts[:, ops.constant("n_kept")]


def forward(p: Parameters, x: Inputs, rounds: int, ops: Ops) -> tuple[Tensor, Tensor]:
    """A score for every action; and for each place a score of its chance to win, then its points to come / 50."""
    rows = _start(p, x)
    for i in range(rounds):
        rows = _round(p, f"r{i}", rows, x, ops)
    routes, cities, tickets, table = (ops.norm(part) for part in rows)
    colour = x.colours @ p["colour_x"] + (x.coloured @ routes) @ p["colour_routes"] * (1 / 8)
    colour = torch.relu(colour + (table @ p["colour_table"])[:, None] + p["colour_bias"])
    pay = colour @ p["pay_colour"] + p["pay_bias"]
    claim = _hidden(p, "claim_hidden", "routes", routes, table) @ p["claim_hidden"] + p["claim_bias"]
    build = _hidden(p, "build_hidden", "cities", cities, table) @ p["build_hidden"] + p["build_bias"]
    keep = _hidden(p, "keep_hidden", "tickets", tickets[:, :MAX_OFFER], table) @ p["keep_hidden"] + p["keep_bias"]
    plain = torch.relu(table @ p["plain_hidden_table"] + p["plain_hidden_bias"]) @ p["plain_hidden"] + p["plain_bias"]
    seats = plain[:, N_PLAIN : N_PLAIN + 2 * MAX_SEATS]
    routes_free = table.new_zeros(len(table), MAX_ROUTES - claim.shape[1])
    cities_free = table.new_zeros(len(table), MAX_CITIES - build.shape[1])
    scores = torch.cat([
        pay[:, :, 0], plain[:, :N_PLAIN],
        ops.gather(seats[:, :MAX_SEATS], x.places), ops.gather(seats[:, MAX_SEATS:], x.places),
        _keeps(keep, plain[:, N_PLAIN + 2 * MAX_SEATS :], ops),
        claim[:, :, 0], routes_free,
        build[:, :, 0], cities_free, build[:, :, 1], cities_free,
        pay[:, :, 1:].reshape(-1, N_COLOURS * (MAX_LENGTH + 1)),
    ], 1)  # fmt: skip
    hidden = torch.relu(table @ p["outcome_hidden_table"] + p["outcome_hidden_bias"])
    return scores, hidden @ p["outcome_hidden"] + p["outcome_bias"]


assert N_COLOURS + N_PLAIN + 2 * MAX_SEATS + N_KEEPS + MAX_ROUTES + 2 * MAX_CITIES + N_COLOURS * 10 == N_ACTIONS  # noqa: S101
