"""Positions, records and seeds as the command line is given them; every fault is a ValueError with a sentence."""

import json
import sys
from pathlib import Path
from typing import Any


class BadInput(ValueError):
    """Something on the command line, or in a file it names, that cannot be used."""


def read_json(source: str) -> Any:
    """The JSON document of a file, or of standard input for `-`."""
    name = "standard input" if source == "-" else source
    try:
        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise BadInput(f"{name}: cannot be read: {error.strerror or error}") from None
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadInput(f"{name}: line {line}: not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"{name}: line {error.lineno}, column {error.colno}: not valid JSON: {error.msg}") from None
    except RecursionError:
        raise BadInput(f"{name}: not valid JSON: nested too deeply") from None


def read_position(source: str) -> dict[str, Any]:
    """The JSON object of a position; what is in it is for the engine to judge."""
    data = read_json(source)
    if not isinstance(data, dict):
        raise BadInput(f"{source}: a position is a JSON object with at least the keys game and seats")
    return data


def read_record(source: str) -> dict[str, Any]:
    """The JSON object of a record, its lists being lists."""
    data = read_json(source)
    if not isinstance(data, dict):
        raise BadInput(f"{source}: a record is a JSON object with game, seats, key and actions")
    if not isinstance(data.get("modules") or [], list):
        raise BadInput(f"{source}: modules must be a list of ids")
    return data


def parse_seed(text: str | None) -> int | str | None:
    """A seed as it is typed: a number, or a key of 32 hexadecimal digits."""
    if text is None or (len(text) == 32 and all(c in "0123456789abcdefABCDEF" for c in text)):
        return text
    if not text.isdecimal() or not text.isascii() or len(text) > 39 or int(text) >= 1 << 128:
        raise BadInput(f'a seed is a number from 0 to 2^128 - 1, or 32 hexadecimal digits, not "{text}"')
    return int(text)


def split_names(text: str | None) -> list[str]:
    """`a,b` as a list of names."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]
