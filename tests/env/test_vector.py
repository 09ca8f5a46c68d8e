"""The vector environment plays the games that Game plays, many at once, and starts each anew when it ends."""

import dis

import numpy as np
import pytest

from eclisse import Game
from eclisse.catalogue.kit import WrongSeats
from eclisse.env.eclisse_v0 import raw_env
from eclisse.env.observation import SIZE
from eclisse.env.vector import IllegalActions, VectorGames, benchmark

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
        actions = games.sample()
        _, rewards, terminations, truncations, infos = games.step(actions)
        assert not truncations.any()
        for i, env in enumerate(single):
            env.step(int(actions[i]))
            assert terminations[i] == env.terminations["seat_0"]
            assert rewards[i].tolist() == [env.rewards[agent] for agent in env.possible_agents]
            if terminations[i]:
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
        games = VectorGames("europe", 2, 50, seed=2, threads=threads)
        games.reset()
        total = np.zeros(2)
        for _ in range(400):
            total += games.step(games.sample())[1].sum(0)
        runs.append((games.arrays.states.tobytes(), games.arrays.observations.tobytes(), total.tolist()))
    assert runs[0] == runs[1] == runs[2]


def test_the_same_arrays_are_written_again_and_again() -> None:
    games = VectorGames("usa", 2, 8, seed=1)
    observations, infos = games.reset()
    assert observations.shape == (8, SIZE)
    for _ in range(10):
        result = games.step(games.sample())
        assert result[0] is observations
        assert result[4] is infos


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
    assert games.single_action_space.n == games.infos["action_mask"].shape[1]
    assert games.action_space.shape == (4,)


def test_the_benchmark_gives_decisions_a_second() -> None:
    assert benchmark(n=64, steps=20) > 1000
