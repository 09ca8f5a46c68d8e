"""The training example says what it needs when PyTorch is not there."""

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_without_pytorch_the_example_says_so() -> None:
    start = f"runpy.run_path({str(EXAMPLE)!r}, run_name='__main__')"
    code = f"import runpy, sys; sys.modules['torch'] = None; sys.argv[1:] = []; {start}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.strip() == "This example needs PyTorch: pip install torch"
