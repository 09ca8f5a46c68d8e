"""The three records that make a game, STATE, BOARD and RULES; no logic.

A record is a NumPy scalar of a fixed dtype, so that a game is copied, saved and batched as plain memory. All small
numbers are signed and at least 16 bits wide wherever they take part in arithmetic.
"""

from typing import Any, Final

import numpy as np

from eclisse.core.codes import N_COLOURS
from eclisse.core.knobs import KNOBS
from eclisse.core.limits import (
    MARKET_SIZE,
    MAX_CITIES,
    MAX_COUNTRIES,
    MAX_LENGTH,
    MAX_MANDALA,
    MAX_OFFER,
    MAX_REVEALED,
    MAX_ROUTES,
    MAX_SEATS,
    MAX_STATIONS,
    MAX_TICKETS,
    MAX_TOLD,
)

__all__ = [
    "BOARD",
    "MARKET_SIZE",
    "MAX_CITIES",
    "MAX_COUNTRIES",
    "MAX_LENGTH",
    "MAX_MANDALA",
    "MAX_OFFER",
    "MAX_REVEALED",
    "MAX_ROUTES",
    "MAX_SEATS",
    "MAX_STATIONS",
    "MAX_TICKETS",
    "MAX_TOLD",
    "RULES",
    "STATE",
    "TOLD",
    "Record",
    "Small",
]

Record = Any
"""A scalar record, or the compiled view of one; its dtype is one of those below."""

Small = np.int16
"""The numbers of records, as small as they are there: where many are handled at once, more of them fit."""


