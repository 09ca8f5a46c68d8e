"""A dataset: many games of bots, as shards of Parquet and a `dataset.json` that says what is in them.

Everything follows from the settings: the number of workers changes no byte, and a shard that is missing or damaged is
made anew as it was.
"""

import hashlib
import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import polars as pl

from eclisse import __version__
from eclisse.arena.chunk import Games, Sitting, Step, decision_rows, places_of, play_games
from eclisse.arena.folder import write_table, write_text
from eclisse.arena.schedule import BadArena, Settings
from eclisse.arena.tournament import side_by_side
from eclisse.arena.worker import Stopped, Worker
from eclisse.bots.learned.in_step import NETWORK, in_step
from eclisse.bots.learned.weights import Advice, load_brain, read_card
from eclisse.catalogue.kit import Kit, open_kit
from eclisse.core import doors
from eclisse.core.actions import N_ACTIONS
from eclisse.core.apply import apply
from eclisse.core.batch import Records
from eclisse.core.codes import END_NAMES
from eclisse.core.records import MAX_CITIES, MAX_ROUTES, STATE
from eclisse.env.observation import SIZE, Row, encode
from eclisse.faults import fault
from eclisse.features.write import Mask, mark_legal
from eclisse.game import RULES
from eclisse.jit.compiled import compiled
from eclisse.notation import key_from_seed

FILE: Final = "dataset.json"
SHARD: Final = 250  # games
TABLES: Final = ("games", "decisions")
GAME_COLUMNS: Final = {
    "game": "number of the game, from 0",
    "key": "its key, with which Game.new deals it again",
    "seats": "how many seats",
    "modules": "the modules in play",
    "bots": "the bot of each seat",
    "first_seat": "the seat that began",
    "scores": "final points of each seat",
    "win_shares": "each seat's share of the win: 1, or 0.5 if two won together, or 0",
    "decisions": "how many decisions were made",
    "turns": "how many turns were finished",
    "ended": "why the game ended",
}
DECISION_COLUMNS: Final = {
    "game": "number of the game",
    "number": "number of the decision in its game, from 0",
    "seat": "who decided",
    "turn": "turns finished before",
    "phase": "what kind of decision it was",
    "action": "the action as a number",
    "text": "the action as a text",
    "n_legal": "how many actions were legal",
}
OBSERVED_COLUMNS: Final = {
    "observation": "what the seat saw, in the numbers of docs/environments.md",
    "action_mask": "1 for each legal action",
}
ADVICE_COLUMNS: Final = {
    "chances": "how likely the network finds each action to be the best; all 0 where another bot decided",
    "forecast": "its chances for each seat to win, the one that decides first and then around the table",
}


