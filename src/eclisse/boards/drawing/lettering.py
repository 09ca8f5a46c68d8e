"""How much room a name takes: the widths of letters, and where a long name may break into two lines."""

from dataclasses import dataclass
from typing import Final

SIZE: Final = 12.5  # of letters, in drawing units
LEAST_SIZE: Final = 10.5
EXIT: Final = 0.84  # of the size, for border exits
PITCH: Final = 1.04  # from line to line, in sizes
ASCENT: Final = 0.82  # of the tallest usual letter above the line, in sizes
DESCENT: Final = 0.24
LONG: Final = 9  # letters from which a name may break

# Letters of the map's typeface by width, in sizes. The drawing sets each name to exactly the width found here.
_WIDTHS: Final = {
    0.28: " .,'’",
    0.36: "ijlíïîì",
    0.43: "ftI-",
    0.55: "rsz",
    0.60: "aáâäàãåceéèêëçovxøóôöòõJgš",
    0.68: "bdhknpquyüúûùñß",
    0.75: "FLPSTZ",
    0.85: "BCDEOQRÖØÓUÜKY",
    0.92: "AGHNVwÄÁÅ",
    1.00: "mM",
    1.21: "W",
}
_WIDTH: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


@dataclass(frozen=True)
class Lettering:
    """A name set in one or two lines."""

    lines: tuple[str, ...]
    size: float

    @property
    def widths(self) -> tuple[float, ...]:
        """Width of each line."""
        return tuple(self.size * sum(_WIDTH.get(letter, 0.8) for letter in line) for line in self.lines)

    @property
    def width(self) -> float:
        """Width of the whole."""
        return max(self.widths)

    @property
    def height(self) -> float:
        """Height of the whole."""
        return self.size * (ASCENT + DESCENT + PITCH * (len(self.lines) - 1))


def settings(name: str, size: float) -> tuple[Lettering, ...]:
    """The ways to set a name, from the plainest."""
    one = Lettering((name,), size)
    if len(name) < LONG:
        return (one,)
    breaks = [at + 1 for at, letter in enumerate(name) if letter in " -" and 2 <= at < len(name) - 2]
    two = [Lettering((name[:at].rstrip(" "), name[at:]), size) for at in breaks]
    return (one, *sorted(two, key=lambda lettering: lettering.width)[:1])
