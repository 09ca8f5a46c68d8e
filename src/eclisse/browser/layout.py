"""`python -m eclisse.browser.layout OUT`: the records, codes and exports of the engine for TypeScript, and the games.

Nothing of it is typed by hand: sizes and places come from the dtypes of the records, numbers and names from the tables
of the core, and the types of the exports from their one declaration.
"""

import hashlib
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

from eclisse import bots
from eclisse.analysis import case, hint, ideas, review, summary, weigh, weighing
from eclisse.analysis.option import OPTION
from eclisse.bots import forest, loop, styles, table
from eclisse.bots.learned import ahead
from eclisse.bots.learned.lines import LINES
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.tree import TRIAL
from eclisse.browser import exports
from eclisse.browser.games import pack
from eclisse.core import actions, changes, check, codes, limits, needs, reasons, sketch, ways
from eclisse.core.records import BOARD, RULES, STATE
from eclisse.core.scoring import SHEET
from eclisse.events import ENDS
from eclisse.features import layout as features
from eclisse.game import RECORD_KEYS
from eclisse.game import RULES as EDITION
from eclisse.jit.exports import ANY, LONG, Argument, Export
from eclisse.jit.folders import sources
from eclisse.notation import TABLE
from eclisse.positions.form import form
from eclisse.result import DECIDED_BY, NUMBERS

HEAD: Final = "/** Made by eclisse.browser.layout: the engine's records, numbers, names and exports. */"
RECORDS: Final = {
    "STATE": STATE, "BOARD": BOARD, "RULES": RULES, "SHEET": SHEET, "LOG": loop.LOG, "REASON": reasons.REASON,
    "NEED": needs.NEED, "NEEDS": needs.NEEDS, "SKETCH": sketch.SKETCH, "FLAW": sketch.FLAW, "LOOK": ahead.LOOK,
    "WEIGHING": weighing.WEIGHING, "TRIAL": TRIAL, "LINES": LINES, "OPTION": OPTION, "WHY": case.WHY,
    "FOREST": forest.FOREST,
}  # fmt: skip
TABLES: Final = {
    "limits": limits, "codes": codes, "actions": actions, "changes": changes, "status": check, "reasons": reasons,
    "sketch": sketch, "whys": case, "weighing": weighing, "weigh": weigh, "review": review, "hint": hint,
    "summary": summary, "ideas": ideas,
}  # fmt: skip
RUNTIME: Final = ("memory: WebAssembly.Memory", "room(size: number): number", "release(room: number): void",
                  "in_use(): number")  # fmt: skip


def constants(module: ModuleType) -> dict[str, Any]:
    """The numbers and names that a module of the core itself declares."""
    declared = module.__annotations__
    return {name: value for name, value in vars(module).items() if name in declared and _is_plain(name, value)}


def _is_plain(name: str, value: Any) -> bool:
    """Whether something is a constant that TypeScript can have too."""
    return name.isupper() and not name.startswith("_") and isinstance(value, int | float | str | tuple | dict)


def fields(dtype: Any) -> dict[str, dict[str, Any]]:
    """Where each field of a record lies, of what kind its numbers are, and in how many rows; not records within."""
    found = {}
    for name, (kind, at, *_) in dtype.fields.items():
        if kind.base.names:
            continue
        found[name] = {"at": at, "type": kind.base.str.lstrip("<|"), "shape": kind.shape}
    return found


def declared(export: Export) -> str:
    """An export as a method of an interface."""
    signature = inspect.signature(getattr(export.function, "py_func", export.function))
    taken = []
    for name, argument in zip(signature.parameters, export.arguments, strict=True):
        for part, kind in zip(_parts(name, argument), argument.passed, strict=True):
            taken.append(f"{part}: {'bigint' if kind == LONG else 'number'}")
    returned = {None: "void", np.uint64: "bigint"}.get(signature.return_annotation, "number")
    return f"{export.name}({', '.join(taken)}): {returned}"


def _parts(name: str, argument: Argument) -> list[str]:
    """The names of what is passed for an argument."""
    if argument.shape:
        lengths = [f"n_{name}", f"n_each_{name}"]
        return [name, *lengths[: argument.shape.count(ANY)]]
    n = len(argument.passed)
    return [name] if n == 1 else [f"{name}_{i}" for i in range(n)]


def build_of(packed: bytes) -> str:
    """Which build of the engine the file is for: it changes with the functions, the games and the network."""
    digest = hashlib.sha256(packed + load_brain().weights.tobytes())
    for path in sources(exports.__name__):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def source(packed: bytes) -> Iterator[str]:
    """The whole file, for these packed games."""
    yield HEAD
    for name, dtype in RECORDS.items():
        yield constant(name, {"size": dtype.itemsize, "fields": fields(dtype)})
    for name, module in TABLES.items():
        yield constant(name, constants(module))
    yield constant(
        "bots", {"NAMES": table.NAMES, "LEVELS": bots.LEVELS, "LESSONS": bots.LESSONS, "OUTSIDER": loop.OUTSIDER}
    )
    yield constant("styles", constants(styles))
    yield constant("notation", {"EXAMPLES": {kind: example for kind, (_, example) in TABLE.items()}, "ENDS": ENDS})
    yield constant("form", form())
    yield constant("edition", {"RULES": EDITION, "KEYS": RECORD_KEYS, "BUILD": build_of(packed)})
    yield constant("result", {"DECIDED_BY": DECIDED_BY, "NUMBERS": NUMBERS})
    yield constant(
        "sizes",
        {"trees": forest.TREES, "features": features.SIZE, "weights": exports.WEIGHTS.itemsize, "ways": ways.MOST_WAYS},
    )
    methods = (*RUNTIME, *map(declared, exports.EXPORTS))
    yield "\n  ".join(("export interface Engine {", *methods)) + "\n}\n"


def constant(name: str, value: Any) -> str:
    """A constant of TypeScript."""
    return f"export const {name} = {json.dumps(value)} as const\n"


def main(out: Path) -> None:
    """Write everything to a folder."""
    out.mkdir(parents=True, exist_ok=True)
    data, index = pack()
    (out / "layout.ts").write_text("\n".join(source(data + index.encode())), "utf-8")
    (out / "games.bin").write_bytes(data)
    (out / "games.json").write_text(index, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
