"""The folder of a tournament: its settings, every finished chunk, and the tables made from them.

A chunk is written under another name and then renamed, so that an interruption leaves whole chunks only.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl

from eclisse.arena.chunk import ChunkDone
from eclisse.arena.schedule import BadArena, Chunk, Settings, chunks
from eclisse.faults import fault

SETTINGS = "settings.json"


class Folder:
    """The folder of one tournament."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path, self._settings = path, settings
        self._parts = path / "parts"
        path.mkdir(parents=True, exist_ok=True)
        known = read_settings(path)
        if known is None:
            if any(path.iterdir()):
                raise BadArena(fault("folder-in-use", "--out", folder=str(path)))
            self._parts.mkdir()
            write_text(path / SETTINGS, json.dumps(settings.to_dict(), indent=1, ensure_ascii=False) + "\n")
        elif known != settings.to_dict():
            differing = [key for key, value in settings.to_dict().items() if known.get(key) != value]
            raise BadArena(fault("other-tournament", "--out", folder=str(path), keys=differing))

    def missing(self) -> list[Chunk]:
        """The chunks still to be played."""
        if not self._parts.is_dir():
            return []
        return [chunk for chunk in chunks(self._settings) if not self._part(chunk, "games").exists()]

    def save(self, chunk: Chunk, done: ChunkDone) -> None:
        """Save a chunk; its games come last, because they mark it as done."""
        for number, record in done.records.items():
            (self.path / "faults").mkdir(exist_ok=True)
            write_text(self.path / fault_file(number), json.dumps(record, indent=1, ensure_ascii=False) + "\n")
        if done.decisions is not None:
            write_table(self._part(chunk, "decisions"), done.decisions)
        write_table(self._part(chunk, "games"), done.games)

    def gather(self) -> pl.DataFrame:
        """Join all chunks into one table of games and one of decisions; returns the games in the order of chunks."""
        if self._parts.is_dir():
            done = [chunk for chunk in chunks(self._settings) if self._part(chunk, "games").exists()]
            for kind in ("games", "decisions") if self._settings.decisions else ("games",):
                self._join([self._part(chunk, kind) for chunk in done], self.path / f"{kind}.parquet")
            if not self.missing():
                shutil.rmtree(self._parts)
        file = self.path / "games.parquet"
        return pl.read_parquet(file) if file.exists() else pl.DataFrame()

    def _join(self, parts: list[Path], target: Path) -> None:
        """One file from many, without holding them all in memory."""
        if parts:
            new = target.with_suffix(".new")
            pl.scan_parquet(parts).sink_parquet(new)
            new.replace(target)

    def _part(self, chunk: Chunk, kind: str) -> Path:
        """The file of a chunk."""
        return self._parts / f"{chunk.number:06}.{kind}.parquet"


def fault_file(number: int) -> str:
    """The record of a game that a fault ended, within the folder."""
    return f"faults/game-{number}.json"


def read_settings(path: Path) -> dict[str, Any] | None:
    """The settings a folder was made with, or None if it holds no tournament."""
    try:
        data = json.loads((path / SETTINGS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        raise BadArena(fault("settings-unreadable", "--out", file=str(path / SETTINGS))) from None
    return data if isinstance(data, dict) else {}


def write_text(path: Path, text: str) -> None:
    """Write a whole file or nothing."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def write_table(path: Path, table: pl.DataFrame) -> None:
    """Write a whole table or nothing."""
    new = path.with_suffix(".new")
    table.write_parquet(new)
    new.replace(path)
