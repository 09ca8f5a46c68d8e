"""Whose turn it is at the database: decisions and the server's own work first, then one payer after the other.

A payer who has much to ask for waits behind their own questions; whoever asks for too much at once is refused.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final, Protocol

from eclisse.faults import fault
from eclisse.server.messages.refusal import Refused

EACH: Final = 8  # of one payer who may wait
MOST: Final = 60  # who may wait; when as many do, one of each payer may
FULL: Final = 500  # who may wait in any case
PRICE: Final = 0.25  # seconds of processor time that a second of a turn costs: most of it is the disk's
DEAREST: Final = 0.25  # seconds that a turn costs at most: a silent database is not the fault of whoever asked it
LONGEST: Final = 30.0  # seconds that anybody waits: the database is silent


class Payer(Protocol):
    """Who pays for the time that they keep others waiting."""

    def charge(self, seconds: float) -> None:
        """Pay."""


PAYER: Final[ContextVar[Payer | None]] = ContextVar("payer", default=None)
"""For whom the work is done; None: for the server itself."""
_HOLDER: Final[ContextVar[asyncio.Task[Any] | None]] = ContextVar("holder", default=None)


def is_holding() -> bool:
    """Whether this task has a place at the database: it must go on at once, because others wait for it."""
    holder = _HOLDER.get()
    return holder is not None and holder is asyncio.current_task()


def busy() -> Refused:
    """The refusal where too many ask at once."""
    return Refused("unavailable", fault("server-busy"))


class Turns:
    """A number of places at the database."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._first = deque[asyncio.Future[None]]()
        self._lines: OrderedDict[Payer, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def first(self) -> AsyncIterator[None]:
        """Take a place before everybody else."""
        await self._wait(None)
        try:
            yield
        finally:
            self._leave()

    @asynccontextmanager
    async def next(self) -> AsyncIterator[None]:
        """Take a place when it is this payer's turn, and pay for the time; refused if too many wait."""
        payer = PAYER.get()
        await self._wait(None if is_holding() else payer)
        start, held = time.monotonic(), _HOLDER.set(asyncio.current_task())
        try:
            yield
        finally:
            _HOLDER.reset(held)
            self._leave()
            if payer is not None:
                payer.charge(min((time.monotonic() - start) * PRICE, DEAREST))

    async def _wait(self, payer: Payer | None) -> None:
        """Wait for a place."""
        if self._free:
            self._free -= 1
            return
        done = asyncio.get_running_loop().create_future()
        self._line(payer).append(done)
        try:
            async with asyncio.timeout(LONGEST):
                await done
        except BaseException as error:
            if not done.cancel() and not done.cancelled():  # the place was given to us at the same moment
                self._leave()
            if isinstance(error, TimeoutError):
                raise busy() from None
            raise

    def _line(self, payer: Payer | None) -> "deque[asyncio.Future[None]]":
        """Where a payer waits, unless too many do."""
        if payer is None:
            return self._first
        total, own = sum(map(len, self._lines.values())), len(self._lines.get(payer, ()))
        if own >= EACH or (own and total >= MOST) or total >= FULL:
            raise busy()
        return self._lines.setdefault(payer, deque())

    def _leave(self) -> None:
        """Give the place to whoever is next."""
        while self._first or self._lines:
            done = self._first.popleft() if self._first else self._of_next_payer()
            if not done.done():
                done.set_result(None)
                return
        self._free += 1

    def _of_next_payer(self) -> "asyncio.Future[None]":
        """The next who waits of the next payer, who then is the last."""
        payer, line = self._lines.popitem(last=False)
        done = line.popleft()
        if line:
            self._lines[payer] = line
        return done
