"""Playing by correspondence: days pass in a moment, with the settings as they are shipped."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from eclisse.server.model import Clock
from eclisse.server.play import hub
from eclisse.server.play.live import Served
from eclisse.server.settings import Settings
from tests.server.days import DAY, HOUR, Told, let_pass
from tests.server.people import Json, Person, Seat, play_with_bots
from tests.server.serving import Server, serving, wait_until

_PLAIN = Settings(database="")
SHIPPED: dict[str, Any] = {
    name: getattr(_PLAIN, name) for name in ("sweep_every", "compare_every", "start_grace", "away_grace")
}
THREE = int(3 * DAY)


def want_notices(server: Server, *people: Person) -> None:
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
def begun(server: Server, **more: Any) -> Iterator[tuple[Person, Person, str]]:
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


def test_a_game_over_days_away_nudged_back_timed_out_resigned(sqlite: str) -> None:
    with serving(sqlite, **SHIPPED) as server, begun(server) as (ann, grace, table):
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
        told = Told(server)
        want_notices(server, grace)
        with ann.sit(table) as first:
            first.update()
            let_pass(server, THREE + HOUR)
            over = first.table("abandoned")["table"]
            assert [(seat["out"], seat["place"]) for seat in over["seats"]] == [(None, 1), ("late", 2)]
            wait_until(lambda: told.to("Grace")[-1:] == ["late"])
        assert seen(grace, table)["table"]["seats"][1]["out"] == "late"


def test_who_resigns_among_three_is_followed_by_a_bot_that_cannot_win(sqlite: str) -> None:
    with (
        serving(sqlite) as server,
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


def test_without_a_clock_a_bot_stands_in_after_a_day_if_all_others_agree(sqlite: str) -> None:
    with (
        serving(sqlite, **SHIPPED) as server,
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


def test_a_game_is_ended_without_a_result_once_all_agree(sqlite: str) -> None:
    with serving(sqlite) as server, begun(server) as (ann, grace, table):
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
        server.clock.skip(2 * HOUR)  # nothing was written down meanwhile
        wait_until(lambda: server.call(server.services.store.table(table)).due > server.clock.now())
        with ann.sit(table) as first:
            update = first.update()
            assert update["number"] == 2
            assert update["clock"]["deadline"] == pytest.approx(before + 2 * HOUR, abs=10)


def test_after_a_start_there_is_time_to_connect() -> None:
    clock = Clock()
    served, now = Served(clock, grace=30.0), clock.now()
    assert served.deadline(now - 100, 60) == pytest.approx(now + 30, abs=1)
    assert served.deadline(now - 100, 10) == pytest.approx(now + 10, abs=1)
    assert served.deadline(now + 1, 60) == now + 61


def test_time_is_given_back_only_as_far_as_it_was_lost() -> None:
    served = Served(Clock())
    served._outages = [(100.0, 150.0), (200.0, 300.0)]
    assert served.deadline(10.0, 50.0) == max(60.0, served._began)
    late = Served(Clock())
    late._began = 0.0
    late._outages = served._outages
    ends = [late.deadline(since, 60.0) for since in (10.0, 50.0, 120.0, 160.0, 310.0)]
    assert ends == [70.0, 160.0, 310.0, 320.0, 370.0]


def test_who_does_not_come_back_after_a_start_is_away(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite) as server, begun(server) as (ann, grace, table), grace.sit(table) as second:
        second.update()
        wait_until(lambda: ann.get(f"tables/{table}")["seats"][1]["away"] is None)
        cookies = ann.http.cookies
    monkeypatch.setattr(hub, "SILENCE", 0.5)
    with serving(sqlite, **SHIPPED) as server, Person(server.url) as again:
        again.http.cookies = cookies
        wait_until(lambda: all(seat["away"] for seat in again.get(f"tables/{table}")["seats"]))


def test_nobody_gets_a_notice_who_is_connected_or_has_blocked_whoever_asks(sqlite: str) -> None:
    with (
        serving(sqlite, nudge_every=1e-6) as server,
        Person(server.url) as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Cy") as cy,
    ):
        want_notices(server, ann, bob, cy)
        told, table = Told(server), begin(ann, bob, cy)
        wish = f"tables/{table}/wish"
        with bob.sit(table) as seat:
            seat.update()
            ann.post(wish, wish="end")
            wait_until(lambda: told.to("Cy").count("end_offered") == 1)
        wait_until(lambda: not server.services.hub.residents.followers)
        bob.post("players/me/blocks", table=table, seat=0)
        ann.post(wish, wish=None)
        ann.post(wish, wish="end")
        wait_until(lambda: told.to("Cy").count("end_offered") == 2)
        for times in (1, 2):
            cy.post(wish, wish="end")
            wait_until(lambda n=times: told.to("Ann").count("end_offered") == n)
            cy.post(wish, wish=None)
        wait_until(lambda: told.to("Bob").count("end_offered") > 1)
        assert told.to("Bob").count("end_offered") == 2
