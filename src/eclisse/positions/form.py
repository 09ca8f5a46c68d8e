"""The form of a position: what each key holds. Both readers, in Python and in the page, go by this table."""

from typing import Any, Final

from eclisse.core.codes import NONE
from eclisse.core.limits import MARKET_SIZE, MAX_CITIES, MAX_OFFER, MAX_REVEALED, MAX_TICKETS

MANY: Final = 2_000_000_000  # a count without a limit of its own
MOST_CARDS: Final = 1000  # of one colour in one place; how many there may be is checked later
LATEST: Final = 1 << 53  # random numbers drawn: the most that every reader of JSON counts

EACH: Final = (
    "stations", "depots", "depots_left", "hands", "warehouses", "seen", "blind", "tickets", "offers", "later",
    "choices", "kept_at_setup",
)  # keys with one value a seat  # fmt: skip
SEATS: Final = {"first_seat": 0, "to_move": NONE, "last_round_by": NONE}  # what they are when they are not given
NUMBERS: Final = {
    "turns": (NONE, MANY),
    "passes": (0, MANY),
    "drawn": (0, 1),
    "flushes": (0, MANY),
    "reshuffles": (0, MANY),
    "counter": (0, LATEST),
    "surcharge": (0, MAX_REVEALED),
    "depots_left": (NONE, MOST_CARDS),
    "choices": (NONE, (1 << MAX_OFFER) - 1),
    "kept_at_setup": (0, (1 << MAX_OFFER) - 1),
}  # what each is when it is not given, and its limit
CARDS: Final = ("hands", "warehouses", "seen", "blind", "discard", "laid", "deck", "stock")
NAMES: Final = {
    "stations": ("cities", MAX_CITIES),
    "depots": ("cities", MAX_CITIES),
    "market": ("cards", MARKET_SIZE),
    "revealed": ("cards", MAX_REVEALED),
    "tickets": ("tickets", MAX_TICKETS),
    "offers": ("tickets", MAX_OFFER),
    "later": ("tickets", MAX_OFFER),
    "ticket_deck": ("tickets", MAX_TICKETS),
}  # lists of names of what, and how many at most
NAME: Final = {"route": "routes", "city": "cities"}
UNKNOWN: Final = {
    "routes": "unknown-route",
    "cities": "unknown-city",
    "tickets": "unknown-ticket",
    "cards": "unknown-card",
}  # the faults of names
DEPOT_KEYS: Final = ("depots", "depots_left", "warehouses")  # whoever shows one of these plays with the module
DEPOT_MODULE: Final = "warehouses"


def form() -> dict[str, Any]:
    """The whole table, for readers in other languages."""
    return {
        "EACH": EACH,
        "SEATS": SEATS,
        "NUMBERS": NUMBERS,
        "CARDS": CARDS,
        "NAMES": NAMES,
        "NAME": NAME,
        "UNKNOWN": UNKNOWN,
        "DEPOT_KEYS": DEPOT_KEYS,
        "DEPOT_MODULE": DEPOT_MODULE,
        "MOST_CARDS": MOST_CARDS,
    }
