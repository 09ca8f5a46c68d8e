"""Decisions come first; everybody else waits in turn, pays for the time, and is refused when there are too many."""

import asyncio
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, closing
from typing import Any

import pytest

from eclisse.server import sharing
from eclisse.server.guard.cost import MOMENT, Accounts
from eclisse.server.guard.limits import FULL, LEAST, LOOKS, SLOWLY, STAYS, TOO_FULL, Crowd
from eclisse.server.model import Player, Refused, new_id
from eclisse.server.play.services import a_few_at_a_time
from eclisse.server.settings import Settings
from eclisse.server.store import Store, open_store
from eclisse.server.store.store import WRITERS
from eclisse.server.store.writer import EACH, MOST, PAYER
from tests.server.people import Person
from tests.server.serving import Thread, serving, wait_until
from tests.server.test_cost import turns_of
from tests.server.test_memory import row_of
from tests.server.test_store import line, new_table
from tests.web.games import bot_game


class Purse:
    """Somebody who pays."""

    def __init__(self) -> None:
        self.behind = 0.0

    def charge(self, seconds: float) -> None:
        self.behind += seconds


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


def test_whoever_asks_for_much_waits_behind_themselves_and_pays(sqlite: str) -> None:
    async def test(store: Store) -> None:
        told, eve, ann = list[str](), Purse(), Purse()
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [asked_by(eve, renamed(store, "eve", told, f"eve {i}")) for i in range(EACH)]
            await settled()
            asked.append(asked_by(ann, renamed(store, "ann", told, "ann")))
            await settled()
        await asyncio.gather(*asked)
        assert "ann" in told[:2]
        assert eve.behind > 0 < ann.behind

    with_store(sqlite, test)


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
        assert store.is_shared or told[0] == "own"  # PostgreSQL works for two at once: either may be done first
        assert len(told) == EACH + MOST + 1

    with_store(database, test)


def test_when_too_many_wait_whoever_has_spent_the_most_makes_room(database: str) -> None:
    async def test(store: Store) -> None:
        told, crowd, ann = list[str](), [Purse() for _ in range(MOST // 2)], Purse()
        for i, one in enumerate(crowd):
            one.behind = 1.0 + i
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [asked_by(one, renamed(store, "one", told, f"{i}")) for i, one in enumerate(crowd * 2)]
            await settled()
            asked += [asked_by(ann, renamed(store, "ann", told, f"ann {i}")) for i in range(3)]
            await settled()
            refused = [index for index, task in enumerate(asked) if task.done()]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert refused == [MOST - 2, MOST - 1]  # Ann's first is one of each payer's; two of the greediest made room
        assert all(isinstance(found[index], Refused) for index in refused)
        assert len(told) == MOST + 1
        assert {"ann 0", "ann 1", "ann 2"} < set(told)
        await asyncio.wait_for(renamed(store, "ann", told, "after"), 20)  # no place was lost or given twice

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


def test_a_decision_waits_for_another_process_that_writes_and_nobody_else_does(sqlite: str) -> None:
    async def test(store: Store) -> None:
        table = await new_table(store)
        with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asked = asyncio.create_task(store.append(line(table, 1, "ann")))
            await settled()
            assert not asked.done()
            assert await store.table(table) is not None
            other.execute("ROLLBACK")
            assert await asked

    with_store(sqlite, test)


def test_a_crowd_of_writers_is_told_to_come_back(sqlite: str) -> None:
    """With the usual settings, over the network."""
    server = Thread(Settings(database=sqlite), proxies="127.0.0.1")
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


def test_whoever_has_spent_the_least_is_next_at_the_database(sqlite: str) -> None:
    async def test(store: Store) -> None:
        told, names = list[str](), [new_id() for _ in range(4)]
        for player in names:
            await store.add_player(Player(player, "x", ""), new_id() * 2)
        purses = [Purse() for _ in names]
        for purse in purses[:3]:
            purse.charge(1.0)
        async with AsyncExitStack() as stack:
            await holding(stack, store)
            asked = [
                asked_by(purse, renamed(store, player, told, name))
                for purse, player, name in zip(purses, names, ("eve", "mallory", "trudy", "ann"), strict=True)
            ]
            await settled()
        await asyncio.gather(*asked)
        assert told[0] == "ann"

    with_store(sqlite, test)


def test_whoever_holds_the_database_goes_on_before_others_however_much_they_have_spent(sqlite: str) -> None:
    async def test(store: Store) -> None:
        accounts, turn = Accounts(1e9), [0]
        eve, ann = accounts.of("eve"), accounts.of("ann")
        table = await new_table(store)

        async def busy() -> None:
            while True:
                end = time.thread_time() + MOMENT
                while time.thread_time() < end:
                    pass
                await asyncio.sleep(0)

        async def change() -> int:
            async with store.change(table):
                ann.charge(1e9)  # as long as she holds it, others wait for her
                before = turn[0]
                for _ in range(20):
                    await asyncio.sleep(0)
                return turn[0] - before

        others = [asyncio.create_task(eve.paid(busy())) for _ in range(5)]
        others.append(asyncio.create_task(turns_of(turn)))
        assert await ann.paid(change()) <= 60
        for task in others:
            task.cancel()

    with_store(sqlite, test)


def test_a_long_list_is_written_a_few_at_a_time() -> None:
    async def test() -> None:
        from eclisse.server.play.present import info

        turn = [0]
        counting = asyncio.create_task(turns_of(turn))
        await a_few_at_a_time([row_of(n) for n in range(1, 41)], lambda row: info(row, None, 0.0))
        counting.cancel()
        assert turn[0] >= 4

    asyncio.run(test())


def test_a_replay_is_made_beside_the_loop(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, frame = set[int](), sharing._frame

    def noted(*given: Any) -> Any:
        threads.add(threading.get_ident())
        return frame(*given)

    monkeypatch.setattr(sharing, "_frame", noted)
    with serving(sqlite) as server, Person(server.url) as ann:
        assert (
            len(ann.post("replay", record=bot_game("usa", 2, 1, bot="random").record())["frames"]) > 2 * sharing.PIECE
        )
        assert threads
        assert server._thread.ident not in threads


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
    for _ in range(2):  # as long as anybody is refused
        now[0] += SLOWLY - 1
        crowd._few = 0
        assert refused(tables[2])
    looked(0.0, 0, 1)
    assert not refused(tables[2])
    now[0] += STAYS + 1
    looked(0.0, LEAST, len(tables))
    looked(TOO_FULL)
    assert all(refused(table) for table in tables)


def test_a_full_server_lets_running_games_go_on_and_says_so_to_others(sqlite: str) -> None:
    """With the usual settings, over the network."""
    server = Thread(Settings(database=sqlite))
    try:
        with Person(server.url) as ann, Person(server.url, "Bob") as bob:
            table, waiting = ann.start_with(bob), ann.table("usa", "you open", public=True)["id"]
            with ann.sit(table) as first, bob.sit(table):
                seat = first.update()
                first.decide(0, seat["own"]["legal"][0]["text"])
                first.update(1)
                server.services.guard.crowd.look = lambda: None  # nothing that is measured counts any more
                server.services.guard.crowd._waits = deque([2 * FULL])
                server.services.guard.crowd._full_at = time.monotonic()
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
