"""The games and modules that come with the package, and finding a game by its id or file; no NumPy."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from eclisse.boards.model import PROVENANCES, worst
from eclisse.catalogue.load import load_game, load_module
from eclisse.catalogue.model import GameSpec, Module
from eclisse.faults import Fault, Faulty, cut, fault, nearest

DATA: Final = Path(__file__).parent / "data"
FIRST_EDITION: Final = "first-edition"  # the module of games that were begun before there was another edition


class UnknownGame(Faulty):
    """No game has this id, and no file this path."""


class ModuleNotApplicable(Faulty):
    """A module that does not exist, or that a game cannot be combined with."""


@cache
def builtin_games() -> dict[str, GameSpec]:
    """All games that come with the package, by id: verified boards first, the games of a board together."""
    games = [_builtin_game(name) for name in _files()]
    games.sort(key=_place)
    return {game.id: game for game in games}


@cache
def _files() -> dict[str, Path]:
    """The files of the games that come with the package, by id: each is named after its game."""
    return {path.stem: path for path in DATA.glob("*.toml")}


@cache
def _builtin_game(name: str) -> GameSpec:
    """A game that comes with the package, by its id."""
    return load_game(_files()[name])


@cache
def modules() -> dict[str, Module]:
    """All modules that come with the package, by id."""
    found = (load_module(path) for path in sorted((DATA / "modules").glob("*.toml")))
    return {module.id: module for module in found}


def find_game(id_or_path: str | Path) -> GameSpec:
    """A game by its id, by the path of a game file, or by the path of a board file (basic game)."""
    name = str(id_or_path)
    if name in _files():
        return _builtin_game(name)
    if isinstance(id_or_path, Path) or name.endswith(".toml"):
        return load_game(id_or_path)
    games = builtin_games()
    raise UnknownGame(fault("unknown-game", "game", name=cut(name), games=list(games), **nearest(name, games)))


def modules_for(spec: GameSpec) -> tuple[str, ...]:
    """Ids of the modules a game can be combined with."""
    return tuple(name for name, module in modules().items() if not module.hidden and not _obstacle(spec, module))


def first_modules(game: str, names: Iterable[str]) -> list[str]:
    """The modules with which a game plays as it did, with these, under the first edition of the rules."""
    then, now = set(names), {FIRST_EDITION, *names}
    for module in modules().values():
        if game in module.games and module.in_place_of:
            now ^= {module.in_place_of} if module.in_place_of in then else {module.id}
    return sorted(now)


def todays_modules(names: Iterable[str]) -> tuple[str, ...]:
    """The modules for a new game like one with these: by today's rules, even if that one goes on by the first ones."""
    then = set(names)
    old = {FIRST_EDITION, *(module.id for module in modules().values() if module.in_place_of)}
    return tuple(sorted(then - old if FIRST_EDITION in then else then))


def with_modules(spec: GameSpec, names: Iterable[str] = ()) -> GameSpec:
    """The game combined with some modules, the same object for the same modules in any order."""
    wanted = set(names)
    for name in sorted(wanted):
        module = modules().get(name)
        if module is None:
            hint, known = nearest(name, modules()), list(modules_for(spec))
            raise ModuleNotApplicable(fault("unknown-module", "modules", name=cut(name), modules=known, **hint))
        obstacle = _obstacle(spec, module)
        if obstacle:
            raise ModuleNotApplicable(obstacle)
    return _combined(spec, tuple(sorted(wanted)))


@cache
def _combined(spec: GameSpec, names: tuple[str, ...]) -> GameSpec:
    """The game with the sets, values and knobs of these modules."""
    for name in names:
        module = modules()[name]
        spec = replace(
            spec,
            sets=(*spec.sets, *module.sets),
            ticket_values=module.ticket_values or spec.ticket_values,
            knobs=replace(spec.knobs, **module.knobs),
        )
    return spec


def _obstacle(spec: GameSpec, module: Module) -> Fault | None:
    """Why a module cannot be added to a game."""
    if module.games and spec.id not in module.games:
        return fault("module-for-others", "modules", module=module.id, game=spec.id, games=list(module.games))
    if any(name not in spec.board.sets for name in module.sets):
        return fault("module-without-tickets", "modules", module=module.id, game=spec.id, board=spec.board.id)
    if module.sets and set(module.sets) <= set(spec.sets):
        return fault("module-in-play", "modules", module=module.id, game=spec.id)
    if module.ticket_values and not _revalues(spec, module.ticket_values):
        return fault("module-without-effect", "modules", module=module.id, game=spec.id)
    return None


def _revalues(spec: GameSpec, column: str) -> bool:
    """Whether some ticket in play has another value in this column."""
    return any(ticket.value(column) != ticket.value(spec.ticket_values) for ticket in spec.tickets)


def _place(spec: GameSpec) -> tuple[int, str, bool, str]:
    """Where a game stands in the catalogue; the game named like its board comes before the others on it."""
    return PROVENANCES.index(spec.board.provenance), spec.board.id, spec.id != spec.board.id, spec.id


def catalogue_rows() -> list[dict[str, Any]]:
    """The catalogue as plain data, one row a game (`games --json`)."""
    return [game_row(spec) for spec in builtin_games().values()]


def game_row(spec: GameSpec) -> dict[str, Any]:
    """One game as plain data."""
    knobs, offered = spec.knobs, modules_for(spec)
    return {
        "id": spec.id,
        "name": {"en": spec.name.en, "fr": spec.name.fr},
        "about": {"en": spec.about.en, "fr": spec.about.fr},
        "board": spec.board.id,
        "seats": [knobs.min_seats, knobs.max_seats],
        "trains": knobs.pieces[0],
        "subways": knobs.pieces[1],
        "tickets": {"long": spec.n_long, "standard": len(spec.tickets) - spec.n_long},
        "modules": list(offered),
        "provenance": {"board": spec.board.provenance, "tickets": spec.provenance},
        "module_provenance": {name: _module_provenance(spec, modules()[name]) for name in offered},
    }


def _module_provenance(spec: GameSpec, module: Module) -> str:
    """The worst provenance among the tickets a module adds; verified when it adds none."""
    added = set(module.sets)
    return worst(ticket.provenance for ticket in spec.board.tickets if not added.isdisjoint(ticket.sets))
