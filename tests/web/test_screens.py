"""The table on a laptop and on phones: everything to play with is in sight, and nothing lies over it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from eclisse import Game
from eclisse.hints import Hints
from tests.server.serving import Thread, wait_until
from tests.web.conftest import Visitor
from tests.web.playing import at_the_table, moment, number, prefs, sit_down

pytestmark = pytest.mark.compiled_only
LAPTOP, PHONE = (1366, 768), (360, 640)
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
    except TooLate:
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


# --- a phone --------------------------------------------------------------------------------------------------------

IN_FRAME = """cities => {
  const map = document.querySelector('.table > .window').getBoundingClientRect()
  return cities.every(city => {
    const { x, y, width, height } = document.querySelector(`[data-city="${city}"] circle`).getBoundingClientRect()
    const [left, top] = [x + width / 2, y + height / 2]
    return left >= map.left && left <= map.right && top >= map.top && top <= map.bottom
  })
}"""
SHEET = """() => {
  const { x, y, width } = document.querySelector('div.sheet').getBoundingClientRect()
  return [x, y, width].map(Math.round)
}"""
COVERED = """() => [...document.querySelectorAll('[data-city][role=button]')].filter(city => {
  const { x, y, width, height } = city.getBoundingClientRect()
  const over = document.elementFromPoint(x + width / 2, y + height / 2)
  return over?.closest('.controls, .notes, .sign')
}).map(city => city.dataset.city)"""


def undone(game: Game) -> list[str]:
    """The cities of the first seat's tickets that are not completed."""
    held = Hints(game.view(0)).completed()
    return [city for ticket, (done, _) in held.items() if not done for city in ticket.split("--")]


def test_a_phone_frames_what_matters_points_to_the_rest_and_keeps_its_zoom(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(much_to_show, "usa")
    with visitor.page(store=prefs(confirm=True), size=PHONE) as page:
        at_the_table(visitor, site, game, page)
        page.wait_for_function(IN_FRAME, arg=undone(game))
        expect(page.locator("[data-outside]")).to_have_count(0)
        for _ in range(5):
            page.get_by_role("button", name="Zoom in").tap()
        signs = page.locator("[data-outside]")
        expect(signs.first).to_be_visible()
        city = next(one for one in undone(game) if page.locator(f"[data-outside='{one}']").count())
        page.locator(f"[data-outside='{city}']").tap()
        page.wait_for_function(IN_FRAME, arg=[city])
        expect(page.locator(f"[data-outside='{city}']")).to_have_count(0)
        before, view = number(page), page.evaluate(SHEET)
        page.locator("[data-deck]").tap()
        page.locator("[data-confirm]").wait_for()
        assert number(page) == before, "the first tap asks"
        wait_until(lambda: taps_until_drawn(page, before))
        assert page.evaluate(SHEET) == view, "a decision moves nobody's map"


def taps_until_drawn(page: Page, before: int) -> bool:
    """A second tap on the same card confirms it, once it cannot be half of a double tap."""
    if number(page) == before:
        page.locator("[data-deck]").tap()
    return number(page) > before


def test_a_phone_covers_no_city_that_must_be_chosen(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(
        lambda game: len(game.actions) > 8 and any(str(one).startswith("station") for one in game.legal(0))
    )
    with visitor.page(store=prefs(), size=PHONE) as page:
        at_the_table(visitor, site, game, page)
        page.get_by_role("button", name="Show all").tap()
        page.locator("[data-mode=station]").tap()
        expect(page.locator("[data-city][role=button]").first).to_be_attached()
        expect(page.locator(".notes [data-tip]").first).to_be_visible()
        assert page.evaluate(COVERED) == []


# --- the keyboard, and a moment to think again ----------------------------------------------------------------------

FOCUSED = "() => document.activeElement.matches('[data-deck]:enabled, [data-market]:enabled')"


def test_the_keyboard_is_where_the_next_decision_is_made_and_bots_wait_for_second_thoughts(visitor: Visitor) -> None:
    with visitor.page(store=prefs(pace="slow"), size=LAPTOP) as page:
        sit_down(page, "usa")
        page.locator("[data-offered] input").first.focus()
        while page.locator("[data-keep]:disabled").count():
            page.keyboard.press("Space")
            page.keyboard.press("Tab")
        page.locator("[data-keep]").press("Enter")
        page.keyboard.press("Tab")
        page.locator("[data-market]:enabled").first.focus()
        claims = page.locator("g[data-route][role=button]")
        while not (claims.count() and page.locator("[data-phase=main]").count()):
            page.wait_for_function(FOCUSED)
            before = number(page)
            page.keyboard.press("Enter")
            page.wait_for_function("n => +document.querySelector('[data-number]').dataset.number > n", arg=before)
            page.locator("[data-skip-moves]:visible, [data-deck]:enabled").first.wait_for()
            page.keyboard.press("Escape")
        claims.first.focus()
        route = claims.first.get_attribute("data-route")
        page.keyboard.press("Enter")
        page.locator("[data-confirm]:not([data-settling])").wait_for()
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-route='{route}'].taken")).to_be_attached()
        page.wait_for_function("() => document.activeElement.matches('.window')")
        while page.locator(f"[data-route='{route}'].taken").count():
            page.locator("[data-undo]").first.wait_for()
            before = number(page)
            page.keyboard.press("u")
            page.wait_for_function("n => +document.querySelector('[data-number]').dataset.number > n", arg=before)
        expect(page.locator(f"g[data-route='{route}'][role=button], [data-option]").first).to_be_attached()
