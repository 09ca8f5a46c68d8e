"""Somebody is not there: everybody sees it, can nudge them, and can let a bot decide until they return."""

import json
from ipaddress import ip_network
from typing import Any

from typer.testing import CliRunner

from eclisse.cli import app
from eclisse.server.operate.verify import verify
from eclisse.server.play.seats import call_roll, come_back
from tests.server.people import Json, Person, Seat
from tests.server.serving import serving, wait_until
from tests.server.test_webhook import listening

SOON: dict[str, Any] = {"away_grace": 0.0, "stand_in_after": 0.0, "nudge_every": 3600.0}


def table_where(seat: Seat, wanted: Any) -> Json:
    """The first news of a table whose seat 1 is as wanted."""
    found: Json = seat.until(lambda m: m["type"] == "table" and wanted(m["table"]["seats"][1]))["table"]
    return found


def test_a_bot_stands_in_until_the_player_returns(sqlite: str) -> None:
    with serving(sqlite, **SOON) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.start_with(bob)
        wish = f"tables/{table}/wish"
        with bob.sit(table) as second, ann.sit(table) as first:
            first.update()
            second.update()
            # Before they had come, both were away: what was known then may just be written down.
            here = server.services.hub.presence
            wait_until(lambda: not here.stirred and not any(s["away"] for s in ann.get(f"tables/{table}")["seats"]))
            assert ann.refused("POST", wish, {"wish": "stand-in"}) == "not_allowed"
            second.close()
            wait_until(lambda: [bool(s["away"]) for s in ann.get(f"tables/{table}")["seats"]] == [False, True])
            first.until(
                lambda m: m["type"] == "table" and [bool(s["away"]) for s in m["table"]["seats"]] == [False, True]
            )
            chosen = ann.post(wish, wish="stand-in")["seats"][1]
            assert (chosen["kind"], chosen["name"], chosen["stand_in"]) == ("player", "Bob", True)
            step = first.update(1)["steps"][0]
            assert (step["seat"], step["by"]) == (1, "stand-in")
            first.decide(1, "keep 1 2")
            first.update(2)
            with bob.sit(table) as again:
                back = table_where(first, lambda seat: not seat["stand_in"])["seats"][1]
                assert back["away"] is None
                play_on_until_turn_of(1, first, again)
            table_where(first, lambda seat: seat["away"])
            assert [game["table"]["id"] for game in bob.get("players/me/games")] == [table]


def play_on_until_turn_of(seat: int, first: Seat, second: Seat) -> None:
    """Let the host play on until it is the other's turn: the one who came back decides, and nobody for them."""
    update = second.update()
    while update["view"]["to_act"] != [seat]:
        first.decide(update["number"], "draw")
        update = second.update(update["number"] + 1)
    second.decide(update["number"], update["own"]["legal"][0]["text"])  # a bot may have begun the turn in any way
    assert [step["by"] for step in second.update(update["number"] + 1)["steps"]] == ["player"]


def test_who_is_connected_through_another_process_is_there(postgres_database: str) -> None:
    with (
        serving(postgres_database, **SOON) as one,
        serving(postgres_database, **SOON) as two,
        Person(one.url) as ann,
        Person(two.url, "Bob") as bob,
    ):
        table = ann.start_with(bob)
        with ann.sit(table) as first, bob.sit(table) as second, bob.sit(table) as other:
            other.close()
            first.update()
            second.update()
            ann.post(f"tables/{table}/nudge", seat=1)
            assert second.until(lambda m: m["type"] == "nudge")["seat"] == 0
            hubs = one.services.hub, two.services.hub
            wait_until(lambda: not any(hub.presence.stirred or hub.presence.asked for hub in hubs))
            here = {ann.get("players/me")["id"]}
            one.call(
                call_roll(one.services.store, table, lambda: here)
            )  # as if the other process had not answered in time
            wait_until(lambda: one.call(one.services.store.table(table)).seats[1].away_at is None)
            second.close()
            assert table_where(first, lambda seat: seat["away"])


