"""The coach against the truth: late positions in which everything that can still happen is enumerated, slowly."""

import itertools
import json
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from eclisse import Game
from eclisse.analysis.weigh import Chance, Verdict, compare, weigh
from eclisse.analysis.worlds import Z, forecast

pytestmark = pytest.mark.compiled_only
FILES = ("late_1", "late_2")
SWINGS = ("late_3", "late_4")  # a route that no plan leads to brings the longest path


def load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8"))
    return found


def mirrored(position: dict[str, Any]) -> dict[str, Any]:
    """The same with the two seats exchanged."""
    rows = {key: position[key][::-1] for key in ("hands", "tickets")}
    turned = {key: 1 - position[key] for key in ("to_move", "last_round_by")}
    return {**position, **rows, **turned, "routes": {name: 1 - seat for name, seat in position["routes"].items()}}


def hidden_hands(position: dict[str, Any], other: int) -> list[tuple[dict[str, int], dict[str, int], int]]:
    """Every hand the other seat may hold, with what is left for the deck and in how many ways it can be."""
    pool = dict(position["deck"])
    for colour, n in position["hands"][other].items():
        pool[colour] = pool.get(colour, 0) + n
    size = sum(position["hands"][other].values())
    found = []
    for counts in itertools.product(*(range(n + 1) for n in pool.values())):
        if sum(counts) == size:
            hand = dict(zip(pool, counts, strict=True))
            ways = 1
            for colour, n in hand.items():
                ways *= comb(pool[colour], n)
            found.append((hand, {colour: pool[colour] - hand[colour] for colour in pool}, ways))
    return found


def share(game: Game, seat: int) -> float:
    winners = game.result.winners
    return 1 / len(winners) if seat in winners else 0.0


def best_reply(game: Game) -> float:
    """The best result of the last seat to decide: every way to begin its turn is tried."""
    seat, best = game.to_act[0], 0.0
    for action in game.legal(seat):
        copy = game.copy()
        copy.play(seat, action)
        while not copy.over:
            copy.play(seat, copy.legal(seat)[0])
        best = max(best, share(copy, seat))
    return best


def exact(position: dict[str, Any], seat: int, action: str) -> float:
    """The chance to win of a decision: over all hands of the other seat, which answers as well as it can."""
    total, value = 0, 0.0
    for hand, deck, ways in hidden_hands(position, 1 - seat):
        hands = list(position["hands"])
        hands[1 - seat] = hand
        game = Game.from_position({**position, "hands": hands, "deck": deck})
        game.play(seat, action)
        while not game.over and game.to_act[0] == seat:
            game.play(seat, game.legal(seat)[0])
        total += ways
        value += ways * (share(game, seat) if game.over else 1 - best_reply(game))
    return value / total


def ask(position: dict[str, Any], iterations: int, taken: str | None = None, threads: int = 1) -> Verdict:
    game = Game.from_position(position)
    seat = game.to_act[0]
    legal = game.legal(seat)
    action = None if taken is None else next(one for one in legal if one.text == taken)
    return weigh(game.view(seat), legal, action, iterations, Chance(5, 1, threads))


@pytest.mark.parametrize("name", FILES)
def test_the_chance_to_win_is_that_of_all_that_can_happen(name: str) -> None:
    position = load(name)
    verdict = ask(position, 3000)
    for option in verdict.best:
        truth = exact(position, 0, option.action.text)
        assert abs(option.win[0] - truth) <= Z * sqrt(0.25 / verdict.worlds) + option.error
    best = max(exact(position, 0, action.text) for action in Game.from_position(position).legal(0))
    assert exact(position, 0, verdict.best[0].action.text) == best


@pytest.mark.parametrize("name", SWINGS)
def test_in_a_last_turn_nothing_better_is_passed_over(name: str) -> None:
    game = Game.from_position(load(name))
    seat, best = game.to_act[0], ask(load(name), 1500).best[0]
    chances = {
        option.action.text: option.win[seat] for option in compare(game.view(seat), game.legal(seat), 400, Chance(9))
    }
    assert max(chances.values()) - chances[best.action.text] < 0.05


@pytest.mark.parametrize("name", FILES)
def test_the_loss_of_a_bad_decision_is_the_true_one_within_its_interval(name: str) -> None:
    position = load(name)
    verdict = ask(position, 3000, "draw")
    truth = exact(position, 0, verdict.best[0].action.text) - exact(position, 0, "draw")
    assert truth >= 0.15
    assert abs(verdict.gap - truth) <= verdict.error
    assert verdict.sure


@pytest.mark.parametrize("name", FILES)
def test_a_mirrored_position_has_a_mirrored_answer(name: str) -> None:
    one, other = ask(load(name), 3000, "draw"), ask(mirrored(load(name)), 3000, "draw")
    assert abs(one.gap - other.gap) <= one.error + other.error
    assert {one.best[0].action.route} <= {option.action.route for option in other.best}
    assert [round(x, 9) for x in one.taken.win] == [round(x, 9) for x in reversed(other.taken.win)]


def test_a_larger_budget_gives_a_smaller_interval() -> None:
    errors = [ask(load("late_2"), n, "draw").error for n in (100, 400, 1600)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 3


def test_the_number_of_threads_changes_nothing() -> None:
    assert ask(load("late_1"), 300) == ask(load("late_1"), 300, threads=3)


def test_a_decided_game_is_certain_for_everybody() -> None:
    game = Game.from_position(load("late_1"))
    seen = [forecast(game.view(seat), 40) for seat in (0, 1, None)]
    for found in seen:
        assert abs(sum(found.win) - 1.0) < 1e-9
        assert len(found.points) == 2
