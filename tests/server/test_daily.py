"""The deal of the day: a secret until it is over, one attempt for everybody, and all results in place."""

import asyncio
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import pytest
import sqlalchemy as sa

from eclisse.catalogue.find import builtin_games
from eclisse.server.daily import LEVEL, DailyDeals, game_at
from eclisse.server.lobby.lobby import Lobby
from eclisse.server.model import DAY, LATE, SeatRow, TableRow, day_of, key_told_at, new_id, promise_of
from eclisse.server.operate.verify import verify
from eclisse.server.settings import Settings
from eclisse.server.store import Store, open_store
from eclisse.server.store.engine import database_url, upgrade
from eclisse.server.store.schema import players, seats, tables
from tests.server.days import clock_at, set_time
from tests.server.people import Json, Person, play_with_bots
from tests.server.serving import serving

NOON = 1_800_014_400.0  # 2027-01-15, 12:00


def key_of_old(day: str) -> str:
    """The key that followed from the date."""
    return sha256(f"eclisse deal of the day {day}".encode()).hexdigest()[:32]


def test_every_game_has_its_day() -> None:
    assert {game_at(NOON + number * DAY) for number in range(len(builtin_games()))} == set(builtin_games())
    assert game_at(NOON) == game_at(NOON + DAY / 2 - 1)
    assert (day_of(NOON), key_told_at("2027-01-15")) == ("2027-01-15", NOON + DAY / 2 + LATE)


def finish(person: Person, table: str) -> list[int]:
    """Play a game against a bot to its end; returns the points."""
    with person.sit(table) as seat:
        last = play_with_bots({0: seat}, random.Random(1))
    assert last["ending"]["key"] is None or not person.get(f"tables/{table}")["daily"]
    return [seat["total"] for seat in last["ending"]["sheet"]["seats"]]


def aids(person: Person, table: str) -> set[str]:
    """Why everything that would help with a deal, or tell of it, is refused."""
    paths = ("hint", "doubt?action=draw", "plan", "record", "replay", "replay?seat=0", "position?number=0", "review")
    told = [person.call("GET", f"tables/{table}/{path}") for path in paths]
    return {answer.json()["faults"][0]["code"] if answer.status_code != 200 else "told" for answer in told}


def test_the_deal_of_the_day_is_a_secret_until_the_day_is_over(sqlite: str) -> None:
    clock = clock_at(NOON)
    with serving(sqlite, clock=clock) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        daily = ann.get("daily")
        assert (daily["day"], daily["key"], daily["table"], daily["results"]) == ("2027-01-15", None, None, [])
        assert daily["key_hash"] != promise_of(key_of_old(daily["day"])), "nothing follows from the date"
        table = ann.post("daily")
        assert (table["daily"], table["key"], table["key_hash"]) == (daily["day"], None, daily["key_hash"])
        assert aids(ann, table["id"]) == {"deal-of-day", "game-not-over"}
        points, other = finish(ann, table["id"])
        assert aids(ann, table["id"]) == {"deal-of-day"}
        games = [game["table"] for game in ann.get("players/me/games")]
        assert [(game["status"], game["key"], game["part"]) for game in games] == [("over", None, None)]
        seen, row = bob.get("daily"), {"place": 1, "name": "Ann", "points": points, "other": other, "yours": True}
        assert (seen["results"], seen["table"], seen["streak"]) == ([{**row, "yours": False}], None, 0)
        assert ann.get("daily") == {
            **daily,
            "players": 1,
            "ahead": int(points > other),
            "results": [row],
            "table": table["id"],
            "status": "over",
            "streak": 1,
        }
        set_time(clock, NOON + DAY / 2 + LATE - 60)  # tomorrow, but some may still play
        assert bob.get(f"daily?day={daily['day']}")["key"] is None
        assert aids(ann, table["id"]) == {"deal-of-day"}
        set_time(clock, daily["told_at"] + 1)
        told = bob.get(f"daily?day={daily['day']}")
        assert promise_of(told["key"]) == told["key_hash"] == daily["key_hash"]
        record = ann.get(f"tables/{table['id']}/record")
        assert record["key"] == ann.get(f"tables/{table['id']}")["key"] == told["key"]
        assert "not checked" not in " ".join(verify(record, daily["key_hash"]))
        assert bob.get("daily")["key_hash"] != daily["key_hash"], "another day, another deal"
        assert bob.refused("GET", "daily?day=2027-01-17") == "not_found"


def test_everybody_has_one_attempt_from_its_first_card_on(database: str) -> None:
    with serving(database, clock=clock_at(NOON)) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        with ThreadPoolExecutor(8) as pool:
            clicks = list(pool.map(lambda _: ann.call("POST", "daily").json()["id"], range(8)))
        assert len(set(clicks)) == 1
        assert ann.post(f"tables/{clicks[0]}/leave")["status"] == "abandoned"
        again = ann.post("daily")
        assert (again["id"], again["status"]) == (clicks[0], "abandoned")
        found = ann.get("daily")
        assert (found["table"], found["status"], found["players"]) == (clicks[0], "abandoned", 0)
        with bob.sit(bob.post("daily")["id"]) as seat:
            assert seat.update()["view"]["offer"]
        names = {person.get(f"tables/{person.post('daily')['id']}")["seats"][1]["name"] for person in (ann, bob)}
        assert len(names) == 1, "everybody has the same bot"


