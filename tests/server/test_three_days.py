"""Playing by correspondence: days pass in a moment, with the settings as they are shipped."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eclisse.server.process import clock
from eclisse.server.process.settings import Settings
from eclisse.server.tables import hub
from eclisse.server.tables.served import Served
from tests.server.days import DAY, HOUR, Told, let_pass, simulated
from tests.server.people import Json, Person, Seat, play_with_bots
from tests.server.serving import Process, Thread, serving, wait_until

_PLAIN = Settings(database="")
SHIPPED: dict[str, Any] = {
    name: getattr(_PLAIN, name) for name in ("sweep_every", "compare_every", "start_grace", "away_grace")
}
THREE = int(3 * DAY)


@pytest.fixture(autouse=True)
def days() -> Iterator[None]:
    with simulated():
        yield


def want_notices(server: Thread, *people: Person) -> None:
    """Let players be told when they are away."""
    for person in people:
        (player,) = server.call(server.services.store.players_by_id([person.id]))
        server.call(server.services.store.change_player(replace(player, webhook="https://example.org/")))


def begin(host: Person, *guests: Person, **more: Any) -> str:
    """A private game with a clock of three days; the last guest begins."""
    table = host.table("usa", "you" + " open" * len(guests), **{"clock": THREE, "first": len(guests), **more})
    for guest in guests:
        guest.post(f"tables/{table['id']}/join", invite=table["invite"])
    host.post(f"tables/{table['id']}/start")
    return str(table["id"])


def choose_tickets(*seats: Seat) -> None:
    """Everybody keeps two tickets."""
    for number, seat in enumerate(seats):
        seat.update()
        seat.decide(number, "keep 1 2")
    for seat in seats:
        seat.update(len(seats))


@contextmanager
def begun(server: Thread, **more: Any) -> Iterator[tuple[Person, Person, str]]:
    """A game of Ann and Grace, who begins; both have left."""
    with Person(server.url) as ann, Person(server.url, "Grace") as grace:
        table = begin(ann, grace, **more)
        with ann.sit(table) as first, grace.sit(table) as second:
            choose_tickets(first, second)
        yield ann, grace, table


def draw_twice(seat: Seat) -> None:
    """A turn."""
    number = seat.update()["number"]
    for more in (0, 1):
        seat.decide(number + more, "draw")
        seat.update(number + more + 1)


def until_turn(seat: Seat, number: int) -> int:
    """Until it is the turn of seat 0 again, after so many decisions or more; returns how many."""
    found = seat.until(lambda m: m["type"] == "update" and m["number"] >= number and m["view"]["to_act"] == [0])
    return int(found["number"])


def seen(person: Person, table: str) -> Json:
    """The table in somebody's list of games."""
    return next(game for game in person.get("players/me/games") if game["table"]["id"] == table)


def test_a_game_over_days_away_nudged_back_timed_out_resigned(database: str) -> None:
    with serving(database, **SHIPPED) as server, begun(server) as (ann, grace, table):
        told = Told(server)
        want_notices(server, ann, grace)
        with ann.sit(table, since=0) as first:
            deadline = first.update()["clock"]["deadline"]
            let_pass(server, DAY)
            first.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["away"])
            # Away for a day of three: she can be nudged, and nothing else.
            answer = ann.call("POST", f"tables/{table}/wish", {"wish": "stand-in"}).json()
            assert (answer["code"], answer["faults"][0]["code"]) == ("not_allowed", "time-is-running")
            assert answer["faults"][0]["params"]["until"] == pytest.approx(deadline)
            assert ann.call("POST", f"tables/{table}/absent", {"seat": 1, "choice": "bot"}).status_code in (404, 405)
            assert ann.post(f"tables/{table}/nudge", seat=1) == {"told": True}
            assert told.to("Grace") == ["nudge"]
            let_pass(server, 1.6 * DAY)
            wait_until(lambda: told.to("Grace") == ["nudge", "time_short"])
            # Back in time: everybody sees it, and she decides for herself.
            with grace.sit(table) as second:
                first.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["away"] is None)
                draw_twice(second)
                first.update(4)
            first.decide(4, "draw")
            first.update(5)
            first.decide(5, "draw")
            first.update(6)
            # Her next turn runs out: a bot decides this turn, not stronger than a modest level, and no other one.
            let_pass(server, THREE + HOUR)
            number = until_turn(first, 7)
            steps = [step for m in first.messages if m["type"] == "update" for step in m["steps"]][6:]
            assert {(step["seat"], step["by"]) for step in steps} == {(1, "clock")}
            thinking = server.services.metrics.text().decode()
            assert set(re.findall(r'eclisse_thinking_seconds_count{level="(.+?)"}', thinking)) == {"easy"}
            wait_until(lambda: told.to("Grace")[-1] == "late")
            let_pass(server, HOUR)
        assert seen(grace, table)["table"]["seats"][1]["yours"]
        with grace.sit(table, since=6) as second:
            update = second.update()
            assert (update["seat"], {step["by"] for step in update["steps"]}) == (1, {"clock"})
            assert update["number"] == number  # not one more
        let_pass(server, HOUR)
        left = grace.post(f"tables/{table}/leave")
        assert (left["status"], [seat["out"] for seat in left["seats"]]) == ("abandoned", [None, "resigned"])
        wait_until(lambda: told.to("Ann")[-1:] == ["resigned"])
        for person in (ann, grace):
            assert [seat["place"] for seat in seen(person, table)["table"]["seats"]] == [1, 2]
        assert ann.post(f"tables/{table}/rematch")["seats"][1]["kind"] == "open"
        wait_until(lambda: told.to("Grace")[-1] == "rematch")
        assert seen(grace, table)["rematch_offered"]


