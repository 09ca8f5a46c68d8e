"""What the hidden tickets of the others bring them in the end: every sum with its chance, summed over, not sampled.

The chance of an allocation of tickets is that of `likely`: in proportion to the product of the weights of the tickets
in the hands, for each number of long tickets that the others can have kept. Tickets are given out one after the other,
and what is remembered of all that were given before is only how many each hand has, and what they bring it.
"""

from typing import Final

import numpy as np

from eclisse.bots.likely import Weights
from eclisse.core.batch import Records
from eclisse.core.codes import BOTTOM, HIDDEN, IN_DECK, NONE, OUT_OF_GAME
from eclisse.core.links import components, two_paths
from eclisse.core.mechanics import mandala
from eclisse.core.mechanics.borders import ticket_value
from eclisse.core.observe import could_have_kept, count_spare, place_mixed
from eclisse.core.records import MAX_CITIES, MAX_MANDALA, MAX_SEATS, MAX_TICKETS, STATE, Record, record
from eclisse.core.tickets import count_bits
from eclisse.jit.compiled import compiled

MOST_SUMS: Final = 1 << 22  # sums remembered at once
MOST_CELLS: Final = 20_000  # different ends of a game, as far as hidden tickets make them
MOST_LONG: Final = 64  # ways in which the others can hold long tickets
STANDARD, LONG = range(2)
SUM, DONE, CIRCLES = range(3)  # what is remembered of a hand: points, tickets completed, tickets with two paths

# What hidden tickets bring every seat, and the chance of it.
CELL: Final = record(
    [
        ("share", "f8"),
        ("tickets", "i8", MAX_SEATS),
        ("completed", "i8", MAX_SEATS),
        ("mandalas", "i8", MAX_SEATS),
    ]
)

# A hand that hidden tickets are given to.
HAND: Final = record(
    [
        ("seat", "i8"),
        ("n", "i8", 2),  # standard and long tickets it gets
        ("is_offer", "i8"),  # 1: tickets the deciding seat draws, of which it keeps the best
        ("least", "i8"),  # of those: how many it must keep
        ("worth", "i8", (MAX_TICKETS, 3)),  # of each ticket: points, whether completed, whether it has two paths
        ("weight", "f8", MAX_TICKETS),
        ("low", "i8"),  # the least that tickets given so far can come to
        ("span", "i8", 3),  # numbers of sums to tell apart
        ("step", "i8", 3),  # between them, in the table of sums
        ("more", "i8", 2),  # the same for one ticket more
    ]
)


@compiled
def value_tickets(view: Record, board: Record, rules: Record, hand: Record) -> None:
    """Write what each hidden or offered ticket would bring the seat of a hand."""
    label, group = np.empty(MAX_CITIES, np.int16), np.empty(MAX_CITIES, np.int16)
    components(view, board, int(hand.seat), label)
    if mandala.is_on(rules):
        two_paths(view, board, int(hand.seat), group)
    for ticket in range(board.n_tickets):
        points = ticket_value(board, label, ticket)
        hand.worth[ticket, SUM] = points
        hand.worth[ticket, DONE] = 1 if points > 0 else 0
        hand.worth[ticket, CIRCLES] = 0
        if mandala.is_on(rules) and mandala.has_two_paths(board, group, ticket):
            hand.worth[ticket, CIRCLES] = 1


@compiled
def _top(values: Weights, n: int, k: int) -> int:
    """The sum of the k largest of n numbers that are above 0."""
    left, total = values[:n].copy(), 0
    for _ in range(min(k, n)):
        best = int(np.argmax(left))
        total += max(0, int(left[best]))
        left[best] = 0.0
    return total


@compiled
def measure(view: Record, board: Record, hand: Record) -> None:
    """How far the sums of a hand can go."""
    values, n, given = np.empty(MAX_TICKETS), 0, int(hand.n[STANDARD]) + int(hand.n[LONG])
    for line in range(3):
        n = 0
        for ticket in range(board.n_tickets):
            if view.holder[ticket] == HIDDEN or (hand.is_offer == 1 and view.holder[ticket] == IN_DECK):
                values[n] = hand.worth[ticket, line]
                n += 1
        high = _top(values, n, given)
        if line == SUM:
            hand.low = -_top(-values, n, given)
            high -= int(hand.low)
        hand.span[line] = high + 1


