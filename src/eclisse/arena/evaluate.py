"""One score for a bot by a frozen protocol: so many deals, such opponents, every seat.

The unit is the share of the wins, in fair shares: who is as strong as the opponents has 1, who never wins 0, who always
wins as many as there are seats. A table is a game with a number of seats and an opponent in all seats but the bot's;
the score is the mean of all tables. Nothing in it depends on the machine, its speed or the number of workers.
"""

import hashlib
import json
import math
import threading
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from eclisse import __version__
from eclisse.arena.chunk import Step, places_of, play_games
from eclisse.arena.ratings import Z95
from eclisse.arena.schedule import BadArena, Settings
from eclisse.arena.tournament import side_by_side
from eclisse.arena.worker import Worker
from eclisse.bots import LEVELS, SEARCH, check_bot, read_budget
from eclisse.bots.learned.in_step import LEARNED, NETWORK
from eclisse.bots.learned.weights import read_card
from eclisse.bots.loop import derive_keys, keyed_match
from eclisse.bots.table import NAMES
from eclisse.catalogue.kit import open_kit
from eclisse.core.rng import derive
from eclisse.faults import fault
from eclisse.game import RULES
from eclisse.notation import key_from_seed, key_text

FILE: Final = Path(__file__).with_name("eclisse-1.toml")
MACHINE: Final = ("seconds_per_decision", "slow")  # of a result: what the machine decides, and its hash leaves out
PATIENCE: Final = 600.0  # seconds after which a bot that does not decide has lost
PROBES: Final = (("usa", 2), ("europe", 3))  # where the decisions of a compiled bot are hashed
N_PROBES: Final = 4  # games in each
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """A game with some seats, and the opponent in all of them but the bot's."""

    number: int
    game: str
    seats: int
    opponent: str


@dataclass(frozen=True)
class Protocol:
    """What is played: the shape of its file."""

    name: str
    rules: int
    deals: int
    quick_deals: int
    budget: float
    opponents: dict[str, str]
    tables: dict[str, list[int]]

    def check(self) -> None:
        """Refuse rules and opponents that are not those of the protocol."""
        if self.rules != RULES:
            raise BadArena(fault("protocol-rules", protocol=self.name, expected=self.rules, rules=RULES))
        for name, known in self.opponents.items():
            if fingerprint(name) != known:
                raise BadArena(fault("other-opponent", protocol=self.name, bot=name))

    def all_tables(self) -> list[Table]:
        """Every table, in an order that never changes."""
        rows = [(game, n, bot) for game, seats in self.tables.items() for n in seats for bot in self.opponents]
        return [Table(number, *row) for number, row in enumerate(rows)]

    def key(self, table: Table) -> str:
        """The key from which the deals of a table follow; nobody else plays them."""
        key = key_from_seed(hashlib.sha256(self.name.encode()).hexdigest()[:32])
        return key_text(np.array(derive(key[0], key[1], table.number), np.uint64))


def read_protocol(file: Path = FILE) -> Protocol:
    """The protocol of a file."""
    return Protocol(**tomllib.loads(file.read_text(encoding="utf-8")))


def fingerprint(name: str) -> str:
    """The hash of the network's weights, or of a compiled bot's decisions in a few games."""
    if name in NETWORK:
        return str(read_card()["sha256"])
    digest, keys = hashlib.sha256(), np.empty((N_PROBES, 2), np.uint64)
    derive_keys(key_from_seed(1), 0, keys)
    for game, seats in PROBES:
        kit, bots = open_kit(game), np.full((N_PROBES, seats), NAMES.index(name))
        logs = keyed_match(kit.board_row, kit.rules_row, bots, keys, logged=True).logs
        digest.update(np.ascontiguousarray(logs["action"], "<i2").tobytes())
    return digest.hexdigest()


def check_subject(name: str) -> None:
    """Refuse a bot that nobody knows, or whose decisions depend on the clock."""
    check_bot(name)
    plain = LEVELS.get(name, name)
    if plain.startswith((SEARCH, f"{LEARNED}@")) and read_budget(plain).seconds:
        raise BadArena(fault("decides-by-clock", bot=name))


