"""Decisions come first; everybody else waits in turn, pays for the time, and is refused when there are too many."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest

from eclisse.server.messages.refusal import Refused
from eclisse.server.network.cost import Account
from eclisse.server.network.crowd import FULL, LEAST, LOOKS, STAYS, TOO_FULL, Crowd
from eclisse.server.network.rest import as_list
from eclisse.server.players.players import new_id
from eclisse.server.process.settings import Settings
from eclisse.server.store import Store, open_store
from eclisse.server.store.rows import Player
from eclisse.server.store.store import WRITERS
from eclisse.server.store.turns import EACH, MOST, PAYER
from tests.server.people import Person
from tests.server.serving import Thread, wait_until
from tests.server.test_memory import row_of
from tests.server.test_store import line, new_table


class Purse:
    """Somebody who pays."""

    def __init__(self) -> None:
        self.paid = 0.0

    def charge(self, seconds: float) -> None:
        self.paid += seconds


def with_store(database: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = await open_store(database, "x")
        try:
            await asyncio.wait_for(test(store), 60)
        finally:
            await store.close()

    asyncio.run(run())


def asked_by(payer: Purse, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Some work for somebody."""
    PAYER.set(payer)
    task = asyncio.create_task(work)
    PAYER.set(None)
    return task


async def settled() -> None:
    """Until whatever can go on has gone on."""
    for _ in range(100):
        await asyncio.sleep(0)


async def renamed(store: Store, player: str, told: list[str], name: str) -> None:
    await store.change_player(Player(player, name, ""))
    told.append(name)


async def holding(stack: AsyncExitStack, store: Store) -> None:
    """Hold all places of those who write, but for the log's own."""
    for _ in range(WRITERS if store.is_shared else 1):
        await stack.enter_async_context(store.change(await new_table(store)))


def test_a_decision_is_stored_before_everything_that_waits(database: str) -> None:
    async def test(store: Store) -> None:
        table, told = await new_table(store), list[str]()

        async def decide() -> None:
            assert await store.append(line(table, 1, "draw"))
            told.append("decided")

        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [asked_by(Purse(), renamed(store, "nobody", told, f"{i}")) for i in range(30)]
            await settled()
            deciding = asyncio.create_task(decide())
            if store.is_shared:
                await deciding
            await settled()
            assert not any(task.done() for task in asked)
        await asyncio.gather(deciding, *asked)
        assert told[0] == "decided"

    with_store(database, test)


def test_changes_that_take_their_time_keep_nobody_from_reading_and_deciding(postgres_database: str) -> None:
    async def test(store: Store) -> None:
        tables, go_on = [await new_table(store) for _ in range(30)], asyncio.Event()

        async def dawdle(table: str) -> None:
            async with store.change(table):
                await go_on.wait()

        asked = [asked_by(Purse(), dawdle(table)) for table in tables[1:]]
        await settled()
        assert await asyncio.wait_for(store.table(tables[0]), 20)
        assert await asyncio.wait_for(store.append(line(tables[0], 1, "draw")), 20)
        go_on.set()
        await asyncio.gather(*asked)

    with_store(postgres_database, test)


def test_whoever_asks_for_much_waits_behind_themselves_and_pays(database: str) -> None:
    async def test(store: Store) -> None:
        told, eve, ann = list[str](), Purse(), Purse()
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [asked_by(eve, renamed(store, "eve", told, f"eve {i}")) for i in range(EACH)]
            await settled()
            asked.append(asked_by(ann, renamed(store, "ann", told, "ann")))
            await settled()
        await asyncio.gather(*asked)
        assert "ann" in told[: 2 * WRITERS]
        assert eve.paid > 0 < ann.paid

    with_store(database, test)


