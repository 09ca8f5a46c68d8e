"""The network as plain Python; a small one, since plain Python takes long."""

import numba
import numpy as np
import pytest

from eclisse import Game
from eclisse.bots.learned.network import Shape, shapes
from eclisse.bots.learned.player import LearnedBot, think
from eclisse.bots.learned.weights import Brain


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="elsewhere it is compared with PyTorch")
def test_the_network_thinks_uncompiled_too() -> None:
    shape, chance = Shape(4, 4, 1), np.random.default_rng(1)
    brain = Brain({name: chance.normal(size=form).astype(np.float32) for name, form in shapes(shape).items()}, shape)
    game = Game.new("berlin", 2, 1)
    for _ in range(6):
        seat = game.to_act[0]
        view, legal = game.view(seat), game.legal(seat)
        advice = think(brain, view, [action.number for action in legal])
        assert advice.chances.sum() == pytest.approx(1.0, abs=1e-5)
        assert set(np.flatnonzero(advice.chances[0])) <= {action.number for action in legal}
        assert advice.wins[0, :2].sum() == pytest.approx(1.0, abs=1e-5)
        game.play(seat, LearnedBot(brain).choose(view, legal))


def test_a_network_of_an_odd_width_is_refused() -> None:
    with pytest.raises(ValueError, match="multiples of 4, not 30 and 64"):
        shapes(Shape(30, 64, 1))
