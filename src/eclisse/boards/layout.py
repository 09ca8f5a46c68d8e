"""Boards to drawings: `python -m eclisse.boards.layout FOLDER` writes one JSON file a board for the web build,
and `--schema` instead of the folder prints what such a file holds (`boards/drawn.py`).

Only geometry is decided here: where cities, cars and names are, how the map is warped to follow. How all that looks is
left to the client. The same board always gives the same file.
"""

import hashlib
import json
import os
import signal
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from eclisse.boards.drawing.bending import bend_routes
from eclisse.boards.drawing.curves import (
    CAR,
    CITY,
    END,
    LANE,
    STRETCH,
    WIDTH,
    Bundle,
    Numbers,
    bezier,
    lane_shifts,
    normals,
)
from eclisse.boards.drawing.lettering import ASCENT, EXIT, LEAST_SIZE, PITCH, SIZE, settings
from eclisse.boards.drawing.placing import Candidate, candidates, empty_place, extent, place_names
from eclisse.boards.drawing.projection import Conic, Points, fitted_conic
from eclisse.boards.drawing.relaxation import Drawing, deepest, make_discs, positions, relax
from eclisse.boards.drawing.rows import car_row, least_car
from eclisse.boards.drawing.warp import Warp, fitted_warp
from eclisse.boards.drawn import (
    ADAPTER,
    Anchor,
    Car,
    Compass,
    DrawnBoard,
    DrawnCity,
    DrawnRoute,
    Label,
    MapNumbers,
    NameLine,
    Slot,
    Title,
    WarpNumbers,
    schema,
)
from eclisse.boards.load import builtin_board, builtin_boards
from eclisse.boards.model import Board, Route
from eclisse.jit.folders import module_folder, user_cache

SUBWAY: Final = 58.0  # length of the one space of a subway route
SUBWAY_STRETCH: Final = 2.5
FRAME: Final = 32.0  # of paper around everything
EDGE: Final = 27.0  # of which nothing is printed on so much but the border
TITLE: Final = (168.0, 62.0)
COMPASS: Final = 33.0
MANY: Final = 200  # spaces of a board from which names have their full size
FULL: Final = 5.9  # radians around a city that cars and its name may fill
ATTEMPTS: Final = 14
GROWTH: Final = 1.04  # after an attempt that found no room for everything
TOLERANCE: Final = 1.2  # of margins, in drawing units
COMPACT: Final = 1.02
SCALE_QUANTILE: Final = 0.75  # so many routes are too short on the unmoved map


@dataclass
class Layout:
    """A board with everything in its place."""

    board: Board
    drawing: Drawing
    names: list[Candidate]
    conic: Conic
    scale: float
    warp: Warp
    origin: Numbers  # top left corner of the paper
    size: Numbers
    title: Numbers
    compass: Numbers | None


def bundled(board: Board) -> dict[tuple[str, str], list[Route]]:
    """Routes by the cities they connect."""
    found: dict[tuple[str, str], list[Route]] = {}
    for route in board.routes:
        found.setdefault(route.cities, []).append(route)
    return found


def _spaces(route: Route) -> tuple[int, float, float]:
    """How many pieces lie on a route (BERLIN-SUBWAY), the least length of each, and how much it may grow."""
    return (1, SUBWAY, SUBWAY_STRETCH) if route.subway else (route.length, CAR, STRETCH)


def _bundles(board: Board) -> tuple[Bundle, ...]:
    """The bundles of a board; cars begin farther from a city where many meet."""
    index = {city.id: number for number, city in enumerate(board.cities)}
    tracks = bundled(board)
    lanes: dict[str, list[int]] = {city.id: [] for city in board.cities}
    for pair, routes in tracks.items():
        for city in pair:
            lanes[city].append(len(routes))
    return tuple(
        Bundle(index[a], index[b], len(routes), *_spaces(routes[0]), (_end(lanes[a]), _end(lanes[b])))
        for (a, b), routes in tracks.items()
    )


def _end(lanes: list[int]) -> float:
    """How far from the middle of a city cars begin, so that all of its bundles and its name have room around it."""
    halves = np.array([count * LANE / 2 + 1 for count in lanes] + [SIZE / 2 + 2])
    ends = np.arange(END, 2 * CAR, 0.25)
    angles = 2 * np.arctan(halves[None] / ends[:, None]).sum(axis=1)
    return float(ends[np.argmax(angles < FULL)])


def lay_out(board: Board) -> Layout:
    """Everything of a board in its place."""
    lon_lat = np.array([(city.lon, city.lat) for city in board.cities])
    conic = fitted_conic(lon_lat)
    plane = conic.project(lon_lat)
    bundles = _bundles(board)
    drawing = Drawing(plane * _scale(plane, bundles), bundles)
    names = _arrange(board, drawing)
    return _framed(board, drawing, names, conic, float(np.ptp(drawing.true[:, 0]) / np.ptp(plane[:, 0])))


