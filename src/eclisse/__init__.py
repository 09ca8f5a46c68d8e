"""Éclisse: an engine, players and tools for a family of railway route-building board games."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.2.0"
__all__ = ["Action", "Game", "IllegalAction", "InvalidPosition", "InvalidRecord", "Observation", "games", "simulate"]

if TYPE_CHECKING:
    from eclisse.bots.simulate import simulate
    from eclisse.env.observation import Observation
    from eclisse.game import Game, IllegalAction, InvalidRecord
    from eclisse.notation import Action
    from eclisse.positions import InvalidPosition

HOMES: Final = {
    "Action": "notation",
    "Game": "game",
    "IllegalAction": "game",
    "InvalidPosition": "positions",
    "InvalidRecord": "game",
    "Observation": "env.observation",
    "simulate": "bots.simulate",
}


def games() -> list[dict[str, Any]]:
    """The catalogue: one row for each game, as `eclisse games --json` prints it.

    >>> [row["trains"] for row in games() if row["id"] == "usa"]
    [45]
    """
    from eclisse.catalogue.find import catalogue_rows

    return catalogue_rows()


def __dir__() -> list[str]:
    """The public names too before they are used, so that `dir` and `help` show them."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Load the engine on first use, so that commands that do without it start at once."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"eclisse.{HOMES[name]}"), name)
