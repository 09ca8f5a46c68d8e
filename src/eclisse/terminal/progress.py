"""A progress bar for what takes long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from eclisse.terminal.look import make_console


@contextmanager
def progress_bar(shown: bool, total: int) -> Iterator[Any]:
    """A progress bar on standard error, where somebody looks at it."""
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda n: bar.advance(task, n)
