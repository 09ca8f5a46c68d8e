"""`learned@…`: looking ahead keeps to the rules, to its budget and to its key."""

import time

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import UnknownBot, check_bot, make_bot
from eclisse.bots.learned.ahead import LOOK, MOST, POINT, Look, list_candidates, look_ahead, look_on, worth
from eclisse.bots.learned.lines import LINES, open_lines, try_out
from eclisse.bots.learned.network import shapes
from eclisse.bots.learned.weights import Brain, load_brain
from eclisse.bots.search import Budget
from eclisse.bots.worlds import Outcomes
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.notation import Action, key_from_seed

pytestmark = pytest.mark.compiled_only


def a_few_turns(game: str = "berlin", seats: int = 2, n: int = 30) -> Game:
    """A game that the network has played for a while."""
    played, bot = Game.new(game, seats=seats, seed=4), make_bot("learned", key_from_seed(1))
    for _ in range(n):
        seat = played.to_act[0]
        played.play(seat, bot.choose(played.view(seat), played.legal(seat)))
    return played


@pytest.mark.parametrize(("game", "seats"), [("berlin", 2), ("europe", 3)])
def test_iterations_decide_alike_every_time(game: str, seats: int) -> None:
    played = a_few_turns(game, seats)
    seat = played.to_act[0]
    first, second = (
        make_bot("learned@60", key_from_seed(9)).choose(played.view(seat), played.legal(seat)).text for _ in range(2)
    )
    assert first == second


def test_a_budget_of_time_gives_a_legal_decision() -> None:
    played = a_few_turns()
    seat = played.to_act[0]
    legal = played.legal(seat)
    assert make_bot("learned@20ms", key_from_seed(9)).choose(played.view(seat), legal) in legal


def looking(played: Game, brain: Brain | None = None) -> Look:
    """The decision of the seat to act, as it begins to be weighed."""
    seat = played.to_act[0]
    legal = [action.number for action in played.legal(seat)]
    return Look(brain or load_brain(), played.view(seat), legal, key_from_seed(1))


def test_without_time_to_look_it_takes_what_the_network_likes() -> None:
    look = looking(doubtful())
    favourite = look.choices[0]
    assert look_ahead(look, Budget(seconds=1e-9), time.perf_counter() - 1) == favourite


def test_it_plays_a_game_to_the_end() -> None:
    played = Game.new("berlin", seats=2, seed=6, modules=["warehouses"])
    bots = [make_bot(name, key_from_seed(seat)) for seat, name in enumerate(("learned@8", "planner"))]
    while not played.over:
        seat = played.to_act[0]
        played.play(seat, bots[seat].choose(played.view(seat), played.legal(seat)))
    assert played.result.winners


def test_nothing_hidden_is_looked_at() -> None:
    played = a_few_turns()
    seat = played.to_act[0]
    view, legal = played.view(seat), played.legal(seat)
    chosen = make_bot("learned@100", key_from_seed(2)).choose(view, legal)
    doors.redeal(view.records, played.kit.board_row, played.kit.rules_row, played.states, seat, key_from_seed(77))
    assert played.view(seat).record.tobytes() == view.record.tobytes()
    assert make_bot("learned@100", key_from_seed(2)).choose(played.view(seat), played.legal(seat)) == chosen


def test_a_decision_counts_wins_first_and_then_points() -> None:
    lines, values = np.zeros(1, LINES), []
    lines[0].seen.n_seats, lines[0].seat = 2, 1
    for win, points in ((1.0, (50, 51)), (0.0, (60, 50)), (0.0, (51, 50))):
        lines[0].wins[1], lines[0].points[:2] = win, points
        values.append(worth(lines[0]))
    assert values[0] > values[2] > values[1]
    assert values[0] == pytest.approx(1 + POINT)


def blind(outcome: dict[int, float] | None = None) -> Brain:
    """A network that likes all decisions alike, and always forecasts the same."""
    shape = load_brain().shape
    parameters = {name: np.zeros(form, np.float32) for name, form in shapes(shape).items()}
    for i, value in (outcome or {}).items():
        parameters["outcome_bias"][i] = value
    return Brain(parameters, shape)


def tried(brain: Brain, played: Game, *choices: int, first: int = 0, n: int = 4) -> Outcomes:
    """The outcomes of choices of the seat to act, by default of its first two."""
    seat, kit = played.to_act[0], played.kit
    numbers = np.array(choices or [action.number for action in played.legal(seat)[:2]], np.int64)
    lines, views, key = np.zeros(1, LINES), played.view(seat).records, key_from_seed(5)
    found = Outcomes(*(np.zeros((n, len(numbers), len(played.result.totals))) for _ in range(2)))
    open_lines(lines[0], views, kit.board_row, kit.rules_row, seat, (key[0], key[1]))
    try_out(lines, kit.board_row, kit.rules_row, brain.weights, numbers, first, *found)
    return found


def candidates(likes: tuple[float, ...]) -> list[int]:
    """The candidates among decisions that the network likes so much."""
    looks, chances = np.zeros(1, LOOK), np.zeros(N_ACTIONS, np.float32)
    chances[: len(likes)] = likes
    list_candidates(looks[0], chances)
    found: list[int] = looks[0].choices[: looks[0].n_choices].tolist()
    return found


@pytest.mark.parametrize(
    ("likes", "found"),
    [
        ((0.02, 0.9, 0.05, 0.005), [1, 2, 0]),
        ((0.1, 0.2, 0.1, 0.1, 0.1, 0.3, 0.05, 0.05), [5, 1, 0, 2, 3, 4]),
        ((0.001, 0.005), [1]),
        ((0.005, 0.005), [0, 1]),
    ],
)
def test_it_tries_what_the_network_likes(likes: tuple[float, ...], found: list[int]) -> None:
    assert candidates(likes) == found


