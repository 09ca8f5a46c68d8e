"""What people write: names and other texts, cleaned or refused."""

import json
from typing import Annotated, Any, Final
from unicodedata import category, normalize

from pydantic import AfterValidator, Field

from eclisse.faults import Faulty, fault
from eclisse.server.messages.names import MARKS, flaw, is_tower

MAX_NAME: Final = 32
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
UNSEEN: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f") | {  # marks that show nothing
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
JOINER: Final = "\u200d"  # between the parts of an emoji
EMOJI: Final = "\ufe0f"  # after a sign that is to be one


def _clean(text: str) -> str:
    """A name without invisible characters, and with single spaces."""
    whole = _without_joiners(text)
    if not whole.isprintable() or (BLANK | UNSEEN) & set(whole) or (whole.strip() and not _shows(whole)):
        raise Faulty(fault("name-not-visible"))
    name = normalize("NFC", " ".join(text.split()))
    if not name:
        raise Faulty(fault("name-empty"))
    wrong = flaw(name)
    if wrong is not None:
        raise Faulty(wrong)
    return name


def _without_joiners(text: str) -> str:
    """A text without what holds an emoji together."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return "".join(one for before, one, after in around if not _joins(before, one, after))


def _joins(before: str, one: str, after: str) -> bool:
    """Whether a character holds an emoji together."""
    if one == EMOJI:
        return category(before) == "So"
    return one == JOINER and category(after) == "So" and (category(before) in ("So", "Sk") or before == EMOJI)


def _shows(text: str) -> bool:
    """Whether a text has a letter, digit or sign, and not only combining marks."""
    return any(category(character)[0] in "LNPS" for character in text)


def plain(text: str) -> str:
    """A text that can be stored and shown on one line, without what cannot be seen or hides what others write."""
    encodable({"text": text})
    if is_tower(text):
        raise Faulty(fault("text-marks", most=MARKS))
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return " ".join("".join(_seen(*one) for one in around).split())


def _seen(before: str, one: str, after: str) -> str:
    """A character if it can be seen, or holds an emoji together; else a space, or nothing for a mark."""
    if _joins(before, one, after) or (one.isprintable() and one not in UNSEEN):
        return one
    return "" if one in UNSEEN else " "


def encodable(given: dict[str, Any]) -> dict[str, Any]:
    """A value whose texts can all be encoded: JSON can spell half a character."""
    try:
        json.dumps(given, ensure_ascii=False).encode()
    except (UnicodeError, RecursionError):
        raise Faulty(fault("not-a-text")) from None
    return given


Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_clean)]
Secret = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
