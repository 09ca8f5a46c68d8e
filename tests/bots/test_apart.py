"""Bots in a process of their own: they decide as they would here, and the process comes and goes."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from eclisse import Game
from eclisse.bots import make_bot
from eclisse.bots.apart import Apart, NoAnswer
from eclisse.notation import Action, key_from_seed

BOT = "learned@8"


@pytest.fixture
def apart() -> Iterator[Apart]:
    one = Apart()
    yield one
    one.close()


def asked(apart: Apart, game: Game, bot: str = BOT) -> Action:
    return apart.choose(bot, key_from_seed(1), game.view(0), game.legal(0))


def is_gone(pid: int | None, within: float = 60.0) -> bool:
    """Whether a process ends in time, or has ended."""
    assert pid is not None
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], within)[0])
    finally:
        os.close(process)


@pytest.mark.compiled_only
def test_a_bot_apart_decides_as_it_would_here(apart: Apart) -> None:
    """With a budget in iterations; the games have modules, tickets to choose and boards of different sizes."""
    for name, modules in (("usa", ()), ("europe", ("warehouses",)), ("berlin", ())):
        game = Game.new(name, 2, 5, modules=modules)
        bots = [make_bot("planner", key_from_seed(seat)) for seat in (0, 1)]
        for _ in range(30):
            seat = game.to_act[0]
            if seat == 0:
                here = make_bot(BOT, key_from_seed(1)).choose(game.view(0), game.legal(0))
                assert asked(apart, game) == here
            game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat)))


@pytest.mark.compiled_only
def test_a_process_that_was_killed_is_started_anew(apart: Apart) -> None:
    game = Game.new("berlin", 2, 5)
    first, pid = asked(apart, game), apart.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert asked(apart, game) == first
    assert apart.pid != pid


@pytest.mark.compiled_only
def test_a_process_that_hangs_is_given_up() -> None:
    game, apart = Game.new("berlin", 2, 5), Apart()
    first, pid = asked(apart, game), apart.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    apart._patience = 1.0
    waited = asked_or_none(apart, game)
    assert apart.pid != pid
    assert waited in (first, None)  # on a slow machine the next one may not be ready within the second
    apart.close()


def asked_or_none(apart: Apart, game: Game) -> Action | None:
    try:
        return asked(apart, game)
    except NoAnswer:
        return None


@pytest.mark.compiled_only
def test_a_process_that_nobody_asks_ends_and_comes_back_when_asked() -> None:
    game, apart = Game.new("berlin", 2, 5), Apart(idle=0.5)
    first, pid = asked(apart, game), apart.pid
    assert is_gone(pid)
    assert asked(apart, game) == first
    apart.close()


@pytest.mark.compiled_only
def test_a_closed_process_is_gone_and_answers_no_more() -> None:
    game, apart = Game.new("berlin", 2, 5), Apart()
    asked(apart, game)
    pid = apart.pid
    apart.close()
    assert is_gone(pid, 0)
    with pytest.raises(NoAnswer):
        asked(apart, game)
    assert apart.pid is None


@pytest.mark.compiled_only
def test_what_goes_wrong_there_is_told_here_and_the_process_stays(apart: Apart) -> None:
    game = Game.new("berlin", 2, 5)
    with pytest.raises(RuntimeError, match=r"UnknownBot.*nobody"):
        asked(apart, game, "nobody")
    pid = apart.pid
    asked(apart, game)
    assert apart.pid == pid


PARENT = """
import sys
from eclisse import Game
from eclisse.bots.apart import Apart
from eclisse.notation import key_from_seed
game, apart = Game.new("berlin", 2, 5), Apart()
apart.choose("learned", key_from_seed(1), game.view(0), game.legal(0))
print(apart.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.compiled_only
def test_it_does_not_outlive_whoever_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert not is_gone(child, 0)
        parent.kill()
    assert is_gone(child)
