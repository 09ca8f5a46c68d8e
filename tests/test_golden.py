"""Nothing about any game changes by accident: perft counts and readable playthroughs, one for every game and module."""

import pytest

from tests import golden

TABLES = list(golden.tables())
PERFT = dict(line.split(": ") for line in (golden.DATA / "perft.txt").read_text().splitlines())
FIRST_EDITION = (golden.DATA / "first-edition.txt").read_text().splitlines()


def test_every_game_and_module_has_its_golden_files_and_no_others() -> None:
    """A new game or module without golden files, or files of a game that is gone, fail here."""
    titles = {golden.title(*table) for table in TABLES}
    assert set(PERFT) == titles
    assert {path.stem for path in (golden.DATA / "playthroughs").glob("*.txt")} == titles


@pytest.mark.compiled_only
@pytest.mark.parametrize("line", FIRST_EDITION, ids=lambda line: line.partition(":")[0])
def test_games_of_the_first_edition_go_as_they_went(line: str) -> None:
    """All that has changed is what the module `first-edition` names, and what may be passed."""
    name, *modules = line.partition(":")[0].split("+")
    assert golden.first_edition_line(name, tuple(modules)) == line


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
