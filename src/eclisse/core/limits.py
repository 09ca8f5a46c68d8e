"""The sizes of the records; in their own file, so that code that reads files need not import NumPy."""

from typing import Final

MAX_SEATS: Final = 5
MAX_CITIES: Final = 64
MAX_ROUTES: Final = 128
MAX_TICKETS: Final = 128
MAX_COUNTRIES: Final = 8
MAX_OFFER: Final = 6  # tickets to choose from at one time
MAX_LENGTH: Final = 9  # cards one route costs
MARKET_SIZE: Final = 5
MAX_REVEALED: Final = 3  # cards turned up for a tunnel
MAX_STATIONS: Final = 3
MAX_MANDALA: Final = 8
MAX_TOLD: Final = 512  # times that chance is asked in one decision: a deal asks for 200 at most, unless it flushes
# Not sizes, but bounds that catch a slip of the pen in a file.
MAX_POINTS: Final = 100  # of one ticket, route or bonus
MAX_CARDS: Final = 100  # of one colour
MAX_PIECES: Final = 100  # of one kind
MAX_DEPOTS: Final = 20
MAX_HAND: Final = 10  # wagon cards dealt
