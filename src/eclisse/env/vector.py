"""Thousands of games side by side, stepped together; a finished game is counted and a new one dealt in its place.

All arrays are made once and written in place by one compiled loop per thread. What a game does depends on its own key
and actions alone, so the number of threads changes nothing.
"""

import time
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.core.actions import N_ACTIONS, is_action
from eclisse.core.apply import apply
from eclisse.core.batch import awaited, over_threads
from eclisse.core.codes import OVER
from eclisse.core.records import SHEET, STATE
from eclisse.core.rng import derive, siphash
from eclisse.core.routes import Actions
from eclisse.core.scoring import count
from eclisse.core.setup import deal
from eclisse.env.observation import SIZE, encode
from eclisse.env.rewards import write_rewards
from eclisse.faults import Faulty, fault
from eclisse.features import layout
from eclisse.features.write import Mask, mark_legal, write_many
from eclisse.jit.compiled import compiled
from eclisse.notation import key_from_seed, key_text

if TYPE_CHECKING:
    from gymnasium import spaces

Records = npt.NDArray[Any]
Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Step = tuple[
    npt.NDArray[np.int16], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
]


class Arrays(NamedTuple):
    """Everything the compiled loops read and write, one row a game."""

    states: Records
    sheets: Records  # final sheet of the last game that ended in this place
    rounds: Numbers  # games dealt in this place so far
    seats: Numbers  # the seat to act
    observations: npt.NDArray[np.int16]  # of that seat
    masks: Mask  # its legal actions
    rewards: npt.NDArray[np.float32]  # of every seat, for the last step
    scores: npt.NDArray[np.int16]  # final points of every seat, for the last game that ended in this place
    terminations: npt.NDArray[np.bool_]  # whether the last step ended a game


def _arrays(n: int, seats: int) -> Arrays:
    """Room for n games."""
    return Arrays(
        np.zeros(n, STATE), np.zeros(n, SHEET), np.zeros(n, np.int64), np.zeros(n, np.int64),
        np.zeros((n, SIZE), np.int16), np.zeros((n, N_ACTIONS), np.int8), np.zeros((n, seats), np.float32),
        np.zeros((n, seats), np.int16), np.zeros(n, np.bool_),
    )  # fmt: skip


@compiled
def _deal_next(games: Arrays, boards: Records, rules: Records, key: Keys, i: int) -> None:
    """Deal the next game in a place, under a key no other game of this run has."""
    n = games.states.shape[0]
    k0, k1 = derive(key[0], key[1], i + n * int(games.rounds[i]))
    deal(games.states[i], boards[0], rules[0], games.rewards.shape[1], k0, k1)
    games.rounds[i] += 1


@compiled
def _look(games: Arrays, boards: Records, rules: Records, numbers: Actions, i: int) -> None:
    """Write which seat must decide in a game, what it sees and what it may do."""
    seat = awaited(games.states[i])
    games.seats[i] = seat
    encode(games.states[i], boards[0], rules[0], seat, games.observations[i])
    mark_legal(games.states[i], boards[0], rules[0], seat, numbers, games.masks[i])


@compiled
def _finish(games: Arrays, boards: Records, rules: Records, i: int) -> None:
    """Count a finished game and write what each seat gets."""
    count(games.states[i], boards[0], rules[0], games.sheets[i])
    write_rewards(games.sheets[i], games.rewards.shape[1], games.rewards[i])
    for seat in range(games.rewards.shape[1]):
        games.scores[i, seat] = games.sheets[i].total[seat]


@compiled
def start_games(games: Arrays, boards: Records, rules: Records, key: Keys, start: int, stop: int) -> None:
    """Deal new games in the places start … stop - 1."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for i in range(start, stop):
        _deal_next(games, boards, rules, key, i)
        games.rewards[i, :] = 0
        games.scores[i, :] = 0
        games.terminations[i] = False
        _look(games, boards, rules, numbers, i)


@compiled
def step_games(
    games: Arrays, boards: Records, rules: Records, key: Keys, actions: Numbers, start: int, stop: int
) -> None:
    """Carry out one legal action in each of the places start … stop - 1."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for i in range(start, stop):
        games.rewards[i, :] = 0
        apply(games.states[i], boards[0], rules[0], int(games.seats[i]), int(actions[i]))
        over = games.states[i].phase == OVER
        games.terminations[i] = over
        if over:
            _finish(games, boards, rules, i)
            _deal_next(games, boards, rules, key, i)
        _look(games, boards, rules, numbers, i)


@compiled
def first_illegal(masks: Mask, actions: Numbers) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(actions.shape[0]):
        if not is_action(actions[i]) or masks[i, actions[i]] == 0:
            return i
    return -1


@compiled
def _pick(mask: Mask, k: int) -> int:
    """The k-th legal action of a mask."""
    action = -1
    while k >= 0:
        action += 1
        k -= int(mask[action])
    return action


@compiled
def random_actions(masks: Mask, key: Keys, number: int, out: Numbers, start: int, stop: int) -> None:
    """Any legal action with equal chance, for each of the places start … stop - 1."""
    k0, k1 = derive(key[0], key[1], number)
    for i in range(start, stop):
        n = 0
        for action in range(N_ACTIONS):
            n += masks[i, action]
        out[i] = _pick(masks[i], int(siphash(k0, k1, np.uint64(i)) % np.uint64(n)))


