"""The cost of each address: it pays for every request and message with the processor time they take.

An address has a purse that fills at a steady rate. What it asks for is measured while it runs and taken from the purse;
from an address deep in debt nothing is read.

However many addresses there are, all that is done for them is done in steps, one after the other, each for the address
that has spent the least lately. In one turn of the loop there are only as many as fit into a moment, and a moment more
is for those who have spent less than all who wait. So whoever asks for little does not wait for those who ask for much.
"""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from contextvars import Context
from heapq import heappop, heappush, heapreplace
from itertools import count
from typing import Any, Final, TypeVar

from eclisse.server import guard
from eclisse.server.guard import Answering
from eclisse.server.store.writer import PAYER, is_holding

MOST_ACCOUNTS: Final = 20_000
AT_ONCE: Final = 4  # requests of one address that are worked on at once
SAVED: Final = 20  # seconds of the rate that a purse holds
LENT: Final = 4.0  # seconds of debt with which an address is still read
SHORTEST, SILENT = 0.05, 10.0  # seconds that it is not read; its answers to our pings must come through
MOMENT: Final = 0.0005  # seconds of steps in a turn of the loop, and the last of them
SHARE: Final = 0.02  # of a core: whoever uses less is served before whoever uses more
MEMORY: Final = 60.0  # seconds that it is remembered at most
T = TypeVar("T")
logger = logging.getLogger(__name__)


