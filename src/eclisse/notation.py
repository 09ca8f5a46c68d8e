"""Decisions as values: one table says what each kind of action is about, and text, parsing and JSON follow from it.

Keys of chance as text are here too; positions have a package of their own, and records of games are in game.py.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse import shapes
from eclisse.catalogue.kit import Kit
from eclisse.core import actions, legal
from eclisse.core.actions import Kind
from eclisse.core.codes import COLOUR_NAMES, LOCOMOTIVE, NONE
from eclisse.core.records import MAX_LENGTH, MAX_OFFER, Record
from eclisse.faults import Faulty, cut, fault, nearest, shown, whole_number
from eclisse.shapes import Legal, plain


class BadSeed(Faulty):
    """Something that is not a seed."""


class BadText(Faulty):
    """A text, or a number, that is not an action of this game."""


class Payment(NamedTuple):
    """A payment: cards of a colour (None: of no colour) and locomotives."""

    colour: str | None
    cards: int
    locomotives: int

    @property
    def counts(self) -> dict[str, int]:
        """The cards by colour, such as 2 red and 1 locomotive."""
        parts = ((self.colour, self.cards), (COLOUR_NAMES[LOCOMOTIVE], self.locomotives))
        return {name: n for name, n in parts if name and n}


Value = str | int | tuple[int, ...] | Payment


@dataclass(frozen=True)
class Action:
    """One decision: its number in the layout of the core, its kind, and what it is about; the other fields are None.

    >>> from eclisse import Game
    >>> action = Game.new("usa").legal(0)[0]
    >>> action.kind, action.places, action.text
    ('keep', (0, 1), 'keep 1 2')
    """

    number: int
    kind: Kind
    route: str | None = None  # to claim
    city: str | None = None  # of a station or depot
    colour: str | None = None  # of the card to take
    seat: int | None = None  # whose warehouse is filled or collected
    places: tuple[int, ...] | None = None  # of the tickets to keep in the offer, counted from 0
    payment: Payment | None = None

    @cached_property
    def text(self) -> str:
        """The action as it is written, such as `claim boston--new-york`."""
        about, _ = TABLE[self.kind]
        return self.kind if about is None else " ".join((self.kind, *about.words(getattr(self, about.field))))

    @cached_property
    def shape(self) -> Legal:
        """The action as it is sent: kind, text, and what it is about; each is sent many times."""
        about, _ = TABLE[self.kind]
        made: Callable[..., Legal] = shapes.Plain if about is None else about.shape
        return made(self.kind, self.text, *(() if about is None else (getattr(self, about.field),)))

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return plain(self.shape)

    def __str__(self) -> str:
        return self.text


# --- what actions are about -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _About:
    """The field of Action that a kind uses, and how its values are made, read and written."""

    field: str
    value: Callable[[int, Kit, int], Value]  # of the core's argument, where so many cards are due
    read: Callable[[list[str], Kit], tuple[int, Value]]  # argument and value; ValueError for words that do not fit
    words: Callable[[Any], Iterable[str]]
    shape: Callable[..., Legal]  # of kind, text and value


def _name(field: str, shape: type[Legal], unknown: str, names: Callable[[Kit], Sequence[str]]) -> _About:
    """One of a game's names; `unknown` is the code of the fault."""

    def read(words: list[str], kit: Kit) -> tuple[int, Value]:
        (name,) = words
        known = names(kit)
        if name not in known:
            raise BadText(fault(unknown, name=cut(name), **nearest(name, known)))
        return known.index(name), name

    return _About(field, lambda i, kit, _due: names(kit)[i], read, lambda name: [name], shape)


def _read_seat(words: list[str], kit: Kit) -> tuple[int, Value]:
    """A seat by its number."""
    (word,) = words
    seats = [str(seat) for seat in range(int(kit.rules.max_seats))]
    if word not in seats:
        raise BadText(fault("seat-expected", last=len(seats) - 1, value=shown(word)))
    return int(word), int(word)


def _read_places(words: list[str], _kit: Kit) -> tuple[int, Value]:
    """Places in an offer, counted from 1 in text; none at all is a choice too."""
    places = sorted({PLACE_WORDS.index(word) for word in words})
    if len(places) < len(words):
        raise ValueError
    return sum(1 << place for place in places), tuple(places)


def _payment(number: int, due: int) -> Payment:
    """A payment: its number names colour and locomotives, and the rest of what is due is cards of the colour."""
    colour, locomotives = actions.payment_colour(number), actions.payment_locomotives(number)
    if colour == LOCOMOTIVE:
        return Payment(None, 0, locomotives)
    return Payment(COLOUR_NAMES[colour], max(due - locomotives, 0), locomotives)


def _read_payment(words: list[str], _kit: Kit) -> tuple[int, Value]:
    """`2 red 1 locomotive`: cards of one colour, locomotives, or both."""
    counts = {name: 1 + COUNT_WORDS.index(n) for n, name in zip(words[::2], words[1::2], strict=True)}
    if not words or 2 * len(counts) < len(words):
        raise ValueError
    locomotives = counts.pop(COLOUR_NAMES[LOCOMOTIVE], 0)
    name, n = counts.popitem() if counts else (COLOUR_NAMES[LOCOMOTIVE], 0)
    if counts:
        raise ValueError
    number = actions.payment(COLOUR_NAMES.index(name), locomotives)
    return actions.argument_of(number), Payment(name if n else None, n, locomotives)


