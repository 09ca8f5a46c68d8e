"""All that speaks for a decision compared with another: facts found in the seat's view, the strongest first."""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.analysis.case import (
    ADDS_LITTLE,
    ADDS_MUCH,
    ADDS_NOTHING,
    ALL_COMPLETE,
    AROUND,
    CARD_FOR,
    COLOUR_NEEDED,
    COMPLETES,
    END_NEAR,
    ENOUGH,
    ENOUGH_TOO,
    FERRY,
    IMPOSSIBLE,
    JOINS_ANOTHER,
    KEEP_SUM,
    LAST_TURN,
    LONGEST,
    NEARER,
    NONE_LEFT,
    ONLY_WAY,
    OPEN,
    OTHER_TRACK,
    SCARCE,
    SCORES,
    SHARE,
    SPARES_LOCOMOTIVES,
    TICKETS_READY,
    TOO_LONG,
    TRAINS_LEFT,
    TRAINS_SPARE,
    Case,
    Records,
    is_open,
    missing,
    needs_of,
    payable,
    pieces_of,
    points_for,
    points_of,
    row_of,
    spaces,
    tell,
    trail_of,
    with_cards,
    with_owner,
)
from eclisse.core import actions, needs
from eclisse.core.codes import HIDDEN, LOCOMOTIVE, N_COLOURS, NONE, OUT
from eclisse.core.legal import due
from eclisse.core.links import components
from eclisse.core.needs import NEED
from eclisse.core.observe import count_unseen
from eclisse.core.records import MAX_CITIES, MAX_OFFER, MAX_ROUTES, MAX_TICKETS, Record
from eclisse.jit.compiled import compiled

FEW_TRAINS: Final = 6  # pieces left that bring the end near
FEW_CARDS: Final = 3  # unseen cards of a colour that are nearly none
DETOUR: Final = 2  # spaces by which another way must be longer to be worth a word
LONG: Final = 10  # spaces from which on the longest path is worth a word
MANY_TRAINS: Final = 12  # pieces beyond what the tickets take that are worth more tickets
WORTH: Final = 4  # points of a route that are worth a word …
MORE: Final = 2  # … or by which it is worth more than another
READY: Final = 12  # hidden tickets of which one, at least, must be complete to be worth a word


# --- claiming --------------------------------------------------------------------------------------------------------


@compiled
def claim_reasons(case: Case, route: int, taken: int) -> None:
    """Reasons to claim a route: the own tickets, the longest path, and the others; `taken` is another one, or NONE."""
    board, other = case.boards[0], 1 if case.seat == 0 else 0
    own, claimed = needs_of(case, case.views), with_owner(case, route, case.seat)
    after, without = needs_of(case, claimed), needs_of(case, with_owner(case, route, other))
    for i in range(own.shape[0]):
        ticket = int(own[i].ticket)
        if own[i].completed == 0 and after[row_of(after, ticket)].completed == 1:
            tell(case, COMPLETES, ticket, points_of(board, ticket), 0, 0)
    for i in range(own.shape[0]):
        if is_open(own[i]):
            ticket = int(own[i].ticket)
            _way_reasons(case, route, own[i], after[row_of(after, ticket)], without[row_of(without, ticket)])
    _joins(case, route)
    _longest(case, claimed)
    _other_track(case, route, taken)
    points = points_for(case, route)
    if points >= (WORTH if taken == NONE else points_for(case, taken) + MORE):
        tell(case, SCORES, route, points, 0, 0)
    end_reasons(case)


@compiled
def _way_reasons(case: Case, route: int, now: Record, after: Record, without: Record) -> None:
    """What a route means for a ticket, if it is claimed or another seat claims it."""
    ticket, left = int(now.ticket), int(after.cards)
    if without.cut_off == 1:
        tell(case, ONLY_WAY, ticket, route, 0, 0)
    elif left > 0 and int(without.cards) >= int(now.cards) + DETOUR:
        tell(case, AROUND, ticket, route, int(without.cards) - int(now.cards), 0)
    if 0 < left < int(now.cards):
        tell(case, NEARER, ticket, left, 0, 0)


