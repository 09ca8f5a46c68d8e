"""Very last turns: what the coach calls exact is what a slow, obvious enumeration finds (`endings.py`)."""

import numpy as np
import pytest

from eclisse import Game
from eclisse.analysis.hint import hint
from eclisse.analysis.weigh import Chance, glance, weigh
from eclisse.analysis.worlds import worlds_of
from eclisse.bots.seated import play_out, sit_down
from tests.analysis.endings import compare, compare_payments, endings, last_turn

pytestmark = pytest.mark.compiled_only


# Every game, two seats and three, depots, tickets to be drawn, tunnels to be paid: those that are gone through quickly.
# `make soak-bots` goes through 240, some of which take a quarter of a minute.
QUICK = (*range(22, 28), *range(29, 32), *range(33, 39), 40, 41, 14, 18, 54, 72, 94, 204, 237, 308)


def test_what_is_called_exact_is_what_an_enumeration_finds() -> None:
    n_exact = n_whole = n_paid = 0
    for game, truth in endings(QUICK):
        n, known, wrong, lost = compare(game, truth)
        assert wrong < 1e-9, (game.kit.game, game.seats, game.kit.modules)
        assert lost < 1e-9
        paid, off = compare_payments(game, truth)
        assert off < 1e-9
        n_paid += paid
        n_exact, n_whole = n_exact + known, n_whole + (n == known)
    assert n_exact > 450
    assert n_whole >= 10
    assert n_paid >= 50


def ended(name: str, seed: int) -> Game:
    """A bot game at the beginning of its very last turn."""
    game = Game.new(name, 2, seed)
    play_out(game, sit_down(("planner", "planner"), f"{seed:032x}"))
    found = last_turn(game)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["usa", "india"])
def test_likely_worlds_come_to_what_is_summed_up(name: str) -> None:
    game = ended(name, 4)
    seat = game.to_act[0]
    worlds = worlds_of(game.view(seat), 1, 1)
    number = next(action.number for action in game.legal(seat) if action.kind in ("take", "draw"))
    exact, tried = worlds.sum_up([number]), worlds.try_out([number], 0, 2000)
    assert exact is not None
    spread = np.sqrt(0.25 / 2000)
    assert np.abs(exact.wins[0] - tried.wins[:, 0].mean(axis=0)).max() < 4 * spread
    assert np.abs(exact.points[0] - tried.points[:, 0].mean(axis=0)).max() < 1.5


def test_an_exact_verdict_is_certain_and_the_same_for_every_seed() -> None:
    game = ended("usa", 4)
    seat = game.to_act[0]
    view, legal = game.view(seat), game.legal(seat)
    one, other = (weigh(view, legal, legal[-1], 2, Chance(seed)) for seed in (1, 2))
    assert one == other
    assert one.exact
    assert one.error == 0.0
    assert all(option.exact for option in one.best)
    assert one.best[0].win[seat] >= one.taken.win[seat]
    assert glance(view, legal[-1], 2).taken.win == one.taken.win
    assert hint(view, legal, 2)[0].option.win == one.best[0].win
    assert abs(sum(one.taken.win) - 1.0) < 1e-9


def test_a_route_that_swings_the_longest_path_is_found() -> None:
    game = Game.new("usa", 2, 52175)
    play_out(game, sit_down(("learned", "planner"), f"{52175:032x}"))
    before = Game.replay(game.record(), until=119)
    view, legal = before.view(1), before.legal(1)
    taken = next(action for action in legal if action.text == game.actions[119][1])
    verdict = weigh(view, legal, taken, 600)
    assert taken.text == "claim chicago--pittsburgh"
    assert verdict.sure
    assert verdict.loss > 0.9
    assert (verdict.best[0].action.route or "").startswith("seattle--vancouver")


def test_before_the_very_last_turn_nothing_is_called_exact() -> None:
    game = Game.new("usa", 2, 4)
    play_out(game, sit_down(("planner", "planner"), "4" * 32))
    before = Game.replay(game.record(), until=60)
    seat = before.to_act[0]
    verdict = weigh(before.view(seat), before.legal(seat), None, 20)
    assert not verdict.exact
    assert not any(option.exact for option in verdict.best)
