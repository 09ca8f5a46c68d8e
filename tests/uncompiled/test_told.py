"""Uncompiled as compiled: told what its key would have drawn, a game goes as it does under the key."""

from itertools import accumulate
from pathlib import Path

import numpy as np

from eclisse import Game
from eclisse.core.rng import siphash
from eclisse.env.told import ToldGame

VILLAGES = str(Path(__file__).parents[2] / "examples" / "villages" / "game.toml")


def test_a_small_game_that_is_told_everything_goes_as_under_its_key() -> None:
    for seed in range(3):
        real = Game.new(VILLAGES, 2, seed)
        key = (int(real.state.key[0]), int(real.state.key[1]))
        game, asked = ToldGame(VILLAGES, 2, key=key), 0
        while not real.over:
            while game.outcomes:
                k = int(siphash(np.uint64(key[0]), np.uint64(key[1]), np.uint64(game.drawn))) % sum(game.weights)
                game.tell(next(i for i, until in enumerate(accumulate(game.weights)) if k < until))
                asked += 1
            assert game.states.tobytes() == real.state.tobytes()
            action = real.legal(real.to_act[0])[-1]
            real.play(real.to_act[0], action)
            game.play(action.number)
        assert asked >= 4
        assert game.rewards() == [1.0 if seat in real.result.winners else -1.0 for seat in range(2)] or (
            len(real.result.winners) == 2
        )
