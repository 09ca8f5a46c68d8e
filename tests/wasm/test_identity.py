"""The engine for browsers and the one that Python runs are the same, whatever is asked of them."""

from dataclasses import replace

import pytest

from eclisse.browser.exports import EXPORTS
from eclisse.catalogue.find import builtin_games
from tests.wasm.course import Row, compare, in_node, natively, rows

pytestmark = pytest.mark.compiled_only
SAMPLE = 7  # of the tables of a game with modules, one in so many is played at each run; `make soak` plays all


def tables(game: str) -> list[Row]:
    """The tables of a game with the fewest and the most seats, without modules and with some."""
    found = [row for row in rows(1) if row.game == game]
    seats = {row.seats for row in found}
    outer = [row for row in found if row.seats in (min(seats), max(seats))]
    return outer[:2] + outer[2::SAMPLE]


@pytest.mark.parametrize("game", builtin_games())
def test_both_engines_play_the_same_games(game: str) -> None:
    assert compare(tables(game)) == [[]] * len(tables(game))


def test_a_fault_in_any_exported_function_is_noticed() -> None:
    """India has everything that is asked about: circles, closed routes, ways to pay."""
    row = replace(next(row for row in rows(5) if row.game == "india"), most=60, every=4)
    right, faulty = natively(row), [export.name for export in EXPORTS]
    played = in_node([row, *(replace(row, fault=name) for name in faulty)])
    assert right.differs(played[0]) == []
    assert [name for name, course in zip(faulty, played[1:], strict=True) if name not in right.differs(course)] == []
