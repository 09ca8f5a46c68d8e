"""Compiling every door of the core ahead of time, so that no player has to wait."""

import time
from typing import Final

import numpy as np

from eclisse.arena import fast
from eclisse.bots import make_bot, table
from eclisse.catalogue.kit import open_kit
from eclisse.core import batch, doors
from eclisse.core.closed import closed_routes
from eclisse.core.folders import mark_whole
from eclisse.core.records import STATE
from eclisse.game import Game
from eclisse.hints import Hints
from eclisse.notation import key_from_seed
from eclisse.terminal.bench import copy_ring

TOUR: Final = (("usa", ()), ("europe", ("warehouses",)), ("switzerland", ()))  # together they use every mechanic
MOST_DECISIONS: Final = 200


def warm() -> str:
    """Play a little of everything through every door; returns a message."""
    start = time.perf_counter()
    for game, modules in TOUR:
        _play(game, modules)
    _batch()
    mark_whole()
    return f"The engine is compiled ({time.perf_counter() - start:.1f} s)."


def _play(game: str, modules: tuple[str, ...]) -> None:
    """Some decisions of a game the way a table makes them, then the count, a position, a record and a redeal."""
    table, key = Game.new(game, 2, 1, modules), key_from_seed(2)
    bot = make_bot("planner", key)
    while not table.over and len(table.actions) < MOST_DECISIONS:
        seat = table.to_act[0]
        table.play(seat, bot.choose(table.view(seat), table.legal(seat)))
    table.result.to_dict()
    opening = Game.new(game, 2, 1, modules)
    make_bot("search@8", key).choose(opening.view(0), opening.legal(0))
    Hints(table.view(0)).tickets()
    closed_routes(table.state, table.kit.board, table.kit.rules)
    Game.from_position(table.position())
    views, states = np.zeros(1, STATE), np.zeros(1, STATE)
    doors.observe_seat(table.states, views, 0)
    doors.redeal(views, table.kit.board_row, table.kit.rules_row, states, 0, key)


def _batch() -> None:
    """The doors of whole arrays."""
    kit, key = open_kit("usa"), key_from_seed(3)
    states, _, _ = batch.simulate(kit.board_row, kit.rules_row, 2, key, 0, 16)
    table.match(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key, 0)
    fast.play_games(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key[None], logged=True)
    batch.copy_states(states[:8], states[8:])
    copy_ring(states, 1)
