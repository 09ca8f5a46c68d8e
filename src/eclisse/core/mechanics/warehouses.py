"""Warehouses and depots (module `warehouses`); all of it does nothing when RULES.depots is 0."""

from eclisse.core.codes import DEPOTS, N_COLOURS, NONE
from eclisse.core.records import MAX_SEATS, Record
from eclisse.jit.compiled import compiled


@compiled
def must_be_emptied(state: Record, rules: Record) -> bool:
    """Whether the warehouses become the new deck once deck and discard are empty (WAREHOUSE-EMPTY)."""
    if rules.depots == 0:
        return False
    stored = 0
    someone_has_none = False
    for seat in range(state.n_seats):
        stored += int(state.n_warehouse[seat])
        if state.depots_left[seat] == 0:
            someone_has_none = True
    return someone_has_none and stored > 0


@compiled
def empty_into_deck(state: Record, rules: Record) -> None:
    """Make the deck from all warehouses; what is in it nobody knows (WAREHOUSE-EMPTY)."""
    for c in range(N_COLOURS):
        for seat in range(MAX_SEATS):
            state.deck[c] += state.warehouses[seat, c]
            state.warehouses[seat, c] = 0
        state.stock[c] = rules.cards[c]
    for seat in range(MAX_SEATS):
        state.n_deck += state.n_warehouse[seat]
        state.n_warehouse[seat] = 0


@compiled
def can_build_on(state: Record, board: Record, city: int) -> bool:
    """Whether a city is free of any building (DEPOT-CITY, STATION-BUILD); a border exit is no city."""
    return bool(board.country[city] == NONE and state.depot[city] == NONE and state.station[city] == NONE)


@compiled
def is_first_depot(state: Record) -> bool:
    """Whether the seats place their first depots, before the first turn (DEPOT-START)."""
    return bool(state.phase == DEPOTS and state.turns == 0)


@compiled
def can_place_after(state: Record, board: Record, rules: Record, seat: int) -> bool:
    """Whether a seat may place depots after its action: it has one left, and a city is free (DEPOT-PLACE)."""
    if rules.depots_after == 0 or state.depots_left[seat] == 0:
        return False
    for city in range(board.n_cities):
        if can_build_on(state, board, city):
            return True
    return False


@compiled
def place_depot(state: Record, seat: int, city: int) -> None:
    """Put one of a seat's depots on a city for good (DEPOT-START, DEPOT-PLACE)."""
    state.depot[city] = seat
    state.depots_left[seat] -= 1


@compiled
def can_collect(state: Record, board: Record, seat: int, owner: int) -> bool:
    """Whether the seat's new route ends at a depot of this owner whose warehouse holds cards (WAREHOUSE-COLLECT)."""
    if state.depots_left[seat] == 0 or state.n_warehouse[owner] == 0:
        return False
    return bool(state.depot[board.a[state.route]] == owner or state.depot[board.b[state.route]] == owner)


@compiled
def can_collect_any(state: Record, board: Record, rules: Record, seat: int) -> bool:
    """Whether any warehouse is within the new route's reach."""
    if rules.depots == 0:
        return False
    for owner in range(state.n_seats):
        if can_collect(state, board, seat, owner):
            return True
    return False


@compiled
def collect(state: Record, seat: int, owner: int) -> None:
    """Take all cards of a warehouse, giving up one of the depots left (WAREHOUSE-COLLECT)."""
    state.depots_left[seat] -= 1
    for c in range(N_COLOURS):
        state.hands[seat, c] += state.warehouses[owner, c]
        state.warehouses[owner, c] = 0
    state.n_hand[seat] += state.n_warehouse[owner]
    state.n_warehouse[owner] = 0
