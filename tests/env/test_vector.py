"""The vector environment plays the games that Game plays, many at once, and starts each anew when it ends."""

import dis
import threading

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import NormalizeObservation, RecordEpisodeStatistics, TransformReward

from eclisse import Game
from eclisse.bots import table
from eclisse.bots.loop import ask, keyed_match
from eclisse.catalogue.kit import WrongSeats
from eclisse.core.batch import over_threads
from eclisse.core.records import STATE
from eclisse.core.rng import derive, siphash
from eclisse.env.eclisse_v0 import raw_env
from eclisse.env.observation import SIZE, encode_one
from eclisse.env.vector import DEALS, IllegalActions, VectorGames, benchmark
from eclisse.faults import Faulty

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("game", "seats", "modules"),
    [("usa", 2, ()), ("europe", 3, ("warehouses",)), ("switzerland", 2, ()), ("usa-mega", 5, ()), ("berlin", 4, ())],
)
def test_each_game_goes_as_the_same_game_in_pettingzoo(game: str, seats: int, modules: tuple[str, ...]) -> None:
    games = VectorGames(game, seats, 3, seed=4, modules=modules)
    games.reset()
    single = [raw_env(game, seats, modules) for _ in range(3)]
    ended = 0
    for i, env in enumerate(single):
        env.reset(seed=games.key(i))
    while ended < 4:
        for i, env in enumerate(single):
            seen = env.observe(env.agent_selection)
            assert env.agent_selection == f"seat_{games.infos['seat'][i]}"
            assert np.array_equal(seen["observation"], games.arrays.observations[i])
            assert np.array_equal(seen["action_mask"], games.infos["action_mask"][i])
        actions, actors = games.sample(), games.infos["seat"].copy()
        _, rewards, terminations, truncations, infos = games.step(actions)
        assert not truncations.any()
        for i, env in enumerate(single):
            env.step(int(actions[i]))
            assert terminations[i] == env.terminations["seat_0"]
            agents = env.possible_agents
            assert infos["rewards"][i].tolist() == [env.rewards[agent] for agent in agents]
            assert rewards[i] == env.rewards[agents[actors[i]]]
            if terminations[i]:
                last = env.observe(agents[actors[i]])
                assert np.array_equal(infos["final_obs"][i], last["observation"])
                ended += 1
                assert infos["score"][i].tolist() == [env.infos[agent]["score"] for agent in env.possible_agents]
                env.reset(seed=games.key(i))


def test_a_finished_game_is_dealt_anew_in_its_place_under_a_key_of_its_own() -> None:
    games = VectorGames("usa", 2, 4, seed=1)
    games.reset()
    keys = {games.key(i) for i in range(4)}
    for _ in range(1500):
        _, _, terminations, _, infos = games.step(games.sample())
        for i in np.flatnonzero(terminations).tolist():
            assert games.key(i) not in keys
            keys.add(games.key(i))
            assert Game.new("usa", 2, games.key(i)).state.tobytes() == games.arrays.states[i].tobytes()
    assert len(keys) == int(infos["round"].sum()) > 4


def test_the_number_of_threads_changes_nothing() -> None:
    runs = []
    for threads in (1, 2, 3):
        games = VectorGames("europe", 2, 1600, seed=2, threads=threads)
        games.reset()
        total = np.zeros(2)
        assert games.threads == threads
        for _ in range(40):
            total += games.step(games.sample())[4]["rewards"].sum(0)
        runs.append((games.arrays.states.tobytes(), games.arrays.observations.tobytes(), total.tolist()))
    assert runs[0] == runs[1] == runs[2]


def test_threads_are_kept_and_what_fails_in_one_is_raised() -> None:
    seen: list[list[int]] = []

    def note(start: int, stop: int) -> None:
        seen[-1].append(threading.get_ident())
        if stop == 31:
            raise ValueError(start)

    for n in (30, 60):
        seen.append([])
        over_threads(note, n, 2)
    assert set(seen[0]) == set(seen[1])
    assert len(set(seen[0])) == 2
    for n in (31, 62):  # the failing part is another thread's, then the caller's own
        with pytest.raises(ValueError, match=r"\d"):
            over_threads(note, n, 2)


