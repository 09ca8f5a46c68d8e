"""A database that an older version wrote is brought up to date, and everything in it goes on."""

import sqlite3
from pathlib import Path

import pytest

from eclisse.server.operate.verify import verify
from tests.server.days import clock_at
from tests.server.people import Person
from tests.server.serving import serving

DATA = Path(__file__).parent / "data"
WRITTEN = 1_794_812_400.0  # seconds since 1970: within the hour after those servers had written
KEY_CHOSEN = f"UPDATE tables SET key = '{7:032x}' WHERE status = 'open';"  # as if the host had named a seed
VERSIONS = sorted({path.name.split(".")[0] for path in DATA.glob("version-*.dump")})  # what their servers wrote


def load(database: str, script: str) -> None:
    """Fill an empty database."""
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
            connection.executescript(script)
        connection.close()
        return
    import psycopg

    with psycopg.connect(database, autocommit=True) as postgres:
        postgres.execute(script.encode())


@pytest.mark.parametrize("version", VERSIONS)
def test_what_an_older_version_wrote_goes_on(empty_database: str, version: str) -> None:
    database = empty_database
    then = clock_at(WRITTEN)  # days later, idle tables would be gone
    kind = "sqlite" if database.startswith("sqlite") else "postgres"
    script = (DATA / f"{version}.{kind}.dump").read_text(encoding="utf-8")
    cookie = script.splitlines()[1].removeprefix("-- ")
    load(database, script + KEY_CHOSEN)
    with serving(database, clock=then) as server, Person(server.url, "Nobody") as ann:
        ann.http.cookies.clear()
        ann.http.cookies.set("eclisse", cookie)
        assert ann.get("players/me")["name"] == "Ann"
        tables = {game["table"]["status"]: game["table"] for game in ann.get("players/me/games")}
        assert min(seat["place"] for seat in tables["over"]["seats"]) == 1  # counted since, and kept
        kept = server.call(server.services.store.table(tables["over"]["id"]))
        sheet = ann.get(f"tables/{tables['over']['id']}/replay")["sheet"]
        assert [seat.points for seat in kept.seats] == [seat["total"] for seat in sheet["seats"]]
        checked = verify(ann.get(f"tables/{tables['over']['id']}/record"))
        assert f"{tables['over']['number']} decisions" in " ".join(checked)
        with ann.sit(tables["playing"]["id"]) as seat:
            update = seat.update()
            assert update["number"] == 10
            turn = update["view"]["to_act"][0]
            assert bool(update["own"]["legal"]) == (turn == update["seat"])
        row = server.call(server.services.store.table(tables["playing"]["id"]))
        assert row.due > row.changed_at  # nobody waits for ever at a table of old either
        waiting = ann.get("tables")["open"][0]
        assert ["first-edition" in tables[status]["modules"] for status in ("over", "playing")] == [True, True]
        assert waiting["modules"] == []  # what is not dealt yet is played by today's rules, and so is a rematch
        assert ann.post(f"tables/{tables['over']['id']}/rematch")["modules"] == []
        with Person(server.url, "Eve") as eve:
            eve.post(f"tables/{waiting['id']}/join")
            ann.post(f"tables/{waiting['id']}/start")
            with ann.sit(waiting["id"]) as seat:
                seat.decide(0, "keep 1 2")
                assert seat.update(1)["number"] == 1
        assert ann.table("usa", "you you")["status"] == "open"
