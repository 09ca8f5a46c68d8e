"""Bots at a table: who sits down, how they play, and levels while the engine is being compiled."""

import os
import signal

import pytest

from eclisse.bots.apart import Apart
from eclisse.game import Game
from eclisse.server.store.rows import SeatRow
from eclisse.server.tables import levels
from tests.bots.test_apart import is_gone
from tests.server.people import Person
from tests.server.serving import serving


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


@pytest.mark.parametrize("level", ["very-hard", "expert"])
def test_the_strongest_bots_decide_although_their_process_is_killed_and_it_ends_with_the_server(
    sqlite: str, level: str
) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("berlin", f"you bot:{level}")["id"]
        ann.post(f"tables/{table}/start")
        apart = server.services.hub._apart
        with ann.sit(table) as seat:
            latest = seat.update(1)  # the bot has kept its tickets
            killed = apart.pid
            assert killed is not None
            os.kill(killed, signal.SIGKILL)
            seat.decide(latest["number"], "keep 1 2")
            while not any(step["seat"] == 1 and step["number"] > 2 for step in latest["steps"]):
                latest = seat.update(latest["number"] + 1)
                if latest["view"]["to_act"] == [0]:
                    seat.decide(latest["number"], "draw")
        pid = apart.pid
        assert pid != killed
    assert is_gone(pid, 0)


def test_a_bot_whose_process_cannot_be_had_decides_here(caplog: pytest.LogCaptureFixture) -> None:
    game, apart = Game.new("berlin", 2, 1), Apart()
    apart.close()
    told = levels.ponder(apart, game, 0, "expert", lambda: 0)
    assert told in [action.text for action in game.legal(0)]
    assert "does not answer" in caplog.text


def test_the_more_wait_the_shorter_a_bot_looks_ahead() -> None:
    assert [levels._in_time("learned@1s", n) for n in (0, 1, 3, 500)] == [
        "learned@1000ms", "learned@500ms", "learned@250ms", "learned@50ms",
    ]  # fmt: skip
    assert levels._in_time("hasty", 7) == "hasty"
