"""The server as a process: health, figures, logs, proxies, sub-paths, several processes, the command line."""

import asyncio
import gzip
import json
import os
import random
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from socket import AF_INET, AF_INET6
from typing import Any, NamedTuple

import httpx
import pytest

from eclisse.game import InvalidRecord
from eclisse.server import app as application
from eclisse.server import facts
from eclisse.server.operate import command
from eclisse.server.operate.command import BadSetting, with_limits
from eclisse.server.operate.serve import _allow_many_files
from eclisse.server.operate.verify import verify
from eclisse.server.settings import Settings
from eclisse.server.sharing import reachable
from eclisse.server.store import open_store
from eclisse.server.store.engine import BadDatabase, database_url
from tests.cli.conftest import Run, run_here
from tests.server import forks
from tests.server.people import Person, Seat, play_alone
from tests.server.serving import Process, on_port, wait_until
from tests.server.test_rest import finished

__all__ = ["run_here"]

ROOT = Path(__file__).parents[2]


def test_health_readiness_and_figures(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
        assert httpx.head(f"{server.url}/health").status_code == 200
        assert httpx.get(f"{server.url}/ready").status_code == 200
        assert ann.refused("POST", "players", {}) == "malformed"
        assert ann.call("POST", "players", {"name": "A"}, headers={"Origin": "https://evil.example"}).status_code == 403
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            seat.update()
            seat.decide(0, "keep 1 2")
            seat.update(1)
            seat.decide(0, "keep 1 2")
            assert seat.refusal() == "stale"
            text = httpx.get(f"{server.url}/metrics").text
        for line in (
            'eclisse_decisions_total{by="player"} 1.0',
            'eclisse_refusals_total{code="stale"} 1.0',
            'eclisse_refusals_total{code="malformed"} 1.0',
            'eclisse_refusals_total{code="not_allowed"} 1.0',
            "eclisse_sockets 1.0",
        ):
            assert line in text
        wait_until(lambda: "eclisse_sockets 0.0" in httpx.get(f"{server.url}/metrics").text)


def test_a_fault_of_the_server_is_answered_in_words_and_counted(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "catalogue", lambda: 1 // 0)
    with on_port(sqlite) as server, Person(server.url) as ann:
        answer = ann.call("GET", "catalogue")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert "content-security-policy" in answer.headers
        assert 'eclisse_requests_total{status="503"} 1.0' in httpx.get(f"{server.url}/metrics").text


def test_a_server_without_its_database_is_alive_but_not_ready(postgres_database: str) -> None:
    with on_port(postgres_database) as server:
        break_store(server)
        assert httpx.get(f"{server.url}/health").status_code == 200
        assert httpx.get(f"{server.url}/ready").status_code == 503
        answer = httpx.get(f"{server.url}/api/tables")
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        with Seat(server.url, "0" * 32) as seat:
            assert seat.closed() == 1013
            assert seat.messages[0]["code"] == "unavailable"


def break_store(server: Any) -> None:
    """As if the database were gone."""
    from sqlalchemy.ext.asyncio import create_async_engine

    server.services.store._reader = create_async_engine("postgresql+psycopg://x@127.0.0.1:1/none")


def test_a_decision_that_cannot_be_stored_is_refused_and_the_table_goes_on_when_it_can(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you")["id"]
        ann.post(f"tables/{table}/start")
        store = server.services.store
        honest = store.append

        async def broken(line: Any) -> bool:
            await honest(line)  # stored, but nobody learns of it: the connection breaks
            raise OSError("the disk is gone")

        with ann.sit(table) as seat:
            seat.update()
            store.append = broken
            seat.decide(0, "keep 1 2")
            assert seat.refusal() == "unavailable"
            store.append = honest
            seat.decide(0, "keep 1 2")
            assert seat.refusal() == "stale"
            seat.decide(1, "keep 1 2", seat=1)
            seat.update(2)
            steps = [step["number"] for m in seat.messages if m["type"] == "update" for step in m["steps"]]
            assert steps == [1, 2]


def test_a_line_of_chat_that_cannot_be_stored_is_refused_and_nobody_is_disconnected(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        with (
            ann.sit(ann.table("usa", "you you")["id"]) as seat,
            sqlite3.connect(str(database_url(sqlite).database)) as file,
        ):
            seat.receive()
            file.execute("ALTER TABLE chat RENAME TO elsewhere")
            seat.send(type="say", text="hello")
            assert seat.refusal() == "unavailable"
            file.execute("ALTER TABLE elsewhere RENAME TO chat")
            seat.send(type="say", text="hello")
            assert seat.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "hello"
        file.close()


def test_everything_works_under_a_path_whether_the_proxy_takes_it_off_or_not(sqlite: str) -> None:
    with on_port(sqlite, root_path="/trains") as server:
        bare = server.url.removesuffix("/trains")
        for url in (server.url, bare):
            assert httpx.get(f"{url}/health").status_code == 200
            assert httpx.get(f"{url}/api/catalogue").status_code == 200
        with Person(server.url) as ann:
            table = ann.table("usa", "you you")["id"]
            with ann.sit(table) as seat:
                assert seat.receive()["type"] == "table"


def test_the_web_client_is_served_with_its_base_and_pages(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><html><head><title>t</title></head></html>")
    (static / "assets" / "main.js").write_text("1")
    (static / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "engine.wasm").write_text("engine")
    monkeypatch.setattr(application, "STATIC", static)
    monkeypatch.setattr(application, "ENGINE", tmp_path / "engine")
    with on_port(sqlite, root_path="/trains") as server:
        assert httpx.head(f"{server.url}/").status_code == 200
        for page in ("", "/t/abc", "/score", "/%00", "/" + "a" * 5000):
            answer = httpx.get(f"{server.url}{page}", follow_redirects=True)
            assert '<base href="/trains/">' in answer.text, page
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert httpx.get(f"{server.url}/assets/main.js").text == "1"
        assert httpx.get(f"{server.url}/icon.svg").text == "<svg/>"
        assert httpx.get(f"{server.url}/api/nothing").json()["code"] == "not_found"
        assert "secret" not in httpx.get(f"{server.url}/%2e%2e/secret").text
        assert "secret" not in httpx.get(f"{server.url}/assets/..%2f..%2fsecret").text
        assert httpx.get(f"{server.url}/engine/engine.wasm?build").text == "engine"
        assert httpx.get(f"{server.url}/engine/none").status_code == 404
        assert "secret" not in httpx.get(f"{server.url}/engine/..%2fsecret").text


def test_a_file_is_packed_once_and_served_whole_to_whoever_has_it_not(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static, packed = tmp_path / "static", list[int]()
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<head></head>")
    (static / "assets" / "main.js").write_text("1;" * 40_000)
    monkeypatch.setattr(application, "STATIC", static)
    compress = gzip.compress

    def counted(data: bytes, *how: Any, **more: Any) -> bytes:
        packed.append(1)
        return compress(data, *how, **more)

    monkeypatch.setattr(gzip, "compress", counted)
    parts = {"Range": "bytes=" + ",".join(f"{2 * part}-{2 * part}" for part in range(100))}
    with on_port(sqlite) as server, httpx.Client(base_url=server.url) as client:
        for headers in ({}, parts, {"Accept-Encoding": "identity"}):
            answer = client.get("/assets/main.js", headers=headers)
            assert (answer.status_code, answer.text) == (200, "1;" * 40_000)
            assert answer.headers["content-type"].startswith("text/javascript")
        assert client.get("/assets/main.js").headers["content-encoding"] == "gzip"
        again = client.get("/assets/main.js", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert client.get("/assets/none.js").status_code == 404
    assert packed == [1]


def test_forwarded_headers_are_believed_from_trusted_proxies_only(sqlite: str) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
    for proxies, secure in (("127.0.0.1", True), ("10.9.9.9", False), ("", False)):
        with on_port(sqlite, proxies=proxies) as server:
            answer = httpx.post(f"{server.url}/api/players", json={"name": "A"}, headers=forwarded)
            assert ("secure" in answer.headers["set-cookie"].lower()) == secure


class Address(NamedTuple):
    family: int
    address: str


def test_others_are_told_addresses_that_they_can_reach(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    networks = {
        "lo": [Address(AF_INET, "127.0.0.1"), Address(AF_INET6, "::1")],
        "vpn": [Address(AF_INET, "10.8.0.2"), Address(AF_INET6, "fe80::1%vpn")],
        "wifi": [Address(AF_INET, "169.254.3.4"), Address(AF_INET, "192.168.1.7"), Address(AF_INET6, "2001:db8::7")],
    }
    monkeypatch.setattr("psutil.net_if_addrs", lambda: networks)
    plain = Settings("")
    assert (
        reachable(replace(plain, listens=("127.0.0.1", 8000))) == reachable(replace(plain, listens=("::1", 8000))) == []
    )
    assert reachable(replace(plain, listens=("192.168.1.7", 80))) == ["http://192.168.1.7:80/"]
    assert reachable(replace(plain, public_url="https://a.org", listens=("0.0.0.0", 1))) == ["https://a.org/"]
    homes = [f"http://{host}:9/trains/" for host in ("192.168.1.7", "10.8.0.2", "[2001:db8::7]")]
    with on_port(sqlite, listens=("0.0.0.0", 9), root_path="/trains") as server:
        told = [
            httpx.get(f"{server.url}/api/addresses", headers={"Host": name}) for name in ("localhost:9", "evil.org")
        ]
        assert [answer.json()["addresses"] for answer in told] == [homes, []]


def test_any_proxy_is_trusted_only_where_nobody_else_comes(sqlite: str) -> None:
    everybody = ("*", "0.0.0.0/0", "127.0.0.1,::/0", "0.0.0.0/1,128.0.0.0/1", "8000::/1, 10.0.0.1, ::/2, 4000::/2")
    for proxies in everybody:
        with pytest.raises(BadSetting, match="trusts everybody"):
            command.run(Settings(sqlite), "0.0.0.0", 0, proxies, "warning", browser=False)
    assert not any(map(command._trusts_everybody, ("", "127.0.0.1", "10.0.0.0/8,128.0.0.0/1", "::1,fd00::/8")))


def test_logs_are_json_without_secrets(sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path, "--log-level", "debug")
    with Person(server.url) as ann:
        token, recovery = ann.post("players/me/tokens")["token"], ann.post("players/me/recovery")["token"]
        table = ann.table("usa", "you open")
        ann.call("GET", f"tables/{table['id']}?invite={table['invite']}", headers={"Authorization": f"Bearer {token}"})
        with ann.sit(table["id"], invite=table["invite"]) as seat:
            seat.receive()
        ann.post("players/recover", token=recovery)
        secrets = [token, recovery, table["invite"], *ann.http.cookies.values()]
    server.stop()
    lines = server.log.read_text().splitlines()
    logged = [json.loads(line) for line in lines if not line.startswith("Éclisse")]
    assert {"method", "path", "status", "ms"} <= set(next(row for row in logged if row["message"] == "request"))
    assert not [secret for secret in secrets if any(secret in line for line in lines)]


def test_a_process_hears_what_another_does_and_finds_out_what_it_did_not_hear(postgres_database: str) -> None:
    with on_port(postgres_database) as one, on_port(postgres_database) as two, Person(one.url) as ann:
        table = ann.table("usa", "you you", public=True)["id"]
        with Seat(two.url, "%00") as nowhere:
            assert nowhere.closed() == 4404
        with Seat(two.url, table) as far, ann.sit(table) as near:
            far.receive()
            ann.post(f"tables/{table}/start")
            far.table("playing")
            far.update()
            near.update()
            near.decide(0, "keep 1 2")
            assert far.update(1)["steps"][0]["seat"] == 0
            near.send(type="say", text="hello")
            assert far.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "hello"
            two.services.store._listener.cancel()
            near.decide(1, "keep 1 2", seat=1)
            assert far.update(2)["steps"][0]["seat"] == 1


def test_of_two_processes_that_decide_at_once_one_wins_and_both_go_on(postgres_database: str) -> None:
    with on_port(postgres_database) as one, on_port(postgres_database) as two, Person(one.url) as ann:
        table = ann.table("usa", "you you", public=True, seed="5")["id"]
        ann.post(f"tables/{table}/start")
        for server in (one, two):
            server.services.store._listener.cancel()
        with Seat(one.url, table, ann.headers(), seat=0) as near, Seat(two.url, table, ann.headers(), seat=1) as far:
            near.update()
            far.update()
            near.decide(0, "keep 1 2")
            near.update(1)
            far.decide(0, "keep 1 2")  # two has not heard: it loses number 1, looks, and stores number 2
            assert [step["number"] for step in far.update(2)["steps"]][-1] == 2
            near.decide(1, "draw", seat=0)
            outcome = near.until(lambda m: m["type"] == "refused" or m["number"] >= 2)
            assert outcome["type"] == "update" or outcome["code"] in ("stale", "not_your_turn")
        entries = one.call(one.services.store.entries(table, 0))
        assert [entry.seat for entry in entries][:2] == [0, 1]


def test_two_processes_migrate_an_empty_database_at_once(empty_postgres: str) -> None:
    async def both() -> None:
        stores = await asyncio.gather(*(open_store(empty_postgres, str(i)) for i in range(4)))
        for store in stores:
            assert await store.is_ready()
            await store.close()

    asyncio.run(both())


def test_the_migrations_lead_to_the_schema_that_the_code_uses(database: str) -> None:
    """Alembic sees no difference between what it made and what the statements are written for."""
    import sqlalchemy as sa
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from eclisse.server.store.schema import metadata

    async def make() -> None:
        await (await open_store(database, "x")).close()

    asyncio.run(make())
    address = database_url(database)
    engine = sa.create_engine(address.set(drivername=address.drivername.replace("+aiosqlite", "")))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("url", ["", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "nonsense"])
def test_a_database_that_cannot_be_used_is_refused_in_words(url: str) -> None:
    with pytest.raises(BadDatabase):
        database_url(url)


def test_a_mistyped_database_is_not_repeated_with_its_password() -> None:
    for url in ("postgresql//ann:secret@host/x", "postgresql://ann:secret@host:port/x"):
        with pytest.raises(BadDatabase) as refused:
            database_url(url)
        assert "secret" not in str(refused.value)


def test_a_sqlite_file_is_served_by_one_process(sqlite: str) -> None:
    with command._alone(sqlite), pytest.raises(BadDatabase, match="another process"), command._alone(sqlite):
        pass
    with command._alone(sqlite):
        pass


def test_addresses_are_taken_as_browsers_write_them_and_wrong_ones_are_refused_in_words() -> None:
    assert command._public_url("https://a.org/trains/") == "https://a.org/trains"
    assert [command._origin(text) for text in ("https://A.org/", "http://a.org:80", "https://[::1]:8443")] == [
        "https://a.org",
        "http://a.org",
        "https://[::1]:8443",
    ]
    assert [command._proxies(text) for text in ("", "*", "127.0.0.1,10.0.0.0/8")] == ["", "*", "127.0.0.1,10.0.0.0/8"]
    for check, text in (
        (command._public_url, "play.example.org"),
        (command._origin, "https://a.org/path"),
        (command._origin, "a.org"),
        (command._origin, "https://a.org:x"),
        (command._proxies, "nonsense"),
        (command._proxies, "127.0.0.1,*"),
    ):
        with pytest.raises(BadSetting):
            check(text)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_as_many_connections_as_the_system_allows() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
    _allow_many_files()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_limits_can_be_set_and_wrong_ones_are_refused_in_words() -> None:
    settings = with_limits(Settings(database="x"), ["max_tables=5", "chat_rate=2.5"])
    assert (settings.max_tables, settings.chat_rate) == (5, 2.5)
    names = ("max_tabels=5", "max_tables", "max_tables=x", "database=3", "max_tables=-1", "chat_rate=nan")
    for bad in (*names, "bot_threads=0", "bot_threads=0.5", "sweep_every=0"):
        with pytest.raises(BadSetting):
            with_limits(Settings(database="x"), [bad])


def test_a_database_that_does_not_work_is_told_in_a_sentence(
    run_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "serve", lambda *_: pytest.fail("it is served"))
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"this is no database" * 500)
    for url in (f"sqlite:///{rubbish}", "postgresql://nobody@127.0.0.1:1/none"):
        done = run_here("serve", "--port", "0", "--database", url)
        assert done.returncode == 2
        assert done.stderr.startswith("eclisse: --database: the database cannot be used: ")
        assert len(done.stderr.splitlines()) == 1


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    import sqlalchemy as sa

    async def twice() -> None:
        store = await open_store(database, "x")
        async with store.writing() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        await store.close()
        with pytest.raises(BadDatabase, match="newer version"):
            await open_store(database, "x")

    asyncio.run(twice())


def test_a_port_that_is_taken_is_told_in_words(sqlite: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        process = forks.command(["serve", "--database", sqlite, "--port", port], log, dict(os.environ))
        process.join(60)
    assert process.exitcode == 2
    assert "cannot listen" in log.read_text()
    assert "Traceback" not in log.read_text()


def test_a_downloaded_record_is_verified_and_a_changed_one_is_not(run_here: Run, sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table, _ = finished(ann, "switzerland", 2)
        record = ann.get(f"tables/{table}/record")
    good = run_here("verify", "-", text=json.dumps(record))
    assert good.returncode == 0, good.stderr
    assert f"all {len(record['actions'])} decisions" in good.stdout
    assert record["key_hash"] in good.stdout
    assert verify(record, record["key_hash"].upper())[0] == f"The published hash: {record['key_hash']}"
    key = record["key"]
    other_key = ("0" if key[0] != "0" else "1") + key[1:]
    forged: list[dict[str, Any]] = [
        {**record, "key": other_key},
        {**record, "key_hash": "0" * 64},
        {**record, "actions": record["actions"][:-1]},
        {**record, "actions": [*record["actions"][:-1], [record["actions"][-1][0], "pass"]]},
        {**record, "result": {**record["result"], "winners": []}},
        {k: v for k, v in record.items() if k != "key_hash"},
        {**record, "result": None},
    ]
    for bad in forged:
        with pytest.raises(InvalidRecord):
            verify(bad)
    another = ("--hash", "0" * 64)  # dealt anew from a key chosen afterwards
    done = run_here("verify", "-", *another, text=json.dumps(record))
    assert done.returncode == 1
    assert done.stdout == "part: the server's part is not the one whose hash was published\n"
    made_up = run_here("verify", "-", text=json.dumps(forged[4]))
    assert (made_up.returncode, "other cards were dealt" in made_up.stdout) == (1, True)
    assert run_here("verify", "-", text="[]").returncode == 2


def test_the_example_plays_a_whole_game_against_a_person_of_its_kind(sqlite: str) -> None:
    with on_port(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you open open bot:easy")
        example = [sys.executable, ROOT / "examples" / "remote_bot.py", server.url, table["id"]]
        command = [*example, "--invite", table["invite"]]
        with running(command) as one, running(command) as other:
            wait_until(lambda: all(seat["kind"] != "open" for seat in ann.get(f"tables/{table['id']}")["seats"]))
            ann.post(f"tables/{table['id']}/start")
            with ann.sit(table["id"]) as seat:
                play_alone(seat, random.Random(1))
            for bot in (one, other):
                out, _ = bot.communicate(timeout=60)
                assert "points (wins)" in out
                assert bot.returncode == 0


@contextmanager
def running(command: list[str | Path]) -> Iterator[subprocess.Popen[str]]:
    """A program while it runs; it is ended whatever happens meanwhile."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as program:
        try:
            yield program
        finally:
            program.kill()
