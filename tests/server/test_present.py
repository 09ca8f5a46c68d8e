"""The output of a table: the view of each seat, and what lies beside it."""

import json

import pytest

from eclisse import Game
from eclisse.server.play.present import closed, update, written
from eclisse.server.play.protocol import UPDATE
from tests.server.leaks import table_of
from tests.views.test_nothing_hidden import moments


def test_the_other_track_is_closed_to_all_when_few_play_and_open_when_many_do() -> None:
    taken = {"routes": {"boston--new-york": 0}}
    few = Game.from_position({"game": "usa", "seats": 3, **taken})
    many = Game.from_position({"game": "usa", "seats": 4, **taken})
    assert closed(few) == ["boston--new-york.2"]
    assert closed(many) == []


def test_a_new_board_has_no_closed_route() -> None:
    assert closed(Game.new("europe", seats=2, seed=7)) == []


@pytest.mark.parametrize("name", ["usa", "europe", "switzerland", "berlin"])
def test_everybody_is_told_their_view_and_their_decisions_as_declared(name: str) -> None:
    for game in moments(name, ["warehouses"], 0.04, n_games=1):
        for seat in (None, *range(game.seats)):
            table = table_of(game)
            text = written(update(table, seat, None, 0.0))
            told = UPDATE.validate_json(text)
            assert UPDATE.dump_json(told).decode() == text
            assert json.loads(text)["view"] == game.view(seat).to_dict()
            legal = [] if told.own is None else [one.text for one in told.own.legal]
            assert legal == [one.text for one in (() if seat is None else game.legal(seat))]
