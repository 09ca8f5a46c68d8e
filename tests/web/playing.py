"""How tests sit down and play in a browser, at random but by a seed."""

import json
import os
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

DRIVE = (Path(__file__).parent / "drive.js").read_text(encoding="utf-8")
BOARDS = ("berlin", "europe", "india", "switzerland", "usa")
SEED = int(os.environ.get("SEED") or time.time())


def prefs(**chosen: Any) -> dict[str, str]:
    """A browser's storage: nothing moves or waits, English, nothing asked twice, unless said otherwise."""
    plain = {"language": "en", "motion": False, "sound": False, "confirm": False, "pace": "instant"}
    return {"eclisse.prefs": json.dumps({**plain, **chosen})}


def sit_down(page: Page, game: str, modules: tuple[str, ...] = (), other: str = "easy") -> None:
    """From the first page to a table with one bot; the deal follows from the seed."""
    page.locator(f"[data-game={game}]").click()
    for module in modules:
        page.locator(f"[data-module={module}]").check()
    page.locator("[data-seat='1']").select_option(other)
    page.locator("dialog summary").click()
    page.locator(".seed input").fill(str(SEED))
    page.locator("[data-create]").click()


def drive(page: Page, **how: Any) -> dict[str, Any]:
    """Play by clicking at random; the seed is printed, and pytest shows it when a test fails."""
    page.locator("[data-number]").wait_for()
    print(f"the clicks follow from SEED={SEED}")
    answer: dict[str, Any] = page.evaluate(f"how => ({DRIVE})(how)", {"seed": SEED, **how})
    assert answer["why"] != "late", answer
    return answer