def test_the_same_arrays_are_written_again_and_again() -> None:
    games = VectorGames("usa", 2, 8, seed=1)
    observations, infos = games.reset()
    assert observations.shape == (8, SIZE)
    for _ in range(10):
        result = games.step(games.sample())
        assert result[0] is observations
        assert all(result[4][name] is array for name, array in infos.items())


def test_a_seed_repeats_the_games_and_no_seed_goes_on_to_others() -> None:
    games = VectorGames("usa", 2, 8, seed=1)
    games.reset()
    first = games.arrays.states.tobytes()
    games.reset()
    assert games.arrays.states.tobytes() != first
    games.reset(seed=1)
    assert games.arrays.states.tobytes() == first


def test_an_illegal_action_is_refused_before_any_game_changes() -> None:
    games = VectorGames("usa", 2, 8, seed=1)
    with pytest.raises(IllegalActions, match="reset"):
        games.step(np.zeros(8))
    games.reset()
    before = games.arrays.states.tobytes()
    for action in (0, -1, 10_000):
        actions = games.sample()
        actions[5] = action
        with pytest.raises(IllegalActions, match=f"action {action} is not legal in game 5"):
            games.step(actions)
    with pytest.raises(IllegalActions, match="each of the 8 games"):
        games.step(np.zeros(3))
    assert games.arrays.states.tobytes() == before


def test_a_step_has_no_loop_in_python() -> None:
    for method in (VectorGames.reset, VectorGames.step, VectorGames.sample, VectorGames._check):
        loops = [i.opname for i in dis.get_instructions(method) if i.opname in ("FOR_ITER", "JUMP_BACKWARD")]
        assert not loops, method


def test_wrong_seats_and_sizes_are_refused() -> None:
    with pytest.raises(WrongSeats):
        VectorGames("usa", 6, 1)
    with pytest.raises(ValueError, match="at least one game"):
        VectorGames("usa", 2, 0)


def test_the_spaces_describe_what_is_returned() -> None:
    games = VectorGames("usa", 2, 4, seed=1)
    observations, _ = games.reset()
    for _ in range(50):
        games.step(games.sample())
        assert all(games.single_observation_space.contains(row) for row in observations)
        assert observations in games.observation_space
    assert games.single_action_space == spaces.Discrete(games.infos["action_mask"].shape[1])
    assert games.action_space.shape == (4,)


@pytest.mark.parametrize(
    ("game", "seats", "opponents"),
    [
        ("usa", 2, ["planner"]),
        ("europe", 3, ["path", "random"]),
        ("switzerland", 2, ["learned"]),
        ("india", 3, ["easy"]),
    ],
)
def test_opponents_decide_until_it_is_your_turn(game: str, seats: int, opponents: list[str]) -> None:
    games = VectorGames(game, seats, 6, seed=3, opponents=opponents)
    observations, infos = games.reset()
    ended, won, lost = 0, 0, 0
    while ended < 12:
        for i in range(6):
            assert infos["seat"][i] == games.arrays.you[i] == (i + infos["round"][i] - 1) % seats
            row = np.empty(SIZE, np.int16)
            encode_one(games.arrays.states[i : i + 1], games.kit.board_row, games.kit.rules_row, infos["seat"][i], row)
            assert np.array_equal(row, observations[i])
        you = games.arrays.you.copy()
        observations, rewards, terminations, _, infos = games.step(games.sample())
        ended += int(terminations.sum())
        won += int((rewards[terminations] > 0).sum())
        lost += int((rewards[terminations] < 0).sum())
        assert np.array_equal(rewards, infos["rewards"][np.arange(6), you])
        assert not rewards[~terminations].any()
    assert won <= ended // 2 <= lost


