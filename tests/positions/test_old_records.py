"""Older records and positions are still read."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from eclisse import Game, InvalidRecord, events
from eclisse.core.codes import END_NAMES
from eclisse.result import DECIDED_BY, OLD_WORDS, in_new_words
from eclisse.server.messages import events as messages
from eclisse.server.messages import protocol

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))


def read(path: Path) -> Any:
    """A record as it was written."""
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_replays_to_its_result(path: Path) -> None:
    record = read(path)
    assert record["result"]["ended"] == "last round played"
    game = Game.replay(record)
    assert game.over
    assert game.result.to_dict()["ended"] == "last-round-played"
    assert Game.replay(game.record()).result.to_dict() == game.result.to_dict()


def test_there_are_three_old_records_one_with_modules_and_one_from_a_position() -> None:
    records = [read(path) for path in RECORDS]
    assert len(records) == 3
    assert [bool(record["modules"]) for record in records].count(True) == 1
    assert [record["position"]["ended"] for record in records if "position" in record] == [0]


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
    union = get_args(get_args(messages.Event)[0])
    kinds = [get_args(member.model_fields["kind"].annotation)[0] for member in union]
    assert sorted(kinds) == sorted(get_args(events.Kind))
    sheet = protocol.Sheet.model_fields
    assert get_args(sheet["decided_by"].annotation) == DECIDED_BY
    assert get_args(sheet["ended"].annotation) == END_NAMES
    assert all(word == word.lower() and " " not in word for word in (*kinds, *DECIDED_BY, *END_NAMES))
