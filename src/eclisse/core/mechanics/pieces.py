"""Pieces on the board: trains (or trams), one a space, and subways, one a route (BERLIN-TRAM, BERLIN-SUBWAY)."""

from eclisse.core.codes import SUBWAY, TRAIN
from eclisse.core.records import Record, Small
from eclisse.jit.compiled import compiled


@compiled
def spaces(board: Record, route: int) -> int:
    """How many pieces a route takes: one a space; a subway route has a single space."""
    if board.kind[route] == SUBWAY:
        return 1
    return int(board.length[route])


@compiled
def has_pieces(state: Record, board: Record, seat: int, route: int) -> bool:
    """Whether the seat has the pieces for a route: never more of a kind than it has left (CLAIM-ANY)."""
    return are_enough(board.kind[route], board.length[route], state.pieces[seat, TRAIN], state.pieces[seat, SUBWAY])


@compiled
def are_enough(kind: Small, length: Small, trains: Small, subways: Small) -> bool:
    """The same for one route of many, see `routes.mark_payable`."""
    return bool(subways >= 1 if kind == SUBWAY else trains >= length)


@compiled
def n_pieces(state: Record, seat: int) -> int:
    """Pieces left, both kinds together (LAST-ROUND)."""
    return int(state.pieces[seat, TRAIN]) + int(state.pieces[seat, SUBWAY])
