"""The tables of the documents that are made from declarations; `python -m tests.tables` writes them."""

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, get_args

from eclisse import shapes
from eclisse.catalogue.knobs import FILE_KNOBS
from eclisse.core.knobs import Bonuses, Choice, Counts, Knob, Range
from eclisse.server.play import protocol

DOCS: Final = Path(__file__).parents[1] / "docs"
BOARDS, PROTOCOL = DOCS / "adding-a-board.md", DOCS / "protocol.md"
PARTS: Final = (
    *(protocol.Update, shapes.Step, shapes.View, shapes.SeatView),
    *(protocol.Own, protocol.Affordable, protocol.TicketState, protocol.Clock),
    *(protocol.Ending, shapes.Sheet, shapes.SheetSeat),
    *(shapes.RouteLine, shapes.TicketLine, shapes.BorrowedLine, protocol.Statistics),
)


def members(union: Any) -> tuple[type[shapes.Shape], ...]:
    """The shapes of a union."""
    return get_args(get_args(union)[0])


def written(document: Path) -> str:
    """A document with its tables as the declarations have them."""
    text = document.read_text(encoding="utf-8")
    for name, rows in TABLES[document]().items():
        text, n = re.subn(rf"(<!-- {name}: .*? -->\n).*?\n(?=<!-- end -->)", rf"\g<1>{rows}\n", text, flags=re.DOTALL)
        assert n == 1, name
    return text


def of_protocol() -> dict[str, str]:
    """The tables of events, legal decisions and the parts of an update."""
    events, legal = members(shapes.Event), members(shapes.Legal)
    return {
        "events": table("kind", ((kinds(one), names(one, "seat", "kind"), said(one)) for one in events)),
        "legal": table("kind", ((kinds(one), names(one, "kind", "text"), said(one)) for one in legal)),
        "parts": table("shape", ((f"`{one.__name__}`", names(one), said(one)) for one in PARTS)),
    }


def of_boards() -> dict[str, str]:
    """The table of knobs."""
    rows = ["| knob | meaning | values | if you leave it out | clause |", "|---|---|---|---|---|"]
    for knob in FILE_KNOBS.values():
        clause = f"`{knob.clause}`" if knob.clause else ""
        rows.append(f"| `{knob.name}` | {knob.says} | {_values(knob)} | {_default(knob)} | {clause} |")
    return {"knobs": "\n".join(rows)}


def _values(knob: Knob) -> str:
    """The values that a game file can give, for people."""
    match knob.values:
        case Range(0, 1):
            return "0 or 1"
        case Range(low, high):
            return f"{low} to {high}"
        case Choice(names):
            return ", ".join(f"`{name}`" for name in names)
        case Counts(names, high):
            return f"`{{ {names[0]} = …, {names[1]} = … }}`, each 0 to {high}"
        case Bonuses(most, high):
            return f"1 to {most} numbers, `[5, 10, …]`, each 0 to {high}"
    raise AssertionError(knob)


def _default(knob: Knob) -> str:
    """The default, for people."""
    match knob.values:
        case Range():
            return str(knob.default)
        case Choice(names):
            return f"`{names[knob.default]}`"
        case Counts(names, _):
            return ", ".join(f"{count} {name}" for name, count in zip(names, knob.default, strict=True) if count)
    assert not any(knob.default)
    return "none"


def table(head: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """A table in Markdown."""
    return "\n".join([f"| {head} | fields | |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)])


def kinds(one: type[shapes.Shape]) -> str:
    """The kinds of a shape."""
    return ", ".join(f"`{kind}`" for kind in shapes.kinds_of(one))


def names(one: type[shapes.Shape], *known: str) -> str:
    """The fields of a shape but for those that all like it have."""
    own = getattr(one, "OWN", ())
    named = [field.name for field in fields(one) if field.name not in known]
    return ", ".join(f"`{name}` (own)" if name in own else f"`{name}`" for name in named)


def said(one: type[shapes.Shape]) -> str:
    """The docstring of a declaration, on one line."""
    return " ".join((one.__doc__ or "").split())


TABLES: Final = {BOARDS: of_boards, PROTOCOL: of_protocol}

if __name__ == "__main__":
    for path in TABLES:
        path.write_text(written(path), encoding="utf-8")
