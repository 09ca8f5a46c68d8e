"""What Pydantic finds wrong with a request or a message, as faults."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from eclisse.faults import Fault, Faults, Faulty, Param, cut, fault, shown

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
