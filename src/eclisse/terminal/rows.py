"""Rows of values as lines with columns."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any


def columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    """A heading and a line a row; the times among the values as dates, in columns that line up."""
    if not rows:
        return ["none"]
    cells = [list(rows[0]), *([_text(key, value) for key, value in row.items()] for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(cells[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def _text(key: str, value: Any) -> str:
    """A value as it is read; invisible characters, which could disturb a terminal, are left out."""
    if value is None:
        return "-"
    if (key == "at" or key.endswith("_at")) and isinstance(value, float):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%d %H:%M")
    return "".join(character for character in str(value) if character.isprintable())
