"""Why a decision is illegal, in faults; `core/reasons.py` finds the reasons, and here they get their names."""

from typing import Any, Final

import numpy as np

from eclisse.catalogue.kit import Kit
from eclisse.core.batch import Records
from eclisse.core.codes import ROUTE_COLOUR_NAMES
from eclisse.core.reasons import MOST_REASONS, REASON, REASONS, why_not
from eclisse.core.records import Record
from eclisse.faults import Fault, Param, fault
from eclisse.notation import action_text
from eclisse.positions.write import cards_out

CODES: Final = tuple(REASONS)


def reasons(states: Records, kit: Kit, seat: int, number: int) -> list[Fault]:
    """The reasons why an action is not legal for a seat; `where` is the action."""
    rows = np.zeros(MOST_REASONS, REASON)
    n = why_not(states, kit.board_row, kit.rules_row, seat, number, rows)
    text = action_text(number, states[0], kit, seat)
    return [in_words(row, kit, text) for row in rows[:n]]


def in_words(row: Record, kit: Kit, text: str) -> Fault:
    """A reason as a fault of an action."""
    code = CODES[row.code]
    return fault(code, text, **{name: _value(name, row[name], kit) for name in REASONS[code]})


def _value(name: str, value: Any, kit: Kit) -> Param:
    """A value of a reason as its fault tells it."""
    if name == "hand":
        return cards_out(value)
    if name == "to_act":
        return [int(value)]
    names = {"route": kit.names.routes, "city": kit.names.cities, "colour": ROUTE_COLOUR_NAMES}.get(name)
    return int(value) if names is None else names[value]
