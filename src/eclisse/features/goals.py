"""The tickets of a seat as features: how far each still is, what it would gain, and which routes lie on its way."""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.links import grow_forest, mark_start, own_routes, spread, two_paths
from eclisse.core.mechanics import mandala
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.features.layout import SHOWN
from eclisse.features.ways import FAR, Numbers, length_via, mark_goal, price_second
from eclisse.jit.compiled import compiled

Table = npt.NDArray[np.int64]
Labels = npt.NDArray[np.int16]

# Columns of the table of goals; the number of the ticket is beside it.
OFFERED: Final = 0
DONE: Final = 1
DISTANCE: Final = 2
GAIN: Final = 3
POINTS: Final = 4
TWO_WAYS: Final = 5
SECOND: Final = 6
SHARED: Final = 7
STRETCH: Final = 8
N_COLUMNS: Final = 9

# Lines of the table of what routes and cities are to the tickets.
WAYS: Final = 0
WAYS_GAIN: Final = 1
MOST_GAIN: Final = 2
NEAR: Final = 3
OFFERED_WAYS: Final = 4
OFFERED_GAIN: Final = 5
N_LINES: Final = 6
SLACK: Final = 2  # cards by which a way may be longer than the cheapest and still be near


@compiled
def list_goals(state: Record, board: Record, seat: int, label: Labels, tickets: Numbers) -> int:
    """The tickets offered to a seat, then those it still has to complete, then the others; returns how many."""
    n = int(state.n_offer[seat])
    for i in range(n):
        tickets[i] = state.offer[seat, i]
    done, n_done = np.empty(MAX_TICKETS, np.int64), 0
    for ticket in range(board.n_tickets):
        if state.holder[ticket] != seat:
            continue
        if ticket_value(board, label, ticket) <= 0:
            tickets[n] = ticket
            n += 1
        else:
            done[n_done] = ticket
            n_done += 1
    for i in range(n_done):
        tickets[n + i] = done[i]
    return n + n_done


@compiled
def best_goal(board: Record, ticket: int, goal: Numbers, far: Numbers) -> tuple[int, int]:
    """How far the nearest of a ticket's goals is, which are those at 0, and the points it gives there."""
    distance, points = FAR, 0
    for city in range(board.n_cities):
        if goal[city] == 0 and far[city] <= distance:
            worth = int(board.ticket_points[ticket])
            if board.ticket_b[ticket] == NONE:
                worth = int(board.ticket_worth[ticket, board.country[city]])
            points = max(points, worth) if far[city] == distance else worth
            distance = int(far[city])
    return distance, points


@compiled
def look_at_goal(board: Record, cost: Numbers, ticket: int, held: int, row: Numbers, on_way: Numbers) -> None:
    """Distance, gain and points of one ticket, and which routes lie on its cheapest ways (2) or near them (1)."""
    there, back = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    via = np.empty(MAX_CITIES, np.int64)
    if mark_goal(board, ticket, held, back) == 0 or (held > 0 and board.ticket_b[ticket] != NONE):
        row[DONE], row[POINTS] = 1, held
        return
    mark_start(board, ticket, FAR, there)
    spread(board, cost, there, via)
    row[DISTANCE], row[POINTS] = best_goal(board, ticket, back, there)
    if board.ticket_b[ticket] != NONE:
        row[POINTS] = board.ticket_points[ticket]
    if row[DISTANCE] == 0:
        row[DONE] = 1
        return
    row[GAIN] = row[POINTS] - held
    if row[DISTANCE] == FAR:
        return
    spread(board, cost, back, via)
    for route in range(board.n_routes):
        if 0 < cost[route] < FAR:
            more = length_via(board, route, cost, there, back) - row[DISTANCE]
            on_way[route] = 2 if more == 0 else 1 if more <= SLACK else 0


@compiled
def look_at_second(
    state: Record, board: Record, cost: Numbers, seat: int, tickets: Numbers, n: int, table: Table, on_way: Table
) -> None:  # fmt: skip
    """Of the completed tickets: whether two separate ways link them, and how far a second way is (MANDALA)."""
    own, group = np.empty((4, MAX_ROUTES), np.int16), np.empty(MAX_CITIES, np.int16)
    parent, depth = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
    grow_forest(own, own_routes(state, board, seat, own), parent, depth, np.zeros(MAX_ROUTES, np.int16))
    two_paths(state, board, seat, group)
    there, back, via = np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64), np.empty(MAX_CITIES, np.int64)
    second = np.empty(MAX_ROUTES, np.int64)
    for k in range(n):
        a, b = int(board.ticket_a[tickets[k]]), int(board.ticket_b[tickets[k]])
        if table[k, DONE] == 0 or table[k, OFFERED] == 1 or a == NONE or b == NONE:
            continue
        if mandala.has_two_paths(board, group, int(tickets[k])):
            table[k, TWO_WAYS] = 1
            continue
        price_second(board, cost, parent, depth, group, (a, b), second)
        there[:] = FAR
        there[a] = 0
        spread(board, second, there, via)
        table[k, SECOND] = there[b]
        if there[b] < FAR:
            back[:] = FAR
            back[b] = 0
            spread(board, second, back, via)
            for route in range(board.n_routes):
                if 0 < cost[route] < FAR and length_via(board, route, second, there, back) == there[b]:
                    on_way[k, route] = 1


@compiled
def sum_up(board: Record, n: int, table: Table, on_way: Table, lines: Table, cost: Numbers) -> None:
    """The use of each route for all tickets together, and what each ticket shares with the others."""
    for k in range(n):
        if table[k, DONE] == 1:
            continue
        gain, offered = int(table[k, GAIN]), table[k, OFFERED] == 1
        for route in range(board.n_routes):
            if on_way[k, route] == 2 and offered:
                lines[OFFERED_WAYS, route] += 1
                lines[OFFERED_GAIN, route] += gain
            elif on_way[k, route] == 2:
                lines[WAYS, route] += 1
                lines[WAYS_GAIN, route] += gain
                lines[MOST_GAIN, route] = max(lines[MOST_GAIN, route], gain)
            elif on_way[k, route] == 1 and not offered:
                lines[NEAR, route] += 1
    for k in range(n):
        table[k, STRETCH] = table[k, DISTANCE]
        for route in range(board.n_routes):
            others = lines[WAYS, route] - (0 if table[k, OFFERED] == 1 else 1)
            if on_way[k, route] == 2 and table[k, DONE] == 0 and others > 0:
                table[k, SHARED] += 1
                table[k, STRETCH] = max(0, table[k, STRETCH] - cost[route])


@compiled
def look_at_goals(
    state: Record, board: Record, rules: Record, seat: int, cost: Numbers, label: Labels, tickets: Numbers,
    table: Table, on_way: Table, lines: Table,
) -> int:  # fmt: skip
    """Fill in everything about a seat's tickets; returns how many are shown."""
    n_all = list_goals(state, board, seat, label, tickets)
    n = min(n_all, SHOWN)
    for k in range(n):
        table[k, OFFERED] = 1 if k < state.n_offer[seat] else 0
        ticket = int(tickets[k])
        held = ticket_value(board, label, ticket)
        if table[k, OFFERED] == 1 and held < 0:
            held = 0  # what is not kept costs nothing
        look_at_goal(board, cost, ticket, held, table[k], on_way[k])
    if mandala.is_on(rules):
        look_at_second(state, board, cost, seat, tickets, n, table, on_way)
    sum_up(board, n, table, on_way, lines, cost)
    return n
