"""Gymnasium's description of observations, masks and actions; needs the `env` extra."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from eclisse.core.actions import N_ACTIONS
from eclisse.env.observation import bounds


def observation_box() -> spaces.Box:
    """One row of numbers."""
    low, high = bounds()
    return spaces.Box(low, high, dtype=np.int16)


def mask_box() -> spaces.Box:
    """1 for each legal action."""
    return spaces.Box(0, 1, (N_ACTIONS,), np.int8)


def action_space() -> spaces.Discrete:
    """One number for every action of the family."""
    return spaces.Discrete(N_ACTIONS)


def batched(space: spaces.Space[Any], n: int) -> spaces.Space[Any]:
    """The same for n games."""
    return batch_space(space, n)
