"""`eclisse dataset` for people: a dataset with a progress bar, and where it is."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eclisse.arena.schedule import DEFAULT_LIMIT, Settings
from eclisse.bots.simulate import seat_bots
from eclisse.catalogue.kit import check_seats, open_kit
from eclisse.notation import key_from_seed, key_text
from eclisse.terminal.arena import cores, need
from eclisse.terminal.progress import progress_bar


def settings_for(
    game: str, modules: Sequence[str], seats: int | None, bots: Sequence[str], games: int, seed: int | str | None,
    out: Path,
) -> Settings:  # fmt: skip
    """The settings of a dataset: a seat for each bot, two at least, and a key of its own where no seed is named."""
    need("arena")
    from eclisse.arena.dataset import read_dataset  # noqa: PLC0415 - an extra

    kit, n_seats = open_kit(game, modules), seats or max(2, len(bots))
    check_seats(kit, n_seats)
    known: str | None = (read_dataset(out) or {}).get("key")
    key = known if seed is None and known else key_text(key_from_seed(seed))
    names = tuple(seat_bots(bots, n_seats))
    return Settings(game, tuple(kit.modules), n_seats, names, games, key, limit=DEFAULT_LIMIT)


def run(settings: Settings, out: Path, has_observations: bool, workers: int | None, quiet: bool) -> dict[str, Any]:
    """Make what is missing of a dataset; returns what its dataset.json says, and whether somebody interrupted it."""
    from eclisse.arena.dataset import Dataset  # noqa: PLC0415 - an extra

    dataset = Dataset(settings, out, has_observations)
    if dataset.done and not quiet:
        print(f"{dataset.done:,} of {settings.games:,} games are already there.", file=sys.stderr)
    with progress_bar(not quiet, settings.games) as step:
        step(dataset.done)
        is_whole = dataset.play(workers or cores(), step)
    return {**dataset.to_dict(), "interrupted": not is_whole}


def print_dataset(found: dict[str, Any], out: Path) -> None:
    """What is there, in a few lines."""
    games = sum(shard["games"] for shard in found["shards"])
    decisions = sum(shard["files"]["decisions"]["rows"] for shard in found["shards"])
    part = "" if games == found["games"] else f" of {found['games']:,}"
    print(f"{found['game']}, {found['seats']} seats: {games:,}{part} games, {decisions:,} decisions")
    print(f"The key is {found['key']}.")
    print(f"{len(found['shards'])} shards and dataset.json: {out}")
    if part:
        print("Run the same command again to continue.")
