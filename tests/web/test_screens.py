"""The table on a laptop and on phones: everything to play with is in sight, and nothing lies over it."""

from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from eclisse import Game
from eclisse.hints import Hints
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.playing import at_the_table, moment, prefs

pytestmark = pytest.mark.compiled_only
LAPTOP = (1366, 768)
PLAYED_WITH = (
    "[data-player], [data-market], [data-deck], [data-tickets], [data-hand] [data-card], [data-ticket], [data-pin],"
    " [data-plan], [data-counts], [data-tab], .bar"
)
# What is not seen whole: outside the window, cut, or under something else at a corner or in the middle.
UNSEEN = """selector => [...document.querySelectorAll(selector)].filter(part => {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true
  const at = (x, y) => part.contains(document.elementFromPoint(left + x * (right - left), top + y * (bottom - top)))
  return !part.matches('[data-card]') && ![[.5, .5], [.06, .3], [.94, .3], [.5, .92]].every(([x, y]) => at(x, y))
}).map(part => part.outerHTML.slice(0, 90))"""
CUT = "() => [...document.querySelectorAll('.players .name')].filter(one => one.scrollWidth > one.clientWidth).length"


def everything_seen(page: Page) -> None:
    """All that is played with can be seen whole, as soon as the page has found its place."""
    try:
        page.wait_for_function(f"parts => ({UNSEEN})(parts).length === 0", arg=PLAYED_WITH, timeout=10_000)
    except TimeoutError:
        assert page.evaluate(UNSEEN, PLAYED_WITH) == []


def much_to_show(game: Game) -> bool:
    """Whether the first seat is in the middle of a game, with several tickets to plan for."""
    view = game.view(0)
    held = Hints(view).completed().values()
    return view.to_dict()["phase"] == "main" and len(held) > 3 and sum(not done for done, _ in held) > 1


@pytest.mark.parametrize(("board", "seats"), [("usa", 2), ("europe", 5), ("india", 4)])
def test_a_laptop_shows_market_hand_tickets_and_plan_at_once(
    visitor: Visitor, site: Thread, board: str, seats: int
) -> None:
    game, _ = moment(much_to_show, board, seats)
    with visitor.page(store=prefs(), size=LAPTOP) as page:
        at_the_table(visitor, site, game, page, planning=True)
        everything_seen(page)
        for pin in page.locator("[data-pin]").all():
            pin.click()
        expect(page.locator("[data-plan]")).to_be_visible()
        page.locator("[data-counts] summary").click()
        expect(page.locator("[data-unseen]").first).to_be_visible()
        page.mouse.move(5, 5)
        everything_seen(page)
        assert page.evaluate(CUT) == 0
        page.locator("[data-tab=log]").click()
        expect(page.locator(".log")).to_be_visible()
        expect(page.locator(".log")).to_be_in_viewport()
        window: Any = page.locator(".table > .window").bounding_box()
        sheet: Any = page.locator("div.sheet").bounding_box()
        assert sheet["width"] > window["width"] * 0.9, "the room beside the map is not used"
