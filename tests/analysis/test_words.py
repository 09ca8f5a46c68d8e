"""The coach's words: every reason and decision has its text in English and, for the page, in both languages."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from eclisse import Game
from eclisse.analysis.ideas import Idea
from eclisse.analysis.reasons import Reason
from eclisse.analysis.words import ACTIONS, REASONS, TEXTS, Speaker
from eclisse.core.actions import KIND_NAMES
from eclisse.notation import Action, Payment

PAGE = Path(__file__).parents[2] / "web" / "src" / "i18n"
SPEAKER = Speaker(Game.new("usa", 2, 1).kit.spec, ("Ada", "Basile"))


def names_in(text: str) -> set[str]:
    """The parameters that a text names, also inside the form of another."""
    return set(re.findall(r"\{(\w+)", text))


def of_page(file: str, language: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PAGE / f"{file}.{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_and_decision_has_its_text_on_the_page(language: str) -> None:
    assert set(of_page("reasons", language)) == set(REASONS)
    assert set(of_page("decisions", language)) == {*KIND_NAMES.values(), "keep-none"}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_text_of_the_page_names_only_what_its_reason_gives(language: str) -> None:
    for code, text in of_page("reasons", language).items():
        given = names_in(REASONS[code])
        made = {"n", *(["cards"] if "colour" in given else [])}  # the number a text agrees with; cards of a colour
        assert names_in(json.dumps(text)) - made <= given, code


def test_every_idea_has_its_english() -> None:
    assert {f"idea-{idea}" for idea in get_args(Idea)} == {key for key in TEXTS if key.startswith("idea-")}


def test_every_decision_has_its_english() -> None:
    assert set(ACTIONS) == set(KIND_NAMES.values())


def test_a_decision_is_told_by_what_it_is_about() -> None:
    said = {
        "taking an orange card": Action(0, "take", colour="orange"),
        "taking a red card": Action(0, "take", colour="red"),
        "taking a locomotive": Action(0, "take", colour="locomotive"),
        "keeping Boston – Miami and Denver – El Paso": Action(0, "keep", places=(0, 2)),
        "keeping no ticket": Action(0, "keep", places=()),
        "emptying the warehouse of Basile": Action(0, "collect", seat=1),
        "paying 2 red and 1 locomotive": Action(0, "pay", payment=Payment("red", 2, 1)),
        "paying 3 locomotives": Action(0, "pay", payment=Payment(None, 0, 3)),
    }
    offer = ("boston--miami", "calgary--phoenix", "denver--el-paso")
    assert [SPEAKER.action(action, offer) for action in said.values()] == list(said)


def test_a_game_says_its_own_words() -> None:
    speaker = Speaker(Game.new("berlin", 2, 1).kit.spec, ("Ada", "Basile"))
    assert speaker.action(Action(0, "take", colour="locomotive")) == "taking a bicycle"
    assert speaker.reason(Reason("spares-locomotives", {"n": 2})) == "it spares 2 bicycles"


def test_a_reason_agrees_with_its_number() -> None:
    values = {"route": "boston--new-york", "ticket": "boston--miami", "colour": "red"}
    one, two = (SPEAKER.reason(Reason("card-for", {"lacking": n, **values})) for n in (1, 2))
    assert one == "then Boston – New York lacks only 1 more red card, for Boston – Miami"
    assert two == "then Boston – New York lacks only 2 more red cards, for Boston – Miami"
    said = SPEAKER.because("later", [Reason("taken-later", {"route": "boston--new-york", "seat": 1, "turns": 1})])
    assert said == "In hindsight: Basile took Boston – New York 1 turn later."
    assert SPEAKER.because("later", []) == ""
