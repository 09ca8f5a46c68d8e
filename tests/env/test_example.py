"""The training example runs; without PyTorch it says what it needs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_without_pytorch_the_example_says_so() -> None:
    start = f"runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')"
    code = f"import runpy, sys; sys.modules['torch'] = None; sys.argv[1:] = []; {start}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "This example needs PyTorch: pip install torch"


def test_one_round_of_training_ends_with_a_share_of_games_won() -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(EXAMPLE), "--game", "berlin", "--rounds", "1", "--tables", "50"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(
        r"^[\d.]+% of 100 new games won against random, after \d+ s of training$", done.stdout, re.MULTILINE
    )
