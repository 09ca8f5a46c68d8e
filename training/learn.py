"""Learning from what was played: imitation, and proximal policy optimisation towards wins and points."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from eclisse.core.records import MAX_SEATS
from eclisse.features.layout import BY_NAME
from training.config import Settings
from training.play import POINTS, Played
from training.torch_network import Network


def utility(outcomes: Tensor, n_seats: Tensor, settings: Settings) -> Tensor:
    """The worth of an outcome to each seat: the chance to win, and the points ahead of the others' mean."""
    wins, points = outcomes[..., :MAX_SEATS], outcomes[..., MAX_SEATS:]
    there = torch.arange(MAX_SEATS, device=outcomes.device) < n_seats[:, None]
    points = torch.where(there, points, torch.zeros_like(points))
    others = (points.sum(-1, keepdim=True) - points) / (n_seats[:, None] - 1)
    return settings.win * wins + settings.margin * (points - others)


def advantages(played: Played, n_seats: Tensor, settings: Settings, trust: float) -> tuple[Tensor, Tensor]:
    """How much better each decision's seat came out than it had expected, and where that is known."""
    worth = utility(played.forecasts, n_seats, settings)
    final = utility(played.outcomes, n_seats, settings)
    steps, n = played.actions.shape
    every = torch.arange(n, device=worth.device)
    after = torch.zeros(n, MAX_SEATS, device=worth.device)
    ahead, known = torch.zeros_like(after), torch.zeros_like(after, dtype=torch.bool)
    result, is_known = torch.zeros_like(played.logs), torch.zeros_like(played.counts)
    for t in reversed(range(steps)):
        ended = played.ended[t][:, None]
        after, ahead, known = torch.where(ended, final[t], after), ahead.masked_fill(ended, 0), known | ended
        seat = played.seats[t]
        expected = worth[t, every, seat]
        is_known[t] = known[every, seat]
        result[t] = (after[every, seat] - expected + trust * ahead[every, seat]) * is_known[t]
        after[every, seat], ahead[every, seat] = expected, result[t]
        known[every, seat] = True
    return result, is_known & played.counts


def targets(played: Played, far: float) -> Tensor:
    """The targets of the forecasts: later forecasts and, where a game ended, its outcome."""
    result = torch.empty_like(played.forecasts)
    later = target = played.forecasts[-1]
    for t in reversed(range(len(result))):
        mixed = (1 - far) * later + far * target
        target = torch.where(played.ended[t][:, None], played.outcomes[t], mixed)
        result[t] = target
        later = played.forecasts[t]
    return result


@dataclass
class Lesson:
    """Means over a lesson."""

    policy: float = 0.0
    win: float = 0.0
    points: float = 0.0
    entropy: float = 0.0
    change: float = 0.0
    decisions: int = 0


class Learner:
    """A network and its optimiser."""

    def __init__(self, network: Network, forward: nn.Module, settings: Settings, device: torch.device) -> None:
        self.network, self.forward, self._settings, self._device = network, forward, settings, device
        self.optimiser = torch.optim.Adam(network.parameters(), settings.rate, eps=1e-5, fused=device.type == "cuda")

    def learn(self, played: Played, n_seats: Tensor, teach: bool, rate: float) -> Lesson:
        """Go over a stretch of decisions once or more."""
        settings = self._settings
        ahead, known = advantages(played, n_seats, settings, 1.0 if teach else settings.trust)
        outcome = relative(targets(played, settings.far), played.seats, n_seats)
        now = relative_points(played)
        flat = [x.flatten(0, 1) for x in (played.rows, played.masks, played.actions, played.logs, ahead, outcome, now)]
        keep = (played.counts if teach else known).flatten().nonzero()[:, 0]
        chosen = ahead.flatten()[keep]
        flat[4] = (flat[4] - chosen.mean()) / (chosen.std() + 1e-6)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        totals, n = torch.zeros(5, device=self._device), 0
        for _ in range(1 if teach else settings.passes):
            order = keep[torch.randperm(len(keep), device=self._device)]
            size = min(settings.batch, len(order))
            for k in range(0, len(order) - size + 1, size):
                totals += self._step([x[order[k : k + size]] for x in flat], teach)
                n += 1
        policy, win, points, entropy, change = (totals / max(n, 1)).tolist()
        return Lesson(policy, win, points, entropy, change, played.actions.numel())

    def _step(self, part: list[Tensor], teach: bool) -> Tensor:
        """One step of the optimiser."""
        rows, masks, actions, before, ahead, outcome, now = part
        settings = self._settings
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._device.type == "cuda"):
            logs, wins, to_come = self.forward(rows, masks)
        chosen = logs.gather(1, actions[:, None])[:, 0]
        there = outcome[:, 2 * MAX_SEATS :]
        win_loss = -(outcome[:, :MAX_SEATS] * wins.clamp(min=-20)).sum(1).mean()
        error = nn.functional.smooth_l1_loss(to_come + now, outcome[:, MAX_SEATS : 2 * MAX_SEATS], reduction="none")
        point_loss = (error * there).sum(1).mean()
        entropy = -(logs.exp() * logs.clamp(min=-30)).sum(1).mean()
        if teach:
            policy = -chosen.mean()
            loss = policy
        else:
            ratio = (chosen - before).exp()
            policy = -torch.min(ratio * ahead, ratio.clamp(1 - settings.clip, 1 + settings.clip) * ahead).mean()
            loss = policy - settings.entropy * entropy
        loss = loss + settings.outcome * (win_loss + point_loss)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimiser.step()
        return torch.stack([policy, win_loss, point_loss, entropy, (before - chosen).mean()]).detach()


def relative(outcomes: Tensor, seats: Tensor, n_seats: Tensor) -> Tensor:
    """Outcomes of seats as outcomes of places, with a 1 for each place that there is."""
    places = torch.arange(MAX_SEATS, device=seats.device)
    at = (seats[..., None] + places) % n_seats[:, None]
    there = (places < n_seats[:, None]).float().expand(at.shape)
    wins, points = outcomes[..., :MAX_SEATS].gather(-1, at), outcomes[..., MAX_SEATS:].gather(-1, at)
    return torch.cat([wins * there, points, there], -1)


def relative_points(played: Played) -> Tensor:
    """Points of each place so far / POINTS, which the features hold."""
    table = BY_NAME["table"]
    columns = [table.at + table.names.index(f"{place}_points") for place in range(MAX_SEATS)]
    return played.rows[..., columns].float() / POINTS
