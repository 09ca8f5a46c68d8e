"""The player aids of a table: points by length, bonuses, big cities, what stands in the cities, advice."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eclisse.boards.model import Board, Ticket
from eclisse.boards.names import Names
from eclisse.catalogue.kit import Kit
from eclisse.vocabulary import worded


def print_aids(console: Console, kit: Kit) -> None:
    """Everything that lies beside the board for all to read."""
    spec, names, board = kit.spec, Names(kit.spec.board), kit.spec.board
    has_subways = any(route.subway for route in board.routes)
    title = worded("points for [a train] route" if has_subways else "points for a route", spec.words)
    _row(console, title, "length", _scoring(board, False))
    _row(console, worded("points for [a subway] route", spec.words), "cards", _scoring(board, True))
    _row(console, "bonus for tickets connected twice", "tickets", _mandala(kit))
    if spec.big_cities:
        cities = ", ".join(sorted(names.city(city) for city in spec.big_cities))
        console.print(Text.assemble(("big cities: ", "bold"), cities))
    for tip in spec.tips:
        console.print(Text.assemble(("tip: ", "bold"), tip.en))


def _row(console: Console, title: str, head: str, points: Sequence[tuple[str, int]]) -> None:
    """Two lines of numbers, if there are any."""
    if not points:
        return
    console.print(Text(title, "bold"))
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_row(Text(head, "dim"), *(label for label, _ in points))
    table.add_row(Text("points", "dim"), *(Text(str(n), "bold") for _, n in points))
    console.print(table)


def _scoring(board: Board, is_subway: bool) -> list[tuple[str, int]]:
    """Points for the lengths there are."""
    points = board.subway_scoring if is_subway else board.scoring
    lengths = sorted({route.length for route in board.routes if route.subway is is_subway})
    return [(str(length), points[length]) for length in lengths]


def _mandala(kit: Kit) -> list[tuple[str, int]]:
    """The bonus by number of tickets; the last number is for more too."""
    points = [int(n) for n in kit.rules.mandala[1:]]
    told = [(n, len(list(same))) for n, same in groupby(points)]
    if not any(points):
        return []
    last = sum(times for _, times in told[:-1]) + 1
    return [(f"{i}+" if i == last else str(i), points[i - 1]) for i in range(1, last + 1)]


def buildings(data: Mapping[str, Any], names: Names, players: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Buildings, each kind with its cities and owners: `stations`, `Paris (Ada), Roma (you)`."""
    for kind in ("stations", "depots"):
        placed = sorted((names.city(city), players[seat]) for seat, cities in enumerate(data[kind]) for city in cities)
        if placed:
            yield kind, ", ".join(f"{city} ({player})" for city, player in placed)


def worths(ticket: Ticket, names: Names) -> str:
    """The points of a ticket in each of its countries; empty for one between two cities."""
    return ", ".join(f"{names.city(country)} {points}" for country, points in ticket.worth)
