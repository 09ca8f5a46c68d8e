"""Reading the knobs that a game or module file sets; core/knobs.py declares them."""

from typing import Any, Final

from eclisse.boards.schema import Entry
from eclisse.core.knobs import KNOBS, Bonuses, Choice, Counts, FromBoard, Knob, Range

FILE_KNOBS: Final = {knob.name: knob for knob in KNOBS if knob.values != FromBoard()}


def read_knobs(entry: Entry) -> dict[str, Any]:
    """The knobs that a table [rules] sets."""
    entry.only(FILE_KNOBS)
    return {key: _read(entry, knob) for key, knob in FILE_KNOBS.items() if entry.has(key)}


def _read(entry: Entry, knob: Knob) -> Any:
    """The value of one knob; if it is faulty, the fault is noted and the value is a harmless one."""
    match knob.values:
        case Range(low, high):
            return entry.integer(knob.name, low, high)
        case Choice(names):
            name = entry.choice(knob.name, names)
            return names.index(name) if name else knob.default
        case Counts():
            return _counts(entry, knob, knob.values)
        case Bonuses():
            return _bonuses(entry, knob, knob.values)


def _counts(entry: Entry, knob: Knob, values: Counts) -> Any:
    """A table of numbers by name."""
    if not isinstance(entry.data[knob.name], dict):
        entry.wrong("counts-expected", knob.name, names=list(values.names))
        return knob.default
    table = entry.table(knob.name)
    table.only(values.names)
    return tuple(table.integer(name, 0, values.high) if table.has(name) else 0 for name in values.names)


def _bonuses(entry: Entry, knob: Knob, values: Bonuses) -> Any:
    """A list of points; the record has one for 0 too, and repeats the last."""
    given = entry.data[knob.name]
    if isinstance(given, list) and 1 <= len(given) <= values.most and all(_is_bonus(one, values) for one in given):
        return (0, *given, *(given[-1:] * (values.most - len(given))))
    entry.wrong("bonuses-expected", knob.name, most=values.most, high=values.high)
    return knob.default


def _is_bonus(value: object, values: Bonuses) -> bool:
    """Whether this is a number of points that the knob takes."""
    return type(value) is int and 0 <= value <= values.high
