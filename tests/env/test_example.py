"""The training example runs; without PyTorch it says what it needs."""

import re
import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run `python examples/train_policy.py` in this process, which has loaded PyTorch already."""
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), *arguments])
    runpy.run_path(str(EXAMPLE), run_name="__main__")


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
