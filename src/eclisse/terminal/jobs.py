"""The jobs of `eclisse warm`: each plays a little through some of the engine's doors, which compiles them."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numba import typeof

from eclisse.analysis.hint import hint
from eclisse.analysis.worlds import forecast
from eclisse.bots import make_bot, table
from eclisse.bots.learned.ahead import Look
from eclisse.bots.learned.weights import load_brain
from eclisse.bots.loop import keyed_match, match, random_match
from eclisse.catalogue.kit import open_kit
from eclisse.core import batch, doors
from eclisse.core.reach import unreachable
from eclisse.core.records import MAX_ROUTES, STATE
from eclisse.core.rng import siphash
from eclisse.game import Game, IllegalAction
from eclisse.hints import Hints
from eclisse.jit.linking import PythonDispatcher
from eclisse.notation import key_from_seed
from eclisse.terminal.bench import copy_ring
from eclisse.terminal.warm import end_with

TOUR: Final = (("usa", ()), ("europe", ("warehouses",)), ("switzerland", ()))  # together they use every mechanic


def planning() -> None:
    """The bot that plans."""
    _prepare_bot("planner")


def rules() -> None:
    """The rules at a table: a whole game of each kind, its count, record and hints."""
    for game in _games():
        game.result.to_dict()
        _ = game.result.win_shares
        doors.closed(game.states, game.kit.board_row, game.kit.rules_row, np.empty(MAX_ROUTES, np.int16))
        Game.replay(game.record())
        hints = Hints(game.view(0))
        hints.completed()
        hints.claims()
        hints.station_payments()
        with suppress(IllegalAction):
            game.play(0, "draw")
    key = key_from_seed(1)
    siphash(key[0], key[1], np.uint64(0))


def reach() -> None:
    """Compile the check for positions that no game can reach."""
    kit = open_kit("usa")
    _prepare(unreachable, np.zeros(1, STATE)[0], kit.board_row[0], kit.rules_row[0])


def positions() -> None:
    """Positions, written and read."""
    for game in _games():
        Game.from_position(game.position())


def quick_bots() -> None:
    """The bots of the first levels."""
    for name in ("path", "greedy", "careless", "forgetful"):
        _prepare_bot(name)


def searching() -> None:
    """The bot that searches, by a number of games and by the clock."""
    _ask("search@8")
    _ask("search@1ms")


def learned() -> None:
    """The bot that learned, at once, on impulse and looking ahead, whatever it likes."""
    for name in ("learned", "hasty", "learned@8"):
        _ask(name)
    game = Game.new("usa", 2, 1)
    look = Look(load_brain(), game.view(0), [action.number for action in game.legal(0)], key_from_seed(1))
    look.try_out(1)
    look.halve()


def coaching() -> None:
    """The coach."""
    game = Game.new("usa", 2, 1)
    hint(game.view(0), game.legal(0), 8)
    forecast(game.view(None), 2)


def advice() -> None:
    """What tickets need, how they are planned, and why a route cannot be claimed."""
    hints = Hints(Game.new("usa", 2, 1).view(0))
    hints.tickets()
    hints.plan([progress.ticket for progress in hints.offered()])
    hints.why_not("dallas--houston")
    hints.unseen()


def redealing() -> None:
    """Dealing anew what a seat cannot see."""
    game = Game.new("usa", 2, 1)
    views, states = np.zeros(1, STATE), np.zeros(1, STATE)
    doors.observe_seat(game.states, views, 0)
    doors.redeal(views, game.kit.board_row, game.kit.rules_row, states, 0, key_from_seed(2))


def many_games() -> None:
    """Games of compiled bots by the thousand, and bots with a style of their own at a table."""
    for name in ("hungry", "long-route", "one-step"):
        _prepare_bot(name)
    kit, key = open_kit("usa"), key_from_seed(3)
    states = random_match(kit.board_row, kit.rules_row, 2, key, 16).states
    match(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key)
    keyed_match(kit.board_row, kit.rules_row, np.full((1, 2), table.PLANNER), key[None], logged=True)
    batch.copy_states(states[:8], states[8:])
    copy_ring(states, 1)


def _games() -> Iterator[Game]:
    """A whole game of each kind."""
    for name, modules in TOUR:
        game = Game.new(name, 2, 1, modules)
        while not game.over:
            seat = game.to_act[0]
            game.play(seat, game.legal(seat)[-1])
        yield game


def _prepare_bot(name: str) -> None:
    """Compile a bot."""
    kit, views = open_kit("usa"), np.zeros(1, STATE)
    decide = table.DECIDE[table.NAMES.index(name)]
    _prepare(decide, views[0], kit.board_row[0], kit.rules_row[0], 0, np.uint64(0))


def _prepare(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a function without a game, for which it would have to wait until another process has done the rules."""
    if isinstance(function, PythonDispatcher):
        function.compile(tuple(map(typeof, arguments)))


def _ask(name: str) -> None:
    """Let a bot decide at the start of a game."""
    game = Game.new("usa", 2, 1)
    make_bot(name, key_from_seed(2)).choose(game.view(0), game.legal(0))


def main(parent: int, names: list[str]) -> None:
    """Do those of these jobs whose numbers it gets from standard input: other processes take the others."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
    end_with(parent)
    gc.disable()  # the compiler leaves little behind, but much to look through
    while number := os.read(0, 1):
        globals()[names[number[0]]]()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