PLACE_WORDS: Final = [str(i + 1) for i in range(MAX_OFFER)]
COUNT_WORDS: Final = [str(i + 1) for i in range(MAX_LENGTH)]

_CARD: Final = _name("colour", shapes.Take, "unknown-card", lambda _kit: COLOUR_NAMES)
_ROUTE: Final = _name("route", shapes.Claim, "unknown-route", lambda kit: kit.names.routes)
_CITY: Final = _name("city", shapes.Build, "unknown-city", lambda kit: kit.names.cities)
_SEAT: Final = _About(
    "seat",
    lambda seat, kit, _due: range(int(kit.rules.max_seats))[seat],
    _read_seat,
    lambda seat: [str(seat)],
    shapes.Stock,
)
_PLACES: Final = _About(
    "places",
    lambda mask, _kit, _due: tuple(place for place in range(MAX_OFFER) if mask >> place & 1),
    _read_places,
    lambda places: [str(place + 1) for place in places],
    shapes.Keep,
)
_PAYMENT: Final = _About(
    "payment",
    lambda argument, _kit, due: _payment(actions.action(actions.PAY, argument), due),
    _read_payment,
    lambda payment: [f"{n} {name}" for name, n in payment.counts.items()],
    lambda kind, text, payment: shapes.Pay(kind, text, *payment),
)

TABLE: Final[dict[Kind, tuple[_About | None, str]]] = {
    "take": (_CARD, "take red"),
    "draw": (None, "draw"),
    "tickets": (None, "tickets"),
    "pass": (None, "pass"),
    "take-back": (None, "take-back"),
    "decline": (None, "decline"),
    "warehouse": (_SEAT, "warehouse 1"),
    "collect": (_SEAT, "collect 1"),
    "keep": (_PLACES, "keep 1 3"),
    "claim": (_ROUTE, "claim boston--new-york"),
    "station": (_CITY, "station wien"),
    "depot": (_CITY, "depot berlin"),
    "pay": (_PAYMENT, "pay 2 red 1 locomotive"),
}  # what each kind is about, and an example
CODES: Final[dict[str, int]] = {name: code for code, name in actions.KIND_NAMES.items()}


# --- numbers and texts ----------------------------------------------------------------------------------------------


def action_of(number: int, kit: Kit, due: int) -> Action:
    """The action with a number where so many cards are due; BadText for one that this game does not have.

    A game has few different ones, and they are asked for all the time: each is made once.
    """
    try:
        action: Action = kit.actions[number, due]
    except KeyError:
        kit.actions[number, due] = action = _made(number, kit, due)
    return action


def _made(number: int, kit: Kit, due: int) -> Action:
    """The action with a number, or BadText."""
    try:
        code = actions.kind_of(number)
    except OverflowError:  # too large for compiled code
        code = NONE
    if code == NONE:
        raise BadText(fault("unknown-action-number", number=shown(number)))
    kind = actions.KIND_NAMES[code]
    about, _ = TABLE[kind]
    try:
        parts: dict[str, Any] = {} if about is None else {about.field: about.value(number - code, kit, due)}
    except IndexError:
        raise BadText(fault("unknown-action-number", number=shown(number))) from None
    return Action(number, kind, **parts)


def way_to_pay(number: int, due: int) -> Action:
    """The payment with a number where so many cards are due; it is the same in every game."""
    return Action(number, "pay", payment=_payment(number, due))


def action_text(number: int, state: Record, kit: Kit, seat: int) -> str:
    """The text of an action in a state."""
    return action_of(number, kit, legal.due(state, kit.board, kit.rules, seat)).text


def parse_action(text: str, kit: Kit) -> Action:
    """The action that a text says, or BadText; whether a payment adds up is for the rules to say."""
    if not isinstance(text, str):
        raise BadText(fault("action-expected", value=shown(text)))
    verb, *words = text.split() or [""]
    kind = next((name for name in TABLE if name == verb), None)
    if kind is None:
        raise BadText(fault("unknown-action", text=cut(text), verbs=[*CODES], **nearest(verb, CODES)))
    about, example = TABLE[kind]
    argument, parts = 0, dict[str, Any]()
    try:
        if about is not None:
            argument, parts[about.field] = about.read(words, kit)
        elif words:
            raise ValueError
    except BadText:
        raise
    except ValueError:
        raise BadText(fault("action-malformed", text=cut(text), example=example)) from None
    return Action(actions.action(CODES[kind], argument), kind, **parts)


# --- keys -----------------------------------------------------------------------------------------------------------


def key_from_seed(seed: int | str | None) -> npt.NDArray[np.uint64]:
    """The 128-bit key of a seed: a number, 32 hexadecimal digits, or None for a secret one."""
    if seed is None:
        number = secrets.randbits(128)
    elif isinstance(seed, str):
        if len(seed) != 32 or not all(c in "0123456789abcdefABCDEF" for c in seed):
            raise BadSeed(fault("key-expected", value=shown(seed)))
        number = int(seed, 16)
    else:
        given = whole_number(seed)
        if given is None or not 0 <= given < 1 << 128:
            raise BadSeed(fault("seed-expected", value=shown(seed)))
        number = given
    return np.array([number & 0xFFFF_FFFF_FFFF_FFFF, number >> 64], np.uint64)


def key_text(key: npt.NDArray[np.uint64]) -> str:
    """A key as 32 hexadecimal digits."""
    return f"{(int(key[1]) << 64) | int(key[0]):032x}"
