"""A seat's view, and redealing what it hides: the only way to hidden information (VIEW).

A view is a STATE record in which everything its seat cannot know is blank: the counts stay, the contents go. Legal
decisions of the seat can be computed from its view. `redeal` takes a view, so it cannot leak what the view lacks.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.core.codes import (
    BOTTOM,
    GRAY,
    HIDDEN,
    IN_DECK,
    LOCOMOTIVE,
    N_COLOURS,
    NONE,
    OFFERED,
    OUT,
    OUT_OF_GAME,
    PAYING,
    SETUP,
)
from eclisse.core.mechanics import stations
from eclisse.core.mechanics.ferries import fewest_locomotives, most_locomotives
from eclisse.core.records import MARKET_SIZE, MAX_OFFER, MAX_SEATS, MAX_TICKETS, Record
from eclisse.core.rng import below, pick
from eclisse.core.tickets import can_keep, count_bits
from eclisse.jit.compiled import compiled

Counts = npt.NDArray[np.int16]
GUESSES: Final = 200  # at most; no guess may fit a position written by hand


@compiled
def _hide_cards(view: Record, seat: int) -> None:
    """Blank the deck, the other hands and the warehouses."""
    view.deck[:] = 0
    view.warehouses[:, :] = 0
    for other in range(MAX_SEATS):
        if other != seat:
            view.hands[other, :] = 0
            view.blind[other, :] = 0


@compiled
def _hide_offers(view: Record, seat: int) -> None:
    """Blank what others choose from and have chosen; their number of tickets is public once all have chosen."""
    for other in range(MAX_SEATS):
        view.later[other, :] = NONE
        if other == seat:
            continue
        view.offer[other, :] = NONE
        if view.phase == SETUP:
            view.kept_at_setup[other] = 0
            if view.choice[other] != NONE:
                view.choice[other] = 0


@compiled
def _hide_tickets(view: Record, seat: int) -> None:
    """Blank the ticket deck and others' tickets, but for those the seat itself put where they are."""
    # The deck: a place stays if the seat itself put the ticket there and nobody shuffled it since.
    for k in range(MAX_TICKETS):
        place = (view.head + k) % MAX_TICKETS
        ticket = view.queue[place]
        mixed = view.mixed_at <= k < view.mixed_at + view.n_mixed
        if ticket != NONE and (mixed or seat == NONE or not view.known_by[ticket] >> seat & 1):
            view.queue[place] = NONE
    # The holders: those of other seats are hidden, and so is what each of them knows.
    for ticket in range(MAX_TICKETS):
        knows = seat != NONE and (view.holder[ticket] == seat or view.known_by[ticket] >> seat & 1)
        view.known_by[ticket] = 1 << seat if seat != NONE and view.known_by[ticket] >> seat & 1 else 0
        if not knows:
            view.holder[ticket] = HIDDEN
    # The seat's own offer stays visible.
    if seat != NONE:
        for i in range(view.n_offer[seat]):
            view.holder[view.offer[seat, i]] = OFFERED


@compiled
def blank(view: Record, seat: int) -> None:
    """Turn a copy of the state into what a seat may see; seat NONE is a spectator (VIEW)."""
    # 1. What is to come: the key and the counter of all chance.
    view.key[:] = 0
    view.counter = 0
    # 2. What is hidden now: cards, tickets, and what others choose from.
    _hide_cards(view, seat)
    _hide_tickets(view, seat)
    _hide_offers(view, seat)


@compiled
def count_unseen(view: Record, rules: Record, out: Counts) -> None:
    """Count, by colour, the cards whose place the seat does not know."""
    for c in range(N_COLOURS):
        out[c] = rules.cards[c] - view.discard[c] - view.laid[c]
        for seat in range(view.n_seats):
            out[c] -= max(int(view.hands[seat, c]), int(view.seen[seat, c]))
    for place in range(MARKET_SIZE):
        if view.market[place] != NONE:
            out[view.market[place]] -= 1
    if view.surcharge > 0:
        for i in range(view.revealed.shape[0]):
            if view.revealed[i] != NONE:
                out[view.revealed[i]] -= 1


