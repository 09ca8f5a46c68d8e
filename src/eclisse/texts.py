"""The few texts in both languages that the page cannot say, from texts.toml; the page has all others."""

import tomllib
from functools import cache
from pathlib import Path


@cache
def texts() -> dict[str, dict[str, str]]:
    """Each text by its key, then by language."""
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
