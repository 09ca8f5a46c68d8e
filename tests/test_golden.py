"""Nothing about any game changes by accident: perft counts and readable playthroughs, one for every game and module."""

import pytest

from tests import golden

TABLES = list(golden.tables())
PERFT = dict(line.split(": ") for line in (golden.DATA / "perft.txt").read_text().splitlines())


def test_every_game_and_module_has_its_golden_files_and_no_others() -> None:
    """A new game or module without golden files, or files of a game that is gone, fail here."""
    titles = {golden.title(*table) for table in TABLES}
    assert set(PERFT) == titles
    assert {path.stem for path in (golden.DATA / "playthroughs").glob("*.txt")} == titles


@pytest.mark.compiled_only
@pytest.mark.parametrize("table", TABLES, ids=lambda table: golden.title(*table))
def test_perft(table: tuple[str, tuple[str, ...]]) -> None:
    """The decision tree from a fixed seed has the size it had."""
    assert golden.perft_line(*table) == f"{golden.title(*table)}: {PERFT[golden.title(*table)]}"


@pytest.mark.parametrize("table", TABLES, ids=lambda table: golden.title(*table))
def test_playthrough(table: tuple[str, tuple[str, ...]]) -> None:
    """A game from a fixed seed goes as it went; `make golden` refreshes after an intended change."""
    path = golden.DATA / "playthroughs" / f"{golden.title(*table)}.txt"
    assert golden.playthrough(*table) == path.read_text(encoding="utf-8")
