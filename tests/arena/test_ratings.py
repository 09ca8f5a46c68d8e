"""Intervals and ratings against numbers from elsewhere."""

import random

import polars as pl
import pytest

from eclisse.arena.ratings import bot_table, mean_interval, pair_table, ratings, wilson
from eclisse.arena.schedule import Settings, chunks, pairings, seatings


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3: the score interval without correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_intervals_are_those_of_the_textbook(wins: int, n: int, low: float, high: float) -> None:
    assert wilson(wins, n) == pytest.approx((low, high), abs=5e-5)


def test_no_games_tell_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_interval_of_a_mean_is_two_standard_errors_wide() -> None:
    # Mean 3, sample deviation 1.5811, standard error 0.7071.
    assert mean_interval(pl.Series([1.0, 2.0, 3.0, 4.0, 5.0])) == pytest.approx((1.6141, 4.3859), abs=1e-4)


def table(results: list[tuple[str, str, int]]) -> pl.DataFrame:
    """Two-seat games: who sat where, and the seat that won (-1: both)."""
    rows = []
    for game, (a, b, winner) in enumerate(results):
        for seat, bot in enumerate((a, b)):
            won = winner in (seat, -1)
            rows.append(
                {
                    "game": game,
                    "pairing": 0,
                    "deal": game // 2,
                    "seat": seat,
                    "bot": bot,
                    "place": 1 if won else 2,
                    "win": 0.5 if winner == -1 else float(won),
                    "score": 100 if won else 50,
                    "fault": None,
                    "fault_by": None,
                }
            )
    return pl.DataFrame(rows, schema_overrides={"fault": pl.String, "fault_by": pl.Int8})


def test_ratings_order_bots_as_their_true_strength_does() -> None:
    chance, strength = random.Random(1), {"weak": 1.0, "middling": 3.0, "strong": 9.0}
    results = []
    for a, b in [("weak", "middling"), ("middling", "strong"), ("strong", "weak")] * 200:
        results.append((a, b, 0 if chance.random() < strength[a] / (strength[a] + strength[b]) else 1))
    rated = ratings(table(results))
    assert rated["strong"][0] > rated["middling"][0] > rated["weak"][0]
    for better, worse in (("strong", "middling"), ("middling", "weak")):
        assert rated[better][0] - 1.96 * rated[better][1] > rated[worse][0] + 1.96 * rated[worse][1]


def test_more_games_make_a_rating_more_certain() -> None:
    few, many = (ratings(table([("a", "b", 0), ("b", "a", 0)] * n))["a"][1] for n in (5, 200))
    assert many < few / 2


def test_wins_are_counted_by_bot_and_by_pair() -> None:
    games = table([("a", "b", 0), ("b", "a", 1), ("a", "b", 1), ("a", "b", -1)])
    rows = {row["bot"]: row for row in bot_table(games)}
    assert (rows["a"]["wins"], rows["a"]["win_rate"], rows["a"]["seats_played"]) == (2.5, 0.625, 4)
    assert rows["a"]["mean_score"] == 87.5
    ab, ba = pair_table(games)
    assert (ab["bot"], ab["ahead"], ab["games"]) == ("a", 2.5, 4)
    assert ab["rate"] + ba["rate"] == 1


def settings(**changes: object) -> Settings:
    """Some tournament."""
    plain: dict[str, object] = {
        "game": "usa", "modules": (), "seats": 2, "bots": ("a", "b", "c"), "games": 10, "key": "0" * 32,
    }  # fmt: skip
    return Settings(**{**plain, **changes})  # type: ignore[arg-type]


def test_everybody_meets_everybody_or_only_the_neighbours() -> None:
    assert pairings(settings()) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairings(settings(ladder=True)) == [("a", "b"), ("b", "c")]
    assert pairings(settings(seats=3)) == [("a", "b", "c")]
    assert pairings(settings(bots=("a",))) == [("a",)]


def test_every_bot_sits_on_every_seat_equally_often() -> None:
    assert seatings(("a", "b"), 2) == (("a", "b"), ("b", "a"))
    for bots, seats in (("ab", 3), ("ab", 4), ("abc", 5), ("abc", 3), ("abcde", 5), ("a", 4)):
        found = seatings(tuple(bots), seats)
        for seat in range(seats):
            assert len({sum(row[seat] == bot for row in found) for bot in bots}) == 1


def test_every_game_has_a_number_of_its_own_and_every_pairing_the_same_deals() -> None:
    found = chunks(settings(bots=("greedy", "hungry", "a"), games=900))
    numbers = [chunk.first + i for chunk in found for i in range(chunk.n_games)]
    assert sorted(numbers) == list(range(2700))
    deals = {pairing: [deal for c in found if c.pairing == pairing for deal in c.deals] for pairing in range(3)}
    assert deals[0] == deals[1] == deals[2] == list(range(450))
