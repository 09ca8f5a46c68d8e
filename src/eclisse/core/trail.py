"""The longest trail over a seat's routes, each route once.

The longest trail of a component is what remains of it after the lightest removal that leaves at most two cities with
an odd number of routes: such a remainder, if in one piece, can be travelled in one go (Euler). Chains that are of no
use go first. Among the few routes left, the search decides route by route what is removed, in a stack of rows with one
mark a route, and drops a row as soon as a lower bound of the removal still due shows that it cannot beat the best trail
known.
"""

from typing import Final

import numpy as np

from eclisse.core.codes import NONE
from eclisse.core.links import FAR, ROUTE, SPACES, A, Array, B, Table, find, join, own_routes
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, Record
from eclisse.jit.compiled import compiled

# The tables below, filled in for a seat with six routes between the cities 0 to 3, at the first row of the search.
#
#         0           the table of routes            the table of cities           and its lines for the piece,
#       / | \         (a column for each route)      (a column for each city)      in the column of city 0
#     2/  |2 \3       k       0  1  2  3  4  5       city       0  1  2  3        TOTAL     17
#     /   3   \       A       0  0  1  1  2  0       ROOT       0  0  0  0        N_ODD     4, all of them
#    / 1/   \5 \      B       1  2  2  3  3  3       DEGREE     3  3  3  3        N_ENDS    0
#   1-----4-----2     SPACES  2  3  4  1  5  2       UNDECIDED  3  3  3  3        ALL_DUE   7 = 2 + 1 + 3 + 1
#                     marks   FREE, all of them      LEAST      2  1  3  1        MOST_DUE  3
#                                                    SECOND     2  2  4  2        NEXT_DUE  2
#                                                    DUE        2  1  3  1        PIVOT     0
#                                                    FIRST      0  3  1  3
#
# Two odd cities may stay: without the two largest dues, 7 - 3 - 2 = 2 is left. Each removed route serves two cities, so
# at least one space must go, and no trail is longer than 17 - 1 = 16. Indeed, without route 3 (between the cities 1 and
# 3) all others can be travelled in one go: 16 spaces.

# Marks of a route in a row of the search.
GONE: Final = 0  # removed, or in another piece
KEPT: Final = 1  # decided: not removed
FREE: Final = 2  # undecided

# Lines of the table of cities, for one row of the search.
ROOT: Final = 0  # smallest city of the same piece
DEGREE: Final = 1  # routes not GONE
UNDECIDED: Final = 2  # routes FREE
LEAST: Final = 3  # spaces of the shortest FREE route
SECOND: Final = 4  # of the next shortest
DUE: Final = 5  # for an odd city: spaces removed at least on the way from it to another odd city
FIRST: Final = 6  # route such a removal would start with
# Lines of the same table, for each piece, at its root.
TOTAL: Final = 7  # spaces
N_ODD: Final = 8
N_ENDS: Final = 9  # odd cities that nothing can change any more
ALL_DUE: Final = 10
MOST_DUE: Final = 11
NEXT_DUE: Final = 12
PIVOT: Final = 13  # odd city with the fewest FREE routes
# And for each city again.
PRICE: Final = 14  # twice the spaces that the city alone makes a removal cost
N_LINES: Final = 15

# Lines of the table of what hangs from each city: chains of routes that lead nowhere else.
LEFT: Final = 0  # routes not hung up yet
DEEP: Final = 1  # spaces of the longest chain
LINK: Final = 2  # its first route
DEEP_TOO: Final = 3  # spaces of the second chain
LINK_TOO: Final = 4