@compiled
def deck_room(state: Record, seat: int, unseen: Counts, possible: Counts) -> int:
    """The cards that the deck may hold: those it was last made of that are still unseen; returns how many."""
    total = 0
    for c in range(N_COLOURS):
        possible[c] = min(int(state.stock[c]) - int(state.blind[seat, c]), int(unseen[c]))
        total += int(possible[c])
    return total


@compiled
def _redeal_deck(state: Record, seat: int, unseen: Counts) -> None:
    possible = np.zeros(N_COLOURS, np.int16)
    total = deck_room(state, seat, unseen, possible)
    for _ in range(state.n_deck):
        colour = pick(state, possible, total)
        total -= 1
        state.deck[colour] += 1
        unseen[colour] -= 1


@compiled
def _hold(state: Record, seat: int, other: int, colour: int, n: int, locomotives: int, unseen: Counts) -> bool:
    """Give a hand what it lacks of a payment from the unseen cards, if they allow it; else change nothing."""
    # The cards that the hand lacks, and how many hidden ones it has room for.
    lack = max(0, n - int(state.hands[other, colour])) if n > 0 else 0
    lack_locomotives = max(0, locomotives - int(state.hands[other, LOCOMOTIVE]))
    room = int(state.n_hand[other])
    for c in range(N_COLOURS):
        room -= int(state.hands[other, c])
    if lack > unseen[colour] or lack_locomotives > unseen[LOCOMOTIVE] or lack + lack_locomotives > room:
        return False
    # Enough must be left to make the deck; otherwise undo.
    unseen[colour] -= lack
    unseen[LOCOMOTIVE] -= lack_locomotives
    possible = np.zeros(N_COLOURS, np.int16)
    if deck_room(state, seat, unseen, possible) < state.n_deck:
        unseen[colour] += lack
        unseen[LOCOMOTIVE] += lack_locomotives
        return False
    state.hands[other, colour] += lack
    state.hands[other, LOCOMOTIVE] += lack_locomotives
    return True


@compiled
def _hold_payment(state: Record, board: Record, rules: Record, seat: int, unseen: Counts) -> None:
    """A seat that has named a route or a station can pay for it, as everybody knows."""
    other = int(state.to_move)
    if state.phase != PAYING or other == seat:
        return
    cost, colour, fewest = stations.cost(state, rules, other), GRAY, 0
    most = cost
    if state.route != NONE:
        cost, colour = int(board.length[state.route]), int(board.colour[state.route])
        fewest, most = fewest_locomotives(board, state.route), most_locomotives(board, rules, state.route)
    # Few locomotives first; among colours, begin with a random one.
    start = below(state, LOCOMOTIVE)
    for locomotives in range(fewest, most + 1):
        for i in range(LOCOMOTIVE):
            c = (start + i) % LOCOMOTIVE
            if (colour == GRAY or colour == c) and _hold(
                state, seat, other, c, cost - locomotives, locomotives, unseen
            ):
                return


@compiled
def _redeal_cards(state: Record, board: Record, rules: Record, seat: int) -> None:
    """Redeal deck, other hands and warehouses; a hand keeps the cards everybody saw it take."""
    # 1. The cards whose place the seat does not know.
    unseen = np.zeros(N_COLOURS, np.int16)
    count_unseen(state, rules, unseen)
    # 2. Other hands hold at least what everybody has seen in them, and what they are about to pay with.
    for other in range(state.n_seats):
        if other != seat:
            for c in range(N_COLOURS):
                state.hands[other, c] = state.seen[other, c]
    _hold_payment(state, board, rules, seat, unseen)
    # 3. The deck comes before hands and warehouses: it can hold only what it was last made from.
    _redeal_deck(state, seat, unseen)
    # 4. Everything else is spread over warehouses and hands.
    total = 0
    for c in range(N_COLOURS):
        total += int(unseen[c])
    for other in range(state.n_seats):
        for _ in range(state.n_warehouse[other]):
            state.warehouses[other, pick(state, unseen, total)] += 1
            total -= 1
        hidden = int(state.n_hand[other])
        for c in range(N_COLOURS):
            hidden -= int(state.hands[other, c])
        for _ in range(hidden):
            state.hands[other, pick(state, unseen, total)] += 1
            total -= 1


