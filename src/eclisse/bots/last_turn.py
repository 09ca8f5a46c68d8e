"""The very last turn of a game, exactly: every decision of it, with all that chance and hidden tickets can make of it.

Whoever set off the last round has its last turn, and cards are worth nothing after it. Only its own decisions, the
cards that a tunnel turns up, the tickets it draws and the tickets of the others decide; all of it is summed over.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.bots.every_hand import has_stations, is_top_known, list_cells
from eclisse.bots.hidden import CELL, MOST_CELLS
from eclisse.bots.likely import Weights
from eclisse.core import actions
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.cards import n_drawable
from eclisse.core.codes import (
    LOCOMOTIVE,
    MAIN,
    N_COLOURS,
    NONE,
    OFFER,
    OVER,
    PAYING,
    SURCHARGE,
)
from eclisse.core.legal import legal
from eclisse.core.mechanics import stations
from eclisse.core.observe import count_unseen, deck_room
from eclisse.core.records import (
    MAX_CITIES,
    MAX_MANDALA,
    MAX_REVEALED,
    MAX_ROUTES,
    MAX_SEATS,
    STATE,
    Record,
)
from eclisse.core.routes import lay_pieces, route_payments
from eclisse.core.scoring import SHEET, clear_sheet, count_seat, settle, win_share
from eclisse.core.tickets import settle_offer
from eclisse.jit.compiled import compiled

Values = npt.NDArray[np.float64]

# Ways in which the last turn can end for the board.
NOTHING: Final = 0  # as it is
ROUTE: Final = 1  # plus a route: with this one claimed
STATION: Final = ROUTE + MAX_ROUTES  # plus a city: with a station there
N_ENDS: Final = STATION + MAX_CITIES


class Turn(NamedTuple):
    """A last turn under work; each record is in an array of length 1."""

    views: Records
    boards: Records
    rules: Records
    seat: int
    weights: Weights
    states: Records  # room for one end
    sheets: Records  # what all seats have as it is, then room for one end
    cells: Records  # what hidden tickets can come to
    n_cells: npt.NDArray[np.int64]  # how many; then how many there are if tickets are drawn
    means: Values  # points of tickets, on average, of seats that cannot win, and so are not told apart in the cells
    drawn: Records  # the same if tickets are drawn
    other: Records  # room for those of an end that serves another seat's station
    known: npt.NDArray[np.bool_]  # (depots given up, ends): whether these are worked out:
    values: Values  # (depots given up, ends, wins and points, seats)
    exact: npt.NDArray[np.bool_]  # of length 1: whether all so far was summed over


@compiled
def put(out: Values, values: Values) -> None:
    """Write what every seat gets; an assignment of whole arrays would bring Python's lists, which a page has not."""
    for row in range(2):
        for seat in range(MAX_SEATS):
            out[row, seat] = values[row, seat]


@compiled
def is_last_turn(view: Record, seat: int) -> bool:
    """Whether a seat has its last turn, and nobody moves after it (LAST-ROUND)."""
    return bool(seat >= 0 and view.last_round_by == seat and view.to_move == seat and view.phase != OVER)


@compiled
def new_turn(views: Records, boards: Records, rules: Records, seat: int, weights: Weights) -> Turn:
    """A turn of which nothing is worked out yet."""
    turn = Turn(
        views, boards, rules, seat, weights, np.zeros(1, STATE), np.zeros(2, SHEET), np.zeros(MOST_CELLS, CELL),
        np.zeros(2, np.int64), np.zeros(MAX_SEATS), np.zeros(MOST_CELLS, CELL), np.zeros(MOST_CELLS, CELL),
        np.zeros((2, N_ENDS), np.bool_), np.zeros((2, N_ENDS, 2, MAX_SEATS)), np.ones(1, np.bool_),
    )  # fmt: skip
    clear_sheet(turn.sheets[0])
    for each in range(views[0].n_seats):
        count_seat(views[0], boards[0], rules[0], each, turn.sheets[0])
    turn.n_cells[0] = list_cells(views[0], boards[0], rules[0], seat, weights, 0, turn.cells, turn.means)
    turn.n_cells[1] = NONE
    return turn


