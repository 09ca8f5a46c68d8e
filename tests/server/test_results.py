"""Finished games: the result of each player, and who may watch."""

import io
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from PIL import Image
from starlette.requests import Request

from eclisse import Game
from eclisse.catalogue.find import builtin_games
from eclisse.server import app
from eclisse.server.model import Deal, Entry, SeatRow
from eclisse.server.picture import drawn
from eclisse.server.play.table import scores
from eclisse.server.settings import Settings
from eclisse.server.sharing import for_strangers, own_origin
from tests.server.inside import http, scope_of
from tests.server.people import Json, Person, Seat, play
from tests.server.serving import serving
from tests.server.test_memory import row_of

DRAWING = {  # a board as the page's build leaves it: ground on the left, all routes in one place on the right
    "width": 1200,
    "height": 630,
    "radius": 8,
    "ground": [{"fill": "#010203", "path": "M0 0l600 0 0 630-600 0z"}],
    "cities": [[100, 100]],
    "routes": {route.id: [[900, 315, 0, 400]] for route in builtin_games()["berlin"].board.routes},
}


def test_whoever_shares_the_win_is_first_and_the_next_is_second() -> None:
    position = {"game": "europe", "seats": 3, "phase": "over"}
    assert [one.place for one in scores(Game.from_position(position))] == [1, 1, 1]
    routes = {"dieppe--paris": 1, "madrid--pamplona.2": 2}
    reached = scores(Game.from_position({**position, "routes": routes}))
    assert [one.place for one in reached] == [3, 2, 1]
    assert reached[2].points > reached[1].points > reached[0].points
    gone = [SeatRow(seat, "player", out="resigned" if seat == 2 else None) for seat in range(3)]
    entries = [Entry(1, "draw", by, 0.0) for by in ("clock", "player", "stand-in", "bot")]
    ranked = scores(Game.from_position({**position, "routes": routes}), gone, entries)
    assert [(one.place, one.late) for one in ranked] == [(2, 0), (1, 2), (3, 0)]


def ended(ann: Person, bob: Person, game: str = "berlin") -> tuple[str, Json]:
    """A private game of two people that is over, and how it ended."""
    table = ann.table(game, "you open")
    bob.post(f"tables/{table['id']}/join", invite=table["invite"])
    ann.post(f"tables/{table['id']}/start")
    with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second:
        return table["id"], play({0: first, 1: second}, random.Random(4))["ending"]


