"""Game and module files (TOML) to GameSpec and Module, reporting every fault at once; no NumPy.

The knobs and their defaults are declared in core/knobs.py; docs/adding-a-board.md lists the keys.
"""

from dataclasses import replace
from pathlib import Path
from typing import Final

from eclisse.boards.errors import InvalidFile
from eclisse.boards.load import builtin_board, builtin_boards, load_board, parse_board
from eclisse.boards.model import DEFAULT_VALUES, Board
from eclisse.boards.schema import Entry, Words, read_toml
from eclisse.catalogue.check import check_game
from eclisse.catalogue.knobs import FILE_KNOBS, read_knobs
from eclisse.catalogue.model import SIGNS, GameSpec, Module
from eclisse.catalogue.words import read_words
from eclisse.core.knobs import Knobs
from eclisse.core.limits import MAX_SEATS
from eclisse.faults import Faults, cut
from eclisse.texts import texts

GAME_KEYS: Final = (
    "id", "name", "about", "board", "tickets", "ticket_values", "big_cities", "tips", "rulings", "sign",
    "words", "rules",
)  # fmt: skip
MODULE_KEYS: Final = ("id", "name", "about", "games", "tickets", "ticket_values", "rules", "in_place_of", "hidden")


def load_game(path: str | Path) -> GameSpec:
    """The game of a game file, or the basic game on a board file; InvalidFile with all faults."""
    top = read_toml(Path(path))
    if isinstance(top.data.get("board"), dict) or "cities" in top.data:
        return game_on_board(top.faults.file, parse_board(top))
    return _parse_game(top, Path(path).parent)


def load_module(path: str | Path) -> Module:
    """The module of a file, or InvalidFile with all of its faults."""
    top = read_toml(Path(path))
    top.only(MODULE_KEYS)
    module = Module(
        id=top.identifier("id"),
        name=top.words("name"),
        about=top.words("about"),
        sets=top.texts("tickets", ()) if top.has("tickets") else (),
        ticket_values=top.text("ticket_values") if top.has("ticket_values") else "",
        knobs=read_knobs(top.table("rules")),
        games=top.texts("games", ()) if top.has("games") else (),
        in_place_of=top.text("in_place_of") if top.has("in_place_of") else "",
        hidden=top.flag("hidden") if top.has("hidden") else False,
    )
    top.faults.raise_any(InvalidFile)
    return module


def game_on_board(file: str, board: Board) -> GameSpec:
    """The basic game with all tickets of a board, for as many seats as they allow."""
    knobs = Knobs()
    seats = max(knobs.min_seats, min(MAX_SEATS, len(board.tickets) // knobs.deal))
    knobs = replace(knobs, max_seats=seats, points=_points(board))
    spec = GameSpec(board.id, board.name, Words(**texts()["board-alone"]), board, board.sets, DEFAULT_VALUES, knobs)
    faults = Faults(file)
    check_game(faults, spec)
    faults.raise_any(InvalidFile)
    return spec


def _parse_game(top: Entry, folder: Path) -> GameSpec:
    """The game of a file's top table, or InvalidFile with all of its faults."""
    top.only(GAME_KEYS)
    name, about = top.words("name"), top.words("about")
    game_id, knobs = top.identifier("id"), Knobs(**read_knobs(top.table("rules")))
    board = _board(top, folder)
    if board is None:
        raise InvalidFile(*top.faults)
    sets = _sets(top, board)
    values = top.choice("ticket_values", board.value_columns, default=DEFAULT_VALUES)
    spec = GameSpec(
        game_id,
        name,
        about,
        board,
        sets,
        values,
        replace(knobs, points=_points(board)),
        words=read_words(top.table("words")),
        big_cities=_big_cities(top, board),
        tips=_tips(top),
        rulings=_rulings(top),
        sign=top.choice("sign", SIGNS, default=SIGNS[0]),
    )
    if not top.faults:
        check_game(top.faults, spec)
    top.faults.raise_any(InvalidFile)
    return spec


def _board(top: Entry, folder: Path) -> Board | None:
    """The board a game names, by its id or by a path from the game's file; None if faulty."""
    name = top.text("board")
    if not name:
        return None
    try:
        if name in builtin_boards():
            return builtin_board(name)
        if name.endswith(".toml"):
            return load_board(folder / name)
    except InvalidFile as error:
        top.faults.extend(error.faults)
        return None
    known = builtin_boards()
    top.fault("unknown-board", "board", name=cut(name), boards=list(known), **top.faults.hint(name, known))
    return None


def _big_cities(top: Entry, board: Board) -> tuple[str, ...]:
    """The big cities of a game that has some."""
    cities = top.texts("big_cities", ()) if top.has("big_cities") else ()
    known = {city.id for city in board.cities if city.country is None}
    for city in cities:
        if city not in known:
            top.fault("unknown-city", "big_cities", name=cut(city), **top.faults.hint(city, known))
    return cities


def _tips(top: Entry) -> tuple[Words, ...]:
    """Advice for players of this game."""
    entries = list(top.entries("tips")) if top.has("tips") else []
    for entry in entries:
        entry.only(("en", "fr"))
    return tuple(Words(entry.text("en"), entry.text("fr")) for entry in entries)


def _rulings(top: Entry) -> tuple[str, ...]:
    """The knobs whose values the printed rules leave open."""
    names = top.texts("rulings", ()) if top.has("rulings") else ()
    for name in names:
        if name not in FILE_KNOBS:
            hint = top.faults.hint(name, FILE_KNOBS)
            top.fault("choice-expected", "rulings", choices=list(FILE_KNOBS), value=cut(name), **hint)
    return names


def _sets(top: Entry, board: Board) -> tuple[str, ...]:
    """The sets of tickets in play: all of the board's when the game names none."""
    sets = top.texts("tickets", board.sets)
    for name in sets:
        if name not in board.sets:
            hint = top.faults.hint(name, board.sets)
            top.fault("set-without-tickets", "tickets", set=cut(name), sets=list(board.sets), **hint)
    return sets


def _points(board: Board) -> tuple[tuple[int, ...], ...]:
    """Points by kind of piece and length (CLAIM-SCORE)."""
    return board.scoring, board.subway_scoring
