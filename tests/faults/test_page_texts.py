"""The page has a text in each of its languages for every fault that can reach it, made of what the fault gives."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eclisse.core.reasons import REASONS
from eclisse.fault_texts import ONLINE, names_in
from tests.faults.test_texts import calls

TEXTS = Path(__file__).parents[2] / "web" / "src" / "i18n"
MADE = {"nearest", "given"}  # made of `nearest` and `value`, where these are given
OF_COLOUR = {"card", "cards"}  # made of `colour` and a number


def page(language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((TEXTS / f"faults.{language}.json").read_text("utf-8"))
    return found


def given(code: str) -> set[str]:
    """The parameters that every fault of a code has."""
    sites = [{keyword.arg for keyword in node.keywords if keyword.arg} for _, made, node in calls() if made == code]
    sites += [set(REASONS[code])] if code in REASONS else []
    return set.intersection(*sites) if sites else names_in(ONLINE[code])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_fault_that_can_reach_the_page_has_its_text_there(language: str) -> None:
    assert sorted(set(ONLINE) - set(page(language))) == []
    assert sorted(set(page(language)) - set(ONLINE)) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_of_the_page_names_only_what_the_fault_gives(language: str) -> None:
    wrong = {}
    for code, text in page(language).items():
        names = set(re.findall(r"\{(\w+)\}", json.dumps(text)))
        known = given(code) | names_in(ONLINE[code])
        allowed = known | MADE | (OF_COLOUR if "colour" in known else set())
        if names - allowed:
            wrong[code] = sorted(names - allowed)
    assert wrong == {}
