"""Games whose reviews are stored, made up: for tests of what becomes of them."""

import json
from typing import Any

from eclisse.server.coach.reviews import KeptReviews
from eclisse.server.model import Append, Entry
from eclisse.shapes import By
from tests.server.people import Person
from tests.server.serving import Server

DRAW: dict[str, Any] = {"action": {"kind": "draw", "text": "draw"}, "tickets": []}


def keep_review(
    server: Server,
    person: Person,
    game: str = "usa",
    seats: str = "you bot:easy",
    by: By = "player",
    better: tuple[str, str] = ("draw", "take red"),
    decision: dict[str, Any] = DRAW,
) -> str:
    """Store the review of a game in which a person's first seat made one mistake; returns the table's id."""
    taken, instead = better
    told = {"action": instead, "routes": [], "cities": [], "win": [0.7, 0.3], "taken": decision, "decision": decision}
    moment = {"number": 0, "seat": 0, "turn": 1, "action": taken, "win": [0.5, 0.5], "loss": 0.2, "sure": True}
    moments = [{**moment, "better": {**told, "why": [], "later": []}}]
    review = {"done": 1, "moments": moments, "accuracy": [0.9, 0.5], "skill": [0, 0], "luck": [0, 0]}
    table: str = person.table(game, seats)["id"]
    store = server.services.store
    server.call(store.append(Append(table, 1, Entry(0, taken, by, 1.0), 1, None, ())))
    server.call(KeptReviews(store).write(table, json.dumps(review)))
    return table
