"""The installed command, run as a process."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ECLISSE = Path(sys.executable).with_name("eclisse")
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `eclisse` with arguments and input, in an empty folder; no run may end in a traceback."""

    def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [ECLISSE, *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**os.environ, "COLUMNS": "100", **environment},
            timeout=180,
            check=False,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        return done

    return run
