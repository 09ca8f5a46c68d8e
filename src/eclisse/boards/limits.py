"""Sizes the core's records can hold, for code that must start fast and so cannot import NumPy.

They repeat the MAX_ sizes of core/records.py; a test keeps the two equal.
"""

from typing import Final

MAX_SEATS: Final = 5
MAX_CITIES: Final = 64
MAX_ROUTES: Final = 128
MAX_TICKETS: Final = 128
MAX_COUNTRIES: Final = 8
MAX_OFFER: Final = 6
MAX_LENGTH: Final = 9
MAX_REVEALED: Final = 3
MAX_STATIONS: Final = 3
MAX_MANDALA: Final = 8
MARKET_SIZE: Final = 5
MAX_POINTS: Final = 100  # of one ticket or route: a plausible bound, so that a slip of the pen is noticed
