"""One integer per action, in a layout that is the same for every game.

    0        9     10       11    12         13       14         19       24     88       216      280     344
    take ×9  draw  tickets  pass  take-back  decline  warehouse  collect  keep   claim    station  depot   pay
                                             ×5 seats            ×5       ×64    ×128     ×64      ×64     ×90

A number is a kind plus an argument. The code of a kind is its first number, so `CLAIM` with the argument 7 is the
number `CLAIM + 7`, and a kind without arguments is itself an action. The argument of `take` is a colour, of
`warehouse` and `collect` a seat, of `claim` a route, of `station` and `depot` a city, of `keep` a bit mask of the
offer, and of `pay` a colour and a number of locomotives: how many cards of the colour go with them follows from what
is being paid. A payment of locomotives only has the colour LOCOMOTIVE.

Ask `kind_of` and `argument_of`; only this module compares a number with the bounds of a kind.
"""

from typing import Final, Literal

import numpy as np

from eclisse.core.codes import N_COLOURS, NONE
from eclisse.core.records import MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_SEATS
from eclisse.jit.compiled import compiled

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

Kind = Literal[
    "take",
    "draw",
    "tickets",
    "pass",
    "take-back",
    "decline",
    "warehouse",
    "collect",
    "keep",
    "claim",
    "station",
    "depot",
    "pay",
]
KIND_NAMES: Final[dict[int, Kind]] = {
    TAKE: "take",
    DRAW: "draw",
    TICKETS: "tickets",
    PASS: "pass",
    TAKE_BACK: "take-back",
    DECLINE: "decline",
    WAREHOUSE: "warehouse",
    COLLECT: "collect",
    KEEP: "keep",
    CLAIM: "claim",
    STATION: "station",
    DEPOT: "depot",
    PAY: "pay",
}  # in the order of the layout
KINDS: Final = tuple(KIND_NAMES)

_KIND: Final = np.repeat(np.array(KINDS, np.int16), np.diff([*KINDS, N_ACTIONS]))  # the kind of every number


@compiled
def is_action(number: int) -> bool:
    """Whether a number is an action at all, in any game."""
    return 0 <= number < N_ACTIONS


@compiled
def kind_of(number: int) -> int:
    """The kind of an action, such as CLAIM; NONE for a number that is not an action."""
    return int(_KIND[number]) if is_action(number) else NONE


@compiled
def argument_of(number: int) -> int:
    """The argument of an action: a colour, a seat, a route, a city, a mask, a payment; else 0."""
    return number - kind_of(number)


@compiled
def action(kind: int, argument: int) -> int:
    """The number of an action."""
    return kind + argument


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