@compiled
def lay_out(hands: Records) -> int:
    """Give every sum its place in one table; returns its size, or NONE if it is too large."""
    size = 1
    for h in range(hands.shape[0]):
        for line in range(3):
            hands[h].step[line] = size
            size *= int(hands[h].span[line])
    if size > MOST_SUMS:
        return NONE
    for h in range(hands.shape[0]):
        for kind in range(2):
            hands[h].more[kind] = size
            size *= int(hands[h].n[kind]) + 1
            if size > MOST_SUMS:
                return NONE
    return size


@compiled
def _given(hand: Record, kind: int, place: int) -> int:
    """How many tickets of a kind a hand has, at a place of the table."""
    return place // int(hand.more[kind]) % (int(hand.n[kind]) + 1)


@compiled
def _after(hand: Record, kind: int, ticket: int, place: int) -> int:
    """The place of the table after a hand gets a ticket, of which an offer keeps only what it needs."""
    target = place + int(hand.more[kind])
    is_kept = hand.is_offer == 0 or hand.worth[ticket, DONE] == 1 or _given(hand, kind, place) < hand.least
    if is_kept:
        for line in range(3):
            target += int(hand.worth[ticket, line]) * int(hand.step[line])
    return target


@compiled
def give_out(table: Weights, hands: Records, ticket: int, kind: int, forced: int) -> None:
    """Give one ticket to each hand, or to none; `forced` (NONE: none) is the hand that gets it for sure.

    Every step leads to a higher place, so that the table can be gone through from its end.
    """
    for place in range(table.shape[0] - 1, -1, -1):
        share = table[place]
        if share == 0.0:
            continue
        if forced != NONE:
            table[place] = 0.0
        for h in range(hands.shape[0]):
            if (forced == NONE or forced == h) and _given(hands[h], kind, place) < hands[h].n[kind]:
                table[_after(hands[h], kind, ticket, place)] += share * hands[h].weight[ticket]


@compiled
def order_tickets(view: Record, board: Record, hands: Records, order: Records) -> int:
    """List the tickets to give out: if some are offered, by what they bring, so that the best are kept first."""
    last, n = hands[hands.shape[0] - 1], 0
    ranks = np.empty(MAX_TICKETS, np.int64)
    for ticket in range(board.n_tickets):
        is_wanted = view.holder[ticket] == HIDDEN or (last.is_offer == 1 and is_on_top(view, int(last.n[0]), ticket))
        if is_wanted:
            rank = -int(last.worth[ticket, SUM]) if last.is_offer == 1 else 0
            place = n
            while place > 0 and ranks[place - 1] > rank:
                order[place], ranks[place] = order[place - 1], ranks[place - 1]
                place -= 1
            order[place], ranks[place] = ticket, rank
            n += 1
    return n


@compiled
def is_on_top(view: Record, n: int, ticket: int) -> bool:
    """Whether a seat knows that a ticket is among the next n of the deck."""
    for k in range(n):
        if view.queue[(view.head + k) % MAX_TICKETS] == ticket:
            return True
    return False


@compiled
def sum_up(view: Record, board: Record, hands: Records, share: float, cells: Records, n: int) -> int:
    """Append all that the tickets can come to in these hands, with chances that sum to `share`; NONE: too many."""
    for h in range(hands.shape[0]):
        measure(view, board, hands[h])
    size = lay_out(hands)
    if size == NONE:
        return NONE
    table, order, start, full = np.zeros(size), np.empty(MAX_TICKETS, np.int64), 0, 0
    for h in range(hands.shape[0]):
        start -= int(hands[h].low) * int(hands[h].step[SUM])
        full += int(hands[h].n[0]) * int(hands[h].more[0]) + int(hands[h].n[1]) * int(hands[h].more[1])
    table[start] = 1.0
    for i in range(order_tickets(view, board, hands, order)):
        ticket = int(order[i])
        forced = NONE if view.holder[ticket] == HIDDEN else hands.shape[0] - 1
        give_out(table, hands, ticket, int(board.ticket_long[ticket]), forced)
    total = table[full:].sum()
    for place in range(full, size):
        if table[place] > 0.0 and total > 0.0:
            if n == cells.shape[0]:
                return NONE
            _write_cell(hands, place - full, cells[n])
            cells[n].share = share * table[place] / total
            n += 1
    return n if total > 0.0 else NONE


