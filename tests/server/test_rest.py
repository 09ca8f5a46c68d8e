"""Facts, hints, replays and the count over REST, each compared with the engine itself."""

import json
import random
from typing import Any

import pytest

from eclisse import Game
from eclisse.catalogue.find import builtin_games, catalogue_rows
from eclisse.server.model import Deal, Entry
from eclisse.server.play.table import Table
from tests.server.people import Person
from tests.server.serving import serving
from tests.server.test_tables import play_one_device


@pytest.fixture
def ann(sqlite: str) -> Any:
    with serving(sqlite) as server, Person(server.url) as person:
        yield person


def test_the_catalogue_is_that_of_the_command_line(ann: Person) -> None:
    found = ann.get("catalogue")
    assert found["games"] == catalogue_rows()
    assert found["levels"] == ["beginner", "easy", "medium", "hard", "very-hard", "expert"]
    assert set(found["styles"]["medium"]) == {"Clara", "Dario", "Edda"}
    offered = {"classic", "max", "orient-express", "warehouses"}
    assert {name for row in found["games"] for name in row["modules"]} == offered
    assert {row["id"] for row in found["modules"]} == {*offered, "first-edition"}  # for its name at tables of old


def test_a_game_s_facts_are_those_of_its_board(ann: Person) -> None:
    for name, spec in builtin_games().items():
        facts = ann.get(f"games/{name}")
        assert [city["id"] for city in facts["cities"]] == [city.id for city in spec.board.cities]
        assert [route["id"] for route in facts["routes"]] == [route.id for route in spec.board.routes]
        assert [ticket["id"] for ticket in facts["tickets"]] == [ticket.id for ticket in spec.tickets]
        by_id = {route["id"]: route for route in facts["routes"]}
        for route in facts["routes"]:
            if route["twin"]:
                assert by_id[route["twin"]]["twin"] == route["id"]
                assert by_id[route["twin"]]["cities"] == route["cities"]
        board = ann.get(f"boards/{spec.board.id}")
        assert board["cities"] == facts["cities"]
    assert len(ann.get("games/europe?modules=max")["tickets"]) > len(ann.get("games/europe")["tickets"])
    assert ann.refused("GET", "games/atlantis") == "not_found"
    assert ann.refused("GET", "boards/atlantis") == "not_found"
    assert ann.refused("GET", "games/usa?modules=max") == "invalid"


def test_points_of_routes_are_those_that_claims_score(ann: Person) -> None:
    points = {route["id"]: route["points"] for route in ann.get("games/berlin")["routes"]}
    for name, worth in points.items():
        sheet = ann.post("score", game="berlin", seats=2, routes={name: 0}, phase="over")
        assert sheet["seats"][0]["routes"] == worth


def test_a_position_is_counted_as_the_engine_counts_it_and_faults_are_listed(ann: Person) -> None:
    position = {"game": "europe", "seats": 2, "routes": {"dieppe--paris": 0, "madrid--pamplona.2": 1}, "phase": "over"}
    assert ann.post("score", **position) == Game.from_position(position).result.to_dict()
    bad = ann.call("POST", "score", {**position, "routes": {"dieppe--pari": 0}, "hands": [{"red": 99}, {}]})
    assert bad.status_code == 422
    body = bad.json()
    assert body["code"] == "invalid"
    assert [(fault["code"], fault["where"]) for fault in body["faults"]] == [
        ("unknown-route", "routes"),
        ("too-many-cards", ""),
    ]
    assert body["faults"][0]["params"] == {"name": "dieppe--pari", "nearest": "dieppe--paris"}
    assert len(body["message"].splitlines()) == 2
    games: list[Any] = ["/etc/passwd", "x.toml", None, 7, {}]
    for game in games:
        assert ann.refused("POST", "score", {"game": game, "seats": 2}) == "invalid"


def finished(ann: Person, game: str, seed: int, **more: Any) -> tuple[str, dict[str, Any]]:
    """A game played to its end on one device; its table and last update."""
    table = ann.table(game, "you you", **more)["id"]
    ann.post(f"tables/{table}/start")
    with ann.sit(table) as seat:
        return table, play_one_device(seat, random.Random(seed), 10_000)


def test_a_replay_shows_every_moment_as_a_seat_saw_it_or_open(ann: Person) -> None:
    table, last = finished(ann, "berlin", 1, modules=["warehouses"])
    record = ann.get(f"tables/{table}/record")
    for seat in (None, 0, 1):
        replay = ann.get(f"tables/{table}/replay" + ("" if seat is None else f"?seat={seat}"))
        game = Game.replay({**record, "result": None}, until=0)
        for frame, move in zip(replay["frames"], [None, *record["actions"]], strict=True):
            if move is not None:
                game.play(*move)
            assert frame["view"] == game.view(seat).to_dict()
            if seat is None:
                assert frame["hands"] == game.position()["hands"]
                assert frame["tickets"] == game.position()["tickets"]
            else:
                assert frame["hands"] is frame["tickets"] is None
        assert replay["sheet"] == last["ending"]["sheet"] == game.result.to_dict()
    assert ann.refused("GET", f"tables/{table}/replay?seat=2") == "invalid"


