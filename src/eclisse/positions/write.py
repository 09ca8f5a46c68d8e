"""A state as a position: everything about one moment of a game, as JSON."""

from collections.abc import Iterable
from typing import Any

from eclisse.catalogue.kit import Kit
from eclisse.core.codes import COLOUR_NAMES, END_NAMES, NONE, PHASE_NAMES, SETUP
from eclisse.core.records import MAX_TICKETS, Record
from eclisse.notation import key_text

Json = dict[str, Any]


def cards_out(row: Any) -> dict[str, int]:
    """Counts by colour as a dictionary of those there are."""
    return {name: n for name, n in zip(COLOUR_NAMES, row.tolist(), strict=True) if n}


def row_out(row: Any, names: Iterable[str]) -> list[str]:
    """Indices, up to the first NONE, as names."""
    table = tuple(names)
    return [table[i] for i in row.tolist() if i != NONE]


def queue_out(state: Record, kit: Kit) -> list[str]:
    """The ticket deck from its top."""
    places = [(int(state.head) + k) % MAX_TICKETS for k in range(int(state.n_queue))]
    return [kit.names.tickets[int(state.queue[place])] for place in places]


def buildings_out(column: Any, kit: Kit, seats: int) -> list[list[str]]:
    """Cities each seat has a building on."""
    standing = [(owner, name) for owner, name in zip(column.tolist(), kit.names.cities, strict=False) if owner != NONE]
    return [[name for owner, name in standing if owner == seat] for seat in range(seats)]


def held_out(state: Record, kit: Kit, seat: int) -> list[str]:
    """Tickets a seat holds."""
    return [name for holder, name in zip(state.holder.tolist(), kit.names.tickets, strict=False) if holder == seat]


def position(state: Record, kit: Kit) -> Json:
    """The whole of a state as JSON; the keys of a decision under way only while there is one."""
    seats = range(int(state.n_seats))
    n = len(seats)
    known = {
        name: [seat for seat in seats if state.known_by[i] >> seat & 1]
        for i, name in enumerate(kit.names.tickets)
        if state.known_by[i]
    }
    out: Json = {
        "game": kit.game,
        "seats": n,
        "modules": list(kit.modules),
        "to_move": None if state.to_move == NONE else int(state.to_move),
        "phase": PHASE_NAMES[state.phase],
        "routes": {name: int(state.owner[i]) for i, name in enumerate(kit.names.routes) if state.owner[i] != NONE},
        "hands": [cards_out(state.hands[seat]) for seat in seats],
        "tickets": [held_out(state, kit, seat) for seat in seats],
        "stations": buildings_out(state.station, kit, n),
        "depots": buildings_out(state.depot, kit, n),
        "depots_left": [int(state.depots_left[seat]) for seat in seats],
        "warehouses": [cards_out(state.warehouses[seat]) for seat in seats],
        "market": row_out(state.market, COLOUR_NAMES),
        "deck": cards_out(state.deck),
        "discard": cards_out(state.discard),
        "ticket_deck": queue_out(state, kit),
        "last_round_by": None if state.last_round_by == NONE else int(state.last_round_by),
        "first_seat": int(state.first_seat),
        "turns": int(state.turns),
        "passes": int(state.passes),
        "drawn": int(state.drawn),
        "seen": [cards_out(state.seen[seat]) for seat in seats],
        "stock": cards_out(state.stock),
        "blind": [cards_out(state.blind[seat]) for seat in seats],
        "known": known,
        "mixed": [int(state.mixed_at), int(state.n_mixed)],
        "kept_at_setup": [int(state.kept_at_setup[seat]) for seat in seats],
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
    seats = range(int(state.n_seats))
    out: Json = {}
    if any(state.n_offer):
        out["offers"] = [row_out(state.offer[seat], kit.names.tickets) for seat in seats]
    if any(state.n_later):
        out["later"] = [row_out(state.later[seat], kit.names.tickets) for seat in seats]
    if state.phase == SETUP:
        out["choices"] = [None if state.choice[seat] == NONE else int(state.choice[seat]) for seat in seats]
    if state.route != NONE:
        out["route"] = kit.names.routes[state.route]
    if state.city != NONE:
        out["city"] = kit.names.cities[state.city]
    if state.surcharge:
        out["surcharge"] = int(state.surcharge)
        out["laid"] = cards_out(state.laid)
    return out
