"""The drawing of a board, as it is written to JSON: the web client and the statistics draw from it.

Coordinates are drawing units from the top left corner of the paper. `schema` describes all this as a JSON Schema, from
which the web build makes its types.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import TypeAdapter

from eclisse.boards.drawing.projection import Conic
from eclisse.boards.model import Look
from eclisse.boards.schema import Words

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
Colour = Literal["pink", "blue", "orange", "white", "green", "yellow", "black", "red", "gray"]


@dataclass(frozen=True)
class Slot:
    """A space of a route, by its middle."""

    x: float
    y: float
    angle: float  # degrees
    length: float


@dataclass(frozen=True)
class DrawnRoute:
    """A route with its spaces."""

    id: str
    cities: tuple[str, str]
    length: int  # cards it costs
    colour: Colour
    locomotives: int
    tunnel: bool
    subway: bool
    path: list[Point]  # from city to city
    slots: list[Slot]  # one a piece


@dataclass(frozen=True)
class NameLine:
    """A line of a name; y is that of its base line."""

    text: str
    x: float
    y: float
    width: float


@dataclass(frozen=True)
class Label:
    """The name of a city."""

    size: float
    anchor: Anchor
    box: tuple[float, float, float, float]  # left, top, width, height
    lines: list[NameLine]


@dataclass(frozen=True)
class DrawnCity:
    """A city, where it is drawn and where the map would have it."""

    id: str
    name: str
    country: str | None  # of a border exit
    x: float
    y: float
    true_x: float
    true_y: float
    label: Label


@dataclass(frozen=True)
class Car:
    """The least size of a space."""

    length: float
    width: float


@dataclass(frozen=True)
class Title:
    """Where the title stands, by its middle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Compass:
    """Where the compass is, by its middle."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class WarpNumbers:
    """How the map is warped: every centre pulls, the plane moves all of it."""

    unit: float
    centres: list[Point]
    pulls: list[Point]
    plane: tuple[Point, Point, Point]


@dataclass(frozen=True)
class MapNumbers:
    """How the map under the board is projected, moved and warped."""

    conic: Conic
    scale: float
    shift: Point
    warp: WarpNumbers


@dataclass(frozen=True)
class DrawnBoard:
    """A board with everything in its place."""

    id: str
    name: Words
    provenance: str
    look: Look
    width: float
    height: float
    car: Car
    city_radius: float
    title: Title
    compass: Compass | None
    cities: list[DrawnCity]
    routes: list[DrawnRoute]
    map: MapNumbers


ADAPTER: Final = TypeAdapter(DrawnBoard)


def schema() -> dict[str, Any]:
    """The JSON Schema of a drawing."""
    return ADAPTER.json_schema(mode="serialization")
