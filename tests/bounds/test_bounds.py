"""Run by `make test` with NUMBA_BOUNDSCHECK=1: an index out of range is then an error instead of rubbish."""

import os

import pytest

from eclisse.games.catalogue import catalogue, modules_for
from eclisse.games.kit import open_kit
from tests.invariants.checker import check


@pytest.mark.compiled_only
@pytest.mark.skipif("NUMBA_BOUNDSCHECK" not in os.environ, reason="only says something with bounds checking on")
@pytest.mark.parametrize("name", catalogue())
def test_no_index_is_out_of_range(name: str) -> None:
    """Random games with the fewest and the most seats, with and without modules."""
    for modules in ((), modules_for(catalogue()[name])):
        kit = open_kit(name, modules)
        for seats in (int(kit.rules.min_seats), int(kit.rules.max_seats)):
            assert check(kit, seats, first=0, n_games=8, every=2) > 0
