"""A decision that somebody speaks for: what the seat's view tells of it, and the reasons found so far.

A reason is a row of numbers; others give them names. Which reasons there are is found in `why`.
"""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.core import needs, ways
from eclisse.core.codes import LOCOMOTIVE, NONE
from eclisse.core.needs import NEED, NEEDS
from eclisse.core.records import MAX_OFFER, MAX_ROUTES, MAX_TICKETS, STATE, Record, record
from eclisse.core.trail import longest_trail
from eclisse.core.ways import MOST_WAYS
from eclisse.jit.compiled import compiled

Records = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]

MOST_VALUES: Final = 4
MOST_FOUND: Final = 3 * MAX_TICKETS + MAX_ROUTES + 16  # before the best are chosen

# One reason: its place in WHYS, and its values in the order of their names there; ids are places in lists of names.
WHY: Final = record([("code", "i2"), ("values", "i2", MOST_VALUES)])
WHYS: Final[dict[str, tuple[str, ...]]] = {
    "completes": ("ticket", "points"),
    "only-way": ("ticket", "route"),
    "detour": ("ticket", "route", "more"),
    "nearer": ("ticket", "left"),
    "joins-another": ("route", "seat"),
    "longest": ("length", "points"),
    "other-track": ("colour", "other"),
    "scores": ("route", "points"),
    "last-turn": (),
    "end-near": ("seat", "trains"),
    "enough": ("needed", "ticket"),
    "enough-too": ("needed", "points"),
    "card-for": ("colour", "route", "ticket", "lacking"),
    "ferry": ("route", "ticket"),
    "scarce": ("colour", "left"),
    "none-left": ("colour", "left"),
    "open": ("ticket", "missing"),
    "all-complete": ("tickets",),
    "ready": ("ready", "hidden"),
    "trains-spare": ("spaces", "trains"),
    "trains-left": ("spaces", "trains"),
    "impossible": ("ticket",),
    "too-long": ("spaces", "trains"),
    "adds-little": ("ticket", "spaces", "points"),
    "adds-nothing": ("ticket", "spaces", "points"),
    "adds-much": ("ticket", "spaces", "points"),
    "keep-sum": ("points", "spaces", "other_points", "other_spaces"),
    "share": ("spaces",),
    "spares-locomotives": ("n",),
    "colour-needed": ("colour", "route", "ticket"),
    "more-points": ("points",),
    "costs-another": ("seat", "points"),
    "as-good": (),
    "fewer-points": ("points",),
    "gains-another": ("seat", "points"),
    "taken-later": ("route", "seat", "turns"),
}
(
    COMPLETES, ONLY_WAY, AROUND, NEARER, JOINS_ANOTHER, LONGEST, OTHER_TRACK, SCORES, LAST_TURN, END_NEAR, ENOUGH,
    ENOUGH_TOO, CARD_FOR, FERRY, SCARCE, NONE_LEFT, OPEN, ALL_COMPLETE, TICKETS_READY, TRAINS_SPARE, TRAINS_LEFT,
    IMPOSSIBLE, TOO_LONG, ADDS_LITTLE, ADDS_NOTHING, ADDS_MUCH, KEEP_SUM, SHARE, SPARES_LOCOMOTIVES, COLOUR_NEEDED,
    MORE_POINTS, COSTS_ANOTHER, AS_GOOD, FEWER_POINTS, GAINS_ANOTHER, TAKEN_LATER,
) = range(len(WHYS))  # fmt: skip
SUBJECTS: Final = ("ticket", "seat", "colour", "needed")
IS_SUBJECT: Final = np.array(
    [[name in SUBJECTS for name in (*names, *[""] * MOST_VALUES)][:MOST_VALUES] for names in WHYS.values()]
)  # of each value: whether its reason is about it


class Case(NamedTuple):
    """A decision to speak for: each record in an array of length 1."""

    views: Records
    boards: Records
    rules: Records
    seat: int
    found: Records  # room for reasons
    n: npt.NDArray[np.int64]  # of length 1: how many there are


@compiled
def new_case(views: Records, boards: Records, rules: Records, seat: int) -> Case:
    """A case of which nothing is found yet."""
    return Case(views, boards, rules, seat, np.zeros(MOST_FOUND, WHY), np.zeros(1, np.int64))


