"""Thousands of games side by side, stepped together; a finished game is counted and a new one dealt in its place.

You decide for every seat or, where opponents sit in all others, for one. All arrays are made once and written in place
by one compiled loop per thread. What a game does depends on its own key and actions alone, so that the number of
threads changes nothing.
"""

import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv

from eclisse.bots import LEVELS, table
from eclisse.bots.learned.in_step import LEARNED
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import LOG, OUTSIDER, play_on
from eclisse.bots.simulate import seat_bots
from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.core.actions import N_ACTIONS, is_action
from eclisse.core.apply import apply, play
from eclisse.core.batch import awaited, over_threads
from eclisse.core.codes import NONE, OVER
from eclisse.core.records import MAX_SEATS, STATE
from eclisse.core.rng import derive, siphash
from eclisse.core.routes import Actions
from eclisse.core.scoring import SHEET, count
from eclisse.core.setup import deal
from eclisse.env.observation import SIZE, encode
from eclisse.env.rewards import write_rewards
from eclisse.env.spaces import action_space, batched, observation_box
from eclisse.faults import Faulty, cut, fault, shown
from eclisse.features import layout
from eclisse.features.write import Mask, mark_legal, mark_usual, write, write_many
from eclisse.jit.compiled import compiled
from eclisse.notation import key_from_seed, key_text

Records = npt.NDArray[Any]
Keys = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Observations = npt.NDArray[np.int16]
LEAST: Final = 512  # games for each thread: to hand fewer over takes longer than to step them
DEALS: Final = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
Step = tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]


class Arrays(NamedTuple):
    """Everything the compiled loops read and write, one row a game."""

    states: Records
    sheets: Records  # final sheet of the last game that ended in this place
    rounds: Numbers  # games dealt in this place so far
    seats: Numbers  # the seat to act
    observations: Observations  # of that seat
    masks: Mask  # its legal actions
    rewards: npt.NDArray[np.float32]  # of every seat, for the last step
    reward: npt.NDArray[np.float32]  # of the seat that acted in it
    scores: npt.NDArray[np.int16]  # final points of every seat, for the last game that ended in this place
    terminations: npt.NDArray[np.bool_]  # whether the last step ended a game
    last: Observations  # what the seat that acted saw of the game that ended
    opponents: Numbers  # in the order in which they sit after you; nobody: you decide for all seats
    you: Numbers  # your seat where there are opponents, else NONE
    bots: Numbers  # of each seat; OUTSIDER for you, and where the network is asked
    n_decisions: Numbers
    dealt_later: npt.NDArray[np.bool_]  # one number: whether the next game is dealt in the step after the last one


def _arrays(n: int, seats: int, opponents: list[int], dealt_later: bool) -> Arrays:
    """Room for n games."""
    return Arrays(
        np.zeros(n, STATE), np.zeros(n, SHEET), np.zeros(n, np.int64), np.zeros(n, np.int64),
        np.zeros((n, SIZE), np.int16), np.zeros((n, N_ACTIONS), np.int8), np.zeros((n, seats), np.float32),
        np.zeros(n, np.float32), np.zeros((n, seats), np.int16), np.zeros(n, np.bool_), np.zeros((n, SIZE), np.int16),
        np.array(opponents, np.int64), np.full(n, NONE), np.full((n, MAX_SEATS), OUTSIDER), np.zeros(n, np.int64),
        np.array([dealt_later]),
    )  # fmt: skip


@compiled
def _deal_next(games: Arrays, boards: Records, rules: Records, key: Keys, i: int) -> None:
    """Deal the next game in a place, under a key no other game of this run has; there you sit one seat further."""
    n, n_seats = games.states.shape[0], games.rewards.shape[1]
    k0, k1 = derive(key[0], key[1], i + n * int(games.rounds[i]))
    deal(games.states[i], boards[0], rules[0], n_seats, k0, k1)
    if games.opponents.shape[0]:
        games.you[i], games.n_decisions[i] = (i + games.rounds[i]) % n_seats, 0
        games.bots[i, games.you[i]] = OUTSIDER
        for k in range(n_seats - 1):
            games.bots[i, (games.you[i] + 1 + k) % n_seats] = games.opponents[k]
    games.rounds[i] += 1


@compiled
def _look(games: Arrays, boards: Records, rules: Records, numbers: Actions, i: int) -> None:
    """Write which seat must decide in a game, what it sees and what it may do."""
    seat = awaited(games.states[i])
    games.seats[i] = seat
    encode(games.states[i], boards[0], rules[0], seat, games.observations[i])
    mark_legal(games.states[i], boards[0], rules[0], seat, numbers, games.masks[i])


