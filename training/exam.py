"""How strong a network is: fixed deals against `planner` or another network on all other seats, every seat in turn."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import torch

from eclisse.bots.learned.practice import EARLIER, PLANNER, Group
from training.play import Half, likeliest
from training.torch_network import Network


@dataclass(frozen=True)
class Mark:
    """How the network fared in one kind of game."""

    group: Group
    wins: float  # share
    own: float  # mean points
    best: float  # of the best of the others


@torch.no_grad()
def examine(
    network: Network,
    groups: Sequence[Group],
    seed: int,
    pool: ThreadPoolExecutor,
    device: torch.device,
    against: Network | None = None,
) -> list[Mark]:
    """Play one game in every place, always the likeliest decision; a group has the same deals for each seat."""
    split = [Group(g.game, g.seats, g.n // g.seats, g.modules) for g in groups for _ in range(g.seats)]
    half = Half(split, seed, pool, device)
    arrays, at = half.games.arrays, 0
    seat_of = np.concatenate([np.full(g.n // g.seats, s) for g in groups for s in range(g.seats)])
    for group in split:
        arrays.deals[at : at + group.n] = np.arange(group.n)
        arrays.players[at : at + group.n, : group.seats] = EARLIER if against else PLANNER
        at += group.n
    every = np.arange(half.games.n)
    arrays.players[every, seat_of] = 0
    results = np.full((half.games.n, 3), np.nan)
    half.start()
    while np.isnan(results).any():
        rows, masks, seats = half.look()
        fresh = arrays.ended & np.isnan(results[:, 0])
        if fresh.any():
            others = arrays.totals.copy()
            others[every, seat_of] = -np.inf
            others[np.arange(others.shape[1])[None] >= arrays.n_seats[:, None]] = -np.inf
            told = np.stack([arrays.wins[every, seat_of], arrays.totals[every, seat_of], others.max(1)], 1)
            results[fresh] = told[fresh]
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            actions = likeliest(network(rows, masks)[0])
            if against:
                is_own = seats == torch.from_numpy(seat_of).to(device)
                actions = torch.where(is_own, actions, likeliest(against(rows, masks)[0]))
        half.games.actions[:] = actions.cpu().numpy()
        half.start()
    for future in half.waiting:
        future.result()
    marks, at = [], 0
    for group in groups:
        n = group.n // group.seats * group.seats
        marks.append(Mark(group, *(float(x) for x in results[at : at + n].mean(0))))
        at += n
    return marks
