"""Stations: what they cost, and the routes they borrow at the end."""

import numpy as np

from eclisse.core.codes import LOCOMOTIVE, NONE
from eclisse.core.mechanics.borders import Labels, ticket_value
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_STATIONS, MAX_TICKETS, Record
from eclisse.core.routes import largest_set
from eclisse.jit.compiled import compiled


@compiled
def cost(state: Record, rules: Record, seat: int) -> int:
    """The k-th station costs k cards (STATION-BUILD)."""
    return int(rules.stations) - int(state.stations_left[seat]) + 1


@compiled
def can_afford(state: Record, rules: Record, seat: int) -> bool:
    """Whether the seat has a station left and the cards for it (STATION-BUILD)."""
    if state.stations_left[seat] == 0:
        return False
    return largest_set(state, seat) + int(state.hands[seat, LOCOMOTIVE]) >= cost(state, rules, seat)


@compiled
def build(state: Record, seat: int, city: int) -> None:
    """Put a station on a city (STATION-BUILD)."""
    state.station[city] = seat
    state.stations_left[seat] -= 1


@compiled
def _candidates(state: Record, board: Record, seat: int, city: int, label: Labels, out: Labels) -> int:
    """Write NONE and the other seats' routes at a station's city that would join two parts (STATION-USE)."""
    out[0] = NONE
    n = 1
    for route in range(board.n_routes):
        owner = state.owner[route]
        if owner == NONE or owner == seat or (board.a[route] != city and board.b[route] != city):
            continue
        far = int(board.a[route]) + int(board.b[route]) - city
        useful = label[far] != label[city]
        for i in range(1, n):
            seen = int(board.a[out[i]]) + int(board.b[out[i]]) - city
            useful = useful and label[seen] != label[far]
        if useful:
            out[n] = route
            n += 1
    return n


@compiled
def join(board: Record, route: int, label: Labels) -> None:
    """Join the two components a borrowed route connects."""
    old, new = label[board.a[route]], label[board.b[route]]
    for city in range(board.n_cities):
        if label[city] == old:
            label[city] = new


@compiled
def _worth(board: Record, held: Labels, n_held: int, label: Labels) -> int:
    """Ticket points first, tickets completed second, as one number to compare (STATION-USE)."""
    points = 0
    completed = 0
    for i in range(n_held):
        value = ticket_value(board, label, int(held[i]))
        points += value
        if value > 0:
            completed += 1
    return points * (MAX_TICKETS + 1) + completed


@compiled
def _has_station(state: Record, board: Record, seat: int) -> bool:
    """Whether a seat has built a station."""
    for city in range(board.n_cities):
        if state.station[city] == seat:
            return True
    return False


@compiled
def best_use(
    state: Record, board: Record, seat: int, held: Labels, n_held: int, label: Labels, borrowed: Labels
) -> None:
    """Choose the route each of the seat's stations borrows, best for its tickets, and join them in `label`."""
    borrowed[:] = NONE
    if not _has_station(state, board, seat):
        return
    options = np.empty((MAX_STATIONS, MAX_ROUTES), np.int16)
    n_options = np.ones(MAX_STATIONS, np.int16)
    options[:, 0] = NONE
    n = 0
    for city in range(board.n_cities):
        if state.station[city] == seat and n < MAX_STATIONS:
            n_options[n] = _candidates(state, board, seat, city, label, options[n])
            n += 1
    best = _worth(board, held, n_held, label)
    trial = np.empty(MAX_CITIES, np.int16)
    for i in range(n_options[0]):
        for j in range(n_options[1]):
            for k in range(n_options[2]):
                for city in range(board.n_cities):
                    trial[city] = label[city]
                for route in (options[0, i], options[1, j], options[2, k]):
                    if route != NONE:
                        join(board, int(route), trial)
                worth = _worth(board, held, n_held, trial)
                if worth > best:
                    best = worth
                    borrowed[0], borrowed[1], borrowed[2] = options[0, i], options[1, j], options[2, k]
    for i in range(MAX_STATIONS):
        if borrowed[i] != NONE:
            join(board, int(borrowed[i]), label)