def test_a_finished_game_is_played_on_from_any_of_its_moments(ann: Person) -> None:
    table, _ = finished(ann, "berlin", 3)
    actions = ann.get(f"tables/{table}/record")["actions"]
    for number in (0, len(actions) // 2, len(actions) - 1):
        position = ann.get(f"tables/{table}/position?number={number}")
        seat, action = actions[number]
        told = ann.post("sandbox", position=position, seat=seat)["updates"][-1]
        assert seat in told["view"]["to_act"]
        assert action in {one["text"] for one in told["own"]["legal"]}
    assert ann.refused("GET", f"tables/{table}/position?number={len(actions)}") == "invalid"


def test_a_record_is_replayed_as_its_table_is(ann: Person) -> None:
    table, _ = finished(ann, "berlin", 2)
    record = ann.get(f"tables/{table}/record")
    for seat in (None, 1):
        ours = ann.get(f"tables/{table}/replay" + ("" if seat is None else f"?seat={seat}"))
        theirs = ann.post("replay", record=record, seat=seat)
        for mine, yours in zip(ours["frames"], theirs["frames"], strict=True):
            assert (mine["view"], mine["hands"], mine["longest"]) == (yours["view"], yours["hands"], yours["longest"])
            assert mine["step"] is None or mine["step"]["events"] == yours["step"]["events"]
        assert (ours["sheet"], ours["statistics"]) == (theirs["sheet"], theirs["statistics"])
    bad: list[dict[str, Any]] = [
        {**record, "actions": record["actions"][:5], "result": None},
        {**record, "actions": [*record["actions"][1:]]},
        {**record, "game": "x.toml"},
        {**record, "position": {"game": "x.toml", "seats": 2}},
        {**record, "key": 7},
        {},
    ]
    for one in bad:
        assert ann.refused("POST", "replay", {"record": one}) == "invalid"
    assert ann.post("replay", record={**record, "started_at": 10**400})["table"]["started_at"] == 0
    odd = "\ud800"  # half of a character, as JSON can spell it
    for path, body in (
        ("replay", {"record": {**record, "seats": [odd, "b"]}}),
        ("replay", {"record": {**record, "actions": [[0, odd]]}}),
        ("replay", {"record": {**record, "modules": [odd]}}),
        ("score", {"game": "usa", "seats": 2, "key": odd}),
        ("players", {"name": "Ann", odd: 1}),
    ):
        answer = ann.http.post(path, content=json.dumps(body), headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text


def test_names_can_be_seen(ann: Person) -> None:
    for name in ("Ann", "Zoë", "明", "👩\u200d🚀", "👩🏽\u200d🔧 Ann", "❤\ufe0f\u200d🔥"):
        assert ann.post("players", name=name)["name"] == name
    for name in ("", " ", "\u3164", "Ann\u3164", "\u2800", "\ufe0f", "A\u200dnn", "\u200d", "👩\u200d", "a\u202eb"):
        assert ann.refused("POST", "players", {"name": name}) == "malformed", name


def test_a_board_lists_the_tickets_of_all_its_games_and_how_sure_they_are(ann: Person) -> None:
    for spec in builtin_games().values():
        board = ann.get(f"boards/{spec.board.id}")
        assert board["provenance"] == spec.board.provenance
        tickets = {row["id"]: row for row in board["tickets"]}
        for row in ann.get(f"games/{spec.id}")["tickets"]:
            assert row["points"] in (tickets[row["id"]]["points"], *tickets[row["id"]]["values"].values())
            assert set(row["sets"]) & set(spec.sets)


def test_statistics_agree_with_a_count_by_hand(ann: Person) -> None:
    table, last = finished(ann, "usa", 3)
    record, rows = ann.get(f"tables/{table}/record"), last["ending"]["statistics"]
    for seat, row in enumerate(rows):
        texts = [text for who, text in record["actions"] if who == seat]
        assert row["blind"] == texts.count("draw")
        assert row["face_up"] == sum(text.startswith("take ") for text in texts)
        assert row["locomotives"] == texts.count("take locomotive")
        assert row["routes"] == sum(owner == seat for owner in last["view"]["routes"].values())
        assert row["tickets_kept"] == row["tickets_completed"] + row["tickets_failed"]
        kept = [text.count(" ") for text in texts if text.startswith("keep")]
        assert row["tickets_kept"] == sum(kept)
        assert row["tickets_drawn"] >= row["tickets_kept"]
    assert sum(row["turns"] for row in rows) == last["view"]["turns"]


def test_hints_tell_how_own_tickets_could_be_completed(ann: Person) -> None:
    table = ann.table("usa", "you you")["id"]
    assert ann.refused("GET", f"tables/{table}/paths") == "not_started"
    ann.post(f"tables/{table}/start")
    with ann.sit(table) as seat:
        update = seat.update()
        paths = ann.get(f"tables/{table}/paths")
        assert [row["ticket"] for row in paths["offer"]] == update["view"]["offer"]
        lengths = {route["id"]: route["length"] for route in ann.get("games/usa")["routes"]}
        for row in paths["offer"]:
            assert row["trains"] == sum(lengths[name] for name in row["missing"]) > 0
            assert not row["completed"]
            assert not row["cut_off"]
            ends = [end for name in row["missing"] for end in name.split(".")[0].split("--")]
            odd = {end for end in ends if ends.count(end) % 2}
            assert odd == set(row["ticket"].split(".")[0].split("--"))


def test_a_route_that_cannot_be_claimed_says_what_is_missing(ann: Person) -> None:
    table = ann.table("usa", "you you", seed="5")["id"]
    ann.post(f"tables/{table}/start")
    facts = {route["id"]: route for route in ann.get("games/usa")["routes"]}
    with ann.sit(table) as seat:
        update = seat.update()
        hand, own = update["view"]["hand"], {row["route"] for row in update["own"]["affordable"]}
        for name, route in facts.items():
            faults = ann.get(f"tables/{table}/why-not?route={name}")["faults"]
            if name in own:
                assert [fault["code"] for fault in faults] == ["tickets-awaited"]
                continue
            [told], colours = faults, {colour: n for colour, n in hand.items() if colour != "locomotive"}
            best = max(colours.values()) if route["colour"] == "gray" else colours.get(route["colour"], 0)
            assert told["code"] == ("too-few-alike" if route["colour"] == "gray" else "too-few-cards")
            assert told["params"]["needed"] == route["length"]
            assert told["params"]["missing"] == route["length"] - best - hand.get("locomotive", 0) > 0
            assert sum(told["params"]["hand"].values()) == route["length"] - told["params"]["missing"]
    assert ann.refused("GET", f"tables/{table}/why-not?route=nowhere") == "invalid"
    assert ann.refused("GET", f"tables/{table}/why-not?route=boston--montreal&seat=4") == "not_your_seat"


def test_what_a_seat_is_told_it_can_do_is_what_the_rules_allow(ann: Person) -> None:
    table = ann.table("europe", "you you", modules=["warehouses"], seed="11")["id"]
    ann.post(f"tables/{table}/start")
    with ann.sit(table) as seat:
        play_one_device(seat, random.Random(8), 150)
        checked = 0
        for update in [m for m in seat.messages if m["type"] == "update"]:
            own, legal = update["own"], [row["text"] for row in update["own"]["legal"]]
            assert len(set(legal)) == len(legal)
            claims = {row["route"] for row in own["legal"] if row["kind"] == "claim"}
            if update["view"]["phase"] == "main" and update["seat"] in update["view"]["to_act"]:
                assert claims == {row["route"] for row in own["affordable"]}
                checked += len(claims)
            if update["view"]["phase"] == "paying" and legal and update["view"]["route"]:
                assert {row["kind"] for row in own["legal"]} == {"pay"}
            hand = update["view"]["hand"]
            for row in own["affordable"]:
                for way in row["payments"]:
                    assert way["cards"] <= hand.get(way["colour"], 0)
                    assert way["locomotives"] <= hand.get("locomotive", 0)
        assert checked > 20


def test_a_payment_told_with_a_route_is_accepted_when_the_route_is_claimed() -> None:
    """The payments offered before a claim are exactly those the rules ask for after it."""
    from eclisse.server.play import present

    rng, compared = random.Random(5), 0
    for number in range(12):
        table = Table(
            Deal(rng.choice(("usa", "europe", "india", "switzerland")), (), ("a", "b"), f"{number:032x}", 0.0)
        )
        while not table.game.over and table.number < 160:
            seat = table.game.to_act[0]
            legal = table.game.legal(seat)
            claims = [action.text for action in legal if action.text.startswith("claim")]
            text = rng.choice(claims) if claims and rng.random() < 0.6 else rng.choice(legal).text
            told = present.update(table, seat, None, 0.0).own
            assert told is not None
            ways = {row.route: [way.text for way in row.payments] for row in told.affordable}
            table.accept(table.prepare(Entry(seat, text, "player", 0.0), table.number))
            if (
                text.startswith("claim")
                and table.game.to_act == (seat,)
                and table.game.view(seat).to_dict()["phase"] == "paying"
            ):
                assert ways[text.split()[1]] == [action.text for action in table.game.legal(seat)]
                compared += 1
    assert compared > 20
