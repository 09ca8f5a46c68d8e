"""Taking a decision back: where nothing hidden was shown, agreed by the log, and gone from the record."""

import random

import pytest

from eclisse.server.messages.refusal import Refused
from eclisse.server.process.verify import verify
from eclisse.server.tables.table import MOST_UNDONE, UNDO, Deal, Entry, Table
from tests.server.people import Json, Person, Seat
from tests.server.serving import serving


def look(seat: Seat, update: Json, number: int) -> Json:
    """Look from the seat that is to act."""
    seat.send(type="look", seat=number)
    return seat.until(lambda m: m["type"] == "update" and m["seat"] == number and m["number"] == update["number"])


def go(seat: Seat, update: Json, action: str) -> Json:
    """Decide for the seat that is to act, and look from the one that is next."""
    seat.decide(update["number"], action, update["seat"])
    update = seat.update(update["number"] + 1)
    acting = update["view"]["to_act"]
    return update if not acting or update["seat"] in acting else look(seat, update, acting[0])


def to_first_turn(seat: Seat) -> Json:
    """Choose tickets and place the first depots; none of that can be taken back."""
    update = seat.update()
    while update["view"]["phase"] != "main":
        update = go(seat, update, update["own"]["legal"][0]["text"])
        assert update["own"]["undo"] is None
    return update


def depots(update: Json) -> list[str]:
    """Where a depot can be placed."""
    return [one["text"] for one in update["own"]["legal"] if one["kind"] == "depot"]


def test_a_depot_is_taken_back_by_its_player_alone_and_not_after_a_draw_and_spectators_see_it(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you", modules=["warehouses"], seed="1", public=True)["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat, Seat(server.url, table) as stranger:
            first = to_first_turn(seat)
            shown = [stranger.update(first["number"])["view"]]
            one, two = depots(first)[:2]
            placed = go(seat, first, one)
            shown.append(stranger.update(placed["number"])["view"])
            assert placed["own"]["undo"] == one
            seat.decide(placed["number"], "undo", 1 - placed["seat"])
            assert seat.refusal() == "not_your_turn"
            both = go(seat, placed, two)
            for taken, state in ((two, placed), (one, first)):
                both = go(seat, both, "undo")
                told = stranger.update(both["number"])
                for update in (both, told):
                    assert update["steps"][-1]["events"] == [{"kind": "undone", "seat": first["seat"], "action": taken}]
                assert (told["own"], told["view"]) == (None, shown.pop())
                assert both["view"] == state["view"]
                assert both["own"] == state["own"]
            seat.decide(both["number"], "undo")
            assert seat.refusal() == "illegal"
            again = go(seat, both, two)
        cookie = ann.http.cookies["eclisse"]
    with serving(sqlite) as server, Person(server.url, "other") as ann:
        ann.http.cookies.clear()
        ann.http.cookies.set("eclisse", cookie)
        with ann.sit(table, seat=first["seat"], since=0) as seat:
            back = seat.update()
            assert [step["number"] for step in back["steps"]] == list(range(1, again["number"] + 1))
            assert back["view"] == again["view"]
            assert back["own"]["undo"] == two
            drawn = go(seat, back, "warehouse 0")
            assert drawn["own"]["undo"] is None
            seat.decide(drawn["number"], "undo")
            assert seat.refusal() == "illegal"


def test_a_game_with_decisions_taken_back_has_a_record_that_verifies(sqlite: str) -> None:
    rng, taken = random.Random(2), set()
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("europe", "you you", modules=["warehouses"], seed="2")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            update = to_first_turn(seat)
            while not update["ending"]:
                kinds = sorted({one["kind"] for one in update["own"]["legal"]})
                kind = "claim" if "claim" in kinds and rng.random() < 0.6 else rng.choice(kinds)
                action = rng.choice([one["text"] for one in update["own"]["legal"] if one["kind"] == kind])
                if update["own"]["undo"] and rng.random() < 0.4:
                    taken.add(update["own"]["undo"].split()[0])
                    action = "undo"
                update = go(seat, update, action)
        record = ann.get(f"tables/{table}/record")
        assert taken >= {"claim", "depot"}
        assert "undo" not in [text for _, text in record["actions"]]
        assert len(record["actions"]) < update["number"]
        assert f"all {len(record['actions'])} decisions" in " ".join(verify(record))
        frames = ann.get(f"tables/{table}/replay")["frames"]
        assert len(frames) == len(record["actions"]) + 1
        rows = update["ending"]["statistics"]
        assert sum(row["turns"] for row in rows) == update["view"]["turns"]


def test_a_log_does_not_grow_for_ever_by_taking_back() -> None:
    table, rng = Table(Deal("usa", ("warehouses",), ("a", "b"), "1" * 32, 0.0)), random.Random(1)

    def decide(seat: int, action: str) -> None:
        table.accept(table.prepare(Entry(seat, action, "player", 0.0), table.number))

    seat = table.game.to_act[0]
    while table.undoable(seat) is None:
        seat = table.game.to_act[0]
        decide(seat, rng.choice(table.game.legal(seat)).text)
    action = table.undoable(seat) or ""
    for _ in range(MOST_UNDONE):
        decide(seat, UNDO)
        decide(seat, action)
    assert table.undoable(seat) is None
    with pytest.raises(Refused):
        decide(seat, UNDO)
    assert Table(table.deal, table.log).game.state.tobytes() == table.game.state.tobytes()
