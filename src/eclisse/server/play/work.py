"""Work in threads that are shared fairly, places that are limited, and tasks that nobody waits for.

A heavy user waits behind their own work and does not hold up others.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol, TypeVar

from eclisse.server.model import Refused

T = TypeVar("T")
logger = logging.getLogger(__name__)


class Payer(Protocol):
    """Who pays for work with the processor time it takes."""

    def debt(self) -> float:
        """Seconds until the debt is paid."""

    def charge(self, seconds: float) -> None:
        """Pay for processor time that was used."""


class FairPool:
    """A pool of threads with a queue for each key; the queues take turns."""

    def __init__(self, threads: int, name: str, prepare: Callable[[], None] | None = None) -> None:
        self._pool, self._free = ThreadPoolExecutor(threads, name, prepare), threads
        self._lines: OrderedDict[str, deque[tuple[asyncio.Future[Any], Callable[[], Any]]]] = OrderedDict()

    @property
    def n_waiting(self) -> int:
        """How many keys have work that waits."""
        return len(self._lines)

    async def run(self, key: str, work: Callable[..., T], *given: Any) -> T:
        """Do something in a thread, once it is this key's turn."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(key, deque()).append((done, partial(work, *given)))
        self._next()
        return await done

    async def paid(self, key: str, payer: Payer, work: Callable[[], T]) -> T:
        """The same for somebody who pays for it."""
        spent = list[float]()
        try:
            return await self.run(key, _measured, work, spent)
        finally:
            payer.charge(sum(spent))

    def close(self) -> None:
        """Start no more work."""
        self._lines.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _next(self) -> None:
        """Start as much work as there are threads, one job of each queue in turn."""
        while self._free and self._lines:
            key, line = self._lines.popitem(last=False)
            done, work = line.popleft()
            if line:
                self._lines[key] = line
            if done.done():  # whoever asked has gone
                continue
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._pool, work)
            running.add_done_callback(partial(self._finished, done))

    def _finished(self, done: "asyncio.Future[Any]", running: "asyncio.Future[Any]") -> None:
        """Deliver the result of a thread, and start the next job."""
        self._free += 1
        if not done.done():
            if running.cancelled():
                done.cancel()
            elif (error := running.exception()) is not None:
                done.set_exception(error)
            else:
                done.set_result(running.result())
        if self._lines:
            self._next()


def _measured(work: Callable[[], T], spent: list[float]) -> T:
    """Do some work, and note the processor time that it took."""
    start = time.thread_time()
    try:
        return work()
    finally:
        spent.append(time.thread_time() - start)


class Crowded(Exception):
    """Too many wait for the places of a key."""


class Lanes:
    """So many places at once in all, few of them for any one key; a key that is slow keeps only itself waiting."""

    def __init__(self, most: int, each: int, waiting: int) -> None:
        self._all, self._each, self._waiting = asyncio.Semaphore(most), each, waiting
        self._lanes: dict[str, tuple[asyncio.Semaphore, list[int]]] = {}

    @asynccontextmanager
    async def place(self, key: str) -> AsyncIterator[None]:
        """Take a place for a while; Crowded where too many wait already."""
        lane, inside = self._lanes.setdefault(key, (asyncio.Semaphore(self._each), [0]))
        if inside[0] >= self._each + self._waiting:
            raise Crowded(key)
        inside[0] += 1
        try:
            async with lane, self._all:
                yield
        finally:
            inside[0] -= 1
            if not inside[0]:
                self._lanes.pop(key, None)


class Tasks:
    """The tasks of the server's own accord: kept until they are done, their failures logged."""

    def __init__(self) -> None:
        self.is_closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Begin some work that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        """Forget a task; log its failure, unless it was a refusal."""
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), Refused):
            logger.error("a task failed", exc_info=task.exception())

    async def repeat(self, every: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something again and again, even if it fails."""
        while not self.is_closing:
            await self.quietly(work)
            await asyncio.sleep(every)

    async def quietly(self, work: Callable[..., Awaitable[object]], *given: Any) -> None:
        """Do something whose failure must not stop the rest."""
        try:
            await work(*given)
        except Refused:
            return
        except Exception:
            logger.exception("looking after tables failed")

    async def close(self) -> None:
        """End all tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