@compiled
def value_cell(state: Record, rules: Record, sheet: Record, cell: Record, base: Record, out: Values) -> None:
    """Add what one outcome of the hidden tickets gives every seat, times its chance."""
    for seat in range(state.n_seats):
        sheet.tickets[seat] = base.tickets[seat] + cell.tickets[seat]
        sheet.completed[seat] = base.completed[seat] + cell.completed[seat]
        sheet.mandalas[seat] = base.mandalas[seat] + cell.mandalas[seat]
        sheet.mandala[seat] = rules.mandala[min(int(sheet.mandalas[seat]), MAX_MANDALA)]
    settle(state, rules, sheet)
    for seat in range(state.n_seats):
        out[0, seat] += cell.share * win_share(sheet, seat)
        out[1, seat] += cell.share * int(sheet.total[seat])


@compiled
def value_state(turn: Turn, cells: Records, n: int, out: Values) -> None:
    """What the end in the turn's room gives every seat: chances to win and points."""
    state, board, rules, seat = turn.states[0], turn.boards[0], turn.rules[0], turn.seat
    bases, sheets = np.empty(1, SHEET), turn.sheets
    sheets[1] = sheets[0]
    sheet = sheets[1]
    sheet.tickets[seat] = sheet.completed[seat] = 0
    count_seat(state, board, rules, seat, sheet)
    bases[0] = sheet
    out[:] = 0.0
    for i in range(n):
        value_cell(state, rules, sheet, cells[i], bases[0], out)
    out[1] += turn.means


@compiled
def serves_another(turn: Turn, route: int) -> bool:
    """Whether another seat's station stands at an end of a route, so that it can borrow it (STATION-USE)."""
    view, board = turn.views[0], turn.boards[0]
    for city in (int(board.a[route]), int(board.b[route])):
        if view.station[city] != NONE and view.station[city] != turn.seat:
            return True
    return False


@compiled
def value_end(turn: Turn, depots: int, end: int) -> Values:
    """What an end gives every seat, with so many depots given up for it."""
    out = turn.values[depots, end]
    if turn.known[depots, end]:
        return out
    view, board, rules, seat = turn.views[0], turn.boards[0], turn.rules[0], turn.seat
    turn.states[0] = view
    state = turn.states[0]
    state.depots_left[seat] -= depots
    if end >= STATION:
        stations.build(state, seat, end - STATION)
    elif end >= ROUTE:
        lay_pieces(state, board, rules, seat, end - ROUTE)
    if ROUTE <= end < STATION and serves_another(turn, end - ROUTE):
        n = list_cells(state, board, rules, seat, turn.weights, 0, turn.other, turn.means)
        if n == NONE:
            turn.exact[0] = False
            return out
        value_state(turn, turn.other, n, out)
    else:
        value_state(turn, turn.cells, int(turn.n_cells[0]), out)
    turn.known[depots, end] = True
    return out


@compiled
def is_better(seat: int, one: Values, other: Values) -> bool:
    """Whether a seat prefers one outcome to another: by its chance, then by its points."""
    if one[0, seat] != other[0, seat]:
        return bool(one[0, seat] > other[0, seat])
    return bool(one[1, seat] > other[1, seat])


@compiled
def turn_up(chances: Values, matching: int, total: int, n: int) -> None:
    """Turn up n of so many cards: `chances` of how many match so far become those of how many match then."""
    fresh = np.zeros(chances.shape[0])
    before = chances.copy()
    for old in range(chances.shape[0]):
        if before[old] == 0.0:
            continue
        found = np.zeros(chances.shape[0] + 1)
        found[0] = 1.0
        for i in range(n):
            for k in range(i, -1, -1):
                match = max(0, matching - k) / (total - i)
                found[k + 1] += found[k] * match
                found[k] *= 1.0 - match
        for k in range(min(n, chances.shape[0] - 1 - old) + 1):
            fresh[old + k] += before[old] * found[k]
    for k in range(chances.shape[0]):
        chances[k] = fresh[k]


