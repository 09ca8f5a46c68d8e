"""Links between cities over a seat's routes: components, separate paths and cheapest paths; scores nothing."""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import NONE
from eclisse.core.mechanics.pieces import spaces
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, Record
from eclisse.jit.compiled import compiled

Array = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.int64]
Table = npt.NDArray[np.int16]

FAR: Final = 9999  # more than all routes together

# Lines of the table of a seat's routes.
A: Final = 0
B: Final = 1
SPACES: Final = 2
ROUTE: Final = 3


@compiled
def find(label: Array, city: int) -> int:
    """The root of a city in a forest of labels, shortening the way to it."""
    while label[city] != city:
        label[city] = label[label[city]]
        city = int(label[city])
    return city


@compiled
def join(label: Array, a: int, b: int) -> None:
    """Link two trees of labels under the smaller root."""
    root_a, root_b = find(label, a), find(label, b)
    if root_a < root_b:
        label[root_b] = root_a
    else:
        label[root_a] = root_b


@compiled
def components(state: Record, board: Record, seat: int, label: Array) -> None:
    """Label every city with the smallest city that the seat's routes connect it with (TICKETS-SCORE)."""
    for city in range(label.size):
        label[city] = city
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            join(label, int(board.a[route]), int(board.b[route]))
    for city in range(board.n_cities):
        label[city] = label[label[city]]  # roots are smaller, so theirs is settled


@compiled
def own_routes(state: Record, board: Record, seat: int, table: Table) -> int:
    """List the seat's routes with their cities and spaces; return how many."""
    n = 0
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            table[A, n], table[B, n] = board.a[route], board.b[route]
            table[SPACES, n], table[ROUTE, n] = spaces(board, route), route
            n += 1
    return n


@compiled
def mark_start(board: Record, ticket: int, unreached: int, far: Numbers) -> None:
    """Write 0 for where a ticket starts, a city or every exit to a country, and `unreached` for all other cities."""
    far[:] = unreached
    for city in range(board.n_cities):
        if city == board.ticket_a[ticket] or NONE != board.ticket_country[ticket] == board.country[city]:
            far[city] = 0


@compiled
def spread(board: Record, cost: Numbers, far: Numbers, via: Numbers) -> None:
    """Find the cheapest ways from the cities whose `far` is 0 to all others; `via` is the last route of each way.

    A route leads nowhere if it costs as much as a city is far that no way reaches, and no way leads through a border
    exit (TICKETS-SWISS).
    """
    via[:] = NONE
    improved = True
    while improved:
        improved = False
        for route in range(board.n_routes):
            a, b, price = board.a[route], board.b[route], cost[route]
            if far[a] + price < far[b] and (board.country[a] == NONE or via[a] == NONE):
                far[b], via[b], improved = far[a] + price, route, True
            elif far[b] + price < far[a] and (board.country[b] == NONE or via[b] == NONE):
                far[a], via[a], improved = far[b] + price, route, True


@compiled
def path_between(state: Record, board: Record, seat: int, extra: Array, a: int, b: int, path: Array) -> int:
    """Write a path of fewest spaces over own and borrowed routes; return how many routes, or -1 (STATION-USE)."""
    path[:] = NONE
    cost, far, via = np.full(MAX_ROUTES, FAR), np.full(MAX_CITIES, FAR), np.empty(MAX_CITIES, np.int64)
    for route in range(board.n_routes):
        if state.owner[route] == seat:
            cost[route] = spaces(board, route)
    for k in range(extra.size):
        if extra[k] != NONE:
            cost[extra[k]] = spaces(board, int(extra[k]))
    far[a] = 0
    spread(board, cost, far, via)
    if far[b] == FAR:
        return -1
    length, city = 0, b
    while city != a:
        path[length] = via[city]
        length += 1
        city = int(board.a[via[city]]) + int(board.b[via[city]]) - city
    for i in range(length // 2):
        path[i], path[length - 1 - i] = path[length - 1 - i], path[i]
    return length


@compiled
def grow_forest(table: Table, n: int, parent: Array, depth: Array, in_tree: Array) -> None:
    """Span the listed routes with trees: the parent and depth of each city, and which routes are in a tree."""
    depth[:] = NONE
    queue = np.empty(MAX_CITIES, np.int16)
    for start in range(n):
        head, tail = 0, 0
        if depth[table[A, start]] == NONE:
            queue[0], depth[table[A, start]], tail = table[A, start], 0, 1
        while head < tail:
            city = int(queue[head])
            head += 1
            for k in range(n):
                if table[A, k] == city or table[B, k] == city:
                    other = int(table[A, k]) + int(table[B, k]) - city
                    if depth[other] == NONE:
                        parent[other], depth[other], in_tree[k] = city, depth[city] + 1, 1
                        queue[tail] = other
                        tail += 1


@compiled
def two_paths(state: Record, board: Record, seat: int, group: Array) -> None:
    """Give two cities the same group if two paths of the seat that share no route link them (MANDALA)."""
    table = np.empty((4, MAX_ROUTES), np.int16)
    n = own_routes(state, board, seat, table)
    parent, depth = np.zeros(MAX_CITIES, np.int16), np.zeros(MAX_CITIES, np.int16)
    in_tree = np.zeros(MAX_ROUTES, np.int16)
    grow_forest(table, n, parent, depth, in_tree)
    for city in range(group.size):
        group[city] = city
    for k in range(n):
        if in_tree[k] == 0:  # it closes a circle with the tree: all its cities are one group, rooted at the top
            x, y = find(group, int(table[A, k])), find(group, int(table[B, k]))
            while x != y:
                if depth[x] < depth[y]:
                    x, y = y, x
                group[x] = parent[x]
                x = find(group, x)
    for city in range(board.n_cities):
        group[city] = find(group, city)
