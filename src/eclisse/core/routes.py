"""Claiming routes: which are free, which can be paid, all ways to pay, and laying the pieces."""

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import payment, payment_colour, payment_locomotives
from eclisse.core.cards import lay_down
from eclisse.core.codes import GRAY, LOCOMOTIVE, NONE
from eclisse.core.compiled import compiled
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.mechanics.pieces import has_pieces, spaces
from eclisse.core.records import Record

Actions = npt.NDArray[np.int16]


@compiled
def is_free(state: Record, board: Record, rules: Record, seat: int, route: int) -> bool:
    """Whether nobody owns a route and its twin does not close it to this seat (DOUBLE, DOUBLE-FEW)."""
    if state.owner[route] != NONE:
        return False
    twin = board.twin[route]
    if twin == NONE or state.owner[twin] == NONE:
        return True
    return bool(state.owner[twin] != seat and state.n_seats >= rules.both_tracks_from)


@compiled
def largest_set(state: Record, seat: int) -> int:
    """How many cards of its most frequent colour a seat holds, locomotives apart."""
    most = 0
    for c in range(LOCOMOTIVE):
        most = max(most, int(state.hands[seat, c]))
    return most


@compiled
def can_afford(state: Record, board: Record, rules: Record, seat: int, route: int, largest: int) -> bool:
    """Whether some payment for a route is in the seat's hand; `largest` is its largest set (CLAIM-SET, FERRY)."""
    locomotives = int(state.hands[seat, LOCOMOTIVE])
    if locomotives < fewest_locomotives(board, route):
        return False
    usable = min(locomotives, most_locomotives(board, rules, route))
    colour = board.colour[route]
    held = largest if colour == GRAY else int(state.hands[seat, colour])
    return held + usable >= int(board.length[route])


@compiled
def can_claim(state: Record, board: Record, rules: Record, seat: int, route: int, largest: int) -> bool:
    """Whether a seat may claim a route now (CLAIM-ANY)."""
    return (
        is_free(state, board, rules, seat, route)
        and has_pieces(state, board, seat, route)
        and can_afford(state, board, rules, seat, route, largest)
    )


@compiled
def payments(state: Record, seat: int, cost: int, colour: int, fewest: int, most: int, out: Actions, n: int) -> int:
    """Append all payments of `cost` cards of a colour (GRAY: any one) with `fewest` to `most` locomotives."""
    locomotives = int(state.hands[seat, LOCOMOTIVE])
    for c in range(LOCOMOTIVE):
        if colour == GRAY or colour == c:
            for k in range(fewest, min(most, cost - 1, locomotives) + 1):
                if cost - k <= state.hands[seat, c]:
                    out[n] = payment(c, k)
                    n += 1
    if most >= cost and locomotives >= cost:
        out[n] = payment(LOCOMOTIVE, cost)
        n += 1
    return n


@compiled
def route_payments(state: Record, board: Record, rules: Record, seat: int, route: int, out: Actions, n: int) -> int:
    """Append all ways to pay for a route (CLAIM-SET)."""
    fewest, most = fewest_locomotives(board, route), most_locomotives(board, rules, route)
    return payments(state, seat, int(board.length[route]), int(board.colour[route]), fewest, most, out, n)


@compiled
def lay_payment(state: Record, seat: int, action: int, cost: int) -> None:
    """Lay the cards of a payment on the table."""
    locomotives = payment_locomotives(action)
    if locomotives > 0:
        lay_down(state, seat, LOCOMOTIVE, locomotives)
    if cost > locomotives:
        lay_down(state, seat, payment_colour(action), cost - locomotives)


@compiled
def lay_pieces(state: Record, board: Record, rules: Record, seat: int, route: int) -> None:
    """Own a route, with a piece on each space, and score it at once (CLAIM-SCORE)."""
    kind = board.kind[route]
    state.owner[route] = seat
    state.pieces[seat, kind] -= spaces(board, route)
    state.points[seat] += rules.points[kind, board.length[route]]