class Dataset:
    """The dataset in a folder."""

    def __init__(self, settings: Settings, path: Path, has_observations: bool = False) -> None:
        self.settings, self.path, self._has_observations = settings, path, has_observations
        self._kit = open_kit(settings.game, settings.modules)
        self._head = _head(settings, has_observations)
        path.mkdir(parents=True, exist_ok=True)
        known = read_dataset(path)
        if known is None and any(path.iterdir()):
            raise BadArena(fault("not-a-dataset", "--out", folder=str(path)))
        differing = [key for key in self._head if known is not None and known.get(key) != self._head[key]]
        if differing:
            raise BadArena(fault("other-dataset", "--out", folder=str(path), keys=differing))
        self._shards = {shard["number"]: shard for shard in (known or {}).get("shards", []) if self._is_whole(shard)}
        self._write()

    @property
    def done(self) -> int:
        """How many games are there."""
        return sum(shard["games"] for shard in self._shards.values())

    def missing(self) -> list[int]:
        """The numbers of the shards still to be made."""
        return [number for number in range(-(-self.settings.games // SHARD)) if number not in self._shards]

    def play(self, workers: int, step: Step) -> bool:
        """Make what is missing; False if somebody interrupted it, which keeps the shards that are done."""

        def work(number: int, worker: Worker, stop: threading.Event) -> dict[str, Any]:
            return self._make(number, worker, stop, step)

        try:
            with side_by_side(self.settings, self.missing(), workers, work) as made:
                for shard in made:
                    self._shards[shard["number"]] = shard
                    self._write()
        except KeyboardInterrupt:
            return False
        return True

    def to_dict(self) -> dict[str, Any]:
        """What dataset.json says: the shape of `dataset --json`."""
        return {**self._head, "shards": [self._shards[number] for number in sorted(self._shards)]}

    def _write(self) -> None:
        """Say which shards are there."""
        write_text(self.path / FILE, json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n")

    def _make(self, number: int, worker: Worker, stop: threading.Event, step: Step) -> dict[str, Any]:
        """Play the games of a shard and write them; returns what dataset.json says of it."""
        first = number * SHARD
        numbers = range(first, min(first + SHARD, self.settings.games))
        seated = sittings(self.settings.bots, numbers)
        listener = Listener(stop, self._has_observations)
        games = play_games(self.settings, self._kit, seated, worker, stop, step, listener)
        for foul, _ in games.fouls.values():
            raise BadArena(foul.fault)
        decisions = decision_rows(self._kit, first, games)
        if self._has_observations:
            decisions = decisions.with_columns(*observed(self._kit, self.settings.seats, games))
            if in_step(self.settings.bots):
                decisions = decisions.with_columns(*listener.columns(games))
        files = {}
        for kind, table in zip(TABLES, (game_rows(self._kit, first, games), decisions), strict=True):
            file = self.path / f"{kind}-{number:05}.parquet"
            write_table(file, table.rechunk())
            files[kind] = {"file": file.name, "rows": len(table), "sha256": _hash(file)}
        return {"number": number, "first": first, "games": len(numbers), "files": files}

    def _is_whole(self, shard: dict[str, Any]) -> bool:
        """Whether the files of a shard are there as they were written."""
        hashes = {self.path / entry["file"]: entry["sha256"] for entry in shard["files"].values()}
        return all(file.is_file() and _hash(file) == known for file, known in hashes.items())


class Listener:
    """The network, until it is stopped; it remembers its advice, with a row for each game that awaited a decision."""

    def __init__(self, stop: threading.Event, remembers: bool) -> None:
        self._stop, self._remembers = stop, remembers
        self._brain, self._heard = load_brain(), list[Advice]()

    def advise(
        self,
        rows: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        n_routes: int = MAX_ROUTES,
        n_cities: int = MAX_CITIES,
    ) -> Advice:
        """Ask the network; Stopped if somebody stops the work."""
        if self._stop.is_set():
            raise Stopped
        advice = self._brain.advise(rows, masks, n_routes, n_cities)
        if self._remembers:
            self._heard.append(advice)
        return advice

    def columns(self, games: Games) -> tuple[pl.Series, pl.Series]:
        """The advice for every decision of these games, the last ones that were played."""
        seats = len(games.seatings[0])
        asked = np.array([[name in NETWORK for name in names] for names in games.seatings])
        game = np.repeat(np.arange(len(asked)), games.n_decisions)
        rows = np.flatnonzero(asked[game, games.logs["seat"]])
        per_game = np.bincount(game[rows], minlength=len(asked))
        turn = np.arange(len(rows)) - np.repeat(np.cumsum(per_game) - per_game, per_game)
        rows = rows[np.lexsort((game[rows], turn))]
        chances = np.zeros((len(game), N_ACTIONS), np.float32)
        forecast = np.zeros((len(game), seats), np.float32)
        chances[rows] = np.concatenate([advice.chances for advice in self._heard])[-len(rows) :]
        forecast[rows] = np.concatenate([advice.wins[:, :seats] for advice in self._heard])[-len(rows) :]
        return pl.Series("chances", chances), pl.Series("forecast", forecast)


def sittings(bots: Sequence[str], numbers: range) -> list[Sitting]:
    """Who sits where in the games of these numbers: with each game every bot moves on by one seat."""
    return [((*bots[k:], *bots[:k]), number) for number in numbers for k in [number % len(bots)]]


def read_dataset(path: Path) -> dict[str, Any] | None:
    """What the dataset.json of a folder says, or None if there is none."""
    try:
        data = json.loads((path / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        raise BadArena(fault("settings-unreadable", "--out", file=str(path / FILE))) from None
    return data if isinstance(data, dict) else {}


def _head(settings: Settings, has_observations: bool) -> dict[str, Any]:
    """Everything that decides what is in the shards, and what their columns mean."""
    network = not {*NETWORK}.isdisjoint(name.partition("@")[0] for name in settings.bots)
    return {
        "format": 1,
        "game": settings.game,
        "modules": list(settings.modules),
        "seats": settings.seats,
        "bots": list(settings.bots),
        "key": settings.key,
        "games": settings.games,
        "shard_games": SHARD,
        "version": __version__,
        "rules": RULES,
        "weights": read_card()["sha256"] if network else None,
        "columns": {
            "games": GAME_COLUMNS,
            "decisions": {
                **DECISION_COLUMNS,
                **(OBSERVED_COLUMNS if has_observations else {}),
                **(ADVICE_COLUMNS if has_observations and in_step(settings.bots) else {}),
            },
        },
    }


def _hash(file: Path) -> str:
    """The hash of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def game_rows(kit: Kit, first: int, games: Games) -> pl.DataFrame:
    """One row for each game; `first` is the number of the first."""
    n, seats, states = len(games.keys), len(games.seatings[0]), games.states
    frame = pl.DataFrame(
        {
            "game": np.arange(first, first + n),
            "key": games.keys,
            "seats": np.full(n, seats, np.int8),
            "modules": [list(kit.modules)] * n,
            "bots": [list(names) for names in games.seatings],
            "first_seat": states["first_seat"].astype(np.int8),
            "scores": games.sheets["total"][:, :seats].astype(np.int16),
            "win_shares": places_of(games, seats)[1],
            "decisions": games.n_decisions.astype(np.int32),
            "turns": states["turns"].astype(np.int32),
            "ended": [END_NAMES[code] for code in states["ended"]],
        },
        schema_overrides={"modules": pl.List(pl.String), "bots": pl.List(pl.String)},
    )
    return frame.select(*GAME_COLUMNS)


def observed(kit: Kit, seats: int, games: Games) -> tuple[pl.Series, pl.Series]:
    """The observation and the mask of every decision."""
    n, at, states = len(games.logs), 0, np.zeros(1, STATE)
    seen, masks = np.empty((n, SIZE), np.int16), np.empty((n, N_ACTIONS), np.int8)
    for key, count in zip(games.keys, games.n_decisions.tolist(), strict=True):
        doors.deal(states, kit.board_row, kit.rules_row, seats, key_from_seed(key))
        part = slice(at, at + count)
        observe_game(states, kit.board_row, kit.rules_row, games.logs[part], seen[part], masks[part])
        at += count
    return pl.Series("observation", seen), pl.Series("action_mask", masks)


@compiled
def observe_game(
    states: Records, boards: Records, rules: Records, logs: npt.NDArray[Any], seen: Row, masks: Mask
) -> None:
    """Write what the seat saw and might do before each decision of a game that has just been dealt."""
    numbers = np.empty(N_ACTIONS, np.int16)
    for i in range(logs.shape[0]):
        seat = int(logs[i].seat)
        encode(states[0], boards[0], rules[0], seat, seen[i])
        mark_legal(states[0], boards[0], rules[0], seat, numbers, masks[i])
        apply(states[0], boards[0], rules[0], seat, int(logs[i].action))
