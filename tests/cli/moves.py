"""The moves of a whole game at the table of `eclisse play`, found by playing the same game beside it."""

from eclisse.game import Game
from eclisse.terminal.play import PERSON, make_bots

ORDER = ("pay", "claim", "keep", "collect", "depot", "warehouse", "draw", "take", "decline")


def winning_moves(name: str, seats: int, seed: int, modules: tuple[str, ...] = ()) -> tuple[list[str], Game]:
    """The input of a person who claims whatever can be claimed, and the game it leads to."""
    game, bots = Game.new(name, seats, seed, modules), make_bots(["planner"], seats, seed)
    typed = []
    while not game.over:
        seat = next((seat for seat in game.to_act if seat in bots), PERSON)
        legal = game.legal(seat)
        if seat in bots:
            action = bots[seat].choose(game.view(seat), legal)
        else:
            found = (action for verb in ORDER for action in legal if action.text.startswith(verb))
            action = next(found, legal[0])
            typed.append(action.text)
        game.play(seat, action)
    return typed, game