@compiled
def _write_cell(hands: Records, place: int, cell: Record) -> None:
    """Read the sums at a place of the table."""
    cell.tickets[:] = 0
    cell.completed[:] = 0
    cell.mandalas[:] = 0
    for h in range(hands.shape[0]):
        hand = hands[h]
        cell.tickets[hand.seat] = int(hand.low) + place // int(hand.step[SUM]) % int(hand.span[SUM])
        cell.completed[hand.seat] = place // int(hand.step[DONE]) % int(hand.span[DONE])
        cell.mandalas[hand.seat] = place // int(hand.step[CIRCLES]) % int(hand.span[CIRCLES])


@compiled
def kept_long(view: Record, rules: Record, other: int, out: Weights) -> None:
    """The chance of each number of long tickets in another hand: any choice it may have made is as likely."""
    out[:] = 0.0
    if rules.deal_long == 0:
        out[0] = 1.0
        return
    total = 0.0
    for mask in range(1 << int(rules.deal_long + rules.deal)):
        if count_bits(mask) == view.kept_at_setup[other] and could_have_kept(rules, mask):
            out[count_bits(mask & ((1 << int(rules.deal_long)) - 1))] += 1.0
            total += 1.0
    if total > 0.0:
        for i in range(out.shape[0]):
            out[i] /= total


@compiled
def list_long(view: Record, board: Record, rules: Record, seat: int, found: Records, shares: Weights) -> int:
    """List how many long tickets the others can hold, with chances, as `redeal` guesses them; returns how many."""
    states, chances, n, total = np.empty(1, STATE), np.zeros((MAX_SEATS, 8)), 0, 0.0
    states[0] = view
    place_mixed(states[0], board)
    strict = rules.unkept_setup != OUT_OF_GAME and rules.unkept_play == BOTTOM
    most, ways = int(rules.deal_long) + 1, 1
    for other in range(view.n_seats):
        kept_long(view, rules, other, chances[other])
        ways *= most if other != seat else 1
    for way in range(ways):
        share, rest = 1.0, way
        n_long = np.zeros(MAX_SEATS, np.int16)
        for other in range(view.n_seats):
            if other != seat:
                n_long[other] = rest % most
                share *= chances[other, rest % most] if rest % most <= view.n_tickets[other] else 0.0
                rest //= most
        spare = count_spare(states[0], board, rules, seat, n_long) if rules.deal_long > 0 else 0
        if share > 0.0 and (spare == 0 or (spare > 0 and not strict)):
            if n == found.shape[0]:
                return 0
            found[n], shares[n] = n_long, share
            total += share
            n += 1
    for i in range(n):
        shares[i] /= total
    return n


@compiled
def fill_hands(view: Record, board: Record, rules: Record, seat: int, weights: Weights, hands: Records) -> None:
    """Prepare the hands of the others."""
    h = 0
    for other in range(view.n_seats):
        if other != seat:
            hands[h].seat, hands[h].is_offer, hands[h].least = other, 0, 0
            for ticket in range(MAX_TICKETS):
                hands[h].weight[ticket] = weights[other, ticket]
            value_tickets(view, board, rules, hands[h])
            h += 1


@compiled
def least_own(view: Record, board: Record, rules: Record, seat: int) -> int:
    """Points that a seat will have at least after its last turn, bonuses apart."""
    hands = np.zeros(1, HAND)
    hands[0].seat, total, worst = seat, int(view.points[seat]), 0
    value_tickets(view, board, rules, hands[0])
    for ticket in range(board.n_tickets):
        points = int(hands[0].worth[ticket, SUM])
        if view.holder[ticket] == seat:
            total += points
        elif view.holder[ticket] == HIDDEN or view.holder[ticket] == IN_DECK:
            worst = min(worst, points)
    return total + int(rules.draw_keep) * worst + int(rules.station_points) * max(0, int(view.stations_left[seat]) - 1)


