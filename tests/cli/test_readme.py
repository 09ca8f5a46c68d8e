"""The examples of README.md and docs/cli.md run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eclisse.catalogue.find import catalogue_rows
from tests.cli.conftest import ECLISSE, Run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (.*)$", CLI, re.MULTILINE)


def test_the_python_example_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, capture_output=True)


def test_the_console_commands_run(run_here: Run, tmp_path: Path) -> None:
    """A command that needs a shell runs in one, the rest in this process."""
    assert len(COMMANDS) > 5
    (tmp_path / "src").symlink_to(ROOT / "src")
    path = f"{ECLISSE.parent}{os.pathsep}{os.environ['PATH']}"
    for command in COMMANDS:
        name, *arguments = shlex.split(command)
        if name == "eclisse" and not set(command) & set("|<>&;$*'"):
            done = run_here(*arguments)
        else:
            settings: dict[str, Any] = {"cwd": tmp_path, "env": {**os.environ, "PATH": path}, "encoding": "utf-8"}
            done = subprocess.run(command, shell=True, capture_output=True, check=False, **settings)
        assert done.returncode == 0, (command, done.stderr)
        assert not done.stderr


@pytest.mark.parametrize("row", catalogue_rows(), ids=lambda row: row["id"])
def test_the_catalogue_is_complete(row: dict[str, object]) -> None:
    (line,) = [line for line in README.splitlines() if line.startswith(f"| `{row['id']}` ")]
    provenance = row["provenance"]
    assert isinstance(provenance, dict)
    assert ("**" in line) == (set(provenance.values()) != {"verified"})


def test_the_trade_name_appears_once() -> None:
    assert README.count("®") == 1
