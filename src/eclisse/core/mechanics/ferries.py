"""How many locomotives a payment may hold: ferries ask for some (FERRY), some games allow few (CLAIM-LOCO-SWISS)."""

from eclisse.core.codes import ANY_ROUTE
from eclisse.core.compiled import compiled
from eclisse.core.records import Record


@compiled
def fewest_locomotives(board: Record, route: int) -> int:
    """A route with n locomotive symbols needs at least n locomotives (FERRY)."""
    return int(board.locomotives[route])


@compiled
def most_locomotives(board: Record, rules: Record, route: int) -> int:
    """Locomotives may replace any card, or, in some games, only those of tunnels (CLAIM-SET, CLAIM-LOCO-SWISS)."""
    if rules.locomotives_on == ANY_ROUTE or board.tunnel[route] == 1:
        return int(board.length[route])
    return int(board.locomotives[route])