@compiled
def see_routes(table: Table, n: int, marks: Array, at: Table) -> None:
    """Fill the lines of the cities up to SECOND, and TOTAL, for one row of the search."""
    for city in range(at.shape[1]):
        at[ROOT, city] = city
    at[DEGREE:LEAST] = 0
    at[LEAST:FIRST] = FAR
    at[TOTAL:PIVOT] = 0
    at[PIVOT] = NONE
    for k in range(n):
        if marks[k] != GONE:
            join(at[ROOT], int(table[A, k]), int(table[B, k]))
            for line in (A, B):
                city, cost = table[line, k], table[SPACES, k]
                at[DEGREE, city] += 1
                if marks[k] == FREE:
                    at[UNDECIDED, city] += 1
                    if cost < at[LEAST, city]:
                        at[SECOND, city] = at[LEAST, city]
                        at[LEAST, city] = cost
                    elif cost < at[SECOND, city]:
                        at[SECOND, city] = cost
    for k in range(n):
        if marks[k] != GONE:
            at[TOTAL, find(at[ROOT], int(table[A, k]))] += table[SPACES, k]
    for city in range(at.shape[1]):
        at[ROOT, city] = find(at[ROOT], city)


@compiled
def see_due(table: Table, n: int, marks: Array, at: Table) -> None:
    """Fill DUE and FIRST of the odd cities: a removal ends in an odd neighbour, or goes on by another route."""
    for k in range(n):
        if marks[k] == FREE:
            for line in (A, B):
                city, other = int(table[line, k]), int(table[1 - line, k])
                due = int(table[SPACES, k])
                if at[DEGREE, other] % 2 == 0:
                    due += int(at[SECOND, other] if due == at[LEAST, other] else at[LEAST, other])
                if due < at[DUE, city]:
                    at[DUE, city] = due
                    at[FIRST, city] = k


@compiled
def see_pieces(at: Table) -> int:
    """Fill the lines of the pieces; return how many odd cities of all pieces nothing can change any more."""
    n_ends = 0
    for city in range(at.shape[1]):
        if at[DEGREE, city] % 2 == 1:
            root, due = int(at[ROOT, city]), int(at[DUE, city])
            at[N_ODD, root] += 1
            if due >= FAR:
                at[N_ENDS, root] += 1
                n_ends += 1
                continue
            at[ALL_DUE, root] += due
            if due > at[MOST_DUE, root]:
                at[NEXT_DUE, root], at[MOST_DUE, root] = at[MOST_DUE, root], due
            elif due > at[NEXT_DUE, root]:
                at[NEXT_DUE, root] = due
            pivot = int(at[PIVOT, root])
            if pivot == NONE or at[UNDECIDED, city] < at[UNDECIDED, pivot]:
                at[PIVOT, root] = city
    return n_ends


@compiled
def reach(at: Table, root: int, n_ends: int) -> int:
    """An upper bound of the trails in a piece: two odd cities may stay, the others lose half their due each."""
    if at[N_ODD, root] <= 2:
        return int(at[TOTAL, root])
    if n_ends > 2 or at[N_ENDS, root] < n_ends:
        return 0
    due = int(at[ALL_DUE, root])
    if n_ends < 2:
        due -= int(at[MOST_DUE, root])
    if n_ends < 1:
        due -= int(at[NEXT_DUE, root])
    return int(at[TOTAL, root]) - (due + 1) // 2


@compiled
def price(table: Table, n: int, marks: Array, at: Table, city: int) -> int:
    """Twice the most that an odd city can add to the removal, given the prices of the cities asked before."""
    least = FAR
    for k in range(n):
        if marks[k] == FREE and (table[A, k] == city or table[B, k] == city):
            other, cost = int(table[A, k]) + int(table[B, k]) - city, int(table[SPACES, k])
            if at[DEGREE, other] % 2 == 1:
                least = min(least, 2 * cost - int(at[PRICE, other]))
            else:
                least = min(least, cost + int(at[SECOND, other] if cost == at[LEAST, other] else at[LEAST, other]))
    return least


