"""Pictures of all boards and pages, on a desktop and on a phone: PYTHONPATH=. python web/screenshots.py FOLDER.

A real server plays real games; bots have played them beforehand. Needs the built client (`make web`; ECLISSE_WEB_OUT
says where to) and a Chromium: CHROMIUM names one, else the system's is used, else playwright's own.
"""

import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from eclisse import Game
from eclisse.server import app
from tests.server.people import Person
from tests.server.serving import serving
from tests.web.chromium import launch
from tests.web.games import bot_game, enter, form_of

BOARDS: Final = ("usa", "europe", "switzerland", "india", "berlin")
DESKTOP, PHONE = (1280, 800), (390, 780)
QUALITY: Final = 85


@dataclass(frozen=True)
class Shot:
    """One picture: a page, how it is looked at, and what is clicked before."""

    name: str
    path: str
    size: tuple[int, int] = DESKTOP
    theme: str = "light"
    language: str = "en"
    clicks: tuple[str, ...] = ()
    waits: str = "[data-route], h1"


def shots(playing: str, over: str) -> Iterator[Shot]:
    """All pictures, given a table in play and one that is over."""
    for board in BOARDS:
        yield Shot(f"board-{board}", f"browse/{board}", theme="dark" if board == "berlin" else "light")
        yield Shot(f"board-{board}-phone", f"browse/{board}", PHONE)
    curtain = "[data-curtain] button"
    yield Shot("game", f"t/{playing}", clicks=(curtain,))
    yield Shot("game-dark", f"t/{playing}", theme="dark", language="fr", clicks=(curtain,))
    yield Shot("game-phone", f"t/{playing}", PHONE, clicks=(curtain,))
    yield Shot("end", f"t/{over}")
    yield Shot("end-phone", f"t/{over}", PHONE)
    yield Shot("home", "")
    yield Shot("home-phone", "", PHONE, language="fr")
    moment = f"replay/{over}?n=150"
    yield Shot("replay", moment)
    yield Shot("replay-phone", moment, PHONE)
    count = "nav button:last-child"
    yield Shot("score", "score", clicks=(count, ".lines li:nth-child(2) button"))
    yield Shot("score-phone", "score", PHONE, theme="dark", clicks=(count,))
    yield Shot("rules", "rules/india")
    yield Shot("rules-phone", "rules/europe-mega", PHONE, language="fr")


@contextmanager
def looking(browser: Browser, url: str, shot: Shot, person: Person, game: Game) -> Iterator[Page]:
    """A browser of somebody who sits at the tables and has entered a game at the score sheet."""
    width, height = shot.size
    viewport: Any = {"width": width, "height": height}
    phone = width < 600
    scale = 1.3 if phone else 1
    with browser.new_context(
        viewport=viewport, has_touch=phone, is_mobile=phone, device_scale_factor=scale, reduced_motion="reduce"
    ) as context:
        context.add_cookies([{"name": "eclisse", "value": person.http.cookies["eclisse"], "url": url}])
        prefs = {"language": shot.language, "theme": shot.theme, "sound": False, "motion": False}
        store = {"eclisse.prefs": json.dumps(prefs), "eclisse.score": json.dumps(form_of(game))}
        context.add_init_script(f"Object.entries({json.dumps(store)}).forEach(([k, v]) => localStorage.setItem(k, v))")
        page = context.new_page()
        page.on("pageerror", lambda error: sys.exit(f"The page failed: {error}"))
        page.goto(f"{url}/{shot.path}")
        yield page


def take(page: Page, shot: Shot) -> bytes:
    """The picture, once everything has come to rest."""
    page.locator(shot.waits).first.wait_for(state="attached")
    for click in shot.clicks:
        page.locator(click).first.click()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(1000)
    return page.screenshot()


def in_play(game: str, seats: int, seed: int, least: int) -> Game:
    """A game of bots in which the first seat has just come to its turn."""
    for until in range(least, least + 200):
        played = bot_game(game, seats, seed, until=until)
        if played.view(0).to_dict()["phase"] == "main" and played.to_act == (0,):
            return played
    raise ValueError("the first seat never comes to its turn")


def main(folder: Path) -> None:
    """Take all pictures."""
    app.STATIC = Path(os.environ.get("ECLISSE_WEB_OUT") or app.STATIC)  # type: ignore[misc]
    if not (app.STATIC / "index.html").is_file():
        sys.exit("The web client is not built: run `make web` first.")
    folder.mkdir(parents=True, exist_ok=True)
    over = bot_game("europe", 4, 7)
    with (
        tempfile.TemporaryDirectory() as home,
        serving(f"sqlite:///{home}/eclisse.db") as server,
        Person(server.url, "Ada") as person,
        sync_playwright() as playwright,
    ):
        tables = enter(person, in_play("europe", 4, 7, 130)), enter(person, over)
        browser = launch(playwright)
        for shot in shots(*tables):
            with looking(browser, server.url, shot, person, over) as page:
                picture = Image.open(io.BytesIO(take(page, shot)))
                picture.save(folder / f"{shot.name}.webp", quality=QUALITY, method=6)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("One argument is needed: the folder for the pictures.")
    main(Path(sys.argv[1]))
