"""What an address pays for, and how others have their turn between."""

import asyncio
import json
import time

import pytest

from eclisse.server.network.cost import MUCH, REST, SAVED, Account
from eclisse.server.tables.live import Live
from eclisse.server.tables.table import PIECE, Entry
from tests.server.test_memory import log_of, row_of


def test_an_address_that_has_asked_for_much_rests_longer_than_it_has_worked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)  # it takes no time
    account, much = Account(1.0), MUCH * SAVED * 1.0
    account.charge(0.9 * much)
    assert account.rest() == 0
    account.charge(0.3 * much)
    account.charge(0.1 * much)
    assert account.rest() == pytest.approx(0.4 * much * REST)


def test_what_was_long_ago_is_told_piece_by_piece_with_whatever_happens_between() -> None:
    log = log_of(f"{1:032x}", 2 * PIECE + 30)
    live, rests = Live(row_of(1)), list[int]()

    async def rest() -> None:
        rests.append(live.number)
        if len(rests) == 2:
            decide(live, log)

    async def told(since: int) -> list[int]:
        update = json.loads(await live.update(0, since, rest))
        assert update["number"] == live.number
        return [step["number"] for step in update["steps"]]

    async def follow() -> None:
        await live.catch_up(row_of(1), log[:-1], [])
        assert await told(len(log) - 3) == [len(log) - 2, len(log) - 1]
        assert rests == []
        assert await told(PIECE + 5) == list(range(PIECE + 6, len(log) + 1))
        assert rests == [len(log) - 1, len(log) - 1, len(log)]

    asyncio.run(follow())


def decide(live: Live, log: list[Entry]) -> None:
    """The last decision of a log."""
    assert live.table is not None
    live.accept(live.table, live.table.prepare(log[-1], live.number))
