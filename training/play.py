"""Playing to learn: the network decides for half of the games on the GPU while the cores step the other half."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from eclisse.bots.learned.practice import EARLIER, LEARNER, PLANNER, STYLES, Group, Practice, wait
from eclisse.core.actions import N_ACTIONS
from eclisse.core.records import MAX_SEATS
from eclisse.features.layout import SIZE
from training.torch_network import Network

POINTS = 50.0  # what points are divided by


class Played(NamedTuple):
    """A stretch of decisions: steps × games."""

    rows: Tensor
    masks: Tensor
    actions: Tensor
    logs: Tensor  # logarithm of the chance with which each was chosen
    seats: Tensor
    counts: Tensor  # whether it was the learner's
    forecasts: Tensor  # of every seat: chance to win, final points / POINTS
    ended: Tensor  # whether it ended a game; then:
    outcomes: Tensor  # of every seat: share of the win, final points / POINTS


def pinned(shape: tuple[int, ...], kind: torch.dtype, device: torch.device) -> Tensor:
    """Memory of the host, such as a GPU reads fast."""
    return torch.zeros(shape, dtype=kind, pin_memory=device.type == "cuda")


class Half:
    """Some of the games, and their latest decisions on the device."""

    def __init__(self, groups: Sequence[Group], seed: int, pool: ThreadPoolExecutor, device: torch.device) -> None:
        n = sum(group.n for group in groups)
        self.device = device
        self._rows = pinned((n, SIZE), torch.uint8, device)
        self.games = Practice(groups, seed, pool, self._rows.numpy())
        self.n_seats = torch.from_numpy(self.games.arrays.n_seats).to(device)
        self.waiting: list[Future[None]] = []
        self.seconds = {"cores": 0.0, "thinking": 0.0}
        self.old = torch.zeros(0, dtype=torch.long, device=device)
        self.players = torch.zeros((n, MAX_SEATS), dtype=torch.long, device=device)

    def seat_players(self, planners: float = 0.0, earlier: float = 0.0, styles: float = 0.0) -> None:
        """In these shares of each group all seats but one are `planner`'s, an earlier self's, or of one style."""
        players, at = self.games.arrays.players, 0
        players[:] = LEARNER
        for k, group in enumerate(self.games.groups):
            in_turn = [STYLES[(k + i // group.seats) % len(STYLES)] for i in range(round(styles * group.n))]
            others = [PLANNER] * round(planners * group.n) + [EARLIER] * round(earlier * group.n) + in_turn
            for i, player in enumerate(others[: group.n]):
                players[at + i, : group.seats] = player
                players[at + i, i % group.seats] = LEARNER
            at += group.n
        self.old = torch.from_numpy(np.flatnonzero((players == EARLIER).any(1))).to(self.device)
        self.players = torch.from_numpy(players).to(self.device)

    def start(self) -> None:
        """Carry out the actions, on other cores."""
        self.waiting = self.games.step()

    def look(self) -> tuple[Tensor, Tensor, Tensor]:
        """Features, masks and seats of the next decisions, on the device."""
        start = time.time()
        wait(self.waiting)
        self.seconds["cores"] += time.time() - start
        arrays, to = self.games.arrays, {"device": self.device, "non_blocking": True}
        return self._rows.to(**to), torch.from_numpy(arrays.masks).to(**to), torch.from_numpy(arrays.seats).to(**to)

    def ended(self) -> tuple[Tensor, Tensor]:
        """Which games the last step ended, and their outcomes."""
        arrays = self.games.arrays
        both = np.concatenate([arrays.wins, arrays.totals / POINTS], 1)
        return torch.from_numpy(arrays.ended).to(self.device), torch.from_numpy(both).to(self.device)

    def absolute(self, seats: Tensor, wins: Tensor, to_come: Tensor) -> Tensor:
        """A forecast by places as one by seats: chances to win, then final points / POINTS."""
        places = (torch.arange(MAX_SEATS, device=self.device)[None] - seats[:, None]) % self.n_seats[:, None]
        points = torch.from_numpy(self.games.arrays.points).to(self.device) / POINTS
        return torch.cat([wins.exp().gather(1, places), points + to_come.gather(1, places)], 1)


def likeliest(logs: Tensor) -> Tensor:
    """The likeliest action of each row."""
    return logs.argmax(1)


def sample(logs: Tensor) -> Tensor:
    """An action for each row, by chance."""
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp(1e-9, 1 - 1e-7)))
    return (logs + noise).argmax(1)


class Player:
    """Both halves of the games; while one half is thought about, the other is stepped."""

    def __init__(
        self, halves: Sequence[Half], steps: int, device: torch.device, theirs: Callable[[Tensor], Tensor] = sample
    ) -> None:
        self.halves, self.steps, self.device, self._theirs = tuple(halves), steps, device, theirs
        self._store = self._room(steps, sum(half.games.n for half in halves))
        self.n_seats = torch.cat([half.n_seats for half in halves])
        for half in halves:
            half.start()

    def _room(self, t: int, n: int) -> Played:
        """Memory for t decisions of n games."""
        device = self.device
        return Played(
            torch.empty(t, n, SIZE, dtype=torch.uint8, device=device),
            torch.empty(t, n, N_ACTIONS, dtype=torch.int8, device=device),
            torch.empty(t, n, dtype=torch.long, device=device), torch.empty(t, n, device=device),
            torch.empty(t, n, dtype=torch.long, device=device), torch.empty(t, n, dtype=torch.bool, device=device),
            torch.empty(t, n, 2 * MAX_SEATS, device=device), torch.empty(t, n, dtype=torch.bool, device=device),
            torch.empty(t, n, 2 * MAX_SEATS, device=device),
        )  # fmt: skip

    def play(self, network: Network, earlier: Network | None, teach: bool) -> Played:
        """The next stretch of decisions; with `teach` they are `planner`'s."""
        for t in range(self.steps):
            at = 0
            for half in self.halves:
                self._decide(half, t, slice(at, at + half.games.n), network, earlier, teach)
                at += half.games.n
        at = 0
        for half in self.halves:
            wait(half.waiting)
            here = slice(at, at + half.games.n)
            self._store.ended[-1, here], self._store.outcomes[-1, here] = half.ended()
            at += half.games.n
        return self._store

    @torch.no_grad()
    def _decide(self, half: Half, t: int, here: slice, network: Network, earlier: Network | None, teach: bool) -> None:
        """One decision of each game of a half."""
        store = self._store
        rows, masks, seats = half.look()
        start = time.time()
        if t > 0:
            store.ended[t - 1, here], store.outcomes[t - 1, here] = half.ended()
        if teach:
            wait(half.games.teach())
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            logs, wins, to_come = network(rows, masks)
        actions = torch.from_numpy(half.games.actions).to(self.device) if teach else sample(logs)
        store.rows[t, here], store.masks[t, here], store.seats[t, here] = rows, masks, seats
        store.forecasts[t, here] = half.absolute(seats, wins, to_come)
        store.logs[t, here] = logs.gather(1, actions[:, None])[:, 0]
        old = half.players.gather(1, seats[:, None])[:, 0] == EARLIER
        store.counts[t, here] = ~old
        if earlier is not None and len(half.old) and not teach:
            with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
                theirs = self._theirs(earlier(rows[half.old], masks[half.old])[0])
            actions[half.old] = torch.where(old[half.old], theirs, actions[half.old])
        store.actions[t, here] = actions
        half.games.actions[:] = actions.cpu().numpy()
        half.seconds["thinking"] += time.time() - start
        half.start()
