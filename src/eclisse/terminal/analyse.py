"""`eclisse analyse`: a reviewed game for people, in the terminal or as a page."""

from pathlib import Path
from typing import Any

from rich.table import Table

from eclisse.analysis.page import page
from eclisse.analysis.report import Report, analyse
from eclisse.analysis.review import Effort
from eclisse.analysis.words import percent, signed, text
from eclisse.terminal.look import make_console
from eclisse.terminal.progress import progress_bar
from eclisse.terminal.warm import cores

BARS = " ▁▂▃▄▅▆▇█"
WIDEST = 60  # columns of a curve


def run(record: dict[str, Any], seat: int | None, effort: Effort, total: int, quiet: bool) -> Report:
    """Review a record on all cores, with a progress bar."""
    n = len(record.get("actions", ()))
    with progress_bar(not quiet, n) as step:
        return analyse(record, seat, Effort(effort.iterations, effort.seed, cores()), total, lambda done, _: step(done))


def write_page(report: Report, out: Path) -> None:
    """The report as an HTML file."""
    out.write_text(page(report), "utf-8")


def bars(values: list[float]) -> str:
    """A curve in one line of characters."""
    step = max(1, -(-len(values) // WIDEST))
    means = [sum(values[i : i + step]) / len(values[i : i + step]) for i in range(0, len(values), step)]
    return "".join(BARS[min(8, int(9 * value))] for value in means)


def print_report(report: Report, seat: int | None) -> None:
    """Curves, figures and the costliest decisions."""
    console, summary = make_console(), report.summary
    console.print(text("curve"), style="bold")
    for number, name in enumerate(report.game.names):
        line = bars([chance for _, chance in report.own_curve(number)])
        console.print(f"{name:>12} {line}", no_wrap=True, overflow="ellipsis")
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    keys = ("player", "points", "result", "accuracy", "skill", "luck")
    for key in keys:
        table.add_column(text(key), justify="left" if key == "player" else "right")
    for number, name in enumerate(report.game.names):
        figures = [signed(value) for value in (summary.skill[number], summary.luck[number])]
        shares = [percent(summary.result[number]), percent(summary.accuracy[number])]
        table.add_row(name, str(report.game.result.totals[number]), *shares, *figures)
    console.print(table)
    console.print(text("legend", fair=percent(1 / report.game.seats)), style="dim")
    for number, name in enumerate(report.game.names):
        if seat in (None, number):
            console.print(text("of", name=name), style="bold")
            for line in report.mistakes(number) or [text("none")]:
                console.print(f"- {line}")
