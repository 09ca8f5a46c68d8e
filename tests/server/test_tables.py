"""Tables from making to rematch, over both databases."""

import asyncio
import json
import random
import time
from dataclasses import replace
from typing import Any

import pytest

from eclisse import Game
from eclisse.server.guard.limits import ChatLimit
from eclisse.server.lobby import routes
from eclisse.server.model import promise_of
from eclisse.server.operate.verify import verify
from eclisse.server.play import deciding
from tests.server.people import Json, Person, Seat, play, play_alone, play_with_bots
from tests.server.serving import serving


def test_two_people_play_a_game_to_its_end_and_everybody_was_told_exactly_their_side(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("europe", "you open", modules=["warehouses"], public=True)
        bob.post(f"tables/{table['id']}/join", seat=1)
        started = ann.post(f"tables/{table['id']}/start")
        assert started["status"] == "playing"
        assert started["key"] is None
        with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second, Seat(server.url, table["id"]) as watcher:
            last = play({0: first, 1: second}, random.Random(1))
            watcher.update(last["number"])
        record = ann.get(f"tables/{table['id']}/record")
        assert last["ending"]["key_hash"] == started["key_hash"] == table["key_hash"] == promise_of(record["part"])
        for viewer, connection in ((0, first), (1, second), (None, watcher)):
            check_messages(record, viewer, connection)
        assert bob.get(f"tables/{table['id']}")["key"] == record["key"]


def check_messages(record: Json, viewer: int | None, connection: Seat) -> None:
    """Every update agrees with the record played again, seen from this seat; no step is missing or told twice."""
    updates = [m for m in connection.messages if m["type"] == "update"]
    steps = [step for update in updates for step in update["steps"]]
    assert [step["number"] for step in steps] == list(range(1, len(record["actions"]) + 1))
    game = Game.replay({**record, "result": None}, until=0)
    views = {0: game.view(viewer).to_dict()}
    told = {}
    for number, (seat, text) in enumerate(record["actions"], 1):
        told[number] = [event.to_dict(viewer) for event in game.play(seat, text)]
        views[number] = game.view(viewer).to_dict()
    for update in updates:
        assert update["seat"] == viewer
        assert update["view"] == json.loads(json.dumps(views[update["number"]]))
        assert (update["own"] is None) == (viewer is None)
        assert (update["ending"] is not None) == (update["view"]["phase"] == "over")
    for step in steps:
        events = [{k: v for k, v in event.items() if v is not None or k == "seat"} for event in step["events"]]
        assert events == told[step["number"]]


def test_the_seat_that_the_host_names_begins_and_the_record_says_so(sqlite: str) -> None:
    """FIRST-SEAT, with the cards that the same seed deals anyway; the rematch begins with the same seat."""
    with serving(sqlite) as server, Person(server.url, "Ann") as ann:
        assert ann.table("usa", "you bot:easy", seed="3")["first"] is None
        chance = int(Game.new("usa", 2, 3).state.first_seat)
        table = ann.table("usa", "you bot:easy", seed="3", first=1 - chance)
        assert table["first"] == 1 - chance
        ann.post(f"tables/{table['id']}/start")
        with ann.sit(table["id"]) as seat:
            last = play_alone(seat, random.Random(1))
        assert last["view"]["first_seat"] == 1 - chance
        record = ann.get(f"tables/{table['id']}/record")
        assert record["first"] == 1 - chance
        verify(record)
        replay = ann.call("POST", "replay", {"record": record}).json()
        assert replay["table"]["first"] == replay["frames"][0]["view"]["first_seat"] == 1 - chance
        assert ann.post(f"tables/{table['id']}/rematch")["first"] == 1 - chance
        wrong = {"game": "usa", "seats": [{"kind": "you"}, {"kind": "bot"}], "first": 2}
        assert ann.refused("POST", "tables", wrong) == "invalid"


def test_a_rematch_brings_the_same_players_to_the_same_new_table(database: str) -> None:
    with serving(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        made = ann.table("switzerland", "you open bot:easy", seed="3")
        table = made["id"]
        assert ann.refused("POST", f"tables/{table}/rematch") == "not_over"
        bob.post(f"tables/{table}/join", invite=made["invite"])
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as first, bob.sit(table) as second:
            play_with_bots({0: first, 1: second}, random.Random(2))
            new = ann.post(f"tables/{table}/rematch")
            assert [seat["kind"] for seat in new["seats"]] == ["player", "open", "bot"]
            assert not new["key_shown"]
            assert (
                second.until(lambda m: m["type"] == "table" and m["table"]["rematch"])["table"]["rematch"] == new["id"]
            )
        bob.table("usa", "you open")
        listed = [[game["rematch_offered"] for game in who.get("players/me/games")] for who in (ann, bob)]
        assert listed == [[False, False], [True, False]], "it waits for him, as his turn would"
        again = bob.post(f"tables/{table}/rematch")
        assert again["id"] == new["id"]
        assert not bob.get("players/me/games")[-1]["rematch_offered"]
        assert [seat["name"] for seat in again["seats"]] == ["Ann", "Bob", "Dario"]  # whom the first table's key chose
        assert bob.post(f"tables/{table}/rematch")["id"] == new["id"]
        assert bob.post(f"tables/{new['id']}/start")["status"] == "playing"


def test_no_new_table_is_made_for_the_rules_of_old_games(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann:
        body = {"game": "usa", "modules": ["first-edition"], "seats": [{"kind": "you"}, {"kind": "you"}]}
        assert ann.refused("POST", "tables", body) == "invalid"


def test_several_people_on_one_device_look_from_one_seat_at_a_time(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table, seat=1) as seat:
            assert seat.update()["view"]["seat"] == 1
            seat.send(type="look", seat=2)
            second = seat.update()
            assert second["view"]["seat"] == second["seat"] == 2
            seat.decide(0, second["own"]["legal"][0]["text"])
            assert seat.update(1)["steps"][0]["seat"] == 2
            seat.decide(1, "keep 1 2", seat=0)
            assert seat.update(2)["steps"][0]["seat"] == 0
            seat.send(type="look", seat=None)
            assert seat.update()["own"] is None


def test_a_table_is_there_when_you_come_back(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("india", "you you")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            update = play_one_device(seat, random.Random(3), 40)
        cookie = ann.http.cookies["eclisse"]
    with serving(sqlite) as server:
        with Person(server.url, "other") as ann:
            ann.http.cookies.clear()
            ann.http.cookies.set("eclisse", cookie)
            mine = ann.get("players/me/games")
            assert [(game["table"]["id"], game["your_turn"]) for game in mine] == [(table, True)]
            with ann.sit(table, since=update["number"] - 7) as seat:
                back = seat.update()
        assert back["number"] == update["number"]
        assert [step["number"] for step in back["steps"]] == list(range(update["number"] - 6, update["number"] + 1))
        assert {k: v for k, v in back["view"].items() if k != "seat"}.items() >= {
            "routes": update["view"]["routes"],
            "market": update["view"]["market"],
        }.items()


def play_one_device(seat: Seat, rng: random.Random, most: int) -> Json:
    """Play all seats of a table over one connection."""
    update = seat.update()
    for _ in range(most):
        acting = update["view"]["to_act"]
        if not acting:
            break
        if update["seat"] != acting[0]:
            seat.send(type="look", seat=acting[0])
            update = seat.update()
        seat.decide(update["number"], rng.choice(update["own"]["legal"])["text"])
        update = seat.update(update["number"] + 1)
    return update


def test_a_client_that_reconnects_gets_exactly_what_it_missed_from_any_number(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("berlin", "you you", modules=["warehouses"])["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            last = play_one_device(seat, random.Random(5), 60)
        whole: list[Json] = []
        for since in (0, 1, 17, last["number"] - 13, last["number"] - 12, last["number"] - 1, last["number"]):
            with ann.sit(table, since=since) as seat:
                steps = seat.update()["steps"]
            whole = whole or steps
            assert steps == whole[since:]
        with ann.sit(table) as seat:
            assert seat.update()["steps"] == []
        with ann.sit(table, since=10_000) as seat:
            assert seat.update()["steps"] == []


def test_a_stale_or_repeated_decision_is_refused_and_changes_nothing(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url) as bob:
        table = ann.start_with(bob)
        with ann.sit(table) as first, bob.sit(table) as second:
            first.update()
            second.update()
            first.decide(0, "keep 1 2")
            first.update(1)
            first.decide(0, "keep 1 2")
            assert first.refusal() == "stale"
            first.decide(1, "keep 1 2")
            assert first.refusal() == "not_your_turn"
            second.decide(0, "keep 1 2 3")  # while all choose, only one's own decisions make one's view old
            state = second.update(2)
            acting, other = (first, second) if state["view"]["to_act"] == [0] else (second, first)
            for number in (0, 1, 3, 999_999):
                acting.decide(number, "draw")
                assert acting.refusal() == "stale"
            other.decide(2, "draw")
            assert other.refusal() == "not_your_turn"
            acting.decide(2, "claim boston--new-yrok")
            assert acting.refusal() == "illegal"
            named = {"name": "boston--new-yrok", "nearest": "boston--new-york"}
            assert acting.messages[-1]["faults"] == [{"code": "unknown-route", "where": "", "params": named}]
            acting.decide(2, "draw")
            assert acting.update(3)["number"] == 3
            acting.decide(2, "draw")
            assert acting.refusal() == "stale"
        assert len(server.call(server.services.store.entries(table, 0))) == 3


def test_when_the_clock_runs_out_a_bot_decides_also_after_a_restart(sqlite: str) -> None:
    with serving(sqlite, sweep_every=1000.0) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you", clock=10)["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            update = seat.update()
            begun = server.call(server.services.store.table(table)).started_at
            assert update["clock"]["deadline"] == pytest.approx(begun + 10)
            assert begun <= update["clock"]["now"]
        cookie = ann.http.cookies["eclisse"]
        make_older(server, table, 20)
    again = time.time()
    with serving(sqlite) as server, Seat(server.url, table, {"Cookie": f"eclisse={cookie}"}, since=0) as seat:
        done = seat.until(lambda m: m["type"] == "update" and m["view"]["phase"] == "main")
        steps = [step for m in seat.messages if m["type"] == "update" for step in m["steps"]]
        assert {(step["seat"], step["by"]) for step in steps} == {(0, "clock"), (1, "clock")}
        assert done["clock"]["deadline"] > again + 9


def test_tables_whose_bots_wait_for_a_thread_keep_no_clock_from_running_out(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "AT_ONCE", 1)
    with serving(sqlite, sweep_every=1000.0) as server, Person(server.url) as ann:
        busy, late = ann.table("usa", "you bot:expert")["id"], ann.table("usa", "you you", clock=10)["id"]
        work = server.services.hub
        driving, honest = work.driver, work.driver._think
        driving._think = lambda live, seat, level: honest(live, seat, level) if level != "expert" else asyncio.sleep(60)
        for table in (busy, late):
            ann.post(f"tables/{table}/start")
        make_older(server, busy, 30)
        make_older(server, late, 20)
        work.residents._lives.pop(late, None)
        with ann.sit(late, since=0) as seat:
            server.call(work.driver.sweep())
            assert seat.update(1)["steps"][0]["by"] == "clock"
        assert server.call(work.store.table(busy)).due > time.time()


def make_older(server, table: str, seconds: float) -> None:
    """Let a table have begun earlier."""

    async def change() -> None:
        async with server.services.store.change(table) as change:
            row = change.row
            change.set(started_at=row.started_at - seconds, due=row.started_at - seconds)

    server.call(change())


def test_a_player_who_resigns_keeps_the_seat_and_a_bot_plays_on(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open bot:easy", public=True)["id"]
        bob.post(f"tables/{table}/join")
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as first, bob.sit(table) as second:
            first.update()
            second.update()
            left = bob.post(f"tables/{table}/leave")
            assert left["seats"][1] == {
                "kind": "player",
                "name": "Bob",
                "level": None,
                "style": None,
                "yours": True,
                "promise": None,
                "nonce": None,
                "invited": False,
                "away": None,
                "stand_in": False,
                "out": "resigned",
                "wish": None,
                "late": 0,
                "points": None,
                "place": None,
                "shares": False,
            }
            first.until(lambda m: m["type"] == "update" and [(s["seat"], s["by"]) for s in m["steps"]] == [(1, "bot")])
            gone = second.until(lambda m: m["type"] == "update" and m["seat"] is None)
            assert gone["view"]["hand"] is None
            second.decide(gone["number"], "keep 1 2", seat=1)
            assert second.refusal() == "not_your_seat"
            ann.post(f"tables/{table}/leave")
            assert first.table("abandoned")["table"]["status"] == "abandoned"


def test_a_bots_turn_left_undone_by_a_process_that_died_is_taken_by_another(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy")["id"]
        server.services.hub.tasks.is_closing = True  # as if it died before its bots could act
        ann.call("POST", f"tables/{table}/start", {})
        headers = ann.headers()
    with serving(sqlite) as server, Seat(server.url, table, headers, since=0) as seat:
        assert seat.update(1)["steps"][0]["by"] == "bot"


def test_chat_reaches_everybody_can_be_switched_off_and_is_limited(sqlite: str) -> None:
    with serving(sqlite, chat_rate=0.5) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open", public=True)["id"]
        with ann.sit(table) as first:
            first.send(type="say", text="  hello\n\u0000there \u202e ")
            line = first.until(lambda m: m["type"] == "chat")["lines"][0]
            assert (line["id"], line["text"], line["seat"], line["name"]) == (1, "hello there", 0, "Ann")
            for _ in range(8):
                first.send(type="say", text="again")
            assert first.refusal() == "too_fast"
        with bob.sit(table) as second, bob.sit(table, chat=3) as third, Seat(server.url, table) as watcher:
            assert [line["id"] for line in second.until(lambda m: m["type"] == "chat")["lines"]][:2] == [1, 2]
            assert next(line["id"] for line in third.until(lambda m: m["type"] == "chat")["lines"]) == 4
            watcher.send(type="say", text="who am I")
            assert watcher.refusal() == "unknown_player"
        assert [m["type"] for m in first.messages].count("table") == 1
        with ann.sit(table, since=99, chat=99) as ahead:
            ahead.receive()
            server.call(say_more(server, table))
            assert ahead.until(lambda m: m["type"] == "chat")["lines"][0]["text"] == "more"
        quiet = ann.table("usa", "you open", chat=False)["id"]
        with ann.sit(quiet) as first:
            first.send(type="say", text="hello")
            assert first.refusal() == "chat_off"


def test_the_chat_of_an_address_is_limited_whoever_says_it(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        serving(sqlite, address_chat_rate=0.05) as server,
        Person(server.url) as ann,
        ann.sit(ann.table("usa", "you open", public=True)["id"]) as seat,
    ):
        seat.send(type="say", text="hello")  # there is room for half a line
        assert seat.refusal() == "too_fast"
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)  # it takes no time
    limit = ChatLimit(0.3, 0.5)
    said = [limit.take(player, "here") for player in ("Ann", "Ann", "Ann", "Ann", "Bob", "Bob", "Bob")]
    assert said == [True, True, True, False, True, True, False]
    assert limit.take("Bob", "there") is False
    assert limit.take("Zoé", "there") is True


async def say_more(server, table: str) -> None:
    """One more line of chat, whatever the limit of rate."""
    async with server.services.store.change(table) as change:
        await change.say(None, "Ann", "more", "")
    await server.services.hub.residents.changed(table)


def test_a_table_waits_for_its_seats_and_may_be_filled_by_who_made_it(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open open", public=True)["id"]
        assert bob.refused("POST", f"tables/{table}/start", {}) == "not_allowed"
        assert ann.refused("POST", f"tables/{table}/start", {}) == "not_started"
        assert bob.refused("POST", f"tables/{table}/join", {"seat": 0}) == "seat_taken"
        bob.post(f"tables/{table}/join", seat=2)
        assert bob.refused("POST", f"tables/{table}/start", {"fill": "easy"}) == "not_started"
        not_his = bob.call("POST", f"tables/{table}/leave", {"seat": 0}).json()
        assert [(fault["code"], fault["params"]) for fault in not_his["faults"]] == [("seat-not-yours", {"seat": 0})]
        assert [seat["kind"] for seat in bob.post(f"tables/{table}/leave")["seats"]] == ["player", "open", "open"]
        bob.post(f"tables/{table}/join", name="Robert")
        assert [t["id"] for t in bob.get("tables")["open"]] == [table]
        started = ann.post(f"tables/{table}/start", fill="hard")
        assert [seat["name"] for seat in started["seats"]][:2] == ["Ann", "Robert"]
        assert bob.refused("POST", f"tables/{table}/join", {}) == "already_started"
        assert ann.refused("POST", f"tables/{table}/start", {}) == "already_started"
        listed = bob.get("tables")
        assert listed["open"] == []
        (playing,) = listed["playing"]
        assert {**playing, "number": 0} == {**bob.get(f"tables/{table}"), "number": 0}  # a bot may decide meanwhile


def test_a_table_that_starts_while_the_lobby_is_read_is_listed_once(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you bot", public=True)["id"]
        read = server.services.store.public_tables

        async def started_meanwhile(status: str, limit: int) -> Any:
            found = await read(status, limit)
            if status == "open":
                await asyncio.to_thread(ann.post, f"tables/{table}/start")
            return found

        monkeypatch.setattr(server.services.store, "public_tables", started_meanwhile)
        listed = bob.get("tables")
        assert [[one["id"] for one in listed[status]] for status in ("open", "playing")] == [[], [table]]


def test_who_joins_after_connecting_looks_from_their_seat_and_the_last_to_leave_takes_the_table_away(
    sqlite: str,
) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open", public=True)["id"]
        with bob.sit(table, since=0) as second:
            second.receive()
            assert bob.call("POST", f"tables/{table}/join").status_code == 200
            second.table("open")
            assert ann.call("POST", f"tables/{table}/start").status_code == 200
            assert second.update()["seat"] == 1
        left = ann.table("usa", "you open")["id"]
        with ann.sit(left) as seat:
            seat.receive()
            assert ann.call("POST", f"tables/{left}/leave").json()["status"] == "abandoned"
            assert seat.closed() == 4404
        assert ann.refused("GET", f"tables/{left}") == "unknown_table"
        assert [game["table"]["id"] for game in ann.get("players/me/games")] == [table]


def test_a_shown_key_is_told_from_the_start_and_deals_the_same_game_again(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        hands = []
        for _ in range(2):
            table = ann.table("usa", "you you", seed="7")
            assert table["key"] is None
            assert ann.post(f"tables/{table['id']}/start")["key"] == f"{7:032x}"
            with ann.sit(table["id"]) as seat:
                hands.append(seat.update()["view"]["hand"])
        assert hands[0] == hands[1] == Game.new("usa", 2, 7).view(0).to_dict()["hand"]


def test_tables_never_started_are_removed_and_their_guests_told(database: str) -> None:
    with serving(database) as server, Person(server.url) as ann:
        old, new = ann.table()["id"], ann.table()["id"]
        ann.post(f"tables/{new}/start")
        store, hub = server.services.store, server.services.hub
        with ann.sit(old) as seat:
            seat.receive()
            hub.settings = replace(hub.settings, open_for=-1.0)
            server.call(hub.tidy())
            assert seat.closed() == 4404
        assert ann.refused("GET", f"tables/{old}") == "unknown_table"
        assert server.call(store.table(new)) is not None


def test_bots_of_every_quick_level_play_to_the_end(sqlite: str) -> None:
    levels = ["easy", "medium", "hard"]
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("berlin", " ".join(["you", *(f"bot:{level}" for level in levels)]))["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            last = play_with_bots({0: seat}, random.Random(1))
        assert last["ending"]["sheet"]["ended"] == "last-round-played"
        by = {(step["seat"], step["by"]) for m in seat.messages if m["type"] == "update" for step in m["steps"]}
        assert by == {(0, "player"), *((seat + 1, "bot") for seat in range(len(levels)))}


def test_the_host_removes_a_guest_before_the_game_and_nobody_else_does(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open open", public=True)["id"]
        bob.post(f"tables/{table}/join", seat=1)
        assert bob.refused("POST", f"tables/{table}/remove", {"seat": 0}) == "not_allowed"
        assert ann.refused("POST", f"tables/{table}/remove", {"seat": 0}) == "invalid"
        assert ann.refused("POST", f"tables/{table}/remove", {"seat": 2}) == "invalid"
        with bob.sit(table, seat=1) as seat:
            assert seat.receive()["table"]["seats"][1]["yours"]
            assert ann.post(f"tables/{table}/remove", seat=1)["seats"][1]["kind"] == "open"
            assert seat.receive()["table"]["seats"][1]["kind"] == "open"
        bob.post(f"tables/{table}/join", seat=1)
        ann.post(f"tables/{table}/start", fill="easy")
        assert ann.refused("POST", f"tables/{table}/remove", {"seat": 1}) == "already_started"


def test_a_person_holds_one_seat_of_a_public_table(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        public = ann.table("usa", "you open open", public=True)["id"]
        assert ann.refused("POST", f"tables/{public}/join", {"seat": 1}) == "not_allowed"
        bob.post(f"tables/{public}/join", seat=1)
        assert bob.refused("POST", f"tables/{public}/join", {"seat": 2}) == "not_allowed"
        private = ann.table("usa", "you open")
        assert ann.post(f"tables/{private['id']}/join", seat=1)["seats"][1]["yours"]


def test_several_seats_of_one_person_are_for_tables_that_no_stranger_joins(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        for seats in ("you you open", "you invited you"):
            wanted = {"game": "usa", "seats": [{"kind": kind} for kind in seats.split()], "public": True}
            assert ann.refused("POST", "tables", wanted) == "not_allowed"
            assert ann.table("usa", seats)["status"] == "open"
        assert ann.table("usa", "you you bot:easy", public=True)["status"] == "open"


def test_some_seats_of_a_public_table_are_kept_for_invited_people(sqlite: str) -> None:
    with (
        serving(sqlite) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Eve") as eve,
    ):
        table = ann.table("usa", "you invited open", public=True)
        where = f"tables/{table['id']}/join"
        assert [seat["invited"] for seat in table["seats"]] == [False, True, False]
        assert eve.refused("POST", where, {"seat": 1}) == "seat_taken"
        assert eve.post(where)["seats"][2]["yours"]
        assert bob.refused("POST", where) == "not_allowed"
        assert bob.post(where, invite=table["invite"])["seats"][1]["name"] == "Bob"
        left = bob.post(f"tables/{table['id']}/leave")["seats"][1]
        assert (left["kind"], left["invited"]) == ("open", True)


def test_games_that_wait_for_you_are_listed_first_and_all_of_them_in_pages(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "SHOWN", 2)
    with serving(database) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        waits = ann.start_with(bob)
        lobby = ann.table("usa", "you open", public=True)["id"]
        chosen = ann.start_with(bob)
        with ann.sit(chosen) as seat:
            update = seat.update()
            seat.decide(update["number"], update["own"]["legal"][0]["text"])
            seat.update(update["number"] + 1)
        first = ann.get("players/me/games")
        assert [(game["table"]["id"], game["your_turn"]) for game in first] == [(waits, True), (chosen, False)]
        second = ann.get(f"players/me/games?after={chosen}")
        assert [game["table"]["id"] for game in second] == [lobby]
        assert ann.get(f"players/me/games?after={lobby}") == []
        assert bob.get(f"players/me/games?after={lobby}") == [], "not one of his"
        assert second[0]["table"]["host"] == 0
