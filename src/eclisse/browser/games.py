"""Boards and rules of all games with every combination of modules they can be played with, as bytes and an index."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations
from typing import Any

from eclisse.catalogue.find import ModuleNotApplicable, builtin_games, first_modules, modules, with_modules
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.catalogue.model import GameSpec


def kits() -> Iterator[Kit]:
    """Every game with every combination of modules."""
    for game, spec in builtin_games().items():
        fitting = [name for name in modules() if _fits(spec, name)]
        for n in range(len(fitting) + 1):
            for chosen in combinations(fitting, n):
                yield open_kit(game, chosen)


def _fits(spec: GameSpec, module: str) -> bool:
    """Whether a game can be combined with a module."""
    try:
        with_modules(spec, [module])
    except ModuleNotApplicable:
        return False
    return True


class Packed:
    """Different things one after the other; the same thing lies in one place only."""

    def __init__(self) -> None:
        self.data, self._places = bytearray(), dict[bytes, int]()

    def put(self, thing: bytes) -> int:
        """Where a thing lies."""
        if thing not in self._places:
            self._places[thing] = len(self.data)
            self.data += thing
        return self._places[thing]


def pack() -> tuple[bytes, str]:
    """All records, and the index: of each game the places of its records, the ids of what they number, and the modules
    with which records of the first edition are played.
    """
    packed, names, games = Packed(), list[dict[str, Any]](), list[dict[str, Any]]()
    for kit in kits():
        ids = asdict(kit.names)
        if ids not in names:
            names.append(ids)
        games.append(
            {
                "game": kit.spec.id,
                "modules": kit.modules,
                "first": first_modules(kit.spec.id, kit.modules),
                "board": packed.put(kit.board_row.tobytes()),
                "rules": packed.put(kit.rules_row.tobytes()),
                "names": names.index(ids),
            }
        )
    return bytes(packed.data), json.dumps({"games": games, "names": names}, separators=(",", ":"))
