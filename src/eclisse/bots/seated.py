"""One game at a time among bots of any kind, through `Game`; compiled bots among themselves are faster in `table`."""

from collections.abc import Sequence

import numpy as np

from eclisse.bots import Bot, Key, make_bot
from eclisse.core.rng import derive
from eclisse.game import Game
from eclisse.notation import key_from_seed


def bot_key(key: str, seat: int) -> Key:
    """The key of a seat's bot in the game with this key: apart from the game's chance and from the other bots'."""
    k = key_from_seed(key)
    return np.array(derive(k[1], k[0], seat + 1), np.uint64)


def sit_down(names: Sequence[str], key: str) -> list[Bot]:
    """A new bot for each seat of the game with this key."""
    return [make_bot(name, bot_key(key, seat)) for seat, name in enumerate(names)]


def play_out(game: Game, bots: Sequence[Bot]) -> None:
    """Play a game to its end."""
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.legal(seat)))
