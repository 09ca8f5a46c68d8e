"""Teach a small network to decide as a bot does, from the games that `eclisse dataset` has written.

    eclisse dataset berlin --bots learned --games 4000 --seed 1 --observations --out my-games
    python examples/clone.py my-games

The network sees the row of numbers that every environment gives, and learns which action the bot chose. Then it plays
new games against other bots, always choosing what it finds most likely.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.env.observation import AT, LAYOUT, SIZE
from eclisse.env.vector import VectorGames

try:
    import polars as pl
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("This example needs PyTorch and polars: pip install torch 'eclisse[arena]'") from None

SCALE = np.concatenate([np.full(field.size, 1 / min(field.high, 20), np.float32) for field in LAYOUT])


def inputs(rows: np.ndarray) -> torch.Tensor:
    """Observations as small numbers; whose a route is, and which tickets are held and offered, as planes."""
    parts = [rows * SCALE]
    for name in ("owner", "ticket"):
        codes = rows[:, AT[name] : AT[name] + 128]
        parts += [codes == 1, codes > 1]
    return torch.from_numpy(np.concatenate(parts, 1, dtype=np.float32))


def liking(net: nn.Module, rows: np.ndarray, masks: np.ndarray) -> torch.Tensor:
    """How the network likes each action; what is illegal not at all."""
    return net(inputs(rows)).masked_fill(torch.from_numpy(masks == 0), -1e9)


def learn(net: nn.Module, shards: list[Path], epochs: int, batch: int = 512) -> None:
    """Go through all shards so many times, with ever smaller steps; decisions without a choice teach nothing."""
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * len(shards))
    for epoch in range(epochs):
        agreed = []
        for shard in shards:
            table = pl.read_parquet(shard, columns=["observation", "action_mask", "action", "n_legal"])
            table = table.filter(pl.col("n_legal") > 1).sample(fraction=1, shuffle=True, seed=epoch)
            rows, masks = table["observation"].to_numpy(), table["action_mask"].to_numpy()
            actions = torch.from_numpy(table["action"].to_numpy().astype(np.int64))
            for start in range(0, len(table), batch):
                part = slice(start, start + batch)
                out = liking(net, rows[part], masks[part])
                loss = nn.functional.cross_entropy(out, actions[part])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                agreed.append((out.argmax(1) == actions[part]).float().mean().item())
            schedule.step()
        print(
            f"epoch {epoch + 1}: decides as the bot in {np.mean(agreed):.1%} of the decisions that it learns from",
            flush=True,
        )


@torch.no_grad()
def win_rate(net: nn.Module, made: dict[str, Any], opponent: str, games: int) -> float:
    """The share of new games won, one from each place so that short games do not count twice."""
    table = VectorGames(made["game"], made["seats"], games, 12345, modules=tuple(made["modules"]), opponents=[opponent])
    rows, infos = table.reset()
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions = liking(net, rows, infos["action_mask"]).argmax(1).numpy()
        rows, rewards, ends, _, infos = table.step(actions)
        first = ends & np.isnan(won)
        won[first] = rewards[first] > 0
    return float(won.mean())


def main() -> None:
    """Learn from a dataset, then play."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--games", type=int, default=1000, help="games against each opponent")
    parser.add_argument("--opponents", nargs="+", default=["random", "greedy", "planner"])
    options = parser.parse_args()
    torch.manual_seed(1)
    net = nn.Sequential(
        nn.Linear(SIZE + 512, 512), nn.ReLU(), nn.Linear(512, 256), nn.ReLU(), nn.Linear(256, N_ACTIONS)
    )
    made = json.loads((options.dataset / "dataset.json").read_text(encoding="utf-8"))
    learn(net, sorted(options.dataset.glob("decisions-*.parquet")), options.epochs)
    for opponent in options.opponents:
        print(f"{win_rate(net, made, opponent, options.games):.1%} of {options.games} new games won against {opponent}")


if __name__ == "__main__":
    main()
