"""Playing on from a position: through the real engine, always the same, and nothing hidden is told."""

import json
import random
from typing import Any

import pytest

from eclisse import Game
from eclisse.server.coach.positions import MAX_DECISIONS, MOST_TOLD, Played, Sandbox, played
from eclisse.server.model import Refused
from eclisse.server.play.live import Live
from eclisse.server.play.table import FEW
from tests.server.days import within_a_day
from tests.server.people import Person, play
from tests.server.serving import Server, serving

DEALT = Game.new("usa", 2, 7).position()


def answer(position: dict[str, Any], *decisions: str, since: int | None = None) -> dict[str, Any]:
    """The update of a seat, but for the time of day."""
    *pieces, made = played(Sandbox(position=position, decisions=list(decisions), since=since), set(), 0.0)
    assert made
    assert len(pieces) > len(decisions), "the work is cut into pieces"
    told = Played.model_validate_json(made.model_dump_json()).model_dump()
    for update in told["updates"]:
        del update["clock"]
        for step in update["steps"]:
            del step["at"]
    return told


def play_to_the_end(position: dict[str, Any], rng: random.Random) -> tuple[list[str], list[dict[str, Any]]]:
    """Random decisions, each made on the last answer, and all updates after the first."""
    decisions: list[str] = []
    updates = answer(position)["updates"]
    while not updates[-1]["ending"]:
        decisions.append(rng.choice(updates[-1]["own"]["legal"])["text"])
        updates += answer(position, *decisions, since=updates[-1]["number"])["updates"]
    return decisions, updates[1:]


def test_a_game_goes_on_to_its_end_as_the_engine_plays_it_and_always_the_same() -> None:
    decisions, updates = play_to_the_end(DEALT, random.Random(1))
    assert [update["number"] for update in updates] == list(range(1, len(updates) + 1)), "one update for each decision"
    whole = answer(DEALT, *decisions)["updates"]
    assert len(whole) == 1
    assert whole[0]["steps"] == [step for update in updates for step in update["steps"]]
    assert whole[0] | {"steps": []} == updates[-1] | {"steps": []}
    assert {step["by"] for step in whole[0]["steps"] if step["seat"] == 1} == {"bot"}
    sheet = updates[-1]["ending"]["sheet"]
    assert [seat["routes"] for seat in sheet["seats"]] == [seat["score"] for seat in updates[-1]["view"]["seats"]]
    with pytest.raises(Refused) as refused:  # too much to tell
        answer(DEALT, *decisions, since=updates[-1]["number"] - MOST_TOLD - 1)
    assert refused.value.faults[0].where == "since"
    assert len(answer(DEALT, *decisions, since=updates[-1]["number"] - MOST_TOLD)["updates"]) == MOST_TOLD


def test_dropping_the_last_decision_goes_back() -> None:
    first = answer(DEALT)["updates"][0]["own"]["legal"][0]["text"]
    before = answer(DEALT, first)
    second = before["updates"][0]["own"]["legal"][-1]["text"]
    after = answer(DEALT, first, second)
    assert after["updates"][0]["number"] > before["updates"][0]["number"]
    assert answer(DEALT, first) == before


def test_a_position_without_a_key_plays_the_same_every_time() -> None:
    position = {"game": "usa", "seats": 2, "market": ["red", "red", "blue", "black", "pink"]}
    assert answer(position, "draw", "draw") == answer(position, "draw", "draw")


def test_hints_come_with_the_answer() -> None:
    position = {"game": "usa", "seats": 2, "tickets": [["boston--miami"], []], "routes": {"boston--new-york.2": 0}}
    [ticket] = answer(position)["paths"]["tickets"]
    assert ticket["missing"][0].startswith("new-york")
    assert not ticket["cut_off"]