@compiled
def _shuffled_hidden(state: Record, board: Record, long: int, out: Counts) -> int:
    """List in random order the long, or the other, tickets whose place the seat does not know."""
    n = 0
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == HIDDEN and board.ticket_long[ticket] == long:
            out[n] = ticket
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        ticket = int(out[i])
        out[i] = out[j]
        out[j] = ticket
    return n


@compiled
def place_mixed(state: Record, board: Record) -> None:
    """Put the tickets the seat knows to be somewhere in the shuffled part of the deck at random places of it."""
    free = np.empty(MAX_TICKETS, np.int16)
    n = int(state.n_mixed)
    for i in range(n):
        free[i] = (state.head + state.mixed_at + i) % MAX_TICKETS
    placed = np.zeros(MAX_TICKETS, np.int16)
    for k in range(MAX_TICKETS):
        if state.queue[k] != NONE:
            placed[state.queue[k]] = 1
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == IN_DECK and placed[ticket] == 0:
            j = below(state, n)
            state.queue[free[j]] = ticket
            n -= 1
            free[j] = free[n]


@compiled
def _fill_deck(state: Record, pool: Counts, n: int) -> int:
    """Fill the unknown places of the ticket deck; returns how many of the pool are left."""
    for k in range(state.n_queue):
        place = (state.head + k) % MAX_TICKETS
        if state.queue[place] == NONE:
            n -= 1
            state.queue[place] = pool[n]
            state.holder[pool[n]] = IN_DECK
    return n


@compiled
def _fill_offers(state: Record, rules: Record, seat: int, pool: Counts, n: int, long: int) -> int:
    """Fill what others are choosing from, the seat's own later offer included."""
    for other in range(state.n_seats):
        for i in range(MAX_OFFER):
            is_long = 1 if state.phase == SETUP and i < rules.deal_long else 0
            if state.phase == SETUP and rules.long_first == 1:
                is_long = 1 if state.n_later[other] > 0 else 0
            if other != seat and i < state.n_offer[other] and is_long == long:
                n -= 1
                state.offer[other, i] = pool[n]
                state.holder[pool[n]] = OFFERED
            if long == 0 and i < state.n_later[other]:
                n -= 1
                state.later[other, i] = pool[n]
                state.holder[pool[n]] = OFFERED
    return n


@compiled
def _fill_hands(state: Record, seat: int, n_long: Counts, pool: Counts, n: int, long: int) -> int:
    """Give the others their tickets: so many long ones each, the rest from the others."""
    for other in range(state.n_seats):
        wanted = int(n_long[other]) if long == 1 else int(state.n_tickets[other]) - int(n_long[other])
        if other != seat:
            for _ in range(wanted):
                n -= 1
                state.holder[pool[n]] = other
    return n


@compiled
def could_have_kept(rules: Record, mask: int) -> bool:
    """Whether a seat may have kept these of all tickets dealt to it, long ones first (SETUP-TICKETS, MEGA)."""
    long = count_bits(mask & ((1 << int(rules.deal_long)) - 1))
    if rules.long_first == 0:
        return bool(count_bits(mask) >= rules.keep)
    least = rules.keep if long > 0 else rules.keep_without_long
    return bool(long <= 1 and count_bits(mask) - long >= least)


@compiled
def _guess_long(state: Record, rules: Record, seat: int) -> int:
    """Guess how many long tickets another seat kept: any choice of the size it made is as likely as any other."""
    if state.phase == SETUP:
        return below(state, 2) if rules.long_first == 1 and state.n_later[seat] == 0 else 0
    guess = 0
    n = 0
    for mask in range(1 << int(rules.deal_long + rules.deal)):
        if count_bits(mask) == state.kept_at_setup[seat] and could_have_kept(rules, mask):
            n += 1
            if below(state, n) == 0:
                guess = count_bits(mask & ((1 << int(rules.deal_long)) - 1))
    return guess


