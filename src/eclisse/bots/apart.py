"""A process of its own for a bot that thinks for long: in a thread it would keep everybody waiting for Python's lock.

It starts when it is first asked, and ends when nobody asks for a while or whoever started it is gone. It gets a seat's
view and its legal actions, as any bot does, and answers with the number of one.
"""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import IO, Final, NamedTuple, cast

import numpy as np

from eclisse.bots import Key, make_bot
from eclisse.catalogue.kit import open_kit
from eclisse.core.records import STATE
from eclisse.notation import Action
from eclisse.views import View

IDLE: Final = 300.0  # seconds after which it ends if nobody asks
PATIENCE: Final = 20.0  # seconds after which it is given up; starting and loading count too
NICE: Final = 10  # it gives way to whoever started it
GONE: Final = (OSError, EOFError, pickle.UnpicklingError)


class Question(NamedTuple):
    """What the process is asked."""

    bot: str
    key: tuple[int, int]
    game: str
    modules: tuple[str, ...]
    seat: int | None
    to_act: tuple[int, ...]
    record: bytes  # of the view
    legal: tuple[Action, ...]


class Child(NamedTuple):
    """The process, and the pipes to and from it."""

    process: "subprocess.Popen[bytes]"
    asked: IO[bytes]
    told: IO[bytes]


class NoAnswer(RuntimeError):
    """The process ended or took too long, twice, or is closed."""


class Apart:
    """The process, as its parent sees it; it answers one question after the other."""

    def __init__(self, idle: float = IDLE, patience: float = PATIENCE) -> None:
        self._idle, self._patience, self._is_closed = idle, patience, False
        self._lock = threading.Lock()
        self._child: Child | None = None

    @property
    def pid(self) -> int | None:
        """The process's number, while there is one."""
        return self._child.process.pid if self._child else None

    def choose(self, bot: str, key: Key, view: View, legal: Sequence[Action]) -> Action:
        """What a bot decides; a process that has ended is started anew."""
        record, kit = np.asarray(view.record).tobytes(), view.kit
        keys = int(key[0]), int(key[1])
        question = Question(bot, keys, kit.game, kit.modules, view.seat, view.to_act, record, tuple(legal))
        with self._lock:
            try:
                number = self._ask(question)
            except GONE:
                self._end()
                number = self._again(question)
        return next(action for action in legal if action.number == number)

    def close(self) -> None:
        """End the process, whatever it does; no other is started."""
        self._is_closed, child = True, self._child
        if child:
            child.process.kill()
        with self._lock:
            self._end()

    def _again(self, question: Question) -> int:
        """Ask a second time."""
        try:
            return self._ask(question)
        except GONE as error:
            self._end()
            raise NoAnswer(question.bot) from error

    def _ask(self, question: Question) -> int:
        """Send a question and wait for the answer; one of GONE if none comes."""
        if self._is_closed:
            raise EOFError
        child = self._child = self._child or self._start()
        late = threading.Timer(self._patience, child.process.kill)
        late.start()
        try:
            _send(child.asked, question)
            answer = pickle.load(child.told)  # noqa: S301 it is our own process
        finally:
            late.cancel()
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return int(answer)

    def _start(self) -> Child:
        command = [sys.executable, "-m", "eclisse.bots.apart", str(self._idle)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return Child(process, *(cast("IO[bytes]", pipe) for pipe in (process.stdin, process.stdout)))

    def _end(self) -> None:
        """Forget the process."""
        child, self._child = self._child, None
        if child:
            child.process.kill()
            child.process.wait()
            for pipe in (child.asked, child.told):
                with contextlib.suppress(OSError):
                    pipe.close()


def _send(pipe: IO[bytes], value: object) -> None:
    """Write a value at once."""
    pipe.write(pickle.dumps(value))
    pipe.flush()


def answer(question: Question) -> int:
    """The number of the action that a bot chooses."""
    view = np.frombuffer(question.record, STATE)[0]
    seen = View(view, open_kit(question.game, question.modules), question.seat, question.to_act)
    bot = make_bot(question.bot, np.array(question.key, np.uint64))
    return bot.choose(seen, question.legal).number


def main() -> None:
    """The process: answer until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it is told too, and closes the pipe
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not get among the answers
    while True:
        idle = threading.Timer(float(sys.argv[1]), os._exit, (0,))
        idle.daemon = True
        idle.start()
        try:
            question = pickle.load(asked)  # noqa: S301 whoever started it is ourselves
        except EOFError:
            return
        idle.cancel()
        try:
            found: int | str = answer(question)
        except Exception as error:  # noqa: BLE001 it goes back to whoever asked
            found = f"{type(error).__name__}: {error}"
        _send(told, found)


if __name__ == "__main__":
    main()
