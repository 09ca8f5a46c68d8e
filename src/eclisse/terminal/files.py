"""Positions, records and seeds given on the command line."""

import contextlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from eclisse.faults import Fault, Faulty, cut, fault, shown

MOST_BYTES: Final = 16_000_000  # of a file that is read
MOST_DIGITS: Final = 40  # of a whole number


class BadInput(Faulty):
    """Something on the command line, or in a file it names, that cannot be used."""


def read_json(source: str) -> Any:
    """The JSON document of a file, or of standard input for `-`."""
    name = "standard input" if source == "-" else source
    try:
        with contextlib.ExitStack() as opened:
            stream = sys.stdin.buffer if source == "-" else opened.enter_context(Path(source).open("rb"))
            raw = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(Fault("file-unreadable", "", {"reason": error.strerror or str(error)}, name)) from None
    try:
        if len(raw) > MOST_BYTES:
            raise BadInput(Fault("file-too-large", "", {"most": MOST_BYTES}, name))
        return json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_object, parse_int=_integer, parse_constant=_no_number
        )
    except BadInput as error:
        raise BadInput(*(replace(one, file=name) for one in error.faults)) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadInput(Fault("not-utf-eight", "", {"line": line}, name)) from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(Fault("not-json", where, {"reason": error.msg}, name)) from None
    except RecursionError:
        raise BadInput(Fault("nested-too-deeply", "", {}, name)) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, each key once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(fault("duplicate-key", key=cut(key)))
        found[key] = value
    return found


def _integer(digits: str) -> int:
    """A whole number that is not absurdly long."""
    if len(digits) > MOST_DIGITS:
        raise BadInput(fault("number-too-long", digits=len(digits)))
    return int(digits)


def _no_number(word: str) -> None:
    """Refuse NaN and Infinity, which Python reads and JSON does not have."""
    raise BadInput(fault("not-json", reason=f"{word} is not a number"))


def read_position(source: str) -> dict[str, Any]:
    """The JSON object of a position; what is in it is for the engine to judge."""
    data = read_json(source)
    if not isinstance(data, dict):
        raise BadInput(Fault("position-expected", "", {"value": shown(data)}, source))
    return data


def read_record(source: str) -> dict[str, Any]:
    """The JSON object of a record; what is in it is for the engine to judge."""
    data = read_json(source)
    if not isinstance(data, dict):
        raise BadInput(Fault("record-expected", "", {"value": shown(data)}, source))
    return data


def parse_seed(text: str | None) -> int | str | None:
    """A seed as it is typed: a number, or a key of 32 hexadecimal digits."""
    if text is None or (len(text) == 32 and all(c in "0123456789abcdefABCDEF" for c in text)):
        return text
    if not text.isdecimal() or not text.isascii() or len(text) > 39 or int(text) >= 1 << 128:
        raise BadInput(fault("seed-expected", "--seed", value=shown(text)))
    return int(text)


def split_names(text: str | None) -> list[str]:
    """`a,b` as a list of names."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]
