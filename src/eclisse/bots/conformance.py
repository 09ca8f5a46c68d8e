"""A test for users' own bots: several kinds of games, the bot in every seat, a sentence for everything it does wrong.

In your own tests: `assert not check(MyBot).faults`. On the command line: `eclisse check-bot my_module:MyBot`.
"""

import threading
import time
from dataclasses import dataclass, replace
from typing import Any, Final

from eclisse.bots import own
from eclisse.bots.seated import bot_key
from eclisse.faults import Fault, fault
from eclisse.game import Game

# Together they have every mechanic and every number of seats.
KINDS: Final[tuple[tuple[str, int, tuple[str, ...]], ...]] = (
    ("usa", 2, ()),
    ("europe", 3, ("warehouses",)),
    ("switzerland", 3, ()),
    ("india", 4, ()),
    ("berlin", 4, ()),
    ("usa-mega", 5, ()),
)
KEY: Final = "0" * 32
LIMIT: Final = 10.0  # seconds a decision may take
_TICK: Final = 0.02


@dataclass(frozen=True)
class Report:
    """The result of a check; a bot without faults can play anywhere."""

    bot: str
    faults: tuple[Fault, ...]
    games: int
    decisions: int
    slowest: float  # seconds

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "bot": self.bot,
            "faults": [one.to_dict() for one in self.faults],
            "games": self.games,
            "decisions": self.decisions,
            "slowest_seconds": round(self.slowest, 6),
        }


def check(bot: str | type[Any], limit: float = LIMIT) -> Report:
    """Let a bot, a class or its `module:Class`, play on all seats; a decision longer than `limit` ends the check."""
    trial = _Trial(own.load(bot) if isinstance(bot, str) else bot, bot if isinstance(bot, str) else bot.__name__)
    # A bot that hangs cannot be stopped, so it is left behind in a thread that does not keep the process alive.
    thread = threading.Thread(target=trial.run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_TICK)
        if trial.seconds() > limit:
            trial.note(fault("bot-too-slow", limit=limit))
            break
    return Report(trial.name, tuple(trial.faults), trial.games, trial.decisions, trial.slowest)


class _Trial:
    """The games of one check, one after the other, and what went wrong in them."""

    def __init__(self, maker: type[Any], name: str) -> None:
        self.name, self.faults = name, list[Fault]()
        self.games = self.decisions = 0
        self.slowest = 0.0
        self._maker, self._game, self._moment = maker, "", ""
        self._since: float | None = None

    def run(self) -> None:
        """A game of every kind, each played twice by a bot that is the same every time."""
        reproducible = getattr(self._maker, "reproducible", True)
        for number, (game, seats, modules) in enumerate(KINDS):
            moves = self._play(Game.new(game, seats, number + 1, modules))
            if moves and reproducible:
                self._compare(moves, self._play(Game.new(game, seats, number + 1, modules)))

    def seconds(self) -> float:
        """How long the bot has been thinking about its current decision."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    def note(self, one: Fault) -> None:
        """Keep a fault, and where it happened."""
        self.faults.append(replace(one, where=f"{self._game}, {self._moment}"))

    def _play(self, game: Game) -> list[tuple[int, str]] | None:
        """Play one game to its end and return its actions, or None after a fault."""
        bots: list[own.OwnBot] = []
        try:
            for seat in range(game.seats):
                self._think(game, seat, "when it is made")
                bots.append(own.OwnBot(self.name, bot_key(KEY, seat), self._maker))
                self._done()
            while not game.over:
                self._decide(game, bots)
        except own.BotFault as error:
            self._since = None
            self.note(error.faults[0])
            return None
        self.games += 1
        return game.actions

    def _decide(self, game: Game, bots: list[own.OwnBot]) -> None:
        """One decision, timed."""
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        self._think(game, seat, f"decision {len(game.actions)}")
        action = bots[seat].choose(view, legal)
        self._done()
        self.decisions += 1
        game.play(seat, action)

    def _think(self, game: Game, seat: int, what: str) -> None:
        """The bot's time begins."""
        added = "".join(f" + {module}" for module in game.kit.modules)
        self._game, self._moment = f"{game.kit.game}{added}, {game.seats} seats", f"seat {seat}, {what}"
        self._since = time.monotonic()

    def _done(self) -> None:
        """The bot's time ends."""
        self.slowest = max(self.slowest, self.seconds())
        self._since = None

    def _compare(self, first: list[tuple[int, str]], again: list[tuple[int, str]] | None) -> None:
        """Find the first decision that was not the same the second time."""
        for number, (a, b) in enumerate(zip(first, again or [], strict=False)):
            if a != b:
                self._moment = f"seat {a[0]}, decision {number}"
                self.note(fault("bot-fickle", first=a[1], then=b[1]))
                return