class Turn:
    """A step that waits for its turn. A task can await it; the lane lets the task go on by itself, not the loop."""

    __slots__ = ("_asyncio_future_blocking", "_callback", "_context", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._asyncio_future_blocking = loop, False

    def __await__(self) -> Generator[Any, None, None]:
        self._asyncio_future_blocking = True  # this is how a task knows what it waits for
        yield self

    def add_done_callback(self, callback: Callable[[Any], object], *, context: Context | None = None) -> None:
        """The step itself."""
        self._callback, self._context = callback, Context() if context is None else context

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """The loop of the task."""
        return self._loop

    def cancel(self, msg: object = None) -> bool:  # noqa: ARG002
        """Whoever is cancelled learns of it when it is their turn."""
        return False

    def result(self) -> None:
        """There is none: it is this task's turn."""

    def take(self) -> None:
        """Make the step. It is forgotten first: a task that fails would else keep itself, through its frames."""
        callback, context = self._callback, self._context
        del self._callback, self._context
        try:
            context.run(callback, self)
        except Exception:
            logger.exception("a step failed")


class Lane:
    """A moment's work in each turn of the loop, step by step, each for the address that has spent the least lately."""

    def __init__(self) -> None:
        self._spent = 0.0  # seconds in this turn of the loop
        self._is_open = False  # it looks again in the next one
        self._lines: dict[Account, deque[Turn]] = {}
        self._order, self._numbers = list[tuple[float, int, Account]](), count()  # of those in line, as it was
        self.holders = Account(float("inf"), self)  # all who have a place at the database: others wait for them

    def enter(self, account: "Account") -> Turn | None:
        """When a step may be made for this address; None: now."""
        loop = asyncio.get_running_loop()
        if not self._is_open:
            self._is_open = True
            loop.call_soon(self._go_on, context=Context())
        if self._spent < 2 * MOMENT if self._is_ahead(account) else self._spent < MOMENT and not self._lines:
            return None
        turn = Turn(loop)
        self.wait(account, turn)
        return turn

    def _is_ahead(self, account: "Account") -> bool:
        """Whether an address has spent less than all who wait."""
        return bool(self._order) and account not in self._lines and account.behind < self._order[0][0]

    def wait(self, account: "Account", turn: Turn) -> None:
        """Let a step wait in the line of its address."""
        line = self._lines.get(account)
        if line is None:
            line = self._lines[account] = deque()
            heappush(self._order, (account.behind, next(self._numbers), account))
        line.append(turn)

    def note(self, seconds: float) -> None:
        """A step has taken so long."""
        self._spent += seconds

    def _go_on(self) -> None:
        """Another turn of the loop: some more steps."""
        is_open, self._spent = self._spent > 0.0 or bool(self._lines), 0.0
        while self._lines and self._spent < MOMENT:
            self._next().take()
        self._is_open = is_open
        if is_open:
            asyncio.get_running_loop().call_soon(self._go_on, context=Context())

    def _next(self) -> Turn:
        """The next step; its address is then behind all who have spent as little."""
        while (first := self._order[0])[0] < first[2].behind:  # it has spent more meanwhile
            heapreplace(self._order, (first[2].behind, next(self._numbers), first[2]))
        account = heappop(self._order)[2]
        account.behind = max(account.behind, time.monotonic())
        line = self._lines.pop(account)
        turn = line.popleft()
        if line:
            self._lines[account] = line
            heappush(self._order, (account.behind, next(self._numbers), account))
        return turn


class Account(guard.Account):
    """The purse of one address, in seconds of processor time."""

    __slots__ = ("_barred", "_full_at", "_rate", "behind", "lane", "places", "waiting")

    def __init__(self, rate: float, lane: Lane | None = None) -> None:
        self._rate, self._full_at = rate, time.monotonic()  # when the purse is full, if nothing more is spent
        self.behind = self._full_at  # the later, the more it has spent lately
        self.lane = lane or Lane()
        self.places: asyncio.Semaphore = asyncio.Semaphore(AT_ONCE)  # for requests
        self.waiting = 0  # requests that wait for a place
        self._barred = list[Turn]()  # until some of the debt is paid

    def purse(self) -> float:
        """Seconds of processor time that the address may use now."""
        return (SAVED - max(0.0, self._full_at - time.monotonic())) * self._rate

    def debt(self) -> float:
        """Seconds until the address has paid its debt; 0: it has none."""
        return max(0.0, self._full_at - time.monotonic() - SAVED)

    def charge(self, seconds: float) -> None:
        """Pay for processor time that was used."""
        now = time.monotonic()
        self._full_at = max(self._full_at, now) + seconds / self._rate
        self.behind = min(max(self.behind, now) + seconds / SHARE, now + MEMORY)

    @contextmanager
    def paying(self) -> Iterator[None]:
        """Pay for the work done inside, which waits for nothing."""
        start = time.thread_time()
        try:
            yield
        finally:
            spent = time.thread_time() - start
            self.charge(spent)
            self.lane.note(spent)

    def enter(self) -> Turn | None:
        """When something new may be begun for the address; None: now."""
        debt = self.debt() - LENT
        if debt <= 0 and not self._barred:
            return self.lane.enter(self)
        loop = asyncio.get_running_loop()
        if not self._barred:
            loop.call_later(min(max(debt, SHORTEST), SILENT), self._let_in)
        self._barred.append(Turn(loop))
        return self._barred[-1]

    def _let_in(self) -> None:
        """Let all wait in line who had to wait until some of the debt was paid."""
        self.lane.enter(self)  # it looks in the next turn of the loop
        barred, self._barred = self._barred, []
        for turn in barred:
            self.lane.wait(self, turn)

    async def entered(self) -> None:
        """Wait until something new may be begun for the address."""
        if (turn := self.enter()) is not None:
            await turn

    async def paid(self, work: Coroutine[Any, Any, T]) -> T:
        """The same work, step by step, each in turn and paid for."""
        return await _Paid(self, work)

    async def serve(self, answering: Answering) -> None:
        """Answer a request when there is a place for it; once the answer begins, only the client can be slow."""
        self.waiting += 1
        try:
            await self.places.acquire()
        finally:
            self.waiting -= 1
        held = [self.places]

        def leave() -> None:
            if held:
                held.pop().release()

        try:
            PAYER.set(self)
            await answering(leave)
        finally:
            leave()


class _Paid(Awaitable[T]):
    """A coroutine whose every step is measured, and made when it is its turn."""

    __slots__ = ("_account", "_work")

    def __init__(self, account: Account, work: Coroutine[Any, Any, T]) -> None:
        self._account, self._work = account, work

    def __await__(self) -> Generator[Any, Any, T]:
        account, lane, error = self._account, self._account.lane, None
        while True:
            if (turn := lane.enter(lane.holders if is_holding() else account)) is not None:
                try:
                    yield from turn.__await__()
                except BaseException as raised:  # noqa: BLE001 - whatever it is, it is for the coroutine
                    error = raised
            start = time.thread_time()
            try:
                step = self._work.send(None) if error is None else self._work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                spent = time.thread_time() - start
                account.charge(spent)
                lane.note(spent)
            error = None
            try:
                yield step
            except BaseException as raised:  # noqa: BLE001 - whatever it is, it is for the coroutine
                error = raised


class Accounts:
    """The accounts of the addresses seen last."""

    def __init__(self, rate: float) -> None:
        self._rate, self._lane = rate, Lane()
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, address: str) -> Account:
        """The account of an address."""
        account = self._accounts.pop(address, None) or Account(self._rate, self._lane)
        self._accounts[address] = account
        if len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account