@compiled
def _joins(case: Case, route: int) -> None:
    """Whether a route would join two groups of cities of another seat's."""
    view, board = case.views[0], case.boards[0]
    a, b, label = int(board.a[route]), int(board.b[route]), np.empty(MAX_CITIES, np.int16)
    for seat in range(view.n_seats):
        if seat == case.seat:
            continue
        has_a = has_b = False
        for other in range(board.n_routes):
            if view.owner[other] == seat:
                has_a = has_a or board.a[other] == a or board.b[other] == a
                has_b = has_b or board.a[other] == b or board.b[other] == b
        components(view, board, seat, label)
        if has_a and has_b and label[a] != label[b]:
            tell(case, JOINS_ANOTHER, route, seat, 0, 0)


@compiled
def _longest(case: Case, claimed: Records) -> None:
    """Whether a claim brings the longest path."""
    bonus, most = int(case.rules[0].longest), 0
    if bonus > 0:
        for seat in range(case.views[0].n_seats):
            if seat != case.seat:
                most = max(most, trail_of(case, case.views, seat))
        length = trail_of(case, claimed, case.seat)
        if length >= LONG and length > most >= trail_of(case, case.views, case.seat):
            tell(case, LONGEST, length, bonus, 0, 0)


@compiled
def _other_track(case: Case, route: int, taken: int) -> None:
    """The colours of two tracks of one route, if they differ."""
    board = case.boards[0]
    if taken != NONE and board.twin[route] == taken:
        colour, other = int(board.colour[route]), int(board.colour[taken])
        if colour != other and max(colour, other) < LOCOMOTIVE:
            tell(case, OTHER_TRACK, colour, other, 0, 0)


@compiled
def end_reasons(case: Case) -> None:
    """Whether the end is near."""
    view = case.views[0]
    if view.last_round_by != NONE:
        tell(case, LAST_TURN, 0, 0, 0, 0)
        return
    fewest = 0
    for seat in range(view.n_seats):
        if pieces_of(view, seat) < pieces_of(view, fewest):
            fewest = seat
    left = pieces_of(view, fewest)
    if left <= int(case.rules[0].last_round_at) + FEW_TRAINS - 2:
        tell(case, END_NEAR, fewest, left, 0, 0)


@compiled
def station_reasons(case: Case, city: int) -> None:
    """The tickets that a station completes."""
    views, own = case.views.copy(), needs_of(case, case.views)
    views[0].station[city] = case.seat
    after = needs_of(case, views)
    for i in range(own.shape[0]):
        ticket = int(own[i].ticket)
        if own[i].completed == 0 and after[row_of(after, ticket)].completed == 1:
            tell(case, COMPLETES, ticket, points_of(case.boards[0], ticket), 0, 0)


# --- cards -----------------------------------------------------------------------------------------------------------


@compiled
def card_reasons(case: Case, colour: int) -> None:
    """Reasons to take a card of a colour, or one from the deck (NONE)."""
    if colour != NONE:
        after, before, unseen = with_cards(case, colour, 1, 0), int(case.n[0]), np.empty(N_COLOURS, np.int16)
        _enough(case, case.views, after)
        if colour == LOCOMOTIVE:
            _ferries(case)
        else:
            _card_for(case, after, colour)
        count_unseen(case.views[0], case.rules[0], unseen)
        left = int(unseen[colour])
        if case.n[0] > before and colour != LOCOMOTIVE and left <= FEW_CARDS:
            tell(case, SCARCE if left > 0 else NONE_LEFT, colour, left, 0, 0)
    _most_open(case)


@compiled
def _enough(case: Case, before: Records, after: Records) -> bool:
    """A route that other cards in the hand are enough for: one that a ticket lacks, or else the one worth most."""
    now, then, wanted = payable(case, before), payable(case, after), missing(needs_of(case, before))
    ticket_for, best, any_best = np.full(MAX_ROUTES, NONE), NONE, NONE
    for i in range(wanted.shape[0]):
        ticket_for[wanted[i, 0]] = wanted[i, 1]
    for route in range(case.boards[0].n_routes):
        if then[route] and not now[route]:
            if any_best == NONE or points_for(case, route) > points_for(case, any_best):
                any_best = route
            if ticket_for[route] != NONE and (best == NONE or points_for(case, route) > points_for(case, best)):
                best = route
    if best != NONE:
        tell(case, ENOUGH, best, ticket_for[best], 0, 0)
    elif any_best != NONE and points_for(case, any_best) >= WORTH:
        tell(case, ENOUGH_TOO, any_best, points_for(case, any_best), 0, 0)
    else:
        return False
    return True