def test_a_bot_plays_on_until_the_player_is_back_where_the_table_chose_that(database: str) -> None:
    with serving(database, **SHIPPED) as server, begun(server, late="bot") as (ann, grace, table):  # noqa: SIM117
        with ann.sit(table, since=2) as first:
            first.update()
            let_pass(server, THREE + HOUR)
            number = until_turn(first, 3)
            assert ann.get(f"tables/{table}")["seats"][1]["stand_in"]
            for more in (0, 1):
                first.decide(number + more, "draw")
                first.update(number + more + 1)
            until_turn(first, number + 3)  # her next turn takes no time
            steps = [step for m in first.messages if m["type"] == "update" for step in m["steps"]]
            assert {step["by"] for step in steps if step["seat"] == 1} == {"clock"}
            with grace.sit(table):
                back = first.until(lambda m: m["type"] == "table" and not m["table"]["seats"][1]["stand_in"])
                assert back["table"]["seats"][1]["name"] == "Grace"


def test_out_of_time_is_out_of_the_game_where_the_table_chose_that(database: str) -> None:
    with serving(database, **SHIPPED) as server, begun(server, late="resign") as (ann, grace, table):
        assert ann.get(f"tables/{table}")["late"] == "resign"
        with ann.sit(table) as first:
            first.update()
            let_pass(server, THREE + HOUR)
            over = first.table("abandoned")["table"]
            assert [(seat["out"], seat["place"]) for seat in over["seats"]] == [(None, 1), ("late", 2)]
        assert seen(grace, table)["table"]["seats"][1]["out"] == "late"


def test_who_resigns_among_three_is_followed_by_a_bot_that_cannot_win(database: str) -> None:
    with (
        serving(database) as server,
        Person(server.url) as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Grace") as grace,
    ):
        table = begin(ann, bob, grace)
        with ann.sit(table) as first, bob.sit(table) as second:
            left = grace.post(f"tables/{table}/leave")
            assert (left["status"], left["seats"][2]["out"], left["seats"][2]["yours"]) == ("playing", "resigned", True)
            assert grace.refused("POST", f"tables/{table}/leave", {}) == "not_your_seat"
            with grace.sit(table) as watching:
                assert watching.update()["own"] is None  # she may watch
            rng = random.Random(1)
            ending = play_with_bots({0: first, 1: second}, rng)["ending"]
        over = ann.get(f"tables/{table}")
        places = [seat["place"] for seat in over["seats"]]
        assert ending
        assert places[2] == 3
        assert min(places[:2]) == 1
        assert {game["table"]["seats"][2]["place"] for game in grace.get("players/me/games")} == {3}


def test_without_a_clock_a_bot_stands_in_after_a_day_if_all_others_agree(database: str) -> None:
    with (
        serving(database, **SHIPPED) as server,
        Person(server.url) as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Grace") as grace,
    ):
        table = begin(ann, bob, grace, clock=None)
        with ann.sit(table) as first, bob.sit(table) as second:
            with grace.sit(table) as third:
                choose_tickets(first, second, third)
            let_pass(server, 10)
            first.until(lambda m: m["type"] == "table" and m["table"]["seats"][2]["away"])
            for hours in (0.1, 1, 22):
                let_pass(server, hours * HOUR)
                assert ann.refused("POST", f"tables/{table}/wish", {"wish": "stand-in"}) == "not_allowed"
            let_pass(server, HOUR)
            asked = ann.post(f"tables/{table}/wish", wish="stand-in")["seats"]
            assert [(seat["wish"], seat["stand_in"]) for seat in asked] == [
                ("stand-in", False),
                (None, False),
                (None, False),
            ]
            agreed = bob.post(f"tables/{table}/wish", wish="stand-in")["seats"]
            assert [(seat["wish"], seat["stand_in"]) for seat in agreed] == [(None, False), (None, False), (None, True)]
            assert {step["by"] for step in first.update(4)["steps"]} == {"stand-in"}
            with grace.sit(table):
                first.until(lambda m: m["type"] == "table" and not m["table"]["seats"][2]["stand_in"])


