"""Bots of users, named by module and class: loaded, refused with a sentence, checked, and played by the command."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from eclisse.bots import check_bot
from eclisse.bots.conformance import check
from eclisse.bots.own import BadBot, BotFault, OwnBot
from eclisse.bots.seated import bot_key, play_out, sit_down
from eclisse.bots.simulate import simulate
from eclisse.game import Game
from eclisse.notation import Action
from eclisse.views import View
from tests.cli.conftest import Run, run, run_here

__all__ = ["run", "run_here"]

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"
KEY = "5" * 32

MODULE = """
import itertools, sys, time

class NoChoose: pass

class First:
    def choose(self, view, legal): return legal[0]

class Texts:
    def choose(self, view, legal): return legal[-1].text

class Raises:
    def choose(self, view, legal):
        if view.to_dict()["phase"] == "main": raise KeyError("no plan")
        return legal[0]

class Nonsense:
    def choose(self, view, legal): return "fly to the moon"

class Unmakeable:
    def __init__(self): raise OSError("the disk is full")
    def choose(self, view, legal): return legal[0]

class Sleepy:
    def choose(self, view, legal):
        time.sleep(60)

class Fickle:
    turn = itertools.count()
    def choose(self, view, legal): return legal[next(self.turn) % len(legal)]

class OpenlyFickle(Fickle):
    reproducible = False

class Seeded:
    def __init__(self, seed): self.seed = seed
    def choose(self, view, legal): return legal[self.seed % len(legal)]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder with a module of bots, the current one; returns the name of the module."""
    name = f"bots_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_module.py").write_text("import no_such_thing\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nowhere_to_be_found:Bot", 'no module "nowhere_to_be_found"'),
        ("broken_module:Bot", "broken_module cannot be loaded; it raised ModuleNotFoundError"),
        ("HERE:Frist", 'no class "Frist" (did you mean "First"?)'),
        ("HERE:NoChoose", "no method choose"),
        ("HERE:", "expected your own bot"),
        ("my module:Bot", "expected your own bot"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_refused_with_a_sentence(here: str, bot: str, message: str) -> None:
    with pytest.raises(BadBot) as refused:
        check_bot(bot.replace("HERE", here))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("bot", ["First", "Texts", "Seeded"])
def test_an_action_or_its_text_is_an_answer(here: str, bot: str) -> None:
    game = Game.new("berlin", 2, seed=3)
    play_out(game, sit_down([f"{here}:{bot}", "random"], KEY))
    assert game.over


def test_a_seed_is_given_only_to_a_class_that_wants_one(here: str) -> None:
    seeds = {OwnBot(f"{here}:Seeded", bot_key(KEY, seat))._player.seed for seat in range(3)}
    assert len(seeds) == 3
    assert all(isinstance(seed, int) for seed in seeds)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("Raises", "raised KeyError: 'no plan'"),
        ("Nonsense", "answered 'fly to the moon', which is not one of the"),
        ("Unmakeable", "its constructor raised OSError: the disk is full"),
    ],
)
def test_what_a_bot_does_wrong_is_told_by_name(here: str, bot: str, message: str) -> None:
    with pytest.raises(BotFault) as fault:
        play_out(Game.new("berlin", 2, seed=3), sit_down([f"{here}:{bot}", "random"], KEY))
    assert f"{here}:{bot}" in str(fault.value)
    assert message in str(fault.value)


@pytest.mark.compiled_only
def test_the_check_passes_a_bot_that_plays_by_the_rules(here: str) -> None:
    for bot in ("First", "OpenlyFickle"):
        report = check(f"{here}:{bot}")
        assert report.faults == ()
        assert report.games >= 6


@pytest.mark.compiled_only
def test_the_check_takes_a_class_too() -> None:
    class Last:
        def choose(self, view: View, legal: Sequence[Action]) -> Action:
            return legal[-1]

    assert check(Last).faults == ()


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("bot", "limit", "message"),
    [
        ("Raises", 10.0, "KeyError"),
        ("Nonsense", 10.0, "not one of the"),
        ("Unmakeable", 10.0, "constructor"),
        ("Sleepy", 0.2, "usa, 2 seats, seat 0, decision 0: takes too long: more than 0.2 seconds"),
        ("Fickle", 10.0, "with the same seed and view"),
    ],
)
def test_the_check_says_what_a_bot_does_wrong(here: str, bot: str, limit: float, message: str) -> None:
    report = check(f"{here}:{bot}", limit)
    assert report.faults
    assert all(message in str(fault) for fault in report.faults), report.faults


@pytest.mark.compiled_only
def test_the_example_passes_its_check_and_beats_random(run: Run, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    done = run("check-bot", "my_bot:MyBot")
    assert done.returncode == 0, done.stderr
    assert "plays by the rules" in done.stdout
    done = run("simulate", "usa", "--bots", "my_bot:MyBot,random", "--games", "20", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    assert '"wins": [\n  20,' in done.stdout


@pytest.mark.compiled_only
def test_the_command_refuses_with_one_sentence(run_here: Run, here: str) -> None:
    for arguments, message in (
        (["simulate", "usa", "--bots", f"{here}:Nobody"], f'{here} has no class "Nobody"'),
        (["simulate", "usa", "--bots", f"{here}:Raises", "--games", "2"], f"{here}:Raises raised KeyError"),
        (["play", "usa", "--bots", "no_mine:Raises"], 'no module "no_mine"'),
        (["check-bot", "planner"], "expected your own bot"),
        (["check-bot", f"{here}:Nonsense"], f"{here}:Nonsense answered 'fly to the moon'"),
    ):
        done = run_here(*arguments)
        assert done.returncode == 2
        assert message in done.stderr
        assert done.stdout == ""
    done = run_here("play", "usa", "--bots", f"{here}:First", "--seed", "7", text="keep 1 2\nquit\n")
    assert done.returncode == 0
    assert f"{here.capitalize()}:First 1" in done.stdout


def test_own_bots_play_on_one_thread_and_the_sums_say_so() -> None:
    assert simulate("berlin", bots=["examples.my_bot:MyBot", "random"], games=2, seed=1, threads=2)["threads"] == 1
    assert simulate("berlin", bots=["greedy", "random"], games=2, seed=1, threads=2)["threads"] == 2
