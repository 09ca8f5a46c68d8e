"""`eclisse analyse`: a reviewed game for people, in the terminal or as a page."""

from pathlib import Path
from typing import Any

from rich.table import Table

from eclisse.analysis.page import page
from eclisse.analysis.report import Report, analyse
from eclisse.analysis.review import Effort
from eclisse.analysis.words import LANGUAGES, Language
from eclisse.faults import fault, shown
from eclisse.terminal.files import BadInput
from eclisse.terminal.look import make_console
from eclisse.terminal.progress import progress_bar
from eclisse.terminal.warm import cores

BARS = " ▁▂▃▄▅▆▇█"
WIDEST = 60  # columns of a curve


def language_of(text: str) -> Language:
    """A language by its code."""
    for language in LANGUAGES:
        if text == language:
            return language
    raise BadInput(fault("choice-expected", "--lang", choices=[*map(str, LANGUAGES)], value=shown(text)))


def run(record: dict[str, Any], seat: int | None, effort: Effort, total: int, quiet: bool) -> Report:
    """Review a record on all cores, with a progress bar."""
    n = len(record.get("actions", ()))
    with progress_bar(not quiet, n) as step:
        return analyse(record, seat, Effort(effort.iterations, effort.seed, cores()), total, lambda done, _: step(done))


def write_page(report: Report, out: Path, language: Language) -> None:
    """The report as an HTML file."""
    out.write_text(page(report, language), "utf-8")


def bars(values: list[float]) -> str:
    """A curve in one line of characters."""
    step = max(1, -(-len(values) // WIDEST))
    means = [sum(values[i : i + step]) / len(values[i : i + step]) for i in range(0, len(values), step)]
    return "".join(BARS[min(8, int(9 * value))] for value in means)


def print_report(report: Report, language: Language, seat: int | None) -> None:
    """Curves, figures and the costliest decisions."""
    console, speaker, summary = make_console(), report.speaker(language), report.summary
    console.print(speaker.text("curve"), style="bold")
    for number, name in enumerate(report.game.names):
        line = bars([chance for _, chance in report.own_curve(number)])
        console.print(f"{name:>12} {line}", no_wrap=True, overflow="ellipsis")
    table = Table(show_edge=False, pad_edge=False, header_style="bold")
    keys = ("player", "points", "result", "accuracy", "skill", "luck")
    for key in keys:
        table.add_column(speaker.text(key), justify="left" if key == "player" else "right")
    for number, name in enumerate(report.game.names):
        figures = [speaker.signed(value) for value in (summary.skill[number], summary.luck[number])]
        shares = [speaker.share(summary.result[number]), speaker.share(summary.accuracy[number])]
        table.add_row(name, str(report.game.result.totals[number]), *shares, *figures)
    console.print(table)
    console.print(speaker.text("legend", fair=speaker.share(1 / report.game.seats)), style="dim")
    for number, name in enumerate(report.game.names):
        if seat in (None, number):
            console.print(speaker.text("of", name=name), style="bold")
            for line in report.mistakes(number, language) or [speaker.text("none")]:
                console.print(f"- {line}")