@compiled
def priced_reach(table: Table, n: int, marks: Array, at: Table, root: int, n_ends: int) -> int:
    """Another upper bound: odd cities with few routes set their price first, their neighbours share what is left."""
    at[PRICE] = 0
    total, most, second, asked, n_free = 0, 0, 0, int(at[N_ENDS, root]), 1
    while asked < at[N_ODD, root]:
        for city in range(root, at.shape[1]):
            if at[UNDECIDED, city] == n_free and at[DEGREE, city] % 2 == 1 and at[DUE, city] < FAR:
                if at[ROOT, city] == root:
                    due = price(table, n, marks, at, city)
                    at[PRICE, city] = due
                    total, asked = total + due, asked + 1
                    second = max(second, min(most, due))
                    most = max(most, due)
        n_free += 1
    if n_ends < 2:
        total -= most
    if n_ends < 1:
        total -= second
    return int(at[TOTAL, root]) - (total + 1) // 2


@compiled
def copy_piece(table: Table, n: int, at: Table, root: int, marks: Array, target: Array) -> None:
    """Copy the marks of one piece; all other routes are GONE."""
    for k in range(n):
        target[k] = marks[k] if at[ROOT, table[A, k]] == root else GONE


@compiled
def mark_chain(table: Table, hung: Table, route: int, city: int, marks: Array, mark: int) -> None:
    """Mark the routes of the chain that hangs from a city by a route."""
    while route != NONE:
        marks[route] = mark
        city = int(table[A, route]) + int(table[B, route]) - city
        route = int(hung[LINK, city])


@compiled
def hang(table: Table, hung: Table, route: int, x: int, y: int, marks: Array) -> None:
    """Hang a route, with the longest chain of its end x, from y; remove the chains that are of no more use."""
    mark_chain(table, hung, int(hung[LINK_TOO, x]), x, marks, GONE)
    hung[LEFT, x] -= 1
    hung[LEFT, y] -= 1
    deep = int(table[SPACES, route]) + int(hung[DEEP, x])
    if deep <= hung[DEEP_TOO, y]:
        mark_chain(table, hung, route, y, marks, GONE)
        return
    mark_chain(table, hung, int(hung[LINK_TOO, y]), y, marks, GONE)
    line = DEEP_TOO
    if deep > hung[DEEP, y]:
        hung[DEEP_TOO, y], hung[LINK_TOO, y] = hung[DEEP, y], hung[LINK, y]
        line = DEEP
    hung[line, y] = deep
    hung[line + 1, y] = route


@compiled
def strip(table: Table, n: int, n_cities: int, marks: Array, best: Array) -> int:
    """Keep two chains at most wherever some hang; return the spaces of the longest trail lost, marked in `best`."""
    hung = np.zeros((5, n_cities), np.int16)
    hung[LINK] = NONE
    hung[LINK_TOO] = NONE
    for k in range(n):
        hung[LEFT, table[A, k]] += 1
        hung[LEFT, table[B, k]] += 1
    done = np.zeros(n, np.int16)
    longest, last, k = 0, 0, 0
    while k - last <= n:  # until a whole round changes nothing
        route = k % n
        a, b = int(table[A, route]), int(table[B, route])
        if done[route] == 0 and (hung[LEFT, a] == 1 or hung[LEFT, b] == 1):
            x = a if hung[LEFT, a] == 1 else b
            if hung[DEEP, x] + hung[DEEP_TOO, x] > longest:
                longest = int(hung[DEEP, x]) + int(hung[DEEP_TOO, x])
                best[:] = GONE
                mark_chain(table, hung, int(hung[LINK, x]), x, best, KEPT)
                mark_chain(table, hung, int(hung[LINK_TOO, x]), x, best, KEPT)
            hang(table, hung, route, x, a + b - x, marks)
            done[route], last = 1, k
        k += 1
    return longest


@compiled
def pack(table: Table, n: int, n_cities: int, marks: Array, small: Table) -> int:
    """List the routes that are not GONE, in their order, and number their cities anew; return how many cities."""
    number = np.zeros(n_cities, np.int16)
    for k in range(n):
        if marks[k] != GONE:
            number[table[A, k]] = number[table[B, k]] = 1
    n_small = 0
    for city in range(n_cities):
        n_small += int(number[city])
        number[city] = n_small - 1
    n_packed = 0
    for k in range(n):
        if marks[k] != GONE:
            small[A, n_packed], small[B, n_packed] = number[table[A, k]], number[table[B, k]]
            small[SPACES, n_packed], small[ROUTE, n_packed] = table[SPACES, k], k
            n_packed += 1
    return n_small


