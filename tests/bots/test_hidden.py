"""No bot knows what its seat cannot see: with all of that swapped it decides the same."""

import json
import random

import numpy as np
import pytest

from eclisse import Game
from eclisse.bots import make_bot, table
from tests.views.test_nothing_hidden import ROWS, Swap, moments, swapped_game

NAMES = (*table.NAMES, "search@24")
KINDS = [(name, modules) for name, row in ROWS.items() for modules in (list[str](), row["modules"])]


@pytest.mark.compiled_only
@pytest.mark.parametrize(("name", "modules"), KINDS, ids=["+".join([name, *modules]) for name, modules in KINDS])
def test_a_bot_decides_the_same_with_everything_hidden_swapped(name: str, modules: list[str]) -> None:
    rng = random.Random(name)
    n_changed = 0
    for i, game in enumerate(moments(name, modules, 0.02)):
        position = json.loads(json.dumps(game.position()))
        for seat in game.to_act:
            swapped = Swap(position, game.kit.names.tickets, seat, rng).data
            n_changed += swapped["ticket_deck"] != position["ticket_deck"] and swapped["deck"] != position["deck"]
            games = (Game.from_position(position), swapped_game(swapped))
            for bot in NAMES if i % 12 == 5 else table.NAMES:  # the search takes its time
                told = [
                    make_bot(bot, np.array([3, 4], np.uint64)).choose(game.view(seat), game.legal(seat))
                    for game in games
                ]
                assert str(told[0]) == str(told[1])
    assert n_changed > 1
