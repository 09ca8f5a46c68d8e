"""What is wrong with a file: all of its faults at once, each with the file and the entry."""

from collections.abc import Iterable
from difflib import get_close_matches


class InvalidFile(ValueError):
    """A board, game or module file that cannot be used; its text is one fault a line."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))

    def __reduce__(self) -> tuple[type["InvalidFile"], tuple[tuple[str, ...]]]:
        """Faults survive the way to another process."""
        return type(self), (self.faults,)


class Faults:
    """The faults found so far in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[str] = []

    def add(self, where: str, what: str) -> None:
        """Note a fault of one entry; an empty `where` is the file itself."""
        self.found.append(f"{self.file}: {where}: {what}" if where else f"{self.file}: {what}")

    def raise_any(self) -> None:
        """Refuse the file if it has a fault."""
        if self.found:
            raise InvalidFile(self.found)


def listed(names: Iterable[str]) -> str:
    """Names as a person lists them, quoted so that spaces and empty names show."""
    return ", ".join(f'"{name}"' for name in names)


def nearest(name: str, known: Iterable[str]) -> str:
    """` (did you mean "…"?)` when a known name is close, else nothing."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f' (did you mean "{close[0]}"?)' if close else ""
