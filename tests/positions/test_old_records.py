"""Older records and positions are still read."""

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from eclisse import Game, InvalidRecord, games, shapes
from eclisse.catalogue.find import todays_modules
from eclisse.core.codes import END_NAMES
from eclisse.game import RULES
from eclisse.result import DECIDED_BY, OLD_WORDS, in_new_words
from tests.refusing import refused

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))


def read(path: Path) -> Any:
    """A record as it was written."""
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_replays_to_its_result(path: Path) -> None:
    record = read(path)
    game = Game.replay(record)
    assert game.over
    assert game.result.to_dict() == in_new_words(record["result"])
    assert Game.replay(game.record()).result.to_dict() == game.result.to_dict()


def test_old_records_are_of_every_kind() -> None:
    records = [read(path) for path in RECORDS]
    assert not any("rules" in record for record in records)
    assert [record["position"]["ended"] for record in records if "position" in record] == [0]
    assert {record["result"]["ended"] for record in records} == {"last round played", "last-round-played"}
    assert {tuple(record["modules"]) for record in records if record["game"] == "usa"} == {(), ("revised",)}
    assert sum("warehouses" in record["modules"] for record in records) >= 2


@pytest.mark.parametrize("name", ["berlin-warehouses", "europe-warehouses", "usa-four"])
def test_an_old_record_is_not_read_by_the_rules_of_today(name: str) -> None:
    """It names no edition of the rules; the same decisions under those of today fail or lead elsewhere."""
    record = next(read(path) for path in RECORDS if path.stem == name)
    with pytest.raises(InvalidRecord):
        Game.replay({**record, "rules": RULES})


@pytest.mark.parametrize(("then", "now"), [([], ["classic", "first-edition"]), (["revised"], ["first-edition"])])
def test_the_values_of_an_old_game_of_the_usa_are_those_it_was_played_with(then: list[str], now: list[str]) -> None:
    record = {**Game.new("usa", seed=1).record(), "modules": then}
    del record["rules"]
    assert list(Game.replay(record).kit.modules) == now


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (["classic", "first-edition", "warehouses"], ("warehouses",)),
        (["first-edition"], ()),
        (["warehouses", "classic"], ("classic", "warehouses")),
    ],
)
def test_a_new_game_like_an_old_one_is_played_by_the_rules_of_today(then: list[str], now: tuple[str, ...]) -> None:
    """Nobody chose the values of old: there were no others."""
    assert todays_modules(then) == now


def test_a_record_of_rules_to_come_is_refused() -> None:
    with refused("rules-expected", InvalidRecord):
        Game.replay({**Game.new("usa", seed=1).record(), "rules": RULES + 1})


def test_new_games_are_not_offered_the_first_edition() -> None:
    assert not any("first-edition" in row["modules"] for row in games())


def test_a_wrong_result_of_an_old_record_is_refused() -> None:
    record = read(RECORDS[0])
    record["result"]["ended"] = "everybody passed"
    with pytest.raises(InvalidRecord):
        Game.replay(record)


def test_old_words_have_new_ones() -> None:
    assert set(OLD_WORDS.values()) == {*DECIDED_BY, *END_NAMES} - {"points", "shared", "not-ended"}
    assert in_new_words({"decided_by": "fewest stations built", "ended": "x"})["decided_by"] == "fewest-stations"


@pytest.mark.parametrize("ended", [2, "everybody-passed"])
def test_how_a_game_ended_is_read_by_number_and_by_name(ended: int | str) -> None:
    game = Game.from_position({"game": "usa", "seats": 2, "phase": "over", "ended": ended})
    assert game.position()["ended"] == "everybody-passed"


def test_messages_know_every_event_and_outcome() -> None:
    made = {one for one in vars(shapes).values() if isinstance(one, type) and issubclass(one, shapes.Happening)}
    assert made - {shapes.Happening, shapes.SecretDecision} == set(get_args(get_args(shapes.Event)[0]))
    kinds = [kind for one in get_args(get_args(shapes.Event)[0]) for kind in shapes.kinds_of(one)]
    sheet = get_type_hints(shapes.Sheet)
    assert get_args(sheet["decided_by"]) == DECIDED_BY
    assert get_args(sheet["ended"]) == END_NAMES
    assert all(word == word.lower() and " " not in word for word in (*kinds, *DECIDED_BY, *END_NAMES))
