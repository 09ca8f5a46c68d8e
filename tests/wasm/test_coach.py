"""The page's coach says what Python's says: hints, doubts, reviews with their reasons and ideas, and positions."""

import pytest

from tests.wasm.asks import finished
from tests.wasm.coach import course, in_node, review

pytestmark = pytest.mark.compiled_only


def test_the_page_hints_and_doubts_as_python_does() -> None:
    games = [course(finished(name, 2, seed), 24) for seed, name in enumerate(("berlin", "europe", "india", "usa"))]
    assert in_node(games) == []


def test_the_page_reviews_a_game_as_python_does() -> None:
    """Games of every board with any number of seats are reviewed by `make soak`."""
    game = review(finished("berlin", 2, 8), 60)
    told = game["rows"][0]["answer"]
    assert any(one["better"] and one["better"]["why"] for one in told["moments"]), "there is something to compare"
    assert any(told["ideas"])
    assert in_node([game]) == []
