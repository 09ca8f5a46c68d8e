"""Reading the table [words] of a game file: what the game calls its cards and pieces."""

from typing import Final

from eclisse.boards.schema import Entry
from eclisse.vocabulary import GENDERS, USUAL, Noun, Vocabulary, vocabulary

LANGUAGES: Final = ("en", "fr")
FORBIDDEN: Final = frozenset("[]{}")  # texts mean something else by these


def read_words(entry: Entry) -> Vocabulary:
    """The game's own words, in place of the usual ones."""
    entry.only(USUAL)
    return vocabulary({thing: _nouns(entry.table(thing)) for thing in USUAL if entry.has(thing)})


def _nouns(entry: Entry) -> dict[str, Noun]:
    """A word in both languages."""
    entry.only(LANGUAGES)
    return {language: _noun(entry.table(language), language) for language in LANGUAGES}


def _noun(entry: Entry, language: str) -> Noun:
    """A word in one language; French words have a gender."""
    entry.only(("one", "other", "gender") if language == "fr" else ("one", "other"))
    gender = entry.choice("gender", GENDERS) if language == "fr" else GENDERS[0]
    return Noun(_word(entry, "one"), _word(entry, "other"), gender)


def _word(entry: Entry, key: str) -> str:
    """A word, which must have no brackets."""
    word = entry.text(key)
    if FORBIDDEN & set(word):
        entry.wrong("word-expected", key)
    return word
