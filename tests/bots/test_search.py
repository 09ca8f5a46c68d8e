"""The search: the same from the same key, legal everywhere, on any number of threads."""

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import LEVELS, UnknownBot, check_bot, make_bot, read_budget
from eclisse.bots.search import Budget, SearchBot
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.catalogue.kit import open_kit

KEY = np.array([1, 2], np.uint64)


def play_some(game: Game, n: int) -> Game:
    bots = [make_bot("planner", np.array([3, seat], np.uint64)) for seat in range(game.seats)]
    for _ in range(n):
        if not game.over:
            seat = game.to_act[0]
            game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat)))
    return game


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", builtin_games())
def test_it_plays_every_game_and_module(game: str) -> None:
    """A sixth of the decisions; the others are the plan's, which takes less time."""
    for modules in {(), tuple(modules_for(builtin_games()[game]))}:
        table = Game.new(game, int(open_kit(game, modules).rules.min_seats), seed=4, modules=modules)
        search, plan = SearchBot(Budget(iterations=20), KEY), make_bot("planner", KEY)
        while not table.over:
            seat, bot = table.to_act[0], search if len(table.actions) % 6 == 0 else plan
            table.play(seat, bot.choose(table.view(seat), table.legal(seat)))


@pytest.mark.compiled_only
def test_the_same_key_and_iterations_find_the_same_on_any_number_of_threads() -> None:
    for n in (0, 2, 30, 61):
        game = play_some(Game.new("europe", 3, seed=9), n)
        seat = game.to_act[0]
        found = [
            SearchBot(Budget(iterations=300), KEY, threads).choose(game.view(seat), game.legal(seat))
            for threads in (1, 1, 2, 3)
        ]
        assert len({str(action) for action in found}) == 1


def test_budgets_are_read_and_refused() -> None:
    assert read_budget("search") == Budget(seconds=0.5)
    assert read_budget("search@250ms") == Budget(seconds=0.25)
    assert read_budget("search@2s") == Budget(seconds=2)
    assert read_budget("search@4000") == Budget(iterations=4000)
    for name in ("search@0", "search@-1", "search@1h", "search@ms"):
        with pytest.raises(UnknownBot, match="expected search@500ms, search@2s, or search@4000 for iterations"):
            check_bot(name)
    with pytest.raises(UnknownBot, match='did you mean "search"'):
        check_bot("serch")


def test_every_level_is_a_bot() -> None:
    for level, bot in LEVELS.items():
        check_bot(level)
        check_bot(bot)
