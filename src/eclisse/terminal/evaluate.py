"""`eclisse evaluate` for people: a progress bar, then the score and where it comes from."""

from collections.abc import Mapping
from typing import Any

from rich.table import Table

from eclisse.terminal.arena import cores, need
from eclisse.terminal.look import make_console
from eclisse.terminal.progress import progress_bar


def run(bot: str, is_quick: bool, workers: int | None, quiet: bool) -> dict[str, Any]:
    """Measure a bot by the protocol."""
    need("arena")
    from eclisse.arena.evaluate import Evaluation, read_protocol  # noqa: PLC0415 - an extra

    evaluation = Evaluation(bot, read_protocol(), is_quick)
    with progress_bar(not quiet, evaluation.games) as step:
        return evaluation.play(workers or cores(), step)


def print_result(found: Mapping[str, Any]) -> None:
    """The score, then a row for each game, number of seats and opponent."""
    console = make_console()
    part = ", the quick part of it" if found["quick"] else ""
    console.print(f"{found['bot']} by {found['protocol']}{part}: {found['games']:,} games")
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("fair shares of the wins")
    table.add_column("score", justify="right")
    table.add_column("95%", justify="right")
    rows = {"all": found, **{f"{field} {name}": row for field, by in found["by"].items() for name, row in by.items()}}
    for name, row in rows.items():
        table.add_row(name, f"{row['score']:.3f}", f"{row['low']:.3f}…{row['high']:.3f}")
    console.print(table)
    if found["faults"]:
        console.print(f"{found['faults']:,} games lost by a fault; eclisse check-bot says more.", style="red")
    if found["slow"]:
        console.print(f"Slow: {found['seconds_per_decision']:.2f} s for a decision. This does not count.", style="red")
