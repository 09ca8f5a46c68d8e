"""How many locomotives a payment may hold: ferries ask for some (FERRY), some games allow few (CLAIM-LOCO-SWISS)."""

from eclisse.core.codes import ANY_ROUTE
from eclisse.core.records import Record, Small
from eclisse.jit.compiled import compiled


@compiled
def fewest_locomotives(board: Record, route: int) -> int:
    """A route with n locomotive symbols needs at least n locomotives (FERRY)."""
    return int(board.locomotives[route])


@compiled
def most_locomotives(board: Record, rules: Record, route: int) -> int:
    """Locomotives may replace any card, or, in some games, only those of tunnels (CLAIM-SET, CLAIM-LOCO-SWISS)."""
    anywhere = rules.locomotives_on == ANY_ROUTE
    return int(most_of(board.length[route], board.locomotives[route], board.tunnel[route], anywhere))


@compiled
def most_of(length: Small, symbols: Small, tunnel: Small, anywhere: bool) -> Small:
    """The same for one route of many, see `routes.mark_payable`."""
    return length if anywhere | (tunnel == 1) else symbols
