"""PettingZoo's own conformance tests over every game, and that an agent sees what its seat sees."""

from importlib import import_module
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test  # type: ignore[import-untyped]

from eclisse import Game
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import open_kit
from eclisse.env import eclisse_v0
from eclisse.env.observation import SIZE, encode_one
from tests.invariants.checker import tables

GAMES = sorted(builtin_games())
pytestmark = [
    pytest.mark.compiled_only,
    # PettingZoo knows its own games with dictionaries as observations by their names, and warns of all others.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


@pytest.mark.parametrize("game", GAMES)
def test_the_conformance_test_passes_for_every_game(game: str) -> None:
    seats = int(open_kit(game).rules.max_seats)
    api_test(eclisse_v0.env(game, seats), num_cycles=300)


def test_the_conformance_test_passes_with_modules_and_every_number_of_seats() -> None:
    for seats in range(2, 6):
        modules = modules_for(builtin_games()["europe"])
        api_test(eclisse_v0.env("europe", seats, modules), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: eclisse_v0.env(game), num_cycles=100)


def test_the_performance_benchmark_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays for five seconds of a clock, on which each round of the seats takes five milliseconds here."""
    clock = SimpleNamespace(time=count(0, 0.005).__next__)
    monkeypatch.setattr(import_module("pettingzoo.test.performance_benchmark"), "time", clock)
    performance_benchmark(eclisse_v0.env("usa"))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_an_agent_plays_the_game_that_the_shell_plays() -> None:
    for kit, seats in list(tables())[::7]:
        env = eclisse_v0.raw_env(kit.game, seats, kit.modules)
        env.reset(seed=5)
        game = Game.new(kit.game, seats, 5, kit.modules)
        generator = np.random.default_rng(1)
        while env.agents and not game.over:
            seat = game.to_act[0]
            assert env.agent_selection == f"seat_{seat}"
            seen = env.observe(env.agent_selection)
            legal = game.legal(seat)
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(action.number for action in legal)
            row = np.empty(SIZE, np.int16)
            encode_one(game.view(seat).records, kit.board_row, kit.rules_row, seat, row)
            assert np.array_equal(seen["observation"], row)
            action = legal[generator.integers(len(legal))]
            env.step(action.number)
            game.play(seat, action)
        totals = [seat["total"] for seat in game.result.to_dict()["seats"]]
        assert [env.infos[agent]["score"] for agent in env.possible_agents] == totals
        assert all(env.terminations.values())


def test_the_winner_gets_one_and_the_others_minus_one() -> None:
    env = eclisse_v0.raw_env("usa", 3)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    winners = [agent for agent in env.possible_agents if env.infos[agent]["winner"]]
    won = 1.0 if len(winners) == 1 else 0.0
    assert env.rewards == {agent: won if agent in winners else -1.0 for agent in env.possible_agents}


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = eclisse_v0.raw_env("usa")
    env.reset(seed=1)
    before = env.observe("seat_0")["observation"]
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)
    assert np.array_equal(env.observe("seat_0")["observation"], before)


def test_resetting_without_a_seed_deals_another_game_that_the_last_seed_decides() -> None:
    keys = []
    for _ in range(2):
        env = eclisse_v0.raw_env("usa")
        env.reset(seed=9)
        first = env.key()
        env.reset()
        keys.append((first, env.key()))
    assert keys[0] == keys[1]
    assert keys[0][0] != keys[0][1]


def test_only_the_awaited_agent_has_a_mask() -> None:
    env = eclisse_v0.raw_env("usa")
    env.reset(seed=1)
    assert env.observe("seat_0")["action_mask"].any()
    assert not env.observe("seat_1")["action_mask"].any()


def test_a_position_can_be_printed() -> None:
    env = eclisse_v0.env("usa", render_mode="ansi")
    env.reset(seed=1)
    assert "> seat_0: 0 points, 4 cards" in str(env.render())
