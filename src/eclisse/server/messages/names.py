"""Names that people can read and tell apart: no towers of marks, no mixed alphabets, no two alike at one table."""

from collections.abc import Iterable
from typing import Final
from unicodedata import category, name, normalize

from eclisse.faults import Fault, fault

MARKS: Final = 2  # on one letter; living languages need no more
ALIKE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})  # alphabets
# Letters of other alphabets, and digits, that look like Latin letters; all of them small.
LOOKS: Final = str.maketrans(
    "αβεηικνορτυχγωсаеорхуіјѕкмнтвгьԁԛԝһӏոսօցհյ015",
    "abenikvoptuxywcaeopxyijskmhtbrbdqwhlnuoghjols",
)


def is_tower(text: str) -> bool:
    """Whether marks are piled up on a letter, over the lines above and below."""
    kinds = "".join("m" if category(one) in ("Mn", "Me") else "-" for one in normalize("NFC", text))
    return "m" * (MARKS + 1) in kinds


def flaw(text: str) -> Fault | None:
    """What makes a name hard to read, or easy to mistake for another."""
    if is_tower(text):
        return fault("name-marks", most=MARKS)
    scripts = {name(character, "").split(" ")[0] for character in text if character.isalpha()} & ALIKE
    return fault("name-mixed", scripts=sorted(one.title() for one in scripts)) if len(scripts) > 1 else None


def skeleton(text: str) -> str:
    """What a name looks like at a glance: names with the same skeleton can be mistaken for each other."""
    plain = normalize("NFKD", normalize("NFKC", text).casefold()).translate(LOOKS)
    bare = "".join(character for character in plain if character.isalnum() or category(character) in ("So", "Sk"))
    return bare.replace("rn", "m").replace("vv", "w").replace("i", "l")


def unlike(text: str, others: Iterable[str | None]) -> str:
    """A name, with a number if it looks like one of others."""
    taken = {skeleton(other) for other in others if other}
    tries = (text, *(f"{text} {n}" for n in range(2, len(taken) + 3)))
    return next(one for one in tries if skeleton(one) not in taken)
