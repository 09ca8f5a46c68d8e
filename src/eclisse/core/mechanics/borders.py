"""The points of a ticket: between two cities, or to the countries behind the borders (TICKETS-SWISS)."""

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.records import Record
from eclisse.jit.compiled import compiled

Labels = npt.NDArray[np.int16]


@compiled
def _reaches(board: Record, label: Labels, component: int, country: int) -> bool:
    """Whether a component of a seat's routes has an exit to a country."""
    for city in range(board.n_cities):
        if board.country[city] == country and label[city] == component:
            return True
    return False


@compiled
def _links(board: Record, label: Labels, ticket: int, country: int) -> bool:
    """Whether the ticket's start, a city or any exit of a country, is connected with another country."""
    if board.ticket_country[ticket] == NONE:
        return _reaches(board, label, int(label[board.ticket_a[ticket]]), country)
    for city in range(board.n_cities):
        if board.country[city] == board.ticket_country[ticket] and _reaches(board, label, int(label[city]), country):
            return True
    return False


@compiled
def _countries_value(board: Record, label: Labels, ticket: int) -> int:
    """The highest value among the countries reached; if none, minus the lowest value (TICKETS-SWISS)."""
    best = 0
    lowest = 0
    for country in range(board.n_countries):
        worth = int(board.ticket_worth[ticket, country])
        if worth > 0:
            lowest = worth if lowest == 0 else min(lowest, worth)
            if worth > best and _links(board, label, ticket, country):
                best = worth
    return best if best > 0 else -lowest


@compiled
def ticket_value(board: Record, label: Labels, ticket: int) -> int:
    """Points of a ticket for routes whose components are labelled: positive if completed (TICKETS-SCORE)."""
    if board.ticket_b[ticket] == NONE:
        return _countries_value(board, label, ticket)
    points = int(board.ticket_points[ticket])
    if label[board.ticket_a[ticket]] == label[board.ticket_b[ticket]]:
        return points
    return -points
