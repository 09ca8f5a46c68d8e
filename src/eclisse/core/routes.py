"""Claiming routes: which are free, which can be paid, all ways to pay, and laying the pieces."""

import numpy as np
import numpy.typing as npt

from eclisse.core.actions import payment, payment_colour, payment_locomotives
from eclisse.core.cards import lay_down
from eclisse.core.codes import ANY_ROUTE, GRAY, LOCOMOTIVE, NONE, SUBWAY, TRAIN
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives, most_of
from eclisse.core.mechanics.pieces import are_enough, has_pieces, spaces
from eclisse.core.records import MAX_ROUTES, Record, Small
from eclisse.jit.compiled import compiled

Actions = npt.NDArray[np.int16]


@compiled
def is_open(state: Record, board: Record, rules: Record, seat: int, route: int) -> bool:
    """Whether the twin of a route that nobody owns does not close it to this seat (DOUBLE, DOUBLE-FEW)."""
    twin = int(board.twin[route])
    other = state.owner[route if twin == NONE else twin]
    return bool((other == NONE) | ((other != seat) & (state.n_seats >= rules.both_tracks_from)))


@compiled
def is_free(state: Record, board: Record, rules: Record, seat: int, route: int) -> bool:
    """Whether nobody owns a route and its twin does not close it to this seat (DOUBLE, DOUBLE-FEW)."""
    return bool(state.owner[route] == NONE and is_open(state, board, rules, seat, route))


@compiled
def largest_set(state: Record, seat: int) -> int:
    """How many cards of its most frequent colour a seat holds, locomotives apart."""
    most = 0
    for c in range(LOCOMOTIVE):
        most = max(most, int(state.hands[seat, c]))
    return most


@compiled
def is_enough(length: Small, symbols: Small, most: Small, held: Small, locomotives: Small) -> bool:
    """Whether cards of its colour and locomotives, `most` of them at most, pay for a route (CLAIM-SET, FERRY)."""
    usable = Small(locomotives if locomotives < most else most)
    return bool((locomotives >= symbols) & (Small(held + usable) >= Small(length)))


@compiled
def can_afford(state: Record, board: Record, rules: Record, seat: int, route: int, largest: int) -> bool:
    """Whether some payment for a route is in the seat's hand; `largest` is its largest set (CLAIM-SET, FERRY)."""
    colour, most = board.colour[route], Small(most_locomotives(board, rules, route))
    held = Small(largest) if colour == GRAY else state.hands[seat, colour]
    return is_enough(board.length[route], board.locomotives[route], most, held, state.hands[seat, LOCOMOTIVE])


@compiled
def mark_payable(state: Record, board: Record, rules: Record, seat: int, out: Actions) -> None:
    """Mark with 1 the unowned routes that the seat has cards and pieces for, with 0 the others (CLAIM-ANY).

    It is asked at every turn, so nothing here takes branches: the processor judges many routes at once.
    """
    hand, largest, anywhere = state.hands[seat], Small(largest_set(state, seat)), rules.locomotives_on == ANY_ROUTE
    sets = (hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6], hand[7])
    locomotives, trains, subways = hand[LOCOMOTIVE], state.pieces[seat, TRAIN], state.pieces[seat, SUBWAY]
    owner, colours, lengths, kinds = state.owner, board.colour, board.length, board.kind
    symbols, tunnels = board.locomotives, board.tunnel
    for route in range(MAX_ROUTES):
        held, length = largest, lengths[route]
        for colour in range(LOCOMOTIVE):
            held = sets[colour] if colours[route] == colour else held
        most = most_of(length, symbols[route], tunnels[route], anywhere)
        can_pay = is_enough(length, symbols[route], most, held, locomotives)
        has = are_enough(kinds[route], length, trains, subways)
        out[route] = 1 if (owner[route] == NONE) & can_pay & has else 0


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
