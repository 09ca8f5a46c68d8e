"""The guard: it keeps one visitor from taking the server away from all others. It can be taken off.

All that the rest of the server knows of it is here, and this guard lets everybody do everything: a plain test client or
any ASGI server can run the application with it. `limits.Limits` is the guard that `eclisse serve` puts on.
"""

import ipaddress
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any, Final, Literal, Protocol, TypeVar

from starlette.requests import HTTPConnection
from starlette.types import Scope

T = TypeVar("T")
Rate = Literal["player", "guest", "nudge"]
"""Rates that are limited: new players by address, by invitation, and notices that somebody asks for."""
Answering = Callable[[Callable[[], None]], Coroutine[Any, Any, None]]
"""Answers a request; what it is given is to be called when the answer begins."""


@lru_cache(4096)
def address_of(host: str) -> str:
    """The address that a host counts as: a whole /64 of IPv6, which is what one customer is given."""
    try:
        ip = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip) >> 64 << 64, 64)))


def sender(scope: HTTPConnection | Scope) -> str:
    """The address a request or a socket comes from."""
    client = scope.get("client")
    return address_of(client[0]) if client else ""


class Turn(Protocol):
    """A turn that is waited for."""

    def add_done_callback(self, callback: Callable[[Any], object], /) -> None:
        """Do this when it comes."""


class Account:
    """Who pays for work with the processor time it takes; here nobody does."""

    __slots__ = ()
    places: AbstractAsyncContextManager[object] = nullcontext()  # for what is worked on at once
    waiting = 0  # requests that wait for a place
    behind = 0.0  # the more it has spent lately

    def debt(self) -> float:
        """Seconds until the debt is paid."""
        return 0.0

    def charge(self, seconds: float) -> None:
        """Pay for processor time that was used."""

    def paying(self) -> AbstractContextManager[None]:
        """Pay for the work done inside, which waits for nothing."""
        return nullcontext()

    def enter(self) -> Turn | None:
        """When something new may be begun; None: now."""
        return None

    async def entered(self) -> None:
        """Wait until something new may be begun."""

    async def paid(self, work: Coroutine[Any, Any, T]) -> T:
        """The same work, step by step, each in turn and paid for."""
        return await work

    async def serve(self, answering: Answering) -> None:
        """Answer a request when there is a place for it."""
        await answering(lambda: None)


class Messages:
    """How many messages one socket may send; here as many as it likes."""

    __slots__ = ()

    def take(self) -> bool:
        """Whether there may be one more."""
        return True


class Guard:
    """Lets everybody do everything."""

    def account(self, address: str) -> Account:  # noqa: ARG002 - everybody is the same here
        """Who pays for what an address asks for."""
        return Account()

    def is_too_fast(self, address: str) -> bool:  # noqa: ARG002
        """Whether an address may not send one more request, or open one more socket."""
        return False

    def allows(self, rate: Rate, key: str) -> bool:  # noqa: ARG002
        """Whether there may be one more of something."""
        return True

    def may_say(self, player_id: str, address: str) -> bool:  # noqa: ARG002
        """Whether a player may say something now."""
        return True

    def messages(self) -> Messages:
        """The limit of one new socket."""
        return Messages()

    def socket(self, who: str, address: str) -> AbstractContextManager[None]:  # noqa: ARG002
        """Have a socket for a while, by player and by address; Refused where there are too many."""
        return nullcontext()

    @property
    def is_full(self) -> bool:
        """Whether there is more to do than can be done."""
        return False

    def check_table(self, table_id: str) -> None:
        """Refuse a table that must wait because it is full; nothing changes by asking."""

    def enter_table(self, table_id: str) -> None:
        """Let a table in that makes a decision, or refuse it."""

    def note_decision(self, seconds: float) -> None:
        """A decision has taken so long."""

    async def watch(self) -> None:
        """Look again and again how full it is."""


OPEN: Final = Guard()
