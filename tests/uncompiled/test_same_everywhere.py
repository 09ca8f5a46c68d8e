"""Compiled and uncompiled runs give the same bytes: both are compared with the digests of one file.

`make test` runs this file twice, compiled and with NUMBA_DISABLE_JIT=1.
"""

from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

from eclisse.jit import folders
from tests import golden

DIGESTS = dict(line.split(": ") for line in (golden.DATA / "digests.txt").read_text().splitlines())


def tables() -> Iterator[tuple[str, tuple[str, ...]]]:
    """All; as plain Python, a second for each, every game alone and each module with the first that has it."""
    known = set[str]()
    for name, modules in golden.tables():
        if not numba.config.DISABLE_JIT or not known.issuperset(modules) or not modules:
            yield name, modules
        known.update(modules)


@pytest.mark.parametrize("table", list(tables()), ids=lambda table: golden.title(*table))
def test_a_whole_game_ends_in_the_same_bytes(table: tuple[str, tuple[str, ...]]) -> None:
    """The last state and the sheet of a random game are those of the golden file."""
    assert golden.digest_line(*table) == f"{golden.title(*table)}: {DIGESTS[golden.title(*table)]}"


def test_the_folder_of_compiled_functions_changes_with_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba alone would go on using stale code after a change in a file it calls into."""
    folder = folders.module_folder.__wrapped__
    before = folder("eclisse.core.rng")
    assert before == folder("eclisse.core.rng") != folder("eclisse.bots.table")
    monkeypatch.setattr(folders, "sources", lambda _: ())
    assert folder("eclisse.core.rng") != before


def test_compiled_functions_are_stale_when_something_they_import_changes() -> None:
    """A module's sources are its own file and all it imports, near or far, and nothing else."""
    files = {path.relative_to(folders.PACKAGE).as_posix() for path in folders.sources("eclisse.core.legal")}
    assert {
        "core/legal.py",
        "core/mechanics/tunnels.py",
        "core/records.py",
        "jit/compiled.py",
        "jit/linking.py",
    } <= files
    assert not {"core/scoring.py", "bots/table.py"} & files
    assert folders.sources("tests.nowhere") == ()
    assert {Path(__file__), folders.PACKAGE / "jit/folders.py"} <= set(folders.sources(__name__))  # a user's own too


def test_compiled_functions_are_kept_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECLISSE_CACHE", str(tmp_path))
    assert folders.cache_root() == tmp_path
    monkeypatch.delenv("ECLISSE_CACHE")
    assert folders.cache_root() == folders.user_cache()


def test_nobody_is_told_to_wait_once_everything_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`eclisse warm` leaves a mark, a wheel brings one along; with the compiler off there is nothing to wait for."""
    monkeypatch.setenv("ECLISSE_CACHE", str(tmp_path / "mine"))
    monkeypatch.setattr(folders, "BROUGHT", tmp_path / "brought")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert folders.is_compiled()
    folders.mark_compiled()
    monkeypatch.setattr(numba.config, "DISABLE_JIT", False)
    assert not folders.is_compiled()
    folders.mark_compiled()
    assert folders.is_compiled()
    (tmp_path / "mine").rename(tmp_path / "brought")
    assert folders.is_compiled()


def test_a_wheel_is_compiled_for_any_processor_of_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert folders.generic_processor() == "x86-64-v3"
    monkeypatch.setattr("platform.machine", lambda: "abacus")
    assert folders.generic_processor() == ""
