"""Slips of the pen in the page's engine: each must be noticed by whole games that are told as the server tells them."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from eclisse.catalogue.kit import open_kit
from tests.wasm.messages import RICH, SOURCES, Course, in_node

# A file of the page's engine, something in it, and a slip of the pen in its place.
SLIPS: Final = (
    ("view.ts", "'n_deck'", "'n_discard'"),
    ("view.ts", "choice')[seat] !== codes.NONE", "choice')[seat] === codes.NONE"),
    ("events.ts", "viewer === seat", "viewer !== null"),
    ("events.ts", "open: { ...open }", "open: {}"),
    ("sheet.ts", "value > 0", "value >= -9"),
    ("notation.ts", "due - locomotives", "due"),
    ("notation.ts", "places.size < words.length", "places.size > words.length"),
    ("faults.ts", "[number]", "number"),
    ("hints.ts", "desk.at.needs + i * NEED.size", "desk.at.needs"),
    ("hints.ts", "total[c] ?", "n ?"),
    ("table.ts", "'built'", "'drew'"),
    ("table.ts", "|| isAlone", ""),
    ("table.ts", "turns > 0 ? turns - 1", "turns > 0 ? turns"),
    ("table.ts", "number > this.number", "number > this.number + 1"),
    ("bots.ts", "game.key, seat, number", "game.key, number, seat"),
    ("words.ts", "one !== codes.NONE", "one > 0"),
)


def with_slip(folder: Path, name: str, text: str, slip: str) -> Path:
    """A copy of the page's engine with a slip."""
    for other in ("generated", "lib"):
        (folder / other).symlink_to(SOURCES.parent / other)
    shutil.copytree(SOURCES, folder / "engine")
    file = folder / "engine" / name
    assert text in file.read_text("utf-8"), (name, text)
    file.write_text(file.read_text("utf-8").replace(text, slip), "utf-8")
    return folder / "engine"


def main() -> None:
    """Try them all."""
    games = [Course(open_kit(game, modules), 2, seed).play(5000) for game, modules, seed in RICH]
    missed = 0
    for name, text, slip in SLIPS:
        with tempfile.TemporaryDirectory() as folder:
            found = in_node(games, sources=with_slip(Path(folder), name, text, slip))
        missed += not any(found)
        print(f"{name}: {slip!r}: {next(filter(None, found), 'nobody noticed')[:100]}")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
