"""One integer per action, in a layout that is the same for every game.

    0        9     10       11    12         13       14         19       24     88       216      280     344
    take ×9  draw  tickets  pass  take-back  decline  warehouse  collect  keep   claim    station  depot   pay
                                             ×5 seats            ×5       ×64    ×128     ×64      ×64     ×90

`keep` is followed by a bit mask of the offer; `pay` by a colour and a number of locomotives: how many cards of the
colour go with them follows from what is being paid. A payment of locomotives only has the colour LOCOMOTIVE.
"""

from typing import Final

from eclisse.core.codes import N_COLOURS
from eclisse.core.compiled import compiled
from eclisse.core.records import MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_SEATS

TAKE: Final = 0
DRAW: Final = TAKE + N_COLOURS
TICKETS: Final = DRAW + 1
PASS: Final = TICKETS + 1
TAKE_BACK: Final = PASS + 1
DECLINE: Final = TAKE_BACK + 1
WAREHOUSE: Final = DECLINE + 1
COLLECT: Final = WAREHOUSE + MAX_SEATS
KEEP: Final = COLLECT + MAX_SEATS
CLAIM: Final = KEEP + (1 << MAX_OFFER)
STATION: Final = CLAIM + MAX_ROUTES
DEPOT: Final = STATION + MAX_CITIES
PAY: Final = DEPOT + MAX_CITIES
N_ACTIONS: Final = PAY + N_COLOURS * (MAX_LENGTH + 1)


@compiled
def payment(colour: int, locomotives: int) -> int:
    """The action that pays with this colour and so many locomotives."""
    return PAY + colour * (MAX_LENGTH + 1) + locomotives


@compiled
def payment_colour(action: int) -> int:
    """The colour a payment uses; LOCOMOTIVE when it uses nothing else."""
    return (action - PAY) // (MAX_LENGTH + 1)


@compiled
def payment_locomotives(action: int) -> int:
    """How many locomotives a payment uses."""
    return (action - PAY) % (MAX_LENGTH + 1)
