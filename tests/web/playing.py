"""How tests sit down and play in a browser, at random but by a seed."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from eclisse import Game
from tests.server.people import Person
from tests.server.serving import Thread
from tests.web.conftest import PAINT, WEB, Visitor
from tests.web.games import bot_game, enter

DRIVE = (Path(__file__).parent / "drive.js").read_text(encoding="utf-8")
GLYPHS = (WEB / "src/lib/board/glyphs.ts").read_text(encoding="utf-8")
BICYCLE = "".join(re.findall(r"'(M[^']+)'", GLYPHS.partition("bicycle:")[2]))
SEED = int(os.environ.get("SEED") or 1)  # always the same games, unless others are asked for


def prefs(**chosen: Any) -> dict[str, str]:
    """A browser's storage: nothing moves or waits, English, nothing asked twice, and where there is a server it has
    all games, unless said otherwise."""
    plain = {"language": "en", "motion": False, "sound": False, "confirm": False, "pace": "instant", "elsewhere": True}
    played = {"first-tickets": 1}  # not a first game: the coach says nothing unasked
    return {"eclisse.prefs": json.dumps({**plain, **chosen}), "eclisse.tips": json.dumps(played)}


def sit_down(page: Page, game: str, modules: tuple[str, ...] = (), other: str = "easy") -> None:
    """From the first page to a table with one bot; the deal follows from the seed."""
    page.locator(f"[data-game={game}]").click()
    for module in modules:
        page.locator(f"[data-module={module}]").check()
    page.locator("[data-seat='1']").select_option(other)
    page.locator("dialog details").evaluate("one => (one.open = true)")  # what is told of the game may come in between
    page.locator(".seed input").fill(str(SEED))
    page.locator("[data-create]").click()


def keep_tickets(page: Page) -> None:
    """Tick as many tickets as must be kept, from the first on, and keep them."""
    keep = page.locator("[data-keep]")
    keep.wait_for()
    while keep.is_disabled():
        page.locator("[data-offer] input:not(:checked)").first.check()
    keep.click()


def drive(page: Page, **how: Any) -> dict[str, Any]:
    """Play by clicking at random; the seed is printed, and pytest shows it when a test fails."""
    page.locator("[data-number]").wait_for()
    print(f"the clicks follow from SEED={SEED}")
    answer: dict[str, Any] = page.evaluate(f"how => ({DRIVE})(how)", {"seed": SEED, **how})
    assert answer["why"] != "late", answer
    return answer


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def number(page: Page) -> int:
    """The number of the state that is shown."""
    return int(page.locator("[data-number]").get_attribute("data-number") or -1)


def moment(is_there: Callable[[Game], Any], name: str = "europe", seats: int = 2) -> tuple[Game, Any]:
    """A game of bots up to where something is possible for the first seat, and what that is."""
    for seed in range(200):
        game = bot_game(name, seats, seed, until=0)
        rest = iter(bot_game(name, seats, seed).actions)
        while not game.over:
            found = is_there(game) if game.to_act == (0,) else None
            if found:
                return game, found
            game.play(*next(rest))
    raise AssertionError("no such moment")


def at_the_table(visitor: Visitor, site: Thread, game: Game, page: Page, **more: Any) -> None:
    """Enter a game, and sit down at it by a recovery link."""
    with Person(site.url) as person:
        table = enter(person, game, **more)
        token = person.post("players/me/recovery")["token"]
    page.goto(f"{visitor.url}/#recover={token}")
    page.locator(f"[data-table='{table}']").click()
    page.locator("[data-curtain] button").click()
    expect(page.locator("[data-curtain]")).to_have_count(0)
    page.locator("[data-route]").first.wait_for(state="attached")


def back_of(page: Page) -> str | None:
    """The sign on the back of the cards."""
    return page.locator("[data-deck] .card.back .seal-sign").get_attribute("d")


def as_player(page: Page, person: Person) -> None:
    """Let a browser be somebody."""
    url, cookie = person.url, person.http.cookies["eclisse"]
    page.context.add_cookies([{"name": "eclisse", "value": cookie, "url": url}])
    page.evaluate("localStorage.setItem('eclisse.known', '1')")


def shot(page: Page, name: str) -> None:
    """Keep a picture, where one is asked for."""
    folder = os.environ.get("SHOTS")
    if folder:
        page.evaluate(PAINT, True)
        page.screenshot(path=Path(folder) / f"{name}.png")
        page.evaluate(PAINT, False)
