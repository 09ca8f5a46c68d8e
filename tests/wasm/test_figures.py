"""How somebody plays is the same figures in the page as on the server, of all games at once and of two parts joined."""

import json
import random
import subprocess
from dataclasses import asdict
from typing import Any

import pytest

from eclisse.analysis.person import OwnGame, figures
from eclisse.server.coach.reviews import OWN_REVIEW
from tests.wasm.asks import Json
from tests.wasm.course import NODE, ROOT
from tests.wasm.messages import SOURCES

ACTIONS = ("draw", "take red", "tickets", "keep 1 2", "claim a--b", "station a", "depot a", "pass")


def moment(rng: random.Random) -> Json:
    """A decision of somebody, perhaps a mistake."""
    better = {"action": rng.choice(ACTIONS), "later": rng.choice(([], [{"code": "taken", "params": {}}]))}
    row = {"seat": rng.randrange(2), "action": rng.choice(ACTIONS), "loss": rng.random(), "sure": rng.random() < 0.6}
    return {**row, "better": better if row["sure"] else None}


def game(rng: random.Random, number: int) -> Json:
    """A reviewed game; in some nobody decided anything."""
    review = {"moments": [moment(rng) for _ in range(12)], "accuracy": [rng.choice((None, rng.random())), rng.random()]}
    board = rng.choice(("usa", "europe", "india"))
    return {"table": str(number), "board": board, "at": rng.random(), "seat": rng.randrange(2), "review": review}


def on_server(games: list[Json]) -> Any:
    """The server's figures."""
    own = [OwnGame(**{**one, "review": OWN_REVIEW.validate_python(one["review"])}) for one in games]
    return json.loads(json.dumps(asdict(figures(own))))


def near(told: Any) -> Any:
    """The same, with numbers that may be rounded otherwise."""
    if isinstance(told, float):
        return pytest.approx(told)
    if isinstance(told, list):
        return [near(one) for one in told]
    return {key: near(one) for key, one in told.items()} if isinstance(told, dict) else told


def test_the_page_figures_as_the_server_does() -> None:
    rng = random.Random(3)
    courses = [[game(rng, i) for i in range(n)] for n in (0, 1, 2, 7, 30)]
    script = ROOT / "tests" / "wasm" / "figures.mjs"
    made = subprocess.run(
        [NODE, "--no-warnings", script, SOURCES], input=json.dumps(courses), capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    for games, (whole, joined) in zip(courses, json.loads(made.stdout), strict=True):
        expected = on_server(games)
        assert whole == near(expected)
        assert joined == near(expected)
