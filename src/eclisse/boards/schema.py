"""Reading TOML tables: typed values, unknown keys, ranges; every fault is noted and reading goes on."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eclisse.boards.errors import InvalidFile
from eclisse.faults import Faults, Param, cut, shown

ID_PATTERN: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_BYTES: Final = 1_000_000  # of a file that is read; the largest board of ours has a fiftieth of that


@dataclass(frozen=True)
class Words:
    """A text people read, in both languages of the interface."""

    en: str
    fr: str


@dataclass(frozen=True)
class Entry:
    """One table of a file; reading a faulty value notes the fault and answers something neutral."""

    faults: Faults
    where: str
    data: Mapping[str, Any]

    def fault(self, code: str, key: str = "", /, **params: Param) -> None:
        """Note a fault of this entry, or of one of its keys."""
        self.faults.add(code, self.path(key), **params)

    def path(self, key: str) -> str:
        """Where a key of this entry is in the file."""
        return ".".join(part for part in (self.where, key) if part)

    def only(self, known: Collection[str]) -> None:
        """Note every key that is not known, with the nearest one that is."""
        for key in self.data:
            if key not in known:
                self.fault("unexpected-key", key=cut(key), known=list(known), **self.faults.hint(key, known))

    def has(self, key: str) -> bool:
        """Whether the file gives this key."""
        return key in self.data

    def wrong(self, code: str, key: str, /, **params: Param) -> None:
        """Note a missing or wrong value; the code says what was expected."""
        given: dict[str, Param] = {"value": shown(self.data[key])} if key in self.data else {}
        self.fault(code, key, **params, **given)

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from low to high; low if it is faulty."""
        value = self.data.get(key)
        if type(value) is int and low <= value <= high:
            return value
        self.wrong("number-expected", key, low=low, high=high)
        return low

    def real(self, key: str, low: float, high: float) -> float:
        """A number from low to high; 0 if it is faulty."""
        value = self.data.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.wrong("real-expected", key, low=low, high=high)
        return 0.0

    def flag(self, key: str) -> bool:
        """True or false; false when not given."""
        value = self.data.get(key, False)
        if type(value) is bool:
            return value
        self.wrong("flag-expected", key)
        return False

    def text(self, key: str) -> str:
        """A text that is not empty; empty if it is faulty."""
        value = self.data.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self.wrong("text-expected", key)
        return ""

    def identifier(self, key: str) -> str:
        """A name made of small letters, digits and single hyphens; empty if it is faulty."""
        value = self.data.get(key)
        if isinstance(value, str) and ID_PATTERN.fullmatch(value):
            return value
        self.wrong("id-expected", key)
        return ""

    def choice(self, key: str, names: Collection[str], default: str | None = None) -> str:
        """One of some names; empty if it is faulty."""
        value = self.data.get(key, default)
        if isinstance(value, str) and value in names:
            return value
        self.wrong("choice-expected", key, choices=list(names), **self.faults.hint(value, names))
        return ""

    def texts(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        """A list of different texts, at least one; the default when not given or faulty."""
        value = self.data.get(key, list(default))
        if isinstance(value, list) and value and all(isinstance(one, str) and one for one in value):
            different = tuple(dict.fromkeys(value))
            if len(different) == len(value):
                return different
        self.wrong("texts-expected", key)
        return default

    def pair(self, key: str) -> tuple[str, str] | None:
        """Two texts; None if it is faulty."""
        value = self.data.get(key)
        if isinstance(value, list) and len(value) == 2 and all(isinstance(one, str) and one for one in value):
            return value[0], value[1]
        self.wrong("cities-expected", key)
        return None

    def words(self, key: str, default: str | None = None) -> Words:
        """A text for both languages, or a table {en, fr}."""
        value = self.data.get(key, default)
        if isinstance(value, str) and value.strip():
            return Words(value, value)
        if isinstance(value, dict) and set(value) == {"en", "fr"}:
            en, fr = value["en"], value["fr"]
            if isinstance(en, str) and isinstance(fr, str) and en.strip() and fr.strip():
                return Words(en, fr)
        self.wrong("words-expected", key)
        return Words("", "")

    def table(self, key: str) -> "Entry":
        """A table inside this one; an empty one when not given or faulty."""
        value = self.data.get(key, {})
        if isinstance(value, dict):
            return Entry(self.faults, self.path(key), value)
        self.wrong("table-expected", key)
        return Entry(self.faults, self.path(key), {})

    def count(self, key: str) -> int:
        """How many entries an array of tables has."""
        value = self.data.get(key)
        return len(value) if isinstance(value, list) else 0

    def entries(self, key: str) -> Iterator["Entry"]:
        """Every table of an array of tables, counted from 1."""
        value = self.data.get(key)
        if not isinstance(value, list) or not value:
            self.wrong("entries-expected", key, key=key)
            return
        for number, data in enumerate(value, 1):
            where = f"{key}[{number}]"
            if isinstance(data, dict):
                yield Entry(self.faults, f"{where}{label(data)}", data)
            else:
                self.faults.add("table-expected", where, value=shown(data))


def label(data: Mapping[str, Any]) -> str:
    """` (id)`, ` (a--b)` or ` (from)`: what a person calls this entry, as far as it says."""
    ends = data.get("cities")
    if isinstance(ends, list) and all(isinstance(end, str) for end in ends):
        return f" ({cut('--'.join(sorted(ends)))})"
    name = data.get("id", data.get("from"))
    return f" ({cut(name)})" if isinstance(name, str) and name else ""


def read_toml(path: Path) -> Entry:
    """The top table of a TOML file, or InvalidFile."""
    faults = Faults(str(path).encode(errors="replace").decode())
    data: dict[str, Any] = {}
    try:
        data = tomllib.loads(_read_bytes(path, faults).decode("utf-8"))
    except UnicodeDecodeError as error:
        faults.add("not-utf-eight", line=error.object[: error.start].count(b"\n") + 1)
    except tomllib.TOMLDecodeError as error:
        faults.add("not-toml", reason=str(error))
    except RecursionError:
        faults.add("nested-too-deeply")
    except ValueError:  # Python reads no number of so many digits
        faults.add("not-toml", reason="a number is too long")
    faults.raise_any(InvalidFile)
    return Entry(faults, "", data)


def _read_bytes(path: Path, faults: Faults) -> bytes:
    """The content of a file; nothing, with a fault, if it cannot be read or never ends."""
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (FileNotFoundError, ValueError):  # ValueError: a name no file can have
        faults.add("no-such-file")
        return b""
    except OSError as error:
        faults.add("file-unreadable", reason=error.strerror or type(error).__name__)
        return b""
    if len(raw) > MOST_BYTES:
        faults.add("file-too-large", most=MOST_BYTES)
        return b""
    return raw
