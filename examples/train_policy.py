"""Train a small policy to beat the `random` bot, with the vector environment and PyTorch.

    python examples/train_policy.py --game usa --minutes 5

The learner sits in seat 0 and its opponents play at random; who begins is drawn anew in every game. The method is an
actor-critic (PPO) whose only reward is the difference in final points, given at the end of a game.
"""

import argparse
import time
from typing import Any

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.env.observation import AT, LAYOUT, SIZE
from eclisse.env.vector import VectorGames

try:
    import torch
    from torch import nn
except ImportError:
    torch = None

ME = 0
PLANES = ("owner", "ticket")  # codes, split below into one number for each meaning
SCALE = np.concatenate([np.full(f.size, 1 / min(f.high, 20), np.float32) for f in LAYOUT])


def features(rows: np.ndarray) -> "torch.Tensor":
    """Observations as small numbers, with planes for own and foreign routes, kept and offered tickets."""
    parts = [rows * SCALE]
    for name in PLANES:
        codes = rows[:, AT[name] : AT[name] + 128]
        parts += [codes == 1, codes > 1]
    return torch.from_numpy(np.concatenate(parts, 1, dtype=np.float32))


def make_net() -> "nn.Module":
    """One hidden layer; the last output is the value of the position, the others are the actions."""
    net = nn.Sequential(nn.Linear(SIZE + 4 * 128, 128), nn.ReLU(), nn.Linear(128, N_ACTIONS + 1))
    with torch.no_grad():
        net[2].weight *= 0.1
    return net


def judge(net: "nn.Module", x: "torch.Tensor", masks: "torch.Tensor") -> tuple["torch.Tensor", "torch.Tensor"]:
    """Log-probabilities of the actions, no chance for illegal ones, and the value."""
    out = net(x)
    return torch.log_softmax(out[:, :-1].masked_fill(masks == 0, -1e9), 1), out[:, -1]


def act(net: "nn.Module", games: VectorGames) -> dict[str, Any]:
    """Choose for the games that await the learner, at random for the others; returns what to remember."""
    actions = games.sample()
    mine = np.flatnonzero(games.arrays.seats == ME)
    x, masks = features(games.arrays.observations[mine]), torch.from_numpy(games.arrays.masks[mine])
    with torch.no_grad():
        logits, value = judge(net, x, masks)
        noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
        chosen = (logits + noise).argmax(1)
    actions[mine] = chosen.numpy()
    logp = logits.gather(1, chosen[:, None])[:, 0]
    kept = {"x": x, "masks": masks, "chosen": chosen, "logp": logp, "value": value.numpy()}
    return {"actions": actions, "mine": mine, **kept}


def margins(games: VectorGames) -> np.ndarray:
    """By how many points the learner beat the best of the others, or lost to it."""
    scores = games.arrays.scores.astype(np.int64)
    return scores[:, ME] - np.delete(scores, ME, 1).max(1)


def collect(net: "nn.Module", games: VectorGames, steps: int) -> tuple[list[dict[str, Any]], list[float]]:
    """Play on; returns the learner's decisions with their advantages, and the outcome of each game that ended."""
    memory, results = [], []
    for _ in range(steps):
        moment = act(net, games)
        games.step(moment["actions"])
        ended = games.arrays.terminations.copy()
        moment |= {"ended": ended, "reward": np.where(ended, margins(games) / 100, 0)}
        results += games.arrays.rewards[ended, ME].tolist()
        memory.append(moment)
    add_advantages(memory, games.num_envs)
    return memory, results


def add_advantages(memory: list[dict[str, Any]], n: int, decay: float = 0.97) -> None:
    """Generalised advantages, backwards in time; what opponents bring about counts for the decision before it."""
    known, value, ahead, reward = np.zeros(n, bool), np.zeros(n), np.zeros(n), np.zeros(n)
    for moment in reversed(memory):
        ended, mine = moment["ended"], moment["mine"]
        known |= ended
        value[ended] = ahead[ended] = 0
        reward[ended] = moment["reward"][ended]
        ahead[mine] = reward[mine] + value[mine] - moment["value"] + decay * ahead[mine]
        ahead[mine] *= known[mine]  # the last decision of a game that goes on only tells the value after the one before
        moment["advantage"], moment["known"] = ahead[mine].copy(), known[mine].copy()
        known[mine], value[mine], reward[mine] = True, moment["value"], 0


def improve(net: "nn.Module", optimizer: Any, memory: list[dict[str, Any]], batch: int = 2048) -> None:
    """Two passes of PPO over what was collected."""
    known = torch.from_numpy(np.concatenate([m["known"] for m in memory]))
    x, masks, chosen, old = (torch.cat([m[k] for m in memory])[known] for k in ("x", "masks", "chosen", "logp"))
    numbers = (np.concatenate([m[k] for m in memory], dtype=np.float32) for k in ("advantage", "value"))
    gain, value = (torch.from_numpy(row)[known] for row in numbers)
    target, gain = gain + value, (gain - gain.mean()) / (gain.std() + 1e-6)
    for part in torch.cat([torch.randperm(len(x)) for _ in range(2)]).split(batch):
        logits, estimate = judge(net, x[part], masks[part])
        ratio = (logits.gather(1, chosen[part, None])[:, 0] - old[part]).exp()
        actor = -torch.min(ratio * gain[part], ratio.clamp(0.8, 1.2) * gain[part]).mean()
        entropy = -(logits.exp() * logits.clamp(min=-30)).sum(1).mean()
        loss = actor + 0.5 * nn.functional.smooth_l1_loss(estimate, target[part]) - 0.005 * entropy
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 0.5)
        optimizer.step()


def win_rate(net: "nn.Module", games: VectorGames, seed: int) -> float:
    """The share of games won, one from each place so that short games do not count twice."""
    games.reset(seed=seed)
    won = np.full(games.num_envs, np.nan)
    while np.isnan(won).any():
        games.step(act(net, games)["actions"])
        first = games.arrays.terminations & np.isnan(won)
        won[first] = games.arrays.rewards[first, ME] > 0
    return float(won.mean())


def main() -> None:
    """Train until enough of the last games were won, or the time is over; then measure on new games."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="usa")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=10**9, help="stop after so many rounds of playing and learning")
    parser.add_argument("--aim", type=float, default=0.95, help="stop when this share of the last games was won")
    parser.add_argument("--tables", type=int, default=512, help="how many games are played side by side")
    options = parser.parse_args()
    if torch is None:
        raise SystemExit("This example needs PyTorch: pip install torch")
    torch.manual_seed(1)
    torch.set_num_threads(2)
    net, games = make_net(), VectorGames(options.game, options.seats, options.tables, seed=1)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    games.reset()
    games.step(games.sample())  # compiles, so that it does not count as training
    start, recent = time.perf_counter(), [0.0]
    for _ in range(options.rounds):
        if time.perf_counter() - start >= 60 * options.minutes or np.mean(np.array(recent) > 0) >= options.aim:
            break
        memory, results = collect(net, games, 64)
        improve(net, optimizer, memory)
        recent = (recent + results)[-1000:]
        share = np.mean(np.array(recent) > 0)
        print(f"{time.perf_counter() - start:5.0f} s  {share:6.1%} of the last {len(recent)} games won", flush=True)
    trained = time.perf_counter() - start
    rate = win_rate(net, VectorGames(options.game, options.seats, 2 * options.tables), 2)
    print(f"{rate:.1%} of {2 * options.tables} new games won against random, after {trained:.0f} s of training")


if __name__ == "__main__":
    main()
