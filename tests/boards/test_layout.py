"""Drawings of boards, measured with plain polygons: nothing covers anything, and the map is still the map.

They are those of the built client (`make web`): what is measured is what people see.
"""

import itertools
import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from eclisse.boards import layout
from eclisse.boards.drawn import schema
from eclisse.boards.load import builtin_board, builtin_boards

Polygon = list[tuple[float, float]]
Drawn = dict[str, Any]

LAYOUTS = Path(__file__).parents[2] / "web" / "src" / "generated" / "layouts"
LEAST_CAR = 30.0
LEAST_WIDTH = 10.0
APART = 0.5  # at least, between any two things
MEAN_SHIFT = 1.8  # of cities, in cars; a board is 30 to 50 cars wide
MOST_SHIFT = 4.0


def drawn(board_id: str) -> Drawn:
    board: Drawn = json.loads((LAYOUTS / f"{board_id}.json").read_text(encoding="utf-8"))
    return board


def rectangle(x: float, y: float, width: float, height: float, degrees: float = 0.0) -> Polygon:
    """A rectangle by its middle, turned."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    sides = [(i * width / 2, j * height / 2) for i, j in corners]
    return [(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in sides]


def disc(x: float, y: float, radius: float) -> Polygon:
    """A polygon of 40 sides around a disc."""
    outer = radius / math.cos(math.pi / 40)
    return [(x + outer * math.cos(k * math.pi / 20), y + outer * math.sin(k * math.pi / 20)) for k in range(40)]


def to_segment(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Distance from a point to a segment."""
    ax, ay, bx, by = *a, *b
    length = (bx - ax) ** 2 + (by - ay) ** 2
    t = max(0.0, min(1.0, ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length))
    return math.hypot(p[0] - ax - t * (bx - ax), p[1] - ay - t * (by - ay))


