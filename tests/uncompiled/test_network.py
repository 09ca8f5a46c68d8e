"""The network as plain Python; a small one, since plain Python takes long."""

import numba
import numpy as np
import pytest

from eclisse import Game
from eclisse.bots.learned.network import Shape, shapes
from eclisse.bots.learned.player import think
from eclisse.bots.learned.weights import Brain
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import open_kit


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="elsewhere it is compared with PyTorch")
@pytest.mark.parametrize("name", ["usa-mega", "europe-mega", "switzerland", "india", "berlin"])
def test_the_network_thinks_uncompiled_too(name: str) -> None:
    """At the largest table of each board, with its modules: an index out of range is an error here."""
    shape, chance = Shape(4, 4, 1), np.random.default_rng(1)
    brain = Brain({name: chance.normal(size=form).astype(np.float32) for name, form in shapes(shape).items()}, shape)
    modules = modules_for(builtin_games()[name])
    seats = int(open_kit(name, modules).rules.max_seats)
    game = Game.new(name, seats, 1, modules)
    for _ in range(seats + 2):
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        advice = think(brain, view, [action.number for action in legal])
        assert advice.chances.sum() == pytest.approx(1.0, abs=1e-5)
        assert set(np.flatnonzero(advice.chances[0])) <= {action.number for action in legal}
        assert advice.wins[0, :seats].sum() == pytest.approx(1.0, abs=1e-5)
        game.play(seat, max(legal, key=lambda action: advice.chances[0][action.number]))


def test_a_network_of_an_odd_width_is_refused() -> None:
    with pytest.raises(ValueError, match="multiples of 4, not 30 and 64"):
        shapes(Shape(30, 64, 1))
