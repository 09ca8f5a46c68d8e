"""The memory of a table that nobody is connected to, and of a silent socket."""

import asyncio
import gc
import json
import random
import tracemalloc
from contextlib import ExitStack

from eclisse.server.model import Clock, Deal, Entry, Player, SeatRow, TableRow
from eclisse.server.play.live import KEPT, Live, Served
from eclisse.server.play.table import Table
from tests.server.attacks import raw, upgrade
from tests.server.people import Person
from tests.server.serving import on_port, serving


def log_of(key: str, decisions: int) -> list[Entry]:
    """A log in the middle of a game, its texts each a string of its own as a database hands them over."""
    table, rng = Table(Deal("europe", ("warehouses",), ("a", "b"), key, 0.0)), random.Random(key)
    while table.number < decisions and not table.game.over:
        seat = table.game.to_act[0]
        entry = Entry(seat, rng.choice(table.game.legal(seat)).text, "player", rng.random())
        table.accept(table.prepare(entry, table.number))
    return [entry._replace(action="".join(list(entry.action))) for entry in table.log]


class Nobody:
    """The last who followed a table."""

    player: Player | None = None
    blocked: frozenset[str] = frozenset()
    secret: str | None = None

    def wake(self) -> None:
        return

    def nudge(self, seat: int) -> None:
        return

    def end(self, code: int) -> None:
        return


def row_of(number: int) -> TableRow:
    """A table that is being played."""
    seats = tuple(SeatRow(seat, "player", f"{seat:032x}", f"name {seat}") for seat in range(2))
    key = f"{number:032x}"
    played = ("playing", "europe", ("warehouses",), True, None, True, key, None, False, None)
    return TableRow(key, key, key, *played, 0, 0, 0, None, 0.0, 0.0, 0.0, None, seats)


def test_a_table_that_nobody_is_connected_to_takes_less_than_50_kb() -> None:
    logs = {number: log_of(f"{number:032x}", 200) for number in range(20)}
    copies = {n: [Entry(e.seat, "".join(list(e.action)), e.by, e.at + 0.5) for e in log] for n, log in logs.items()}
    served = Served(Clock())
    for number in range(20):  # what all tables of a game share does not count
        asyncio.run(Live(row_of(number), served).catch_up(row_of(number), logs[number], []))
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = []
    for number in range(20):
        live = Live(row_of(number), served)
        entries = [Entry(e.seat, "".join(list(e.action)), e.by, e.at + 0.5) for e in copies[number]]
        asyncio.run(live.catch_up(row_of(number), entries, []))
        live.leave(Nobody())
        tables.append(live)
        del entries
    gc.collect()
    each = (tracemalloc.get_traced_memory()[0] - before) / len(tables)
    tracemalloc.stop()
    assert each < 50_000


def updated(live: Live, seat: int | None, since: int) -> str:
    """An update."""
    return asyncio.run(live.update(seat, since))


def test_spectators_share_few_messages_and_each_has_the_time_of_day() -> None:
    live = Live(row_of(0), Served(Clock()))
    asyncio.run(live.catch_up(row_of(0), log_of(f"{0:032x}", 20), []))
    early, late = (json.loads(updated(live, None, 3)) for _ in range(2))
    assert early["clock"]["now"] < late["clock"]["now"]
    assert early["steps"] == late["steps"] != []
    for since in (*range(20), *range(100_000, 100_050)):
        updated(live, None, since)
    assert len(live._public) <= KEPT


def test_more_tables_than_memory_is_meant_for_are_all_followed(sqlite: str) -> None:
    with serving(sqlite, tables_in_memory=2) as server, Person(server.url) as ann:
        tables = [ann.table("usa", "you you")["id"] for _ in range(6)]
        seats = []
        for table in tables:
            ann.post(f"tables/{table}/start")
            seats.append(ann.sit(table))
            seats[-1].update()
        for table, seat in zip(tables, seats, strict=True):
            with ann.sit(table, seat=1) as other:
                other.update()
                other.decide(0, "keep 1 2")
                assert seat.update(1)["steps"][0]["seat"] == 1
            seat.close()


def test_tables_that_nobody_follows_are_forgotten_and_come_back_when_asked_for(sqlite: str) -> None:
    with serving(sqlite, tables_in_memory=5) as server, Person(server.url) as ann:
        tables = [ann.table("usa", "you you")["id"] for _ in range(12)]
        for table in tables:
            ann.post(f"tables/{table}/start")
        with ann.sit(tables[0]) as seat:
            seat.update()
            for table in tables:
                assert ann.get(f"tables/{table}/paths")["number"] == 0
            assert len(server.services.hub.residents._lives) <= 6
            assert tables[0] in server.services.hub.residents._lives
            seat.decide(0, "keep 1 2")
            assert seat.update(1)["number"] == 1


def test_a_socket_that_nothing_comes_over_takes_less_than_25_kb(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann, ExitStack() as stack:
        table = ann.table("usa", "you you", public=True)["id"]
        ann.post(f"tables/{table}/start")
        for number in (20, 40):  # the first ones bring what all share
            gc.collect()
            tracemalloc.start()
            before = tracemalloc.get_traced_memory()[0]
            opened = raw(server.url, number)
            assert len(opened) == number
            for one in opened:
                stack.enter_context(one).sendall(upgrade(table))
                told = b""
                while b'"type":"update"' not in told:
                    told += (piece := one.recv(65_536))
                    assert piece, told
        gc.collect()
        each = (tracemalloc.get_traced_memory()[0] - before) / number
        tracemalloc.stop()
        assert each < 25_000