def doubtful() -> Game:
    """A game in which the network weighs at least four decisions."""
    played, bot = a_few_turns("europe", 2, 40), make_bot("learned", key_from_seed(1))
    while len(looking(played).choices) < 4:
        seat = played.to_act[0]
        played.play(seat, bot.choose(played.view(seat), played.legal(seat)))
    return played


def test_the_better_half_is_tried_in_other_worlds() -> None:
    look, n_worlds = looking(doubtful()), []
    n = len(look.choices)
    while len(look.choices) > 1:
        before = look.choices
        assert look.try_out(2)
        look.halve()
        n_worlds.append(int(look._looks[0]["n_worlds"]))
        assert set(look.choices) < set(before)
        assert len(look.choices) == (len(before) + 1) // 2
    assert n <= MOST
    assert n_worlds == [2 * (i + 1) for i in range((n - 1).bit_length())]


def test_portions_change_nothing() -> None:
    played = doubtful()
    whole, parts = looking(played), looking(played)
    whole.try_out(3)
    while not look_on(parts._looks, played.kit.board_row, played.kit.rules_row, load_brain().weights, 3, 1):
        continue
    assert whole._looks["lately"].tobytes() == parts._looks["lately"].tobytes()


def test_no_line_is_gone_on_with_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    look = looking(doubtful())
    assert not look.try_out(1000, deadline=5.0)
    assert next(clock) == 7  # the last portion began in time
    look.halve()
    assert look.try_out(1)  # what was given up does not disturb the next round


@pytest.mark.parametrize(("seats", "turns"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_every_seat_has_as_many_turns_before_the_forecast(seats: int, turns: int) -> None:
    played = a_few_turns("europe", seats)
    seat, lines, key = played.to_act[0], np.zeros(1, LINES), key_from_seed(5)
    views, table = played.view(seat).records, (played.kit.board_row, played.kit.rules_row)
    wins, points = np.zeros((1, 1, seats)), np.zeros((1, 1, seats))
    open_lines(lines[0], views, *table, seat, (key[0], key[1]))
    choice = np.array([played.legal(seat)[0].number], np.int64)
    try_out(lines, *table, load_brain().weights, choice, 0, wins, points)
    assert turns - seats < lines[0].state.turns - views[0].turns <= turns


def test_all_choices_are_tried_in_the_same_worlds() -> None:
    played = a_few_turns()
    choice = played.legal(played.to_act[0])[0].number
    found = tried(load_brain(), played, choice, choice)
    np.testing.assert_array_equal(found.wins[:, 0], found.wins[:, 1])
    np.testing.assert_array_equal(found.points[:, 0], found.points[:, 1])
    assert np.ptp(found.points[:, 0, :], axis=0).max() > 0  # but one world is not like another


def test_worlds_are_numbered_so_that_looking_goes_on_where_it_stopped() -> None:
    played = a_few_turns("europe", 3)
    once, parts = tried(load_brain(), played), [tried(load_brain(), played, first=i, n=2) for i in (0, 2)]
    np.testing.assert_array_equal(once.wins, np.concatenate([part.wins for part in parts]))
    np.testing.assert_array_equal(once.points, np.concatenate([part.points for part in parts]))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_forecast_is_told_for_the_seats_as_the_one_that_decides_sees_them(seat: int) -> None:
    played = a_few_turns("europe", 3)
    while played.to_act[0] != seat:
        played.play(played.to_act[0], played.legal(played.to_act[0])[0])
    found = tried(blind({1: 9.0, 7: 2.0}), played)  # the next seat wins for certain, the one after gets 100 points more
    assert (found.wins[:, :, (seat + 1) % 3] > 0.99).all()
    assert (found.points[:, :, (seat + 2) % 3] >= 100).all()
    assert (found.points[:, :, seat] < 100).all()


def test_where_the_game_ends_its_count_is_the_outcome() -> None:
    found = tried(load_brain(), last_turn())
    assert set(np.unique(found.wins)) <= {0.0, 0.5, 1.0}
    np.testing.assert_array_equal(found.wins.sum(axis=2), 1.0)
    np.testing.assert_array_equal(found.points, found.points.round())


def last_turn() -> Game:
    """Seat 1 is to decide and has no turn after this one; some of its routes bring more than others."""
    played, bots = Game.new("usa", seats=2, seed=2), [make_bot("greedy", key_from_seed(seat)) for seat in range(2)]
    before = played.copy()
    while not played.over:
        seat = played.to_act[0]
        if seat == 1 and any(action.kind == "claim" for action in played.legal(seat)):
            before = played.copy()
        played.play(seat, bots[seat].choose(played.view(seat), played.legal(seat)))
    return before


def lead_after(played: Game, action: Action) -> int:
    """How far seat 1 is ahead at the end if it decides so and seat 0 only draws."""
    played = played.copy()
    played.play(1, action)
    while not played.over:
        seat = played.to_act[0]
        played.play(seat, next((a for a in played.legal(seat) if a.text == "draw"), played.legal(seat)[0]))
    first, second = played.result.totals
    return second - first


def test_in_a_last_turn_it_takes_what_brings_most_whatever_the_network_likes() -> None:
    played = last_turn()
    leads = {action.number: lead_after(played, action) for action in played.legal(1)}
    best = max(leads, key=lambda number: leads[number])
    some = sorted({*list(leads)[: MOST - 1], best})
    look = Look(blind(), played.view(1), some, key_from_seed(1))
    assert len(look.choices) == len(some)
    found = look_ahead(look, Budget(iterations=200), 0.0)
    assert leads[found] == leads[best] > min(leads[number] for number in some)


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownBot):
        check_bot("learned@soon")
