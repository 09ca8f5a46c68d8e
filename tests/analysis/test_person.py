"""The figures of a person follow from their reviews alone."""

import pytest

from eclisse.analysis.person import OwnBetter, OwnGame, OwnMoment, OwnReview, figures, theme_of


@pytest.mark.parametrize(
    ("taken", "better", "missed", "theme"),
    [
        ("keep 1 2", "keep 2 3", False, "tickets"),
        ("tickets", "claim boston--new-york", True, "tickets"),
        ("draw", "claim boston--new-york", True, "blocking"),
        ("claim miami--atlanta", "claim boston--new-york", True, "blocking"),
        ("draw", "claim boston--new-york", False, "timing"),
        ("station paris", "take red", False, "timing"),
        ("claim miami--atlanta", "claim boston--new-york", False, "routes"),
        ("take red", "draw", False, "cards"),
        ("pay 2 red", "pay 1 red 1", False, "cards"),
    ],
)
def test_a_mistake_has_a_theme(taken: str, better: str, missed: bool, theme: str) -> None:
    assert theme_of(taken, better, missed) == theme


def moment(seat: int, action: str, loss: float, better: str | None = None, later: bool = False) -> OwnMoment:
    told = OwnBetter(better, ({"code": "taken-later"},) if later else ()) if better else None
    return OwnMoment(seat, action, loss, better is not None, told)


def test_accuracy_by_game_and_board_and_losses_by_theme() -> None:
    wrong = (
        moment(0, "draw", 0.2, "claim boston--new-york", later=True),
        moment(0, "take red", 0.3),  # inside the noise
        moment(1, "keep 1", 0.5, "keep 2"),  # somebody else's
    )
    games = [
        OwnGame("b", "usa", 2.0, 0, OwnReview(wrong, (0.7, 0.2))),
        OwnGame("a", "usa", 1.0, 1, OwnReview((moment(1, "draw", 0.1, "take red"),), (0.1, 0.9))),
        OwnGame("c", "europe", 3.0, 0, OwnReview((), (1.0, 0.5))),
        OwnGame("d", "europe", 4.0, 0, OwnReview((), (None, 0.5))),  # no decision was made
    ]
    known = figures(games)
    assert [(game.table, game.accuracy) for game in known.games] == [("a", 0.9), ("b", 0.7), ("c", 1.0)]
    assert known.accuracy == pytest.approx(2.6 / 3)
    assert [(row.board, row.games) for row in known.boards] == [("usa", 2), ("europe", 1)]
    assert known.boards[0].accuracy == pytest.approx(0.8)
    assert [(row.theme, row.mistakes) for row in known.lost[:2]] == [("blocking", 1), ("cards", 1)]
    assert known.lost[0].loss == pytest.approx(0.2 / 3)
    assert all(row.loss == 0 for row in known.lost[2:])


def test_of_nobody_nothing_is_known() -> None:
    known = figures([])
    assert known.accuracy is None
    assert not known.games
    assert sum(row.mistakes for row in known.lost) == 0
