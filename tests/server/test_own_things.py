"""One's own things: devices and tokens, whom one does not want to hear, everything that is known, and the end of it."""

import getpass
import json
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from eclisse.cli import app
from eclisse.server.account import label_of
from eclisse.server.model import FORMER
from eclisse.server.operate.verify import verify
from eclisse.server.store.schema import players, secrets, tables
from tests.server.days import Told, let_pass, set_time
from tests.server.people import Person, Seat, play
from tests.server.serving import serving, wait_until

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/18 Safari/604"
)


@pytest.mark.parametrize(("agent", "label"), [(FIREFOX, "Firefox · Linux"), (SAFARI, "Safari · iPhone"), ("x", "")])
def test_a_device_is_called_by_its_browser_and_system(agent: str, label: str) -> None:
    assert label_of(agent) == label


def test_devices_and_tokens_are_listed_and_each_can_be_signed_out(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url) as phone:
        phone.http.headers["User-Agent"] = SAFARI
        phone.post("players/recover", token=ann.post("players/me/recovery")["token"])
        token = ann.post("players/me/tokens", name="my bot")["token"]
        devices = ann.get("players/me/devices")
        assert [(one["kind"], one["name"], one["this"]) for one in devices] == [
            ("token", "my bot", False),
            ("cookie", "Safari · iPhone", False),
            ("cookie", "", True),
        ]
        assert devices[2]["used_at"] is not None
        table = ann.table("usa", "you you")["id"]
        with Seat(server.url, table, {"Authorization": f"Bearer {token}"}) as program:
            program.receive()
            assert ann.call("DELETE", f"players/me/devices/{devices[0]['id']}").status_code == 204
            assert program.closed() == 4401
        assert ann.refused("DELETE", f"players/me/devices/{devices[0]['id']}") == "not_found"
        ann.post("players/me/recovery")
        with phone.sit(table) as elsewhere:
            elsewhere.receive()
            assert ann.call("DELETE", "players/me/devices").status_code == 204
            assert elsewhere.closed() == 4401
        assert phone.refused("GET", "players/me") == "unknown_player"
        assert [one["this"] for one in ann.get("players/me/devices")] == [True]


def test_nobody_signs_out_the_device_of_another(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url) as eve:
        device = ann.get("players/me/devices")[0]["id"]
        assert eve.refused("DELETE", f"players/me/devices/{device}") == "not_found"


def test_a_block_reaches_the_connections_to_other_processes(postgres_database: str) -> None:
    with (
        serving(postgres_database, compare_every=3600.0) as one,
        serving(postgres_database, compare_every=3600.0) as two,
        Person(one.url, "Ann") as ann,
        Person(one.url, "Eve") as eve,
    ):
        table = ann.start_with(eve)
        with Seat(two.url, table, ann.headers()) as far, eve.sit(table) as guest:
            far.update()
            blocked = ann.post("players/me/blocks", table=table, seat=1)
            residents = two.services.hub.residents
            wait_until(lambda: [one.blocked for one in residents.followers] == [frozenset({blocked[0]["id"]})])
            guest.send(type="say", text="boo")
            guest.until(lambda m: m["type"] == "chat")
            far.send(type="say", text="quiet")
            assert [line["text"] for line in far.until(lambda m: m["type"] == "chat")["lines"]] == ["quiet"]


