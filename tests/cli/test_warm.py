"""Compiling ahead of time ends with whoever asked for it."""

import subprocess
import sys
from pathlib import Path

from tests.server.serving import wait_until

CHILD = """
import sys, threading
from eclisse.terminal.warm import end_with
end_with(int(sys.argv[1]))
threading.Event().wait()
"""
PARENT = f"""
import os, subprocess, sys
print(subprocess.Popen([sys.executable, "-c", {CHILD!r}, str(os.getpid())]).pid, flush=True)
sys.stdin.read()
"""


def test_a_server_that_is_killed_leaves_no_compiler_behind() -> None:
    command = [sys.executable, "-c", PARENT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_alive(child)
        parent.kill()
    wait_until(lambda: not is_alive(child))


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and is not yet buried does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