def test_opponents_play_as_they_would_anywhere() -> None:
    games, name = VectorGames("europe", 3, 5, seed=3, opponents=["path"]), table.NAMES.index("path")
    kit, views = games.kit, np.zeros(1, STATE)
    games.reset()
    keys, ended = games.arrays.states["key"].copy(), np.zeros(5, np.bool_)
    while not ended.all():
        actions = np.zeros(5, np.int64)
        for i in range(5):  # you are such a bot too
            state, n = games.arrays.states[i : i + 1], int(games.arrays.n_decisions[i])
            k0, k1 = map(np.uint64, derive(state["key"][0, 1], state["key"][0, 0], 0))
            chance = np.uint64(siphash(k0, k1, np.uint64(n)))
            seat = int(games.arrays.you[i])
            actions[i] = ask(name, state, views, kit.board_row, kit.rules_row, seat, chance)
        _, _, terminations, _, infos = games.step(actions)
        for i in np.flatnonzero(terminations & ~ended).tolist():
            bots = np.full((1, 3), name)
            alone = keyed_match(kit.board_row, kit.rules_row, bots, keys[i : i + 1], logged=False)
            assert infos["score"][i].tolist() == alone.sheets[0]["total"][:3].tolist()
            assert games.arrays.sheets[i].tobytes() == alone.sheets[0].tobytes()
        ended |= terminations


@pytest.mark.parametrize("opponents", [(), ("greedy",), ("learned",)])
@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
def test_it_is_a_vector_environment_of_gymnasium(opponents: tuple[str, ...], mode: AutoresetMode) -> None:
    games = VectorGames("switzerland", 2, 8, seed=1, opponents=opponents, autoreset_mode=mode)
    assert isinstance(games, VectorEnv)
    assert games.metadata["autoreset_mode"] is mode
    inner = NormalizeObservation(games) if mode is AutoresetMode.NEXT_STEP else games
    wrapped = RecordEpisodeStatistics(TransformReward(inner, lambda reward: 2 * reward))
    observations, infos = wrapped.reset(seed=5, options={})
    returns: list[float] = []
    while len(returns) < 8:
        observations, rewards, terminations, truncations, infos = wrapped.step(games.sample())
        assert observations.shape == games.observation_space.shape
        assert rewards.shape == terminations.shape == truncations.shape == (8,)
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) <= {-2.0, 0.0, 2.0}
    wrapped.close()
    assert games.closed


def test_the_next_game_may_be_dealt_in_the_step_after_the_last_one() -> None:
    at_once, later = (VectorGames("switzerland", 2, 4, seed=1, autoreset_mode=mode) for mode in DEALS)
    for games in (at_once, later):
        games.reset()
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        actions = at_once.sample()
        found = [games.step(actions) for games in (at_once, later)]
        ended = found[0][2]
        for i in range(4):
            seen = found[0][4]["final_obs"] if ended[i] else found[0][0]
            assert np.array_equal(seen[i], found[1][0][i])
        assert np.array_equal(found[0][1], found[1][1])
    over = np.flatnonzero(ended).tolist()
    keys = [at_once.key(i) for i in over]
    assert later.arrays.masks[over].all()
    _, rewards, terminations, _, _ = later.step(np.where(ended, 7, later.sample()))
    assert [later.key(i) for i in over] == keys
    assert not rewards[over].any()
    assert not terminations[over].any()
    with pytest.raises(Faulty, match="SAME_STEP"):
        VectorGames("usa", 2, 4, autoreset_mode=AutoresetMode.DISABLED)


def test_who_cannot_sit_there_is_refused() -> None:
    for opponents, said in (
        (["search"], 'the bot "search" cannot play in many games at once'),
        (["planner", "path"], "2 bots for 1 seat"),
        (["nobody"], 'there is no bot "nobody"'),
        ("planner", "expected a list of at most 1 name"),
    ):
        with pytest.raises(Faulty, match=said):
            VectorGames("usa", 2, 4, opponents=opponents)


def test_the_benchmark_gives_decisions_a_second() -> None:
    assert benchmark(n=64, steps=20) > 1000
