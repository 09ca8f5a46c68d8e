"""Training: what learns and what plays compute the same, advantages are as on paper, and a short run learns to play."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from eclisse.bots import table
from eclisse.bots.learned.in_step import Match
from eclisse.bots.learned.network import POINTS, Shape
from eclisse.bots.learned.practice import EARLIER, FIRST_BOT, LEARNER, PLANNER, STYLES, Group, Practice, wait
from eclisse.bots.learned.weights import Advice, Brain
from eclisse.catalogue.kit import open_kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.batch import Records, awaited
from eclisse.core.changes import N_NUMBERS
from eclisse.core.records import MAX_SEATS, STATE
from training.config import Settings, read_settings
from training.exam import examine
from training.learn import advantages, targets
from training.made_board import write_board
from training.play import Half, Played
from training.run import Run, train
from training.torch_network import Network, load_weights, weights_of

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]
SMALL = (Path(__file__).parents[2] / "training" / "small.toml").read_text("utf-8")


def some_games(groups: list[Group], steps: int = 30) -> Practice:
    """Games of several kinds that `planner` has played for a while."""
    with ThreadPoolExecutor(1) as pool:
        games = Practice(groups, 3, pool)
        wait(games.step())
        for _ in range(steps):
            wait(games.teach())
            wait(games.step())
    return games


def test_what_plays_and_what_learns_agree(tmp_path: Path) -> None:
    """On large and small boards, with all there is to build."""
    games = some_games([
        Group("berlin", 2, 6), Group("europe", 3, 6, ("warehouses",)), Group("india", 4, 6), Group("switzerland", 2, 6),
        Group(str(write_board(1, tmp_path)), 3, 6),
    ])  # fmt: skip
    rows, masks = games.arrays.rows, games.arrays.masks
    torch.manual_seed(2)
    network = Network(Shape(), torch.device("cpu"))
    with torch.no_grad():
        for value in network.parameters():
            value.add_(0.1 * torch.randn_like(value))
        logs, wins, to_come = network(torch.from_numpy(rows), torch.from_numpy(masks))
    advice = Brain(weights_of(network), network.shape).advise(rows, masks)
    assert np.abs(advice.chances - logs.exp().numpy()).max() < 1e-3
    assert np.abs(advice.wins - wins.exp().numpy()).max() < 1e-3
    assert np.abs(advice.to_come / 50 - to_come.numpy()).max() < 1e-3


def test_weights_of_another_network_are_refused() -> None:
    small, large = (Network(Shape(width, 16, 1), torch.device("cpu"), 16, 16) for width in (8, 16))
    with pytest.raises(ValueError, match=r"width=8.*width=16"):
        load_weights(large, weights_of(small))


def test_the_learner_is_asked_for_its_own_seats_only() -> None:
    with ThreadPoolExecutor(1) as pool:
        games = Practice([Group("berlin", 3, 8)], 1, pool)
        games.arrays.players[:] = PLANNER
        games.arrays.players[:, 1] = 0
        for _ in range(20):
            wait(games.step())
            assert (games.arrays.seats == 1).all()
            games.actions[:] = games.arrays.masks.argmax(axis=1)


def play_on(state: Records, bot: int) -> None:
    """Let seat 1 decide as a bot does, as long as it is its turn."""
    kit, view, number = open_kit("berlin"), np.zeros(1, STATE), 0
    while awaited(state[0]) == 1:
        doors.observe_seat(state, view, 1)
        action = table.decide_view(bot, view, kit.board_row, kit.rules_row, 1, state["key"][0][::-1], number)
        play(state, 1, action)
        number += 1


def play(state: Records, seat: int, action: int) -> None:
    """Play a decision on Berlin's board."""
    kit = open_kit("berlin")
    before, changed = np.zeros(1, STATE), np.empty(N_NUMBERS, np.int64)
    assert doors.play_action(state, before, kit.board_row, kit.rules_row, seat, action, changed)


def test_every_style_plays_as_it_does_elsewhere() -> None:
    with ThreadPoolExecutor(1) as pool:
        games = Practice([Group("berlin", 2, len(STYLES))], 1, pool)
        games.arrays.players[:, 1] = STYLES
        wait(games.step())
        for _ in range(20):
            states = games.arrays.states.copy()
            games.actions[:] = games.arrays.masks.argmax(axis=1)
            wait(games.step())
            for i, style in enumerate(STYLES):
                play(states[i : i + 1], 0, int(games.actions[i]))
                play_on(states[i : i + 1], style - FIRST_BOT)
            assert not games.arrays.ended.any()
            assert (states == games.arrays.states).all()


def test_the_league_has_its_shares_and_every_style_meets_every_seat() -> None:
    with ThreadPoolExecutor(1) as pool:
        half = Half([Group("berlin", 2, 40), Group("usa", 3, 60)], 1, pool, torch.device("cpu"))
        half.seat_players(planners=0.25, earlier=0.1, styles=0.2)
        players, n_seats = half.games.arrays.players, half.games.arrays.n_seats
    them = [set(row[:n].tolist()) for row, n in zip(players, n_seats, strict=True)]
    assert [sum(they == {LEARNER, player} for they in them) for player in (PLANNER, EARLIER)] == [25, 10]
    assert sum(they == {LEARNER} for they in them) == 45
    assert [i for i, they in enumerate(them) if EARLIER in they] == half.old.tolist()
    met = {
        (n, style, row[:n].tolist().index(LEARNER)) for row, n in zip(players, n_seats, strict=True) for style in row
    }
    assert met >= {(n, style, seat) for n in (2, 3) for style in STYLES for seat in range(n)}