@compiled
def _finish(games: Arrays, boards: Records, rules: Records, key: Keys, seat: int, i: int) -> None:
    """Count a finished game, write what each seat gets and what one of them sees, and deal the next unless later."""
    count(games.states[i], boards[0], rules[0], games.sheets[i])
    write_rewards(games.sheets[i], games.rewards.shape[1], games.rewards[i])
    for other in range(games.rewards.shape[1]):
        games.scores[i, other] = games.sheets[i].total[other]
    games.reward[i] = games.rewards[i, seat]
    games.terminations[i] = True
    encode(games.states[i], boards[0], rules[0], seat, games.last[i])
    if games.dealt_later[0]:
        games.seats[i], games.observations[i, :] = seat, games.last[i]
        games.masks[i, :] = 1  # nobody asks what you do
    else:
        _deal_next(games, boards, rules, key, i)


@compiled
def _go_on(games: Arrays, views: Records, boards: Records, rules: Records, key: Keys, numbers: Actions, i: int) -> bool:
    """Let opponents decide until it is your turn, or the network's; False: one decided what is not legal."""
    state, you, logs = games.states[i], int(games.you[i]), np.empty(0, LOG)
    while state.phase == OVER or you != NONE:
        if state.phase == OVER:
            _finish(games, boards, rules, key, int(games.seats[i]) if you == NONE else you, i)
            if games.dealt_later[0]:
                return True
            you = int(games.you[i])
            if you == NONE:
                break
        chance, n = derive(state.key[1], state.key[0], 0), int(games.n_decisions[i])  # apart from the deal's
        games.n_decisions[i] = play_on(games.states[i : i + 1], views, boards, rules, games.bots[i], chance, n, logs)
        if games.n_decisions[i] < 0:
            return False
        if state.phase != OVER:
            break
    if you == NONE or awaited(state) == you:
        _look(games, boards, rules, numbers, i)
    else:
        games.seats[i] = awaited(state)
    return True


@compiled
def start_games(games: Arrays, boards: Records, rules: Records, key: Keys, start: int, stop: int) -> None:
    """Deal new games in the places start … stop - 1."""
    views, numbers = np.empty(1, STATE), np.empty(N_ACTIONS, np.int16)
    for i in range(start, stop):
        _deal_next(games, boards, rules, key, i)
        games.rewards[i, :] = 0
        games.reward[i] = 0
        games.scores[i, :] = 0
        games.terminations[i] = False
        _go_on(games, views, boards, rules, key, numbers, i)


@compiled
def step_games(
    games: Arrays, boards: Records, rules: Records, key: Keys, actions: Numbers, start: int, stop: int
) -> None:
    """Carry out one legal action in each of the places start … stop - 1."""
    views, numbers = np.empty(1, STATE), np.empty(N_ACTIONS, np.int16)
    for i in range(start, stop):
        games.rewards[i, :] = 0
        games.reward[i] = 0
        games.terminations[i] = False
        if games.states[i].phase == OVER:
            _deal_next(games, boards, rules, key, i)
        else:
            apply(games.states[i], boards[0], rules[0], int(games.seats[i]), int(actions[i]))
            games.n_decisions[i] += 1
        _go_on(games, views, boards, rules, key, numbers, i)


@compiled
def ask_network(
    games: Arrays, boards: Records, rules: Records, places: Numbers, rows: npt.NDArray[np.uint8], masks: Mask
) -> None:
    """Write what the network knows, and what it may do, in some places where it is to decide."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for k in range(places.shape[0]):
        state, seat = games.states[places[k]], int(games.seats[places[k]])
        write(state, boards[0], rules[0], seat, rows[k])
        mark_usual(state, boards[0], rules[0], seat, numbers, masks[k])


@compiled
def answer_network(
    games: Arrays, boards: Records, rules: Records, key: Keys, places: Numbers, actions: Numbers
) -> bool:
    """Carry out the network's decisions in some places, and go on there; False: one was not legal."""
    views, numbers = np.empty(1, STATE), np.empty(N_ACTIONS, np.int16)
    for k in range(places.shape[0]):
        i = int(places[k])
        if not play(games.states[i], boards[0], rules[0], int(games.seats[i]), int(actions[k])):
            return False
        games.n_decisions[i] += 1
        if not _go_on(games, views, boards, rules, key, numbers, i):
            return False
    return True


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
    """No game to play, no thread to play it, or nobody to play with."""


class IllegalActions(Faulty):
    """An action that its game's mask forbids; no game has changed."""


