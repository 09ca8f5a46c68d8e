"""Every game as a game of OpenSpiel's: chance with its outcomes, information states, resampling, copies, returns.

import pyspiel
import eclisse.openspiel

game = pyspiel.load_game("eclisse", {"game": "europe", "seats": 3})
"""

from typing import Any, Final

import numpy as np

from eclisse.core.actions import N_ACTIONS
from eclisse.core.records import MAX_SEATS, MAX_TICKETS
from eclisse.env.observation import SIZE
from eclisse.env.told import ToldGame
from eclisse.faults import Faulty, fault
from eclisse.notation import key_from_seed

try:
    import pyspiel
except ImportError as error:
    raise ImportError("eclisse.openspiel needs OpenSpiel: pip install 'eclisse[openspiel]'") from error

NAME: Final = "eclisse"
PARAMETERS: Final = {"game": "usa", "seats": 2, "modules": ""}
LONGEST: Final = 100_000  # decisions and draws; no rule ends a game whose seats draw tickets for ever
KIND: Final = pyspiel.GameType


class NotOpenSpiel(Faulty):
    """What OpenSpiel asks for, and this game does not have."""


def _type(seats: int) -> Any:
    """What OpenSpiel is told of the game; with two seats one gets what the other loses."""
    return KIND(
        short_name=NAME, long_name="Éclisse", dynamics=KIND.Dynamics.SEQUENTIAL,
        chance_mode=KIND.ChanceMode.EXPLICIT_STOCHASTIC, information=KIND.Information.IMPERFECT_INFORMATION,
        utility=KIND.Utility.ZERO_SUM if seats == 2 else KIND.Utility.GENERAL_SUM,
        reward_model=KIND.RewardModel.TERMINAL, max_num_players=MAX_SEATS, min_num_players=2,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, default_loadable=True,
        provides_factored_observation_string=False, parameter_specification=PARAMETERS,
    )  # fmt: skip


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game of the catalogue, or of a file, with so many seats."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        modules = tuple(name for name in str(chosen["modules"]).split("+") if name)
        self.dealt = ToldGame(str(chosen["game"]), int(chosen["seats"]), modules)
        n = self.dealt.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=N_ACTIONS, max_chance_outcomes=MAX_TICKETS, num_players=n, min_utility=-1.0,
            max_utility=1.0, utility_sum=0.0 if n == 2 else None, max_game_length=LONGEST,
        )  # fmt: skip
        super().__init__(_type(n), info, chosen)

    def new_initial_state(self) -> "OpenSpielState":
        """The table before chance has done anything."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What players know: all of it so far, or what they see now."""
        if params:
            raise NotOpenSpiel(fault("no-parameters", parameters=sorted(map(str, params))))
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game; copies share what does not change any more."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.table = game.dealt.copy()

    def current_player(self) -> int:
        """The seat to act, chance, or nobody any more."""
        if self.table.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.table.to_act is None else self.table.to_act

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal() if player == self.table.to_act else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can do, and how likely each of it is."""
        return list(self.table.outcomes)

    def _apply_action(self, action: int) -> None:
        (self.table.tell if self.table.outcomes else self.table.play)(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else self.table.text(action)

    def returns(self) -> list[float]:
        """In the end 1 for a single winner, 0 for each of several, -1 for all others."""
        return self.table.rewards()

    def resample_from_infostate(self, player: int, sampler: Any = np.random.random) -> "OpenSpielState":
        """A world the player holds possible, from a number between 0 and 1; its history is not known."""
        other = OpenSpielState(self.get_game())
        other.table = self.table.redealt(player, key_from_seed(int(sampler() * 2**53)))
        return other

    def __str__(self) -> str:
        return " ".join(map(str, self.history())) or "a new game"


class Observer:
    """What one player knows: with perfect recall as a digest, else as a row of numbers too."""

    def __init__(self, perfect_recall: bool) -> None:
        self._recalls = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(SIZE, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player sees (`eclisse.env.observation`)."""
        if self.tensor is not None:
            self.tensor[:] = state.table.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A digest: two games that differ in it differ in what the player knows."""
        known = state.table.information_state(player) if self._recalls else state.table.sight(player)
        return f"seat {player} {known}"


pyspiel.register_game(_type(2), OpenSpielGame)
