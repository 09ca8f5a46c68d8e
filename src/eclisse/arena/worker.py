"""One game at a time among bots of any kind, in a separate process that can be ended when a bot hangs.

The process shares with its parent whose turn it is to decide, since when, and every decision so far. So nothing is lost
when it has to be killed: the parent plays the decisions again and has the game.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass
from multiprocessing import sharedctypes
from pathlib import Path
from typing import Any, Final

import numpy as np

from eclisse.arena.schedule import BadArena, Settings
from eclisse.bots import make_bot
from eclisse.bots.loop import LOG, note_decision
from eclisse.bots.own import described, is_own
from eclisse.bots.seated import bot_key
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records
from eclisse.core.records import MAX_SEATS
from eclisse.faults import Fault, Faulty, fault
from eclisse.game import Game
from eclisse.notation import action_of

MOST_DECISIONS: Final = 1 << 14
TICK: Final = 0.05  # seconds between two looks at the clock


class Stopped(Exception):
    """Somebody has stopped the tournament."""


@dataclass(frozen=True)
class Foul:
    """Where a bot sat, and what it did wrong there."""

    seat: int
    fault: Fault


@dataclass(frozen=True)
class Played:
    """A game as far as it went, its decisions, and the foul that ended it early."""

    game: Game
    logs: Records
    seconds: list[float]  # that the bot of each seat has thought
    foul: Foul | None


class Blackboard:
    """Memory in which the process reports to its parent while it plays."""

    def __init__(self) -> None:
        self.since = sharedctypes.RawValue("d", 0.0)  # when the bot awaited now began to think; 0: none does
        self.seat = sharedctypes.RawValue("i", 0)
        self.n = sharedctypes.RawValue("i", 0)
        self.spent = sharedctypes.RawArray("d", MAX_SEATS)  # seconds that each seat's bot has thought
        self._rows = sharedctypes.RawArray("b", MOST_DECISIONS * LOG.itemsize)

    @property
    def logs(self) -> Records:
        """The decisions so far, and room for more."""
        return np.frombuffer(self._rows, LOG)

    def think(self, seat: int) -> None:
        """The time of a seat's bot begins."""
        self.seat.value = seat
        self.since.value = time.monotonic()

    def answered(self) -> None:
        """It has decided."""
        self.spent[self.seat.value] += time.monotonic() - self.since.value


class Worker:
    """The parent's side: a process that plays games, replaced when a bot hangs or ends it."""

    def __init__(self, settings: Settings, stop: threading.Event) -> None:
        self._settings, self._stop = settings, stop
        self._process: Any = None

    def play(self, settings: Settings, names: tuple[str, ...], key: str) -> Played:
        """Play the game with this key; a fault of a bot ends it."""
        if self._process is None:
            self._start()
        self._pipe.send((settings, names, key))
        foul = self._await(names)
        logs = self._board.logs[: self._board.n.value].copy()
        return Played(replayed(settings, names, key, logs), logs, list(self._board.spent), foul)

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._pipe.close()
            self._process.kill()
            self._process.join()
            self._process = None

    def _start(self) -> None:
        """Start a process, and wait until it has compiled or loaded what it needs."""
        context = multiprocessing.get_context("spawn")
        self._board = Blackboard()
        self._pipe, theirs = context.Pipe()
        here = str(Path.cwd())
        self._process = context.Process(target=serve, args=(theirs, self._board, self._settings, here), daemon=True)
        self._process.start()
        theirs.close()
        if self._await(()) is not None:
            raise BadArena(fault("arena-process-ended"))

    def _await(self, names: tuple[str, ...]) -> Foul | None:
        """Wait for the answer of the process, and end it if it hangs."""
        board = self._board
        while not self._pipe.poll(TICK):
            if self._stop.is_set():
                self.close()
                raise Stopped
            if board.since.value and time.monotonic() - board.since.value > self._settings.limit:
                seat, limit = board.seat.value, self._settings.limit
                self.close()
                return Foul(seat, fault("bot-out-of-time", bot=names[seat], limit=limit))
        try:
            answer: Foul | None = self._pipe.recv()
        except (EOFError, ConnectionError):
            seat = board.seat.value
            self.close()
            return Foul(seat, fault("bot-ended-process", bot=names[seat] if names else "?"))
        return answer


def replayed(settings: Settings, names: tuple[str, ...], key: str, logs: Records) -> Game:
    """A game from its key and decisions."""
    game = Game.new(settings.game, settings.seats, key, settings.modules, names)
    for row in logs:
        game.play(int(row.seat), action_of(int(row.action), game.kit, int(row.due)))
    return game


def serve(pipe: Any, board: Blackboard, settings: Settings, folder: str) -> None:
    """The process: play the games it is sent until the parent closes the connection."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    os.dup2(2, 1)  # what a bot prints does not belong on standard output
    os.chdir(folder)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    _warm(settings)
    pipe.send(None)
    while True:
        try:
            settings, names, key = pipe.recv()
        except (EOFError, ConnectionError):
            return
        pipe.send(_play(board, settings, names, key))


def _warm(settings: Settings) -> None:
    """Let our own bots decide once, so that compiling is not counted against them."""
    game = Game.new(settings.game, settings.seats, 0, settings.modules)
    for name in settings.bots:
        if not is_own(name):
            make_bot(name, bot_key("0" * 32, 0)).choose(game.view(0), game.legal(0))


def _play(board: Blackboard, settings: Settings, names: tuple[str, ...], key: str) -> Foul | None:
    """Play one game, noting every decision before it is played."""
    board.n.value, board.spent[:], logs, out = 0, [0.0] * MAX_SEATS, board.logs, np.empty(N_ACTIONS, np.int16)
    game, bots = Game.new(settings.game, settings.seats, key, settings.modules, names), []
    try:
        for seat, name in enumerate(names):
            board.think(seat)
            bots.append(make_bot(name, bot_key(key, seat)))
        while not game.over:
            seat = game.to_act[0]
            if board.n.value == MOST_DECISIONS:
                raise BadArena(fault("plays-without-end", bot=names[seat], decisions=MOST_DECISIONS))
            view, legal = game.view(seat), game.legal(seat)
            board.think(seat)
            action = bots[seat].choose(view, legal)
            board.answered()
            note_decision(
                logs, board.n.value, game.states, game.kit.board_row, game.kit.rules_row, seat, action.number, out
            )
            game.play(seat, action)
            board.n.value += 1
    except Exception as error:  # noqa: BLE001 - whatever a bot does wrong is its fault, not the arena's
        seat = board.seat.value
        own = error.faults[0] if isinstance(error, Faulty) else None
        return Foul(seat, own or fault("bot-raised", bot=names[seat], error=described(error)))
    finally:
        board.since.value = 0.0
    return None
