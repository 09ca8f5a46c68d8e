"""An address pays for all that is done for it, and others have their turn between."""

import asyncio
import gc
import json
import time
import weakref
from collections.abc import Callable
from contextlib import suppress

import pytest

from eclisse.server.guard.cost import LENT, MOMENT, SAVED, SILENT, Account, Lane
from eclisse.server.model import Clock, Entry, Refused
from eclisse.server.play.live import Live, Served
from eclisse.server.play.table import PIECE
from eclisse.server.store.writer import Turns
from tests.server.test_memory import log_of, row_of


class Time:
    """A clock for what is done in the lane; nothing else takes any time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(time, "thread_time", lambda: self.now)


async def turns_of(turn: list[int]) -> None:
    """Count the turns of the loop."""
    while True:
        turn[0] += 1
        await asyncio.sleep(0)


def test_a_turn_of_the_loop_has_as_many_steps_as_fit_into_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Time(monkeypatch)

    async def steps(seconds: float) -> list[int]:
        turn, lane, made = [0], Lane(), list[int]()

        async def work() -> None:
            made.append(turn[0])
            at.now += seconds

        counting = asyncio.create_task(turns_of(turn))
        await asyncio.gather(*(Account(0.2, lane).paid(work()) for _ in range(40)))
        counting.cancel()
        return sorted(made.count(one) for one in set(made))

    assert asyncio.run(steps(MOMENT / 1000)) == [40]
    assert asyncio.run(steps(MOMENT / 7.9)) == [8] * 5
    assert asyncio.run(steps(MOMENT * 10)) == [1] * 40


def test_addresses_take_turns_and_whoever_has_spent_the_least_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Time(monkeypatch)

    async def made(*spent: float) -> list[int]:
        """The order of three steps each for addresses that have spent so much before."""
        lane, order = Lane(), list[int]()

        async def work(number: int) -> None:
            for _ in range(3):
                order.append(number)
                at.now += 2.2 * MOMENT  # a turn of the loop each
                await asyncio.sleep(0)

        accounts = [Account(1.0, lane) for _ in spent]
        for account, seconds in zip(accounts, spent, strict=True):
            account.charge(seconds)
        await asyncio.gather(*(account.paid(work(n)) for n, account in enumerate(accounts) for _ in range(2)))
        return order

    assert asyncio.run(made(0, 0)) == [0, 1] * 6
    assert asyncio.run(made(1, 1, 1, 0))[1:7] == [3] * 6


def test_whoever_has_spent_less_than_all_who_wait_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Time(monkeypatch)

    async def test() -> None:
        lane = Lane()
        eve, mallory, ann = (Account(1.0, lane) for _ in range(3))
        eve.charge(1.0)
        mallory.charge(2.0)
        at.now += 1.0
        lane.note(1.1 * MOMENT)
        assert eve.enter() is not None
        assert mallory.enter() is not None
        assert ann.enter() is None
        lane.note(MOMENT)  # but a turn of the loop has an end
        assert ann.enter() is not None

    asyncio.run(test())


def test_whoever_has_a_place_at_the_database_goes_on_before_those_who_have_spent_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = Time(monkeypatch)

    async def test() -> None:
        lane, steps = Lane(), [0]
        ann, others = Account(1.0, lane), [Account(1.0, lane) for _ in range(6)]
        for account in (ann, *others):
            account.charge(1.0)
        ann.charge(1.0)

        async def busy() -> None:
            while True:
                steps[0] += 1
                at.now += 1.1 * MOMENT
                await asyncio.sleep(0)

        async def change() -> int:
            async with Turns(1).next():
                before = steps[0]
                for _ in range(20):
                    await asyncio.sleep(0)
                return steps[0] - before

        tasks = [asyncio.create_task(one.paid(busy())) for one in others]
        assert await ann.paid(change()) <= 21  # with its turn after all others it would be much more
        for task in tasks:
            task.cancel()

    asyncio.run(test())


def test_a_task_that_is_cancelled_while_it_waits_for_its_turn_is_cancelled_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at, told = Time(monkeypatch), list[str]()

    async def work() -> None:
        try:
            at.now += 1.1 * MOMENT
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            told.append("cancelled")
            raise

    async def test() -> None:
        lane = Lane()
        tasks = [asyncio.create_task(Account(0.2, lane).paid(work())) for _ in range(5)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        tasks[0].cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert isinstance(found[0], asyncio.CancelledError)
        assert found[1:] == [None] * 4

    asyncio.run(test())
    assert told == ["cancelled"]


def test_work_that_was_refused_leaves_nothing_for_the_garbage_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    at, left = Time(monkeypatch), list[weakref.ref[Exception]]()

    async def work() -> None:
        at.now += MOMENT * 10
        refusal = Refused("stale")
        left.append(weakref.ref(refusal))
        try:
            raise refusal
        finally:
            del refusal

    async def ask(lane: Lane) -> None:
        with suppress(Refused):
            await asyncio.shield(asyncio.create_task(Account(0.2, lane).paid(work())))

    async def asked() -> None:
        lane = Lane()
        await asyncio.gather(*(ask(lane) for _ in range(5)))

    gc.disable()
    try:
        asyncio.run(asked())
        assert [one() for one in left] == [None] * 5
    finally:
        gc.enable()


def test_whoever_is_deep_in_debt_begins_nothing_until_it_is_paid_and_is_asked_once() -> None:
    async def test() -> None:
        account, loop, timers = Account(1.0), asyncio.get_running_loop(), list[float]()

        def at_once(seconds: float, work: Callable[[], object]) -> None:
            timers.append(seconds)
            loop.call_soon(work)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "call_later", at_once)
            account.charge(SAVED + LENT - 1)
            assert account.enter() is None
            account.charge(3)
            entering = [asyncio.create_task(account.entered()) for _ in range(30)]
            await asyncio.gather(*entering)
            assert timers == [pytest.approx(2, abs=0.5)]
            account.charge(1000)
            await account.entered()
            assert timers[1:] == [SILENT], "its answers to our pings must come through"

    asyncio.run(test())


def test_what_was_long_ago_is_told_piece_by_piece_with_whatever_happens_between() -> None:
    log = log_of(f"{1:032x}", 2 * PIECE + 30)
    live = Live(row_of(1), Served(Clock()))

    async def told(since: int) -> list[int]:
        update = json.loads(await live.update(0, since))
        assert update["number"] == live.number
        return [step["number"] for step in update["steps"]]

    async def follow() -> None:
        await live.catch_up(row_of(1), log[:-1], [])
        assert await told(len(log) - 3) == [len(log) - 2, len(log) - 1]
        telling = asyncio.create_task(told(PIECE + 5))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not telling.done()
        decide(live, log)
        assert await telling == list(range(PIECE + 6, len(log) + 1))

    asyncio.run(follow())


def decide(live: Live, log: list[Entry]) -> None:
    """The last decision of a log."""
    assert live.table is not None
    live.accept(live.table, live.table.prepare(log[-1], live.number))