def record(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """Attribute access must work uncompiled too, hence the np.record base, whose own names no field may have."""
    hidden = [name for name, *_ in fields if hasattr(np.record, name)]
    if hidden:
        raise TypeError(f"NumPy's records have attributes of these names: {hidden}; fields need others")
    return np.dtype((np.record, np.dtype(fields, align=True)))


_FIELDS: Final[list[tuple[Any, ...]]] = [
    ("key", "u8", 2),  # of all chance in this game; blank in a view
    ("counter", "i8"),  # random numbers drawn so far; blank in a view
    ("n_seats", "i2"),
    ("phase", "i2"),  # codes.SETUP … codes.OVER
    ("to_move", "i2"),  # the seat whose turn it is; during SETUP, NONE
    ("first_seat", "i2"),
    ("turns", "i4"),  # turns finished; a game may go on for ever
    ("passes", "i2"),  # turns passed one after the other
    ("last_round_by", "i2"),  # the seat that set off the last round, or NONE
    ("ended", "i2"),  # codes.NOT_ENDED …
    # Wagon cards. Each sum of a row and its n_ are kept equal; a view has the n_ and blank rows.
    ("deck", "i2", N_COLOURS),
    ("n_deck", "i2"),
    ("discard", "i2", N_COLOURS),
    ("n_discard", "i2"),
    ("market", "i2", MARKET_SIZE),  # colour in each place, or NONE
    ("hands", "i2", (MAX_SEATS, N_COLOURS)),
    ("n_hand", "i2", MAX_SEATS),
    ("seen", "i2", (MAX_SEATS, N_COLOURS)),  # of each hand, what everybody knows to be in it
    ("stock", "i2", N_COLOURS),  # what the deck was made from, less what was turned up since
    ("blind", "i2", (MAX_SEATS, N_COLOURS)),  # taken unseen from that stock; known to its seat only
    ("drawn", "i2"),  # wagon cards taken in this turn
    # Pieces.
    ("owner", "i1", MAX_ROUTES),  # seat or NONE
    ("pieces", "i2", (MAX_SEATS, 2)),  # left: trains (or trams), subways
    ("points", "i2", MAX_SEATS),  # of the routes claimed
    ("station", "i1", MAX_CITIES),  # seat whose station stands there, or NONE
    ("stations_left", "i2", MAX_SEATS),
    ("depot", "i1", MAX_CITIES),  # seat whose depot stands there, or NONE
    ("depots_left", "i2", MAX_SEATS),
    ("warehouses", "i2", (MAX_SEATS, N_COLOURS)),
    ("n_warehouse", "i2", MAX_SEATS),
    # Tickets. The deck is a ring: its k-th ticket is queue[(head + k) % MAX_TICKETS].
    ("holder", "i1", MAX_TICKETS),  # seat, or codes.IN_DECK, OUT, OFFERED, HIDDEN
    ("n_tickets", "i2", MAX_SEATS),
    ("queue", "i2", MAX_TICKETS),
    ("head", "i2"),
    ("n_queue", "i2"),
    ("mixed_at", "i2"),  # place in the deck where tickets put back at setup and shuffled begin …
    ("n_mixed", "i2"),  # … and how many of them are left: nobody knows their order
    ("known_by", "i1", MAX_TICKETS),  # bit s: seat s put this ticket where it is now
    ("offer", "i2", (MAX_SEATS, MAX_OFFER)),
    ("n_offer", "i2", MAX_SEATS),
    ("later", "i2", (MAX_SEATS, MAX_OFFER)),  # dealt, offered after the long tickets are chosen (MEGA)
    ("n_later", "i2", MAX_SEATS),
    ("choice", "i2", MAX_SEATS),  # during SETUP: tickets to keep as a bit mask, or NONE
    ("kept_at_setup", "i2", MAX_SEATS),  # how many
    # A claim or a station under way.
    ("route", "i2"),  # being paid or collected for, or NONE
    ("city", "i2"),  # of the station being paid, or NONE
    ("laid", "i2", N_COLOURS),  # payment on the table while a tunnel asks for more
    ("surcharge", "i2"),
    ("revealed", "i2", MAX_REVEALED),  # turned up for a tunnel in this turn, or NONE
    # Counts for logs: they let a reader of two states tell what chance did in between.
    ("n_flushes", "i4"),
    ("n_reshuffles", "i4"),
]

STATE: Final = record(_FIELDS)

TOLD: Final = record(
    [
        ("opened_at", "i8"),  # random numbers drawn before the open question
        ("told", "i2", MAX_TOLD),  # what chance shall do, in the order in which the rules ask
        ("n_told", "i2"),
        ("n_used", "i2"),
        ("n_outcomes", "i4"),  # of the first question that nothing was told about; 0: none is open
        ("weights", "i2", MAX_TICKETS),  # how likely each of them is, as parts of their sum
        *_FIELDS,  # last: a record that begins with a state would pass for one
    ]
)
"""A state in which somebody outside says what chance does; the rules are compiled for it once more (rng.py)."""

BOARD: Final = record(
    [
        ("n_cities", "i2"),
        ("n_routes", "i2"),
        ("n_tickets", "i2"),
        ("n_countries", "i2"),
        ("country", "i2", MAX_CITIES),  # country a border exit leads to, NONE for a city
        ("a", "i2", MAX_ROUTES),  # ends of each route: cities, a < b
        ("b", "i2", MAX_ROUTES),
        ("length", "i2", MAX_ROUTES),  # cards it costs; also its spaces, but for a subway
        ("colour", "i2", MAX_ROUTES),  # 0-7 or codes.GRAY
        ("locomotives", "i2", MAX_ROUTES),  # symbols of a ferry
        ("tunnel", "i2", MAX_ROUTES),  # 1 or 0
        ("kind", "i2", MAX_ROUTES),  # codes.TRAIN or codes.SUBWAY
        ("twin", "i2", MAX_ROUTES),  # the other track of a double route, or NONE
        # Tickets in play, in the order of the board's file. One end is a city, or a country; so is the other.
        ("ticket_a", "i2", MAX_TICKETS),  # city, or NONE when the ticket starts in a country
        ("ticket_b", "i2", MAX_TICKETS),  # city, or NONE when the ticket leads to countries
        ("ticket_country", "i2", MAX_TICKETS),  # country it starts in, or NONE
        ("ticket_points", "i2", MAX_TICKETS),  # of a ticket between two cities
        ("ticket_worth", "i2", (MAX_TICKETS, MAX_COUNTRIES)),  # of each country it leads to; 0: it does not
        ("ticket_long", "i2", MAX_TICKETS),  # 1 for a long ticket, dealt from a deck of its own
    ]
)

RULES: Final = record([(knob.name, "i2", np.shape(knob.default)) for knob in KNOBS])  # declared in knobs.py
