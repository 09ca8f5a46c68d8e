"""Ratings on the scale of chess: right where the answer is known, honest where there is none."""

import math

import numpy as np
import pytest

from eclisse.arena.elo import Meetings, joined, rate


def met(first: int, second: int, ahead: list[float], deal: int = 0) -> Meetings:
    """Two bots in a row of deals from one on."""
    n = len(ahead)
    return Meetings(np.arange(deal, deal + n), np.full(n, first), np.full(n, second), np.array(ahead))


def test_three_wins_of_four_are_191_points_with_the_interval_of_the_textbook() -> None:
    found = rate(("a", "b"), met(1, 0, [1.0] * 75 + [0.0] * 25), "a", 2000)
    # ln 3 with the standard error of log odds, the root of 1/75 + 1/25.
    rating, half = 400 * math.log10(3), 1.96 * math.sqrt(1 / 75 + 1 / 25) * 400 / math.log(10)
    assert (found["b"].rating, found["b"].low) == pytest.approx((2000 + rating, 2000 + rating - half), abs=0.1)
    assert found["a"].rating == found["a"].low == 2000


def test_differences_add_up_along_a_chain_and_ties_count_half() -> None:
    games = joined([met(0, 1, [1.0] * 10 + [0.0]), met(1, 2, [1.0] * 10 + [0.0], 20), met(3, 2, [0.5] * 4, 40)])
    found = rate(("a", "b", "c", "d"), games, "a", 2000)
    assert [found[bot].rating for bot in "abcd"] == pytest.approx([2000, 1600, 1200, 1200], abs=1e-3)


def test_games_of_one_deal_count_together() -> None:
    swapped = [met(0, 1, [1.0, 0.0] * 50), met(0, 1, [0.0, 1.0] * 50)]  # luck that swapping the seats cancels
    apart = [
        swapped[0],
        Meetings(swapped[1].deals + 100, *(getattr(swapped[1], x) for x in ("first", "second", "ahead"))),
    ]
    narrow, wide = (rate(("a", "b"), joined(games), "a", 0)["b"].high for games in (swapped, apart))
    assert narrow == pytest.approx(0, abs=1e-9)
    assert wide is not None
    assert wide > 40


def test_who_wins_or_loses_every_game_has_a_bound_and_no_rating() -> None:
    games = joined([met(1, 0, [1.0] * 100), met(2, 0, [0.0] * 100), met(3, 2, [1.0] * 9)])
    found = rate(("anchor", "best", "worst", "unknown"), games, "anchor", 2000)
    assert found["best"].rating is found["best"].high is found["worst"].rating is found["worst"].low is None
    assert found["best"].low == pytest.approx(2000 + 400 * math.log10(100 / 3.8415), abs=0.1)
    assert found["worst"].high == pytest.approx(2000 - 400 * math.log10(100 / 3.8415), abs=0.1)
    assert found["unknown"].low is found["unknown"].high is None
