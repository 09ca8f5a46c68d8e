"""`learned@…`: looking ahead keeps to the rules, to its budget and to its key."""

import math
import time
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from eclisse import Game
from eclisse.bots import UnknownBot, check_bot, make_bot
from eclisse.bots.learned import ahead
from eclisse.bots.learned.ahead import POINT, look_ahead, worth
from eclisse.bots.learned.lines import Lines, Numbers
from eclisse.bots.learned.network import shapes
from eclisse.bots.learned.weights import Advice, Advisor, Brain, load_brain
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
    chosen = {
        make_bot("learned@150", key_from_seed(9)).choose(played.view(seat), played.legal(seat)).text for _ in range(3)
    }
    assert len(chosen) == 1


def test_a_budget_of_time_gives_a_legal_decision() -> None:
    played = a_few_turns()
    seat = played.to_act[0]
    legal = played.legal(seat)
    assert make_bot("learned@20ms", key_from_seed(9)).choose(played.view(seat), legal) in legal


def test_without_time_to_look_it_takes_what_the_network_likes() -> None:
    played = a_few_turns("europe", 2, 40)
    numbers = sorted(action.number for action in played.legal(played.to_act[0]))
    assert looked(Asked(0.3, 0.4, 0.3), played, Budget(seconds=1e-9)) == numbers[1]


def test_it_plays_a_game_to_the_end() -> None:
    played = Game.new("berlin", seats=2, seed=6, modules=["warehouses"])
    bots = [make_bot("learned@8", key_from_seed(seat)) for seat in range(2)]
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
    wins, points = np.zeros((2, 3, 2)), np.zeros((2, 3, 2))
    wins[:, 0, 1] = 1.0  # the first choice wins by a point, the second loses by ten, the third by one
    points[:, 0] = 50, 51
    points[:, 1] = 60, 50
    points[:, 2] = 51, 50
    first, second, third = worth(Outcomes(wins, points), 1)
    assert first > third > second
    assert first == pytest.approx(2 * (1 + POINT))


def blind(outcome: dict[int, float] | None = None) -> Brain:
    """A network that likes all decisions alike, and always forecasts the same."""
    shape = load_brain().shape
    parameters = {name: np.zeros(form, np.float32) for name, form in shapes(shape).items()}
    for i, value in (outcome or {}).items():
        parameters["outcome_bias"][i] = value
    return Brain(parameters, shape)


def tried(brain: Advisor, played: Game, *choices: int, first: int = 0, n: int = 4) -> Outcomes:
    """What becomes of choices of the seat to act, by default of its first two."""
    seat = played.to_act[0]
    numbers = choices or [action.number for action in played.legal(seat)[:2]]
    found = Lines(brain, played.view(seat), key_from_seed(5)).try_out(np.array(numbers, np.int64), first, n)
    assert found is not None
    return found


def test_a_line_that_would_take_too_long_is_given_up() -> None:
    played = a_few_turns("europe", 5)
    seat = played.to_act[0]
    choices = np.array([action.number for action in played.legal(seat)[:2]], np.int64)
    assert Lines(load_brain(), played.view(seat), key_from_seed(5)).try_out(choices, 0, 4, deadline=0.0) is None


class Asked:
    """The network, and how often it was asked; it can be told how much to like the first legal decisions at first.

    Every answer takes a second of the clock.
    """

    def __init__(self, *likes: float) -> None:
        self.n, self._brain, self._likes = 0, load_brain(), likes

    def clock(self) -> float:
        """The time."""
        return float(self.n)

    def advise(
        self, rows: npt.NDArray[np.uint8], masks: npt.NDArray[np.int8], n_routes: int = 0, n_cities: int = 0
    ) -> Advice:
        """What the network thinks."""
        self.n += 1
        advice = self._brain.advise(rows, masks, n_routes, n_cities)
        if self.n == 1 and self._likes:
            advice.chances[:] = 1e-6
            advice.chances[0, np.flatnonzero(masks[0])[: len(self._likes)]] = self._likes
        return advice


