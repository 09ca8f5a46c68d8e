"""One game as a PettingZoo environment: agents act in turn, each sees its own side and a mask of legal actions."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import awaited
from eclisse.core.changes import N_NUMBERS
from eclisse.core.codes import OVER, PHASE_NAMES
from eclisse.core.records import STATE
from eclisse.core.rng import derive
from eclisse.core.scoring import SHEET
from eclisse.env.observation import SIZE, encode_one, mask_one
from eclisse.env.rewards import write_rewards
from eclisse.env.spaces import action_space, mask_box, observation_box
from eclisse.faults import fault
from eclisse.features.write import features_of
from eclisse.game import IllegalAction
from eclisse.notation import key_from_seed, key_text

Observation = dict[str, npt.NDArray[Any]]


def env(game: str = "usa", seats: int = 2, modules: tuple[str, ...] = (), render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual guards: an illegal action ends the game with -1 for its agent."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, seats, modules, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """The environment without guards; an illegal action raises ValueError and changes nothing."""

    metadata = {"name": "eclisse_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 10}  # noqa: RUF012

    def __init__(
        self, game: str = "usa", seats: int = 2, modules: tuple[str, ...] = (), render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.kit = open_kit(game, modules)
        check_seats(self.kit, seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        pair = {"observation": observation_box(), "action_mask": mask_box()}
        self.observation_spaces = {agent: spaces.Dict(dict(pair)) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._states, self._before, self._sheets = np.zeros(1, STATE), np.zeros(1, STATE), np.zeros(1, SHEET)
        self._changed = np.empty(N_NUMBERS, np.int64)
        self._key, self._n_resets = key_from_seed(None), 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | str | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal: with a seed the game `Game.new` deals from it, without one the next after the last seed."""
        if seed is not None:
            self._key, self._n_resets = key_from_seed(seed), 0
            key = self._key
        else:
            key = np.array(derive(self._key[0], self._key[1], self._n_resets), np.uint64)
            self._n_resets += 1
        doors.deal(self._states, self.kit.board_row, self.kit.rules_row, len(self.possible_agents), key)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_next()

    def _choose_next(self) -> None:
        """Select the agent that must decide; at setup they answer in order."""
        self.agent_selection = self.possible_agents[awaited(self._states[0])]

    def observe(self, agent: str) -> Observation:
        """The observation of a seat; the mask is all 0 unless it must decide."""
        seat, kit = self._seat_of[agent], self.kit
        row, mask = np.empty(SIZE, np.int16), np.zeros(N_ACTIONS, np.int8)
        encode_one(self._states, kit.board_row, kit.rules_row, seat, row)
        if agent == self.agent_selection:
            mask_one(self._states, kit.board_row, kit.rules_row, seat, mask)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the decision of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(self._seat_of[agent], -1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._states[0].phase == OVER:
            self._finish()
        else:
            self._choose_next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, seat: int, action: int) -> None:
        """Carry out a legal action, refuse any other."""
        kit = self.kit
        if not doors.play_action(self._states, self._before, kit.board_row, kit.rules_row, seat, action, self._changed):
            raise IllegalAction(fault("illegal-number", action=int(action), seat=seat))

    def _finish(self) -> None:
        """Count, reward, and tell each agent its points."""
        doors.count(self._states, self.kit.board_row, self.kit.rules_row, self._sheets)
        sheet, rewards = self._sheets[0], np.zeros(len(self.possible_agents), np.float32)
        write_rewards(sheet, len(rewards), rewards)
        for agent, seat in self._seat_of.items():
            self.rewards[agent] = float(rewards[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"score": int(sheet.total[seat]), "winner": bool(sheet.winner[seat])}

    def features(self, agent: str) -> npt.NDArray[np.uint8]:
        """The features of a seat's decision (`eclisse.features.layout`)."""
        return features_of(self._states, self.kit.board_row, self.kit.rules_row, self._seat_of[agent])

    def key(self) -> str:
        """The key of the game being played, with which `Game.new` deals the same one."""
        return key_text(self._states[0].key)

    def render(self) -> str | None:
        """One line a seat: printed for `human`, returned for `ansi`."""
        state = self._states[0]
        lines = [f"{self.kit.spec.id}, turn {state.turns}, {PHASE_NAMES[state.phase]}"]
        for agent, seat in self._seat_of.items():
            mark = ">" if agent == self.agent_selection else " "
            held = f"{state.n_hand[seat]} cards, {state.n_tickets[seat]} tickets, {state.pieces[seat].sum()} pieces"
            lines.append(f"{mark} {agent}: {state.points[seat]} points, {held}")
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing to close."""
