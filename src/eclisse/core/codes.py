"""Integer codes of the core, with the names people see; no logic beyond the tables."""

from typing import Final, Literal, get_args

N_COLOURS: Final = 9
LOCOMOTIVE: Final = 8
GRAY: Final = 9
NONE: Final = -1

COLOUR_NAMES: Final = ("pink", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive")
ROUTE_COLOUR_NAMES: Final = (*COLOUR_NAMES[:LOCOMOTIVE], "locomotive", "gray")

# Phases: what kind of decision is awaited.
SETUP: Final = 0  # every seat that has not answered chooses its first tickets
DEPOTS: Final = 1  # seats place their first depot, from the last seat backwards; or more of them after an action
MAIN: Final = 2  # the seat to move chooses its action
DRAWING: Final = 3  # a wagon card follows: the first one after a warehouse was filled, or, if wished, the second
OFFER: Final = 4  # the seat keeps some of the tickets it drew
PAYING: Final = 5  # the seat pays for the route or station it named
SURCHARGE: Final = 6  # a tunnel asks for more cards
COLLECTING: Final = 7  # the seat may empty the warehouses its new route reaches
OVER: Final = 8
Phase = Literal["setup", "depots", "main", "drawing", "offer", "paying", "surcharge", "collecting", "over"]
PHASE_NAMES: Final[tuple[Phase, ...]] = get_args(Phase)

# Where a ticket is, when no seat holds it (a seat number says who does).
IN_DECK: Final = -1
OUT: Final = -2  # it left the game
OFFERED: Final = -3  # some seat is choosing from it
HIDDEN: Final = -4  # only in a view: the viewer cannot tell

# Where unkept tickets go (RULES.unkept_setup, RULES.unkept_play).
BOTTOM: Final = 0
OUT_OF_GAME: Final = 1
SHUFFLED_BOTTOM: Final = 2
UNKEPT_NAMES: Final = ("bottom", "out", "shuffled-bottom")

# How a face-up locomotive is taken (RULES.face_up_locomotive).
AS_TWO_CARDS: Final = 0
AS_ONE_CARD: Final = 1
FACE_UP_LOCOMOTIVE_NAMES: Final = ("two-cards", "one-card")

# Where locomotives may be played (RULES.locomotives_on).
ANY_ROUTE: Final = 0
TUNNELS_ONLY: Final = 1
LOCOMOTIVES_ON_NAMES: Final = ("any-route", "tunnels")

# Kinds of pieces, and of the routes that take them.
TRAIN: Final = 0
SUBWAY: Final = 1
PIECE_NAMES: Final = ("train", "subway")

# Why a game ended.
NOT_ENDED: Final = 0
LAST_ROUND_PLAYED: Final = 1
EVERYBODY_PASSED: Final = 2
Ended = Literal["not-ended", "last-round-played", "everybody-passed"]
END_NAMES: Final[tuple[Ended, ...]] = get_args(Ended)
