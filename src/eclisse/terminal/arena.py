"""`eclisse arena` for people: a tournament with a progress bar, then the tables."""

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from eclisse.arena.schedule import Settings
from eclisse.faults import fault
from eclisse.notation import key_from_seed, key_text
from eclisse.terminal.files import BadInput
from eclisse.terminal.look import make_console
from eclisse.terminal.progress import progress_bar

EXTRAS: Final = {"arena": ("openskill", "polars", "matplotlib"), "ray": ("ray",)}
MOST_FAULTS: Final = 20  # different ones that are told; the report has more


def need(extra: str) -> None:
    """Refuse to go on without the packages of an extra, and name them."""
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if missing:
        raise BadInput(fault("extra-missing", packages=missing, extra=extra))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def key_for(out: Path, seed: int | str | None) -> str:
    """The key of a tournament: that of the seed; without one, the key in the folder, or else a secret new one."""
    from eclisse.arena.folder import read_settings  # noqa: PLC0415 - an extra

    known: str | None = (read_settings(out) or {}).get("key")
    return known if seed is None and known else key_text(key_from_seed(seed))


def run(settings: Settings, out: Path, workers: int | None, ray: str | None, quiet: bool) -> dict[str, Any]:
    """Play a tournament, write its tables and its report, and return the summary."""
    from eclisse.arena.report import write_report  # noqa: PLC0415 - an extra
    from eclisse.arena.tournament import Tournament  # noqa: PLC0415

    tournament = Tournament(settings, out)
    if tournament.done and not quiet:
        print(f"{tournament.done:,} of {tournament.planned:,} games are already there.", file=sys.stderr)
    with progress_bar(not quiet, tournament.planned) as step:
        step(tournament.done)
        tournament.play(workers or cores(), ray, step)
    games, summary = tournament.count()
    if len(games):
        write_report(tournament.kit, games, summary, out / "report.html")
    return {**summary, "interrupted": tournament.interrupted}


def print_tournament(found: Mapping[str, Any]) -> None:
    """The rating table, the pairs, the faults, and where everything is."""
    from eclisse.arena.tournament import fault_groups  # noqa: PLC0415 - an extra

    console = make_console()
    console.print(_headline(found))
    if len(found["table"]) == 1:
        console.print(f"mean score of {found['table'][0]['bot']} against itself: {found['table'][0]['mean_score']}")
    if len(found["table"]) > 1:
        console.print(_rating_table(found["table"]))
        console.print()
        console.print(_pair_table(found))
    for sentence, n, record in fault_groups(found["faults"])[:MOST_FAULTS]:
        lost = "one game lost, record" if n == 1 else f"{n:,} games lost, record of the first"
        console.print(Text(f"{sentence}: {lost}: {record}", "red"))
    console.print(Text(f"games.parquet, report.html and the rest: {found['out']}", "dim"))
    if not found["complete"]:
        console.print("Run the same command again to continue.")


def _headline(found: Mapping[str, Any]) -> str:
    """The games that were played."""
    modules = "".join(f" + {name}" for name in found["modules"])
    part = "" if found["complete"] else f" of {found['planned']:,}"
    return f"{found['game']}{modules}, {found['seats']} seats: {found['games']:,}{part} games, key {found['key']}"


def _percent(row: Mapping[str, Any], digits: int, *keys: str) -> list[str]:
    """Shares as percentages."""
    return [f"{100 * row[key]:.{digits}f}" for key in keys]


def _rating_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """One row a bot, the best first."""
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("bot")
    for name in ("rating", "95%", "won %", "95%", "seats", "score", "faults"):
        table.add_column(name, justify="right")
    for row in rows:
        won, low, high = _percent(row, 1, "win_rate", "win_low", "win_high")
        rating = f"{row['rating_low']:.1f}…{row['rating_high']:.1f}"
        score = "" if row["mean_score"] is None else f"{row['mean_score']:.1f}"
        faults = Text(str(row["faults"]), "bold red" if row["faults"] else "dim")
        played = f"{row['seats_played']:,}"
        table.add_row(row["bot"], f"{row['rating']:.1f}", rating, won, f"{low}…{high}", played, score, faults)
    return table


def _pair_table(found: Mapping[str, Any]) -> Table:
    """How often the bot of a row came out ahead of the bot of a column."""
    bots = [row["bot"] for row in found["table"]]
    pairs = {(row["bot"], row["against"]): row for row in found["pairs"]}
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("ahead of, %")
    for bot in bots:
        table.add_column(bot, justify="right")
    for bot in bots:
        cells = []
        for other in bots:
            row = pairs.get((bot, other))
            cells.append("{} ({}…{})".format(*_percent(row, 0, "rate", "low", "high")) if row else "–")
        table.add_row(bot, *cells)
    return table


def write_insights(
    out: Path, own: tuple[str, int], better: tuple[str, int] | None, seed: int | str | None, workers: int | None
) -> None:
    """Play the games of docs/insights.md, so many by each bot, and write it."""
    from eclisse.arena import insight_page  # noqa: PLC0415 - an extra

    key = key_text(key_from_seed(seed))
    planned, beside = insight_page.plan(*own, key), insight_page.plan_beside(*better, key) if better else []
    every = [settings for pair in planned for settings in pair] + beside
    for settings in every:
        settings.check()
    with progress_bar(True, insight_page.count_games(every)) as step:
        path = insight_page.write_insights(planned, beside, out, workers or cores(), step)
    print(f"Wrote {path} and its images.")
