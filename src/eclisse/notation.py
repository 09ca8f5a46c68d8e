"""Actions as text, both ways; keys as text. Positions and records are in positions.py and records of the game."""

import secrets
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from eclisse.catalogue.kit import Kit
from eclisse.core import actions
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, NONE, SURCHARGE
from eclisse.core.records import MAX_LENGTH, MAX_OFFER, Record
from eclisse.faults import Faulty, cut, fault, nearest, shown

PLAIN: Final = {
    "draw": actions.DRAW,
    "tickets": actions.TICKETS,
    "pass": actions.PASS,
    "take-back": actions.TAKE_BACK,
    "decline": actions.DECLINE,
}
_PLAIN_TEXT: Final = {number: text for text, number in PLAIN.items()}
VERBS: Final = (*PLAIN, "take", "keep", "claim", "pay", "station", "depot", "warehouse", "collect")


PLACES: Final = [str(i + 1) for i in range(MAX_OFFER)]
COUNTS: Final = [str(i + 1) for i in range(MAX_LENGTH)]


class BadSeed(Faulty):
    """Something that is not a seed."""


class BadText(Faulty):
    """A text that is not an action of this game."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision: its number in the layout of the core, and its text."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


def cost(state: Record, kit: Kit, seat: int) -> int:
    """How many cards the payment awaited now has."""
    if state.phase == SURCHARGE:
        return int(state.surcharge)
    if state.route != NONE:
        return int(kit.board.length[state.route])
    return int(kit.rules.stations) - int(state.stations_left[seat]) + 1


def action_text(number: int, state: Record, kit: Kit, seat: int) -> str:
    """The text of an action in a state."""
    if number in _PLAIN_TEXT:
        return _PLAIN_TEXT[number]
    if number < actions.DRAW:
        return f"take {COLOUR_NAMES[number]}"
    if number < actions.COLLECT:
        return f"warehouse {number - actions.WAREHOUSE}"
    if number < actions.KEEP:
        return f"collect {number - actions.COLLECT}"
    if number < actions.CLAIM:
        mask = number - actions.KEEP
        return " ".join(["keep", *(str(i + 1) for i in range(MAX_OFFER) if mask >> i & 1)])
    if number < actions.STATION:
        return f"claim {kit.names.routes[number - actions.CLAIM]}"
    if number < actions.DEPOT:
        return f"station {kit.names.cities[number - actions.STATION]}"
    if number < actions.PAY:
        return f"depot {kit.names.cities[number - actions.DEPOT]}"
    return payment_text(number, cost(state, kit, seat))


def payment_text(number: int, total: int) -> str:
    """`pay 2 red 1 locomotive`."""
    colour, locomotives = actions.payment_colour(number), actions.payment_locomotives(number)
    parts = ["pay"]
    if total > locomotives:
        parts.append(f"{total - locomotives} {COLOUR_NAMES[colour]}")
    if locomotives:
        parts.append(f"{locomotives} {COLOUR_NAMES[LOCOMOTIVE]}")
    return " ".join(parts)


def parse_action(text: str, kit: Kit) -> int:
    """The number of an action's text; BadText says what was expected."""
    words = text.split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb in PLAIN and not rest:
        return PLAIN[verb]
    if verb == "take" and len(rest) == 1:
        return actions.TAKE + _look_up(rest[0], {name: i for i, name in enumerate(COLOUR_NAMES)}, "unknown-card")
    if verb == "keep":
        return actions.KEEP + sum(1 << i for i in _places(rest))
    if verb == "claim" and len(rest) == 1:
        return actions.CLAIM + _look_up(rest[0], kit.route_index, "unknown-route")
    if verb == "station" and len(rest) == 1:
        return actions.STATION + _look_up(rest[0], kit.city_index, "unknown-city")
    if verb == "depot" and len(rest) == 1:
        return actions.DEPOT + _look_up(rest[0], kit.city_index, "unknown-city")
    if verb in ("warehouse", "collect") and len(rest) == 1:
        return (actions.WAREHOUSE if verb == "warehouse" else actions.COLLECT) + _seat(rest[0], kit)
    if verb == "pay" and rest:
        return _parse_payment(rest)
    if verb in VERBS:
        raise BadText(fault("action-malformed", text=cut(text), example=_EXAMPLES[verb]))
    raise BadText(fault("unknown-action", text=cut(text), verbs=list(VERBS), **nearest(verb, VERBS)))


_EXAMPLES: Final = {
    **{verb: verb for verb in PLAIN},
    "take": "take red",
    "keep": "keep 1 3",
    "claim": "claim boston--new-york",
    "pay": "pay 2 red 1 locomotive",
    "station": "station wien",
    "depot": "depot berlin",
    "warehouse": "warehouse 1",
    "collect": "collect 1",
}


def _look_up(name: str, index: dict[str, int], unknown: str) -> int:
    """The index of a name, or a fault that suggests the nearest."""
    if name not in index:
        raise BadText(fault(unknown, name=cut(name), **nearest(name, index)))
    return index[name]


def _places(words: list[str]) -> list[int]:
    """Places in an offer, counted from 1 in text."""
    if not all(word in PLACES for word in words) or len(set(words)) < len(words):
        raise BadText(fault("action-malformed", text=cut(f"keep {' '.join(words)}"), example=_EXAMPLES["keep"]))
    return [int(word) - 1 for word in words]


def _seat(word: str, kit: Kit) -> int:
    """A seat's number."""
    if word not in [str(seat) for seat in range(int(kit.rules.max_seats))]:
        raise BadText(fault("seat-expected", last=int(kit.rules.max_seats) - 1, value=shown(word)))
    return int(word)


def _parse_payment(words: list[str]) -> int:
    """The number of a payment such as `2 red 1 locomotive`; whether it adds up is for the rules to say."""
    counts: dict[str, int] = {}
    for n, name in zip(words[::2], words[1::2], strict=False):
        if n not in COUNTS or name not in COLOUR_NAMES or name in counts:
            raise BadText(fault("action-malformed", text=cut(f"pay {' '.join(words)}"), example=_EXAMPLES["pay"]))
        counts[name] = int(n)
    locomotives = counts.pop(COLOUR_NAMES[LOCOMOTIVE], 0)
    if len(words) % 2 or len(counts) > 1:
        raise BadText(fault("action-malformed", text=cut(f"pay {' '.join(words)}"), example=_EXAMPLES["pay"]))
    colour = COLOUR_NAMES.index(next(iter(counts))) if counts else LOCOMOTIVE
    return actions.payment(colour, locomotives)


def key_from_seed(seed: int | str | None) -> npt.NDArray[np.uint64]:
    """The 128-bit key of a seed: a number, 32 hexadecimal digits, or None for a secret one."""
    if seed is None:
        number = secrets.randbits(128)
    elif isinstance(seed, str):
        if len(seed) != 32 or not all(c in "0123456789abcdefABCDEF" for c in seed):
            raise BadSeed(fault("key-expected", value=shown(seed)))
        number = int(seed, 16)
    else:
        number = int(seed)
        if not 0 <= number < 1 << 128:
            raise BadSeed(fault("seed-expected", value=shown(seed)))
    return np.array([number & 0xFFFF_FFFF_FFFF_FFFF, number >> 64], np.uint64)


def key_text(key: npt.NDArray[np.uint64]) -> str:
    """A key as 32 hexadecimal digits."""
    return f"{(int(key[1]) << 64) | int(key[0]):032x}"
