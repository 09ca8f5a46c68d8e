"""Every bot as plain Python."""

import numba
import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import BOTS, LEVELS, make_bot
from eclisse.bots.learned import ahead, player
from eclisse.bots.learned.network import Shape, shapes
from eclisse.bots.learned.weights import Brain
from eclisse.core.records import record

NAMES = [name for name in BOTS if name not in (*LEVELS, "search")] + ["search@2", "learned@2"]  # levels are others
KEY = np.array([1, 2], np.uint64)


def small_brain() -> Brain:
    """A network of no skill, since plain Python takes long."""
    shape, chance = Shape(4, 4, 1), np.random.default_rng(1)
    return Brain({name: chance.normal(size=form).astype(np.float32) for name, form in shapes(shape).items()}, shape)


@pytest.fixture(scope="module")
def last_turns() -> Game:
    """Few decisions before the end, so that looking ahead is short."""
    game = Game.new("berlin", 2, 1, ["warehouses"])
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, max(game.legal(seat), key=lambda action: (action.kind == "claim", action.number)))
    position = Game.replay(game.record(), len(game.actions) - 3).position()
    return Game.from_position(position)


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="elsewhere they are compiled")
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_decides_uncompiled_too(name: str, last_turns: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (player, ahead):
        monkeypatch.setattr(module, "load_brain", small_brain)
    seat = last_turns.to_act[0]
    legal = last_turns.legal(seat)
    assert len(legal) > 1
    assert make_bot(name, KEY).choose(last_turns.view(seat), legal) in legal


def test_a_field_that_numpy_would_hide_is_refused() -> None:
    with pytest.raises(TypeError, match=r"\['round'\]"):
        record([("sums", "f8"), ("round", "f8")])
