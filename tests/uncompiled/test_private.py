"""Compiled code is run, so it is read only where nobody but its user can write."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from eclisse.jit import private
from eclisse.terminal import warm
from tests.uncompiled.test_linking import run

HASH = """
from eclisse.jit import kept
kept.BROUGHT = kept.BROUGHT / "nothing"  # what a wheel would bring along
from eclisse.core.rng import siphash
print(siphash(1, 2, 3))
"""
STRANGER = 12_345  # a user who is not us
posix = pytest.mark.skipif(sys.platform == "win32", reason="no owners and modes of this kind")


class Trap:
    """Written by an attacker: whoever reads it runs a command."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.proof),)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A cache with one file in it."""
    file = tmp_path / "kept" / "module" / "function"
    private.make(tmp_path / "kept", file.parent)
    file.write_bytes(b"code")
    file.chmod(0o600)
    return file


def test_what_only_we_can_write_is_read(kept: Path) -> None:
    assert private.read(kept.parents[1], kept) == b"code"
    assert {place.stat().st_mode & 0o777 for place in kept.parents[:2]} == {0o700}


@posix
@pytest.mark.parametrize("mode", [0o620, 0o602])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_others_can_write_is_not_read(kept: Path, place: int, mode: int) -> None:
    (kept, *kept.parents)[place].chmod(mode | 0o111)
    with pytest.raises(private.NotPrivate):
        private.read(kept.parents[1], kept)


@posix
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can write as somebody else")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_belongs_to_somebody_else_is_not_read(kept: Path, place: int) -> None:
    os.chown((kept, *kept.parents)[place], STRANGER, STRANGER)
    with pytest.raises(private.NotPrivate):
        private.read(kept.parents[1], kept)


@posix
def test_a_link_is_not_followed(kept: Path) -> None:
    link = kept.with_name("link")
    link.symlink_to(kept)
    with pytest.raises(OSError, match="link"):
        private.read(kept.parents[1], link)


@posix
def test_a_folder_of_ours_is_closed_to_others(tmp_path: Path) -> None:
    root = tmp_path / "kept"
    root.mkdir()
    root.chmod(0o777)
    private.make(root, root / "module")
    assert root.stat().st_mode & 0o022 == 0


@posix
@pytest.mark.compiled_only
def test_files_that_somebody_has_planted_are_not_run(tmp_path: Path) -> None:
    """A folder that all can write, as somebody may have made it in a shared place before us."""
    first = run(HASH, tmp_path)
    files = [file for file in (tmp_path / "kept").rglob("*") if file.is_file() and file.name != "lock"]
    assert files
    for file in files:
        file.write_bytes(pickle.dumps(Trap(tmp_path / "caught")))
        file.chmod(0o666)
    assert run(HASH, tmp_path) == first
    assert not (tmp_path / "caught").exists()


@pytest.mark.compiled_only
def test_the_process_that_compiles_takes_no_module_from_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "numba.py").write_text("raise SystemExit('caught')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    todo, write = os.pipe()
    os.close(write)  # nothing to do
    process: subprocess.Popen[bytes] = warm.start_process((), todo)
    os.close(todo)
    assert process.wait() == 0
