"""Bad input: one message on standard error, exit code 2, nothing on standard output."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

RECORD: dict[str, Any] = {
    "game": "usa", "seats": ["a", "b"], "key": "0" * 32, "actions": [[0, "keep 1 2"], [1, "keep 1 2"]],
}  # fmt: skip

COMMANDS = [
    (["simulate", "nowhere"], 'there is no game "nowhere"'),
    (["simulate", "usa", "--bots", "genius"], 'there is no bot "genius"'),
    (["simulate", "usa", "--bots", "random,random,random"], "3 bots for 2 seats"),
    (["simulate", "usa", "--seats", "9"], "2 to 5 seats"),
    (["simulate", "usa", "--modules", "wings"], 'there is no module "wings"'),
    (["simulate", "usa", "--modules", "max"], "does not go with"),
    (["simulate", "usa", "--seed", "minus one"], "expected a seed"),
    (["simulate", "usa", "--games", "0"], "--games"),
    (["simulate", "no-such.toml"], "no such file"),
    (["play", "switzerland", "--seats", "4"], "2 to 3 seats"),
    (["play", "usa", "--bots", "genius"], 'there is no bot "genius"'),
    (["play", "usa", "--seats", "4", "--bots", "random,random"], "2 bots for 3 seats"),
    (["score", "no-such.json"], "No such file"),
    (["score", "."], "cannot be read"),
    (["check-board", "no-such.toml"], "no such file"),
    (["replay"], "Missing argument"),
    (["fly"], "No such command"),
]

POSITIONS = [
    ("", "line 1"),
    ('{"game": "usa",\n "seats": }', "line 2"),
    ("[]", "JSON object"),
    ("[" * 100000, "nested too deeply"),
    ('{"game": "usa"}', 'the key "seats" is missing'),
    ('{"game": "usa", "seats": 7}', "2 to 5 seats"),
    ('{"game": "usa", "seats": 2, "routes": {"rome": 0}, "market": ["mauve"]}', 'no route "rome"'),
    ('{"game": "usa", "seats": 2, "routes": {"rome": 0}, "market": ["mauve"]}', 'no card "mauve"'),
    ('{"game": "usa", "seats": 2, "modules": 3}', "modules"),
    ('{"game": "usa", "seats": 2, "hands": [{"red": 99}, {}]}', "too many"),
]

RECORDS: list[tuple[Any, str]] = [
    ({**RECORD, "actions": [[0, "keep 1 2"], [1, "draw"]]}, "actions[1]"),
    ({**RECORD, "actions": [[0, "keep 1 2"], "draw"]}, "actions[1]"),
    ({**RECORD, "actions": [[7, "keep 1 2"]]}, "expected a seat from 0 to 1, not 7"),
    ({**RECORD, "actions": 5}, "actions: expected a list of decisions"),
    ({**RECORD, "key": "xyz"}, "32 hexadecimal digits"),
    ({**RECORD, "game": "mars"}, 'there is no game "mars"'),
    ({**RECORD, "modules": 5}, "modules: expected a list"),
    ({**RECORD, "seats": ["a"]}, "2 to 5 seats"),
    ({**RECORD, "result": {"winners": [0]}}, "result"),
    ({"game": "usa"}, 'the key "actions" is missing'),
    ([], "JSON object"),
]


def refused(done: Any, message: str) -> None:
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert done.stdout == ""


@pytest.mark.parametrize(("arguments", "message"), COMMANDS)
def test_a_bad_command_is_refused(run_here: Run, arguments: list[str], message: str) -> None:
    refused(run_here(*arguments), message)


@pytest.mark.parametrize(("text", "message"), POSITIONS)
def test_a_bad_position_is_refused(run_here: Run, text: str, message: str) -> None:
    refused(run_here("score", "-", "--json", text=text), message)


@pytest.mark.parametrize(("record", "message"), RECORDS)
def test_a_bad_record_is_refused(run_here: Run, record: Any, message: str) -> None:
    refused(run_here("replay", "-", text=json.dumps(record)), message)


def test_text_that_is_not_utf8_is_refused(run_here: Run, tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"game":\n "\xe9"}')
    refused(run_here("legal", "latin.json"), "line 2 is not UTF-8")
    refused(run_here("replay", "latin.json"), "line 2 is not UTF-8")


def test_a_seat_that_is_not_there_is_refused(run_here: Run) -> None:
    done = run_here("legal", "-", "--seat", "2", text='{"game": "usa", "seats": 2}')
    refused(done, "expected a seat from 0 to 1, not 2")


def test_files_without_end_and_numbers_without_end_get_one_sentence(run_here: Run) -> None:
    refused(run_here("score", "/dev/zero"), "the file is too large")
    digits = "9" * 5000
    refused(run_here("score", "-", text=f'{{"game": "usa", "seats": 2, "turns": {digits}}}'), "a number of 5000 digits")


def test_a_key_that_stands_twice_is_refused(run_here: Run) -> None:
    refused(run_here("legal", "-", text='{"game": "usa", "seats": 2, "seats": 3}'), 'the key "seats" appears twice')


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_have_is_refused(run_here: Run, word: str) -> None:
    record = json.dumps(RECORD)[:-1] + f', "table": {word}}}'
    refused(run_here("replay", "-", text=record), f"this is not valid JSON: {word} is not a number")


def test_a_search_without_its_budget_is_refused(run_here: Run) -> None:
    refused(run_here("simulate", "usa", "--bots", "search@", "--games", "1"), '"search@" has no budget')
