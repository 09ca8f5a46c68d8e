"""Deals that nobody can bend: an honest client notices whatever a cheating operator does."""

import json
import random
import secrets
from typing import Any

import pytest

from eclisse.game import Game, InvalidRecord
from eclisse.server import sharing as replays
from eclisse.server.lobby import lobby
from eclisse.server.model import key_of, promise_of
from eclisse.server.operate.verify import NotFair, faults_of, malformed, verify
from tests.cli.conftest import Run, run_here
from tests.server.people import Json, Person, play, play_with_bots
from tests.server.serving import Server, serving

__all__ = ["run_here"]

WHOLE = 10_000  # decisions: more than any game has


class Honest:
    """Somebody whose client keeps what it was promised: the hash it saw first, its own number, and others' promises."""

    def __init__(self, person: Person, table: Json) -> None:
        self.person, self.id = person, table["id"]
        self.hash, self.nonce = person.get(f"tables/{self.id}")["key_hash"], secrets.token_hex(16)
        person.post(f"tables/{self.id}/promise", promise=promise_of(self.nonce))

    def reveal(self) -> Json:
        self.promises = [seat["promise"] for seat in self.person.get(f"tables/{self.id}")["seats"]]
        answer: Json = self.person.post(f"tables/{self.id}/reveal", nonce=self.nonce)
        return answer

    def complaints(self, record: Json) -> set[str]:
        return {fault.code for fault in faults_of(record, self.hash, self.nonce, self.promises)}


def played(server: Server, most: int, meddle: Any = lambda table: None) -> tuple[Json, Honest, Honest]:
    """The record of a game of two honest clients after some decisions; somebody may meddle when both have promised."""
    with Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("switzerland", "you open")
        bob.post(f"tables/{table['id']}/join", invite=table["invite"])
        both = Honest(ann, table), Honest(bob, table)
        meddle(table["id"])
        ann.post(f"tables/{table['id']}/start")
        for one in both:
            one.reveal()
        with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second:
            play({0: first, 1: second}, random.Random(4), most)
            live = server.services.hub.residents._lives[table["id"]]  # as long as somebody is connected
            return replays.record(live.table, live.row), *both


def test_an_honest_deal_is_made_of_all_parts_and_nobody_complains(sqlite: str) -> None:
    with serving(sqlite) as server:
        record, ann, bob = played(server, WHOLE)
    assert record["nonces"] == [ann.nonce, bob.nonce]
    assert record["key"] == key_of(record["part"], record["nonces"])
    assert ann.complaints(record) == bob.complaints(record) == set()
    assert ann.hash == bob.hash == record["key_hash"] == promise_of(record["part"])
    assert verify(record, ann.hash, ann.nonce)[2] == "Your number is one of them."
    for bad in ((record, "0" * 64), (record, ann.hash, "0" * 32), ({**record, "key": "0" * 32},)):
        with pytest.raises(NotFair):
            verify(*bad)


def test_a_cheating_operator_is_noticed(sqlite: str) -> None:
    with serving(sqlite) as server:
        record, ann, bob = played(server, 2)
    changed = {**record, "key": secrets.token_hex(16)}
    assert ann.complaints(changed) == {"key-not-of-parts"}
    part = secrets.token_hex(16)  # one of many, until the key pleased
    ground = {**record, "part": part, "key": key_of(part, record["nonces"]), "key_hash": promise_of(part)}
    assert ann.complaints(ground) == bob.complaints(ground) == {"part-differs"}
    nonces = [None, bob.nonce]
    dropped = {**record, "nonces": nonces, "promises": [None, promise_of(bob.nonce)]}
    dropped["key"] = key_of(record["part"], nonces)
    assert [fault.code for fault in faults_of(dropped, ann.hash, ann.nonce)] == ["nonce-missing"]
    assert ann.complaints(dropped) == {"nonce-missing", "promise-broken"}
    assert ann.complaints({**dropped, "promises": record["promises"]}) == {"nonce-missing", "promise-broken"}
    swapped = {**record, "nonces": [ann.nonce, part], "key": key_of(record["part"], [ann.nonce, part])}
    assert ann.complaints(swapped) == {"promise-broken"}  # somebody else's number, chosen after hers
    alone = {name: value for name, value in record.items() if name not in ("part", "nonces", "promises")}
    assert "nonce-missing" in ann.complaints({**alone, "key_hash": promise_of(record["key"])})


