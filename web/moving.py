"""The moving picture of the README, one turn at a table of two: PYTHONPATH=. python web/moving.py FILE.webp.

Ada claims a route in a real browser, and Grace, who is a program, answers. Needs the built client (`make web`) and a
Chromium, as web/screenshots.py does.
"""

import io
import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

from eclisse import Game
from tests.server.people import Person
from tests.server.serving import serving
from tests.web.chromium import launch
from tests.web.games import bot_game

SIZE: Final = (1120, 680)
WIDE: Final = 900  # pixels of the picture, for a page that is read and not played
EVERY: Final = 120  # milliseconds between two frames while something moves
LONG: Final = 1400  # milliseconds that a frame stays which is to be read
QUALITY: Final = 62
GAME, SEED, LEAST = "europe", 3, 90


class Film:
    """Frames, and how long each is shown."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[Image.Image] = []
        self._times: list[int] = []

    def shoot(self, time: int = EVERY) -> None:
        """One frame; the same picture again only makes the last one longer."""
        picture = Image.open(io.BytesIO(self._page.screenshot())).convert("RGB")
        small = picture.resize((WIDE, WIDE * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS)
        if self._frames and small.tobytes() == self._frames[-1].tobytes():
            self._times[-1] += time
        else:
            self._frames.append(small)
            self._times.append(time)

    def run(self, frames: int) -> None:
        """So many frames, at an even pace."""
        for _ in range(frames):
            self._page.wait_for_timeout(EVERY / 2)
            self.shoot()

    def click(self, what: Locator) -> None:
        """Go there, wait a moment, and click."""
        what.hover()
        self.shoot(500)
        what.click()
        self.run(3)

    def save(self, path: Path) -> None:
        """All frames, again and again."""
        first, *others = self._frames
        first.save(path, save_all=True, append_images=others, duration=self._times, loop=0, quality=QUALITY, method=6)


def moment() -> tuple[Game, list[tuple[int, Any]]]:
    """A game in which the first seat claims a route next, and how it goes on until its next turn."""
    whole = bot_game(GAME, 2, SEED)
    game = bot_game(GAME, 2, SEED, until=0)
    for place, (seat, action) in enumerate(whole.actions):
        if place >= LEAST and seat == 0 and str(action).startswith("claim"):
            return game, whole.actions[place:]
        game.play(seat, action)
    raise ValueError("nobody claims anything")


def main(path: Path) -> None:
    """Take the picture."""
    game, rest = moment()
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(serving(f"sqlite:///{home}/eclisse.db"))
        people = [stack.enter_context(Person(server.url, name)) for name in ("Ada", "Grace")]
        made = people[0].table(GAME, "you open", seed=game.record()["key"])
        people[1].post(f"tables/{made['id']}/join", invite=made["invite"])
        people[0].post(f"tables/{made['id']}/start")
        seats = [stack.enter_context(person.sit(made["id"])) for person in people]
        number = min(seat.update()["number"] for seat in seats)
        for seat, action in game.actions:
            seats[seat].decide(number, str(action))
            number = min(seat.update(number + 1)["number"] for seat in seats)
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        context.add_cookies([{"name": "eclisse", "value": people[0].http.cookies["eclisse"], "url": server.url}])
        prefs = {"language": "en", "theme": "light", "sound": False, "pace": "normal"}
        store = json.dumps({"eclisse.prefs": json.dumps(prefs), "eclisse.tips": json.dumps({"first-tickets": 1})})
        context.add_init_script(f"Object.entries({store}).forEach(([k, v]) => localStorage.setItem(k, v))")
        page = context.new_page()
        page.goto(f"{server.url}/t/{made['id']}")
        page.locator("[data-route][role=button]").first.wait_for(state="attached")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(1500)
        film = Film(page)
        film.shoot(LONG)
        act(page, film, rest)
        answer(seats[1], rest, film)
        film.shoot(LONG)
        film.save(path)


def act(page: Page, film: Film, rest: list[tuple[int, Any]]) -> None:
    """Ada claims her route."""
    route = str(rest[0][1]).removeprefix("claim ")
    film.click(page.locator(f"[data-route='{route}']"))
    film.shoot(LONG)
    way = page.locator("[data-confirm] [data-option]").first
    film.click(way)
    film.run(8)


def answer(seat: Any, rest: list[tuple[int, Any]], film: Film) -> None:
    """Grace takes her turn."""
    number = seat.until(lambda message: message["type"] == "update" and message["own"]["legal"])["number"]
    for _, action in [one for one in rest if one[0] == 1][:2]:
        seat.decide(number, str(action))
        number = seat.update(number + 1)["number"]
        film.run(6)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("One argument is needed: the file of the picture.")
    main(Path(sys.argv[1]))
