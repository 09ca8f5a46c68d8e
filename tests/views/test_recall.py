"""A seat remembers what it saw and decided, and a redealt game is one that it cannot tell from the true one."""

import pytest

from eclisse import Game


def middle(seed: int = 3) -> Game:
    """A game in its middle."""
    game = Game.new("europe", 3, seed, ["warehouses"])
    for _ in range(60):
        seat = game.to_act[0]
        game.play(seat, game.legal(seat)[-1])
    return game


def test_a_seat_remembers_its_own_decisions_and_what_it_saw_after_each() -> None:
    game = middle()
    for seat in range(3):
        state = game.information_state(seat)
        assert len(state.moments) == 1 + len(game.actions)
        own = [moment.own.text for moment in state.moments if moment.own]
        assert own == [text for actor, text in game.actions if actor == seat]
        assert state.moments[-1].view.to_dict() == game.view(seat).to_dict()


def test_what_another_seat_cannot_see_does_not_change_what_it_remembers() -> None:
    one, other = (Game.new("usa", 2, 1) for _ in range(2))
    one.play(0, "keep 1 2")
    other.play(0, "keep 2 3")
    assert one.information_state(1).key == other.information_state(1).key
    assert one.information_state(0).key != other.information_state(0).key


def test_a_game_from_a_position_remembers_since_then() -> None:
    game = Game.from_position(middle().position())
    assert [moment.own for moment in game.information_state(0).moments] == [None]
    game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert len(game.copy().information_state(0).moments) == 2


def test_a_chosen_first_seat_is_remembered() -> None:
    keys = {Game.new("usa", 2, 1, first=first).information_state(0).key for first in (0, 1)}
    assert len(keys) == 2


def test_a_redealt_game_shows_the_seat_what_it_saw_and_can_be_played_on() -> None:
    game = middle()
    for seat in range(3):
        view = game.view(seat)
        worlds = [view.redeal(seed) for seed in (1, 2, 1)]
        assert worlds[0].state.tobytes() == worlds[2].state.tobytes() != worlds[1].state.tobytes()
        for world in worlds[:2]:
            assert world.view(seat).to_dict() == view.to_dict()
            assert world.legal(world.to_act[0])
    with pytest.raises(ValueError, match="32 hexadecimal digits"):
        game.view(0).redeal("no key")
