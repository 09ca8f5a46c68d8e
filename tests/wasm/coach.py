"""What the coach says of games: its hints, doubts and whole reviews, for `coach.mjs` to have the page say the same."""

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from eclisse.analysis import hint as asked
from eclisse.analysis.review import GLANCES, LOOKS, SHARP_LOOKS, is_worth_another_look, judge, moments
from eclisse.analysis.weigh import Chance
from eclisse.game import Game
from eclisse.server.coach import hints, reviews
from eclisse.server.guard import Account
from tests.wasm.asks import Json
from tests.wasm.course import ENGINE, NODE, ROOT
from tests.wasm.messages import SOURCES

EVERY: Final = 41  # one decision in so many has hints


def log_of(game: Game) -> Json:
    """A finished game as it is dealt again elsewhere."""
    record = game.record()
    deal = {"game": record["game"], "modules": record["modules"], "seats": game.seats, "key": record["key"]}
    return {"deal": {**deal, "first": record.get("first")}, "log": record["actions"]}


def course(game: Game, games: int) -> Json:
    """A game with hints and doubts on the way, by so many games each, and the positions in which they were asked."""
    return {**log_of(game), "rows": list(questions(game, games))}


def review(game: Game, games: int) -> Json:
    """A game and its review, by so many games a usual look."""
    return {**log_of(game), "rows": [{"do": "review", "games": games, "answer": reviewed(game, games)}]}


def questions(game: Game, games: int) -> Iterator[Json]:
    """Hints and doubts at some moments, and in the last turns."""
    n = len(game.actions)
    record = {key: value for key, value in game.record().items() if key != "result"}
    for number in sorted({*range(0, n, EVERY), *range(n - 4, n)}):
        one = Game.replay({**record, "actions": record["actions"][:number]})
        seat = one.to_act[0]
        found = asked.hint(one.view(seat), one.legal(seat), games, Chance(number=number))
        told = hints.Hints(number=number, hints=[hints._hint(one.view(seat), seat, each) for each in found])
        yield {"do": "hint", "number": number, "seat": seat, "games": games, "answer": told.model_dump(mode="json")}
        action = one.legal(seat)[-1].text
        with patch.object(asked, "QUICK", games):
            doubt = hints.doubt(one, seat, number, action).model_dump(mode="json")
        yield {"do": "doubt", "number": number, "seat": seat, "action": action, "games": games, "answer": doubt}
        yield {"do": "position", "number": number, "answer": json.loads(json.dumps(one.position()))}


def reviewed(game: Game, games: int) -> Json:
    """The review of a game as the server tells it once it is whole."""
    found, every = reviews.Reviewed(game, "", Account(), None), list(moments(game.record()))
    with patch.object(reviews, "judge", partial(judge, iterations=games)):
        found.look(every, GLANCES)
        found.look(every, LOOKS)
        found.look([one for one in every if is_worth_another_look(found.known[one.number][0])], SHARP_LOOKS)
    found.finish()
    told: Json = json.loads(found.final)
    return told


def in_node(courses: list[Json]) -> list[str]:
    """Let the page's engine say the same; returns where it says something else."""
    script = ROOT / "tests" / "wasm" / "coach.mjs"
    command: list[str | Path] = [NODE, "--no-warnings", script, ENGINE, SOURCES]
    made = subprocess.run(command, input=json.dumps(courses), capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    found: list[Any] = json.loads(made.stdout)
    return [one for one in found if one]
