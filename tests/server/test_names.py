"""Names can be read and told apart."""

import pytest

from eclisse.faults import Faulty
from eclisse.server.account import NewPlayer
from eclisse.server.messages import flaw, plain, unlike
from tests.server.people import Person
from tests.server.serving import serving

GOOD = [
    "Ann",
    "Zoë",
    "Nguyễn Thị Ánh",
    "Ольга",
    "Μαρία",
    "さくらサクラ桜",
    "김민준",
    "محمّد",
    "שָׁלוֹם",
    "नमस्ते",
    "👩‍🚀 Ann",
    "R2D2",
]
BAD = {
    "Аnn": "name-mixed",
    "Аnna": "name-mixed",
    "Οlga": "name-mixed",
    "Z̷͎̈́a": "name-marks",
    "a" + "\u0301" * 4: "name-marks",
}


@pytest.mark.parametrize("name", GOOD)
def test_names_of_all_languages_are_good(name: str) -> None:
    assert flaw(name) is None


@pytest.mark.parametrize("name", BAD)
def test_towers_of_marks_and_mixed_alphabets_are_refused(name: str) -> None:
    wrong = flaw(name)
    assert wrong is not None
    assert wrong.code == BAD[name]


@pytest.mark.parametrize(
    "name", ["An\u034fn", "Ann\ufe0f", "An\u200dn", "An\u200cn", "Ann\U000e0101", "A\u0301\u200d😀"]
)
def test_what_cannot_be_seen_is_no_part_of_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="visible"):
        NewPlayer(name=name)


@pytest.mark.parametrize("name", [*GOOD, "❤️ Ann", "🏳️‍🌈"])
def test_names_of_all_languages_are_taken(name: str) -> None:
    assert NewPlayer(name=name).name == name
    assert plain(name) == name


def test_chat_has_no_towers_and_nothing_unseen() -> None:
    with pytest.raises(Faulty, match="marks"):
        plain("Z" + "\u0335" * 40)
    assert plain("one\u034ftwo\u200dthree\u2066four 1\ufe0f\u20e3 👩\u200d🚀") == "onetwo three four 1\u20e3 👩\u200d🚀"


@pytest.mark.parametrize("other", ["ANN", "Ann ", "Ànn", "Аnn", "𝐀nn", "A.n.n"])
def test_a_name_that_looks_like_another_gets_a_number(other: str) -> None:
    assert unlike(other, ["Ann", None]) == f"{other} 2"
    assert unlike("Ann", ["Bob", None]) == "Ann"
    assert unlike("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    assert unlike("paypal", ["pаypаl"]) == "paypal 2"
    assert unlike("modern", ["modem"]) == "modern 2"


def test_nobody_at_a_table_can_be_mistaken_for_another(sqlite: str) -> None:
    with serving(sqlite) as server, Person(server.url, "Ann") as ann, Person(server.url, "ann") as eve:
        assert ann.refused("PATCH", "players/me", {"name": "Аnn"}) == "malformed"
        table = ann.table("usa", "you open", public=True)["id"]
        with eve.sit(table) as watching:
            watching.send(type="say", text="Z" + "\u0335" * 40)
            assert watching.refusal() == "malformed"
            watching.send(type="say", text="I am Ann")
            assert watching.until(lambda m: m["type"] == "chat")["lines"][0]["name"] == "ann 2"
        assert [seat["name"] for seat in eve.post(f"tables/{table}/join")["seats"]] == ["Ann", "ann 2"]