def _scale(plane: Points, bundles: tuple[Bundle, ...]) -> float:
    """Drawing units an earth radius, such that most routes have room."""
    ratios = [np.linalg.norm(plane[one.a] - plane[one.b]) / one.need for one in bundles]
    return float(COMPACT / np.quantile(ratios, SCALE_QUANTILE))


def _name_size(drawing: Drawing) -> float:
    """Size of names: larger on boards with many spaces, which are seen from farther away."""
    n_spaces = sum(bundle.spaces * bundle.lanes for bundle in drawing.bundles)
    return float(np.clip(round(SIZE * (n_spaces / MANY) ** 0.5, 1), LEAST_SIZE, SIZE))


def _arrange(board: Board, drawing: Drawing) -> list[Candidate]:
    """Find room for routes, then for names too, in turns."""
    size = _name_size(drawing)
    choices = [
        candidates(number, CITY, settings(city.name, size * (EXIT if city.country else 1)))
        for number, city in enumerate(board.cities)
    ]
    bend_routes(drawing)
    relax(drawing, 300, 2.5)
    for _ in range(ATTEMPTS):
        bend_routes(drawing)
        relax(drawing, 80, 1.5)
        placed = place_names(drawing, choices)
        relax(drawing, 120, 0.8, firm=3.0)
        placed = place_names(drawing, choices)
        relax(drawing, 120, 0.4, firm=8.0)
        relax(drawing, 90, 0.15, firm=25.0)
        if deepest(drawing) < TOLERANCE and least_car(drawing) > CAR:
            break
        drawing.grow(GROWTH)
    return placed


def _framed(board: Board, drawing: Drawing, names: list[Candidate], conic: Conic, scale: float) -> Layout:
    """Put paper around a drawing, and title and compass on it."""
    drawing.anchor = drawing.cities.mean(axis=0) + drawing.growth() * (drawing.true - drawing.true.mean(axis=0))
    frame = extent(drawing) + np.array([[-FRAME], [FRAME]])
    warp = fitted_warp(drawing.anchor, drawing.cities, frame)
    discs = make_discs(drawing)
    at = positions(discs, drawing.movable())
    inner = frame + np.array([[EDGE], [-EDGE]])
    title, clear = empty_place(discs, at, inner, TITLE)
    if clear < 5:
        frame[1, 1] += TITLE[1]
        inner[1, 1] += TITLE[1]
        title, clear = empty_place(discs, at, inner, TITLE)
    compass, clear = _compass(drawing, title, inner)
    return Layout(
        board, drawing, names, conic, scale, warp, frame[0], frame[1] - frame[0], title, compass if clear > 4 else None
    )


def _compass(drawing: Drawing, title: Numbers, inner: Numbers) -> tuple[Numbers, float]:
    """An empty place for the compass, away from the title."""
    discs = make_discs(drawing)
    at = positions(discs, drawing.movable())
    xs = np.linspace(-TITLE[0] / 2, TITLE[0] / 2, 12)
    guard = title + np.array([(x, 0) for x in xs])
    discs.radius = np.concatenate((discs.radius, np.full(len(guard), TITLE[1])))
    return empty_place(discs, np.concatenate((at, guard)), inner, (2 * COMPASS, 2 * COMPASS))


@cache
def drawn(board: Board) -> DrawnBoard:
    """The drawing of a board; it takes seconds, so it is kept on disk for the next time."""
    file = _kept_at(board)
    with suppress(OSError, ValueError):
        return ADAPTER.validate_json(file.read_bytes())
    drawing = exported(lay_out(board))
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        partial = file.with_suffix(f".{os.getpid()}")
        partial.write_text(_text(drawing), encoding="utf-8")
        partial.replace(file)
    return drawing


def _kept_at(board: Board) -> Path:
    """Where the drawing of a board by this version of the sources is kept."""
    digest = hashlib.sha256(repr(board).encode()).hexdigest()[:16]
    return user_cache() / module_folder("eclisse.boards.layout") / f"{digest}.json"


def exported(layout: Layout) -> DrawnBoard:
    """A layout as it is written; all coordinates from the top left corner of the paper."""
    board, drawing = layout.board, layout.drawing
    middle = drawing.anchor.mean(axis=0)
    growth = drawing.growth()
    shift_x, shift_y = (middle - growth * drawing.true.mean(axis=0) - layout.origin).round(3).tolist()
    return DrawnBoard(
        id=board.id,
        name=board.name,
        provenance=board.provenance,
        look=board.look,
        width=_rounded(layout.size[0]),
        height=_rounded(layout.size[1]),
        car=Car(CAR, WIDTH),
        city_radius=CITY,
        title=Title(*_near(layout, layout.title), *TITLE),
        compass=None if layout.compass is None else Compass(*_near(layout, layout.compass), COMPASS),
        cities=[_city(layout, number) for number in range(drawing.n)],
        routes=[route for number in range(len(drawing.bundles)) for route in _tracks(layout, number)],
        map=MapNumbers(
            conic=layout.conic,
            scale=layout.scale * growth,
            shift=(shift_x, shift_y),
            warp=_warp(_shifted(layout.warp, layout.origin)),
        ),
    )