def test_whoever_is_blocked_is_not_heard_and_stays_away_from_ones_tables(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        table = ann.table("usa", "you open", public=True)["id"]
        with ann.sit(table) as host, eve.sit(table) as guest:
            guest.send(type="say", text="boo")
            line = host.until(lambda m: m["type"] == "chat")["lines"][0]["id"]
            blocked = ann.post("players/me/blocks", table=table, line=line)
            assert [one["name"] for one in blocked] == ["Eve"]
            guest.send(type="say", text="boo again")
            guest.until(lambda m: m["type"] == "chat" and m["lines"][-1]["text"] == "boo again")
            host.send(type="say", text="quiet at last")
            assert host.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "quiet at last"
        with ann.sit(table) as host:
            lines = host.until(lambda m: m["type"] == "chat")["lines"]
            assert [said["text"] for said in lines] == ["quiet at last"]
        assert eve.refused("POST", f"tables/{table}/join") == "not_allowed"
        assert ann.call("DELETE", f"players/me/blocks/{blocked[0]['id']}").json() == []
        assert eve.post(f"tables/{table}/join")["seats"][1]["yours"]
        assert ann.refused("POST", "players/me/blocks", {"table": table, "seat": 0}) == "invalid"


def test_a_rematch_is_no_way_around_a_block_nor_to_a_second_seat(sqlite: str) -> None:
    with (
        serving(sqlite) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Eve") as eve,
    ):
        table = ann.table("switzerland", "you open open", public=True)["id"]
        for guest in (bob, eve):
            guest.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as first, bob.sit(table) as second, eve.sit(table) as third:
            play({0: first, 1: second, 2: third}, random.Random(3))
        ann.post("players/me/blocks", table=table, seat=2)
        again = ann.post(f"tables/{table}/rematch")["id"]
        assert eve.refused("POST", f"tables/{again}/join") == "not_allowed"
        assert eve.refused("POST", f"tables/{table}/rematch") == "not_allowed"
        bob.post(f"tables/{again}/join", seat=2)
        assert [seat["kind"] for seat in bob.post(f"tables/{table}/rematch")["seats"]] == ["player", "open", "player"]


def admin(database: str, *words: str) -> Any:
    """`eclisse admin`: what it prints, as a value."""
    lists = words[0] in ("players", "tables", "reports", "statistics", "log")
    done = CliRunner().invoke(app, ["admin", *words, "--database", database, *(["--json"] if lists else [])])
    assert done.exit_code == 0, done.output or done.exception
    return json.loads(done.stdout) if done.stdout else None


def test_the_operator_reads_reports_and_bans(database: str) -> None:
    with serving(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        table = ann.start_with(eve)
        with eve.sit(table) as guest:
            guest.send(type="say", text="you fool")
            line = guest.until(lambda m: m["type"] == "chat")["lines"][0]["id"]
            assert ann.call("POST", "reports", {"table": table, "line": line, "text": "rude\n!"}).status_code == 201
            (report,) = admin(database, "reports")
            assert (report["by"], report["about"], report["said"], report["text"]) == (
                "Ann",
                "Eve",
                "you fool",
                "rude !",
            )
            assert [one["id"] for one in admin(database, "players", "ev")] == [eve.id]
            admin(database, "ban", report["about_id"])
            assert guest.closed() == 4401
        assert eve.refused("GET", "players/me") == "not_allowed"
        admin(database, "unban", eve.id)
        assert eve.get("players/me")["name"] == "Eve"
        admin(database, "close", report["id"])
        assert admin(database, "reports") == []
        found = {row["what"]: row["all"] for row in admin(database, "statistics")}
        assert (found["players"], found["playing tables"], found["open reports"]) == (2, 1, 0)
        with ann.sit(table) as host:
            host.update()
            admin(database, "delete", table)
            assert host.closed() == 4404
        assert admin(database, "tables") == []
        with pytest.raises(AssertionError, match="no-such-id"):
            admin(database, "ban", "nobody")


def test_a_report_outlives_whom_it_is_about_and_alerts_the_operator(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Eve") as eve:
        table = ann.start_with(eve)
        with eve.sit(table) as guest, ann.sit(table) as host:
            for seat, text in ((guest, "you fool"), (host, "please stop")):
                seat.send(type="say", text=text)
                assert host.until(lambda m: m["type"] == "chat")["lines"][-1]["text"] == text
        assert ann.call("POST", "reports", {"table": table, "seat": 1, "text": "rude"}).status_code == 201
        assert eve.call("DELETE", "players/me").status_code == 204
        (report,) = admin(database, "reports")
        assert (report["by"], report["by_id"], report["about"], report["about_id"]) == ("Ann", ann.id, "Eve", eve.id)
        told = [(line["player_id"], line["name"], line["text"]) for line in report["conversation"]]
        assert told == [(eve.id, "Eve", "you fool"), (ann.id, "Ann", "please stop")]
        (alert,) = [one for one in caplog.records if one.message == "a player was reported"]
        told_of = vars(alert)
        assert (told_of["report"], told_of["about"], told_of["by"]) == (report["id"], eve.id, ann.id)
        assert "eclisse_reports_total 1.0" in server.services.metrics.text().decode()
        assert ann.call("DELETE", "players/me").status_code == 204
        assert admin(database, "reports")[0]["by"] == ""


def test_whoever_is_told_of_reports_gets_a_notice(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Olga") as olga:
        operator = olga.id
    with (
        serving(sqlite, operator=operator) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Eve") as eve,
    ):
        told = Told(server)
        (player,) = server.call(server.services.store.players_by_id([operator]))
        server.call(server.services.store.change_player(replace(player, webhook="https://example.org/")))
        ann.call("POST", "reports", {"table": ann.start_with(eve), "seat": 1, "text": "rude"})
        wait_until(lambda: told.to("Olga") == ["report"])


def test_a_ban_ends_and_all_that_operators_did_is_written_down(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Eve") as eve:
        admin(sqlite, "ban", eve.id, "--days", "7", "--why", "rude")
        answer = eve.call("GET", "players/me").json()
        assert [(one["code"], one["params"]) for one in answer["faults"]] == [("player-banned-until", {"days": 7})]
        let_pass(server, 8 * 24 * 3600)
        assert eve.get("players/me")["name"] == "Eve"
        with eve.sit(eve.table("usa", "you open")["id"]) as seat:
            seat.receive()
            server.call(server.services.hub.residents.check_followers())
            seat.send(type="ping")
            seat.until(lambda m: m["type"] == "pong")  # still connected
        admin(sqlite, "ban", eve.id)
        assert eve.refused("GET", "players/me") == "not_allowed"
        admin(sqlite, "unban", eve.id, "--why", "sorry")
        deeds = admin(sqlite, "log")
        assert sorted((deed["command"], deed["target"], deed["why"]) for deed in deeds) == [
            ("ban", eve.id, ""),
            ("ban", eve.id, "(7 days) rude"),
            ("unban", eve.id, "sorry"),
        ]
        assert {deed["operator"] for deed in deeds} == {getpass.getuser()}
        assert len(admin(sqlite, "log", "sorry")) == 1


def test_all_that_is_known_is_given_out_and_forgotten_when_asked(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("eclisse.server.store.people.PAGE", 2)
    with (
        serving(database, stalled_after=0.0) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
    ):
        over = ann.start_with(bob)
        wait_until(lambda: ann.get(f"tables/{over}")["status"] == "over")
        waiting = ann.table("usa", "you open", public=True)["id"]
        with ann.sit(waiting) as seat:
            for text in ("hello", "is", "anybody", "there"):
                seat.send(type="say", text=text)
                seat.until(lambda m: m["type"] == "chat")
        known = ann.get("players/me/export")
        assert known["player"][0]["name"] == "Ann"
        assert [line["text"] for line in known["chat"]] == ["hello", "is", "anybody", "there"]
        assert known["blocks"] == []
        assert {row["table_id"] for row in known["seats"]} == {over, waiting}
        assert "hash" not in json.dumps(known)
        cookie = ann.headers()
        assert ann.call("DELETE", "players/me").status_code == 204
        ann.http.headers.update(cookie)
        assert ann.refused("GET", "players/me") == "unknown_player"
        assert bob.refused("GET", f"tables/{waiting}") == "unknown_table"
        assert bob.get(f"tables/{over}")["seats"][0]["name"] is None
        record = bob.get(f"tables/{over}/record")
        assert record["seats"][0] == "a former player"
        assert verify(record)
        assert admin(database, "players", "ann") == []


def test_whoever_deletes_themselves_while_they_sit_down_holds_no_seat(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, ThreadPoolExecutor(8) as pool:
        for place in range(5):  # at which they ask to be forgotten, among all they ask for at once
            tables = [ann.table("usa", "you open", public=True)["id"] for _ in range(3)]
            with Person(server.url, "Bob") as bob:
                asked: list[tuple[Any, ...]] = [("POST", f"tables/{table}/join", {}) for table in tables]
                asked.append(("POST", "tables", {"game": "usa", "seats": [{"kind": "you"}] * 2}))
                asked.insert(place, ("DELETE", "players/me"))
                codes = [job.result().status_code for job in [pool.submit(bob.call, *words) for words in asked]]
                assert codes.pop(place) == 204
                assert set(codes) <= {200, 201, 401}
            for table in tables:
                assert ann.get(f"tables/{table}")["seats"][1]["kind"] == "open"
                assert ann.call("POST", f"tables/{table}/leave").status_code == 200


def test_whoever_the_operator_deletes_is_gone_from_the_memory_of_the_server_too(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        playing, waiting = ann.start_with(bob), bob.table("usa", "you open", public=True)["id"]
        with ann.sit(waiting) as seat:
            seat.send(type="say", text="my name is Ann")
            seat.until(lambda m: m["type"] == "chat")
        with bob.sit(playing) as seat, bob.sit(waiting) as other:
            seat.update()
            other.until(lambda m: m["type"] == "chat")
            admin(sqlite, "delete", ann.id)
            assert seat.closed() == 1012
            live = server.services.hub.residents._lives[waiting]
            wait_until(lambda: not live.lines)
        with bob.sit(playing) as seat:
            first = seat.receive()["table"]["seats"][0]
            assert (first["out"], first["name"]) == ("resigned", None)
            assert server.services.hub.residents._lives[playing].table.deal.names[0] == FORMER


def test_a_bot_follows_a_player_who_is_forgotten_in_the_middle_of_a_game(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open bot:easy", public=True)["id"]
        bob.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        with bob.sit(table) as seat:
            seat.update()
            assert ann.call("DELETE", "players/me").status_code == 204
            assert seat.closed() == 1012
        with bob.sit(table, since=0) as seat:
            told = seat.receive()["table"]
            first = told["seats"][0]
            assert (told["status"], first["out"], first["name"]) == ("playing", "resigned", None)
            seat.until(lambda m: m["type"] == "update" and (0, "bot") in [(s["seat"], s["by"]) for s in m["steps"]])


def test_a_rematch_is_told_once_however_often_it_is_asked_for(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open")
        bob.post(f"tables/{table['id']}/join", invite=table["invite"])
        ann.post(f"tables/{table['id']}/start")
        told, presence = list[str](), server.services.hub.presence
        server.call(server.services.store.people.execute(tables.update().values(status="over")))
        server.services.hub.residents.drop(table["id"])
        monkeypatch.setattr(presence, "tell", lambda _live, _players, event, by: told.append(event + by))
        again = [ann.post(f"tables/{table['id']}/rematch")["id"] for _ in range(3)]
        assert len(set(again)) == 1
        assert told == ["rematch" + ann.id]


def test_whoever_comes_back_while_others_are_forgotten_is_not(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        has = server.services
        set_time(server.clock, server.clock.now() + 3 * 365 * 24 * 3600.0)
        forget, forgotten = has.store.forget_player, list[str]()

        async def while_somebody_comes(player_id: str) -> object:
            forgotten.append(player_id)
            other = ann.id if player_id == bob.id else bob.id
            now = server.clock.now()
            await has.store.people.execute(secrets.update().where(secrets.c.player_id == other).values(used_at=now))
            return await forget(player_id)

        monkeypatch.setattr(has.store, "forget_player", while_somebody_comes)
        server.call(has.hub.tidy())
        assert len(forgotten) == 1


def test_whoever_does_not_come_any_more_is_forgotten(database: str) -> None:
    """Years later: one had a passkey of late, one is waited for at a table, one is new; the last has not come."""
    year = 365 * 24 * 3600.0
    with (
        serving(database) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Cy") as cy,
    ):
        assert ann.get("about") == {"contact": "", "forget_after": 2 * year}
        has, now = server.services, server.clock.now()
        bob.post(f"tables/{bob.table('usa', 'you you')['id']}/start")
        server.call(has.store.people.add_passkey("key", ann.id, "public", 10))
        server.call(has.store.people.use_passkey("key", now + year, now + 2 * year))
        set_time(server.clock, now + 1.9 * year)
        server.call(has.hub.tidy())
        assert cy.get("players/me")["name"] == "Cy"  # and this was a visit
        with Person(server.url, "Dan"):
            set_time(server.clock, now + 2.5 * year)
            server.call(
                has.store.people.execute(secrets.update().where(secrets.c.player_id == cy.id).values(used_at=now))
            )
            server.call(has.hub.tidy())
        left = server.call(has.store.people.rows(players.select().where(players.c.name != "")))
        assert sorted(row["name"] for row in left) == ["Ann", "Bob", "Dan"]
        assert cy.refused("GET", "players/me") == "unknown_player"


def test_who_is_banned_may_download_and_delete_what_is_theirs(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann:
        admin(sqlite, "ban", ann.id)
        wait_until(lambda: ann.refused("GET", "players/me") == "not_allowed")
        told = admin(sqlite, "export", ann.id)
        assert told["player"][0]["name"] == ann.get("players/me/export")["player"][0]["name"] == "Ann"
        token = {"Authorization": f"Bearer {'x' * 32}"}
        assert ann.call("GET", "players/me/export", headers=token).status_code == 403
        assert ann.call("DELETE", "players/me").status_code == 204
        assert ann.refused("GET", "players/me") == "unknown_player"