@compiled
def _card_for(case: Case, after: Records, colour: int) -> None:
    """The route of a colour that lacks the fewest cards; with one more it still lacks some."""
    board, can_pay, wanted = case.boards[0], payable(case, after), missing(needs_of(case, after))
    best, fewest = NONE, 0
    for i in range(wanted.shape[0]):
        route = int(wanted[i, 0])
        lacking = int(board.length[route]) - int(after[0].hands[case.seat, colour])
        if board.colour[route] == colour and not can_pay[route] and lacking > 0 and (best == NONE or lacking < fewest):
            best, fewest = i, lacking
    if best != NONE:
        tell(case, CARD_FOR, colour, wanted[best, 0], wanted[best, 1], fewest)


@compiled
def _ferries(case: Case) -> None:
    """The ferry that lacks locomotives."""
    wanted, has = missing(needs_of(case, case.views)), int(case.views[0].hands[case.seat, LOCOMOTIVE])
    for i in range(wanted.shape[0]):
        if int(case.boards[0].locomotives[wanted[i, 0]]) > has:
            tell(case, FERRY, wanted[i, 0], wanted[i, 1], 0, 0)
            return


@compiled
def _most_open(case: Case) -> None:
    """The open ticket that lacks most."""
    own, most = needs_of(case, case.views), NONE
    for i in range(own.shape[0]):
        if is_open(own[i]) and (most == NONE or own[i].cards > own[most].cards):
            most = i
    if most != NONE:
        tell(case, OPEN, own[most].ticket, own[most].cards, 0, 0)


@compiled
def pay_reasons(case: Case, action: int, taken: int) -> None:
    """Reasons to pay in one way rather than another."""
    view, board = case.views[0], case.boards[0]
    amount = due(view, board, case.rules[0], case.seat)
    colour, n, locomotives = payment(action, amount)
    other, n_other, other_locomotives = payment(taken, amount)
    if other_locomotives > locomotives:
        tell(case, SPARES_LOCOMOTIVES, other_locomotives - locomotives, 0, 0, 0)
    after, instead = with_cards(case, colour, -n, -locomotives), with_cards(case, other, -n_other, -other_locomotives)
    if _enough(case, instead, after) or other in (NONE, colour):
        return
    left, wanted = int(view.hands[case.seat, other]) - n_other, missing(needs_of(case, case.views))
    for i in range(wanted.shape[0]):
        route = int(wanted[i, 0])
        if route != view.route and board.colour[route] == other and left < board.length[route]:
            tell(case, COLOUR_NEEDED, other, route, wanted[i, 1], 0)


@compiled
def payment(action: int, amount: int) -> tuple[int, int, int]:
    """The colour of a payment (NONE: no colour), its cards, and its locomotives."""
    colour, locomotives = actions.payment_colour(action), actions.payment_locomotives(action)
    return (NONE, 0, locomotives) if colour == LOCOMOTIVE else (colour, max(amount - locomotives, 0), locomotives)


# --- tickets ---------------------------------------------------------------------------------------------------------


@compiled
def ticket_reasons(case: Case) -> None:
    """Why to draw tickets."""
    board, own, n_done = case.boards[0], needs_of(case, case.views), 0
    for i in range(own.shape[0]):
        n_done += int(own[i].completed)
    if n_done > 0 and n_done == own.shape[0]:
        tell(case, ALL_COMPLETE, n_done, 0, 0, 0)
    views, n_hidden, ready, held = case.views.copy(), 0, 0, np.empty((MAX_TICKETS, 3), np.int16)
    for ticket in range(board.n_tickets):
        is_hidden = case.views[0].holder[ticket] == HIDDEN
        n_hidden += int(is_hidden)
        if is_hidden or views[0].holder[ticket] == case.seat:
            views[0].holder[ticket] = case.seat if is_hidden else OUT
    for i in range(needs.held(views, case.boards, case.rules, case.seat, held)):
        ready += int(held[i, 1])
    if ready > 0 and READY * ready >= n_hidden:
        tell(case, TICKETS_READY, ready, n_hidden, 0, 0)
    pieces, taken = pieces_of(case.views[0], case.seat), spaces(case, own, np.empty(0, np.int16))
    if pieces - taken >= MANY_TRAINS:
        tell(case, TRAINS_SPARE if taken > 0 else TRAINS_LEFT, taken, pieces, 0, 0)