@compiled
def tell(case: Case, code: int, a: int, b: int, c: int, d: int) -> None:
    """Add a reason; values that it does not have are 0."""
    row = case.found[case.n[0]]
    row.code, row.values[0], row.values[1], row.values[2], row.values[3] = code, a, b, c, d
    case.n[0] += 1


# --- positions -------------------------------------------------------------------------------------------------------


@compiled
def needs_of(case: Case, views: Records) -> Records:
    """The needs of the seat's tickets in a position."""
    rows = np.zeros(MAX_TICKETS, NEED)
    return rows[: needs.needs(views, case.boards, case.rules, case.seat, rows)]


@compiled
def payable(case: Case, views: Records) -> Flags:
    """Which routes the seat has the cards for in a position."""
    routes, turns, can_pay = np.empty(MAX_ROUTES, np.int16), np.zeros(1, STATE), np.zeros(MAX_ROUTES, np.bool_)
    out, ends = np.empty(MAX_ROUTES * MOST_WAYS, np.int16), np.empty(MAX_ROUTES, np.int64)
    for i in range(ways.claims(views, turns, case.boards, case.rules, case.seat, routes, out, ends)):
        can_pay[routes[i]] = True
    return can_pay


@compiled
def missing(own: Records) -> npt.NDArray[np.int64]:
    """The routes on cheapest ways of open tickets, each once, with the last of these tickets."""
    found, place, n = np.empty((MAX_ROUTES, 2), np.int64), np.full(MAX_ROUTES, NONE), 0
    for i in range(own.shape[0]):
        if own[i].completed == 0:
            for k in range(own[i].n_missing):
                route = int(own[i].missing[k])
                if place[route] == NONE:
                    place[route] = n
                    n += 1
                found[place[route], 0], found[place[route], 1] = route, own[i].ticket
    return found[:n]


@compiled
def is_open(row: Record) -> bool:
    """Whether a ticket is not complete, and can be."""
    return bool(row.completed == 0 and row.cut_off == 0)


@compiled
def row_of(rows: Records, ticket: int) -> int:
    """The place of a ticket's needs."""
    for i in range(rows.shape[0]):
        if rows[i].ticket == ticket:
            return i
    return NONE


@compiled
def with_owner(case: Case, route: int, owner: int) -> Records:
    """The position with a route claimed."""
    views = case.views.copy()
    views[0].owner[route] = owner
    return views


@compiled
def with_cards(case: Case, colour: int, n: int, n_locomotives: int) -> Records:
    """The position with some cards more, or fewer, in the hand; `colour` may be NONE."""
    views = case.views.copy()
    hand = views[0].hands[case.seat]
    if colour != NONE:
        hand[colour] += n
    hand[LOCOMOTIVE] += n_locomotives
    return views


@compiled
def points_of(board: Record, ticket: int) -> int:
    """The points of a ticket; the least, if it leads to countries."""
    least = 0
    for country in range(board.ticket_worth.shape[1]):
        worth = int(board.ticket_worth[ticket, country])
        if worth != 0 and (least == 0 or worth < least):
            least = worth
    return least if least != 0 else int(board.ticket_points[ticket])


@compiled
def points_for(case: Case, route: int) -> int:
    """The points of a route."""
    board = case.boards[0]
    return int(case.rules[0].points[board.kind[route], board.length[route]])


@compiled
def pieces_of(view: Record, seat: int) -> int:
    """The pieces that a seat has left."""
    return int(view.pieces[seat, 0]) + int(view.pieces[seat, 1])


@compiled
def spaces(case: Case, own: Records, more: npt.NDArray[np.int16]) -> int:
    """The spaces that the seat's open tickets and some more take together, each route counted once."""
    tickets, n, rows = np.empty(MAX_TICKETS + MAX_OFFER, np.int16), 0, np.zeros(1, NEEDS)
    for i in range(own.shape[0]):
        if is_open(own[i]):
            tickets[n] = own[i].ticket
            n += 1
    for i in range(more.size):
        tickets[n + i] = more[i]
    needs.plan(case.views, case.boards, case.rules, case.seat, tickets[: n + more.size], rows)
    return int(rows[0].trains) + int(rows[0].subways)


@compiled
def trail_of(case: Case, views: Records, seat: int) -> int:
    """The length of a seat's longest path."""
    return int(longest_trail(views[0], case.boards[0], seat, np.empty(MAX_ROUTES, np.int16)))
