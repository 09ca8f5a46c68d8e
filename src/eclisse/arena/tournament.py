"""A whole tournament: chunks are played on all cores or on a Ray cluster, saved one by one, and counted at the end."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import polars as pl

from eclisse.arena.chunk import ChunkDone, Step, play_chunk
from eclisse.arena.folder import Folder, fault_file
from eclisse.arena.ratings import bot_table, pair_table
from eclisse.arena.schedule import Chunk, Settings, chunks
from eclisse.arena.worker import Worker

AHEAD: Final = 2  # chunks in hand for each worker, so that none waits
Outcomes = Iterator[tuple[Chunk, ChunkDone]]
Part = TypeVar("Part")
Done = TypeVar("Done")


class Tournament:
    """A tournament in its folder."""

    def __init__(self, settings: Settings, path: Path) -> None:
        self.settings, self.kit = settings, settings.check()
        self.folder = Folder(path, settings)
        self.planned = sum(chunk.n_games for chunk in chunks(settings))
        self.todo = self.folder.missing()
        self.interrupted = False

    @property
    def done(self) -> int:
        """How many games were played before."""
        return self.planned - sum(chunk.n_games for chunk in self.todo)

    def play(self, workers: int, ray_address: str | None, step: Step) -> None:
        """Play what is missing; an interruption keeps what is done."""
        if not self.todo:
            return
        try:
            with _outcomes(self.settings, self.todo, workers, ray_address, step) as outcomes:
                for chunk, done in outcomes:
                    self.folder.save(chunk, done)
        except KeyboardInterrupt:
            self.interrupted = True

    def count(self) -> tuple[pl.DataFrame, dict[str, Any]]:
        """The games so far, and the summary: the shape of `arena --json`."""
        games = self.folder.gather()
        played = games["game"].n_unique() if len(games) else 0
        settings = self.settings.to_dict()
        bots, pairs = (bot_table(games), pair_table(games)) if played else ([], [])
        summary = {
            **settings,
            "games": played,
            "planned": self.planned,
            "complete": played == self.planned,
            "table": bots,
            "pairs": pairs,
            "faults": fault_list(games) if played else [],
            "out": str(self.folder.path),
        }
        return games, summary


def fault_list(games: pl.DataFrame) -> list[dict[str, Any]]:
    """Every game that a fault ended: the bot, what it did, and where the record is."""
    rows = games.filter(pl.col("fault_by") == pl.col("seat")).sort("game")
    return [
        {"game": game, "bot": bot, "seat": seat, "fault": fault, "record": fault_file(game)}
        for game, bot, seat, fault in rows.select("game", "bot", "seat", "fault").iter_rows()
    ]


def fault_groups(faults: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, str]]:
    """Faults of the same words together: the sentence, how many games, and the record of the first."""
    records: dict[str, list[str]] = {}
    for row in faults:
        records.setdefault(row["fault"], []).append(row["record"])
    return [(sentence, len(found), found[0]) for sentence, found in records.items()]


@contextmanager
def _outcomes(
    settings: Settings, todo: list[Chunk], workers: int, ray_address: str | None, step: Step
) -> Iterator[Outcomes]:
    """Chunks as they finish, here or on a cluster; nothing is left running, even after a failure."""
    if ray_address is not None:
        from eclisse.arena.cluster import on_ray  # noqa: PLC0415 - an extra

        with on_ray(settings, todo, ray_address, step) as outcomes:
            yield outcomes
        return

    def work(chunk: Chunk, worker: Worker, stop: threading.Event) -> tuple[Chunk, ChunkDone]:
        return chunk, play_chunk(settings, chunk, worker, stop, step)

    with side_by_side(settings, todo, workers, work) as outcomes:
        yield outcomes


@contextmanager
def side_by_side(
    settings: Settings, todo: Sequence[Part], workers: int, work: Callable[[Part, Worker, threading.Event], Done]
) -> Iterator[Iterator[Done]]:
    """What has been done of some work, part by part; each of the workers does one part at a time."""
    stop = threading.Event()
    idle: SimpleQueue[Worker] = SimpleQueue()
    crew = [Worker(settings, stop) for _ in range(workers)]
    for worker in crew:
        idle.put(worker)

    def do(part: Part) -> Done:
        worker = idle.get()
        try:
            return work(part, worker, stop)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(workers)
    try:
        yield _in_turn(pool, do, todo, AHEAD * workers)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
        for worker in crew:
            worker.close()


def _in_turn(pool: ThreadPoolExecutor, work: Callable[[Part], Done], todo: Sequence[Part], most: int) -> Iterator[Done]:
    """Hand out parts, never more than `most` at a time, and yield what was done."""
    waiting = iter(todo)
    running: set[Future[Done]] = {pool.submit(work, part) for part in islice(waiting, most)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        running |= {pool.submit(work, part) for part in islice(waiting, len(done))}
        for future in done:
            yield future.result()
