"""Things to wait for, in little memory: each of asyncio's own keeps room for 64 who wait, and a socket has six."""

import asyncio
from typing import Any


class Flag:
    """In place of asyncio.Event."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set, self._waiters = False, list[asyncio.Future[None]]()

    def is_set(self) -> bool:
        """Whether nobody has to wait."""
        return self._is_set

    def set(self) -> None:
        """Let all go on who wait, and all who come."""
        self._is_set = True
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        """Let all who come wait."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until it is set."""
        if self._is_set:
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        finally:
            self._waiters.remove(waiter)


class Inbox:
    """In place of asyncio.Queue, for one task that takes out what others put in."""

    __slots__ = ("_has_some", "_messages")

    def __init__(self) -> None:
        self._messages, self._has_some = list[Any](), Flag()

    def empty(self) -> bool:
        """Whether there is nothing to take out."""
        return not self._messages

    def put_nowait(self, message: Any) -> None:
        """Put a message in."""
        self._messages.append(message)
        self._has_some.set()

    async def get(self) -> Any:
        """Take the oldest message out, once there is one."""
        await self._has_some.wait()
        message = self._messages.pop(0)
        if not self._messages:
            self._has_some.clear()
        return message
