"""The guard with limits: on rates and numbers, for each address, player or socket; on cost, and when it is full."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import Final

from eclisse.faults import fault
from eclisse.server.guard import Guard, Messages, Rate
from eclisse.server.guard.cost import Account, Accounts
from eclisse.server.model import Refused
from eclisse.server.settings import Settings
from eclisse.server.store.writer import busy

MOST_KEYS: Final = 20_000
PATIENCE: Final = 2.0  # seconds of debt that a request may come with
GUESTS: Final = 10  # new players an hour by the invitation to one table
BURST: Final = 3  # seconds' worth of messages that may come at once


class Bucket(Messages):
    """Holds up to `burst` tokens and gains `rate` a second; every message takes one."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket a key, for the keys seen last."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token of a key; False if there is none."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst)
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket.take()


class ChatLimit:
    """Lines of chat, limited for each player and for each address; ten seconds' worth may come at once."""

    def __init__(self, rate: float, address_rate: float) -> None:
        self._players, self._addresses = Buckets(rate, 10 * rate), Buckets(address_rate, 10 * address_rate)

    def take(self, player_id: str, address: str) -> bool:
        """Whether a player may say something now."""
        return self._players.take(player_id) and self._addresses.take(address)


class Places:
    """A limited number of places, in all and for each key."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each, self._taken = most, most_each, Counter[str]()
        self._total = 0

    def __len__(self) -> int:
        return self._total

    @contextmanager
    def taken(self, key: str) -> Iterator[None]:
        """Take a place for a while."""
        if self._total >= self._most:
            raise Refused("too_many", fault("too-many-connections"))
        if self._taken[key] >= self._most_each:
            raise Refused("too_many", fault("too-many-of-yours", most=self._most_each))
        self._total += 1
        self._taken[key] += 1
        try:
            yield
        finally:
            self._total -= 1
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


# --- when it is full ------------------------------------------------------------------------------------------------

EVERY: Final = 0.1  # seconds between two looks
LOOKS: Final = 2  # of which the best counts: a moment is not a crowd
LEAST: Final = 5  # decisions between two looks; fewer are not a crowd
FULL, TOO_FULL = 0.03, 0.05  # seconds that every decision takes: nobody is let in, some must wait again
STAYS: Final = 900.0  # seconds after its last decision that a table is let in without asking
SLOWLY: Final = 10.0  # seconds after it was full, or had to refuse anybody, during which few are let in
FEW: Final = 1  # in the time between two looks


class Crowd:
    """The tables that are let in, in the order in which they came: games that go on, when there is too much to do.

    A table is let in with its first decision, and stays. How full it is shows in the time that a decision takes. While
    it is full nobody is let in, and while it is too full whoever came last must wait again.
    """

    def __init__(self) -> None:
        self._tables = OrderedDict[str, float]()  # and their last decision
        self._quickest, self._n_decisions, self._few = STAYS, 0, FEW
        self._waits, self._full_at = deque([0.0], LOOKS), -SLOWLY

    @property
    def wait(self) -> float:
        """Seconds that every decision takes now."""
        return min(self._waits)

    @property
    def is_full(self) -> bool:
        """Whether nobody is let in."""
        return self.wait > FULL

    def check(self, table_id: str) -> None:
        """Refuse a table that is not let in; nothing changes by asking."""
        if self.is_full and table_id not in self._tables:
            raise busy()

    def enter(self, table_id: str) -> None:
        """Let a table in that makes a decision, or refuse it."""
        now = time.monotonic()
        if table_id not in self._tables and now < self._full_at + SLOWLY:
            if self.is_full or not self._few:
                self._full_at = now
                raise busy()
            self._few -= 1
        self._tables[table_id] = now

    def note(self, seconds: float) -> None:
        """A decision has taken so long, whatever its sender kept it waiting."""
        self._quickest, self._n_decisions = min(self._quickest, seconds), self._n_decisions + 1

    async def watch(self) -> None:
        """Look again and again."""
        while True:
            await asyncio.sleep(EVERY)
            self.look()

    def look(self) -> None:
        """Look how long decisions have taken since the last look."""
        self._waits.append(self._quickest if self._n_decisions >= LEAST else 0.0)
        self._quickest, self._n_decisions, self._few = STAYS, 0, FEW
        now = time.monotonic()
        if self.is_full:
            self._full_at = now
        self._tables = OrderedDict((table, at) for table, at in self._tables.items() if at > now - STAYS)
        if self.wait > TOO_FULL:
            for _ in range(ceil(len(self._tables) * (1 - FULL / self.wait) / 2)):
                self._tables.popitem()
            self._waits.append(TOO_FULL)  # until it is seen what that has changed


# --- all of them ----------------------------------------------------------------------------------------------------


class Limits(Guard):
    """The limits of a server as its settings have them."""

    def __init__(self, settings: Settings) -> None:
        self.accounts, self.crowd = Accounts(settings.cost_rate), Crowd()
        self._settings, self._requests = settings, Buckets(settings.request_rate, 5 * settings.request_rate)
        self._rates: dict[Rate, Buckets] = {
            "player": Buckets(settings.player_rate, 60 * settings.player_rate),
            "guest": Buckets(GUESTS / 3600, GUESTS),
            "nudge": Buckets(1 / settings.nudge_every, 1),
        }
        self._chat = ChatLimit(settings.chat_rate, settings.address_chat_rate)
        self._sockets = Places(settings.max_sockets, settings.sockets_per_player)
        self._addresses = Places(settings.max_sockets, settings.sockets_per_address)

    def account(self, address: str) -> Account:
        """The purse of an address."""
        return self.accounts.of(address)

    def is_too_fast(self, address: str) -> bool:
        """Whether an address asks too often, or is deep in debt."""
        return not self._requests.take(address) or self.accounts.of(address).debt() > PATIENCE

    def allows(self, rate: Rate, key: str) -> bool:
        """Whether there may be one more of something."""
        return self._rates[rate].take(key)

    def may_say(self, player_id: str, address: str) -> bool:
        """Whether a player may say something now."""
        return self._chat.take(player_id, address)

    def messages(self) -> Bucket:
        """The limit of one new socket."""
        return Bucket(self._settings.message_rate, BURST * self._settings.message_rate)

    @contextmanager
    def socket(self, who: str, address: str) -> Iterator[None]:
        """Have a socket for a while, by player and by address; Refused where there are too many."""
        with self._addresses.taken(address), self._sockets.taken(who):
            yield

    @property
    def is_full(self) -> bool:
        """Whether there is more to do than can be done."""
        return self.crowd.is_full

    def check_table(self, table_id: str) -> None:
        """Refuse a table that must wait because it is full; nothing changes by asking."""
        self.crowd.check(table_id)

    def enter_table(self, table_id: str) -> None:
        """Let a table in that makes a decision, or refuse it."""
        self.crowd.enter(table_id)

    def note_decision(self, seconds: float) -> None:
        """A decision has taken so long."""
        self.crowd.note(seconds)

    async def watch(self) -> None:
        """Look again and again how full it is."""
        await self.crowd.watch()
