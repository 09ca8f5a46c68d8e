"""A database that an older version wrote is brought up to date, and everything in it goes on."""

import sqlite3
from pathlib import Path

import pytest

from eclisse.server.process.verify import verify
from tests.server.people import Person
from tests.server.serving import serving

OLD = sorted((Path(__file__).parent / "data").glob("version-*.sql"))
ANN = "9x7JQLOTfm_Nce9UKR5IykbL2_g3y9Es"  # her cookie
PLAYING, OVER = "1c000d2d76bd2b882e01114a9011b440", "210282f45869af19ef9d7a2c59575ae4"


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


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_what_an_older_version_wrote_goes_on(database: str, old: Path) -> None:
    load(database, old.read_text(encoding="utf-8"))
    with serving(database) as server, Person(server.url, "Nobody") as ann:
        ann.http.cookies.clear()
        ann.http.cookies.set("eclisse", ANN)
        assert ann.get("players/me")["name"] == "Ann"
        assert {game["table"]["status"] for game in ann.get("players/me/games")} == {"open", "playing", "over"}
        checked = verify(ann.get(f"tables/{OVER}/record"))
        assert "208 decisions" in " ".join(checked)
        with ann.sit(PLAYING) as seat:
            update = seat.update()
            assert update["number"] == 10
            turn = update["view"]["to_act"][0]
            assert bool(update["own"]["legal"]) == (turn == update["seat"])
        waiting = ann.get("tables")["open"][0]
        with Person(server.url, "Eve") as eve:
            eve.post(f"tables/{waiting['id']}/join")
            ann.post(f"tables/{waiting['id']}/start")
            with ann.sit(waiting["id"]) as seat:
                seat.decide(0, "keep 1 2")
                assert seat.update(1)["number"] == 1
        assert ann.table("usa", "you you")["status"] == "open"
