"""How long it takes from nothing to the first move: a fresh clone with `make play`, or a wheel in an empty environment.

    python -m benchmarks.way_in            # clone → page answered → first move of a bot, then `make play` again
    python -m benchmarks.way_in --wheel    # the same for dist/*.whl (`make wheel`)

Every run has a new home and empty caches; packages come from wherever pip and npm find them on this machine.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from examples.remote_bot import Client

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = re.compile(r"Éclisse is served at (\S+)")
PATIENCE = 900  # seconds


@contextmanager
def serving(command: list[str], folder: Path, home: Path) -> Iterator[tuple[str, float, int]]:
    """A server started by a command: its address, the seconds until its page answered, and its process."""
    home.mkdir(exist_ok=True)
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "ECLISSE", "PYTHON", "NUMBA"))
    }
    environment = {**kept, "HOME": str(home), "BROWSER": "true", "PYTHONUNBUFFERED": "1"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        address = _address(process)
        with urllib.request.urlopen(address, timeout=30) as page:
            page.read()
        yield address, time.perf_counter() - start, process.pid
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=30)


def _address(process: subprocess.Popen[str]) -> str:
    """The line that the server prints as soon as it answers."""
    for line in process.stdout or ():
        print(f"    {line.rstrip()}", file=sys.stderr)
        if found := ADDRESS.search(line):
            return found[1]
    raise RuntimeError("no server was started")


def first_move(address: str, level: str) -> float:
    """Seconds until a bot of a level has made its first decision at a new table."""
    start = time.perf_counter()
    client = Client(address)
    client.take_name("Way In")
    table = _new_table(client, level)
    asyncio.run(_until_the_bot_moves(client, table))
    return time.perf_counter() - start


def _new_table(client: Client, level: str) -> str:
    """A table with a bot; its level may not be ready yet."""
    seats = [{"kind": "you"}, {"kind": "bot", "level": level}]
    while True:
        try:
            table = client.call("POST", "tables", {"game": "usa", "seats": seats})["id"]
            client.call("POST", f"tables/{table}/start")
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503):
                raise
            time.sleep(0.2)
        else:
            return str(table)


async def _until_the_bot_moves(client: Client, table: str) -> None:
    """Play until the bot has made a decision of the main phase."""

    class Moved(Exception):
        """The bot has."""

    def choose(update: dict[str, Any]) -> str:
        if any(step["by"] == "bot" for step in update["steps"]) and update["view"]["phase"] != "setup":
            raise Moved
        return str(update["own"]["legal"][0]["text"])

    try:
        await asyncio.wait_for(client.play(table, choose), PATIENCE)
    except Moved:
        return


def memory(group: int) -> int:
    """Megabytes that the largest process of a group keeps."""
    listing = subprocess.run(["ps", "-eo", "pgid=,rss="], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listing.splitlines()]
    return max((rss for pgid, rss in rows if pgid == group), default=0) // 1024


def size(folder: Path) -> int:
    """Megabytes in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) >> 20


def from_clone(folder: Path) -> dict[str, float]:
    """`make play` in a fresh clone, twice."""
    clone, home = folder / "clone", folder / "home"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = ["make", "play", "PORT=0"]
    with serving(command, clone, home) as (address, page, group):
        moved = page + first_move(address, "hard")
        row = {"page_s": page, "first_move_s": moved, "venv_mb": size(clone / ".venv")}
        first_move(address, "expert")
        row["server_mb"] = memory(group)
    with serving(command, clone, home) as (_, page, _):
        row["second_page_s"] = page
    return row


def from_wheel(folder: Path) -> dict[str, float]:
    """A wheel into an empty environment; downloads are not counted."""
    wheel = max((ROOT / "dist").glob("eclisse-*.whl"), key=lambda path: path.stat().st_mtime)
    wheels, home, env = folder / "wheels", folder / "home", folder / "env"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "download", str(wheel), "-d", str(wheels), "-c", str(ROOT / "constraints.txt")], check=True)
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    start = time.perf_counter()
    own = [str(env / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-index", "--find-links", str(wheels)]
    subprocess.run([*own, str(wheel)], check=True)
    installed = time.perf_counter() - start
    with serving([str(env / "bin" / "eclisse"), "serve", "--port", "0"], folder, home) as (address, page, group):
        moved = first_move(address, "hard")
        return {
            "install_s": installed,
            "page_s": installed + page,
            "serve_s": page,
            "first_move_s": installed + page + moved,
            "wheel_mb": wheel.stat().st_size >> 20,
            "server_mb": memory(group),
        }


def main() -> None:
    """Measure and print one JSON document."""
    parser = argparse.ArgumentParser(description="How long the way in takes.")
    parser.add_argument("--wheel", action="store_true", help="start from a wheel in dist/ instead of a clone")
    parser.add_argument("--keep", action="store_true", help="keep the folder it was tried in")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="way-in-"))
    try:
        row = from_wheel(folder) if options.wheel else from_clone(folder)
        print(json.dumps({key: round(value, 1) for key, value in row.items()}, indent=1))
    finally:
        if not options.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
