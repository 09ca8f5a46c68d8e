"""The network as PyTorch's module: its parameters, and reading and writing its weights."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from eclisse.bots.learned.network import Shape, shapes
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_SEATS
from eclisse.features import layout
from training.network import Ops, cut, forward

Weights = Mapping[str, np.ndarray[Any, Any]]


class Network(nn.Module):
    """The parameters, and what they make of rows of features."""

    def __init__(
        self,
        shape: Shape,
        device: torch.device,
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
        kind: torch.dtype | None = None,
    ) -> None:
        super().__init__()
        self.shape, self._ops, self._sizes = shape, Ops(device, kind), (n_routes, n_cities)
        for name, form in shapes(shape).items():
            value = torch.zeros(form)
            if len(form) > 1:
                nn.init.normal_(value, std=_spread(name, form))
            self.register_parameter(name, nn.Parameter(value))
        self.to(device)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The logarithm of each action's chance, of each place's chance to win, and the points to come / 50."""
        scores, outcome = forward(
            dict(self.named_parameters()), cut(rows, *self._sizes, self._ops), self.shape.rounds, self._ops
        )
        scores, outcome = scores.float().masked_fill(masks == 0, -1e9), outcome.float()
        win = outcome[:, :MAX_SEATS].masked_fill(_places(rows) == 0, -1e9)
        return torch.log_softmax(scores, 1), torch.log_softmax(win, 1), outcome[:, MAX_SEATS:]


def _places(rows: Tensor) -> Tensor:
    """1 for each place at the table."""
    places: Tensor = layout.part(rows, "places")[:, 0]
    n = (places < layout.NOWHERE).sum(1, keepdim=True)
    return (torch.arange(MAX_SEATS, device=rows.device)[None] < n).long()


def _spread(name: str, form: tuple[int, ...]) -> float:
    """The standard deviation of a matrix at the start; what is added to rows, and scores, start small."""
    small = 0.1 if name.endswith(("_out", "_hidden")) and not name.startswith("in_") else 1.0
    return float(small * np.sqrt(1.0 / form[0]))


def shape_of(weights: Weights) -> Shape:
    """How large the network is that such weights belong to."""
    rounds = sum(name.endswith("_routes_out") for name in weights)
    return Shape(len(weights["in_routes_bias"]), len(weights["in_table_bias"]), rounds)


def weights_of(network: Network) -> dict[str, np.ndarray[Any, Any]]:
    """All parameters as arrays of NumPy."""
    return {name: value.detach().float().cpu().numpy() for name, value in network.named_parameters()}


def load_weights(network: Network, weights: Weights) -> None:
    """Replace all parameters; ValueError if they are those of a network of another form."""
    if shape_of(weights) != network.shape:
        raise ValueError(f"these weights are of {shape_of(weights)}, the network is of {network.shape}")
    with torch.no_grad():
        for name, value in network.named_parameters():
            value.copy_(torch.from_numpy(np.array(weights[name], np.float32)))
