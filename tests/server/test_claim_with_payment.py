"""Several decisions in one message: a claim and its payment. Each is judged by itself; the first refusal stops."""

from collections.abc import Iterator

import pytest

from tests.server.people import Json, Person, Seat
from tests.server.serving import serving


@pytest.fixture
def seat(sqlite: str) -> Iterator[Seat]:
    """Somebody who plays both seats of a table, and has seen nothing yet."""
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you you", seed="1")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as connection:
            yield connection


def look(seat: Seat, number: int, at: int) -> Json:
    """Look from one of the seats."""
    seat.send(type="look", seat=at)
    return seat.until(lambda m: m["type"] == "update" and m["seat"] == at and m["number"] >= number)


def go(seat: Seat, update: Json, action: str) -> Json:
    """Decide, and look from the seat that is to act next."""
    seat.decide(update["number"], action, update["seat"])
    update = seat.update(update["number"] + 1)
    acting: list[int] = update["view"]["to_act"]
    return update if update["seat"] in acting else look(seat, update["number"], acting[0])


def to_a_turn(seat: Seat) -> Json:
    """Choose all tickets."""
    update = seat.update()
    while update["view"]["phase"] == "setup":
        update = go(seat, update, update["own"]["legal"][-1]["text"])
    return update


def to_a_choice(seat: Seat) -> tuple[Json, str, list[str]]:
    """Draw until a route can be paid for in several ways: the update, the route, and the payments."""
    update = to_a_turn(seat)
    while True:
        ways = {row["route"]: [pay["text"] for pay in row["payments"]] for row in update["own"]["affordable"]}
        claims = [one["route"] for one in update["own"]["legal"] if one["kind"] == "claim"]
        for route in claims:
            if len(ways[route]) > 1:
                return update, route, ways[route]
        update = go(seat, update, "draw")


def send(seat: Seat, update: Json, action: str, *then: str) -> None:
    """Send several decisions in one message."""
    seat.send(type="decide", number=update["number"], action=action, then=then, seat=update["seat"])


def refused(seat: Seat) -> Json:
    """The next refusal."""
    return seat.until(lambda m: m["type"] == "refused")


def test_a_claim_and_its_payment_are_one_message_and_two_decisions(seat: Seat) -> None:
    before, route, ways = to_a_choice(seat)
    number, own = before["number"], before["seat"]
    send(seat, before, f"claim {route}", ways[1])
    after = seat.update(number + 2)
    assert after["view"]["routes"][route] == own
    steps = [step for one in seat.messages if one["type"] == "update" for step in one["steps"]]
    events = [(step["number"], step["seat"], step["events"][0]["action"]) for step in steps if step["number"] > number]
    assert events == [(number + 1, own, f"claim {route}"), (number + 2, own, ways[1])]


def test_the_first_refusal_stops_and_says_what_was_done(seat: Seat) -> None:
    before, route, ways = to_a_choice(seat)
    number = before["number"]
    send(seat, before, f"claim {route}", "pay 9 red", ways[0])
    refusal = refused(seat)
    assert (refusal["code"], refusal["done"], refusal["number"]) == ("illegal", 1, number + 1)
    claimed = look(seat, number + 1, before["seat"])
    assert (claimed["number"], claimed["view"]["phase"], claimed["view"]["route"]) == (number + 1, "paying", route)
    send(seat, claimed, "draw", ways[0])
    refusal = refused(seat)
    assert (refusal["code"], refusal["done"], refusal["number"]) == ("illegal", 0, number + 1)
    send(seat, before, ways[0])
    assert (refused(seat)["code"], seat.messages[-1]["done"]) == ("stale", 0)


def test_what_follows_is_judged_after_what_chance_has_shown(seat: Seat) -> None:
    before = to_a_turn(seat)
    number = before["number"]
    send(seat, before, "draw", "draw", "draw")
    refusal = refused(seat)
    assert (refusal["code"], refusal["done"], refusal["number"]) == ("not_your_turn", 2, number + 2)
    after = look(seat, number + 2, before["seat"])
    assert sum(after["view"]["hand"].values()) == sum(before["view"]["hand"].values()) + 2


@pytest.mark.parametrize("then", [["draw"] * 5, [""], ["x" * 81], "draw", [1], None])
def test_a_message_with_a_list_that_is_none_does_nothing(seat: Seat, then: object) -> None:
    before = to_a_turn(seat)
    seat.send(type="decide", number=before["number"], action="draw", then=then)
    refusal = refused(seat)
    assert (refusal["code"], refusal["done"], refusal["number"]) == ("malformed", 0, before["number"])
