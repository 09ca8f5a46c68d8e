"""Words of a game: every client has them in brackets, no text beside them, and French has one word for one act."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from eclisse.analysis.words import ACTIONS, REASONS
from eclisse.catalogue.find import builtin_games
from eclisse.fault_texts import TEXTS
from eclisse.terminal.play import HELP
from eclisse.vocabulary import ALL, BRACKET, worded

PAGE = Path(__file__).parents[2] / "web" / "src" / "i18n"
USUAL = {
    "en": re.compile(r"wagon card|locomotive|\btrains?\b(?! of thought)|\bsubways?\b|\btrams?\b", re.IGNORECASE),
    "fr": re.compile(r"carte wagon|locomotive|\bwagons?\b|\bmétros?\b|\btram(way)?s?\b", re.IGNORECASE),
}


def leaves(value: Any) -> list[str]:
    """All texts of a nest of them."""
    if isinstance(value, str):
        return [value]
    return [text for one in (value.values() if isinstance(value, dict) else value) for text in leaves(one)]


def texts(language: str) -> list[str]:
    """All texts of the page and, in English, of the terminal."""
    page = [leaves(json.loads(path.read_text("utf-8"))) for path in sorted(PAGE.glob(f"*.{language}.json"))]
    terminal = [*REASONS.values(), *ACTIONS.values(), *(TEXTS[code] for code in PLAYED), HELP]
    return [text for file in page for text in file] + (terminal if language == "en" else [])


# Faults of decisions and positions; those of files name the keys of the files.
PLAYED = [code for code in TEXTS if re.search(r"locomotive-as|few-loco|no-loco|flush|two-colours|trains|subways", code)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_word_that_a_game_may_name_stands_in_brackets(language: str) -> None:
    bare = [text for text in texts(language) if USUAL[language].search(re.sub(r"\{\w+", "", BRACKET.sub("", text)))]
    assert bare == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_bracket_has_a_form_that_games_can_name(language: str) -> None:
    used = {form[:1].lower() + form[1:] for text in texts(language) for form in BRACKET.findall(text)}
    assert used - ALL[language] == set()


def test_berlin_has_its_own_words_and_the_others_the_usual_ones() -> None:
    words = builtin_games()["berlin"].words
    assert worded("Take [a locomotive] with [trains] and [wagon cards]", words) == (
        "Take a bicycle with trams and transport cards"
    )
    assert worded("[Une locomotive], des [wagons], des [cartes wagon]", words, "fr") == (
        "Un vélo, des trams, des cartes transport"
    )
    assert {name for name, spec in builtin_games().items() if spec.words} == {"berlin"}


def test_french_has_one_word_for_one_act() -> None:
    """One takes (prendre) a face-up card or a route, and draws (piocher) from a deck; nobody pulls (tirer)."""
    dropped = re.compile(
        r"\btir(e|ez|er|ée?s?)\b(?! au sort)|\b(pren|pris)\w* (\S+ ){0,3}destinations?\b", re.IGNORECASE
    )
    games = [text.fr for spec in builtin_games().values() for text in (spec.name, spec.about, *spec.tips)]
    assert [text for text in (*games, *texts("fr")) if dropped.search(text)] == []


def test_every_ticket_of_a_game_with_big_cities_leads_to_one() -> None:
    for spec in builtin_games().values():
        if spec.big_cities:
            named = {end for ticket in spec.tickets for end in ticket.ends}
            assert all(set(ticket.ends) & set(spec.big_cities) for ticket in spec.tickets)
            assert set(spec.big_cities) <= named
