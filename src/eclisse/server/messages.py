"""The base and common parts of all messages, the rules for what people write, and the faults of a message."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final
from unicodedata import category, name, normalize

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from eclisse.core.records import MAX_SEATS
from eclisse.fault_texts import ONLINE
from eclisse.faults import Fault, Faults, Faulty, Param, cut, fault, shown
from eclisse.server.model import RefusalCode

MARKS: Final = 2  # on one letter; living languages need no more
ALIKE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})  # alphabets
# Letters of other alphabets, and digits, that look like Latin letters; all of them small.
LOOKS: Final = str.maketrans(
    "αβεηικνορτυχγωсаеорхуіјѕкмнтвгьԁԛԝһӏոսօցհյ015",
    "abenikvoptuxywcaeopxyijskmhtbrbdqwhlnuoghjols",
)
MAX_NAME: Final = 32
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing
UNSEEN: Final = frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f") | {  # marks that show nothing
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
JOINER: Final = "\u200d"  # between the parts of an emoji
EMOJI: Final = "\ufe0f"  # after a sign that is to be one
PLACES: Final = ("body", "path", "query")  # what FastAPI puts before the path of a value
TYPES: Final = {
    "bool_parsing": "flag-expected",
    "bool_type": "flag-expected",
    "dict_type": "object-expected",
    "float_parsing": "a-number-expected",
    "float_type": "a-number-expected",
    "finite_number": "a-number-expected",
    "int_from_float": "whole-number-expected",
    "int_parsing": "whole-number-expected",
    "int_parsing_size": "whole-number-expected",
    "int_type": "whole-number-expected",
    "list_type": "list-expected",
    "model_attributes_type": "object-expected",
    "model_type": "object-expected",
    "string_type": "text-expected",
}
QUOTED: Final = re.compile("'([^']*)'")  # Pydantic has the values of a Literal only as a list in quotes
LIMITS: Final = {
    "greater_than": ("number-not-above", "limit", "gt"),
    "greater_than_equal": ("number-too-small", "least", "ge"),
    "less_than": ("number-not-below", "limit", "lt"),
    "less_than_equal": ("number-too-large", "most", "le"),
}

Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Number = Annotated[int, Field(ge=0, lt=1_000_000)]


FaultCode = Annotated[str, Field(json_schema_extra={"enum": sorted(ONLINE)})]
"""Every fault that can be sent; docs/protocol.md says what they have in common."""


class Message(BaseModel):
    """A message, or a part of one: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FaultInfo(Message):
    """One thing that is wrong: which, where, and the values a text about it needs."""

    code: FaultCode
    where: str  # a path of keys, such as `tickets[1]`; empty for the whole
    params: dict[str, JsonValue]


def is_tower(text: str) -> bool:
    """Whether marks are piled up on a letter, over the lines above and below."""
    kinds = "".join("m" if category(one) in ("Mn", "Me") else "-" for one in normalize("NFC", text))
    return "m" * (MARKS + 1) in kinds


def flaw(text: str) -> Fault | None:
    """The flaw that makes a name hard to read, or easy to mistake for another."""
    if is_tower(text):
        return fault("name-marks", most=MARKS)
    scripts = {name(character, "").split(" ")[0] for character in text if character.isalpha()} & ALIKE
    return fault("name-mixed", scripts=sorted(one.title() for one in scripts)) if len(scripts) > 1 else None


def skeleton(text: str) -> str:
    """A name as it looks at a glance: names with the same skeleton can be mistaken for each other."""
    plain = normalize("NFKD", normalize("NFKC", text).casefold()).translate(LOOKS)
    bare = "".join(character for character in plain if character.isalnum() or category(character) in ("So", "Sk"))
    return bare.replace("rn", "m").replace("vv", "w").replace("i", "l")


def unlike(text: str, others: Iterable[str | None]) -> str:
    """A name, with a number if it looks like one of others."""
    taken = {skeleton(other) for other in others if other}
    tries = (text, *(f"{text} {n}" for n in range(2, len(taken) + 3)))
    return next(one for one in tries if skeleton(one) not in taken)


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


class Refusal(Message):
    """The body of every answer that refuses."""

    code: RefusalCode
    message: str  # the faults in English, one a line
    faults: list[FaultInfo]


# --- facts ----------------------------------------------------------------------------------------------------------


class Words(Message):
    """A name or a text of a file, in both languages."""

    en: str
    fr: str


Record = Annotated[dict[str, Any], AfterValidator(encodable)]
"""The record of section "Records" in docs/protocol.md; `eclisse verify` checks it."""


Position = Annotated[dict[str, Any], AfterValidator(encodable)]
"""A position as `eclisse score` takes it."""


def faults_of(errors: Iterable[Mapping[str, Any]]) -> tuple[Fault, ...]:
    """Every error as a fault."""
    faults = Faults()
    for error in errors:
        faults.extend(_faults(error))
    return tuple(faults)


def _faults(error: Mapping[str, Any]) -> Iterable[Fault]:
    """The faults of one error: our own, or one for what Pydantic names."""
    loc = [part for i, part in enumerate(error["loc"]) if i or part not in PLACES]
    own = error.get("ctx", {}).get("error")
    if isinstance(own, Faulty):
        return [replace(one, where=_path(loc)) for one in own.faults]
    if error["type"] in ("missing", "extra_forbidden") and loc:
        code = "missing-key" if error["type"] == "missing" else "unknown-key"
        return [fault(code, _path(loc[:-1]), key=cut(str(loc[-1])))]
    if error["type"] == "missing":  # the whole body
        return [fault("object-expected", value=shown(None))]
    if error["type"] == "json_invalid":  # of a body, the path is only the place of a character
        return [fault("not-json", reason=str(error["ctx"]["error"]))]
    given = error.get("input")
    value = given.decode(errors="replace") if isinstance(given, bytes) else given  # a body that is not sent as JSON
    code, params = _named(error["type"], error.get("ctx", {}), value)
    return [Fault(code, _path(loc), params)]


def _named(kind: str, ctx: Mapping[str, Any], value: object) -> tuple[str, dict[str, Param]]:
    """The code and the parameters of an error that Pydantic names."""
    if kind in TYPES:
        return TYPES[kind], {"value": shown(value)}
    if kind in LIMITS:
        code, name, key = LIMITS[kind]
        return code, {name: ctx[key], "value": shown(value)}
    match kind:
        case "string_too_short":
            return "text-too-short", {"least": ctx["min_length"]}
        case "string_too_long":
            return "text-too-long", {"most": ctx["max_length"]}
        case "string_pattern_mismatch":
            return "text-of-another-form", {"pattern": ctx["pattern"]}
        case "string_unicode":
            return "not-a-text", {}
        case "too_short":
            return "list-too-short", {"least": ctx["min_length"], "has": ctx["actual_length"]}
        case "too_long":
            return "list-too-long", {"most": ctx["max_length"], "has": ctx["actual_length"]}
        case "literal_error":
            return "choice-expected", {"choices": QUOTED.findall(ctx["expected"]), "value": shown(value)}
        case "union_tag_invalid":
            return "choice-expected", {"choices": QUOTED.findall(ctx["expected_tags"]), "value": shown(ctx["tag"])}
        case "union_tag_not_found":
            return "missing-key", {"key": str(ctx["discriminator"]).strip("'")}
    return "value-not-understood", {"reason": kind}


def _path(loc: Iterable[object]) -> str:
    """Where a value is, such as `seats[0].name`."""
    path = ""
    for part in loc:
        path += f"[{part}]" if isinstance(part, int) else f"{'.' if path else ''}{cut(str(part))}"
    return path
