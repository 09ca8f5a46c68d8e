"""The log: of several writers of a number one wins, whatever they are and wherever they run."""

import asyncio
import random
import sqlite3
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError

from eclisse.core.codes import DEPOTS
from eclisse.server.model import Allowed, Append, Deal, Entry, Player, Refused, SeatRow, TableRow, new_id
from eclisse.server.play.table import Table
from eclisse.server.store import Store, open_store
from eclisse.server.store.people import MOST_SECRETS


async def new_table(store: Store) -> str:
    """A table that is being played."""
    player = Player(new_id(), "Ann", "")
    await store.add_player(player, new_id() * 2)
    seats = (SeatRow(0, "player", player.id, "Ann"), SeatRow(1, "player", player.id, "Ann"))
    rest = (0, 0, 0, None, 1.0, 1.0, 1.0, None, seats)
    row = TableRow(new_id(), player.id, "x", "playing", "usa", (), True, None, True, "0" * 32, None, False, None, *rest)
    await store.add_table(row, Allowed(9999, 9999, 9999, 0.0))
    return row.id


def line(table: str, number: int, who: str) -> Append:
    return Append(table, number, Entry(0, who, "player", float(number)), 1, None, ())


def test_of_several_writers_of_one_number_exactly_one_wins(database: str) -> None:
    async def race() -> None:
        stores = [await open_store(database, str(i)) for i in range(3)]
        tables = [await new_table(stores[0]) for _ in range(8)]
        for number in range(1, 16):
            tries = [store.append(line(table, number, str(i))) for i, store in enumerate(stores) for table in tables]
            random.Random(number).shuffle(tries)
            won = await asyncio.gather(*tries)
            assert sum(won) == len(tables)
        for table in tables:
            entries = await stores[1].entries(table, 0)
            assert [entry.at for entry in entries] == [float(n) for n in range(1, 16)]
            row = await stores[2].table(table)
            assert row is not None
            assert row.number == 15
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_a_writer_that_is_told_it_won_finds_its_own_decision(database: str) -> None:
    async def race() -> None:
        stores = [await open_store(database, str(i)) for i in range(2)]
        table = await new_table(stores[0])
        for number in range(1, 40):
            won = await asyncio.gather(*(store.append(line(table, number, str(i))) for i, store in enumerate(stores)))
            stored = await stores[0].entries(table, number - 1)
            assert [entry.action for entry in stored] == [str(won.index(True))]
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_decisions_that_come_while_others_are_stored_are_stored_next(database: str) -> None:
    """A batch takes only what it took: whoever comes meanwhile waits for the next one, and is not forgotten."""

    async def many() -> None:
        store = await open_store(database, "x")
        tables = [await new_table(store) for _ in range(20)]

        async def follow(table: str, pause: float) -> None:
            for number in range(1, 11):
                await asyncio.sleep(pause)
                assert await asyncio.wait_for(store.append(line(table, number, "draw")), 20)

        await asyncio.gather(*(follow(table, i * 0.0007) for i, table in enumerate(tables)))
        assert [len(await store.entries(table, 0)) for table in tables] == [10] * 20
        assert store.log.commits < 200
        await store.close()

    asyncio.run(many())


def test_decisions_at_a_table_that_is_no_more_hold_up_no_others(database: str) -> None:
    async def decide() -> None:
        store = await open_store(database, "x")
        tables = [await new_table(store) for _ in range(4)]
        async with store.change(tables[2]) as change:
            await change.remove()
        stored = await asyncio.gather(*(store.append(line(one, 1, "draw")) for one in tables), return_exceptions=True)
        assert isinstance(stored.pop(2), IntegrityError)
        assert stored == [True] * 3
        assert [len(await store.entries(one, 0)) for one in tables] == [1, 1, 0, 1]
        await store.close()

    asyncio.run(decide())


