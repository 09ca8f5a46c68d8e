"""A state as a position: everything about one moment of a game, as JSON."""

from collections.abc import Iterable, Sequence
from typing import Any

from eclisse.catalogue.kit import Kit
from eclisse.core.codes import COLOUR_NAMES, END_NAMES, NONE, PHASE_NAMES, SETUP
from eclisse.core.records import MAX_TICKETS, Record
from eclisse.notation import key_text

Json = dict[str, Any]


def cards_out(row: Any) -> dict[str, int]:
    """Counts by colour as a dictionary of those there are."""
    return {name: n for name, n in zip(COLOUR_NAMES, row.tolist(), strict=True) if n}


def row_out(row: Any, names: Sequence[str]) -> list[str]:
    """Indices, up to the first NONE, as names."""
    return [names[i] for i in row.tolist() if i != NONE]


def queue_out(state: Record, kit: Kit) -> list[str]:
    """The ticket deck from its top."""
    head, queue = int(state.head), state.queue.tolist()
    return [kit.names.tickets[queue[(head + k) % MAX_TICKETS]] for k in range(int(state.n_queue))]


def owned_out(column: Any, names: Iterable[str], seats: int) -> list[list[str]]:
    """The possessions of each seat, from a column of owners."""
    owned = [(owner, name) for owner, name in zip(column.tolist(), names, strict=False) if owner != NONE]
    return [[name for owner, name in owned if owner == seat] for seat in range(seats)]


def buildings_out(column: Any, kit: Kit, seats: int) -> list[list[str]]:
    """Cities each seat has a building on."""
    return owned_out(column, kit.names.cities, seats)


def held_out(state: Record, kit: Kit, seat: int) -> list[str]:
    """Tickets a seat holds."""
    return [name for holder, name in zip(state["holder"].tolist(), kit.names.tickets, strict=False) if holder == seat]


def position(state: Record, kit: Kit) -> Json:
    """The whole of a state as JSON; the keys of a decision under way only while there is one."""
    seats = range(int(state.n_seats))
    n = len(seats)
    owners = state.owner.tolist()  # reading a field of a record takes long: each is read once
    known = {
        name: [seat for seat in seats if by >> seat & 1]
        for name, by in zip(kit.names.tickets, state.known_by.tolist(), strict=False)
        if by
    }
    out: Json = {
        "game": kit.game,
        "seats": n,
        "modules": list(kit.modules),
        "to_move": None if state.to_move == NONE else int(state.to_move),
        "phase": PHASE_NAMES[state.phase],
        "routes": {name: who for name, who in zip(kit.names.routes, owners, strict=False) if who != NONE},
        "hands": [cards_out(row) for row in state.hands[:n]],
        "tickets": owned_out(state.holder, kit.names.tickets, n),
        "stations": buildings_out(state.station, kit, n),
        "depots": buildings_out(state.depot, kit, n),
        "depots_left": state.depots_left[:n].tolist(),
        "warehouses": [cards_out(row) for row in state.warehouses[:n]],
        "market": row_out(state.market, COLOUR_NAMES),
        "deck": cards_out(state.deck),
        "discard": cards_out(state.discard),
        "ticket_deck": queue_out(state, kit),
        "last_round_by": None if state.last_round_by == NONE else int(state.last_round_by),
        "first_seat": int(state.first_seat),
        "turns": int(state.turns),
        "passes": int(state.passes),
        "drawn": int(state.drawn),
        "seen": [cards_out(row) for row in state.seen[:n]],
        "stock": cards_out(state.stock),
        "blind": [cards_out(row) for row in state.blind[:n]],
        "known": known,
        "mixed": [int(state.mixed_at), int(state.n_mixed)],
        "kept_at_setup": state.kept_at_setup[:n].tolist(),
        "revealed": row_out(state.revealed, COLOUR_NAMES),
        "flushes": int(state.n_flushes),
        "reshuffles": int(state.n_reshuffles),
        "ended": END_NAMES[state.ended],
        "key": key_text(state.key),
        "counter": int(state.counter),
    }
    out.update(_under_way(state, kit))
    return out


def _under_way(state: Record, kit: Kit) -> Json:
    """The keys of an offer, a payment or the choice of the first tickets, where there is one."""
    n = int(state.n_seats)
    out: Json = {}
    if state.n_offer.any():
        out["offers"] = [row_out(row, kit.names.tickets) for row in state.offer[:n]]
    if state.n_later.any():
        out["later"] = [row_out(row, kit.names.tickets) for row in state.later[:n]]
    if state.phase == SETUP:
        out["choices"] = [None if choice == NONE else choice for choice in state.choice[:n].tolist()]
    if state.route != NONE:
        out["route"] = kit.names.routes[state.route]
    if state.city != NONE:
        out["city"] = kit.names.cities[state.city]
    if state.surcharge:
        out["surcharge"] = int(state.surcharge)
        out["laid"] = cards_out(state.laid)
    return out