def test_a_number_chosen_after_those_of_others_is_noticed(sqlite: str) -> None:
    with serving(sqlite) as server:
        record, ann, _ = played(server, WHOLE)
    assert verify(record, ann.hash, ann.nonce, ann.promises)[3].startswith("Every number")
    part, late = secrets.token_hex(16), secrets.token_hex(16)  # one of many, until the key pleased
    key = key_of(record["part"], [ann.nonce, late])
    sham = {**record, "nonces": [ann.nonce, late], "key": key, "promises": [ann.promises[0], None]}
    assert {fault.code for fault in faults_of(sham, ann.hash, ann.nonce)} == {"nonce-unpromised"}
    promised = {**sham, "promises": [ann.promises[0], promise_of(late)]}  # the record agrees with itself
    assert ann.complaints(promised) == {"promise-broken"}
    ann.promises = [ann.promises[0], None]  # it was a bot's seat, or somebody's who had promised nothing
    assert ann.complaints(promised) == {"nonce-unpromised"}
    dropped = {**record, "nonces": [None, None], "promises": [None, None], "key": key_of(part, [None, None])}
    dropped |= {"part": part, "key_hash": promise_of(part)}
    assert {fault.code for fault in faults_of(dropped, promise_of(part), None, ann.promises)} == {"promise-broken"}
    for promises in ([None], [None] * 3):
        with pytest.raises(InvalidRecord):
            verify(record, ann.hash, ann.nonce, promises)


@pytest.mark.parametrize("ends", ["leave", "wish"])
def test_a_game_that_ended_early_is_checked_as_far_as_it_went(sqlite: str, run_here: Run, ends: str) -> None:
    """One resigns, or both agree to end it: the key is told, and whoever saw the game can check its cards."""
    with (
        serving(sqlite) as server,
        Person(server.url, "Ann") as ann,
        Person(server.url, "Bob") as bob,
        Person(server.url, "Eve") as eve,
    ):
        table = ann.table("switzerland", "you open")
        here, invited = f"tables/{table['id']}", f"?invite={table['invite']}"
        bob.post(f"{here}/join", invite=table["invite"])
        honest = Honest(ann, table)
        ann.post(f"{here}/start")
        honest.reveal()
        with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second:
            play({0: first, 1: second}, random.Random(4), 30)
        assert [eve.refused("GET", f"{here}/{what}{invited}") for what in ("record", "replay")] == ["not_over"] * 2
        for one in (bob, ann):
            if ends == "wish" or one is bob:
                over = one.post(f"{here}/{ends}", **({"wish": "end"} if ends == "wish" else {}))
        assert over["status"] == "abandoned"
        record, replay = eve.get(f"{here}/record{invited}"), bob.get(f"{here}/replay?seat=1")
        assert [eve.refused("GET", f"{here}/{what}") for what in ("record", "replay")] == ["unknown_table"] * 2
        assert ann.refused("GET", f"{here}/review") == "not_over"
        assert (record["fault"], record["result"], len(record["actions"])) == ("ended-early", None, 30)
        assert [replay["table"]["status"], len(replay["frames"])] == ["abandoned", 31]
        again = eve.post("replay", record=record, seat=1)
        assert (again["table"]["status"], again["frames"][-1]["view"]) == ("abandoned", replay["frames"][-1]["view"])
        assert eve.refused("POST", "replay", {"record": {**record, "fault": None}}) == "invalid"
        assert ann.get(f"{here}/position?number=29")["seats"] == 2
    assert honest.complaints(record) == set()
    assert "ended the game early" in " ".join(verify(record, honest.hash, honest.nonce, honest.promises))
    other = Game.replay({**record, "key": "1" * 32}, until=0)
    rng = random.Random(1)
    while len(other.actions) < 30:
        other.play(seat := other.to_act[0], rng.choice(other.legal(seat)))
    dealt = {**record, "actions": other.record()["actions"]}
    for bad, code in ((record, 0), (dealt, 1), ({**record, "key": "1" * 32}, 1), ({**record, "fault": None}, 2)):
        assert run_here("verify", "-", "--hash", honest.hash, text=json.dumps(bad)).returncode == code
    assert run_here("replay", "-", text=json.dumps(record)).returncode == 0


