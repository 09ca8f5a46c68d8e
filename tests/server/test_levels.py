"""Levels of bots while the engine is being compiled."""

import pytest

from eclisse.game import Game
from eclisse.server.tables import levels


def test_a_level_that_is_being_compiled_says_so_and_decides_once_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits; nothing is compiled in the process that serves."""
    answers = [False, False, False, True, True]
    monkeypatch.setattr(levels, "is_whole", lambda: answers.pop(0))
    monkeypatch.setattr(levels, "LATER", ("easy",))
    monkeypatch.setattr(levels, "LOOK", 0.0)
    assert levels.waiting() == ["easy"]
    game = Game.new("usa", 2, 1)
    assert levels.choose(game, 0, "easy") in [action.text for action in game.legal(0)]
    assert answers == [True]
    assert levels.waiting() == []
