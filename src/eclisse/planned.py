"""How the cards in a hand would pay for several routes together, each card once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from eclisse.core.codes import GRAY, LOCOMOTIVE

MOST: Final = 64  # ways to spend the hand that are followed at once; below that none is overlooked


@dataclass(frozen=True)
class Track:
    """A free route and its price."""

    route: int
    colour: int  # GRAY: any one
    length: int
    symbols: int  # locomotives that it asks for
    most: int  # locomotives that it takes


@dataclass(frozen=True)
class Share:
    """What one route of a plan costs, by colour, and the cards of the hand that are meant for it."""

    route: int
    cards: dict[int, int]
    held: dict[int, int]

    @property
    def missing(self) -> int:
        """The cards still to be taken."""
        return sum(self.cards.values()) - sum(self.held.values())


@dataclass(frozen=True)
class _Choice:
    """One track of a place, and the colour it is paid with."""

    track: Track
    colour: int

    @property
    def cost(self) -> int:
        """Its price beside the locomotives that it asks for."""
        return self.track.length - self.track.symbols

    @property
    def wild(self) -> int:
        """How many of these cards may be locomotives."""
        return self.track.most - self.track.symbols


@dataclass(frozen=True)
class _Way:
    """Choices for some places, and what they leave of each colour; below 0, so many cards are missing."""

    left: tuple[int, ...]
    wild: tuple[int, ...]  # of each colour, the cards that may be locomotives
    choices: tuple[_Choice, ...] = ()

    def go_on(self, tracks: Sequence[Track]) -> "list[_Way]":
        """All ways to go on with one of some tracks."""
        return [self._with(_Choice(track, colour)) for track in tracks for colour in self._colours(track)]

    def _colours(self, track: Track) -> list[int]:
        """The colours a track may be paid with: where any will do, those in hand."""
        if track.colour != GRAY:
            return [track.colour]
        return [colour for colour in range(LOCOMOTIVE) if self.left[colour] > 0] or [GRAY]

    def _with(self, one: _Choice) -> "_Way":
        """The same with one choice more."""
        left, wild = list(self.left), list(self.wild)
        left[one.colour] -= one.cost
        wild[one.colour] += one.wild
        return _Way(tuple(left), tuple(wild), (*self.choices, one))

    def missing(self, locomotives: int) -> int:
        """The cards that are missing with so many locomotives."""
        asked = sum(one.track.symbols for one in self.choices)
        lacks = [max(0, -n) for n in self.left]
        takes = asked + sum(map(min, lacks, self.wild))
        return asked + sum(lacks) - min(locomotives, takes)


def shares(hand: Sequence[int], market: Sequence[int], places: Sequence[Sequence[Track]]) -> list[Share]:
    """Pay for one track of each place so that as few cards as can be are missing, and in their order.

    Among equals as many routes as can be are paid for in full, then with what lies face up.
    """
    order = sorted(range(len(places)), key=lambda i: (places[i][0].length, i))
    ways, locomotives = [_Way((*hand[:LOCOMOTIVE], 0, 0), (0,) * (GRAY + 1))], hand[LOCOMOTIVE]
    for i in order:
        longer = {(way.left, way.wild): way for before in ways for way in before.go_on(places[i])}
        ways = sorted(longer.values(), key=lambda way: way.missing(locomotives))[:MOST]
    paid = [_share_out(way.choices, hand) for way in ways]
    best = min(paid, key=lambda way: _worth(way, market))
    return [share for _, share in sorted(zip(order, best, strict=True), key=lambda pair: pair[0])]


def _share_out(choices: Sequence[_Choice], hand: Sequence[int]) -> list[Share]:
    """Give each card to one route: first to those that locomotives cannot pay for, and to short ones."""
    held, left = [0] * len(choices), [*hand, 0]
    for i in sorted(range(len(choices)), key=lambda i: (choices[i].wild > 0, choices[i].cost)):
        held[i] = min(left[choices[i].colour], choices[i].cost)
        left[choices[i].colour] -= held[i]
    given = _locomotives(choices, held, hand[LOCOMOTIVE])
    return [_share(*row) for row in zip(choices, held, given, strict=True)]


def _locomotives(choices: Sequence[_Choice], held: Sequence[int], locomotives: int) -> list[int]:
    """Give each locomotive to one route, first to those that need the fewest to be paid for."""
    lacks = [one.cost - n for one, n in zip(choices, held, strict=True)]
    takes = [one.track.symbols + min(n, one.wild) for one, n in zip(choices, lacks, strict=True)]
    given = [0] * len(choices)
    for i in sorted(range(len(choices)), key=lambda i: (lacks[i] > choices[i].wild, takes[i])):
        given[i] = min(locomotives, takes[i])
        locomotives -= given[i]
    return given


def _share(choice: _Choice, held: int, locomotives: int) -> Share:
    """What a choice costs with so many cards and locomotives of the hand."""
    track = choice.track
    wild = max(locomotives, track.symbols)
    cards = {choice.colour: track.length - wild, LOCOMOTIVE: wild}
    return Share(track.route, _some(cards), _some({choice.colour: held, LOCOMOTIVE: locomotives}))


def _some(cards: dict[int, int]) -> dict[int, int]:
    """Without those that are none."""
    return {colour: n for colour, n in cards.items() if n}


def _worth(way: Sequence[Share], market: Sequence[int]) -> tuple[int, int, int]:
    """Missing cards, routes that are not paid for, and missing cards that do not lie face up; less is better."""
    missing: dict[int, int] = {}
    for share in way:
        for colour, n in share.cards.items():
            missing[colour] = missing.get(colour, 0) + n - share.held.get(colour, 0)
    unseen = sum(max(0, n - list(market).count(colour)) for colour, n in missing.items() if colour != GRAY)
    return sum(missing.values()), sum(share.missing > 0 for share in way), unseen
