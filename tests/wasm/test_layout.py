"""The files generated for TypeScript say where everything lies, and what it is called."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eclisse.bots.learned.weights import load_brain
from eclisse.browser import layout
from eclisse.browser.build import halves
from eclisse.browser.exports import EXPORTS
from eclisse.browser.games import kits, pack
from eclisse.catalogue.find import builtin_games, modules_for
from eclisse.core.actions import KIND_NAMES, N_ACTIONS
from eclisse.core.records import BOARD, RULES


def generated() -> dict[str, Any]:
    """The constants of the generated file."""
    lines = [line for line in "\n".join(layout.source(b"")).splitlines() if line.startswith("export const")]
    parts = [line.removeprefix("export const ").removesuffix(" as const").split(" = ", 1) for line in lines]
    return {name: json.loads(value) for name, value in parts}


@pytest.mark.parametrize("name", layout.RECORDS)
def test_every_field_lies_where_the_record_has_it(name: str) -> None:
    """A record full of different bytes, read by what was generated."""
    dtype, made = layout.RECORDS[name], generated()[name]
    data = (np.arange(dtype.itemsize) % 251).astype(np.uint8).tobytes()
    (record,) = np.frombuffer(data, dtype)
    assert made["size"] == dtype.itemsize
    assert list(made["fields"]) == [field for field in dtype.names or () if not dtype[field].base.names]
    for field, place in made["fields"].items():
        n = int(np.prod(place["shape"], dtype=int))
        found = np.frombuffer(data, place["type"], n, place["at"]).reshape(place["shape"])
        assert np.array_equal(found, record[field]), field


def test_numbers_and_names_of_the_core_are_there() -> None:
    made = generated()
    assert made["actions"]["N_ACTIONS"] == N_ACTIONS
    assert made["actions"]["KIND_NAMES"] == {str(kind): name for kind, name in KIND_NAMES.items()}
    assert made["codes"]["PHASE_NAMES"][made["codes"]["OVER"]] == "over"
    assert made["limits"]["MAX_SEATS"] == 5
    assert not any(name.startswith("MAX_") for name in made["actions"])  # what a table imports stands in its own place


def test_exports_are_declared_with_what_they_take() -> None:
    made = {export.name: layout.declared(export) for export in EXPORTS}
    assert made["siphash"] == "siphash(k0: bigint, k1: bigint, message: bigint): bigint"
    assert made["deal"].endswith("n_seats: number, key: number): void")
    assert "key_0: bigint, key_1: bigint, n: number, logs: number, n_logs: number): number" in made["play_on"]


def test_all_games_with_all_modules_are_packed() -> None:
    data, text = pack()
    index = json.loads(text)
    rows = {(row["game"], tuple(row["modules"])): row for row in index["games"]}
    assert {game for game, _ in rows} == set(builtin_games())
    for game, spec in builtin_games().items():
        assert (game, tuple(sorted(modules_for(spec)))) in rows
    for kit in kits():
        row = rows[kit.spec.id, kit.modules]
        assert data[row["board"] : row["board"] + BOARD.itemsize] == kit.board_row.tobytes()
        assert data[row["rules"] : row["rules"] + RULES.itemsize] == kit.rules_row.tobytes()
        assert tuple(index["names"][row["names"]]["routes"]) == kit.names.routes
        assert tuple(index["names"][row["names"]]["tickets"]) == kit.names.tickets


def test_nothing_is_lost_of_the_weights() -> None:
    whole = np.frombuffer(halves(), np.float16).astype(np.float32)
    assert whole.tobytes() == load_brain().weights.tobytes()


def test_the_same_is_generated_again(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        layout.main(tmp_path / folder)
    files = [{path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()} for folder in ("one", "other")]
    assert files[0] == files[1]
    assert set(files[0]) == {"layout.ts", "games.bin", "games.json"}
