"""Tickets: the deck as a ring, offers, keeping and putting away."""

from eclisse.core.codes import BOTTOM, IN_DECK, OFFERED, OUT, SETUP
from eclisse.core.records import MAX_OFFER, MAX_TICKETS, Record
from eclisse.core.rng import below
from eclisse.jit.compiled import compiled


@compiled
def count_bits(mask: int) -> int:
    """How many tickets a choice keeps."""
    n = 0
    while mask > 0:
        n += mask & 1
        mask >>= 1
    return n


@compiled
def put_under(state: Record, ticket: int, known_by: int) -> None:
    """Put a ticket under the deck; the seats of the bit mask know that it is there."""
    state.queue[(state.head + state.n_queue) % MAX_TICKETS] = ticket
    state.n_queue += 1
    state.holder[ticket] = IN_DECK
    state.known_by[ticket] = known_by


@compiled
def take_top(state: Record) -> int:
    """Take the top ticket of the deck into an offer."""
    ticket = int(state.queue[state.head])
    state.queue[state.head] = -1
    state.head = (state.head + 1) % MAX_TICKETS
    state.n_queue -= 1
    if state.mixed_at > 0:
        state.mixed_at -= 1
    elif state.n_mixed > 0:
        state.n_mixed -= 1
    state.holder[ticket] = OFFERED
    state.known_by[ticket] = 0
    return ticket


@compiled
def shuffle_queue(state: Record, start: int, n: int) -> None:
    """Shuffle n tickets of the deck from a place on."""
    for i in range(n - 1, 0, -1):
        j = below(state, i + 1)
        x = (state.head + start + i) % MAX_TICKETS
        y = (state.head + start + j) % MAX_TICKETS
        ticket = int(state.queue[x])
        state.queue[x] = state.queue[y]
        state.queue[y] = ticket


@compiled
def offer_from_deck(state: Record, rules: Record, seat: int) -> None:
    """Offer a seat the top tickets, or all that remain if fewer (TICKETS-DRAW)."""
    state.n_offer[seat] = 0
    while state.n_offer[seat] < rules.draw and state.n_queue > 0:
        state.offer[seat, state.n_offer[seat]] = take_top(state)
        state.n_offer[seat] += 1


@compiled
def give(state: Record, seat: int, ticket: int) -> None:
    """A kept ticket stays to the end (TICKETS-KEPT)."""
    state.holder[ticket] = seat
    state.n_tickets[seat] += 1


@compiled
def remove(state: Record, seat: int, ticket: int) -> None:
    """A ticket leaves the game; the seat that put it away knows it."""
    state.holder[ticket] = OUT
    state.known_by[ticket] = 1 << seat


@compiled
def clear_offer(state: Record, seat: int) -> None:
    """Nothing is offered to the seat any more."""
    state.n_offer[seat] = 0
    for i in range(MAX_OFFER):
        state.offer[seat, i] = -1


@compiled
def settle_offer(state: Record, rules: Record, seat: int, mask: int) -> None:
    """Keep the chosen tickets of an offer drawn in play and put the others away in their order (TICKETS-DRAW)."""
    for i in range(state.n_offer[seat]):
        ticket = int(state.offer[seat, i])
        if mask >> i & 1:
            give(state, seat, ticket)
        elif rules.unkept_play == BOTTOM:
            put_under(state, ticket, 1 << seat)
        else:
            remove(state, seat, ticket)
    clear_offer(state, seat)


@compiled
def can_keep(state: Record, rules: Record, seat: int, mask: int) -> bool:
    """Whether a choice from a seat's offer is allowed: enough kept (SETUP-TICKETS, TICKETS-DRAW, MEGA)."""
    kept = count_bits(mask)
    if state.phase == SETUP:
        if state.n_later[seat] > 0:
            return kept <= 1
        least = rules.keep
        if rules.long_first == 1 and state.kept_at_setup[seat] == 0:
            least = rules.keep_without_long
        return kept >= min(least, state.n_offer[seat])
    return kept >= min(rules.draw_keep, state.n_offer[seat])