def test_too_many_who_wait_are_refused_and_those_who_ask_for_little_are_not(database: str) -> None:
    async def test(store: Store) -> None:
        told, eve = list[str](), Purse()
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [asked_by(eve, renamed(store, "eve", told, f"{i}")) for i in range(EACH + 1)]
            crowd = [Purse() for _ in range(MOST)]
            asked += [asked_by(one, renamed(store, "one", told, "one")) for one in crowd]
            asked += [asked_by(one, renamed(store, "one", told, "again")) for one in crowd]
            await settled()
            own = asyncio.create_task(renamed(store, "own", told, "own"))
            await settled()
            refused = [index for index, task in enumerate(asked) if task.done()]
        found = await asyncio.gather(*asked, own, return_exceptions=True)
        assert refused == [EACH, *range(len(asked) - MOST, len(asked))]
        for index in refused:
            error = found[index]
            assert isinstance(error, Refused)
            assert error.code == "unavailable"
            assert error.faults[0].code == "server-busy"
        assert told[0] == "own"
        assert len(told) == EACH + MOST + 1

    with_store(database, test)


def test_whoever_gives_up_leaves_the_place_to_others(database: str) -> None:
    async def test(store: Store) -> None:
        told = list[str]()
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            gone = [asked_by(Purse(), renamed(store, "x", told, "gone")) for _ in range(5)]
            stays = asked_by(Purse(), renamed(store, "x", told, "stays"))
            await settled()
            for task in gone:
                task.cancel()
        await stays
        await renamed(store, "x", told, "next")
        assert told == ["stays", "next"]

    with_store(database, test)


