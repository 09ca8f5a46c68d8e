"""The settings of a run, from a TOML file."""

import tempfile
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eclisse.bots.learned.network import Shape
from eclisse.bots.learned.practice import Group
from training.made_board import write_board


@dataclass(frozen=True)
class Settings:
    """One run; the file gives these names, and leaves out what stays as it is here."""

    seed: int = 1
    games: int = 16384  # side by side
    steps: int = 32  # decisions of each between two lessons
    batch: int = 32768  # decisions of one step of the optimiser
    passes: int = 2  # over what was played
    teach_rate: float = 1e-3  # learning rate while `planner` is imitated
    rate: float = 3e-4  # and while it plays itself
    entropy: float = 0.004
    clip: float = 0.2
    win: float = 1.0  # worth of a win
    margin: float = 1.0  # worth of 50 points more than the others
    trust: float = 0.95  # lambda of the advantages
    far: float = 0.97  # lambda of the outcomes
    outcome: float = 0.5  # weight of the forecast in the loss
    planners: float = 0.15  # share of the games with `planner` on all seats but one
    earlier: float = 0.1  # share of the games with an earlier self there
    styles: float = 0.1  # share of the games with one of the four styles there
    renew: int = 20  # lessons after which the earlier self is replaced
    evaluate: float = 60.0  # seconds between two evaluations
    deals: int = 64  # of each kind of game, for an evaluation
    shape: Shape = field(default_factory=Shape)
    mix: tuple[Group, ...] = ()
    exam: tuple[Group, ...] = ()


def _games(entry: dict[str, Any]) -> list[str]:
    """The games that an entry names: one of the catalogue, or boards made from seeds."""
    if "made" not in entry:
        return [entry["game"]]
    folder = Path(tempfile.mkdtemp(prefix="eclisse-boards-"))
    return [str(write_board(seed, folder)) for seed in entry["made"]]


def _groups(entries: list[dict[str, Any]], total: int) -> tuple[Group, ...]:
    """Groups of games from their weights, about `total` games together."""
    kinds = [
        (game, seats, tuple(entry.get("modules", ())), float(share))
        for entry in entries
        for game in _games(entry)
        for seats, share in zip(entry["seats"], entry["shares"], strict=True)
    ]
    weight = sum(kind[3] for kind in kinds)
    return tuple(Group(game, seats, max(2, 2 * round(total * w / weight / 2)), mods) for game, seats, mods, w in kinds)


def read_settings(text: str) -> Settings:
    """The settings in the text of a file; boards made from seeds are written on this machine."""
    data = tomllib.loads(text)
    mix, exam, shape = data.pop("mix"), data.pop("exam"), data.pop("shape", {})
    plain = Settings(**data)
    exams = tuple(
        Group(game, seats, plain.deals * seats, tuple(entry.get("modules", ())))
        for entry in exam
        for game in _games(entry)
        for seats in entry["seats"]
    )
    return Settings(**data, shape=Shape(**shape), mix=_groups(mix, plain.games), exam=exams)