def played(seats: list[int], ended: list[bool], wins: list[list[float]], outcome: list[float]) -> Played:
    """One game with these forecasts of who wins, points always even."""
    t = len(seats)

    def wide(values: list[list[float]]) -> torch.Tensor:
        result = torch.zeros(t, 1, 2 * MAX_SEATS)
        result[:, 0, :2] = torch.tensor(values)
        return result

    return Played(
        torch.zeros(t, 1, 1, dtype=torch.uint8), torch.ones(t, 1, N_ACTIONS, dtype=torch.int8),
        torch.zeros(t, 1, dtype=torch.long), torch.zeros(t, 1), torch.tensor(seats)[:, None],
        torch.ones(t, 1, dtype=torch.bool), wide(wins), torch.tensor(ended)[:, None], wide([outcome] * t),
    )  # fmt: skip


def test_advantages_go_from_one_own_decision_to_the_next() -> None:
    game = played(
        [0, 1, 0, 1], [False, False, False, True], [[0.5, 0.5], [0.4, 0.6], [0.7, 0.3], [0.2, 0.8]], [0.0, 1.0]
    )
    ahead, known = advantages(game, torch.tensor([2]), Settings(), 0.0)
    assert known.all()
    assert np.allclose(ahead[:, 0], [0.2, 0.2, -0.7, 0.2], atol=1e-6)
    ahead, _ = advantages(game, torch.tensor([2]), Settings(), 1.0)
    assert np.allclose(ahead[:, 0], [-0.5, 0.4, -0.7, 0.2], atol=1e-6)


def test_a_decision_whose_outcome_is_not_seen_yet_counts_nothing() -> None:
    game = played([0, 1, 0], [False, False, False], [[0.5, 0.5], [0.4, 0.6], [0.7, 0.3]], [0.0, 0.0])
    _, known = advantages(game, torch.tensor([2]), Settings(), 1.0)
    assert known[:, 0].tolist() == [True, False, False]


def test_forecasts_learn_from_later_ones_and_from_the_end() -> None:
    game = played([0, 1, 0], [False, True, False], [[0.5, 0.5], [0.4, 0.6], [0.7, 0.3]], [0.0, 1.0])
    target = targets(game, 1.0)[:, 0, :2]
    assert np.allclose(target[:2], [[0, 1], [0, 1]])
    assert np.allclose(targets(game, 0.0)[0, 0, :2], [0.4, 0.6])


class Small:
    """A small network that gives advice; none of its size is compiled."""

    def __init__(self, weights: dict[str, Any], shape: Shape) -> None:
        self._network = Network(shape, torch.device("cpu"))
        load_weights(self._network, weights)

    def advise(self, rows: Any, masks: Any, n_routes: int = 0, n_cities: int = 0) -> Advice:
        """Think about rows of features."""
        del n_routes, n_cities  # it thinks of the largest board
        with torch.no_grad():
            chances, wins, to_come = self._network(torch.from_numpy(rows), torch.from_numpy(masks))
        return Advice(chances.exp().numpy(), wins.exp().numpy(), to_come.numpy() * POINTS)


def test_a_short_run_learns_to_beat_random_play(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    run = Run(read_settings(SMALL), tmp_path, None, 1)
    while run.lessons < 8:
        run.lesson(True, 1.0)
    train(run, 0.0, 0.0, (1.0, 1.0), 4)
    run.lesson(False, 1.0)
    run.pool.shutdown()
    with np.load(tmp_path / "weights.npz") as stored:
        asked = Small(dict(stored), run.settings.shape)
    kit = open_kit("berlin")
    bots = [("learned", "random") if i % 2 else ("random", "learned") for i in range(40)]
    sheets = Match(kit, asked, bots, [i // 2 for i in range(40)], 5).play().sheets
    assert sum(int(sheets["winner"][i, (i + 1) % 2]) for i in range(40)) >= 26
    assert (tmp_path / "log.jsonl").read_text("utf-8").count("\n") >= 10


def test_a_run_against_one_network_leaves_that_one_as_it_is(tmp_path: Path) -> None:
    torch.set_num_threads(1)
    settings = read_settings(SMALL)
    theirs = Network(Shape(8, 16, 1), torch.device("cpu"))
    np.savez(tmp_path / "theirs.npz", allow_pickle=False, **weights_of(theirs))
    settings = replace(
        settings, games=16, batch=32, planners=0.0, earlier=1.0, styles=0.0, renew=1, mix=(Group("berlin", 2, 16),)
    )
    run = Run(settings, tmp_path, None, 1, tmp_path / "theirs.npz")
    before = weights_of(run.network)["in_table_x"].copy()
    train(run, 0.0, 0.0, (1.0, 1.0), 1)
    run.lesson(False, 1.0)
    assert all((weights_of(run.earlier)[name] == value).all() for name, value in weights_of(theirs).items())
    assert (weights_of(run.network)["in_table_x"] != before).any()
    marks = examine(theirs, [Group("berlin", 2, 12)], 5, run.pool, run.device, theirs)
    run.pool.shutdown()
    assert [mark.wins for mark in marks] == [0.5]  # against itself, on the same deals from both seats
