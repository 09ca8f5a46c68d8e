"""Éclisse: an engine, players and tools for a family of railway route-building board games."""

from typing import TYPE_CHECKING, Any

from eclisse import games

__version__ = "0.1.0"
__all__ = ["Action", "Game", "IllegalAction", "InvalidPosition", "InvalidRecord", "games"]

if TYPE_CHECKING:
    from eclisse.game import Game, IllegalAction, InvalidRecord
    from eclisse.notation import Action
    from eclisse.positions import InvalidPosition


def __getattr__(name: str) -> Any:
    """Load the engine only when it is asked for, so that commands that need none start at once."""
    from importlib import import_module

    homes = {"Game": "game", "IllegalAction": "game", "InvalidRecord": "game", "Action": "notation"}
    homes["InvalidPosition"] = "positions"
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"eclisse.{homes[name]}"), name)
