"""Run by `make test` with NUMBA_BOUNDSCHECK=1: an index out of range is then an error instead of rubbish."""

import os

import pytest

from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import open_kit
from tests.invariants.checker import check


@pytest.mark.compiled_only
@pytest.mark.skipif("NUMBA_BOUNDSCHECK" not in os.environ, reason="only says something with bounds checking on")
@pytest.mark.parametrize("name", builtin_games())
def test_no_index_is_out_of_range(name: str) -> None:
    """Random games with the fewest and the most seats, with and without modules."""
    for modules in ((), modules_for(builtin_games()[name])):
        kit = open_kit(name, modules)
        for seats in (int(kit.rules.min_seats), int(kit.rules.max_seats)):
            assert check(kit, seats, first=0, n_games=8, every=2) > 0
