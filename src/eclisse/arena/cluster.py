"""Chunks on a Ray cluster: each is a task, which plays just as a core here would."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any, Final

import ray

from eclisse.arena.chunk import ChunkDone, Step, play_chunk
from eclisse.arena.joining import joined
from eclisse.arena.schedule import Chunk, Settings
from eclisse.arena.worker import Worker

NEVER: Final = threading.Event()  # Ray ends tasks by itself


@contextmanager
def on_ray(
    settings: Settings, todo: list[Chunk], address: str, step: Step
) -> Iterator[Iterator[tuple[Chunk, ChunkDone]]]:
    """Join a cluster and play on it."""
    with joined(address):
        yield _in_turn(settings, todo, step)


def _in_turn(settings: Settings, todo: list[Chunk], step: Step) -> Iterator[tuple[Chunk, ChunkDone]]:
    """Keep every core of the cluster busy, and no more than that waiting."""
    task = ray.remote(num_cpus=1)(_play)
    waiting = iter(todo)
    cores: float = ray.cluster_resources().get("CPU", 1)
    most = 2 * max(1, int(cores))
    running = [task.remote(settings, chunk) for chunk in islice(waiting, most)]
    while running:
        done, running = ray.wait(running)
        running += [task.remote(settings, chunk) for chunk in islice(waiting, len(done))]
        for chunk, outcome in ray.get(done):
            step(chunk.n_games)
            yield chunk, outcome


def _play(settings: Settings, chunk: Chunk) -> tuple[Chunk, Any]:
    """A task: one chunk."""
    return chunk, play_chunk(settings, chunk, _worker(settings), NEVER, lambda _: None)


@cache
def _worker(settings: Settings) -> Worker:
    """The worker of this process, for all its tasks; it ends with it."""
    return Worker(settings, NEVER)