class Noted(Lines):
    """Lines, and what was tried."""

    tries: ClassVar[list[tuple[int, int, int]]] = []

    def try_out(self, choices: Numbers, first: int, n: int, deadline: float = math.inf) -> Outcomes | None:
        """Note how many choices are tried, from which world on, in how many."""
        self.tries.append((len(choices), first, n))
        return super().try_out(choices, first, n, deadline)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int, int]]:
    """What is tried in a test: how many choices, from which world on, in how many."""
    monkeypatch.setattr(ahead, "Lines", Noted)
    Noted.tries = []
    return Noted.tries


def looked(asked: Asked, played: Game, budget: Budget) -> int:
    """The decision of the seat to act."""
    seat = played.to_act[0]
    legal = [action.number for action in played.legal(seat)]
    return look_ahead(asked, played.view(seat), legal, key_from_seed(1), budget)


@pytest.mark.parametrize(
    ("likes", "n"),
    [((0.9, 0.05, 0.02, 0.005), 3), ((0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05), 6), ((0.005, 0.001), 1)],
)
def test_it_tries_what_the_network_likes(likes: tuple[float, ...], n: int, tries: list[tuple[int, int, int]]) -> None:
    looked(Asked(*likes), a_few_turns("europe", 2, 40), Budget(iterations=24))
    assert (tries[0][0] if tries else 1) == n


def test_the_better_half_is_tried_in_other_worlds(tries: list[tuple[int, int, int]]) -> None:
    looked(Asked(0.3, 0.3, 0.2, 0.1), a_few_turns("europe", 2, 40), Budget(iterations=32))
    assert tries == [(4, 0, 4), (2, 4, 8)]


def test_no_line_is_gone_on_with_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(0.5, 0.4)
    monkeypatch.setattr(time, "perf_counter", asked.clock)
    looked(asked, a_few_turns("europe", 2, 40), Budget(seconds=5))
    assert asked.n == 6  # the last answer began in time


@pytest.mark.parametrize(("seats", "turns"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_every_seat_has_as_many_turns_before_the_forecast(seats: int, turns: int) -> None:
    played, asked = a_few_turns("europe", seats), Asked()
    tried(asked, played, n=1)
    assert turns <= asked.n <= 3 * turns  # a turn takes one to three decisions


def test_all_choices_are_tried_in_the_same_worlds() -> None:
    played = a_few_turns()
    choice = played.legal(played.to_act[0])[0].number
    found = tried(load_brain(), played, choice, choice)
    np.testing.assert_allclose(found.wins[:, 0], found.wins[:, 1], atol=1e-5)
    np.testing.assert_allclose(found.points[:, 0], found.points[:, 1], atol=1e-3)
    assert np.ptp(found.points[:, 0, :], axis=0).max() > 0  # but one world is not like another


def test_worlds_are_numbered_so_that_looking_goes_on_where_it_stopped() -> None:
    played = a_few_turns("europe", 3)
    once, parts = tried(load_brain(), played), [tried(load_brain(), played, first=i, n=2) for i in (0, 2)]
    np.testing.assert_allclose(once.wins, np.concatenate([part.wins for part in parts]), atol=1e-4)
    np.testing.assert_allclose(once.points, np.concatenate([part.points for part in parts]), atol=1e-2)


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


def test_in_a_last_turn_it_takes_what_brings_most_whatever_the_network_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "MOST", N_ACTIONS)
    played = last_turn()
    legal = played.legal(1)
    leads = {action.number: lead_after(played, action) for action in legal}
    found = look_ahead(blind(), played.view(1), list(leads), key_from_seed(1), Budget(iterations=2000))
    assert leads[found] == max(leads.values()) > min(leads.values())


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownBot):
        check_bot("learned@soon")
