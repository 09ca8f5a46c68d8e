"""The lessons of the page: each can be played to its end, as it intends and however else it allows."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eclisse.catalogue.find import builtin_games
from eclisse.server.coach.positions import Sandbox, played

FILES = sorted((Path(__file__).parents[2] / "web/src/pages/learn/lessons").glob("*.json"))
PARTS = [
    pytest.param(part, id=f"{file.stem} {number}")
    for file in FILES
    for number, part in enumerate(json.loads(file.read_text(encoding="utf-8"))["parts"])
]
Json = dict[str, Any]
Choice = Callable[[list[str], list[str]], str]


def ask(part: Json, decisions: list[str]) -> Json:
    """The updates that the page gets after some decisions."""
    body = Sandbox(position=part["position"], decisions=decisions)
    *_, made = played(body, set(), 0.0)
    assert made
    told: Json = json.loads(made.model_dump_json())["updates"][0]
    return told


def is_allowed(step: Json, action: Json) -> bool:
    """Whether a step allows a decision, as `course.svelte.ts` has it."""
    named = {action["kind"], action["text"]} & {"pay", *step["may"]}
    return bool(named) and action["text"] not in step.get("but", [])


def is_done(step: Json, update: Json, since: int) -> bool:
    """Whether what a step waits for has happened since it began."""
    events = [event for one in update["steps"] if one["number"] > since for event in one["events"]]
    wanted: int = step.get("times", 1)
    return sum(e["kind"] in step["done"] and e["seat"] in (None, 0) for e in events) >= wanted


def is_after_action(update: Json) -> bool:
    """Whether depots may follow an action, and none has to."""
    passing = any(action["kind"] == "pass" for action in update["own"]["legal"])
    return passing and bool(update["view"]["phase"] == "depots")


def follow(part: Json, choose: Choice) -> Json:
    """Go through a part, choosing among what is allowed; what the page is told in the end."""
    decisions: list[str] = []
    update = ask(part, decisions)
    for step in part["steps"]:
        since, intended = update["number"], list(step.get("plays", []))
        while "done" in step and not is_done(step, update, since):
            allowed = [action["text"] for action in update["own"]["legal"] if is_allowed(step, action)]
            assert allowed, (step["text"]["en"], decisions)
            decisions.append(choose(allowed, intended))
            update = ask(part, decisions)
            if is_after_action(update):
                decisions.append("pass")  # as the page does by itself
                update = ask(part, decisions)
        assert not intended or choose is not as_intended, step
    return update


def as_intended(allowed: list[str], intended: list[str]) -> str:
    """The next decision that the lesson itself would show."""
    assert intended[0] in allowed, (intended, allowed)
    return intended.pop(0)


@pytest.mark.parametrize("part", PARTS)
def test_what_a_lesson_shows_leads_through_all_its_steps(part: Json) -> None:
    update = follow(part, as_intended)
    assert update["number"] > 0
    tickets = update["own"]["tickets"]
    assert not tickets or any(ticket["completed"] for ticket in tickets)


@pytest.mark.parametrize("part", PARTS)
def test_whatever_else_a_step_allows_leads_on_too(part: Json) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        follow(part, lambda allowed, _, rng=rng: rng.choice(allowed))  # type: ignore[misc]


def test_lessons_and_their_pictures_show_what_is_on_the_board() -> None:
    boards = {spec.board.id: spec.board for spec in builtin_games().values()}
    for file in FILES:
        lesson = json.loads(file.read_text(encoding="utf-8"))
        picture = lesson["picture"]
        shown = [(picture["board"], {**picture, "routes": [*picture.get("routes", {}), *picture.get("lit", [])]})]
        for part in lesson["parts"]:
            board = builtin_games()[part["position"]["game"]].board.id
            shown += [(board, step) for step in part["steps"]]
        for board, one in shown:
            assert set(one.get("cities", [])) <= {city.id for city in boards[board].cities}, file.stem
            assert set(one.get("routes", [])) <= {route.id for route in boards[board].routes}, file.stem