class Evaluation:
    """A bot and the protocol it is measured by."""

    def __init__(self, bot: str, protocol: Protocol, is_quick: bool = False) -> None:
        check_subject(bot)
        protocol.check()
        self.bot, self.protocol, self.is_quick = bot, protocol, is_quick
        self.deals = protocol.quick_deals if is_quick else protocol.deals
        self.tables = protocol.all_tables()

    @property
    def games(self) -> int:
        """How many games are played."""
        return sum(self.deals * table.seats for table in self.tables)

    def play(self, workers: int, step: Step) -> dict[str, Any]:
        """Play every table; returns the result: the shape of `evaluate --json`."""
        found: dict[Table, Floats] = {}
        faults = 0

        def work(table: Table, worker: Worker, stop: threading.Event) -> tuple[Table, Floats, int]:
            return table, *self._play_table(table, worker, stop, step)

        with side_by_side(self._settings(), self.tables, workers, work) as played:
            for table, shares, fouls in played:
                found[table] = shares
                faults += fouls
        result = self._result({table: found[table] for table in self.tables}, faults)
        seconds = self.seconds_per_decision()
        return {**result, "hash": content_hash(result), **self._pace(seconds)}

    def seconds_per_decision(self) -> float:
        """How long the bot thinks, on average, in one game: the only thing that a machine decides."""
        settings = self._settings()
        worker = Worker(settings, threading.Event())
        try:
            played = worker.play(settings, (self.bot, settings.bots[1]), settings.key)
        finally:
            worker.close()
        return played.seconds[0] / max(1, int((played.logs["seat"] == 0).sum()))

    def _pace(self, seconds: float) -> dict[str, Any]:
        """Whether that is slower than the protocol's budget; it does not count."""
        return {"seconds_per_decision": round(seconds, 6), "slow": seconds > self.protocol.budget}

    def _settings(self, table: Table | None = None) -> Settings:
        """The settings of a table, by default the first one."""
        table = table or self.tables[0]
        bots = (self.bot, table.opponent)
        return Settings(table.game, (), table.seats, bots, self.deals, self.protocol.key(table), limit=PATIENCE)

    def _play_table(self, table: Table, worker: Worker, stop: threading.Event, step: Step) -> tuple[Floats, int]:
        """The bot's fair shares in each deal of a table, and how often it broke the rules."""
        seated = [(deal, at) for deal in range(self.deals) for at in range(table.seats)]
        sittings = [(seating_of(self.bot, table, at), deal) for deal, at in seated]
        games = play_games(self._settings(table), open_kit(table.game), sittings, worker, stop, step)
        shares = places_of(games, table.seats)[1].reshape(self.deals, table.seats, table.seats)
        own = shares[:, range(table.seats), range(table.seats)].sum(axis=1)
        fouls = sum(foul.seat == seated[i][1] for i, (foul, _) in games.fouls.items())
        return own, fouls

    def _result(self, found: dict[Table, Floats], faults: int) -> dict[str, Any]:
        """What follows from all games."""
        uses_network = self.bot.partition("@")[0] in NETWORK
        return {
            "protocol": self.protocol.name,
            "bot": self.bot,
            "quick": self.is_quick,
            "version": __version__,
            "weights": read_card()["sha256"] if uses_network else None,
            "games": self.games,
            "faults": faults,
            **summed_up(list(found.values())),
            "by": {
                field: {
                    str(value): summed_up([found[table] for table in found if getattr(table, field) == value])
                    for value in dict.fromkeys(getattr(table, field) for table in found)
                }
                for field in ("game", "seats", "opponent")
            },
        }


def seating_of(bot: str, table: Table, at: int) -> tuple[str, ...]:
    """Who sits where if the bot sits there."""
    return tuple(bot if seat == at else table.opponent for seat in range(table.seats))


def summed_up(tables: Sequence[Floats]) -> dict[str, float]:
    """The mean of some tables with its 95% interval, from how far the deals of each are apart."""
    score = float(np.mean([shares.mean() for shares in tables]))
    error = math.sqrt(sum(float(shares.var(ddof=1)) / len(shares) for shares in tables)) / len(tables)
    low, high = max(0.0, score - Z95 * error), score + Z95 * error
    return {"score": round(score, 4), "low": round(low, 4), "high": round(high, 4)}


def content_hash(result: dict[str, Any]) -> str:
    """The hash of what a result says, but for its hash and what the machine decides."""
    kept = {key: value for key, value in result.items() if key not in ("hash", *MACHINE)}
    return hashlib.sha256(json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