def test_a_nudge_reaches_a_screen_or_a_webhook_but_not_all_the_time(sqlite: str) -> None:
    allowed = (ip_network("127.0.0.0/8"),)
    with (
        listening() as (url, got),
        serving(sqlite, webhook_networks=allowed, **SOON) as server,
        Person(server.url) as ann,
        Person(server.url, "Bob") as bob,
    ):
        table = ann.start_with(bob)
        assert ann.post(f"tables/{table}/nudge", seat=1) == {"told": False}
        assert ann.refused("POST", f"tables/{table}/nudge", {"seat": 1}) == "too_fast"
        assert ann.refused("POST", f"tables/{table}/nudge", {"seat": 0}) == "invalid"
        with bob.sit(table) as second:
            second.update()
            assert bob.post(f"tables/{table}/nudge", seat=0) == {"told": False}
            second.decide(0, "keep 1 2")
            second.update(1)
        assert ann.refused("POST", f"tables/{table}/nudge", {"seat": 1}) == "not_your_turn"
        bob.call("PATCH", "players/me", {"webhook": url})
        again = ann.start_with(bob)
        wait_until(lambda: got)
        assert ann.post(f"tables/{again}/nudge", seat=1) == {"told": True}
        assert [notice["event"] for notice in got] == ["your_turn", "nudge"]


def told(record: Json) -> str:
    """The output of `eclisse replay` for a record."""
    return CliRunner().invoke(app, ["replay", "-"], input=json.dumps(record)).stdout


def test_a_table_without_a_clock_never_stalls_for_ever(sqlite: str) -> None:
    with serving(sqlite, stalled_after=0.0) as server, Person(server.url) as ann, Person(server.url) as bob:
        alone = ann.table("usa", "you bot:easy")["id"]
        ann.post(f"tables/{alone}/start")
        table = ann.start_with(bob)
        wait_until(lambda: ann.get(f"tables/{table}")["status"] == "over")
        record = ann.get(f"tables/{table}/record")
        assert verify(record)
        assert set(record["by"]) == {"stand-in"}
        decided = [sum(turn == seat for turn, _ in record["actions"]) for seat in (0, 1)]
        assert [seat["late"] for seat in ann.get(f"tables/{table}")["seats"]] == decided  # the result is marked
        assert {one["step"]["by"] for one in ann.post("replay", record=record)["frames"][1:]} == {"stand-in"}
        assert "(away: a bot decided)" in told(record)
        assert {frame["step"]["by"] for frame in ann.get(f"tables/{table}/replay")["frames"][1:]} == {"stand-in"}
        assert ann.get(f"tables/{alone}")["number"] == 1  # nobody waits for whoever plays alone


def test_who_is_there_and_never_decides_stops_no_table_for_ever(sqlite: str) -> None:
    with serving(sqlite, stalled_after=0.0) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.start_with(bob)
        with ann.sit(table) as first, bob.sit(table) as second:
            assert {step["by"] for seat in (first, second) for step in seat.update(8)["steps"]} == {"stand-in"}
            assert not ann.post(f"tables/{table}/back")["seats"][0]["stand_in"]  # each can still take over


def test_whoever_watches_the_bot_play_for_them_can_take_over(sqlite: str) -> None:
    with serving(sqlite, stalled_after=0.0) as server, Person(server.url) as ann, Person(server.url) as bob:
        table = ann.start_with(bob)
        wait_until(lambda: ann.get(f"tables/{table}")["seats"][0]["stand_in"])
        assert not ann.post(f"tables/{table}/back")["seats"][0]["stand_in"]


def test_a_bot_that_has_thought_while_the_player_came_back_decides_nothing(sqlite: str) -> None:
    with serving(sqlite, stalled_after=0.0) as server, Person(server.url) as ann, Person(server.url) as bob:
        has, thought = server.services, list[int]()
        honest = has.hub.driver._think

        async def think(live: Any, seat: int, level: str) -> str:
            action: str = await honest(live, seat, level)
            await come_back(has.store, live.row.id, live.row.seats[seat].player_id)
            await has.hub.residents.refresh(live)
            thought.append(seat)
            return action

        has.hub.driver._think = think
        table = ann.start_with(bob)
        wait_until(lambda: len(thought) > 2)
        assert ann.get(f"tables/{table}")["number"] == 0
