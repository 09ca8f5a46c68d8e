"""Wagon cards: the deck as counts, the market, the discard, hands, and what everybody has seen of them."""

from eclisse.core.codes import LOCOMOTIVE, N_COLOURS, NONE
from eclisse.core.mechanics import warehouses
from eclisse.core.records import MARKET_SIZE, MAX_SEATS, Record
from eclisse.core.rng import pick
from eclisse.jit.compiled import compiled


@compiled
def restock(state: Record, rules: Record) -> None:
    """Refill an empty deck from the discard (RESHUFFLE), or else from the warehouses (WAREHOUSE-EMPTY)."""
    if state.n_deck > 0:
        return
    if state.n_discard > 0:
        for c in range(N_COLOURS):
            state.deck[c] = state.stock[c] = state.discard[c]
            state.discard[c] = 0
        state.n_deck = state.n_discard
        state.n_discard = 0
    elif warehouses.must_be_emptied(state, rules):
        warehouses.empty_into_deck(state, rules)
    else:
        return
    for seat in range(MAX_SEATS):
        for c in range(N_COLOURS):
            state.blind[seat, c] = 0
    state.n_reshuffles += 1


@compiled
def renew(state: Record, rules: Record) -> None:
    """Make the discard the deck the moment the deck is empty (RESHUFFLE)."""
    if rules.renew_at_once == 1 and state.n_deck == 0 and state.n_discard > 0:
        restock(state, rules)


@compiled
def n_drawable(state: Record) -> int:
    """How many cards can still come from the deck and the discard."""
    return int(state.n_deck) + int(state.n_discard)


@compiled
def draw_card(state: Record, rules: Record) -> int:
    """Take the top card of the deck: any of its cards with equal chance; NONE when there is none."""
    restock(state, rules)
    if state.n_deck == 0:
        return NONE
    colour = pick(state, state.deck, int(state.n_deck))
    state.n_deck -= 1
    return colour


@compiled
def turn_up(state: Record, rules: Record) -> int:
    """Take the top card of the deck for all to see."""
    colour = draw_card(state, rules)
    if colour != NONE:
        state.stock[colour] -= 1
    renew(state, rules)
    return colour


@compiled
def draw_blind(state: Record, rules: Record, seat: int) -> None:
    """Give a seat the top card of the deck, unseen by the others."""
    colour = draw_card(state, rules)
    state.hands[seat, colour] += 1
    state.n_hand[seat] += 1
    state.blind[seat, colour] += 1


@compiled
def count_face_up(state: Record, colour: int) -> int:
    """How many cards of a colour lie in the market."""
    n = 0
    for place in range(MARKET_SIZE):
        if state.market[place] == colour:
            n += 1
    return n


@compiled
def colours_face_up(state: Record) -> int:
    """The colours that lie in the market, as a bit mask."""
    colours = 0
    for place in range(MARKET_SIZE):
        if state.market[place] != NONE:
            colours |= 1 << int(state.market[place])
    return colours


@compiled
def would_swap(state: Record, rules: Record) -> bool:
    """Whether a flush would only swap market and deck: the deck is as large, and renewed as soon as it is empty."""
    return bool(rules.renew_at_once == 1 and state.n_deck == MARKET_SIZE and state.n_discard == 0)


@compiled
def must_flush(state: Record, rules: Record) -> bool:
    """Whether the market must be discarded, and doing so could end (MARKET-FLUSH)."""
    if rules.flush_at == 0 or count_face_up(state, LOCOMOTIVE) < rules.flush_at:
        return False
    if would_swap(state, rules) and state.deck[LOCOMOTIVE] >= rules.flush_at:
        return False
    others = n_drawable(state) - int(state.deck[LOCOMOTIVE]) - int(state.discard[LOCOMOTIVE])
    for place in range(MARKET_SIZE):
        if state.market[place] != NONE and state.market[place] != LOCOMOTIVE:
            others += 1
    return others >= MARKET_SIZE - rules.flush_at + 1


@compiled
def fill_market(state: Record, rules: Record) -> None:
    """Fill the empty places of the market, as far as there are cards (MARKET-SHORT), and flush it (MARKET-FLUSH)."""
    while True:
        renew(state, rules)
        for place in range(MARKET_SIZE):
            if state.market[place] == NONE:
                state.market[place] = turn_up(state, rules)
        if not must_flush(state, rules):
            return
        for place in range(MARKET_SIZE):
            if state.market[place] != NONE:
                discard(state, int(state.market[place]), 1)
                state.market[place] = NONE
        state.n_flushes += 1


@compiled
def take_face_up(state: Record, rules: Record, seat: int, colour: int) -> None:
    """Give a seat the first market card of a colour and replace it at once (DRAW-TWO)."""
    place = 0
    while state.market[place] != colour:
        place += 1
    state.market[place] = NONE
    state.hands[seat, colour] += 1
    state.n_hand[seat] += 1
    state.seen[seat, colour] += 1
    fill_market(state, rules)


@compiled
def discard(state: Record, colour: int, n: int) -> None:
    """Put n cards of a colour on the discard."""
    state.discard[colour] += n
    state.n_discard += n


@compiled
def lay_down(state: Record, seat: int, colour: int, n: int) -> None:
    """Move n cards of a colour from a hand to the table; the others forget that many of those they had seen."""
    state.hands[seat, colour] -= n
    state.n_hand[seat] -= n
    state.seen[seat, colour] = max(0, int(state.seen[seat, colour]) - n)
    state.laid[colour] += n


@compiled
def discard_laid(state: Record) -> None:
    """Discard the payment that lies on the table."""
    for c in range(N_COLOURS):
        if state.laid[c] > 0:
            discard(state, c, int(state.laid[c]))
            state.laid[c] = 0


@compiled
def take_laid_back(state: Record, seat: int) -> None:
    """Return the payment to its hand (TUNNEL-BACK); everybody has now seen it."""
    for c in range(N_COLOURS):
        state.hands[seat, c] += state.laid[c]
        state.n_hand[seat] += state.laid[c]
        state.seen[seat, c] += state.laid[c]
        state.laid[c] = 0
