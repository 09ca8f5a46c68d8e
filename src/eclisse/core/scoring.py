"""The final count of every seat: routes, tickets, stations, bonuses, winners."""

from typing import Final

import numpy as np

from eclisse.core.codes import NONE
from eclisse.core.links import components, mark_start, path_between, two_paths
from eclisse.core.mechanics import mandala, stations
from eclisse.core.mechanics.borders import Labels, ticket_value
from eclisse.core.records import MAX_CITIES, MAX_MANDALA, MAX_SEATS, MAX_STATIONS, MAX_TICKETS, Record, record
from eclisse.core.trail import trail_length
from eclisse.jit.compiled import compiled

# The final sheet: the points of each kind, by seat, then what they are counted from.
SHEET: Final = record(
    [
        ("routes", "i2", MAX_SEATS),  # points of each kind, by seat
        ("tickets", "i2", MAX_SEATS),
        ("stations", "i2", MAX_SEATS),
        ("longest", "i2", MAX_SEATS),
        ("globetrotter", "i2", MAX_SEATS),
        ("mandala", "i2", MAX_SEATS),
        ("depots", "i2", MAX_SEATS),
        ("total", "i2", MAX_SEATS),
        ("completed", "i2", MAX_SEATS),  # tickets completed
        ("length", "i2", MAX_SEATS),  # of the longest path, in trains
        ("mandalas", "i2", MAX_SEATS),  # tickets with two separate paths
        ("borrowed", "i2", (MAX_SEATS, MAX_STATIONS)),  # route each station borrows, in order of its city; or NONE
        ("ticket", "i2", MAX_TICKETS),  # points each held ticket gave, 0 for the others
        ("winner", "i2", MAX_SEATS),  # 1 for each winner
        ("decided_by", "i2"),  # tie-break that settled it: 0 points, 1 tickets, 2 stations, 3 longest, 4 shared
    ]
)
BY_POINTS, BY_TICKETS, BY_STATIONS, BY_LONGEST, SHARED = range(5)


@compiled
def clear_sheet(sheet: Record) -> None:
    """Blank a sheet that may have been used before."""
    sheet.routes[:] = 0
    sheet.tickets[:] = 0
    sheet.stations[:] = 0
    sheet.longest[:] = 0
    sheet.globetrotter[:] = 0
    sheet.mandala[:] = 0
    sheet.depots[:] = 0
    sheet.total[:] = 0
    sheet.completed[:] = 0
    sheet.length[:] = 0
    sheet.mandalas[:] = 0
    sheet.winner[:] = 0
    sheet.borrowed[:, :] = NONE
    sheet.ticket[:] = 0


@compiled
def _held(state: Record, board: Record, seat: int, held: Labels) -> int:
    """List the tickets a seat holds."""
    n = 0
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == seat:
            held[n] = ticket
            n += 1
    return n


@compiled
def _count_tickets(state: Record, board: Record, seat: int, label: Labels, sheet: Record) -> None:
    """Add or subtract each ticket, with the best use of stations (TICKETS-SCORE, STATION-USE)."""
    held = np.empty(MAX_TICKETS, np.int16)
    n_held = _held(state, board, seat, held)
    stations.best_use(state, board, seat, held, n_held, label, sheet.borrowed[seat])
    for i in range(n_held):
        value = ticket_value(board, label, int(held[i]))
        sheet.ticket[held[i]] = value
        sheet.tickets[seat] += value
        if value > 0:
            sheet.completed[seat] += 1


@compiled
def circles(state: Record, board: Record, rules: Record, seat: int, out: Labels) -> int:
    """List the tickets of a seat with two separate paths, where they give a bonus (MANDALA)."""
    if not mandala.is_on(rules):
        return 0
    group, n = np.empty(MAX_CITIES, np.int16), 0
    two_paths(state, board, seat, group)
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == seat and mandala.has_two_paths(board, group, ticket):
            out[n] = ticket
            n += 1
    return n


@compiled
def _count_mandala(state: Record, board: Record, rules: Record, seat: int, sheet: Record) -> None:
    """Count the tickets with two separate paths and score them (MANDALA)."""
    if mandala.is_on(rules):
        n = circles(state, board, rules, seat, np.empty(MAX_TICKETS, np.int16))
        sheet.mandalas[seat], sheet.mandala[seat] = n, rules.mandala[min(n, MAX_MANDALA)]


@compiled
def _award(values: Labels, n_seats: int, bonus: int, out: Labels) -> None:
    """Give a bonus to all seats with the highest value, never for 0 (LONGEST, GLOBETROTTER, DEPOT-BONUS)."""
    most = 0
    for seat in range(n_seats):
        most = max(most, int(values[seat]))
    for seat in range(n_seats):
        if most > 0 and values[seat] == most:
            out[seat] = bonus