@compiled
def chosen(rows: Records, mask: int) -> Records:
    """The rows of those tickets of an offer that are kept."""
    found, n = rows.copy(), 0
    for place in range(rows.shape[0]):
        if mask >> place & 1:
            found[n] = rows[place]
            n += 1
    return found[:n]


@compiled
def keep_reasons(case: Case, mask: int, other_mask: int) -> None:
    """Reasons to keep some tickets rather than others."""
    rows, own, none = np.zeros(MAX_OFFER, NEED), needs_of(case, case.views), np.empty(0, np.int16)
    rows = rows[: needs.offer_needs(case.views, case.boards, case.rules, case.seat, rows)]
    kept, other, is_lost = chosen(rows, mask), chosen(rows, other_mask), False
    for i in range(other.shape[0]):
        if other[i].cut_off == 1 and row_of(kept, int(other[i].ticket)) == NONE:
            tell(case, IMPOSSIBLE, other[i].ticket, 0, 0, 0)
        is_lost = is_lost or other[i].cut_off == 1
    for i in range(kept.shape[0]):
        is_lost = is_lost or kept[i].cut_off == 1
    if is_lost:
        return
    now, with_kept, with_other = spaces(case, own, none), spaces(case, own, ids(kept)), spaces(case, own, ids(other))
    pieces = pieces_of(case.views[0], case.seat)
    if with_kept <= pieces < with_other:
        tell(case, TOO_LONG, with_other, pieces, 0, 0)
    _beside(case, kept, other, with_kept - now, with_other - now)
    shared, other_shared = total(kept) - (with_kept - now), total(other) - (with_other - now)
    if shared >= DETOUR and shared > other_shared:
        tell(case, SHARE, shared, 0, 0, 0)


@compiled
def ids(rows: Records) -> npt.NDArray[np.int16]:
    """The tickets of some rows."""
    found = np.empty(rows.shape[0], np.int16)
    for i in range(rows.shape[0]):
        found[i] = rows[i].ticket
    return found


@compiled
def total(rows: Records) -> int:
    """The spaces that some tickets take, each by itself."""
    n = 0
    for i in range(rows.shape[0]):
        n += int(rows[i].cards)
    return n


@compiled
def only_in(rows: Records, other: Records) -> npt.NDArray[np.int16]:
    """The tickets of some rows that are not among others."""
    found, n = np.empty(rows.shape[0], np.int16), 0
    for i in range(rows.shape[0]):
        if row_of(other, int(rows[i].ticket)) == NONE:
            found[n] = rows[i].ticket
            n += 1
    return found[:n]


@compiled
def _beside(case: Case, kept: Records, other: Records, added: int, other_added: int) -> None:
    """The spaces that two choices of tickets add, if the comparison favours the first."""
    board, more, less = case.boards[0], only_in(kept, other), only_in(other, kept)
    points = other_points = 0
    for i in range(kept.shape[0]):
        points += points_of(board, int(kept[i].ticket))
    for i in range(other.shape[0]):
        other_points += points_of(board, int(other[i].ticket))
    if less.size == 0 and more.size == 1:
        if added - other_added < points - other_points:
            code = ADDS_LITTLE if added > other_added else ADDS_NOTHING
            tell(case, code, more[0], added - other_added, points - other_points, 0)
    elif more.size == 0 and less.size == 1:
        if other_added - added >= other_points - points:
            tell(case, ADDS_MUCH, less[0], other_added - added, other_points - points, 0)
    elif points * other_added > other_points * added or added < other_added:
        tell(case, KEEP_SUM, points, added, other_points, other_added)


# --- all of them ----------------------------------------------------------------------------------------------------


@compiled
def speak(case: Case, action: int, other: int) -> None:
    """Tell all reasons for a decision, compared with another."""
    kind, argument = actions.kind_of(action), actions.argument_of(action)
    is_alike = actions.kind_of(other) == kind
    if kind == actions.CLAIM:
        claim_reasons(case, argument, actions.argument_of(other) if is_alike else NONE)
    elif kind in (actions.TAKE, actions.DRAW):
        card_reasons(case, argument if kind == actions.TAKE else NONE)
    elif kind == actions.TICKETS:
        ticket_reasons(case)
    elif kind == actions.KEEP and is_alike:
        keep_reasons(case, argument, actions.argument_of(other))
    elif kind == actions.PAY and is_alike:
        pay_reasons(case, action, other)
    elif kind == actions.STATION:
        station_reasons(case, argument)
