"""Backups while a server runs, the way back, and what a server says when its database is full, damaged or shared."""

import json
import os
import random
import resource
import signal
import sqlite3
import stat
import sys
import threading
import time
from pathlib import Path

import httpx
import psycopg
import pytest

from eclisse.server.model import hashed
from eclisse.server.operate import command
from eclisse.server.store.backup import DELETED, backup, restore
from eclisse.server.store.engine import BadDatabase, database_url
from eclisse.server.store.schema import seats
from tests.cli.conftest import Run, run_here
from tests.server.people import Person, play
from tests.server.serving import Process, on_port, wait_until

__all__ = ["run_here"]


@pytest.fixture
def refused(run_here: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `eclisse` in this process, where nothing may come so far as to be served."""

    monkeypatch.setattr(command, "serve", lambda *_: pytest.fail("it is served"))
    return run_here


def test_a_backup_under_load_restores_to_games_that_go_on(database: str, tmp_path: Path) -> None:
    files, stop = list[Path](), threading.Event()

    def copy() -> None:
        while not stop.is_set():
            files.append(tmp_path / f"{len(files)}.backup")
            backup(database, files[-1])

    with on_port(database) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table, seat=0) as first, ann.sit(table, seat=1) as second:
            copying = threading.Thread(target=copy)
            copying.start()
            last = play({0: first, 1: second}, random.Random(1), 60)
            wait_until(lambda: len(files) > 1)
            stop.set()
            copying.join(60)
        whole = server.call(server.services.store.entries(table, 0))
    assert last["number"] == len(whole) == 60
    assert len(files) > 1
    for number, file in enumerate((files[0], files[len(files) // 2], files[-1])):
        other = f"sqlite:///{tmp_path / f'restored-{number}.db'}"
        restore(other, file)
        with on_port(other) as server, Person(server.url) as eve:
            eve.http.cookies = ann.http.cookies
            log = server.call(server.services.store.entries(table, 0))
            assert log == whole[: len(log)]
            row = server.call(server.services.store.table(table))
            assert row.number == len(log)
            with eve.sit(table) as seat:
                assert seat.update()["number"] == len(log)


def test_the_commands_back_up_and_restore_and_say_what_is_wrong(
    run_here: Run, tmp_path: Path, empty_postgres: str
) -> None:
    address, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "b.backup"
    with on_port(address) as server, Person(server.url, "Ann") as ann:
        ann.table()
        ann.get("push")  # the server has its key by now
    assert run_here("backup", str(file), "--database", address).stdout == f"7 rows written to {file}\n"
    assert run_here("restore", str(file), "--database", empty_postgres).stdout.startswith("7 rows restored\n")
    with on_port(empty_postgres) as server, Person(server.url, "Bob") as bob:
        bob.http.cookies = ann.http.cookies
        assert bob.get("players/me")["name"] == "Ann"
    again = run_here("restore", str(file), "--database", empty_postgres)
    assert (again.returncode, "empty" in again.stderr) == (2, True)
    cut = tmp_path / "cut.backup"
    cut.write_bytes(file.read_bytes()[:-30])
    for bad in (cut, tmp_path / "none", Path(__file__)):
        done = run_here("restore", str(bad), "--database", f"sqlite:///{tmp_path / 'c.db'}")
        assert done.returncode == 2
        assert done.stderr.startswith("eclisse: ")
    assert run_here("backup", f"{file}.new", "--database", f"sqlite:///{tmp_path / 'none.db'}").returncode == 2


def test_backups_are_never_overwritten_and_a_folder_keeps_the_newest(
    run_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, file, folder = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "b.backup", tmp_path / "backups"
    folder.mkdir()
    (folder / "eclisse-of-mine.backup").touch()
    with on_port(address):
        pass
    assert run_here("backup", str(file), "--database", address, "--keep", "2").returncode == 2
    assert run_here("backup", str(file), "--database", address).returncode == 0
    again = run_here("backup", str(file), "--database", address)
    assert (again.returncode, "exists already" in again.stderr) == (2, True)
    for day in range(1, 5):
        monkeypatch.setattr("eclisse.server.operate.command.time.time", lambda day=day: day * 86_400.0)
        assert run_here("backup", str(folder), "--database", address, "--keep", "2").returncode == 0
    names = sorted(one.name for one in folder.iterdir())
    assert names == [f"eclisse-197001{day:02}-000000.backup" for day in (4, 5)] + ["eclisse-of-mine.backup"]


@pytest.mark.parametrize("there_is", ["old", "later", "folder"])
def test_who_was_deleted_since_a_backup_is_deleted_again(
    run_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: str, there_is: str
) -> None:
    """There is the old database, a later backup, or the folder of the backups that the server knows."""
    if there_is == "folder":
        monkeypatch.setenv("ECLISSE_BACKUPS", str(tmp_path))
    file, new = tmp_path / "b.backup", f"sqlite:///{tmp_path / 'new.db'}"
    with on_port(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open", public=True)["id"]
        bob.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        backup(database, file)
        bob.call("DELETE", "players/me")
    if there_is == "later":
        backup(database, tmp_path / "later.backup")
        backup(database, tmp_path / "last.backup")
    listed = tmp_path / DELETED
    if there_is == "old":
        assert not listed.exists()
    else:
        assert (listed.read_text(), stat.S_IMODE(listed.stat().st_mode)) == (f"{hashed(bob.id)}\n", 0o600)
    old = ("--old", database) if there_is == "old" else ()
    told = run_here("restore", str(file), "--database", new, *old).stdout
    assert "\n1 players deleted again\n" in told
    with on_port(new) as server, Person(server.url, "Eve") as eve:
        assert eve.get(f"tables/{table}")["seats"][0]["name"] == "Ann"
        left = eve.get(f"tables/{table}")
        assert (left["seats"][1]["name"], left["status"]) == (None, "abandoned")
        eve.http.cookies = bob.http.cookies
        assert eve.refused("GET", "players/me") == "unknown_player"
        assert "Bob" not in json.dumps(server.call(server.services.store.people.rows(seats.select())))


def test_a_backup_is_its_owners_and_a_mistyped_database_leaves_nothing_behind(run_here: Run, tmp_path: Path) -> None:
    address, file = f"sqlite:///{tmp_path / 'a.db'}", tmp_path / "b.backup"
    with on_port(address):
        assert run_here("backup", str(file), "--database", address).returncode == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    there = sorted(tmp_path.iterdir())
    before = file.read_bytes()
    for words in (("backup", f"{file}.new"), ("admin", "players"), ("admin", "delete", "0" * 32)):
        done = run_here(*words, "--database", f"sqlite:///{tmp_path / 'none.db'}")
        assert (done.returncode, "there is no" in done.stderr) == (2, True)
    (tmp_path / "empty.db").touch()
    assert run_here("backup", f"{file}.new", "--database", f"sqlite:///{tmp_path / 'empty.db'}").returncode == 2
    assert sorted(tmp_path.iterdir()) == sorted([*there, tmp_path / "empty.db"])
    assert file.read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_ready_says_no_while_nothing_can_be_written(tmp_path: Path) -> None:
    server = Process(f"sqlite:///{tmp_path / 'games.db'}", tmp_path)
    ready = lambda: httpx.get(f"{server.url}/ready").status_code  # noqa: E731
    try:
        assert ready() == 200
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
        wait_until(lambda: ready() == 503)
        assert httpx.get(f"{server.url}/health").status_code == 200
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        wait_until(lambda: ready() == 200)
        with Person(server.url) as ann:
            assert ann.get("players/me")["name"] == "Ann"
    finally:
        server.stop()


def test_ready_says_no_in_time_while_the_database_is_frozen(postgres_database: str) -> None:
    with on_port(postgres_database) as server, psycopg.connect(postgres_database) as connection:
        assert httpx.get(f"{server.url}/ready").status_code == 200
        name = postgres_database.rpartition("/")[2]
        asked = "SELECT pid FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
        backends = [pid for (pid,) in connection.execute(asked, [name])]
        assert backends
        for pid in backends:
            os.kill(pid, signal.SIGSTOP)
        try:
            wait_until(lambda: httpx.get(f"{server.url}/ready", timeout=5).status_code == 503)
            assert httpx.get(f"{server.url}/health").status_code == 200
        finally:
            for pid in backends:
                os.kill(pid, signal.SIGCONT)
        wait_until(lambda: httpx.get(f"{server.url}/ready").status_code == 200)


def test_a_damaged_file_is_refused_at_the_start(refused: Run, tmp_path: Path) -> None:
    address, file = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "games.db"
    with on_port(address) as server, Person(server.url) as ann:
        for _ in range(30):
            ann.table()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    with file.open("r+b") as data:
        data.seek(3 * 4096)
        data.write(os.urandom(3 * 4096))
    done = refused("serve", "--database", address, "--port", "0")
    assert done.returncode == 2
    assert done.stderr.startswith("eclisse: --database: ")
    assert "Traceback" not in done.stderr


def test_the_file_is_its_owners_and_has_one_name(refused: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    server = Process(f"sqlite:///{file}", tmp_path)
    try:
        for beside in tmp_path.glob("games.db*"):
            if not beside.name.endswith(".lock"):
                assert stat.S_IMODE(beside.stat().st_mode) == 0o600, beside
        (tmp_path / "soft.db").symlink_to(file)
        (tmp_path / "hard.db").hardlink_to(file)
        for name in ("soft.db", "hard.db", f"../{tmp_path.name}/games.db"):
            done = refused("serve", "--database", f"sqlite:///{tmp_path}/{name}", "--port", "0")
            assert done.returncode == 2, name
    finally:
        server.stop()
    for name in (f"file:{file}?uri=true", f"{file}?mode=rwc"):
        with pytest.raises(BadDatabase):
            database_url(f"sqlite:///{name}")


def test_answers_of_the_api_are_not_kept_by_anybody(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        answers = [ann.call("GET", path) for path in ("players/me", "tables", "catalogue", "tables/nothing")]
        assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_a_jump_of_the_wall_clock_ends_no_turn(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you", clock=600)["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table, seat=0) as seat:
            before = seat.update()["clock"]
            real, sweeps = time.time, server.services.store.due_tables
            looks: list[int] = []

            async def counted(now: float, limit: int) -> list[str]:
                looks.append(1)
                found: list[str] = await sweeps(now, limit)
                return found

            monkeypatch.setattr(time, "time", lambda: real() + 3600)
            monkeypatch.setattr(server.services.store, "due_tables", counted)
            wait_until(lambda: len(looks) > 3)
            seat.decide(0, "keep 1 2")
            update = seat.update(1)
            assert [step["by"] for step in update["steps"]] == ["player"]
            assert update["clock"]["now"] - before["now"] < 600
