"""Faults of an input, as values: a code, a place and parameters. The words are in fault_texts.py.

Programs compare codes and read parameters; people read `str(fault)`, or the text their page has for the code.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from operator import index
from typing import Any, Final

from eclisse.fault_texts import sentence
from eclisse.vocabulary import Vocabulary

Param = int | float | str | bool | None | list[str] | list[int] | dict[str, int]

MOST_FAULTS: Final = 20  # of one input that are listed; the rest is counted
MOST_HINTS: Final = 5  # nearest names worked out for one input
LONGEST: Final = 60  # letters of a foreign value or name that are repeated


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong; parameters are plain JSON values."""

    code: str
    where: str = ""  # a path of keys, such as `tickets[1]` or `cities[3] (boston)`; empty for the whole
    params: Mapping[str, Param] = field(default_factory=dict)
    file: str = ""  # of a board, game or module

    def __str__(self) -> str:
        """The fault in English, on one line."""
        return self.said()

    def said(self, words: Vocabulary | None = None) -> str:
        """The same, in the words of a game."""
        return ": ".join(part for part in (self.file, self.where, sentence(self.code, self.params, words)) if part)

    def to_dict(self) -> dict[str, Any]:
        """The fault as JSON; the file only where there is one."""
        place = {"file": self.file} if self.file else {}
        return {**place, "code": self.code, "where": self.where, "params": dict(self.params)}


def fault(code: str, where: str = "", /, **params: Param) -> Fault:
    """One fault, with its parameters by name."""
    return Fault(code, where, params)


class Faulty(ValueError):
    """An input that was refused, with every fault it has; its text is one fault per line."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(*faults)

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


class Faults:
    """The faults found in one input; after the first few they are only counted."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.first: list[Fault] = []
        self._more = self._hints = 0

    def __len__(self) -> int:
        return len(self.first) + self._more

    def __iter__(self) -> Iterator[Fault]:
        """The faults to tell; the last one says how many were left out."""
        yield from self.first
        if self._more:
            yield Fault("more-faults", "", {"more": self._more}, self.file)

    def add(self, code: str, where: str = "", /, **params: Param) -> None:
        """Note a fault; an empty `where` is the whole input."""
        self.extend([Fault(code, where, params, self.file)])

    def extend(self, faults: Iterable[Fault]) -> None:
        """Note faults found elsewhere."""
        for one in faults:
            if len(self.first) < MOST_FAULTS:
                self.first.append(one)
            else:
                self._more += 1

    def skip(self, n: int) -> None:
        """Count faults that are not told."""
        self._more += n

    def hint(self, name: object, known: Iterable[str]) -> dict[str, Param]:
        """The parameter `nearest`, where a known name is close; only for the first few, as the search is slow."""
        if self._hints >= MOST_HINTS:
            return {}
        self._hints += 1
        return nearest(name, known)

    def raise_any(self, error: type[Faulty]) -> None:
        """Refuse the input if it has a fault."""
        if self.first:
            raise error(*self)


def nearest(name: object, known: Iterable[str]) -> dict[str, Param]:
    """The parameter `nearest`: the known name that is close to a wrong one, if there is one."""
    if not isinstance(name, str) or len(name) > LONGEST:
        return {}
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return {"nearest": close[0]} if close else {}


def cut(text: str) -> str:
    """A foreign text as a fault repeats it: on one line, short, and encodable."""
    line = " ".join(text[: 2 * LONGEST].encode(errors="replace").decode().split())
    return line if len(line) <= LONGEST and len(text) <= 2 * LONGEST else f"{line[: LONGEST - 1]}…"


def whole_number(value: object) -> int | None:
    """A whole number as an int, of whatever kind it is; None for anything else, true and false included."""
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(type(value), "__index__"):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - a foreign method may raise anything
        return None


def shown(value: object) -> str:
    """A foreign value as a fault repeats it: as JSON writes it, on one line and not too long."""
    if isinstance(value, str):
        return f'"{cut(value)}"'
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST:
        return f"10^{value.bit_length() * 30103 // 100000}"
    try:
        return cut(json.dumps(value, ensure_ascii=False, default=str))
    except Exception:  # noqa: BLE001 - nested without end, numbers Python does not write out, foreign methods that raise
        return "…"