def test_what_is_hidden_stays_hidden() -> None:
    """Two worlds that the seat cannot tell apart: the other's cards and ticket, the deck and chance differ."""
    seen = {"game": "usa", "seats": 2, "market": ["red", "pink", "white", "black", "red"]}
    one = {
        "hands": [{"red": 2}, {"blue": 3}],
        "deck": {"blue": 5, "green": 8},
        "tickets": [["boston--miami"], ["dallas--new-york"]],
    }
    two = {
        "hands": [{"red": 2}, {"green": 3}],
        "deck": {"blue": 8, "green": 5},
        "tickets": [["boston--miami"], ["denver--el-paso"]],
    }
    told = [answer({**seen, **world, "key": key}) for world, key in ((one, "1" * 32), (two, "2" * 32))]
    assert told[0]["updates"][0]["view"]["seats"][1]["cards"] == 3
    assert told[0] == told[1]


def test_what_cannot_be_played_is_refused_with_its_place(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:

        def faults(**body: Any) -> list[tuple[str, str]]:
            refusal = ann.call("POST", "sandbox", body).json()
            return [(refusal["code"], fault["where"]) for fault in refusal["faults"]]

        keep = ann.post("sandbox", position=DEALT)["updates"][0]["own"]["legal"][0]["text"]
        assert faults(position={"game": "usa", "seats": 2, "hands": 7}) == [("invalid", "position.hands")]
        assert faults(position={"game": "/etc/passwd", "seats": 2}) == [("invalid", "game")]
        assert faults(position=DEALT, seat=3) == [("invalid", "seat")]
        assert faults(position=DEALT, decisions=[keep, "claim boston--new-york"]) == [("illegal", "decisions[1]")]
        assert faults(position=DEALT, decisions=[keep] * (MAX_DECISIONS + 1)) == [("malformed", "decisions")]
        assert faults(position=DEALT, level="expert") == [("malformed", "level")]
        over = {"game": "usa", "seats": 2, "phase": "over"}
        assert faults(position=over, decisions=["draw"]) == [("table_over", "decisions[0]")]
        assert json.loads(ann.call("POST", "sandbox", {"position": over}).text)["updates"][0]["ending"]


def helped(person: Person, game: Game) -> str:
    """The answer to whoever asks what a bot would do at a position; its chance nobody at a table knows."""
    position, seat = {**game.position(), "key": "1" * 32}, 1 - game.to_act[0]
    decisions = [game.legal(seat)[0].text] if seat in game.to_act else []
    answer = person.call("POST", "sandbox", {"position": position, "seat": seat, "decisions": decisions}).json()
    return str(answer["faults"][0]["code"]) if "faults" in answer else "told"


def now(server: Server, table: str) -> Game:
    """The game of a table."""

    async def found() -> Game:
        live: Live = await server.services.hub.residents.open(table)
        assert live.table is not None
        return live.table.game.copy()

    game: Game = server.call(found())
    return game


def test_no_bot_decides_in_a_position_that_people_play(sqlite: str) -> None:
    rng = random.Random(3)
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        table = ann.table("switzerland", "you open")
        table_id, found = table["id"], list[tuple[int, str]]()
        bob.post(f"tables/{table_id}/join", invite=table["invite"])
        ann.post(f"tables/{table_id}/start")
        for most in (0, 1, 3, 8, 60):
            with ann.sit(table_id) as first, bob.sit(table_id) as second:
                play({0: first, 1: second}, rng, most)
            game = now(server, table_id)
            found.append((len(game.position()["routes"]), helped(bob, game)))
        assert {told for _, told in found} == {"position-being-played"}
        assert found[2][0] < FEW <= found[-1][0]
    with serving(sqlite) as server, Person(server.url, "Eve") as eve:  # no table is in memory
        assert helped(eve, game) == "position-being-played"
    with serving(sqlite) as server, Person(server.url, "Eve") as eve:
        ann.url = bob.url = server.url
        with ann.sit(table_id) as first, bob.sit(table_id) as second:
            play({0: first, 1: second}, rng)
        assert helped(eve, game) == "told"  # the game is over


def test_a_bot_decides_wherever_somebody_plays_alone_but_not_in_the_deal_of_the_day(sqlite: str) -> None:
    with serving(sqlite, clock=within_a_day()) as server, Person(server.url) as ann:
        alone = ann.table("switzerland", "you bot:easy")["id"]
        ann.post(f"tables/{alone}/start")
        daily = ann.post("daily")["id"]
        assert (helped(ann, now(server, alone)), helped(ann, now(server, daily))) == ("told", "position-being-played")
