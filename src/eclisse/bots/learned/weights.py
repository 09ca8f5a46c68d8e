"""The weights that come with the package, and their card: what they were trained on, and how strong they are."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from eclisse.bots.learned.network import Parameters, Shape, packed, shapes, think
from eclisse.core.batch import Records
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, MAX_SEATS
from eclisse.features import layout

FOLDER: Final = Path(__file__).parent


class BadWeights(ValueError):
    """Weights that do not fit this version of the package."""


@dataclass(frozen=True)
class Advice:
    """The network's output for some decisions, one row each."""

    chances: npt.NDArray[np.float32]  # of every action to be the one to choose; 0 for those that are not legal
    wins: npt.NDArray[np.float32]  # chance of each place to win
    to_come: npt.NDArray[np.float32]  # points that each place still gets


class Advisor(Protocol):
    """Whoever can be asked for advice: a network here, or one elsewhere."""

    def advise(
        self,
        rows: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
    ) -> Advice:
        """Think about rows of features, on boards of at most so many routes and cities."""


class Brain:
    """A network that can be asked."""

    def __init__(self, parameters: Parameters, shape: Shape) -> None:
        self.parameters, self.shape = parameters, shape
        self.weights: Records = packed(parameters, shape)

    def advise(
        self,
        rows: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
    ) -> Advice:
        """Think about rows of features, on boards of at most so many routes and cities."""
        n = len(rows)
        advice = Advice(*(np.empty((n, width), np.float32) for width in (masks.shape[1], MAX_SEATS, MAX_SEATS)))
        think(self.weights, rows, masks, n_routes, n_cities, advice.chances, advice.wins, advice.to_come)
        return advice


def read_card(folder: Path = FOLDER) -> dict[str, Any]:
    """The description of the weights in a folder."""
    card: dict[str, Any] = json.loads((folder / "card.json").read_text("utf-8"))
    return card


@cache
def load_brain(folder: Path = FOLDER) -> Brain:
    """The network of a folder; BadWeights if its file is damaged or made for other features."""
    card, file = read_card(folder), folder / "weights.npz"
    if hashlib.sha256(file.read_bytes()).hexdigest() != card["sha256"]:
        raise BadWeights(f"{file.name} is not the file that card.json describes; install the package anew")
    if card["features"] != layout.VERSION:
        raise BadWeights(f"{file.name} is for features {card['features']}, these are {layout.VERSION}; train anew")
    shape = Shape(**card["shape"])
    with np.load(file) as stored:
        parameters = {name: stored[name].astype(np.float32) for name in shapes(shape)}
    return Brain(parameters, shape)
