"""One run: python -m training.run CONFIG --out DIR --minutes M [--teach S] [--weights FILE.npz] [--against FILE.npz].

It imitates `planner` for S seconds, then plays itself and a league. Every minute or so it writes `weights.npz` (what
`--weights` continues from) and a line of `log.jsonl`. With `--against` it learns only to beat one network, which stays
as it is and always takes the likeliest decision: is there a trick against it?
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from eclisse.bots.learned.practice import Group
from eclisse.core.actions import N_ACTIONS
from eclisse.features.layout import SIZE
from training import warm
from training.config import Settings, read_settings
from training.exam import examine
from training.learn import Learner, Lesson
from training.play import Half, Player, likeliest, sample
from training.torch_network import Network, Weights, load_weights, shape_of, weights_of

Facts = dict[str, Any]


def halves(settings: Settings, pool: ThreadPoolExecutor, device: torch.device) -> list[Half]:
    """The games in two halves, each with a bit of every kind."""
    parts = [[Group(g.game, g.seats, (g.n + i) // 2, g.modules) for g in settings.mix] for i in (0, 1)]
    return [Half(part, settings.seed * 2 + i, pool, device) for i, part in enumerate(parts)]


def _label(group: Group) -> str:
    """A kind of game in a few letters; a plus means modules."""
    return f"{Path(group.game).stem}{'+' if group.modules else ''}/{group.seats}"


class Log:
    """The log of a run: on the screen, and in a folder if there is one."""

    def __init__(self, out: Path | None) -> None:
        self._out, self._began = out, time.time()

    def say(self, what: str, **facts: object) -> None:
        """Write a line."""
        line = json.dumps({"at": round(time.time() - self._began, 1), "what": what, **facts})
        if self._out:
            with (self._out / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(line + "\n")
        print(line, flush=True)


class Run:
    """Everything one run holds; without a folder it keeps nothing."""

    def __init__(
        self, settings: Settings, out: Path | None, weights: Path | None, threads: int, against: Path | None = None
    ) -> None:
        self.settings, self.out, self.is_against = settings, out, against is not None
        self.say = Log(out).say
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")
        self.pool = ThreadPoolExecutor(threads)
        fast = self.device.type == "cuda"
        commands = [[sys.executable, "-m", "training.warm", part] for part in warm.PARTS if fast]
        compiling = [subprocess.Popen(command) for command in commands]  # while PyTorch compiles the network
        parts = halves(settings, self.pool, self.device)
        n_routes, n_cities = (-(-n // 8) * 8 for n in parts[0].games.sizes)
        theirs = np.load(against) if against else None
        self.network, self.acting, self.earlier = (
            Network(shape, self.device, n_routes, n_cities)
            for shape in (settings.shape, settings.shape, shape_of(theirs) if theirs else settings.shape)
        )
        self.take(np.load(weights) if weights else weights_of(self.network))
        if theirs:
            load_weights(self.earlier, theirs)
        else:
            self.earlier.load_state_dict(self.network.state_dict())
        self.act = torch.compile(self.acting, dynamic=False) if fast else self.acting
        self.recall = torch.compile(self.earlier, dynamic=False) if fast else self.earlier
        learn = torch.compile(self.network, dynamic=False) if fast else self.network
        self.learner = Learner(self.network, learn, settings, self.device)
        if fast:
            self._compile(parts[0])
        self.say("network compiled")
        for helper in compiling:
            helper.wait()
        self.say("rules compiled")
        self.player = Player(parts, settings.steps, self.device, likeliest if against else sample)
        self.decisions, self.lessons = 0, 0
        self.say("ready", parameters=sum(p.numel() for p in self.network.parameters()), games=len(self.player.n_seats))

    def _compile(self, half: Half) -> None:
        """Let PyTorch compile the network, for playing and for learning."""
        self._seat(half)
        batch, n, n_old = self.settings.batch, half.games.n, len(half.old)
        half.seat_players()
        rows = torch.zeros(batch, SIZE, dtype=torch.uint8, device=self.device)
        masks = torch.ones(batch, N_ACTIONS, dtype=torch.int8, device=self.device)
        with torch.autocast("cuda", torch.bfloat16):
            with torch.no_grad():
                self.act(rows[:n], masks[:n])
                self.recall(rows[:n_old], masks[:n_old])
            logs, wins, points = self.learner.forward(rows, masks)
        (logs.mean() + wins[:, 0].mean() + points.mean()).backward()
        torch.cuda.synchronize()

    def _seat(self, half: Half) -> None:
        """Seat the league in half of the games."""
        half.seat_players(self.settings.planners, self.settings.earlier, self.settings.styles)

    def open_league(self) -> None:
        """From now on play the league too."""
        for half in self.player.halves:
            self._seat(half)

    def take(self, weights: Weights) -> None:
        """Go on with these weights."""
        load_weights(self.network, weights)
        self.acting.load_state_dict(self.network.state_dict())

    def lesson(self, teach: bool, share: float) -> Lesson:
        """Play a stretch and learn from it; `share` is that of the learning rate."""
        settings, start = self.settings, time.time()
        if not teach and not self.is_against and self.lessons % settings.renew == 0:
            self.earlier.load_state_dict(self.acting.state_dict())
        played = self.player.play(self.act, self.recall, teach)
        middle = time.time()
        rate = settings.teach_rate if teach else settings.rate * share
        lesson = self.learner.learn(played, self.player.n_seats, teach, rate)
        self.acting.load_state_dict(self.network.state_dict())
        self.lessons, self.decisions = self.lessons + 1, self.decisions + lesson.decisions
        facts = {name: round(value, 4) for name, value in vars(lesson).items()}
        times = {"play_s": middle - start, "learn_s": time.time() - middle}
        for half in self.player.halves:
            for name in half.seconds:
                times[f"{name}_s"] = times.get(f"{name}_s", 0.0) + half.seconds[name]
                half.seconds[name] = 0.0
        times = {name: round(value, 2) for name, value in times.items()}
        self.say("teach" if teach else "lesson", **facts, total=self.decisions, **times)
        return lesson

    def exam(self, deals: int, seed: int = 99) -> Facts:
        """Evaluate on so many fixed deals of each kind, and keep the weights."""
        start, groups = time.time(), [replace(group, n=deals * group.seats) for group in self.settings.exam]
        if self.out:
            np.savez(self.out / "weights.npz", allow_pickle=False, **weights_of(self.network))
        against = self.earlier if self.is_against else None
        marks = examine(self.network, groups, seed, self.pool, self.device, against)
        table = {_label(m.group): [round(x, 3) for x in (m.wins, m.own, m.best)] for m in marks}
        mean = sum(m.wins * m.group.seats for m in marks) / len(marks) / 2
        facts = {"mean": round(mean, 4), "seconds": round(time.time() - start, 1), "marks": table}
        self.say("exam", total=self.decisions, **facts)
        return facts


class Trained(Protocol):
    """A run on one machine or on several."""

    settings: Settings

    def open_league(self) -> None:
        """From now on play the league too."""

    def lesson(self, teach: bool, share: float) -> Lesson:
        """Play and learn from it."""

    def exam(self, deals: int, seed: int = 99) -> Facts:
        """Evaluate on fixed deals."""


def train(run: Trained, minutes: float, teach_seconds: float, span: Sequence[float], final: int) -> None:
    """Imitate, then play, until the time is up, then evaluate on `final` deals of each kind.

    `span` is the share of the learning rate at the start and at the end.
    """
    settings, start = run.settings, time.time()
    end, teach_end, next_exam = start + 60 * minutes, start + teach_seconds, start + settings.evaluate
    while (now := time.time()) < teach_end:
        run.lesson(True, 1.0)
        next_exam = max(next_exam, now)
    run.open_league()
    play_start = time.time()
    while (now := time.time()) < end:
        if now > next_exam:
            run.exam(settings.deals)
            next_exam = time.time() + settings.evaluate
        done = (now - play_start) / max(1.0, end - play_start)
        run.lesson(False, span[0] + (span[1] - span[0]) * done)
    run.exam(final, 2026)


def arguments(about: str | None) -> argparse.ArgumentParser:
    """The arguments of every run."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("config", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--teach", type=float, default=0.0, help="seconds of imitation first")
    parser.add_argument("--span", type=float, nargs=2, default=(1.0, 0.1), help="learning rate, from and to")
    parser.add_argument("--final", type=int, default=64, help="deals of each kind for the last evaluation")
    parser.add_argument("--weights", type=Path, help="go on from these")
    parser.add_argument("--threads", type=int, help="all cores unless told otherwise")
    return parser


def main() -> None:
    """The command."""
    parser = arguments(__doc__)
    parser.add_argument("--against", type=Path, help="weights of the one network to beat; `earlier` is its share")
    options = parser.parse_args()
    sys.setswitchinterval(5e-4)
    options.out.mkdir(parents=True, exist_ok=True)
    threads = options.threads or os.cpu_count() or 1
    run = Run(read_settings(options.config.read_text("utf-8")), options.out, options.weights, threads, options.against)
    train(run, options.minutes, options.teach, options.span, options.final)
    run.pool.shutdown()


if __name__ == "__main__":
    main()
