"""What people write: names and other texts, cleaned or refused."""

import json
from typing import Annotated, Any, Final
from unicodedata import category, normalize

from pydantic import AfterValidator, Field

from eclisse.faults import Faulty, fault
from eclisse.server.messages.names import flaw

MAX_NAME: Final = 32
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
JOINER: Final = "\u200d"  # between the parts of an emoji


def _clean(text: str) -> str:
    """A name without invisible characters, and with single spaces."""
    whole = _without_joiners(text)
    if not whole.isprintable() or BLANK & set(whole) or (whole.strip() and not _shows(whole)):
        raise Faulty(fault("name-not-visible"))
    name = normalize("NFC", " ".join(text.split()))
    if not name:
        raise Faulty(fault("name-empty"))
    wrong = flaw(name)
    if wrong is not None:
        raise Faulty(wrong)
    return name


def _without_joiners(text: str) -> str:
    """A text without the joiners that hold an emoji together."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return "".join(
        c for a, c, b in around if c != JOINER or category(b) != "So" or category(a) not in ("So", "Sk", "Mn")
    )


def _shows(text: str) -> bool:
    """Whether a text has a letter, digit or sign, and not only combining marks."""
    return any(category(character)[0] in "LNPS" for character in text)


def plain(text: str) -> str:
    """A text that can be stored and shown on one line."""
    encodable({"text": text})
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def encodable(given: dict[str, Any]) -> dict[str, Any]:
    """A value whose texts can all be encoded: JSON can spell half a character."""
    try:
        json.dumps(given, ensure_ascii=False).encode()
    except (UnicodeError, RecursionError):
        raise Faulty(fault("not-a-text")) from None
    return given


Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_clean)]
Secret = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