@compiled
def search_packed(table: Table, n: int, n_cities: int, longest: int, best: Array) -> int:
    """The spaces of a longest trail among n routes, its routes marked in `best`, if it is longer than one known."""
    stack = np.empty((2 * n + 3, n), np.int16)
    stack[0] = FREE
    height = 1
    at = np.empty((N_LINES, n_cities), np.int16)
    marks = np.empty(n, np.int16)
    while height > 0:
        height -= 1
        for route in range(n):
            marks[route] = stack[height, route]
        see_routes(table, n, marks, at)
        see_due(table, n, marks, at)
        n_ends = see_pieces(at)
        for root in range(n_cities):
            if reach(at, root, n_ends) <= longest:
                continue
            if at[N_ODD, root] <= 2:
                longest = int(at[TOTAL, root])
                copy_piece(table, n, at, root, marks, best)
            elif priced_reach(table, n, marks, at, root, n_ends) > longest:
                route = at[FIRST, at[PIVOT, root]]
                for mark in (KEPT, GONE):
                    copy_piece(table, n, at, root, marks, stack[height])
                    stack[height, route] = mark
                    height += 1
    return longest


@compiled
def search(table: Table, n: int, n_cities: int, best: Array) -> int:
    """The spaces of a longest trail among n routes, marking its routes in `best` (LONGEST)."""
    marks, n_left = np.full(n, FREE, np.int16), 0
    longest = strip(table, n, n_cities, marks, best)
    for k in range(n):
        n_left += int(marks[k] != GONE)
    small, found = np.empty((4, n_left), np.int16), np.empty(n_left, np.int16)
    n_small = pack(table, n, n_cities, marks, small)
    longer = search_packed(small, n_left, n_small, longest, found)
    if longer > longest:
        best[:] = GONE
        for k in range(n_left):
            best[small[ROUTE, k]] = found[k]
    return longer


@compiled
def travel(table: Table, n: int, marks: Array, trail: Array) -> None:
    """Write the marked routes, one piece with at most two odd cities, in the order of one journey (Hierholzer)."""
    degree = np.zeros(MAX_CITIES, np.int16)
    start = NONE
    for k in range(n):
        if marks[k] != GONE:
            degree[table[A, k]] += 1
            degree[table[B, k]] += 1
            start = int(table[A, k])
    for city in range(MAX_CITIES):
        if degree[city] % 2 == 1:
            start = city
    cities, links = np.empty(n + 1, np.int16), np.empty(n + 1, np.int16)
    cities[0], links[0], height, written = start, NONE, 1, 0
    while height > 0:
        city = int(cities[height - 1])
        k = 0
        while k < n and (marks[k] == GONE or (table[A, k] != city and table[B, k] != city)):
            k += 1
        if k < n:
            marks[k] = GONE
            cities[height] = table[A, k] + table[B, k] - city
            links[height] = k
            height += 1
        else:
            height -= 1
            if height > 0:
                trail[written] = table[ROUTE, links[height]]
                written += 1


@compiled
def trail_length(state: Record, board: Record, seat: int) -> int:
    """The spaces of the seat's longest trail, each route once (LONGEST)."""
    table = np.empty((4, MAX_ROUTES), np.int16)
    n = own_routes(state, board, seat, table)
    return search(table, n, int(board.n_cities), np.empty(n, np.int16)) if n > 0 else 0


@compiled
def longest_trail(state: Record, board: Record, seat: int, trail: Array) -> int:
    """The spaces of the seat's longest trail, each route once, and its routes in order into `trail` (LONGEST)."""
    trail[:] = NONE
    table = np.empty((4, MAX_ROUTES), np.int16)
    n = own_routes(state, board, seat, table)
    if n == 0:
        return 0
    best = np.zeros(n, np.int16)
    longest = search(table, n, int(board.n_cities), best)
    travel(table, n, best, trail)
    return longest
