"""Bots at a table: who sits down, how they play, and levels while the engine is being compiled."""

import asyncio
import threading
from typing import Any

import pytest

from eclisse.bots import Bot, Key, make_bot
from eclisse.bots.styles import NAMES
from eclisse.game import Game
from eclisse.server.model import SeatRow
from eclisse.server.play import levels
from eclisse.server.play.work import FairPool
from tests.server.people import Person
from tests.server.serving import serving


def test_a_level_that_is_being_compiled_says_so_and_decides_once_it_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot waits; nothing is compiled in the process that serves."""
    answers = [False, False, False, True, True]
    monkeypatch.setattr(levels, "is_compiled", lambda: answers.pop(0))
    monkeypatch.setattr(levels, "LATER", ("easy",))
    monkeypatch.setattr(levels, "LOOK", 0.0)
    assert levels.waiting() == ["easy"]
    game = Game.new("usa", 2, 1)
    assert levels.choose(game, 0, "easy") in [action.text for action in game.legal(0)]
    assert answers == [True]
    assert levels.waiting() == []


def test_named_bots_of_a_level_play_in_their_own_way_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = True
    monkeypatch.setattr(levels, "is_compiled", lambda: ready)
    basile, clara = SeatRow(1, "bot", name="Basile", level="medium"), SeatRow(2, "bot", name="Clara", level="medium")
    assert (levels.style_of(basile), levels.style_of(clara)) == (None, "hungry")
    assert (levels.player_of(basile), levels.player_of(clara)) == ("medium", "hungry")
    assert levels.player_of(SeatRow(2, "bot", name="Clara", level="hard")) == "hard"
    assert levels.player_of(SeatRow(2, "bot", name="Clara", level="medium", was="somebody")) == "medium"
    game = Game.new("usa", 3, 1)
    assert levels.choose(game, 2, levels.player_of(clara)) in [action.text for action in game.legal(2)]
    ready = False
    assert levels.player_of(clara) == "medium"


def test_a_bot_decides_the_same_again_whatever_others_choose_meanwhile() -> None:
    """All choose their first tickets at once: a bot may have thought before somebody else chose, or after."""
    decided = set[tuple[str, ...]]()
    for seed in range(8):
        games = [Game.new("usa", 3, seed) for _ in range(3)]
        games[1].play(0, games[1].legal(0)[0])
        games[2].play(0, games[2].legal(0)[-1])
        found = [tuple(levels.choose(game, seat, "easy") for seat in (1, 2)) for game in games]
        assert len(set(found)) == 1
        decided.add(found[0])
    assert len(decided) > 1


def test_other_tables_have_other_bots_and_nobody_has_a_name_twice() -> None:
    tables = [levels.new_bot(1, "medium", f"{table:032x}", [SeatRow(0, "player", name="Ann")]) for table in range(5)]
    assert {bot.name for bot in tables} == set(NAMES)
    assert {levels.style_of(bot) for bot in tables} == {None, "hungry", "long-route", "one-step"}
    for table in range(5):
        seats = [SeatRow(0, "player", name="Clara")]
        for seat in range(1, 5):
            seats.append(levels.new_bot(seat, "medium", f"{table:032x}", seats))
        assert {seat.name for seat in seats} == set(NAMES)


@pytest.mark.parametrize("level", ["very-hard", "expert"])
def test_the_strongest_bots_play_at_a_table(sqlite: str, level: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("berlin", f"you bot:{level}")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            latest = seat.update(1)  # the bot has kept its tickets
            seat.decide(latest["number"], "keep 1 2")
            while not any(step["seat"] == 1 and step["number"] > 2 for step in latest["steps"]):
                latest = seat.update(latest["number"] + 1)
                if latest["view"]["to_act"] == [0]:
                    seat.decide(latest["number"], "draw")


def test_the_more_wait_the_shorter_a_bot_looks_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [levels.in_time("learned@1s", n) for n in (0, 1, 3, 500)] == [
        "learned@1000ms", "learned@500ms", "learned@250ms", "learned",
    ]  # fmt: skip
    assert levels.in_time("hasty", 7) == "hasty"
    asked, game = list[str](), Game.new("usa", 2, 1)

    def made(name: str, key: Key) -> Bot:
        asked.append(name)
        return make_bot("path", key)

    monkeypatch.setattr(levels, "make_bot", made)
    levels.choose(game, 0, "expert", lambda: 4)
    levels.choose(game, 0, "easy", lambda: 4)
    assert asked == ["learned@200ms", "forgetful"]


def test_how_many_wait_for_a_thread_is_known() -> None:
    """How many keys, however much each of them asks for."""

    async def asked() -> list[int]:
        pool, first, told = FairPool(1, "test"), threading.Event(), list[int]()
        work: list[asyncio.Task[Any]] = [asyncio.create_task(pool.run("ann", first.wait))]
        work += [asyncio.create_task(pool.run(key, lambda: told.append(pool.n_waiting))) for key in "bbbc"]
        await asyncio.sleep(0)
        first.set()
        await asyncio.gather(*work)
        pool.close()
        return told

    assert asyncio.run(asked()) == [2, 1, 1, 0]
