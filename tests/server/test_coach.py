"""The coach at a table: hints for those who play alone against bots, from what they can know, and for nobody else."""

from tests.server.people import Person
from tests.server.serving import serving


def test_a_hint_names_legal_decisions_and_the_same_question_has_the_same_answer(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann:
        table = ann.table("usa", "you bot:easy", seed="7")["id"]
        assert ann.refused("GET", f"tables/{table}/hint") == "not_your_turn"
        ann.post(f"tables/{table}/start")
        with ann.sit(table) as seat:
            legal = {action["text"] for action in seat.update(1)["own"]["legal"]}  # the bot has chosen
        found = ann.get(f"tables/{table}/hint")
        assert 1 <= len(found["hints"]) <= 3
        for hint in found["hints"]:
            assert hint["action"] in legal
            assert abs(sum(hint["win"]) - 1) < 1e-6
            assert hint["says"]["en"] != hint["says"]["fr"]
        assert found["hints"][0]["win"][0] == max(hint["win"][0] for hint in found["hints"])
        assert ann.get(f"tables/{table}/hint") == found


def test_nobody_gets_a_hint_in_a_game_between_people(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url) as ann, Person(server.url, "Bob") as bob:
        here = ann.table("usa", "you you bot:easy")["id"]
        ann.post(f"tables/{here}/start")
        assert ann.refused("GET", f"tables/{here}/hint") == "not_allowed"
        table = ann.table("usa", "you open bot:easy", public=True)["id"]
        bob.post(f"tables/{table}/join", promise="0" * 64)
        ann.post(f"tables/{table}/start")
        for person in (ann, bob):
            assert person.refused("GET", f"tables/{table}/hint") == "not_allowed"
        bob.post(f"tables/{table}/leave")
        assert ann.refused("GET", f"tables/{table}/hint") == "not_allowed"
        assert bob.refused("GET", f"tables/{table}/hint") == "not_your_seat"