def _shifted(warp: Warp, origin: Numbers) -> Warp:
    """The same warp, seen from another origin."""
    plane = warp.plane.copy()
    plane[0] += origin / warp.unit @ warp.plane[1:]
    return Warp(warp.centres - origin, warp.pulls, plane, warp.unit)


def _warp(warp: Warp) -> WarpNumbers:
    """A warp as it is written."""
    parts = (warp.centres.round(3), warp.pulls.round(6), warp.plane.round(6))
    return WarpNumbers(warp.unit, *(part.tolist() for part in parts))


def _rounded(number: float) -> float:
    """A coordinate, to a hundredth of a unit."""
    return round(float(number), 2)


def _near(layout: Layout, point: Numbers) -> tuple[float, float]:
    """A point seen from the corner of the paper."""
    x, y = point - layout.origin
    return _rounded(x), _rounded(y)


def _city(layout: Layout, number: int) -> DrawnCity:
    """A city and its name."""
    city, name = layout.board.cities[number], layout.names[number]
    x, y = _near(layout, layout.drawing.cities[number])
    true_x, true_y = _near(layout, layout.drawing.anchor[number])
    label = _label(x + name.box.dx, y + name.box.dy, name)
    return DrawnCity(city.id, city.name, city.country, x, y, true_x, true_y, label)


def _label(x: float, y: float, name: Candidate) -> Label:
    """The lines of a name, each with its place and width."""
    lettering, box = name.lettering, name.box
    anchor: Anchor = "start" if box.dx > box.width * 0.4 else "end" if box.dx < -box.width * 0.4 else "middle"
    at = {"start": x - box.width / 2, "middle": x, "end": x + box.width / 2}[anchor]
    left, top = x - box.width / 2, y - box.height / 2
    lines = [
        NameLine(text, _rounded(at), _rounded(top + lettering.size * (ASCENT + row * PITCH)), _rounded(width))
        for row, (text, width) in enumerate(zip(lettering.lines, lettering.widths, strict=True))
    ]
    around = (_rounded(left), _rounded(top), _rounded(box.width), _rounded(box.height))
    return Label(lettering.size, anchor, around, lines)


def _tracks(layout: Layout, number: int) -> Iterable[DrawnRoute]:
    """The routes of a bundle with their spaces."""
    drawing = layout.drawing
    bundle, quad = drawing.bundles[number], drawing.quads()[number]
    a, b = (layout.board.cities[end].id for end in (bundle.a, bundle.b))
    tracks = bundled(layout.board)[a, b]
    for route, shift in zip(tracks, lane_shifts(bundle.lanes), strict=True):
        yield DrawnRoute(
            **vars(route),
            path=_path(layout, quad, float(shift)),
            slots=_slots(layout, bundle, quad, float(shift)),
        )


def _path(layout: Layout, quad: Numbers, shift: float) -> list[tuple[float, float]]:
    """Points along the middle of a track from city to city; the lanes of a double route part near its ends."""
    t = np.linspace(0, 1, 17)
    swell = np.clip(8 * np.minimum(t, 1 - t), 0, 1)[:, None]
    return [_near(layout, point) for point in bezier(t) @ quad + normals(quad, t) * shift * swell]


def _slots(layout: Layout, bundle: Bundle, quad: Numbers, shift: float) -> list[Slot]:
    """The spaces of a route: middle, direction in degrees, length."""
    row = car_row(bundle, quad, shift)
    return [
        Slot(*_near(layout, middle), _rounded(angle), _rounded(row.length))
        for middle, angle in zip(row.middles, row.degrees, strict=True)
    ]


def write(folder: Path) -> None:
    """Write the drawing of every board that comes with the package, on all cores."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for board_id, text in zip(builtin_boards(), pool.map(_written, builtin_boards()), strict=True):
            (folder / f"{board_id}.json").write_text(text, encoding="utf-8")


def _written(board_id: str) -> str:
    """The drawing of a board that comes with the package, as the text of a file."""
    return _text(drawn(builtin_board(board_id)))


def _text(drawing: DrawnBoard) -> str:
    """A drawing as the text of a file."""
    return json.dumps(asdict(drawing), ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("One argument is needed: the folder to write the drawings of the boards to, or --schema.")
    if sys.argv[1] == "--schema":
        print(json.dumps(schema(), indent=1))
    else:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a word
        write(Path(sys.argv[1]))
