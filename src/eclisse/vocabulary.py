"""A game's own names for its cards and pieces.

A text has the usual word in brackets, `a face-up [locomotive]`, in the form it needs; a game with words of its own
says it with those. What stands beside a bracket must not depend on the gender of the word.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Forms = Mapping[str, str]
"""The forms of the usual words, and what a game says instead."""
Vocabulary = Mapping[str, Forms]
"""By language; empty where a game has no words of its own."""

GENDERS: Final = ("m", "f")
BRACKET: Final = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True)
class Noun:
    """A word for one and for more; its gender matters in French."""

    one: str
    other: str
    gender: str = GENDERS[0]


USUAL: Final[Mapping[str, Mapping[str, Noun]]] = {
    "card": {"en": Noun("wagon card", "wagon cards"), "fr": Noun("carte wagon", "cartes wagon", "f")},
    "locomotive": {"en": Noun("locomotive", "locomotives"), "fr": Noun("locomotive", "locomotives", "f")},
    "train": {"en": Noun("train", "trains"), "fr": Noun("wagon", "wagons")},
    "subway": {"en": Noun("subway", "subways"), "fr": Noun("métro", "métros")},
}
"""The usual name of each thing, by language."""


def forms(noun: Noun, language: str) -> tuple[str, ...]:
    """The forms in which texts use a word, in the same order for every word of a language."""
    begins_open = unicodedata.normalize("NFD", noun.one)[:1].lower() in "aeiou"
    if language == "en":
        return noun.one, noun.other, f"{'an' if begins_open else 'a'} {noun.one}"
    article, de = ("une" if noun.gender == "f" else "un"), ("d’" if begins_open else "de ")
    return noun.one, noun.other, f"{article} {noun.one}", f"{de}{noun.one}", f"{de}{noun.other}"


def vocabulary(own: Mapping[str, Mapping[str, Noun]]) -> Vocabulary:
    """The forms of a game's own words, by language."""
    said: dict[str, dict[str, str]] = {"en": {}, "fr": {}} if own else {}
    for thing, nouns in own.items():
        for language, noun in nouns.items():
            usual = forms(USUAL[thing][language], language)
            said[language].update(zip(usual, forms(noun, language), strict=True))
    return said


ALL: Final = {
    language: frozenset(form for nouns in USUAL.values() for form in forms(nouns[language], language))
    for language in ("en", "fr")
}
"""Every form that may stand in brackets, by language."""


def worded(text: str, words: Vocabulary | None = None, language: str = "en") -> str:
    """A text with a game's words in place of its brackets; brackets around anything else stay."""
    own = (words or {}).get(language, {})

    def said(found: re.Match[str]) -> str:
        form = found[1]
        usual = form[:1].lower() + form[1:]
        if usual not in ALL[language]:
            return found[0]
        word = own.get(usual, usual)
        return word if form == usual else word[:1].upper() + word[1:]

    return BRACKET.sub(said, text)