def test_a_crowd_of_writers_is_told_to_come_back(database: str) -> None:
    """With the usual settings, over the network."""
    server = Thread(Settings(database=database), proxies="127.0.0.1")
    try:
        begun, over = threading.Event(), asyncio.Event()

        async def hold() -> None:
            async with AsyncExitStack() as stack:
                await holding(stack, server.services.store)
                begun.set()
                await over.wait()

        with ExitStack() as stack, ThreadPoolExecutor(MOST * 2) as pool:
            addresses = [f"203.0.113.{n}" for n in range(1, MOST // 4 + 6)]
            people = [stack.enter_context(Person(server.url, "Eve", address)) for address in addresses]
            held = pool.submit(server.call, hold())
            assert begun.wait(60)
            asked = [
                pool.submit(one.call, "PATCH", "players/me", {"name": f"Eve {n}"}) for one in people for n in range(4)
            ]
            wait_until(lambda: any(task.done() for task in asked))
            refused = [task.result() for task in asked if task.done()]
            server.loop.call_soon_threadsafe(over.set)
            held.result()
            answers = [task.result() for task in asked]
        assert {answer.status_code for answer in answers} == {200, 503}
        assert {(answer.status_code, answer.headers.get("retry-after")) for answer in refused} == {(503, "1")}
        assert refused[0].json()["faults"][0]["code"] == "server-busy"
    finally:
        server.stop()


# --- the processor --------------------------------------------------------------------------------------------------


async def turns_of(loop_turns: list[int]) -> None:
    """Count the turns of the loop."""
    while True:
        loop_turns[0] += 1
        await asyncio.sleep(0)


def test_in_each_turn_of_the_loop_one_request_makes_a_step_and_addresses_take_turns() -> None:
    async def test() -> None:
        first = Account(1e9)
        eve, ann = (Account(1e9, first.messages, first.requests) for _ in range(2))
        turn, made = [0], list[tuple[int, str]]()

        async def work(name: str) -> None:
            for _ in range(3):
                made.append((turn[0], name))
                await asyncio.sleep(0)

        counting = asyncio.create_task(turns_of(turn))
        asked = [asyncio.create_task(eve.paid(work("eve"), eve.requests)) for _ in range(6)]
        asked.append(asyncio.create_task(ann.paid(work("ann"), ann.requests)))
        await asyncio.gather(*asked)
        counting.cancel()
        assert len({at for at, _ in made}) == len(made) == 21
        assert [name for _, name in made].index("ann") <= 2
        assert max(n for n, (_, name) in enumerate(made) if name == "ann") < 12

    asyncio.run(test())


def test_whoever_holds_the_database_goes_on_at_once(database: str) -> None:
    async def test(store: Store) -> None:
        first = Account(1e9)
        eve, ann = (Account(1e9, first.messages, first.requests) for _ in range(2))
        steps = [0]

        async def busy() -> None:
            while True:
                steps[0] += 1
                await asyncio.sleep(0)

        async def change() -> int:
            async with store.change(table):
                before = steps[0]
                for _ in range(20):
                    await asyncio.sleep(0)
                return steps[0] - before

        table = await new_table(store)
        others = [asyncio.create_task(eve.paid(busy(), eve.requests)) for _ in range(5)]
        others += [asyncio.create_task(Account(1e9, first.messages, first.requests).paid(busy(), first.requests))]
        between = await ann.paid(change(), ann.requests)
        for task in others:
            task.cancel()
        assert between <= 21  # with its turn only every third time it would be sixty

    with_store(database, test)


def test_a_long_list_is_written_a_few_at_a_time() -> None:
    async def test() -> None:
        from eclisse.server.tables.lobby import info

        turn = [0]
        counting = asyncio.create_task(turns_of(turn))
        await as_list([row_of(n) for n in range(1, 41)], lambda row: info(row, None))
        counting.cancel()
        assert turn[0] >= 4

    asyncio.run(test())


# --- more than can be done ------------------------------------------------------------------------------------------


def test_when_it_is_full_tables_go_on_and_new_ones_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    crowd, tables = Crowd(), [new_id() for _ in range(3)]

    def refused(table: str) -> bool:
        try:
            crowd.enter(table)
        except Refused as refusal:
            return refusal.faults[0].code == "server-busy"
        return False

    def looked(seconds: float, decisions: int = LEAST, looks: int = LOOKS) -> None:
        for _ in range(looks):
            for _ in range(decisions):
                crowd.note(seconds)
            crowd.look()

    looked(9.0, LEAST, 1)  # a moment is not a crowd
    looked(9.0, LEAST - 1)  # nor are a few
    looked(0.0)
    assert not refused(tables[0])
    assert not refused(tables[1])
    looked((FULL + TOO_FULL) / 2)
    assert [refused(table) for table in tables] == [False, False, True]
    looked(2 * TOO_FULL)
    assert [refused(table) for table in tables] == [False, True, True]  # whoever came last must wait again
    looked(0.0)
    crowd._few = 1
    assert [refused(table) for table in tables] == [False, False, True]  # one after the other
    looked(0.0, 0, 1)
    assert not refused(tables[2])
    now[0] += STAYS + 1
    looked(0.0, LEAST, len(tables))
    looked(TOO_FULL)
    assert all(refused(table) for table in tables)


def test_a_full_server_lets_running_games_go_on_and_says_so_to_others(database: str) -> None:
    """With the usual settings, over the network."""
    server = Thread(Settings(database=database))
    try:
        with Person(server.url) as ann, Person(server.url, "Bob") as bob:
            table, waiting = ann.start_with(bob), ann.table("usa", "you open", public=True)["id"]
            with ann.sit(table) as first, bob.sit(table):
                seat = first.update()
                first.decide(0, seat["own"]["legal"][0]["text"])
                first.update(1)
                server.services.crowd.look = lambda: None  # nothing that is measured counts any more
                server.services.crowd._waits = deque([2 * FULL])
                server.services.crowd._full_at = time.monotonic()
                for path, body in (("tables", {}), (f"tables/{waiting}/start", {}), ("players", {"name": "Eve"})):
                    answer = ann.call("POST", path, body)
                    assert answer.status_code == 503
                    assert answer.headers["retry-after"] == "1"
                    assert answer.json()["faults"][0]["code"] == "server-busy"
                with bob.sit(waiting) as outside:
                    assert outside.receive()["faults"][0]["code"] == "server-busy"
                    assert outside.closed() == 1013
                with bob.sit(table) as again:
                    update = again.update(1)
                    legal = update["own"]["legal"]
                    again.decide(1, legal[0]["text"])
                    assert again.update(2)["number"] == 2
                assert ann.call("GET", "tables").status_code == 200
    finally:
        server.stop()