@compiled
def _tie_break(state: Record, rules: Record, sheet: Record, seat: int, level: int) -> int:
    """The value that decides at a level of the tie-breaks, the higher the better (WIN)."""
    if level == BY_POINTS:
        return int(sheet.total[seat])
    if level == BY_TICKETS:
        return int(sheet.completed[seat])
    if level == BY_STATIONS:
        return int(state.stations_left[seat]) if rules.tie_stations == 1 else 0
    return int(sheet.length[seat]) if rules.tie_longest == 1 else 0


@compiled
def _find_winners(state: Record, rules: Record, sheet: Record) -> None:
    """Mark the winners: points, then each tie-break in turn, then shared (WIN)."""
    n_left = int(state.n_seats)
    for seat in range(state.n_seats):
        sheet.winner[seat] = 1
    sheet.decided_by = BY_POINTS
    for level in range(SHARED):
        if n_left == 1:
            return
        sheet.decided_by = level
        best = -32768
        for seat in range(state.n_seats):
            if sheet.winner[seat] == 1:
                best = max(best, _tie_break(state, rules, sheet, seat, level))
        n_left = 0
        for seat in range(state.n_seats):
            if sheet.winner[seat] == 1 and _tie_break(state, rules, sheet, seat, level) < best:
                sheet.winner[seat] = 0
            n_left += int(sheet.winner[seat])
    if n_left > 1:
        sheet.decided_by = SHARED


@compiled
def win_share(sheet: Record, seat: int) -> float:
    """A seat's share of the win: 1 if it won alone, a part if it shares the win, else 0."""
    winners = 0
    for other in range(sheet.winner.shape[0]):
        winners += int(sheet.winner[other])
    return int(sheet.winner[seat]) / winners


@compiled
def count_seat(state: Record, board: Record, rules: Record, seat: int, sheet: Record) -> None:
    """Count what a seat has by itself, before it is compared with the others."""
    label = np.empty(MAX_CITIES, np.int16)
    components(state, board, seat, label)
    sheet.routes[seat] = state.points[seat]
    sheet.stations[seat] = rules.station_points * state.stations_left[seat]
    sheet.length[seat] = trail_length(state, board, seat)
    _count_tickets(state, board, seat, label, sheet)
    _count_mandala(state, board, rules, seat, sheet)


@compiled
def settle(state: Record, rules: Record, sheet: Record) -> None:
    """Compare what the seats have by themselves: bonuses, totals and winners."""
    sheet.longest[:] = 0
    sheet.globetrotter[:] = 0
    sheet.depots[:] = 0
    _award(sheet.length, int(state.n_seats), int(rules.longest), sheet.longest)
    _award(sheet.completed, int(state.n_seats), int(rules.globetrotter), sheet.globetrotter)
    _award(state.depots_left, int(state.n_seats), int(rules.depot_bonus), sheet.depots)
    for seat in range(state.n_seats):
        own = sheet.routes[seat] + sheet.tickets[seat] + sheet.stations[seat]
        bonus = sheet.longest[seat] + sheet.globetrotter[seat] + sheet.mandala[seat] + sheet.depots[seat]
        sheet.total[seat] = own + bonus
    _find_winners(state, rules, sheet)


@compiled
def count(state: Record, board: Record, rules: Record, sheet: Record) -> None:
    """Fill in the final sheet; a game that is not over is counted as it is now."""
    clear_sheet(sheet)
    for seat in range(state.n_seats):
        count_seat(state, board, rules, seat, sheet)
    settle(state, rules, sheet)


@compiled
def _shorter(state: Record, board: Record, seat: int, extra: Labels, a: int, b: int, best: Labels, n: int) -> int:
    """Write a path between two cities to `best` if it has fewer routes than the n there (0: none); return how many."""
    path = np.empty(best.size, np.int16)
    found = path_between(state, board, seat, extra, a, b, path)
    if found <= 0 or 0 < n <= found:
        return n
    best[:] = path
    return found


@compiled
def ticket_path(state: Record, board: Record, sheet: Record, seat: int, ticket: int, out: Labels) -> int:
    """Write a cheapest path, own and borrowed routes, that gave a ticket its points; return how many routes."""
    points, extra, n = int(sheet.ticket[ticket]), sheet.borrowed[seat].copy(), 0
    if points <= 0:
        return 0
    if board.ticket_b[ticket] != NONE:
        a, b = int(board.ticket_a[ticket]), int(board.ticket_b[ticket])
        return _shorter(state, board, seat, extra, a, b, out, 0)
    far = np.empty(MAX_CITIES, np.int64)
    mark_start(board, ticket, 1, far)
    for a in range(board.n_cities):
        for b in range(board.n_cities):
            country = int(board.country[b])
            if far[a] == 0 and country != NONE and board.ticket_worth[ticket, country] == points:
                n = _shorter(state, board, seat, extra, a, b, out, n)
    return n
