"""The plan of a tournament: its settings, who sits with whom and where, and the chunks of its work.

Everything here follows from the settings alone, so that a tournament comes out the same on one core, on many, on a
cluster, and after an interruption.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise
from typing import Any, Final

import numpy as np

from eclisse.bots import check_bot
from eclisse.bots.learned.in_step import STEP_GAMES, in_step
from eclisse.bots.table import NAMES
from eclisse.catalogue.kit import Kit, check_seats, open_kit
from eclisse.core.rng import derive
from eclisse.faults import Faulty, fault
from eclisse.notation import key_from_seed, key_text

FAST_GAMES: Final = 200  # about so many games a chunk among compiled bots
DEFAULT_LIMIT: Final = 10.0  # seconds a bot may take to decide


class BadArena(Faulty):
    """A tournament that cannot be played with these settings."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides how a tournament comes out."""

    game: str
    modules: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    games: int  # of each pairing, rounded up to whole deals
    key: str
    ladder: bool = False
    limit: float = DEFAULT_LIMIT
    decisions: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON."""
        return {**asdict(self), "modules": list(self.modules), "bots": list(self.bots)}

    def check(self) -> Kit:
        """Refuse what cannot be played; returns the kit to play it with."""
        for name in self.bots:
            check_bot(name)
        if not self.bots or len(set(self.bots)) < len(self.bots):
            raise BadArena(fault("bots-expected", "--bots"))
        if self.ladder and len(self.bots) < 2:
            raise BadArena(fault("ladder-of-one", "--bots"))
        kit = open_kit(self.game, self.modules)
        check_seats(kit, self.seats)
        return kit


@dataclass(frozen=True)
class Chunk:
    """Some deals of one pairing, each played once in every seating."""

    number: int
    pairing: int
    seatings: tuple[tuple[str, ...], ...]
    deals: range
    first: int  # number of its first game

    @property
    def n_games(self) -> int:
        """How many games it has."""
        return len(self.deals) * len(self.seatings)


def is_compiled(bots: Collection[str]) -> bool:
    """Whether compiled bots are among themselves."""
    return {*bots} <= {*NAMES}


def pairings(settings: Settings) -> list[tuple[str, ...]]:
    """The bots that sit together: neighbours on a ladder, else every choice of as many as there are seats."""
    if settings.ladder:
        return list(pairwise(settings.bots))
    return list(combinations(settings.bots, min(settings.seats, len(settings.bots))))


def seatings(bots: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """The bots in order around the table, repeated if seats are left; each further seating moves all on by one seat."""
    found: dict[tuple[str, ...], None] = {}
    for start in range(len(bots)):
        row = tuple(bots[(start + seat) % len(bots)] for seat in range(seats))
        for turn in range(seats):
            found[row[turn:] + row[:turn]] = None
    return tuple(found)


def chunks(settings: Settings) -> list[Chunk]:
    """The whole tournament; every pairing plays the same deals, and deals come in the same order for all."""
    tables = [seatings(bots, settings.seats) for bots in pairings(settings)]
    n_deals = -(-settings.games // len(tables[0]))
    found: list[Chunk] = []
    parts = [(pairing, table, deals) for pairing, table in enumerate(tables) for deals in _parts(table, n_deals)]
    for pairing, table, deals in sorted(parts, key=lambda part: (part[2].start, part[0])):
        first = (pairing * n_deals + deals.start) * len(table)
        found.append(Chunk(len(found), pairing, table, deals, first))
    return found


def _parts(table: tuple[tuple[str, ...], ...], n_deals: int) -> list[range]:
    """The deals of one pairing, cut into chunks."""
    games = FAST_GAMES if is_compiled(table[0]) else STEP_GAMES if in_step(table[0]) else 1
    step = max(1, games // len(table))
    return [range(start, min(start + step, n_deals)) for start in range(0, n_deals, step)]


def deal_key(settings: Settings, deal: int) -> str:
    """The key of all games of one deal."""
    key = key_from_seed(settings.key)
    return key_text(np.array(derive(key[0], key[1], deal), np.uint64))
