"""A game and its modules as the core's read-only BOARD and RULES records, and the names of their indices."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eclisse.boards.model import Board
from eclisse.catalogue.find import with_modules
from eclisse.catalogue.model import GameSpec
from eclisse.core.codes import NONE, ROUTE_COLOUR_NAMES, SUBWAY, TRAIN
from eclisse.core.records import BOARD, RULES, Record

Records = NDArray[Any]
"""A read-only array of length 1, as the outer doors of the core take it."""


@dataclass(frozen=True)
class Names:
    """Ids of everything in the records, at the index the records use."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    tickets: tuple[str, ...]
    countries: tuple[str, ...]


def board_record(spec: GameSpec, modules: Iterable[str] = ()) -> Records:
    """The BOARD record of a game with modules."""
    return _board_record(with_modules(spec, modules))


def rules_record(spec: GameSpec, modules: Iterable[str] = ()) -> Records:
    """The RULES record of a game with modules."""
    return _rules_record(with_modules(spec, modules))


def names(spec: GameSpec, modules: Iterable[str] = ()) -> Names:
    """The ids of everything in the BOARD record of a game with modules."""
    return _names(with_modules(spec, modules))


@cache
def _names(spec: GameSpec) -> Names:
    """The ids of a game whose modules are already part of it."""
    board = spec.board
    return Names(
        cities=tuple(city.id for city in board.cities),
        routes=tuple(route.id for route in board.routes),
        tickets=tuple(ticket.id for ticket in spec.tickets),
        countries=board.countries,
    )


@cache
def _rules_record(spec: GameSpec) -> Records:
    """Every knob under its own name."""
    rules = np.zeros(1, RULES)
    for knob in fields(spec.knobs):
        rules[knob.name] = getattr(spec.knobs, knob.name)
    rules.setflags(write=False)
    return rules


@cache
def _board_record(spec: GameSpec) -> Records:
    """Cities and routes of the board, and the tickets in play."""
    board = np.zeros(1, BOARD)
    _write_cities(board[0], spec.board)
    _write_routes(board[0], spec.board)
    _write_tickets(board[0], spec)
    board.setflags(write=False)
    return board


def _indices(ids: Iterable[str]) -> dict[str, int]:
    """Each id's place."""
    return {name: index for index, name in enumerate(ids)}


def _write_cities(record: Record, board: Board) -> None:
    """Cities and countries, in the order of the file."""
    countries = _indices(board.countries)
    record.n_cities, record.n_countries = len(board.cities), len(countries)
    record.country[:] = NONE
    for index, city in enumerate(board.cities):
        if city.country:
            record.country[index] = countries[city.country]


def _write_routes(record: Record, board: Board) -> None:
    """Routes, in the order of the file; the two tracks of a double route are twins (DOUBLE)."""
    cities = _indices(city.id for city in board.cities)
    record.n_routes = len(board.routes)
    record.twin[:] = NONE
    first_track: dict[tuple[str, str], int] = {}
    for index, route in enumerate(board.routes):
        record.a[index], record.b[index] = sorted(cities[city] for city in route.cities)
        record.length[index] = route.length
        record.colour[index] = ROUTE_COLOUR_NAMES.index(route.colour)
        record.locomotives[index] = route.locomotives
        record.tunnel[index] = route.tunnel
        record.kind[index] = SUBWAY if route.subway else TRAIN
        twin = first_track.setdefault(route.cities, index)
        if twin != index:
            record.twin[index], record.twin[twin] = twin, index


def _write_tickets(record: Record, spec: GameSpec) -> None:
    """Tickets in play with the values this game uses."""
    cities, countries = _indices(city.id for city in spec.board.cities), _indices(spec.board.countries)
    record.n_tickets = len(spec.tickets)
    for field in (record.ticket_a, record.ticket_b, record.ticket_country):
        field[:] = NONE
    for index, ticket in enumerate(spec.tickets):
        if not ticket.worth:
            record.ticket_a[index], record.ticket_b[index] = sorted(cities[end] for end in ticket.ends)
        elif ticket.country:
            record.ticket_country[index] = countries[ticket.country]
        else:
            record.ticket_a[index] = cities[ticket.ends[0]]
        record.ticket_points[index] = ticket.value(spec.ticket_values)
        record.ticket_long[index] = spec.is_long(ticket)
        for country, worth in ticket.worth:
            record.ticket_worth[index, countries[country]] = worth
