"""Processes that begin with everything imported: each is a fork of one that has loaded the server and done nothing yet.

A server that is started so runs the same command as `eclisse serve`, which takes two seconds to import what it needs;
the tests of the wheel start the installed command itself.
"""

import multiprocessing
import os
import sys
from pathlib import Path
from typing import Any, Final

FORKS: Final = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["eclisse.server.operate.command", "eclisse.terminal.warm", "tests.server.attacks"])


def command(arguments: list[str], log: Path, environment: dict[str, str]) -> Any:
    """`eclisse` with these arguments as a process that has begun; what it prints goes to a file."""
    process = FORKS.Process(target=_run, args=(arguments, log, environment), daemon=True)
    process.start()
    return process


def _run(arguments: list[str], log: Path, environment: dict[str, str]) -> None:
    """Run the installed command's function."""
    from eclisse.cli import main

    with log.open("wb") as file:
        for output in (1, 2):
            os.dup2(file.fileno(), output)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["eclisse", *arguments]
    main()
