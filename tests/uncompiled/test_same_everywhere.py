"""Compiled and uncompiled runs give the same bytes: both are compared with the digests of one file.

`make test` runs this file twice, compiled and with NUMBA_DISABLE_JIT=1.
"""

from pathlib import Path

import numba
import pytest

from eclisse.core import compiled
from tests import golden

DIGESTS = dict(line.split(": ") for line in (golden.DATA / "digests.txt").read_text().splitlines())


@pytest.mark.parametrize("table", list(golden.tables()), ids=lambda table: golden.title(*table))
def test_a_whole_game_ends_in_the_same_bytes(table: tuple[str, tuple[str, ...]]) -> None:
    """The last state and the sheet of a random game are those of the golden file."""
    assert golden.digest_line(*table) == f"{golden.title(*table)}: {DIGESTS[golden.title(*table)]}"


def test_the_cache_folder_changes_with_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba alone would go on using stale code after a change in a file it calls into."""
    monkeypatch.setenv("ECLISSE_CACHE", str(tmp_path))
    folder = compiled.cache_folder.__wrapped__
    before = folder("eclisse.core.rng")
    assert before == folder("eclisse.core.rng") != folder("eclisse.bots.table")
    assert before.parent.parent == tmp_path
    monkeypatch.setattr(compiled, "sources", lambda _: ())
    assert folder("eclisse.core.rng") != before
    monkeypatch.delenv("ECLISSE_CACHE")
    assert folder("eclisse.core.rng").parent.parent == compiled.user_cache()


def test_compiled_functions_are_stale_when_something_they_import_changes() -> None:
    """A module's sources are its own file and all it imports, near or far, and nothing else."""
    files = {path.relative_to(compiled.PACKAGE).as_posix() for path in compiled.sources("eclisse.core.legal")}
    assert {"core/legal.py", "core/mechanics/tunnels.py", "core/records.py", "core/compiled.py"} <= files
    assert not {"core/scoring.py", "bots/table.py"} & files
    assert compiled.sources("tests.nowhere") == ()


def test_nobody_is_told_to_wait_once_everything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`eclisse warm` leaves a mark beside what it compiled; with the compiler off there is nothing to wait for."""
    monkeypatch.setenv("ECLISSE_CACHE", str(tmp_path))
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert compiled.is_whole()
    compiled.mark_whole()
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    assert not compiled.is_whole()
    compiled.mark_whole()
    assert compiled.is_whole()
