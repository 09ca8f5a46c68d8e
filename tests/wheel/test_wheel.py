"""A wheel in an empty environment, with an empty home and cache: it plays, and never calls the compiler."""

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from benchmarks.way_in import first_move, serving

ROOT = Path(__file__).resolve().parents[2]
NO_COMPILER = """
import numba.core.compiler

def refuse(*arguments, **options):
    raise SystemExit("the compiler was called")

numba.core.compiler.compile_extra = refuse
"""
WHOLE_GAME = """
from eclisse import Game
from eclisse.bots.seated import play_out, sit_down

for name, modules, bots in (("usa", (), ("easy", "medium", "hard")), ("europe", ("warehouses",), ("hard", "hard"))):
    game = Game.new(name, len(bots), seed=7, modules=modules)
    play_out(game, sit_down(bots, "7" * 32))
    assert Game.replay(game.record()).result.to_dict() == game.result.to_dict()
    assert Game.from_position(game.position()).over
    print(game.result.totals)
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment as the guide makes it, in which the compiler refuses to work."""
    root = tmp_path_factory.mktemp("wheel")
    folder, wheel = root / "environment", Path(os.environ["ECLISSE_WHEEL"])
    (root / "dist").symlink_to(wheel.resolve().parent)
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"^python3 -m venv /srv/eclisse && .*pip install dist/eclisse-\*\.whl$", guide, re.MULTILINE)
    line = (
        line.replace("/srv/eclisse", str(folder))
        .replace("python3", sys.executable, 1)
        .replace("eclisse-*.whl", wheel.name)
    )
    quiet = {"PIP_QUIET": "1", "PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    names = {**os.environ, **quiet, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    subprocess.run(line, shell=True, cwd=root, env=names, check=True)
    libraries = next((folder / "lib").glob("python*")) / "site-packages"
    (libraries / "sitecustomize.py").write_text(NO_COMPILER, encoding="utf-8")
    return folder


def run(environment: Path, home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of the environment with an empty home."""
    home.mkdir(exist_ok=True)
    names = {"HOME": str(home), "PATH": os.environ["PATH"]}
    program = str(environment / "bin" / command[0])
    return subprocess.run(
        [program, *command[1:]], env=names, cwd=home, capture_output=True, text=True, timeout=300, check=False
    )


def test_the_compiler_is_really_refused(environment: Path, tmp_path: Path) -> None:
    code = "import numba; print(numba.njit(lambda: 1)())"
    assert "the compiler was called" in run(environment, tmp_path / "home", "python", "-c", code).stderr


def test_whole_games_are_played_without_the_compiler(environment: Path, tmp_path: Path) -> None:
    done = run(environment, tmp_path / "home", "python", "-c", WHOLE_GAME)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_a_simulation_runs_without_the_compiler(environment: Path, tmp_path: Path) -> None:
    done = run(
        environment, tmp_path / "home", "eclisse", "simulate", "india", "--bots", "planner,random", "--games", "3"
    )
    assert done.returncode == 0, done.stderr
    assert not list((tmp_path / "home").rglob("*-python-*"))


def test_the_server_answers_and_its_bots_move_without_the_compiler(environment: Path, tmp_path: Path) -> None:
    command = [str(environment / "bin" / "eclisse"), "serve", "--port", "0"]
    with serving(command, tmp_path, tmp_path / "home") as (address, _, _):
        for level in ("beginner", "easy", "medium", "hard", "very-hard", "expert"):
            assert first_move(address, level) > 0


def test_the_wheel_says_what_machine_it_is_for() -> None:
    name = Path(os.environ["ECLISSE_WHEEL"]).name
    assert f"cp{sys.version_info.major}{sys.version_info.minor}" in name
    assert "none-any" not in name


def test_the_wheel_has_the_extra_that_the_guide_installs() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    (extra,) = set(re.findall(r"eclisse-\*\.whl\)\[(\w+)\]", guide))
    with zipfile.ZipFile(os.environ["ECLISSE_WHEEL"]) as wheel:
        needs = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    assert f"Provides-Extra: {extra}\n" in needs


def test_the_wheel_asks_for_the_versions_it_was_compiled_with() -> None:
    with zipfile.ZipFile(os.environ["ECLISSE_WHEEL"]) as wheel:
        needs = wheel.read(next(name for name in wheel.namelist() if name.endswith("/METADATA"))).decode()
    for package in ("numba", "numpy"):
        assert f"Requires-Dist: {package}=={version(package)}\n" in needs