def test_a_game_dealt_from_another_key_than_the_one_that_was_promised_is_noticed(sqlite: str) -> None:
    """The operator publishes honest parts, and deals from a key of its own."""
    with serving(sqlite) as server:
        record, ann, _ = played(server, WHOLE)
    other = Game.replay({**record, "key": "1" * 32}, until=0)
    rng = random.Random(1)
    while not other.over:
        seat = other.to_act[0]
        other.play(seat, rng.choice(other.legal(seat)))
    dealt = {**record, "actions": other.record()["actions"], "result": other.record()["result"]}
    assert ann.complaints(dealt) == set()  # the parts are honest
    with pytest.raises(NotFair) as caught:
        verify(dealt, ann.hash, ann.nonce, ann.promises)
    assert caught.value.faults[0].code == "dealt-otherwise"
    with pytest.raises(NotFair):
        verify({**record, "result": {**record["result"], "winners": [0, 1]}}, ann.hash, ann.nonce, ann.promises)


def test_bots_decide_by_the_chance_of_the_key_and_an_operator_who_decides_for_them_is_noticed(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann:
        table = ann.table("usa", "you bot:beginner bot:easy bot:medium bot:hard")["id"]
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            play_with_bots({0: seat}, random.Random(4))
        record = ann.get(f"tables/{table}/record")
    n_bots = record["by"].count("bot")
    assert f"{n_bots} decisions of bots are what the bots of this version decide." in " ".join(verify(record))
    for changes in ({"bots_code": "0" * 16}, {"bots": [None, *[{"level": "expert", "style": None}] * 4]}):
        assert f"{n_bots} decisions of bots were not checked" in " ".join(verify({**record, **changes}))
    for bots in ([None], 5, [None, *[{"level": "os:system", "style": None}] * 4]):
        with pytest.raises(InvalidRecord):
            verify({**record, "bots": bots})
    with pytest.raises(NotFair) as caught:
        verify(bent(record))
    assert {one.code for one in caught.value.faults} == {"bot-otherwise"}


def bent(record: Json) -> Json:
    """The same game, but for the last choice of a bot, which somebody who sees all cards has made for it."""
    for number in reversed(range(len(record["actions"]))):
        game = Game.replay({**record, "result": None}, until=number)
        seat, text = record["actions"][number]
        other = [one.text for one in game.legal(seat) if one.text != text]
        if record["by"][number] == "bot" and other:
            break
    game.play(seat, other[0])
    by = [*record["by"][: number + 1]]
    while not game.over:
        seat = game.to_act[0]
        by.append("player")
        game.play(seat, game.legal(seat)[0])
    made = game.record()
    return {**record, "actions": made["actions"], "result": made["result"], "by": by}


@pytest.mark.parametrize("choice", [{"seed": "3"}, {"show_key": True}], ids=str)
def test_a_table_for_strangers_has_no_known_key_and_any_other_says_so_from_the_start(sqlite: str, choice: Json) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        seats = [{"kind": "you"}, {"kind": "open"}]
        refused = ann.call("POST", "tables", {"game": "switzerland", "seats": seats, "public": True, **choice})
        assert [one["code"] for one in refused.json()["faults"]] == ["key-shown-in-public"]
        table = ann.table("switzerland", "you open", **choice)
        seen = bob.get(f"tables/{table['id']}?invite={table['invite']}")
        assert (seen["status"], seen["key_shown"]) == ("open", True), "before anybody sits down"
        bob.post(f"tables/{table['id']}/join", invite=table["invite"])
        ann.post(f"tables/{table['id']}/start")
        with ann.sit(table["id"]) as first, bob.sit(table["id"]) as second:
            play({0: first, 1: second}, random.Random(4))
        record = bob.get(f"tables/{table['id']}/record")
        assert record["key_shown"]
        assert verify(record)[-1] == "The key was shown from the start: everybody could know all cards."


def of_two(nonces: list[str]) -> Json:
    """The deal of a record as a server writes it."""
    part = "0" * 32
    deal: Json = {"seats": ["Ann", "Bob"], "part": part, "key_hash": promise_of(part), "nonces": nonces}
    return {**deal, "promises": [promise_of(one) for one in nonces], "key": key_of(part, nonces)}


def test_numbers_that_were_promised_and_left_out_are_noticed() -> None:
    honest = of_two(["1" * 32, "2" * 32])
    assert faults_of(honest) == malformed(honest) == []
    short = {**honest, "nonces": [], "key": key_of(honest["part"], [])}
    assert [fault.code for fault in faults_of(short)] == ["promise-broken", "promise-broken"]
    for name in ("nonces", "promises"):
        assert [fault.where for fault in malformed({**short, name: []})] in (["nonces"], ["nonces", "promises"])


@pytest.mark.parametrize("value", [5, True, "x", {}, [5, 5], [[], []], ["1" * 32], ["1" * 32, "\ud800"]], ids=repr)
@pytest.mark.parametrize("name", ["part", "nonces"])
def test_a_deal_that_no_server_writes_is_refused(name: str, value: Any) -> None:
    with pytest.raises(InvalidRecord) as caught:
        verify({**of_two(["1" * 32, "2" * 32]), name: value})
    assert not isinstance(caught.value, NotFair)
    assert {fault.code for fault in caught.value.faults} <= {"key-expected", "list-for-seats-expected"}
    assert str(caught.value).encode()


def test_a_hash_that_is_swapped_while_the_table_is_open_is_noticed(sqlite: str) -> None:
    def meddle(table: str) -> None:
        async def swap() -> None:
            async with server.services.store.change(table) as change:
                change.set(part=secrets.token_hex(16))

        server.call(swap())

    with serving(sqlite) as server:
        record, ann, bob = played(server, 2, meddle)
    assert faults_of(record) == []  # the record agrees with itself
    assert ann.complaints(record) == bob.complaints(record) == {"part-differs"}


def test_numbers_are_shown_only_when_the_game_is_dealt_and_promises_hold(database: str) -> None:
    with serving(database) as server, Person(server.url, "Ann") as ann, Person(server.url, "Bob") as bob:
        table = ann.table("usa", "you open")
        bob.post(f"tables/{table['id']}/join", invite=table["invite"])
        first, second = Honest(ann, table), Honest(bob, table)
        again = ann.post(f"tables/{table['id']}/promise", promise=promise_of("0" * 32))
        assert again["seats"][0]["promise"] == promise_of(first.nonce)  # the first promise holds
        assert ann.refused("POST", f"tables/{table['id']}/reveal", {"nonce": first.nonce}) == "not_started"
        ann.post(f"tables/{table['id']}/start")
        assert ann.refused("POST", f"tables/{table['id']}/reveal", {"nonce": "0" * 32}) == "invalid"
        waiting = first.reveal()
        assert [seat["nonce"] for seat in waiting["seats"]] == [None, None]
        with ann.sit(table["id"]) as seat:
            assert seat.receive()["type"] == "table"
            dealt = second.reveal()
            assert [one["nonce"] for one in dealt["seats"]] == [first.nonce, second.nonce]
            assert (dealt["key"], dealt["part"]) == (None, None)
            assert seat.update()["number"] == 0
        assert bob.refused("POST", f"tables/{table['id']}/reveal", {"nonce": second.nonce}) == "already_started"
        assert bob.refused("POST", f"tables/{table['id']}/promise", {"promise": "0" * 64}) == "already_started"


def test_a_game_is_dealt_without_a_number_that_does_not_come(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "REVEAL", 0.2)
    with serving(sqlite) as server, Person(server.url, "Ann") as ann:
        table = ann.table("usa", "you bot:easy")
        honest = Honest(ann, table)
        ann.post(f"tables/{table['id']}/start")
        with ann.sit(table["id"]) as seat:
            seat.update()
        assert ann.get(f"tables/{table['id']}")["seats"][0]["nonce"] is None
        assert ann.refused("POST", f"tables/{table['id']}/reveal", {"nonce": honest.nonce}) == "already_started"
