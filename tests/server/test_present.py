"""What leaves a table beside views."""

from eclisse import Game
from eclisse.server.messages.present import closed


def test_the_other_track_is_closed_to_all_when_few_play_and_open_when_many_do() -> None:
    taken = {"routes": {"boston--new-york": 0}}
    few = Game.from_position({"game": "usa", "seats": 3, **taken})
    many = Game.from_position({"game": "usa", "seats": 4, **taken})
    assert closed(few) == ["boston--new-york.2"]
    assert closed(many) == []


def test_a_new_board_has_no_closed_route() -> None:
    assert closed(Game.new("europe", seats=2, seed=7)) == []
