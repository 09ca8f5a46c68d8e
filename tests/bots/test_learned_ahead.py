"""`learned@…`: looking ahead keeps to the rules, to its budget and to its key."""

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import UnknownBot, check_bot, make_bot
from eclisse.bots.learned.ahead import Ahead, look_ahead
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.search import Budget
from eclisse.core import doors
from eclisse.core.records import STATE
from eclisse.notation import key_from_seed

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


def test_it_plays_a_game_to_the_end() -> None:
    played = Game.new("berlin", seats=2, seed=6, modules=["warehouses"])
    bots = [make_bot("learned@30", key_from_seed(seat)) for seat in range(2)]
    while not played.over:
        seat = played.to_act[0]
        played.play(seat, bots[seat].choose(played.view(seat), played.legal(seat)))
    assert played.result.winners


def test_nothing_hidden_is_looked_at() -> None:
    played = a_few_turns()
    seat, views = played.to_act[0], np.zeros(1, STATE)
    doors.observe_seat(played.states, views, seat)
    key, brain = key_from_seed(2), load_brain()
    chosen = look_ahead(brain, played.kit, views, seat, key, Budget(iterations=100))
    other = np.zeros(1, STATE)
    doors.redeal(views, played.kit.board_row, played.kit.rules_row, other, seat, key_from_seed(77))
    doors.observe_seat(other, views, seat)
    assert look_ahead(brain, played.kit, views, seat, key, Budget(iterations=100)) == chosen


def test_the_favourite_is_left_only_for_one_that_is_clearly_better() -> None:
    played = a_few_turns()
    seat, views = played.to_act[0], np.zeros(1, STATE)
    doors.observe_seat(played.states, views, seat)
    ahead = Ahead(load_brain(), played.kit, views, seat, key_from_seed(2))
    ahead.values = [[0.5, 0.5, 0.5, 0.5], [0.9, 0.1, 0.9, 0.2], [0.6, 0.6, 0.6, 0.6]]
    assert ahead.lead(0, 1.5) == 0
    assert ahead.lead(1, 1.5) < 0 < ahead.lead(1, 0.0)
    assert ahead.lead(2, 1.5) > 0


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownBot):
        check_bot("learned@soon")
