"""Statistics for players: counted once more in plain Python, and a page whose pictures are there."""

import random
import re
from collections import defaultdict
from pathlib import Path

import polars as pl
import pytest

from eclisse.arena import insights
from eclisse.arena.beside import SHOWN
from eclisse.arena.schedule import Settings
from eclisse.arena.tournament import Tournament
from tests.cli.conftest import Run, run_here

__all__ = ["run_here"]

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    """Some games for three on a board with a bonus for the longest path."""
    settings = Settings("usa", (), 3, ("path",), 120, "cd" * 16, decisions=False)
    tournament = Tournament(settings, tmp_path_factory.mktemp("arena") / "out")
    tournament.play(2, None, lambda _: None)
    return tournament.folder.gather()


def test_the_worth_of_a_route_is_counted_over_its_owners(games: pl.DataFrame) -> None:
    wins, margins = defaultdict(list), defaultdict(list)
    for (_,), rows in games.group_by("game"):
        table = rows.to_dicts()
        for row in table:
            others = [other["score"] for other in table if other["seat"] != row["seat"]]
            for route in row["claimed"]:
                wins[route].append(row["win"])
                margins[route].append(row["score"] - sum(others) / 2)
    found = insights.worths(insights.with_margins(games), "claimed")
    assert {worth.name for worth in found} == {route for route, won in wins.items() if len(won) >= insights.FEWEST}
    for worth in found:
        assert worth.n == len(wins[worth.name])
        assert worth.share == pytest.approx(sum(wins[worth.name]) / worth.n)
        assert worth.margin == pytest.approx(sum(margins[worth.name]) / worth.n)
        assert worth.low < worth.share < worth.high


def test_only_what_is_beyond_luck_is_called_sure() -> None:
    chance, rows = random.Random(7), []
    for _ in range(3000):
        winner = chance.randrange(2)
        lucky = winner if chance.random() < 0.65 else 1 - winner
        for seat in range(2):
            routes = [f"route {chance.randrange(40)}"] + ["good"] * (seat == lucky)
            rows.append({"seat": seat, "win": float(seat == winner), "margin": 0.0, "claimed": routes})
    found = insights.worths(pl.DataFrame(rows), "claimed")
    assert len(found) == 41
    assert [worth.name for worth in found if worth.sure] == ["good"]


def test_the_bonus_decides_where_somebody_else_would_have_won_without_it(games: pl.DataFrame) -> None:
    decided = alone = won = 0
    for (_,), rows in games.group_by("game"):
        table = rows.to_dicts()
        before = {row["seat"]: row["score"] - row["longest"] for row in table}
        best = {seat for seat, points in before.items() if points == max(before.values())}
        winners = {row["seat"] for row in table if row["win"] > 0}
        decided += not best & winners
        holders = [row for row in table if row["longest"]]
        alone += len(holders) == 1
        won += sum(row["win"] for row in holders) if len(holders) == 1 else 0
    found = insights.longest_path(games)
    assert (found.decided, found.games) == (decided, alone)
    assert found.won == pytest.approx(won)
    assert found.decided > 0
    assert found.bonus == 10


def test_wins_by_turn_order_add_up_to_all_games(games: pl.DataFrame) -> None:
    seats = insights.by_turn_order(games)
    assert [seat.order for seat in seats] == [0, 1, 2]
    assert all(seat.n == 120 for seat in seats)
    assert sum(seat.wins for seat in seats) == pytest.approx(120)


def test_one_command_writes_the_page_and_its_pictures(run_here: Run, tmp_path: Path) -> None:
    done = run_here(
        "insights", "--out", "docs", "--bot", "greedy", "--games", "60", "--beside", "path", "--beside-games", "60"
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "docs" / "insights.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page)
    assert len(pictures) == 12
    for picture in pictures:
        assert (tmp_path / "docs" / picture).read_bytes().startswith(b"\x89PNG")
    assert not re.search(r"\b(nan|inf|None)\b", page)
    assert "`eclisse insights --bot greedy --games 60 --seed 1 --beside path --beside-games 60`" in page
    better = page.partition("## What a better player does differently")[2].partition("\n## ")[0]
    assert re.search(r"\| United States \| \d+\.\d \(\+\d", better)  # it has more points
    assert better.count("| claims ") == 5 * SHOWN
