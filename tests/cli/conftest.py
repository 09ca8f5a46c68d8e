"""The installed command, run as a process or, where only its words matter, in this one."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eclisse import cli

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
            timeout=600,
            check=False,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        return done

    return run


@pytest.fixture
def run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `eclisse` in this process, which saves the second or two in which a new one loads the engine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["eclisse", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
        code = 0
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        return subprocess.CompletedProcess(arguments, code, *capsys.readouterr())

    return run
