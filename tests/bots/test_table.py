"""Every bot of the table plays every game and module without one illegal decision, and threads change nothing."""

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import make_bot, table
from eclisse.bots.loop import match
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import open_kit


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", builtin_games())
def test_the_planner_plays_every_game_with_any_number_of_seats(game: str) -> None:
    for modules in ((), modules_for(builtin_games()[game])):
        kit = open_kit(game, modules)
        for seats in range(int(kit.rules.min_seats), int(kit.rules.max_seats) + 1):
            bots = np.full((3, seats), table.PLANNER)
            decisions = match(kit.board_row, kit.rules_row, bots, np.array([seats, 7], np.uint64)).n_decisions
            assert (decisions > 0).all()


@pytest.mark.compiled_only
def test_the_planner_wins_against_greedy_and_greedy_against_random() -> None:
    kit = open_kit("usa")
    for strong, weak in ((table.PLANNER, table.GREEDY), (table.GREEDY, table.RANDOM)):
        bots = np.array([[strong, weak], [weak, strong]] * 30)
        sheets = match(kit.board_row, kit.rules_row, bots, np.array([1, 2], np.uint64)).sheets
        wins = sum(int(sheets["winner"][i, i % 2]) for i in range(60))
        assert wins >= 54


@pytest.mark.compiled_only
def test_matches_do_not_depend_on_threads() -> None:
    kit = open_kit("switzerland")
    bots = np.array([[i % len(table.NAMES), (i + 1) % len(table.NAMES)] for i in range(14)])
    key = np.array([3, 1], np.uint64)
    runs = [match(kit.board_row, kit.rules_row, bots, key, 0, threads).states.tobytes() for threads in (1, 3)]
    assert runs[0] == runs[1]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", [*table.NAMES, "search@30", "easy"])
def test_a_bot_sits_at_a_table_of_people(name: str) -> None:
    game = Game.new("berlin", 2, seed=5)
    bot = make_bot(name, np.array([1, 1], np.uint64))
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bot.choose(game.view(seat), game.legal(seat)))
    assert len(game.result.totals) == 2
