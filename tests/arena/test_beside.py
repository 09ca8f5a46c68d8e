"""A better player's differences: only those that luck does not explain, from the deals that were asked for."""

import random
from pathlib import Path

import polars as pl
import pytest

from eclisse import Game
from eclisse.arena import beside
from eclisse.arena.schedule import Settings, deal_key
from eclisse.arena.tournament import Tournament
from eclisse.catalogue.kit import open_kit


def test_only_differences_beyond_luck_are_told() -> None:
    chance = random.Random(3)
    before, after = (
        {f"route {i}": beside.share(sum(chance.random() < 0.5 for _ in range(400)), 400) for i in range(60)}
        for _ in range(2)
    )
    before["rarer"], after["rarer"] = beside.share(300, 400), beside.share(200, 400)
    before["dearer"], after["dearer"] = beside.mean(-2.0, 1.0), beside.mean(9.0, 1.0)
    before["only one bot has it"] = beside.share(400, 400)
    dearer, rarer = beside.changes(before, after)
    assert (dearer.name, rarer.name) == ("dearer", "rarer")
    assert (rarer.before, rarer.after) == (0.75, 0.5)
    assert dearer.low == pytest.approx(11 - 1.96 * 2**0.5, abs=1e-3)


def test_the_interval_of_a_difference_is_that_of_the_textbook() -> None:
    # Newcombe, Statistics in Medicine 17 (1998) 873–890, table II, method 10: 56/70 less 48/80.
    assert beside.interval(beside.share(48, 80), beside.share(56, 70), 1.959964) == pytest.approx(
        (0.0524, 0.3339), abs=5e-5
    )


def test_habits_are_counted_by_game() -> None:
    kit = open_kit("berlin")
    routes = kit.spec.board.routes[:3]
    rows = [
        {"game": game, "score": 10 * seat + game, "turns": 40, "tickets_completed": 2, "tickets_failed": seat,
         "claimed": [route.id for route in routes[: 1 + seat]]}
        for game in range(2) for seat in range(2)
    ]  # fmt: skip
    found = {name: estimate.value for name, estimate in beside.habits(kit, pl.DataFrame(rows)).items()}
    length = (2 * routes[0].length + routes[1].length) / 3
    assert found == pytest.approx({"score": 5.5, "kept": 2.5, "completed": 2, "length": length, "turns": 20})


@pytest.mark.compiled_only
def test_the_network_plays_a_tournament_in_step_on_the_deals_of_its_key(tmp_path: Path) -> None:
    settings = Settings("berlin", (), 2, ("learned",), 4, "ab" * 16, decisions=False)
    tournament = Tournament(settings, tmp_path / "arena")
    tournament.play(1, None, lambda _: None)
    games = tournament.folder.gather()
    assert len(games) == 8
    assert games["fault"].null_count() == 8
    assert (games["decisions"] > games["turns"]).all()
    for row in games.iter_rows(named=True):
        assert row["key"] == deal_key(settings, row["deal"])
        first = int(Game.new("berlin", 2, row["key"]).state.first_seat)
        assert row["turn_order"] == (row["seat"] - first) % 2
