"""Boards made from a seed: valid, of the size that was asked for, and the same every time."""

from pathlib import Path

import pytest

from eclisse.catalogue.kit import open_kit
from training.made_board import made_board, write_board


@pytest.mark.parametrize("seed", [1, 2, 101, 112])
def test_a_made_board_can_be_played(seed: int, tmp_path: Path) -> None:
    kit = open_kit(str(write_board(seed, tmp_path)))
    assert 25 <= int(kit.board.n_cities) <= 40
    assert int(kit.board.n_tickets) == 40
    assert made_board(seed) == made_board(seed)
    assert made_board(seed) != made_board(seed + 1)