@compiled
def surcharges(view: Record, rules: Record, seat: int, colour: int) -> Values:
    """The chance of each surcharge for a tunnel that a seat pays with a colour, by what it knows (TUNNEL)."""
    chances, unseen, possible = np.zeros(MAX_REVEALED + 1), np.zeros(N_COLOURS, np.int16), np.zeros(N_COLOURS, np.int16)
    chances[0] = 1.0
    count_unseen(view, rules, unseen)
    total = deck_room(view, seat, unseen, possible)
    n, n_discard = min(int(rules.tunnel_cards), int(view.n_deck)), int(view.n_discard)
    matching, discarded = int(possible[LOCOMOTIVE]), int(view.discard[LOCOMOTIVE])
    if colour != LOCOMOTIVE:
        matching, discarded = matching + int(possible[colour]), discarded + int(view.discard[colour])
    turn_up(chances, matching, total, n)
    turn_up(chances, discarded, n_discard, min(int(rules.tunnel_cards) - n, n_discard))
    return chances


@compiled
def can_add(view: Record, board: Record, seat: int, route: int, payment: int, surcharge: int) -> bool:
    """Whether a seat that has paid for a route like this can pay so much more."""
    hand, colour = view.hands[seat], actions.payment_colour(payment)
    locomotives = actions.payment_locomotives(payment)
    left = int(hand[LOCOMOTIVE]) - locomotives
    if colour != LOCOMOTIVE:
        left += int(hand[colour]) - (int(board.length[route]) - locomotives)
    return left >= surcharge


@compiled
def chance_to_dig(view: Record, board: Record, rules: Record, seat: int, route: int, payment: int) -> float:
    """The chance that a payment for a route is enough, with what can be added if it is a tunnel."""
    if board.tunnel[route] == 0:
        return 1.0
    chances, total = surcharges(view, rules, seat, actions.payment_colour(payment)), 0.0
    for surcharge in range(chances.shape[0]):
        if surcharge == 0 or can_add(view, board, seat, route, payment, surcharge):
            total += chances[surcharge]
    return total


@compiled
def safest_payment(view: Record, board: Record, rules: Record, seat: int, route: int) -> tuple[int, float]:
    """The payment for a route that is most likely to be enough, with its chance; of equals the first."""
    payments, choice, best = np.empty(N_ACTIONS, np.int16), NONE, -1.0
    for i in range(route_payments(view, board, rules, seat, route, payments, 0)):
        chance = chance_to_dig(view, board, rules, seat, route, int(payments[i]))
        if chance > best:
            choice, best = int(payments[i]), chance
    return choice, best


@compiled
def value_payment(turn: Turn, depots: int, route: int, payment: int, out: Values) -> None:
    """What a payment for a route brings: over all surcharges, with the choice to pay or take back."""
    back, done = value_end(turn, depots, NOTHING), value_end(turn, depots, ROUTE + route)
    if turn.boards[0].tunnel[route] == 0:
        put(out, done)
        return
    view, board, rules, seat = turn.views[0], turn.boards[0], turn.rules[0], turn.seat
    if n_drawable(view) < rules.tunnel_cards and rules.depots > 0:
        turn.exact[0] = False  # the warehouses may become the deck
    chances = surcharges(view, rules, seat, actions.payment_colour(payment))
    put(out, chances[0] * done)
    for surcharge in range(1, chances.shape[0]):
        is_paid = can_add(view, board, seat, route, payment, surcharge) and is_better(seat, done, back)
        out += chances[surcharge] * (done if is_paid else back)


@compiled
def value_claim(turn: Turn, depots: int, route: int, out: Values) -> None:
    """What claiming a route brings with the best payment."""
    payments, trial = np.empty(N_ACTIONS, np.int16), np.empty((2, MAX_SEATS))
    for i in range(route_payments(turn.views[0], turn.boards[0], turn.rules[0], turn.seat, route, payments, 0)):
        value_payment(turn, depots, route, int(payments[i]), trial)
        if i == 0 or is_better(turn.seat, trial, out):
            put(out, trial)