def sides(polygon: Polygon) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return list(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons share a point: no side of either has all of the other beyond it."""
    for polygon, against in ((one, other), (other, one)):
        for (ax, ay), (bx, by) in sides(polygon):
            nx, ny = by - ay, ax - bx
            inner = max(nx * x + ny * y for x, y in polygon)
            if min(nx * x + ny * y for x, y in against) > inner:
                return False
    return True


def distance(one: Polygon, other: Polygon) -> float:
    """Between two convex polygons; 0 when they overlap."""
    if overlap(one, other):
        return 0.0
    pairs = ((p, side) for a, b in ((one, other), (other, one)) for p in a for side in sides(b))
    return min(to_segment(p, *side) for p, side in pairs)


def cars(board: Drawn) -> list[tuple[str, Polygon]]:
    width = board["car"]["width"]
    return [
        (f"car {k} of {route['id']}", rectangle(slot["x"], slot["y"], slot["length"], width, slot["angle"]))
        for route in board["routes"]
        for k, slot in enumerate(route["slots"], 1)
    ]


def cities(board: Drawn) -> list[tuple[str, Polygon]]:
    return [(f"city {city['id']}", disc(city["x"], city["y"], board["city_radius"])) for city in board["cities"]]


def names(board: Drawn) -> list[tuple[str, Polygon]]:
    boxes = [(city["id"], city["label"]["box"]) for city in board["cities"]]
    return [(f"name of {name}", rectangle(x + w / 2, y + h / 2, w, h)) for name, (x, y, w, h) in boxes]


def ornaments(board: Drawn) -> list[tuple[str, Polygon]]:
    title, compass = board["title"], board["compass"]
    found = [("title", rectangle(title["x"], title["y"], title["width"], title["height"]))]
    return found + ([("compass", disc(compass["x"], compass["y"], compass["radius"]))] if compass else [])


def middle(polygon: Polygon) -> tuple[float, float, float]:
    """Middle of a polygon, and the radius of a circle around it."""
    x, y = (sum(values) / len(polygon) for values in zip(*polygon, strict=True))
    return x, y, max(math.hypot(px - x, py - y) for px, py in polygon)


def touching(things: list[tuple[str, Polygon]], apart: float) -> list[str]:
    """Pairs of things nearer than they should be."""
    found = []
    circles = [middle(polygon) for _, polygon in things]
    for i, j in itertools.combinations(range(len(things)), 2):
        (ax, ay, ar), (bx, by, br) = circles[i], circles[j]
        if math.hypot(ax - bx, ay - by) < ar + br + apart:
            gap = distance(things[i][1], things[j][1])
            if gap < apart:
                found.append(f"{things[i][0]} and {things[j][0]} are {gap:.2f} apart")
    return found


def faults(board: Drawn) -> list[str]:
    """Everything wrong with a drawing."""
    everything = cars(board) + cities(board) + names(board) + ornaments(board)
    return [*touching(everything, APART), *outside(board, everything), *small(board), *astray(board)]


def outside(board: Drawn, things: list[tuple[str, Polygon]]) -> list[str]:
    """Things that reach over the frame."""
    inside = [all(0 <= x <= board["width"] and 0 <= y <= board["height"] for x, y in polygon) for _, polygon in things]
    return [f"{name} is outside the frame" for (name, _), fits in zip(things, inside, strict=True) if not fits]


def small(board: Drawn) -> list[str]:
    """Cars that are too small, and routes with the wrong number of them."""
    lengths = [(route["id"], slot["length"]) for route in board["routes"] for slot in route["slots"]]
    found = [f"a car of {route} is only {length} long" for route, length in lengths if length < LEAST_CAR]
    if board["car"]["width"] < LEAST_WIDTH:
        found.append(f"cars are only {board['car']['width']} wide")
    wanted = [(route, 1 if route["subway"] else route["length"]) for route in board["routes"]]
    return found + [f"{route['id']} has too few spaces" for route, spaces in wanted if len(route["slots"]) != spaces]


def astray(board: Drawn) -> list[str]:
    """Whether cities are farther from the true map than allowed."""
    shifts = {c["id"]: math.hypot(c["x"] - c["true_x"], c["y"] - c["true_y"]) / LEAST_CAR for c in board["cities"]}
    found = [f"{name} is {shift:.1f} cars from its place" for name, shift in shifts.items() if shift > MOST_SHIFT]
    mean = sum(shifts.values()) / len(shifts)
    return [*found, f"cities are {mean:.2f} cars from their places"] if mean > MEAN_SHIFT else found


def mapped(board, lon_lat):
    """Degrees to drawing units before the warp, from the numbers of the file alone."""
    conic, scale, shift = (board["map"][key] for key in ("conic", "scale", "shift"))
    lon, lat = np.radians(lon_lat).T
    rho = conic["f"] * np.tan(np.pi / 4 + lat / 2) ** -conic["n"]
    turn = conic["n"] * (lon - conic["meridian"])
    plane = np.column_stack((rho * np.sin(turn), rho * np.cos(turn) - conic["rho"]))
    return plane * scale + shift


def warped(board, points):
    """Drawing units after the warp, from the numbers of the file alone."""
    warp = board["map"]["warp"]
    radius = np.linalg.norm(points[:, None] - np.array(warp["centres"])[None], axis=2) / warp["unit"]
    kernel = np.where(radius > 0, radius**2 * np.log(np.maximum(radius, 1e-9)), 0.0)
    flat = np.column_stack((np.ones(len(points)), points / warp["unit"]))
    return points + kernel @ np.array(warp["pulls"]) + flat @ np.array(warp["plane"])


def map_faults(board: Drawn, board_id: str) -> list[str]:
    """Whether projection and warp bring coastlines where the cities are, and nothing is folded."""
    lon_lat = np.array([(city.lon, city.lat) for city in builtin_board(board_id).cities])
    true = np.array([(city["true_x"], city["true_y"]) for city in board["cities"]])
    at = np.array([(city["x"], city["y"]) for city in board["cities"]])
    found = []
    if np.abs(mapped(board, lon_lat) - true).max() > 0.1:
        found.append("the projection of the file does not give the true places")
    if np.linalg.norm(warped(board, true) - at, axis=1).max() > LEAST_CAR:
        found.append("the warp does not follow the cities")
    grid = np.array([(x, y) for x in np.linspace(0, board["width"], 50) for y in np.linspace(0, board["height"], 50)])
    east, south = (warped(board, grid + step) - warped(board, grid) for step in ((0.1, 0.0), (0.0, 0.1)))
    if (east[:, 0] * south[:, 1] - east[:, 1] * south[:, 0]).min() <= 0:
        found.append("the map is folded")
    return found


@pytest.mark.parametrize("board_id", builtin_boards())
def test_nothing_on_a_board_covers_anything_else(board_id):
    board = drawn(board_id)
    assert faults(board) + map_faults(board, board_id) == []


def test_the_same_board_is_always_drawn_the_same(tmp_path, monkeypatch):
    """Made anew, and as it was kept."""
    monkeypatch.setattr(layout, "user_cache", lambda: tmp_path)
    for n_kept in (0, 1):
        assert len(list(tmp_path.rglob("*.json"))) == n_kept
        made = layout.drawn.__wrapped__(builtin_board("berlin"))
        assert json.loads(json.dumps(asdict(made))) == drawn("berlin")


def test_the_measure_sees_a_car_on_a_city_and_a_name_on_a_name():
    assert touching([("car", rectangle(0, 0, 30, 10, 45)), ("city", disc(12, 12, 8))], APART)
    assert touching([("a", rectangle(0, 0, 30, 10)), ("b", rectangle(29, 9, 30, 10))], APART)
    assert touching([("a", rectangle(0, 0, 30, 10)), ("b", rectangle(30.4, 0, 30, 10))], APART)
    assert not touching([("a", rectangle(0, 0, 30, 10)), ("b", rectangle(31, 0, 30, 10))], APART)
    assert distance(rectangle(0, 0, 2, 2), disc(5, 0, 1)) == pytest.approx(3, abs=0.01)


@pytest.mark.parametrize("board_id", builtin_boards())
def test_every_drawing_is_what_the_schema_says(board_id: str) -> None:
    described = jsonschema.Draft202012Validator(_closed(schema()))
    described.check_schema(described.schema)
    assert [error.message for error in described.iter_errors(drawn(board_id))] == []


def _closed(described: Any) -> Any:
    """A schema that allows no key it does not name."""
    for one in (described, *described["$defs"].values()):
        one.setdefault("additionalProperties", False)
    return described