class NoGames(Faulty):
    """No game to play, or no thread to play it."""


class IllegalActions(Faulty):
    """An action that its game's mask forbids; no game has changed."""


class VectorGames:
    """n games in lockstep, after Gymnasium's vector environments with autoreset in the same step.

    The arrays that `reset` and `step` return are the same ones every time: copy what must outlast the next step, and
    do not write into them.
    """

    metadata: Final = {"render_modes": [], "autoreset_mode": "SameStep"}

    def __init__(
        self, game: str = "usa", seats: int = 2, n: int = 1024, seed: int | str | None = None, threads: int = 1,
        modules: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        if n < 1 or threads < 1:
            raise NoGames(fault("no-games", games=n, threads=threads))
        self.kit = open_kit(game, modules)
        check_seats(self.kit, seats)
        self.num_envs, self.seats, self.threads = n, seats, min(threads, n)
        self.arrays = _arrays(n, seats)
        self._key = key_from_seed(seed)
        self._truncations = np.zeros(n, np.bool_)
        self._sampled, self._n_samples = np.zeros(n, np.int64), 0
        games = self.arrays
        self.infos: dict[str, Any] = {
            "action_mask": games.masks,
            "seat": games.seats,
            "score": games.scores,
            "round": games.rounds,
        }

    def reset(self, seed: int | str | None = None) -> tuple[npt.NDArray[np.int16], dict[str, Any]]:
        """Deal every game anew: the first ones of a seed, or without one the next."""
        if seed is not None:
            self._key, self._n_samples = key_from_seed(seed), 0
            self.arrays.rounds[:] = 0

        def work(start: int, stop: int) -> None:
            start_games(self.arrays, self.kit.board_row, self.kit.rules_row, self._key, start, stop)

        over_threads(work, self.num_envs, self.threads)
        return self.arrays.observations, self.infos

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Make one decision in every game: observations, rewards, terminations, truncations and infos."""
        chosen: Numbers = np.ascontiguousarray(actions, np.int64)
        self._check(chosen)

        def work(start: int, stop: int) -> None:
            step_games(self.arrays, self.kit.board_row, self.kit.rules_row, self._key, chosen, start, stop)

        over_threads(work, self.num_envs, self.threads)
        games = self.arrays
        return games.observations, games.rewards, games.terminations, self._truncations, self.infos

    def _check(self, actions: Numbers) -> None:
        """Refuse actions that are not legal before any game has changed."""
        if actions.shape != (self.num_envs,):
            raise IllegalActions(fault("one-action-each", games=self.num_envs, shape=list(actions.shape)))
        if not self.arrays.rounds[0]:
            raise IllegalActions(fault("reset-first"))
        bad = int(first_illegal(self.arrays.masks, actions))
        if bad >= 0:
            raise IllegalActions(fault("illegal-in-game", action=int(actions[bad]), game=int(bad)))

    def sample(self) -> Numbers:
        """One random legal action for every game, in an array that the next call overwrites."""
        number, self._n_samples = self._n_samples, self._n_samples + 1
        key = self._key[::-1].copy()

        def work(start: int, stop: int) -> None:
            random_actions(self.arrays.masks, key, number, self._sampled, start, stop)

        over_threads(work, self.num_envs, self.threads)
        return self._sampled

    def features(self) -> npt.NDArray[np.uint8]:
        """The features of the awaited decisions, one row a game (`eclisse.features.layout`)."""
        rows = np.empty((self.num_envs, layout.SIZE), np.uint8)
        games, kit = self.arrays, self.kit

        def work(start: int, stop: int) -> None:
            write_many(games.states, kit.board_row, kit.rules_row, games.seats, rows, start, stop)

        over_threads(work, self.num_envs, self.threads)
        return rows

    def key(self, i: int) -> str:
        """The key of the game in a place, with which `Game.new` deals the same one."""
        return key_text(self.arrays.states[i].key)

    @cached_property
    def single_observation_space(self) -> "spaces.Box":
        """Gymnasium's description of one observation."""
        from eclisse.env.spaces import observation_box  # noqa: PLC0415 - Gymnasium is an extra

        return observation_box()

    @cached_property
    def single_action_space(self) -> "spaces.Discrete":
        """Gymnasium's description of one action."""
        from eclisse.env.spaces import action_space  # noqa: PLC0415 - Gymnasium is an extra

        return action_space()

    @cached_property
    def observation_space(self) -> "spaces.Space[Any]":
        """Gymnasium's description of all observations together."""
        from eclisse.env.spaces import batched  # noqa: PLC0415 - Gymnasium is an extra

        return batched(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> "spaces.Space[Any]":
        """Gymnasium's description of all actions together."""
        from eclisse.env.spaces import batched  # noqa: PLC0415 - Gymnasium is an extra

        return batched(self.single_action_space, self.num_envs)


def benchmark(game: str = "usa", seats: int = 2, n: int = 1024, steps: int = 500, threads: int = 1) -> float:
    """Decisions per second and core in random play, each with its observation and mask, without compiling."""
    games = VectorGames(game, seats, n, 1, threads)
    games.reset()
    for _ in range(5):
        games.step(games.sample())
    start = time.perf_counter()
    for _ in range(steps):
        games.step(games.sample())
    return n * steps / (time.perf_counter() - start) / games.threads