@compiled
def _guess_choice(state: Record, rules: Record, seat: int, n_long: int) -> None:
    """Guess what another seat that has answered at setup keeps."""
    if rules.long_first == 1 and state.n_later[seat] == 0:
        state.kept_at_setup[seat] = n_long
    if state.choice[seat] == NONE:
        return
    state.choice[seat] = NONE
    guess = 0
    n = 0
    for mask in range(1 << int(state.n_offer[seat])):
        if can_keep(state, rules, seat, mask):
            n += 1
            if below(state, n) == 0:
                guess = mask
    state.choice[seat] = guess


@compiled
def count_spare(state: Record, board: Record, rules: Record, seat: int, n_long: Counts) -> int:
    """How many hidden standard tickets no deck, offer or hand has room for, if the others hold so many long ones."""
    # Minus the unknown places of the deck,
    spare = -int(state.n_queue)
    for k in range(MAX_TICKETS):
        if state.queue[k] != NONE:
            spare += 1
    # plus all hidden standard tickets,
    for ticket in range(board.n_tickets):
        if state.holder[ticket] == HIDDEN and board.ticket_long[ticket] == 0:
            spare += 1
    # minus the room in offers and hands.
    for other in range(state.n_seats):
        spare -= int(state.n_later[other])
        if other != seat:
            spare -= max(0, int(state.n_tickets[other]) - int(n_long[other]))
            if state.phase != SETUP or rules.long_first == 0:
                spare -= max(0, int(state.n_offer[other]) - (int(rules.deal_long) if state.phase == SETUP else 0))
            elif state.n_later[other] == 0:
                spare -= int(state.n_offer[other])
    return spare


@compiled
def _guess_hands(state: Record, board: Record, rules: Record, seat: int, n_long: Counts) -> None:
    """Guess the long tickets of the others until the sizes of deck and hands, which are public, agree with it."""
    spare = 0
    exact = rules.unkept_setup != OUT_OF_GAME and rules.unkept_play == BOTTOM
    for _ in range(GUESSES):
        for other in range(state.n_seats):
            if other != seat and rules.deal_long > 0:
                n_long[other] = _guess_long(state, rules, other)
        spare = count_spare(state, board, rules, seat, n_long)
        if spare == 0 or (spare > 0 and not exact):
            return
    # No guess fits: turn standard tickets of the others into long ones until there is room.
    for other in range(state.n_seats):
        while other != seat and spare < 0 and n_long[other] < state.n_tickets[other]:
            n_long[other] += 1
            spare += 1


@compiled
def _redeal_tickets(state: Record, board: Record, rules: Record, seat: int) -> None:
    """Redeal all tickets the seat cannot place: deck, offers, other hands; the rest has left the game."""
    pool = np.empty(MAX_TICKETS, np.int16)
    n_long = np.zeros(MAX_SEATS, np.int16)
    # 1. Tickets the seat put into the shuffled part of the deck.
    place_mixed(state, board)
    # 2. How many long tickets each other seat holds.
    _guess_hands(state, board, rules, seat, n_long)
    # 3. Standard tickets, then long ones: into deck, offers and hands; what is left over has left the game.
    for long in range(2):
        n = _shuffled_hidden(state, board, long, pool)
        if long == 0:
            n = _fill_deck(state, pool, n)
        n = _fill_offers(state, rules, seat, pool, n, long)
        n = _fill_hands(state, seat, n_long, pool, n, long)
        for i in range(n):
            state.holder[pool[i]] = OUT
    # 4. What the others have chosen at setup and not shown yet.
    if state.phase == SETUP:
        for other in range(state.n_seats):
            if other != seat:
                _guess_choice(state, rules, other, int(n_long[other]))


@compiled
def redeal(state: Record, board: Record, rules: Record, seat: int, k0: np.uint64, k1: np.uint64) -> None:
    """Turn a seat's view into a whole state that the seat cannot tell from the true one, under a new key."""
    state.key[0] = k0
    state.key[1] = k1
    state.counter = 0
    _redeal_cards(state, board, rules, seat)
    _redeal_tickets(state, board, rules, seat)
