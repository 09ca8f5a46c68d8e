"""Taking a decision back: where nothing hidden was shown, agreed by the log, and gone from the record."""

import random
from functools import partial

import pytest

from eclisse.server.model import Deal, Entry, Refused
from eclisse.server.operate.verify import verify
from eclisse.server.play.table import MOST_UNDONE, UNDO, Table
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


def _is_asked_again(number: int, message: Json) -> bool:
    """Whether a seat may decide again after the state with this number."""
    return bool(message["type"] == "update" and message["own"]["legal"] and message["number"] > number)


def to_a_claim(seat: Seat) -> Json:
    """Choose tickets, and draw cards until a route can be claimed; bots play in between."""
    update = seat.update()
    while not any(one["kind"] == "claim" for one in update["own"]["legal"]):
        kept = update["own"]["legal"][0]["text"]
        number = update["number"]
        seat.decide(number, kept if kept.startswith("keep") else "draw")
        update = seat.until(partial(_is_asked_again, number))
    return update


def claim(seat: Seat, update: Json, **more: float) -> Json:
    """Claim a route and pay for it; returns what the seat is told then."""
    action = next(one["text"] for one in update["own"]["legal"] if one["kind"] == "claim")
    while action:
        seat.send(type="decide", number=update["number"], action=action, **more)
        update = seat.update(update["number"] + 1)
        action = next((one["text"] for one in update["own"]["legal"] if one["kind"] == "pay"), "")
    return update


def test_bots_wait_while_somebody_who_plays_alone_may_take_a_claim_back(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy", seed="1")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            before = to_a_claim(seat)
            claimed = claim(seat, before, pause=4)
            assert claimed["view"]["to_act"] == [1]
            assert claimed["own"]["undo"]
            assert server.services.hub.residents._lives[table]._paused_until > 0
            seat.decide(claimed["number"], "undo")
            back = seat.update(claimed["number"] + 1)
            while back["own"]["undo"]:
                seat.decide(back["number"], "undo")
                back = seat.update(back["number"] + 1)
            assert (back["view"], back["own"]["legal"]) == (before["view"], before["own"]["legal"])
            again = claim(seat, back)  # without a pause the bot goes on
            moved = seat.update(again["number"] + 1)
            assert moved["steps"][-1]["seat"] == 1
            assert moved["own"]["undo"] is None
            seat.send(type="decide", number=moved["number"], action="draw", pause=5)
            assert seat.refusal() == "malformed"


def test_a_turn_that_has_passed_to_somebody_else_is_not_taken_back(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you", seed="1")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            update = to_first_turn(seat)
            while not any(one["kind"] == "claim" for one in update["own"]["legal"]):
                update = go(seat, update, "draw")
            action = next(one["text"] for one in update["own"]["legal"] if one["kind"] == "claim")
            mine, update = update["seat"], go(seat, update, action)
            while update["seat"] == mine:
                update = go(seat, update, next(one["text"] for one in update["own"]["legal"] if one["kind"] == "pay"))
            assert look(seat, update, mine)["own"]["undo"] is None
            seat.decide(update["number"], "undo", mine)
            assert seat.refusal() == "not_your_turn"


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


def test_tickets_that_were_seen_are_not_put_back() -> None:
    """No chance is used up by drawing them: they lie in their order from the start."""
    table = Table(Deal("usa", (), ("a", "b"), "1" * 32, 0.0))
    for action in ("keep 1 2", "keep 1 2", "tickets"):
        seat = table.game.to_act[0]
        table.accept(table.prepare(Entry(seat, action, "player", 0.0), table.number))
        assert table.undoable(seat) is None


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