def test_of_very_many_tokens_of_a_player_the_latest_are_valid(database: str) -> None:
    async def sign_in() -> None:
        store, player = await open_store(database, "x"), Player(new_id(), "Ann", "")
        await store.add_player(player, "cookie")
        tokens = [f"{number}" for number in range(MOST_SECRETS + 2)]
        for token in tokens:
            await store.people.add_secret(player.id, "token", token)
        assert await store.people.valid_secrets(["cookie", *tokens]) == {"cookie", *tokens[2:]}
        await store.close()

    asyncio.run(sign_in())


def test_a_table_refuses_by_name_and_is_not_changed_by_it() -> None:
    table = Table(Deal("usa", (), ("a", "b"), "1" * 32, 0.0))
    before = table.game.state.tobytes()
    for entry, number, code in (
        (Entry(0, "keep 1 2", "player", 0.0), 1, "stale"),
        (Entry(0, "draw", "player", 0.0), 0, "illegal"),
        (Entry(0, "keep 1", "player", 0.0), 0, "illegal"),
        (Entry(4, "keep 1 2", "player", 0.0), 0, "not_your_turn"),
        (Entry(0, "nonsense", "player", 0.0), 0, "illegal"),
    ):
        with pytest.raises(Refused) as refused:
            table.prepare(entry, number)
        assert refused.value.code == code
    table.prepare(Entry(0, "keep 1 2", "player", 0.0), 0)  # only prepared: nothing has happened yet
    assert table.game.state.tobytes() == before
    assert table.number == 0


def test_the_turn_clock_starts_anew_with_each_turn_and_not_within_one() -> None:
    table, at = Table(Deal("europe", ("warehouses",), ("a", "b", "c"), "2" * 32, 0.0)), 0.0
    rng, begun = random.Random(1), {0.0}
    while not table.game.over and table.number < 300:
        state = table.game.state
        before, is_first_depot = int(state.to_move), state.phase == DEPOTS and state.turns == 0
        at += 1.0
        seat = table.game.to_act[0]
        table.accept(table.prepare(Entry(seat, rng.choice(table.game.legal(seat)).text, "player", at), table.number))
        if int(table.game.state.to_move) != before or is_first_depot:
            assert table.turn_at == at
        else:  # also while depots follow the action
            assert table.turn_at in begun
        begun.add(table.turn_at)
    again = Table(table.deal, table.log)
    assert again.turn_at == table.turn_at


def test_whoever_is_forgotten_is_found_by_indexes_alone(sqlite: str) -> None:
    async def forget() -> list[str]:
        store, statements = await open_store(sqlite, "one"), list[str]()
        table = await new_table(store)
        row = await store.table(table)
        assert row is not None

        def note(_: Any, __: Any, statement: str, *___: Any) -> None:
            statements.append(statement)

        event.listen(Engine, "before_cursor_execute", note)
        try:
            await store.people.forget(row.creator)
        finally:
            event.remove(Engine, "before_cursor_execute", note)
            await store.close()
        return [text for text in statements if text.startswith(("UPDATE", "DELETE"))]

    statements = asyncio.run(forget())
    assert len(statements) >= 8
    with sqlite3.connect(sqlite.removeprefix("sqlite:///")) as connection:
        plans = [
            str(row[3])
            for text in statements
            for row in connection.execute(f"EXPLAIN QUERY PLAN {text}", [""] * text.count("?"))
        ]
    connection.close()
    assert [plan for plan in plans if plan.startswith("SCAN ") and "CONSTANT" not in plan] == []


def test_a_block_made_twice_at_once_is_one(database: str) -> None:
    async def block() -> None:
        store = await open_store(database, "x")
        for name in ("ann", "eve"):
            await store.add_player(Player(name, name, ""), new_id() * 2)
        await asyncio.gather(*(store.people.block("ann", "eve") for _ in range(8)))
        assert await store.people.has_blocked("ann", "eve")
        await store.close()

    asyncio.run(block())