def test_the_list_of_ones_games_says_who_won(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table, ending = ended(ann, bob)
        for person in (ann, bob):
            (mine,) = person.get("players/me/games")
            assert mine["table"]["id"] == table
            seats = mine["table"]["seats"]
            assert [seat["points"] for seat in seats] == [seat["total"] for seat in ending["sheet"]["seats"]]
            assert [seat["place"] == 1 for seat in seats] == [seat in ending["sheet"]["winners"] for seat in (0, 1)]
        again = ann.post(f"tables/{table}/rematch")
        assert {seat["points"] for seat in again["seats"]} == {None}


def test_an_address_is_ours_if_the_request_has_come_to_it() -> None:
    here = ("http://192.168.1.7:8000", "http://[2001:db8::7]:8000", "http://192.168.1.7:80")
    foreign = ("http://192.168.1.8:8000", "http://[2001:db8::8]:8000", "http://192.168.1.7:8001", "http://a.org:8000")
    for came_to in here:
        for asked in (*here, *foreign):
            scope = scope_of("http", came_to, [(b"host", urlsplit(asked).netloc.encode())])
            assert own_origin(Request(scope), Settings("")) == (asked.removesuffix(":80") if asked == came_to else "")


def test_strangers_watch_a_game_once_everybody_agrees_and_see_nothing_else(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "generated").mkdir()
    (tmp_path / "index.html").write_text("<html><head></head></html>", encoding="utf-8")
    (tmp_path / "generated" / "berlin.json").write_text(json.dumps(DRAWING), encoding="utf-8")
    monkeypatch.setattr(app, "STATIC", tmp_path)
    with (
        serving(sqlite, origins=("http://a.example.net:8443",)) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "<Bob>") as bob,
        Person(server.url, "Eve") as eve,
        http(server.url) as stranger,  # no cookie
    ):
        table, ending = ended(ann, bob)
        here = f"/api/tables/{table}"

        def sees() -> tuple[int, int, int]:
            replay, picture = (stranger.get(f"{here}/{what}").status_code for what in ("replay", "picture"))
            return replay, picture, stranger.get(f"/replay/{table}").text.count("og:")

        assert sees() == (404, 404, 0)
        assert not ann.post(f"tables/{table}/share", agree=True)["shared"]
        assert sees() == (404, 404, 0)
        assert eve.refused("POST", f"tables/{table}/share", {"agree": True}) == "unknown_table"
        assert bob.post(f"tables/{table}/share", agree=True)["shared"]
        assert sees() == (200, 200, 7)
        assert [one.get(f"tables/{table}/replay")["table"]["id"] for one in (ann, eve)] == [table, ""]
        own, port = f"127.0.0.1:{urlsplit(server.url).port}", urlsplit(server.url).port
        for host, is_ours in (
            (own, True),
            (f"localhost:{port}", True),
            ("[::1]:8000", True),
            ("a.example.net:8443", True),  # it is configured
            ("evil.org", False),
            ("evil.org\\.localhost", False),  # browsers read a slash
            ("evil.org\\@localhost", False),
            (f"{own}@evil.org", False),
            (f"203.0.113.9:{port}", False),
            ("203.0.113.9", False),
            (f"[2001:db8::9]:{port}", False),
            (f"[::ffff:203.0.113.9]:{port}", False),
            ("a.example.net", False),  # another port
            (f"{own}x", False),
        ):
            shown = stranger.get(f"/replay/{table}", headers={"Host": host}).text
            assert (f'content="http://{host}/replay/{table}"' in shown) == is_ours, host
            assert is_ours or set(re.findall('content="http://(.*?)/', shown)) <= {own}, host
        told, page = stranger.get(f"{here}/replay").text, stranger.get(f"/replay/{table}").text
        hidden = [ann.get(f"tables/{table}")["invite"], ann.id, bob.id]
        assert [secret for secret in hidden if secret in told + page] == []
        totals = [seat["total"] for seat in ending["sheet"]["seats"]]
        assert f"Ann {totals[0]}" in page
        assert f"&lt;Bob&gt; {totals[1]}" in page
        kept = drawn.cache_info().hits
        with Image.open(io.BytesIO(stranger.get(f"{here}/picture").content)) as picture:
            assert drawn.cache_info().hits == kept + 1  # it is drawn once
            assert picture.size == (1200, 630)
            assert picture.getpixel((300, 315)) == (1, 2, 3)
            assert picture.getpixel((900, 315)) in ((224, 6, 47), (7, 88, 214))  # of the seat that has claimed a route
        assert {stranger.get(f"{here}{path}").status_code for path in ("", "/record", "/review")} == {404}
        with Seat(server.url, table) as watching:
            assert watching.closed() == 4404
        assert not bob.post(f"tables/{table}/share", agree=False)["shared"]
        assert sees() == (404, 404, 0)


def test_whoever_has_left_for_good_has_no_name_where_strangers_watch() -> None:
    """Nobody asked them; today's seats stay their players', but games of old versions have such seats."""
    seats = (SeatRow(0, "player", player_id="a", name="Ann"), SeatRow(1, "bot", name="Bob", was="b"))
    row = replace(row_of(1), seats=seats)
    shown = for_strangers(row, Deal("usa", (), row.names, "0" * 32, 0.0))
    assert [seat.name for seat in shown.seats] == ["Ann", None]