def test_a_game_is_ended_without_a_result_once_all_agree(database: str) -> None:
    with serving(database) as server, begun(server) as (ann, grace, table):
        assert ann.post(f"tables/{table}/wish", wish="end")["status"] == "playing"
        assert ann.post(f"tables/{table}/wish", wish=None)["seats"][0]["wish"] is None
        assert grace.post(f"tables/{table}/wish", wish="end")["status"] == "playing"
        over = ann.post(f"tables/{table}/wish", wish="end")
        assert (over["status"], [seat["place"] for seat in over["seats"]]) == ("abandoned", [None, None])
        assert ann.refused("POST", f"tables/{table}/wish", {"wish": "end"}) == "table_over"
        with Person(server.url, "Eve") as eve:
            assert eve.refused("POST", f"tables/{table}/wish", {"wish": "end"}) == "unknown_table"


# --- outages --------------------------------------------------------------------------------------------------------


def test_a_clock_stands_still_while_the_server_is_frozen(database: str) -> None:
    with serving(database, **SHIPPED) as server, begun(server, clock=int(HOUR)) as (ann, _, table):
        with ann.sit(table) as first:
            before = first.update()["clock"]["deadline"]
        clock.skip(2 * HOUR)  # nothing was written down meanwhile
        wait_until(lambda: server.call(server.services.store.table(table)).due > clock.now())
        with ann.sit(table) as first:
            update = first.update()
            assert update["number"] == 2
            assert update["clock"]["deadline"] == pytest.approx(before + 2 * HOUR, abs=10)


def test_a_clock_stands_still_from_a_kill_to_the_next_start(database: str, tmp_path: Path) -> None:
    server = Process(database, tmp_path)
    with Person(server.url) as ann:
        table = ann.table("usa", "you you", clock=60)["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            before = seat.update()["clock"]
        server.kill()
        server = Process(database, tmp_path, ahead=2 * HOUR)
        with Seat(server.url, table, ann.headers()) as seat:
            seat.update()
            seat.send(type="ping")
            seat.until(lambda m: m["type"] == "pong")
            after = seat.messages[-2]["clock"]
            assert after["deadline"] - after["now"] > 40  # as much as was left, but for what the start took
            assert before["deadline"] + 2 * HOUR - 60 < after["deadline"]
            server.stop()
            assert seat.closed() in (1001, 1012)
            assert not [m for m in seat.messages if m["type"] == "update" and m["number"]]


def test_after_a_start_there_is_time_to_connect() -> None:
    served = Served(grace=30.0)
    now = clock.now()
    assert served.deadline(now - 100, 60) == pytest.approx(now + 30, abs=1)
    assert served.deadline(now - 100, 10) == pytest.approx(now + 10, abs=1)
    assert served.deadline(now + 1, 60) == now + 61


def test_time_is_given_back_only_as_far_as_it_was_lost() -> None:
    served = Served()
    served._outages = [(100.0, 150.0), (200.0, 300.0)]
    assert served.deadline(10.0, 50.0) == max(60.0, served._began)
    late = Served()
    late._began = 0.0
    late._outages = served._outages
    ends = [late.deadline(since, 60.0) for since in (10.0, 50.0, 120.0, 160.0, 310.0)]
    assert ends == [70.0, 160.0, 310.0, 320.0, 370.0]


# --- a process that dies --------------------------------------------------------------------------------------------


def test_the_players_of_a_process_that_died_are_away_for_everybody(postgres_database: str, tmp_path: Path) -> None:
    other = Process(postgres_database, tmp_path)
    with (
        serving(postgres_database, **SHIPPED) as server,
        Person(server.url) as ann,
        Person(other.url, "Grace") as grace,
    ):
        table = ann.start_with(grace)
        with ann.sit(table) as first, grace.sit(table) as second:
            first.update()
            second.update()
            here = server.services.hub.presence
            wait_until(lambda: not here.stirred and not here.asked)  # who has come is known
            other.kill()
            gone = first.until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["away"], timeout=20)
            assert gone["table"]["seats"][0]["away"] is None


def test_who_does_not_come_back_after_a_start_is_away(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(database) as server, begun(server) as (ann, grace, table), grace.sit(table) as second:
        second.update()
        wait_until(lambda: ann.get(f"tables/{table}")["seats"][1]["away"] is None)
        cookies = ann.http.cookies
    monkeypatch.setattr(hub, "SILENCE", 0.5)
    with serving(database, **SHIPPED) as server, Person(server.url) as again:
        again.http.cookies = cookies
        wait_until(lambda: all(seat["away"] for seat in again.get(f"tables/{table}")["seats"]))
