"""The training example runs; without PyTorch it says what it needs."""

import re
import runpy
import sys
from pathlib import Path

import pytest

from eclisse.arena.dataset import Dataset
from eclisse.arena.schedule import Settings

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, name: str = "train_policy") -> None:
    """Run an example in this process, which has loaded PyTorch already."""
    file = str(EXAMPLES / f"{name}.py")
    monkeypatch.setattr(sys, "argv", [file, *arguments])
    runpy.run_path(file, run_name="__main__")


def test_without_pytorch_the_example_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit, match=r"^This example needs PyTorch: pip install torch$"):
        run(monkeypatch)


def test_one_round_of_training_ends_with_a_share_of_games_won(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    torch = pytest.importorskip("torch")
    threads = torch.get_num_threads()
    run(monkeypatch, "--game", "berlin", "--rounds", "1", "--tables", "8")
    torch.set_num_threads(threads)
    told = capsys.readouterr().out
    assert re.search(r"^[\d.]+% of 16 new games won against random, after \d+ s of training$", told, re.MULTILINE)


def test_maskable_ppo_of_sb3_trains_for_a_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sb3_contrib")
    run(monkeypatch, "--steps", "64", "--round", "64", "--games", "2", name="train_sb3")
    assert re.search(r"^[\d.]+% of 2 new games won against random$", capsys.readouterr().out, re.MULTILINE)


def test_without_sb3_the_example_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sb3_contrib", None)
    with pytest.raises(SystemExit, match=r"^This example needs sb3-contrib: pip install sb3-contrib$"):
        run(monkeypatch, name="train_sb3")


def test_a_clone_learns_from_a_dataset_and_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch")
    settings = Settings("berlin", (), 2, ("greedy", "greedy"), 8, "ab" * 16)
    assert Dataset(settings, tmp_path / "games", has_observations=True).play(1, lambda _: None)
    threads = torch.get_num_threads()
    run(monkeypatch, str(tmp_path / "games"), "--epochs", "1", "--games", "4", "--opponents", "random", name="clone")
    torch.set_num_threads(threads)
    told = capsys.readouterr().out
    assert re.search(r"^epoch 1: decides as the bot in [\d.]+% of the decisions", told, re.MULTILINE)
    assert re.search(r"^[\d.]+% of 4 new games won against random$", told, re.MULTILINE)
