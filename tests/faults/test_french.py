"""No French text stands in Python: codes travel, the page says them, and names stand in TOML files."""

import ast
import re

from tests.faults.test_texts import SOURCES, parsed

COMMON = frozenset(
    {
        *("à", "au", "aux", "avec", "ce", "ces", "cette", "dans", "de", "des", "du", "elle", "est", "et", "il", "jeu"),
        *(
            "joueur",
            "la",
            "le",
            "les",
            "mieux",
            "ne",
            "partie",
            "pour",
            "que",
            "qui",
            "sa",
            "ses",
            "sont",
            "sur",
            "tour",
        ),
        *("un", "une", "vaut", "votre", "vous"),
    }
)  # none of them is an English word that texts use


def is_french(text: str) -> bool:
    """Whether a text of several words has an accent, or two of the words that French sentences are made of."""
    words = set(re.findall(r"[a-zà-ÿœ]+", re.sub(r"\{[^}]*\}", " ", text).lower())) - {"éclisse"}
    return len(words) > 1 and (any(not word.isascii() for word in words) or len(words & COMMON) > 1)


def test_no_string_of_the_sources_is_french() -> None:
    found = {
        f"{path.relative_to(SOURCES)}:{node.lineno}": node.value
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_french(node.value)
    }
    assert found == {}


def test_french_is_known_when_it_is_seen() -> None:
    french = (
        "un ancien joueur",
        "Revoyez la partie coup par coup.",
        "il ne reste pas d’autre chemin pour {ticket}",
        "laisser les entrepôts",
    )
    assert all(map(is_french, french))
    assert not is_french("The style of de Mesentier Silva, AI-based playtesting")
