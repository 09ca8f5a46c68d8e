"""The deal of the day: the same for everybody, and only what was played as everybody does counts."""

import asyncio
import random

from eclisse import Game
from eclisse.catalogue.find import builtin_games
from eclisse.game import By
from eclisse.server.players.players import new_id
from eclisse.server.store import Store, open_store
from eclisse.server.store.rows import Allowed, Append, Player, SeatRow, TableRow
from eclisse.server.tables.daily import LEVEL, Daily, Deal, deal_at
from eclisse.server.tables.table import Entry
from tests.server.people import Person, play_with_bots
from tests.server.serving import serving

DAY = 24 * 3600


def test_a_day_has_one_deal_and_every_game_has_its_day() -> None:
    deals = [deal_at(1_800_000_000 + number * DAY) for number in range(len(builtin_games()))]
    assert {deal.game for deal in deals} == set(builtin_games())
    assert len({deal.seed for deal in deals}) == len(deals)
    assert deal_at(deals[3].since) == deal_at(deals[3].since + DAY - 1) == deals[3]
    assert deals[0].day == "2027-01-15"
    for deal in deals:
        Game.new(deal.game, 2, deal.seed)


def finish(person: Person, daily: dict[str, object], **changes: object) -> list[int]:
    """Play the deal of the day to its end; returns the points."""
    seats = [{"kind": "you"}, {"kind": "bot", "level": daily["level"]}]
    body = {"game": daily["game"], "seed": daily["seed"], "seats": seats, **changes}
    table = person.post("tables", **body)["id"]
    person.post(f"tables/{table}/start")
    with person.sit(table) as seat:
        last = play_with_bots({0: seat}, random.Random(1))
    return [seat["total"] for seat in last["ending"]["sheet"]["seats"]]


def test_the_first_result_of_each_player_counts_and_nothing_else(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        daily = ann.get("daily")
        assert (daily["players"], daily["results"]) == (0, [])
        finish(bob, daily, seats=[{"kind": "you"}, {"kind": "bot", "level": "easy"}])
        assert bob.get("daily")["players"] == 0
        points, other = finish(ann, daily)
        finish(ann, daily)
        found = ann.get("daily")
        row = {"place": 1, "name": "Ann", "points": points, "other": other, "yours": True}
        assert (found["players"], found["results"], found["streak"]) == (1, [row], 1)
        assert found["table"] == ann.get("players/me/games")[-1]["table"]["id"]
        seen = bob.get("daily")
        assert (seen["results"], seen["table"], seen["streak"]) == ([{**row, "yours": False}], None, 0)


async def keep(store: Store, player: str, deal: Deal, points: tuple[int, int], at: float, by: By = "player") -> str:
    """A game with some deal that has ended at a moment; returns the table's id."""
    seats = (
        SeatRow(0, "player", player, "Ann", points=points[0]),
        SeatRow(1, "bot", None, "Ada", LEVEL, points=points[1]),
    )
    rest = (0, 1, 0, None, at, at, at, None, seats)
    row = TableRow(new_id(), player, "x", "over", deal.game, (), False, None, True, deal.seed, None, True, None, *rest)
    await store.add_table(row, Allowed(9999, 9999, 9999, 0.0))
    await store.append(Append(row.id, 1, Entry(0, "draw", by, at), 0, None, ()))
    return row.id


def test_a_place_is_shared_and_days_in_a_row_end_with_a_day_that_does_not_count(database: str) -> None:
    async def look() -> None:
        store = await open_store(database, "x")
        people = [new_id() for _ in range(4)]
        for player in people:
            await store.add_player(Player(player, "Ann", ""), new_id() * 2)
        days = [deal_at(1_800_000_000 - number * DAY) for number in range(6)]
        noon = [deal.since + DAY / 2 for deal in days]
        mine = await keep(store, people[0], days[0], (90, 80), noon[0])
        await keep(store, people[0], days[0], (150, 80), noon[0] + 1)
        for player, points in zip(people[1:], ((90, 95), (120, 70), (30, 130)), strict=True):
            await keep(store, player, days[0], points, noon[0])
        for number in (1, 2, 4):
            await keep(store, people[0], days[number], (50, 60), noon[number])
        await keep(store, people[0], days[3], (50, 60), noon[2])  # too late
        await keep(store, people[1], days[1], (50, 60), noon[1], by="clock")
        await keep(store, people[2], days[1], (50, 60), noon[1])
        daily = Daily(store)
        told = [await daily.today(noon[0] + 2, player) for player in [*people, None]]
        assert [one.streak for one in told] == [3, 1, 2, 1, 0]
        assert (told[0].table, told[4].table, told[0].players, told[0].ahead) == (mine, None, 4, 2)
        places = [next((row.place for row in one.results if row.yours), None) for one in told]
        assert places == [2, 2, 1, 4, None]
        assert (await daily.today(noon[0] + DAY, people[0])).streak == 3, "there is still time"
        assert (await daily.today(noon[0] + 2 * DAY, people[0])).streak == 0
        await store.close()

    asyncio.run(look())
