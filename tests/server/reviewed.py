"""Games whose reviews are stored, made up: for tests of what becomes of them."""

import json

from eclisse.game import By
from eclisse.server.store.rows import Append
from eclisse.server.tables.table import Entry
from tests.server.people import Person
from tests.server.serving import Thread

WORDS = {"en": "…", "fr": "…"}


def keep_review(
    server: Thread,
    person: Person,
    game: str = "usa",
    seats: str = "you bot:easy",
    by: By = "player",
    better: tuple[str, str] = ("draw", "take red"),
) -> str:
    """Store the review of a game in which a person's first seat made one mistake; returns the table's id."""
    taken, instead = better
    told = {"action": instead, "routes": [], "cities": [], "win": [0.7, 0.3], "taken": WORDS, "says": WORDS}
    moment = {"number": 0, "seat": 0, "turn": 1, "action": taken, "win": [0.5, 0.5], "loss": 0.2, "sure": True}
    moments = [{**moment, "better": {**told, "why": [], "later": []}}]
    review = {"done": 1, "moments": moments, "accuracy": [0.9, 0.5], "skill": [0, 0], "luck": [0, 0]}
    table: str = person.table(game, seats)["id"]
    store = server.services.store
    server.call(store.append(Append(table, 1, Entry(0, taken, by, 1.0), 1, None, ())))
    server.call(store.reviews.write(table, json.dumps(review)))
    return table
