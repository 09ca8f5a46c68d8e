"""Tunnels: cards turned up ask for a surcharge."""

from eclisse.core.cards import discard, turn_up
from eclisse.core.codes import LOCOMOTIVE, NONE
from eclisse.core.compiled import compiled
from eclisse.core.records import MAX_REVEALED, Record


@compiled
def laid_colour(state: Record) -> int:
    """The colour the payment on the table was made with; LOCOMOTIVE when it has nothing else (TUNNEL)."""
    for c in range(LOCOMOTIVE):
        if state.laid[c] > 0:
            return c
    return LOCOMOTIVE


@compiled
def reveal(state: Record, rules: Record) -> None:
    """Turn up the cards of a tunnel, as many as there are, and count the surcharge (TUNNEL, TUNNEL-SHORT)."""
    colour = laid_colour(state)
    state.surcharge = 0
    for i in range(rules.tunnel_cards):
        card = turn_up(state, rules)
        state.revealed[i] = card
        if card != NONE and (card == colour or card == LOCOMOTIVE):
            state.surcharge += 1


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
