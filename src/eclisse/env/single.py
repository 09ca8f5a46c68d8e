"""One game for one learner, with bots in the other seats: an environment of Gymnasium."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from eclisse.env.spaces import action_space, observation_box
from eclisse.env.vector import NoGames, VectorGames
from eclisse.faults import fault
from eclisse.features.write import Mask

Row = npt.NDArray[np.int16]
ID = "eclisse/Game-v0"


class OneSeat(gymnasium.Env[Any, Any]):
    """A game of yours against bots; with each game you sit one seat further.

    `opponents` names a bot for every other seat in the order in which they sit after you, or one for all. A reward
    comes at the end alone: 1 if you win, 0 if you share the win, else -1. An action that the mask forbids loses the
    game at once.

    >>> env = OneSeat("usa", seats=3, opponents=["planner", "random"])
    >>> row, info = env.reset(seed=7)
    >>> row.shape, info["action_mask"].sum()
    ((565,), np.int64(4))
    >>> row, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
    >>> reward, terminated
    (0.0, False)
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game: str = "usa",
        seats: int = 2,
        opponents: Sequence[str] = ("planner",),
        modules: tuple[str, ...] = (),
    ) -> None:
        if not opponents:
            raise NoGames(fault("opponents-expected", "opponents"))
        self._games = VectorGames(
            game, seats, 1, modules=modules, opponents=opponents, autoreset_mode=AutoresetMode.NEXT_STEP
        )
        self.observation_space, self.action_space = observation_box(), action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, dict[str, Any]]:
        """Deal: the first game of a seed, or without one the next."""
        super().reset(seed=seed)
        rows, _ = self._games.reset(seed=seed, options=options)
        return rows[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        """Make a decision, and let the others decide until it is your turn again."""
        if not self.action_masks()[action]:
            return self._games.arrays.observations[0].copy(), -1.0, True, False, {**self._info(), "illegal": True}
        rows, rewards, ends, _, _ = self._games.step(np.array([action]))
        return rows[0].copy(), float(rewards[0]), bool(ends[0]), False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it."""
        masks: npt.NDArray[np.bool_] = self._games.arrays.masks[0].astype(np.bool_)
        return masks

    def _info(self) -> dict[str, Any]:
        """What is legal, where you sit, the points of the last game that ended, and its key."""
        games = self._games.arrays
        mask: Mask = games.masks[0].copy()
        return {"action_mask": mask, "seat": int(games.you[0]), "score": games.scores[0].tolist(), "key": self.key()}

    def key(self) -> str:
        """The key of the game being played, with which `Game.new` deals the same one."""
        return self._games.key(0)


gymnasium.register(ID, entry_point="eclisse.env.single:OneSeat")
