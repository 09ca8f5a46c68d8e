"""The knobs: declared once, and everything that follows from the declaration."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from eclisse.catalogue.find import builtin_games
from eclisse.catalogue.kit import open_kit
from eclisse.core.knobs import KNOBS, Choice, Knobs, Range
from eclisse.core.records import RULES
from eclisse.server.facts import game_facts
from tests.tables import BOARDS, written

DOCS = Path(__file__).parents[2] / "docs"


def test_the_documentation_has_the_table_of_the_declarations():
    """If not: `python -m tests.tables` writes it."""
    assert written(BOARDS) == BOARDS.read_text("utf-8")


def test_every_clause_of_a_knob_is_one_of_the_rules():
    clauses = set(re.findall(r"\*\*([A-Z-]+)\*\*", (DOCS / "rules.md").read_text("utf-8")))
    assert {knob.clause for knob in KNOBS} - clauses == {""}
    assert [knob.name for knob in KNOBS if not knob.clause] == ["min_seats", "max_seats"]


def test_the_record_has_a_field_for_each_knob():
    assert RULES.names == tuple(field.name for field in fields(Knobs))


@pytest.mark.parametrize("game", builtin_games())
def test_the_record_and_the_server_have_the_values_of_the_file(game):
    kit, told = open_kit(game, []), game_facts(game, []).model_dump()["rules"]
    for knob in KNOBS:
        value: Any = getattr(kit.spec.knobs, knob.name)
        assert kit.rules[knob.name].tolist() == (list(map(list, value)) if knob.name == "points" else _plain(value))
        if isinstance(knob.values, Choice):
            assert told[knob.name] == knob.values.names[value]
        elif isinstance(knob.values, Range):
            assert told[knob.name] == value


def _plain(value: Any) -> Any:
    """A tuple as a list."""
    return list(value) if isinstance(value, tuple) else value