@compiled
def set_aside(
    view: Record, board: Record, rules: Record, seat: int, hands: Records, ways: Records, shares: Weights,
    means: Weights,
) -> bool:  # fmt: skip
    """Find the seats that cannot win: of their tickets only the mean counts; False if that is too much work."""
    n, floor = hands.shape[0], least_own(view, board, rules, seat)
    low, high = np.zeros(n, np.int64), np.zeros(n, np.int64)
    for h in range(n):
        other = int(hands[h].seat)
        hands[h].n[STANDARD], hands[h].n[LONG] = view.n_tickets[other], 0
        measure(view, board, hands[h])
        low[h] = int(view.points[other]) + int(rules.station_points * view.stations_left[other]) + int(hands[h].low)
        high[h] = low[h] + int(hands[h].span[SUM]) - 1 + int(rules.longest) + int(rules.depot_bonus)
        high[h] += int(rules.mandala[MAX_MANDALA])
    kept = hands.copy()
    for h in range(n):
        second = floor
        for other in range(n):
            if other != h:
                second = max(second, int(low[other]))
        if rules.globetrotter == 0 and high[h] < second:
            hands[h].worth[:, :] = 0
            if not _average(view, board, rules, kept, h, ways, shares, means):
                return False
    return True


@compiled
def _average(
    view: Record, board: Record, rules: Record, hands: Records, h: int, ways: Records, shares: Weights, means: Weights
) -> bool:
    """The points of a hand's tickets on average, with their bonus; False if that is too much work."""
    alone, cells = hands.copy(), np.empty(MOST_CELLS, CELL)
    seat, n_cells, total = int(hands[h].seat), 0, 0.0
    for way in range(ways.shape[0]):
        for other in range(alone.shape[0]):
            if other != h:
                alone[other].worth[:, :] = 0
            alone[other].n[LONG] = ways[way, alone[other].seat]
            alone[other].n[STANDARD] = view.n_tickets[alone[other].seat] - ways[way, alone[other].seat]
        n_cells = sum_up(view, board, alone, shares[way], cells, n_cells)
        if n_cells == NONE:
            return False
    for i in range(n_cells):
        points = int(cells[i].tickets[seat]) + int(rules.mandala[min(int(cells[i].mandalas[seat]), MAX_MANDALA)])
        total += cells[i].share * points
    means[seat] = total
    return True


@compiled
def sum_hands(
    view: Record, board: Record, rules: Record, seat: int, weights: Weights, offered: int, cells: Records,
    means: Weights,
) -> int:  # fmt: skip
    """All that the hidden tickets of the others can come to, `offered` tickets drawn (0: none); NONE: too many."""
    n_others = int(view.n_seats) - 1
    hands = np.zeros(n_others + (1 if offered > 0 else 0), HAND)
    ways, shares = np.zeros((MOST_LONG, MAX_SEATS), np.int16), np.empty(MOST_LONG)
    fill_hands(view, board, rules, seat, weights, hands)
    if offered > 0:
        last = hands[n_others]
        last.seat, last.is_offer, last.least, last.n[STANDARD] = seat, 1, min(int(rules.draw_keep), offered), offered
        last.weight[:] = 1.0
        value_tickets(view, board, rules, last)
    n_cells, n_ways = 0, list_long(view, board, rules, seat, ways, shares)
    if view.n_seats > 2 and not set_aside(view, board, rules, seat, hands[:n_others], ways[:n_ways], shares, means):
        return NONE
    for way in range(n_ways):
        for h in range(n_others):
            hands[h].n[LONG] = ways[way, hands[h].seat]
            hands[h].n[STANDARD] = view.n_tickets[hands[h].seat] - ways[way, hands[h].seat]
        n_cells = sum_up(view, board, hands, shares[way], cells, n_cells)
        if n_cells == NONE:
            return NONE
    return n_cells if n_cells > 0 else NONE