class VectorGames(VectorEnv[Observations, Numbers, Any]):
    """n games in lockstep: a vector environment of Gymnasium.

    The next game is dealt in the step that ends one (`SAME_STEP`) or in the one after it (`NEXT_STEP`), as wrappers of
    observations ask for. Each of the `threads` gets 512 games at least: for fewer, another thread only costs time.
    `opponents` names a bot for every seat but yours, or one for all; you move on by one seat with each game. Without
    them you decide for whichever seat is to act (`infos["seat"]`), and the reward is that of the seat that acted. The
    arrays that `reset` and `step` return are the same ones every time: copy what must outlast the next step, and do
    not write into them.

    >>> games = VectorGames("usa", seats=2, n=8, seed=7, opponents=["planner"])
    >>> observations, infos = games.reset()
    >>> observations, rewards, terminations, truncations, infos = games.step(games.sample())
    >>> rewards.shape, infos["action_mask"].shape
    ((8,), (8, 434))
    """

    def __init__(
        self, game: str = "usa", seats: int = 2, n: int = 1024, seed: int | str | None = None, threads: int = 1,
        modules: tuple[str, ...] = (), opponents: Sequence[str] = (),
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
    ) -> None:  # fmt: skip
        if n < 1 or threads < 1:
            raise NoGames(fault("no-games", games=n, threads=threads))
        if autoreset_mode not in DEALS:
            raise NoGames(fault("autoreset-expected", value=shown(autoreset_mode)))
        self.metadata = {"render_modes": [], "autoreset_mode": autoreset_mode}
        self.kit = open_kit(game, modules)
        check_seats(self.kit, seats)
        self.num_envs, self.seats, self.threads = n, seats, max(1, min(threads, n // LEAST))
        self.arrays = _arrays(n, seats, codes_of(opponents, seats - 1), autoreset_mode is AutoresetMode.NEXT_STEP)
        self._key = key_from_seed(seed)
        self._truncations = np.zeros(n, np.bool_)
        self._sampled, self._n_samples = np.zeros(n, np.int64), 0
        self.single_observation_space, self.single_action_space = observation_box(), action_space()
        self.observation_space = batched(self.single_observation_space, n)
        self.action_space = batched(self.single_action_space, n)
        games = self.arrays
        self.infos: dict[str, Any] = {
            "action_mask": games.masks,
            "seat": games.seats,
            "score": games.scores,
            "rewards": games.rewards,
            "round": games.rounds,
            "final_obs": games.last,
            "_final_obs": games.terminations,
        }

    def reset(
        self,
        *,
        seed: Any = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal every game anew: the first ones of a seed, or without one the next."""
        if seed is not None:
            self._key, self._n_samples = key_from_seed(seed), 0
            self.arrays.rounds[:] = 0

        def work(start: int, stop: int) -> None:
            start_games(self.arrays, self.kit.board_row, self.kit.rules_row, self._key, start, stop)

        over_threads(work, self.num_envs, self.threads)
        self._let_network_decide()
        return self.arrays.observations, self.infos.copy()

    def step(self, actions: npt.NDArray[Any]) -> Step:
        """Make one decision in every game: observations, rewards, terminations, truncations and infos."""
        chosen: Numbers = np.ascontiguousarray(actions, np.int64)
        self._check(chosen)

        def work(start: int, stop: int) -> None:
            step_games(self.arrays, self.kit.board_row, self.kit.rules_row, self._key, chosen, start, stop)

        over_threads(work, self.num_envs, self.threads)
        self._let_network_decide()
        games = self.arrays
        return games.observations, games.reward, games.terminations, self._truncations, self.infos.copy()

    def _let_network_decide(self) -> None:
        """Ask the network in all places where it sits and is to decide, until it is your turn everywhere."""
        games, kit, (n_routes, n_cities) = self.arrays, self.kit, (self.kit.board.n_routes, self.kit.board.n_cities)
        if (games.n_decisions < 0).any():
            raise RuntimeError("an opponent decided what is not legal")
        while games.opponents.size and len(places := np.flatnonzero(games.seats != games.you)):
            rows = np.empty((len(places), layout.SIZE), np.uint8)
            masks = np.empty((len(places), N_ACTIONS), np.int8)
            ask_network(games, kit.board_row, kit.rules_row, places, rows, masks)
            chosen = load_brain().advise(rows, masks, int(n_routes), int(n_cities)).chances.argmax(axis=1)
            if not answer_network(games, kit.board_row, kit.rules_row, self._key, places, chosen):
                raise RuntimeError("an opponent decided what is not legal")

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


def codes_of(opponents: Sequence[str], n: int) -> list[int]:
    """The numbers of the bots in n seats, OUTSIDER for the network; nobody sits there if none is named."""
    names = seat_bots(opponents, n) if len(opponents) else []
    codes = {LEARNED: OUTSIDER, **{name: code for code, name in enumerate(table.NAMES)}}
    codes |= {level: codes[name] for level, name in LEVELS.items() if name in codes}
    for name in names:
        if name not in codes:
            raise NoGames(fault("not-in-many-games", "opponents", name=cut(name), bots=list(codes)))
    return [codes[name] for name in names]


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
