"""The deal of the day: the same for everybody, and only what was played as everybody does counts."""

import random

from eclisse import Game
from eclisse.catalogue.find import builtin_games
from eclisse.server.tables.daily import deal_at
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
        assert (found["players"], found["results"]) == (1, [row])
        assert bob.get("daily")["results"] == [{**row, "yours": False}]
