"""Train a policy with the MaskablePPO of sb3-contrib against bots, then measure it in new games.

Run `pip install 'eclisse[env]' sb3-contrib`, then `python examples/train_sb3.py --game berlin --steps 100000`.
"""

import argparse

import gymnasium
import numpy as np

try:
    from sb3_contrib import MaskablePPO
except ImportError:
    raise SystemExit("This example needs sb3-contrib: pip install sb3-contrib") from None

from eclisse.env.single import OneSeat


def make(game: str, opponent: str) -> gymnasium.Env:
    """The environment, its numbers brought near each other: some are counts without a limit."""
    env = OneSeat(game, opponents=[opponent])
    high = np.log1p(env.observation_space.high.astype(np.float32))
    space = gymnasium.spaces.Box(np.zeros_like(high), high)
    return gymnasium.wrappers.TransformObservation(env, lambda row: np.log1p(row.astype(np.float32)), space)


def win_rate(model: MaskablePPO, env: gymnasium.Env, games: int) -> float:
    """The share of new games won."""
    won = 0
    for seed in range(games):
        row, info = env.reset(seed=seed)
        ended = False
        while not ended:
            action, _ = model.predict(row, action_masks=info["action_mask"].astype(bool))
            row, reward, ended, _, info = env.step(int(action))
        won += reward > 0
    return won / games


def main() -> None:
    """Train for some steps, then play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="berlin")
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--round", type=int, default=2048, help="decisions between two improvements")
    options = parser.parse_args()
    env = make(options.game, options.opponent)
    model = MaskablePPO("MlpPolicy", env, n_steps=options.round, batch_size=min(256, options.round), seed=1, gamma=1.0)
    model.learn(options.steps)
    print(f"{win_rate(model, env, options.games):.1%} of {options.games} new games won against {options.opponent}")


if __name__ == "__main__":
    main()
