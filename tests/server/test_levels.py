"""Bots at a table: who sits down, how they play, and levels while the engine is being compiled."""

import pytest

from eclisse.game import Game
from eclisse.server.store.rows import SeatRow
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


def test_named_bots_of_a_level_play_in_their_own_way_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = True
    monkeypatch.setattr(levels, "is_whole", lambda: ready)
    basile, clara = SeatRow(1, "bot", name="Basile", level="medium"), SeatRow(2, "bot", name="Clara", level="medium")
    assert (levels.style_of(basile), levels.style_of(clara)) == (None, "hungry")
    assert (levels.player_of(basile), levels.player_of(clara)) == ("medium", "hungry")
    assert levels.player_of(SeatRow(2, "bot", name="Clara", level="hard")) == "hard"
    assert levels.player_of(SeatRow(2, "bot", name="Clara", level="medium", was="somebody")) == "medium"
    game = Game.new("usa", 3, 1)
    assert levels.choose(game, 2, levels.player_of(clara)) in [action.text for action in game.legal(2)]
    ready = False
    assert levels.player_of(clara) == "medium"


def test_other_tables_have_other_bots_and_nobody_has_a_name_twice() -> None:
    tables = [levels.new_bot(1, "medium", f"{table:032x}", [SeatRow(0, "player", name="Ann")]) for table in range(5)]
    assert {bot.name for bot in tables} == set(levels.NAMES)
    assert {levels.style_of(bot) for bot in tables} == {None, "hungry", "long-route", "one-step"}
    for table in range(5):
        seats = [SeatRow(0, "player", name="Clara")]
        for seat in range(1, 5):
            seats.append(levels.new_bot(seat, "medium", f"{table:032x}", seats))
        assert {seat.name for seat in seats} == set(levels.NAMES)
