"""Tunnels: cards turned up ask for a surcharge."""

from eclisse.core.cards import discard, turn_up
from eclisse.core.codes import LOCOMOTIVE, NONE
from eclisse.core.records import MAX_REVEALED, Record
from eclisse.jit.compiled import compiled


@compiled
def laid_colour(state: Record) -> int:
    """The colour the payment on the table was made with; LOCOMOTIVE when it has nothing else (TUNNEL)."""
    for c in range(LOCOMOTIVE):
        if state.laid[c] > 0:
            return c
    return LOCOMOTIVE


@compiled
def surcharge(state: Record) -> int:
    """How many of the cards turned up have the colour of the payment on the table, or are locomotives (TUNNEL)."""
    colour, n = laid_colour(state), 0
    for i in range(MAX_REVEALED):
        card = state.revealed[i]
        if card != NONE and (card == colour or card == LOCOMOTIVE):
            n += 1
    return n


@compiled
def reveal(state: Record, rules: Record) -> None:
    """Turn up the cards of a tunnel, as many as there are, and count the surcharge (TUNNEL, TUNNEL-SHORT)."""
    for i in range(rules.tunnel_cards):
        state.revealed[i] = turn_up(state, rules)
    state.surcharge = surcharge(state)


@compiled
def discard_revealed(state: Record) -> None:
    """Discard the turned-up cards (TUNNEL-DISCARD); the record goes on showing them until the next turn."""
    for i in range(MAX_REVEALED):
        if state.revealed[i] != NONE:
            discard(state, int(state.revealed[i]), 1)


@compiled
def forget_revealed(state: Record) -> None:
    """Stop showing the cards of the last turn's tunnel."""
    for i in range(MAX_REVEALED):
        state.revealed[i] = NONE
