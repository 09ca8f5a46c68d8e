"""A board at the end of a game as a PNG, for messengers: plain polygons, from what the page's build has drawn."""

import json
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

WIDTH, HEIGHT = 1200, 630
FINE: Final = 2  # each pixel is the mean of so many across and down
KEPT: Final = 32  # pictures in memory, of some 100 kB
FRAME: Final = "#1d3b30"
FREE, RIM, CITY = "#d8ccb0", "#33261b", "#9c2f22"
SEATS: Final = ("#e0062f", "#0758d6", "#00937c", "#ffc60a", "#6c2bb3")  # as on the page
CAR: Final = 11.0  # how wide a wagon is
CORNERS: Final = 12  # of a round thing
Points = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


def picture(drawing: Mapping[str, Any], owners: Mapping[str, int]) -> bytes:
    """A board with the wagons of each seat, as a PNG."""
    pixels = np.empty((HEIGHT * FINE, WIDTH * FINE, 3), np.uint8)
    pixels[:] = _rgb(FRAME)
    size = np.array([drawing["width"], drawing["height"]], float)
    scale = float(min(np.array([WIDTH, HEIGHT]) * FINE / size))
    shift = (np.array([WIDTH, HEIGHT]) * FINE - size * scale) / 2
    inner = tuple(slice(int(a), int(a + n * scale)) for a, n in zip(shift[::-1], size[::-1], strict=True))
    board = pixels[inner]  # what lies outside stays as it is
    for part in drawing["ground"]:
        lines = [line * scale for line in _lines(part["path"])]
        shapes = [lines] if "fill" in part else [[bar] for line in lines for bar in _bars(line, part["width"] * scale)]
        for shape in shapes:
            _fill(board, shape, part.get("fill") or part["stroke"])
    for route, slots in sorted(drawing["routes"].items(), key=lambda row: row[0] in owners):
        colour = SEATS[owners[route]] if route in owners else FREE
        for slot in slots:
            _fill(board, [_car(slot, CAR + 3) * scale], RIM)
            _fill(board, [_car(slot, CAR) * scale], colour)
    for city in drawing["cities"]:
        for radius, colour in ((drawing["radius"] + 2, "#fbf3df"), (drawing["radius"] - 1, CITY)):
            _fill(board, [_round(np.array(city), radius) * scale], colour)
    return _png(pixels.reshape(HEIGHT, FINE, WIDTH, FINE, 3).mean((1, 3)).astype(np.uint8))


@lru_cache(maxsize=KEPT)
def drawn(folder: Path, board: str, owners: tuple[tuple[str, int], ...]) -> bytes | None:
    """The same from what the page's build has drawn, if it was built; the latest are kept."""
    drawing = read_drawing(folder, board)
    return None if drawing is None else picture(drawing, dict(owners))


def read_drawing(folder: Path, board: str) -> dict[str, Any] | None:
    """The drawing of a board by the page's build, if it was built."""
    file = folder / "generated" / f"{board}.json"
    drawing: dict[str, Any] | None = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    return drawing


def _lines(path: str) -> list[Points]:
    """The lines of an SVG path that begins each with M and goes on by steps."""
    parts = [re.findall(r"-?\d*\.?\d+", part) for part in path.split("M") if part]
    return [np.array(part, float).reshape(-1, 2).cumsum(0) for part in parts]


def _bars(line: Points, width: float) -> list[Points]:
    """A line as bars from point to point."""
    bars = []
    for a, b in pairwise(line):
        (x, y), (dx, dy) = (a + b) / 2, b - a
        bars.append(_car((x, y, np.degrees(np.arctan2(dy, dx)), np.hypot(dx, dy) + width / 2), width))
    return bars


def _car(slot: Sequence[float], width: float) -> Points:
    """The corners of a bar: where its middle is, how it is turned, how long it is."""
    x, y, angle, length = slot
    turn = np.radians(angle)
    along = np.array([np.cos(turn), np.sin(turn)]) * length * 0.46
    across = np.array([-np.sin(turn), np.cos(turn)]) * width / 2
    corners: Points = np.array([x, y]) + np.stack([along + across, along - across, -along - across, -along + across])
    return corners


def _round(middle: Points, radius: float) -> Points:
    """The corners of a round thing."""
    turns = np.arange(CORNERS) * 2 * np.pi / CORNERS
    corners: Points = middle + radius * np.stack([np.cos(turns), np.sin(turns)], 1)
    return corners


def _fill(pixels: Pixels, rings: Sequence[Points], colour: str) -> None:
    """Fill what lies inside an odd number of rings: each edge flips all pixels to its right."""
    edges = np.concatenate([np.stack([ring, np.roll(ring, -1, 0)], 1) for ring in rings])
    edges = np.take_along_axis(edges, edges[:, :, 1:].argsort(1), 1)  # each from its upper end
    (x, y), (dx, dy) = edges[:, 0].T, (edges[:, 1] - edges[:, 0]).T
    high, wide = pixels.shape[:2]
    first, last = (np.ceil(end - 0.5).clip(0, high).astype(int) for end in (y, y + dy))
    count = last - first
    if not count.any():
        return
    edge = np.repeat(np.arange(len(edges)), count)
    row = np.arange(len(edge)) - np.repeat(count.cumsum() - count, count) + first[edge]
    column = np.ceil(x[edge] + (row + 0.5 - y[edge]) * dx[edge] / dy[edge] - 0.5).clip(0, wide).astype(int)
    top, left = row.min(), column.min()
    flips = np.zeros((row.max() + 1 - top, column.max() + 1 - left), bool)
    np.logical_xor.at(flips, (row - top, column - left), True)
    inside = np.logical_xor.accumulate(flips, 1)[:, :-1]
    pixels[top : row.max() + 1, left : column.max()][inside] = _rgb(colour)


def _rgb(colour: str) -> tuple[int, ...]:
    """A colour such as #1d3b30."""
    return tuple(bytes.fromhex(colour[1:]))


def _png(pixels: Pixels) -> bytes:
    """The file of a picture."""
    high, wide = pixels.shape[:2]
    rows = np.concatenate([np.zeros((high, 1), np.uint8), pixels.reshape(high, -1)], 1)
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0),
        b"IDAT": zlib.compress(rows.tobytes()),
        b"IEND": b"",
    }
    made = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)
