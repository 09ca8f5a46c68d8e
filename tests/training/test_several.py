"""Training on several machines: two members on a real Ray cluster of this machine share what they learn."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
import ray
from ray.exceptions import RayActorError

from eclisse.arena.joining import joined
from training.learn import Lesson
from training.merge import exams
from training.several import Team, TooFewMachines, mean_lesson, mean_weights

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]
TINY = """
games = 16
steps = 4
batch = 32
deals = 2
shape = { width = 8, table = 16, rounds = 1 }
mix = [{ game = "berlin", seats = [2], shares = [1] }]
exam = [{ game = "berlin", seats = [2] }]
"""


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    """Two members."""
    with joined("local"):
        found = Team(TINY, tmp_path_factory.mktemp("team"), None, 1)
        found.gather(2, 1)
        found.open_league()
        yield found


def log_of(team: Team) -> list[dict[str, object]]:
    """All lines of its log."""
    return [json.loads(line) for line in (team.out / "log.jsonl").read_text("utf-8").splitlines()]


def kill(member: Any) -> None:
    """End a member's process, and wait until it has ended."""
    ray.kill(member)
    with suppress(RayActorError):
        while True:
            ray.get(member.weights.remote())


def test_means_count_by_decisions() -> None:
    one, two = Lesson(policy=1.0, decisions=100), Lesson(policy=3.0, decisions=300)
    assert mean_lesson([one, two]) == Lesson(policy=2.5, decisions=400)
    mean = mean_weights([({"x": np.array([0, 4], np.float32)}, one), ({"x": np.array([8, 4], np.float32)}, two)])
    assert mean["x"].tolist() == [6, 4]
    assert mean["x"].dtype == np.float32


def test_too_many_machines_are_refused(team: Team) -> None:
    with pytest.raises(TooFewMachines, match=r"^9999 machines need a .PU each; the cluster has \d+\.$"):
        team.gather(9999, 1)


def test_members_go_on_from_the_mean_and_one_that_fails_is_left_out(team: Team) -> None:
    parts = ray.get([team.members[i].learn.remote(i + 1, False, 1.0) for i in (0, 1)])
    assert parts[1][1].decisions == 2 * parts[0][1].decisions
    assert (parts[0][0]["in_table_x"] != parts[1][0]["in_table_x"]).any()
    team.merge(parts, "lesson", 0.0)
    for name, value in team.weights.items():
        assert np.abs(value - (parts[0][0][name] + 2 * parts[1][0][name]) / 3).max() < 1e-6
    for held in ray.get([member.weights.remote() for member in team.members.values()]):
        assert all((held[name] == value).all() for name, value in team.weights.items())

    both = team.lesson(False, 1.0).decisions
    kill(team.members[0])
    assert 2 * team.lesson(False, 1.0).decisions == both
    team.exam(2)
    with np.load(team.out / "weights.npz") as kept:
        assert all((kept[name] == value).all() for name, value in team.weights.items())
    assert [line["what"] for line in log_of(team)] == ["ready", "lesson", "lesson", "left out", "lesson", "exam"]
    assert [line["total"] for line in exams([team.out / "log.jsonl"])] == [team.decisions]

    kill(team.members[1])
    with pytest.raises(TooFewMachines, match="All machines have failed"):
        team.lesson(False, 1.0)
