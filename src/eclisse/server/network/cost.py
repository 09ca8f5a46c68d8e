"""What each address costs: it pays for every request and message with the processor time they take.

An address has a purse that fills at a steady rate. What it asks for is measured while it runs and taken from the purse;
an address in debt waits. And however full its purse, only a little of its work is under way at any moment, and after
each piece of it an address that has asked for much lately rests, so that the work of others comes between.

However many addresses there are, in each turn of the loop only a few steps of their work are made, one address after
the other: what comes over sockets in one lane, requests in another and slower one.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from eclisse.server.store.turns import is_holding

MOST_ACCOUNTS: Final = 20_000
AT_ONCE: Final = 4  # requests of one address that are worked on at once
SAVED: Final = 20  # seconds of the rate that a purse holds
MUCH: Final = 0.05  # of a full purse: whoever has spent more of it rests
REST: Final = 2.0  # seconds of rest for each second of work
MESSAGES, REQUESTS = 32, 1  # steps in one turn of the loop
SHORTEST, LONGEST = 0.001, 0.05  # seconds that a lane rests
T = TypeVar("T")


class Lane:
    """A few steps of work in each turn of the loop, one address after the other.

    While some wait, the lane rests as long as its steps have taken, if it rests at all: half of the time is left.
    """

    def __init__(self, steps: int, rests: bool = False) -> None:
        self._steps, self._left, self._rests = steps, steps, rests
        self.spent = 0.0  # seconds of work since it rested
        self._lines: OrderedDict[Account, deque[asyncio.Future[None]]] = OrderedDict()

    def enter(self, account: "Account") -> "asyncio.Future[None] | None":
        """When this address may make a step; None: now."""
        loop = asyncio.get_running_loop()
        if self._left == self._steps:
            loop.call_soon(self._go_on)
        if self._left:
            self._left -= 1
            return None
        done = loop.create_future()
        self._lines.setdefault(account, deque()).append(done)
        return done

    def _go_on(self) -> None:
        """Another turn of the loop: the next ones may make a step."""
        self._left = self._steps
        while self._left and self._lines:
            account, line = self._lines.popitem(last=False)
            done = line.popleft()
            if line:
                self._lines[account] = line
            if not done.done():
                done.set_result(None)
                self._left -= 1
        if self._left < self._steps:
            spent, self.spent = self.spent, 0.0
            rest = min(spent, LONGEST) if self._rests and self._lines and spent > SHORTEST else 0.0
            asyncio.get_running_loop().call_later(rest, self._go_on)


class Account:
    """The purse of one address, in seconds of processor time."""

    __slots__ = ("_at", "_purse", "_rate", "_rests_until", "messages", "places", "requests", "turn", "waiting")

    def __init__(self, rate: float, messages: Lane | None = None, requests: Lane | None = None) -> None:
        self._rate, self._purse, self._at = rate, SAVED * rate, time.monotonic()
        self.messages, self.requests = messages or Lane(MESSAGES), requests or Lane(REQUESTS)
        self._rests_until = 0.0
        self.places = asyncio.Semaphore(AT_ONCE)  # for requests
        self.turn = asyncio.Lock()  # one piece of work, then whatever else the server has to do
        self.waiting = 0  # requests that wait for a place

    def debt(self) -> float:
        """Seconds until the address has paid its debt; 0: it may ask for more."""
        now = time.monotonic()
        self._purse = min(SAVED * self._rate, self._purse + (now - self._at) * self._rate)
        self._at = now
        return 0.0 if self._purse > 0 else -self._purse / self._rate + 0.001

    def charge(self, seconds: float) -> None:
        """Pay for processor time that was used."""
        self._purse -= seconds
        if self._purse < (1 - MUCH) * SAVED * self._rate:
            self._rests_until = max(self._rests_until, time.monotonic()) + REST * seconds

    def rest(self) -> float:
        """Seconds that the address still rests."""
        return max(0.0, self._rests_until - time.monotonic())

    async def rested(self) -> None:
        """Wait until the address has rested."""
        while rest := self.rest():
            await asyncio.sleep(rest)

    async def pause(self) -> None:
        """Let everybody else have a turn, and rest."""
        await asyncio.sleep(0)
        await self.rested()

    async def next_turn(self) -> None:
        """Wait for a turn among all that the address asks for."""
        async with self.turn:
            await self.rested()

    @contextmanager
    def paying(self) -> Iterator[None]:
        """Pay for the work done inside, which waits for nothing."""
        start = time.thread_time()
        try:
            yield
        finally:
            self.charge(time.thread_time() - start)

    async def paid(self, work: Coroutine[Any, Any, T], lane: Lane | None = None) -> T:
        """The same work, paid for while it runs but not while it waits; in the lane of messages unless told."""
        return await _Paid(self, work, lane or self.messages)


class _Paid(Awaitable[T]):
    """A coroutine whose every step is measured, and made when it is its turn."""

    __slots__ = ("_account", "_lane", "_work")

    def __init__(self, account: Account, work: Coroutine[Any, Any, T], lane: Lane) -> None:
        self._account, self._work, self._lane = account, work, lane

    def __await__(self) -> Generator[Any, Any, T]:
        answer, error = None, None
        while True:
            if not is_holding() and (turn := self._lane.enter(self._account)) is not None:
                try:
                    yield from turn
                except BaseException as raised:  # noqa: BLE001 - whatever it is, it is for the coroutine
                    error = raised
            start = time.thread_time()
            try:
                step = self._work.send(answer) if error is None else self._work.throw(error)
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                spent = time.thread_time() - start
                self._account.charge(spent)
                self._lane.spent += spent
            answer, error = None, None
            try:
                answer = yield step
            except BaseException as raised:  # noqa: BLE001 - whatever it is, it is for the coroutine
                error = raised


class Accounts:
    """The accounts of the addresses seen last."""

    def __init__(self, rate: float) -> None:
        self._rate, self._messages, self._requests = rate, Lane(MESSAGES), Lane(REQUESTS, rests=True)
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    def of(self, address: str) -> Account:
        """The account of an address."""
        account = self._accounts.pop(address, None) or Account(self._rate, self._messages, self._requests)
        self._accounts[address] = account
        if len(self._accounts) > MOST_ACCOUNTS:
            self._accounts.popitem(last=False)
        return account
