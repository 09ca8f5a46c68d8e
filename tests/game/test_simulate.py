"""`eclisse.simulate`: what it answers is plain JSON, and what it cannot play it refuses in sentences."""

import json
from typing import Any

import numpy as np
import pytest

from eclisse import simulate
from eclisse.bots.learned.in_step import STEP_GAMES
from eclisse.bots.simulate import Tally
from eclisse.catalogue.kit import open_kit
from eclisse.faults import Faulty
from eclisse.notation import key_from_seed

BAD = [
    ("games", 0, "number-expected"),
    ("games", True, "number-expected"),
    ("games", 1.0, "number-expected"),
    ("threads", 0, "number-expected"),
    ("threads", 257, "number-expected"),
    ("bots", "random", "names-expected"),
    ("bots", None, "names-expected"),
    ("bots", [1], "names-expected"),
    ("bots", [], "wrong-number-of-bots"),
    ("bots", ["search@"], "budget-expected"),
    ("seats", "2", "wrong-seats"),
    ("seed", True, "seed-expected"),
    ("modules", "warehouses", "modules-expected"),
    ("game", 5, "game-expected"),
]


@pytest.mark.parametrize(("argument", "value", "code"), BAD)
def test_what_cannot_be_played_is_refused(argument: str, value: Any, code: str) -> None:
    with pytest.raises(Faulty) as caught:
        simulate(**{"game": "usa", "bots": ["random"], argument: value})
    assert [fault.code for fault in caught.value.faults] == [code]


def test_the_answer_is_plain_json_and_follows_from_the_seed() -> None:
    answers: list[dict[str, Any]] = []
    for count in (int, np.int64):
        two: Any = count(2)
        answers.append(json.loads(json.dumps(simulate("usa", two, ["random"], two, seed=1))))
    speed = ("seconds", "games_per_second", "decisions_per_second")
    first, second = ({key: value for key, value in one.items() if key not in speed} for one in answers)
    assert first == second
    assert (first["games"], first["seats"], first["bots"]) == (2, 2, ["random", "random"])


@pytest.mark.parametrize("threads", [1, 3])
def test_the_network_in_step_plays_the_games_that_it_plays_one_by_one(threads: int) -> None:
    tally, key = Tally(open_kit("switzerland", ()), ["learned", "learned"]), key_from_seed(5)
    together, n_together = tally.run(key, 0, 5, threads)
    single, n_single = tally._run_one_by_one(key, 0, 5, 2)
    assert together.tobytes() == single.tobytes()
    assert n_together.tolist() == n_single.tolist()
    assert tally.chunk == STEP_GAMES