@compiled
def value_drawing(turn: Turn, depots: int, out: Values) -> None:
    """What drawing tickets brings, if of all that can be drawn the best are kept."""
    view, board, rules, seat = turn.views[0], turn.boards[0], turn.rules[0], turn.seat
    n = min(int(rules.draw), int(view.n_queue))
    if turn.n_cells[1] == NONE and is_top_known(view, board, n) and not has_stations(view, board, seat):
        turn.n_cells[1] = list_cells(view, board, rules, seat, turn.weights, n, turn.drawn, turn.means)
    if turn.n_cells[1] == NONE:
        turn.exact[0] = False
        return
    turn.states[0] = view
    turn.states[0].depots_left[seat] -= depots
    value_state(turn, turn.drawn, int(turn.n_cells[1]), out)


@compiled
def value_depot(turn: Turn, city: int, out: Values) -> None:
    """What placing a depot brings, with the best decision after it; another depot never is."""
    numbers, trial = np.empty(N_ACTIONS, np.int16), np.empty((2, MAX_SEATS))
    put(out, value_end(turn, 1, NOTHING))
    for i in range(legal(turn.views[0], turn.boards[0], turn.rules[0], turn.seat, numbers)):
        action = int(numbers[i])
        if actions.kind_of(action) != actions.DEPOT and action != actions.STATION + city:
            value_main(turn, 1, action, trial)
            if is_better(turn.seat, trial, out):
                put(out, trial)


@compiled
def value_main(turn: Turn, depots: int, action: int, out: Values) -> None:
    """What an action at the start of the turn brings, but for placing a depot."""
    kind, argument = actions.kind_of(action), actions.argument_of(action)
    if kind == actions.CLAIM:
        value_claim(turn, depots, argument, out)
    elif kind == actions.STATION:
        put(out, value_end(turn, depots, STATION + argument))
    elif kind == actions.TICKETS:
        value_drawing(turn, depots, out)
    else:
        put(out, value_end(turn, depots, NOTHING))


@compiled
def value_keep(turn: Turn, mask: int, out: Values) -> None:
    """What keeping some of the tickets drawn brings."""
    turn.states[0] = turn.views[0]
    settle_offer(turn.states[0], turn.rules[0], turn.seat, mask)
    value_state(turn, turn.cells, int(turn.n_cells[0]), out)


@compiled
def value_action(turn: Turn, action: int, out: Values) -> None:
    """What any decision of the last turn brings."""
    view, kind, argument = turn.views[0], actions.kind_of(action), actions.argument_of(action)
    if view.phase == MAIN and kind == actions.DEPOT:
        value_depot(turn, argument, out)
    elif view.phase == MAIN:
        value_main(turn, 0, action, out)
    elif view.phase == OFFER:
        value_keep(turn, argument, out)
    elif view.phase == PAYING and view.route != NONE:
        value_payment(turn, 0, int(view.route), action, out)
    elif view.phase == PAYING:
        put(out, value_end(turn, 0, STATION + int(view.city)))
    elif view.phase == SURCHARGE and kind == actions.PAY:
        put(out, value_end(turn, 0, ROUTE + int(view.route)))
    else:
        put(out, value_end(turn, 1 if kind == actions.DEPOT or kind == actions.COLLECT else 0, NOTHING))


@compiled
def value_actions(
    views: Records, boards: Records, rules: Records, seat: int, weights: Weights, choices: npt.NDArray[np.int64],
    values: Values, exact: npt.NDArray[np.bool_],
) -> None:  # fmt: skip
    """Write what each choice brings (choices × wins and points × seats), where that is exact."""
    exact[:] = False
    if not is_last_turn(views[0], seat):
        return
    turn = new_turn(views, boards, rules, seat, weights)
    if turn.n_cells[0] == NONE:
        return
    for i in range(choices.shape[0]):
        turn.exact[0] = True
        value_action(turn, int(choices[i]), values[i])
        exact[i] = turn.exact[0]
