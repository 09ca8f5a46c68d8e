"""What keeps a first game safe, at all sizes, by mouse, touch and keyboard: nothing is chosen or paid unseen."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from eclisse import Game
from eclisse.hints import Hints
from tests.server.serving import Thread
from tests.web.conftest import Visitor, serious
from tests.web.games import bot_game
from tests.web.playing import prefs
from tests.web.test_play import at_the_table, moment, number

pytestmark = pytest.mark.compiled_only
PHONES = ((360, 640), (390, 844))
DESKS = ((1366, 768), (2560, 1440))
MAP = ".table > .window"
LIT_IN_SIGHT = f"""() => {{
  const map = document.querySelector('{MAP}').getBoundingClientRect()
  const lit = [...document.querySelectorAll('[data-route]:has(.lit) .space')].map(one => one.getBoundingClientRect())
  return lit.length > 0 && lit.every(box => box.left >= map.left && box.right <= map.right
    && box.top >= map.top && box.bottom <= map.bottom)
}}"""


def in_sight(part: Locator) -> bool:
    """Whether all of it can be seen without scrolling."""
    return bool(
        part.evaluate("""part => {
          const { left, right, top, bottom } = part.getBoundingClientRect()
          const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && part.contains(seen)
        }""")
    )


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


# --- tickets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [PHONES, DESKS])
def test_tickets_are_chosen_with_their_way_in_sight(
    visitor: Visitor, site: Thread, sizes: tuple[tuple[int, int], ...]
) -> None:
    phone = sizes is PHONES
    with visitor.page(store=prefs(), size=sizes[0]) as page:
        at_the_table(visitor, site, bot_game("switzerland", 2, 3, until=0), page)
        rows, keep = page.locator("[data-offered]"), page.locator("[data-keep]")
        expect(rows).to_have_count(5)
        expect(page.locator("[data-offer] :checked")).to_have_count(2)
        assert serious(page) == []
        for size in sizes:
            resize(page, size)
            assert in_sight(keep)
            for row in (rows.nth(1), rows.nth(4)):
                row.scroll_into_view_if_needed()
                ticked = row.locator("input").is_checked()
                (row.locator(".name").tap if phone else row.hover)()
                page.wait_for_function(LIT_IN_SIGHT)
                assert row.locator("input").is_checked() == ticked, "looking is not keeping"
                assert in_sight(row.locator(".worth"))
        abroad = page.locator("[data-offered*=countries]").first
        expect(abroad).to_contain_text("France")
        expect(abroad).to_contain_text("\N{MINUS SIGN}")
        if phone:
            folds(page, rows, keep)
        else:
            rows.first.locator("input").focus()
            page.wait_for_function(LIT_IN_SIGHT)
        (keep.tap if phone else keep.click)()
        expect(page.locator("[data-curtain]")).to_be_visible()


def folds(page: Page, rows: Locator, keep: Locator) -> None:
    """The sheet folds: the ticket that is shown and the button stay, the map grows."""
    before = page.locator(MAP).evaluate("map => map.clientHeight")
    page.locator("[data-fold]").tap()
    expect(rows).to_have_count(1)
    assert in_sight(rows.first.locator(".worth"))
    assert in_sight(keep)
    assert page.locator(MAP).evaluate("map => map.clientHeight") > before


def test_new_tickets_are_asked_for_and_none_is_kept_unasked(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(lambda game: any(str(one) == "tickets" for one in game.legal(0)), "usa")
    with visitor.page(store=prefs()) as page:
        at_the_table(visitor, site, game, page)
        before = number(page)
        page.locator("[data-tickets]").click()
        expect(page.locator("[data-confirm]")).to_contain_text("must keep at least 1")
        assert number(page) == before
        page.keyboard.press("Enter")
        keep = page.locator("[data-keep]")
        expect(keep).to_be_disabled()
        expect(page.locator("[data-offer] :checked")).to_have_count(0)
        page.locator("[data-offer] input").first.check()
        worth = page.locator("[data-offered] .worth b").first.inner_text().removeprefix("+")
        expect(page.locator("[data-stake]")).to_have_text(f"At stake: +{worth} or \N{MINUS SIGN}{worth}")
        keep.click()
        page.wait_for_function("n => +document.querySelector('[data-number]').dataset.number > n + 1", arg=before)


# --- payments -------------------------------------------------------------------------------------------------------


def dear(game: Game) -> Any:
    """A route that a colour pays for, and locomotives too."""
    claims = Hints(game.view(0)).claims() if game.view(0).to_dict()["phase"] == "main" else {}
    for route, ways in claims.items():
        locomotives = {pay.to_dict()["locomotives"] for pay in ways}
        if 0 in locomotives and len(locomotives) > 1:
            return route
    return None


SPACE = """route => {
  const all = document.querySelectorAll(`[data-route="${route}"] .space`)
  const spaces = [...all].map(one => one.getBoundingClientRect())
  const inside = ({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)
  const box = spaces.find(one => inside(one)?.closest(`[data-route="${route}"]`))
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null
}"""


def test_a_double_click_on_a_route_pays_nothing(visitor: Visitor, site: Thread) -> None:
    game, route = moment(dear, "usa")
    with visitor.page(store=prefs(), size=PHONES[0]) as phone:
        at_the_table(visitor, site, game, phone)
        for size in PHONES:
            resize(phone, size)
            doubled(phone, route)
            phone.locator("[data-cancel]").tap()
        phone.locator(f"[data-route='{route}']").focus()
        phone.keyboard.press("Enter")
        expect(phone.locator("[data-option]").first).to_be_focused()
    with visitor.page(store=prefs()) as page:
        at_the_table(visitor, site, game, page)
        for size in DESKS:
            resize(page, size)
            doubled(page, route)
            page.keyboard.press("Escape")
        assert page.evaluate(AT_ONCE, route) == [0, 2], "what has just opened takes no click"
        page.locator("[data-option]").first.click()
        expect(page.locator(f"[data-route='{route}'].taken")).to_be_attached()


def doubled(page: Page, route: str) -> None:
    """Two quick clicks on a route: it is asked how to pay, beside the route, the cheapest first."""
    before = number(page)
    page.locator(f"[data-route='{route}']").focus()  # brings it into the window
    point = page.evaluate(SPACE, route)
    assert point
    page.mouse.dblclick(*point)
    panel = page.locator("[data-confirm]")
    expect(panel).to_be_visible()
    page.wait_for_function(OFF, arg=route)
    assert "locomotive" not in panel.locator("[data-option]").first.inner_text()
    assert "locomotive" in panel.locator("[data-option]").last.inner_text()
    expect(panel).to_be_visible()
    assert number(page) == before


OFF = """route => {
  const panel = document.querySelector('[data-confirm]').getBoundingClientRect()
  const map = document.querySelector('.map').getBoundingClientRect()
  const off = [...document.querySelectorAll(`[data-route="${route}"] .space`)].map(one => one.getBoundingClientRect())
    .every(one => one.right < panel.left || one.left > panel.right || one.bottom < panel.top || one.top > panel.bottom)
  return off && panel.left >= map.left && panel.right <= map.right && panel.top > map.top && panel.bottom <= innerHeight
}"""
AT_ONCE = """async route => {
  const under = selector => [...document.querySelectorAll(selector)].filter(one => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }).length
  document.querySelector(`[data-route="${route}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await new Promise(done => setTimeout(done))
  const opened = under('[data-option], [data-cancel]')
  while (document.querySelector('[data-settling]')) await new Promise(done => setTimeout(done, 10))
  return [opened, Math.min(under('[data-option], [data-cancel]'), 2)]
}"""