def test_tables_that_players_make_with_the_same_key_neither_count_nor_fill_anything(sqlite: str) -> None:
    with serving(sqlite, clock=clock_at(NOON)) as server, Person(server.url) as ann:
        daily = ann.get("daily")
        known = server.app.state.daily._known
        assert known is not None
        seats = f"you bot:{daily['level']}"
        table = ann.table(daily["game"], seats, seed=known.key)["id"]  # as if somebody had guessed it
        ann.post(f"tables/{table}/start")
        finish(ann, table)
        found = ann.get("daily")
        assert (found["players"], found["table"], found["streak"]) == (0, None, 0)


class Days:
    """Games of the day that have ended, in a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, ended: Iterable[tuple[str, str, int, int, float]]) -> list[str]:
        """Keep games: player, day, points, the bot's points, when it ended; returns the tables."""
        rows = [row(player, day, points, other, at) for player, day, points, other, at in ended]
        async with self._store.writing() as connection:
            values = [{key: value for key, value in vars(one).items() if key != "seats"} for one in rows]
            await connection.execute(tables.insert(), [{**one, "modules": ""} for one in values])
            here = [{"table_id": one.id, **vars(seat)} for one in rows for seat in one.seats]
            await connection.execute(seats.insert(), here)
        return [one.id for one in rows]

    async def people(self, n: int) -> list[str]:
        """Some players."""
        ids = [new_id() for _ in range(n)]
        async with self._store.writing() as connection:
            rows = [{"id": one, "name": "Ann", "webhook": "", "created_at": 0.0} for one in ids]
            await connection.execute(players.insert(), rows)
        return ids


def row(player: str, day: str | None, points: int, other: int, at: float, key: str = "0" * 32) -> TableRow:
    """A game against a bot that has ended at a moment."""
    here = (SeatRow(0, "player", player, "Ann", points=points), SeatRow(1, "bot", None, "Ada", LEVEL, points=other))
    rest = (0, 1, 0, None, at, at, at, None, here)
    made = TableRow(new_id(), player, "x", "over", "usa", (), False, None, True, key, None, True, None, *rest)
    return TableRow(**{**vars(made), "daily": day})


def test_a_place_is_shared_and_days_in_a_row_end_with_a_day_that_does_not_count(database: str) -> None:
    async def look() -> None:
        clock = clock_at(NOON)
        store = await open_store(database, "x", clock)
        days, n_more = Days(store), 600
        people = await days.people(4 + n_more)
        noon = [NOON - number * DAY for number in range(6)]
        day = [day_of(at) for at in noon]
        reached = [(90, 80), (90, 95), (120, 70), (30, 130), *[(10, 100)] * n_more]
        kept = await days.keep((one, day[0], *points, noon[0]) for one, points in zip(people, reached, strict=True))
        in_time, late = key_told_at(day[1]) - 1, key_told_at(day[3]) + 1
        await days.keep((people[0], day[n], 50, 60, noon[n]) for n in (2, 4))
        await days.keep([(people[0], day[1], 50, 60, in_time), (people[0], day[3], 50, 60, late)])
        await days.keep([(people[2], day[1], 50, 60, noon[1])])
        daily = DailyDeals(store, Lobby(store, Settings(database="")))
        told = [await daily.deal_for(player) for player in [*people[:4], None, people[-1]]]
        assert [one.streak for one in told] == [3, 1, 2, 1, 0, 1]
        assert (told[0].table, told[4].table, told[0].players, told[0].ahead) == (kept[0], None, 4 + n_more, 2)
        places = [next((row.place for row in one.results if row.yours), None) for one in told]
        assert places == [2, 2, 1, 4, None, 5]
        assert [len(one.results) for one in told] == [20, 20, 20, 20, 20, 21]
        assert [(await daily._days.results(day[n], 1, None))[0] for n in (1, 3)] == [2, 0]  # one came too late
        for ahead, streak in ((1, 3), (2, 0)):
            set_time(clock, NOON + ahead * DAY)
            assert (await daily.deal_for(people[0])).streak == streak
        await store.close()

    asyncio.run(look())


def test_days_of_old_still_count_for_days_in_a_row(empty_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: NOON)  # what the migration goes by
    database = empty_database
    yesterday = [day_of(NOON - number * DAY) for number in (1, 2)]
    engine = sa.create_engine(database_url(database).set(drivername=DRIVERS[database.partition(":")[0]]))
    player = new_id()

    def old(day: str, at: float, **changes: Any) -> Json:
        made = {**vars(row(player, None, 50, 60, at, key_of_old(day))), "modules": "", **changes}
        return {name: value for name, value in made.items() if name not in ("seats", "daily", "position")}

    with engine.begin() as connection:
        upgrade(connection, "0014")
        before = sa.Table("tables", sa.MetaData(), autoload_with=connection)
        connection.execute(players.insert(), {"id": player, "name": "Ann", "webhook": "", "created_at": 0.0})
        made = [old(day, NOON - number * DAY) for number, day in enumerate(yesterday, 1)]
        sham = [old(yesterday[0], made[0]["created_at"] + 1), old(yesterday[0], made[0]["created_at"], public=True)]
        connection.execute(before.insert(), made + sham)
    engine.dispose()

    async def look() -> None:
        store = await open_store(database, "x")
        assert (await DailyDeals(store, Lobby(store, Settings(database=""))).deal_for(player)).streak == 2
        assert [(await store.table(one["id"])).daily for one in made + sham] == [*yesterday, None, None]  # type: ignore[union-attr]
        await store.close()

    asyncio.run(look())


DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
