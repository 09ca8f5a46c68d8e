"""The jobs of `eclisse warm`: each plays a little through some of the engine's doors, which compiles them."""

import sys
from contextlib import suppress
from typing import Final

import numpy as np

from eclisse.bots import make_bot, table
from eclisse.bots.match import keyed_match, match, random_match
from eclisse.catalogue.kit import open_kit
from eclisse.core import batch, doors
from eclisse.core.closed import closed_routes
from eclisse.core.records import STATE
from eclisse.game import Game, IllegalAction
from eclisse.hints import Hints
from eclisse.notation import key_from_seed
from eclisse.terminal.bench import copy_ring

TOUR: Final = (("usa", ()), ("europe", ("warehouses",)), ("switzerland", ()))  # together they use every mechanic


def planning() -> None:
    """The bot that plans."""
    _ask("planner")


def rules() -> None:
    """The rules at a table: a whole game of each kind, its count, positions, records and hints."""
    for game, modules in TOUR:
        table = Game.new(game, 2, 1, modules)
        while not table.over:
            seat = table.to_act[0]
            table.play(seat, table.legal(seat)[-1])
        table.result.to_dict()
        closed_routes(table.state, table.kit.board, table.kit.rules)
        Game.from_position(table.position())
        Game.replay(table.record())
        Hints(table.view(0)).tickets()
        with suppress(IllegalAction):
            table.play(0, "draw")


def quick_bots() -> None:
    """The bots of the first levels."""
    for name in ("path", "greedy"):
        _ask(name)


def searching() -> None:
    """The bot that searches."""
    _ask("search@8")


def learned() -> None:
    """The bot that learned."""
    _ask("learned")


def redealing() -> None:
    """Dealing anew what a seat cannot see."""
    game = Game.new("usa", 2, 1)
    views, states = np.zeros(1, STATE), np.zeros(1, STATE)
    doors.observe_seat(game.states, views, 0)
    doors.redeal(views, game.kit.board_row, game.kit.rules_row, states, 0, key_from_seed(2))


def many_games() -> None:
    """Games of compiled bots by the thousand."""
    kit, key = open_kit("usa"), key_from_seed(3)
    states = random_match(kit.board_row, kit.rules_row, 2, key, 16).states
    match(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key)
    keyed_match(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key[None], logged=True)
    batch.copy_states(states[:8], states[8:])
    copy_ring(states, 1)


def _ask(name: str) -> None:
    """Let a bot decide at the start of a game."""
    game = Game.new("usa", 2, 1)
    make_bot(name, key_from_seed(2)).choose(game.view(0), game.legal(0))


def main(names: list[str]) -> None:
    """Do the jobs with these names."""
    for name in names:
        globals()[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
