"""Everything a table needs to play one game: its records and the names of their indices."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from eclisse.catalogue.compile import Names, Records, board_record, names, rules_record
from eclisse.catalogue.find import UnknownGame, find_game
from eclisse.catalogue.model import GameSpec
from eclisse.core.records import Record
from eclisse.faults import Faulty, fault, shown, whole_number


@dataclass(frozen=True)
class Kit:
    """A game with its modules, ready for the core."""

    game: str  # as it was asked for: an id or a path
    spec: GameSpec
    modules: tuple[str, ...]
    board_row: Records  # of length 1, as the doors of the core take it
    rules_row: Records
    names: Names

    @cached_property
    def board(self) -> Record:
        """The BOARD record itself."""
        return self.board_row[0]

    @cached_property
    def rules(self) -> Record:
        """The RULES record itself."""
        return self.rules_row[0]

    @cached_property
    def actions(self) -> dict[tuple[int, int], Any]:
        """Actions that were made already, by their number and what is due."""
        return {}

    @cached_property
    def route_index(self) -> dict[str, int]:
        """Index of each route by its id."""
        return {name: i for i, name in enumerate(self.names.routes)}

    @cached_property
    def city_index(self) -> dict[str, int]:
        """Index of each city by its id."""
        return {name: i for i, name in enumerate(self.names.cities)}

    @cached_property
    def ticket_index(self) -> dict[str, int]:
        """Index of each ticket in play by its id."""
        return {name: i for i, name in enumerate(self.names.tickets)}


def open_kit(game: str | Path, modules: Iterable[str] = ()) -> Kit:
    """The kit of a game, by its id or file."""
    if not isinstance(game, str | Path):
        raise UnknownGame(fault("game-expected", "game", value=shown(game)))
    ids = None if isinstance(modules, str) or not isinstance(modules, Iterable) else tuple(modules)
    if ids is None or not all(isinstance(name, str) for name in ids):
        raise WrongModules(fault("modules-expected", "modules", value=shown(modules)))
    spec, chosen = find_game(game), tuple(sorted(set(ids)))
    return _kit(str(game), spec, chosen)


@cache
def _kit(game: str, spec: GameSpec, modules: tuple[str, ...]) -> Kit:
    """One kit for all tables of a game: they share the actions that were made."""
    return Kit(game, spec, modules, board_record(spec, modules), rules_record(spec, modules), names(spec, modules))


def check_seats(kit: Kit, seats: int) -> None:
    """Refuse a number of seats the game is not made for."""
    low, high = int(kit.rules.min_seats), int(kit.rules.max_seats)
    n = whole_number(seats)
    if n is None or not low <= n <= high:
        raise WrongSeats(fault("wrong-seats", "seats", game=kit.spec.id, low=low, high=high, seats=shown(seats)))


class WrongModules(Faulty):
    """Modules that are not a list of ids."""


class WrongSeats(Faulty):
    """A number of seats the game is not made for."""
