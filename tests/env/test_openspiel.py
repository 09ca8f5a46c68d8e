"""OpenSpiel's own tests and algorithms run on our games."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eclisse.catalogue.find import builtin_games

pytestmark = pytest.mark.compiled_only
pyspiel = pytest.importorskip("pyspiel", reason="`make openspiel` installs it")
import_module("eclisse.openspiel")  # it registers the games
cfr = import_module("open_spiel.python.algorithms.cfr")
exploitability = import_module("open_spiel.python.algorithms.exploitability")
external_sampling_mccfr = import_module("open_spiel.python.algorithms.external_sampling_mccfr")
get_all_states = import_module("open_spiel.python.algorithms.get_all_states")
ismcts = import_module("open_spiel.python.algorithms.ismcts")
mcts = import_module("open_spiel.python.algorithms.mcts")
outcome_sampling_mccfr = import_module("open_spiel.python.algorithms.outcome_sampling_mccfr")

VILLAGES = str(Path(__file__).parents[2] / "examples" / "villages" / "game.toml")


def load(game: str, seats: int = 2, modules: str = "") -> Any:
    return pyspiel.load_game("eclisse", {"game": game, "seats": seats, "modules": modules})


def after_chance(state: Any) -> Any:
    """The same state, after chance has done what is likely, or one of what is most likely."""
    while state.is_chance_node():
        state.apply_action(max(state.chance_outcomes(), key=lambda outcome: outcome[1])[0])
    return state


@pytest.mark.parametrize(("game", "seats", "modules"), [("switzerland", 2, ""), ("berlin", 4, "warehouses")])
def test_the_random_simulation_test_passes(game: str, seats: int, modules: str) -> None:
    np.random.seed(1)  # noqa: NPY002 - OpenSpiel's own
    pyspiel.random_sim_test(load(game, seats, modules), num_sims=1, serialize=True, verbose=False)


def test_a_small_game_is_a_tree_whose_states_are_all_different() -> None:
    states = get_all_states.get_all_states(load(VILLAGES), include_chance_states=True)
    assert len(states) == 3641
    known: dict[str, list[int]] = {}
    for state in states.values():
        if state.current_player() >= 0:
            legal = known.setdefault(state.information_state_string(), state.legal_actions())
            assert legal == state.legal_actions()
    assert len(known) == 1422
    for state in states.values():
        if state.is_chance_node():
            assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)


def test_external_and_outcome_sampling_come_nearer_to_an_equilibrium() -> None:
    game = load(VILLAGES)
    np.random.seed(1)  # noqa: NPY002 - OpenSpiel's own
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(60):
        solver.iteration()
    reached = exploitability.exploitability(game, solver.average_policy())
    other = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(20):
        other.iteration()
    assert reached < 0.6  # 0.638 by random play (docs/openspiel.md)
    assert other.average_policy()


def test_counterfactual_regret_is_minimised() -> None:
    game = load(VILLAGES)
    solver = cfr.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()
    assert len(solver.average_policy().state_lookup) == 1422


def test_a_search_over_information_sets_decides() -> None:
    state = after_chance(load("berlin", 3).new_initial_state())
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 4, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_a_resampled_state_is_one_the_player_holds_possible() -> None:
    state = after_chance(load("usa", 2).new_initial_state())
    other = state.resample_from_infostate(1)
    assert other.information_state_string(1) == state.information_state_string(1)
    assert other.information_state_string(0) != state.information_state_string(0)
    assert other.observation_tensor(1) == state.observation_tensor(1)
    assert other.history() == []


def test_actions_have_their_texts_and_own_ones_are_remembered() -> None:
    state = after_chance(load("usa", 2).new_initial_state())
    assert [state.action_to_string(0, action) for action in state.legal_actions()][:2] == ["keep 1 2", "keep 1 3"]
    twins = [state.clone(), state.clone()]
    for twin, action in zip(twins, state.legal_actions()[:2], strict=True):
        twin.apply_action(action)
    mine, theirs = ({twin.information_state_string(seat) for twin in twins} for seat in (0, 1))
    assert (len(mine), len(theirs)) == (2, 1)


def test_the_winner_gets_one() -> None:
    state, generator = load("berlin", 3).new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(generator.choice(state.legal_actions())))
    assert sorted(state.returns())[:2] == [-1.0, -1.0]
    assert state.get_game().get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_without_openspiel_it_says_what_is_needed() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import eclisse.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ImportError: eclisse.openspiel needs OpenSpiel: pip install 'eclisse[openspiel]'" in done.stderr


def test_every_game_of_the_catalogue_can_be_loaded() -> None:
    for name, spec in builtin_games().items():
        assert load(name, spec.knobs.min_seats).num_players() == spec.knobs.min_seats
