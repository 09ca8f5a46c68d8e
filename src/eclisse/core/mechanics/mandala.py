"""Mandala: tickets whose two cities are linked by two separate paths."""

from eclisse.core.codes import NONE
from eclisse.core.mechanics.borders import Labels
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled


@compiled
def is_on(rules: Record) -> bool:
    """Whether this game gives the bonus at all."""
    return bool(rules.mandala[1] > 0)


@compiled
def has_two_paths(board: Record, group: Labels, ticket: int) -> bool:
    """Whether a ticket's cities lie in one group of cities linked by two separate paths (MANDALA)."""
    a, b = board.ticket_a[ticket], board.ticket_b[ticket]
    return bool(a != NONE and b != NONE and group[a] == group[b])
