"""A run on several machines by Ray.

python -m training.several CONFIG --out DIR --minutes M --machines N [--address ADDRESS] [--weights FILE.npz]

Each machine plays and learns by itself for a few lessons, with a seed and an optimiser of its own. Then all go on from
the mean of their weights, each weighted by the decisions it learned from. `weights.npz` is written after every such
round, and the log is that of one run. A machine that fails is left out.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.exceptions import RayError

from eclisse.arena.joining import joined
from eclisse.arena.schedule import BadArena
from training.config import Settings, read_settings
from training.learn import Lesson
from training.run import Facts, Log, Run, arguments, train
from training.torch_network import Network, Weights, weights_of


class Member:
    """The run of one machine."""

    def __init__(self, config: str, number: int, threads: int | None) -> None:
        sys.setswitchinterval(5e-4)
        settings, cores = read_settings(config), threads or os.cpu_count() or 1
        torch.set_num_threads(cores)
        self._run = Run(replace(settings, seed=settings.seed + number), None, None, cores)

    def take(self, weights: Weights) -> None:
        """Go on with these weights."""
        self._run.take(weights)

    def weights(self) -> Weights:
        """The weights it has now."""
        return weights_of(self._run.network)

    def open_league(self) -> None:
        """From now on play the league too."""
        self._run.open_league()

    def learn(self, lessons: int, teach: bool, share: float) -> tuple[Weights, Lesson]:
        """Some lessons: the weights after them, and their mean."""
        mean = mean_lesson([self._run.lesson(teach, share) for _ in range(lessons)])
        return self.weights(), mean

    def exam(self, deals: int, seed: int) -> Facts:
        """Evaluate on fixed deals."""
        return self._run.exam(deals, seed)


def mean_lesson(lessons: Sequence[Lesson]) -> Lesson:
    """Several lessons as one; each counts by its decisions."""
    total = sum(lesson.decisions for lesson in lessons)
    means = {
        field.name: sum(getattr(lesson, field.name) * lesson.decisions for lesson in lessons) / total
        for field in fields(Lesson)
    }
    return Lesson(**{**means, "decisions": total})


def mean_weights(parts: Sequence[tuple[Weights, Lesson]]) -> Weights:
    """The mean of weights; each counts by the decisions it was learned from."""
    counts = [lesson.decisions for _, lesson in parts]
    return {
        name: np.average([weights[name] for weights, _ in parts], 0, counts).astype(np.float32) for name in parts[0][0]
    }


class TooFewMachines(Exception):
    """The cluster has no room for so many, or all have failed."""


class Team:
    """A run on all machines together, as one."""

    def __init__(self, config: str, out: Path, weights: Path | None, lessons: int) -> None:
        self.settings: Settings = read_settings(config)
        self.members: dict[int, Any] = {}
        self.decisions, self._config, self.out, self._lessons = 0, config, out, lessons
        self._say = Log(out).say
        torch.manual_seed(self.settings.seed)
        fresh = weights_of(Network(self.settings.shape, torch.device("cpu")))
        self.weights: Weights = dict(np.load(weights)) if weights else fresh

    def gather(self, machines: int, threads: int | None) -> None:
        """Start so many members, each with a GPU if the cluster has any, and give all the same weights."""
        room: dict[str, float] = ray.cluster_resources()
        kind = "GPU" if room.get("GPU") else "CPU"
        if room.get(kind, 0) < machines:
            raise TooFewMachines(f"{machines} machines need a {kind} each; the cluster has {room.get(kind, 0):.0f}.")
        start: Any = ray.remote(num_cpus=1, num_gpus=int(kind == "GPU"), scheduling_strategy="SPREAD")(Member)
        self.members = {number: start.remote(self._config, number, threads) for number in range(machines)}
        self.hand_out()
        self._say("ready", machines=len(self.members), parameters=sum(value.size for value in self.weights.values()))

    def hear(self, answers: dict[int, Any]) -> dict[int, Any]:
        """Wait for answers of members; whoever fails is left out from now on."""
        heard = {}
        for number, answer in answers.items():
            try:
                heard[number] = ray.get(answer)
            except RayError as error:
                ray.kill(self.members.pop(number))
                self._say("left out", machine=number, machines=len(self.members), reason=str(error).strip())
        if not self.members:
            raise TooFewMachines(f"All machines have failed; {self.out / 'log.jsonl'} says why.")
        return heard

    def hand_out(self) -> None:
        """Let all members go on with the same weights."""
        weights = ray.put(self.weights)
        self.hear({number: member.take.remote(weights) for number, member in self.members.items()})

    def open_league(self) -> None:
        """From now on play the league too."""
        self.hear({number: member.open_league.remote() for number, member in self.members.items()})

    def lesson(self, teach: bool, share: float) -> Lesson:
        """One round: all learn by themselves, then go on from the mean."""
        start, parts = time.time(), list[tuple[Weights, Lesson]]()
        while not parts:
            calls = {i: member.learn.remote(self._lessons, teach, share) for i, member in self.members.items()}
            parts = list(self.hear(calls).values())
        return self.merge(parts, "teach" if teach else "lesson", start)

    def merge(self, parts: Sequence[tuple[Weights, Lesson]], what: str, start: float) -> Lesson:
        """Keep the mean of what members learned, and hand it out."""
        self.weights, lesson = mean_weights(parts), mean_lesson([lesson for _, lesson in parts])
        np.savez(self.out / "weights.npz", allow_pickle=False, **self.weights)
        self.decisions += lesson.decisions
        self.hand_out()
        facts = {name: round(value, 4) for name, value in vars(lesson).items()}
        seconds = round(time.time() - start, 2)
        self._say(what, **facts, total=self.decisions, machines=len(parts), seconds=seconds)
        return lesson

    def exam(self, deals: int, seed: int = 99) -> Facts:
        """Let the first member evaluate on fixed deals."""
        while True:
            first = min(self.members)
            for facts in self.hear({first: self.members[first].exam.remote(deals, seed)}).values():
                self._say("exam", total=self.decisions, **facts)
                return dict(facts)


def main() -> None:
    """The command."""
    parser = arguments(__doc__)
    parser.add_argument("--machines", type=int, required=True, help="how many; each takes one GPU if there are any")
    parser.add_argument("--address", default="local", help="of the Ray cluster; auto finds one, local starts one here")
    parser.add_argument("--lessons", type=int, default=4, help="of each machine between two means")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        with joined(options.address, "--address"):
            team = Team(options.config.read_text("utf-8"), options.out, options.weights, options.lessons)
            team.gather(options.machines, options.threads)
            train(team, options.minutes, options.teach, options.span, options.final)
    except (BadArena, TooFewMachines) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
