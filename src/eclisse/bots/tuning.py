"""How the planner values things: a record with a field each, so that it can be tuned without compiling anew."""

from typing import Final

import numpy as np

from eclisse.core.records import record

_USUAL: Final = {
    "turn": 23,  # worth of a turn
    "piece": 10,  # tenths of what the best free routes would bring for a piece
    "risk": 30,  # of each route, that somebody else takes it first
    "hurry": 5,  # how much dearer turns become on paths when few are left
    "least": 4,  # weight of the most welcome route: a detour over good routes must still end
    "path_route": 20,  # weight of each route on a path beside all that
    "borrow": 90,  # worth of a station: 4 points, a turn and the cards
    "card": 5,  # tenths of a turn to find a card that is lacking
    "tunnel": 5,  # tenths of a turn that a surcharge costs
    "slack": 13,  # tickets are planned if they take at most so many tenths of the time left
    "pace": 40,  # tenths of pieces that others lay with a claim
    "contested": 50,  # rank of a route for each neighbour that others own
    "lacking": 20,  # rank lost for each card lacking
    "points": 5,  # rank for each point
    "fillers": 3,  # routes for points alone in one plan
    "filler_least": 40,  # worth of a route from which it is claimed for its points alone
    "longest": 15,  # worth of continuing its own routes
    "ticket_turns": 6,  # turns left from which tickets are drawn
    "ticket_gain": 23,  # worth of a ticket that was worth drawing
    "ticket_odds": 25,  # percent of draws that may bring no such ticket
    "near": 40,  # the more, the less it matters how much a route lacks when cards are taken
    "decay": 105,  # percent of the need for cards that the next route of the order has
    "grays": 50,  # percent of need that a gray route adds to the colour held most
    "second": 250,  # percent of the best card that a face-up locomotive costs beside its turn
    "spare": 2,  # cards beyond its length with which a tunnel is claimed
    "own": 150,  # percent of being ahead that points of its own mean to a search
}
TUNING: Final = record([(name, "i8") for name in _USUAL])
USUAL: Final = np.array([tuple(_USUAL.values())], TUNING)[0]
