"""Gymnasium's own check passes, and a learner plays the games that VectorGames plays."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from eclisse import Game, Observation
from eclisse.env.single import ID, OneSeat
from eclisse.env.vector import VectorGames
from eclisse.faults import Faulty

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize(
    ("game", "seats", "opponents"),
    [("usa", 2, ["planner"]), ("europe", 3, ["path", "learned"]), ("berlin", 4, ["easy"])],
)
def test_the_check_of_gymnasium_passes(game: str, seats: int, opponents: list[str]) -> None:
    check_env(OneSeat(game, seats, opponents), skip_render_check=True)


def test_it_can_be_made_by_its_name() -> None:
    env = gymnasium.make(f"eclisse.env.single:{ID}", game="switzerland", opponents=["greedy"])
    row, info = env.reset(seed=3)
    assert row in env.observation_space
    assert env.step(int(info["action_mask"].argmax()))[1] == 0


def test_it_plays_the_games_of_the_vector_environment_and_sits_one_seat_further_each_time() -> None:
    env, games = (
        OneSeat("europe", 3, ["path", "greedy"]),
        VectorGames("europe", 3, 1, seed=8, opponents=["path", "greedy"]),
    )
    rows, infos = games.reset()
    row, info = env.reset(seed=8)
    for number in range(3):
        ended = False
        assert info["seat"] == number % 3
        while not ended:
            assert np.array_equal(row, rows[0])
            assert np.array_equal(info["action_mask"], infos["action_mask"][0])
            action = games.sample()
            row, reward, ended, cut, info = env.step(int(action[0]))
            rows, rewards, ends, _, infos = games.step(action)
            assert (reward, ended, cut) == (rewards[0], ends[0], False)
        assert info["score"] == infos["score"][0].tolist()
        row, info = env.reset()


def test_what_it_shows_is_what_the_seat_of_the_dealt_game_sees() -> None:
    env = OneSeat("usa", 2, ["planner"])
    row, info = env.reset(seed=11)
    view = Game.new("usa", 2, info["key"]).view(info["seat"])
    assert np.array_equal(row, Observation.encode(view))
    assert np.array_equal(env.action_masks(), Observation.mask(view).astype(bool))


def test_an_action_that_the_mask_forbids_loses_the_game() -> None:
    env = OneSeat("usa", 2, ["planner"])
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)
    env.reset()
    assert env.action_masks().sum() == 4


def test_somebody_has_to_sit_in_the_other_seats() -> None:
    with pytest.raises(Faulty, match="at least one bot"):
        OneSeat("usa", 2, [])
