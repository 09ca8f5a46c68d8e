"""A board or game file, checked and summed up; no NumPy."""

from collections import Counter
from pathlib import Path
from typing import Any

from eclisse.boards.errors import InvalidFile
from eclisse.boards.load import parse_board
from eclisse.boards.model import Board, worst
from eclisse.boards.schema import read_toml
from eclisse.catalogue.find import game_row
from eclisse.catalogue.load import game_on_board, load_game
from eclisse.faults import Fault


def check(path: Path) -> dict[str, Any]:
    """The content of a file; InvalidFile with all of its faults."""
    top = read_toml(path)
    if isinstance(top.data.get("board"), dict) or "cities" in top.data:
        board = parse_board(top)
        alone = [fault.to_dict() for fault in _plays(path, board)]
        return {"file": str(path), "kind": "board", "faults": [], **summary(board), "base_rules": alone}
    spec = load_game(path)
    return {"file": str(path), "kind": "game", "faults": [], **game_row(spec), "board": summary(spec.board)}


def _plays(path: Path, board: Board) -> list[Fault]:
    """Faults that keep a board from being played as the basic game, without a game file; usually none."""
    try:
        game_on_board(str(path), board)
    except InvalidFile as error:
        return list(error.faults)
    return []


def summary(board: Board) -> dict[str, Any]:
    """Counts of a board."""
    pairs = Counter(route.cities for route in board.routes)
    return {
        "id": board.id,
        "name": {"en": board.name.en, "fr": board.name.fr},
        "provenance": {"board": board.provenance, "tickets": worst(ticket.provenance for ticket in board.tickets)},
        "cities": len(board.cities),
        "countries": list(board.countries),
        "routes": len(board.routes),
        "spaces": sum(route.length for route in board.routes),
        "double": sum(n > 1 for n in pairs.values()),
        "tunnels": sum(route.tunnel for route in board.routes),
        "ferries": sum(route.locomotives > 0 for route in board.routes),
        "subways": sum(route.subway for route in board.routes),
        "longest_route": max((route.length for route in board.routes), default=0),
        "tickets": {name: sum(name in ticket.sets for ticket in board.tickets) for name in board.sets},
    }


def lines(found: dict[str, Any]) -> list[str]:
    """The same in sentences."""
    board = found if found["kind"] == "board" else found["board"]
    told = [f"{found['file']}: a valid {found['kind']}, {found['name']['en']} ({found['id']})"]
    if found["kind"] == "game":
        low, high = found["seats"]
        n = sum(found["tickets"].values())
        told += [f"  for {low} to {high} seats, {found['trains']} trains each, {n} tickets", f"  board {board['id']}"]
    extras = [f"{board[key]} {word}" for key, word in _EXTRAS.items() if board[key]]
    told += [
        f"  {board['cities']} cities, {board['routes']} routes of {board['spaces']} spaces, {', '.join(extras)}",
        f"  longest route {board['longest_route']}",
        f"  tickets: {', '.join(f'{name} {n}' for name, n in board['tickets'].items())}",
        f"  provenance: board {found['provenance']['board']}, tickets {found['provenance']['tickets']}",
    ]
    told += [f"  needs a game file to be played: {Fault(**fault)}" for fault in found.get("base_rules", ())]
    return told


_EXTRAS = {"double": "double", "tunnels": "tunnels", "ferries": "ferries", "subways": "subways"}
