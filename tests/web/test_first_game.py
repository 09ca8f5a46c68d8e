"""A first game is safe at all sizes, by mouse, touch and keyboard: nothing is chosen or paid unseen."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from eclisse import Game
from eclisse.hints import Hints
from eclisse.server.facts import game_facts
from eclisse.server.play.present import closed
from tests.server.serving import Thread, wait_until
from tests.web.conftest import Visitor, serious
from tests.web.games import bot_game
from tests.web.playing import at_the_table, keep_tickets, moment, number, prefs, resize

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


IN_SIGHT = """part => {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && part.contains(seen)
}"""


def sees(part: Locator) -> None:
    """All of it can be seen without scrolling, as soon as the page has found its place."""
    wait_until(lambda: part.evaluate(IN_SIGHT))


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
        expect(page.locator("[data-offer] :checked, [data-advice]")).to_have_count(0)  # between people no coach helps
        assert serious(page) == []
        for row in rows.all()[:2]:
            row.locator("input").check()
        for size in sizes:
            resize(page, size)
            page.mouse.move(1, 1)  # a mouse that rests on a ticket shows it
            sees(keep)
            for row in rows.all():
                sees(row.locator("input"))
                sees(row.locator(".worth"))
            for row in (rows.nth(1), rows.nth(4)):
                ticked = row.locator("input").is_checked()
                (row.locator(".name").tap if phone else row.hover)()
                page.wait_for_function(LIT_IN_SIGHT)
                assert row.locator("input").is_checked() == ticked, "looking is not keeping"
                sees(row.locator(".worth"))
            by_keyboard(page, rows, keep)
        abroad = page.locator("[data-offered*=countries]").first
        expect(abroad).to_contain_text("France")
        expect(abroad).to_contain_text("\N{MINUS SIGN}")
        if phone:
            folds(page, rows, keep)
            keep.tap()
        else:
            keep.press("Enter")
        expect(page.locator("[data-curtain]")).to_be_visible()


@pytest.mark.parametrize(("name", "seats"), [("usa-mega", 5), ("europe-mega", 5), ("switzerland", 3)])
def test_every_ticket_and_every_tick_is_in_sight(visitor: Visitor, site: Thread, name: str, seats: int) -> None:
    with visitor.page(store=prefs(language="fr"), size=PHONES[0]) as page:
        at_the_table(visitor, site, bot_game(name, seats, 3, until=0), page)
        for size in (PHONES[0], DESKS[0]):
            resize(page, size)
            for row in page.locator("[data-offered]").all():
                sees(row.locator("input"))
                sees(row.locator(".worth"))
            sees(page.locator("[data-keep]"))


def by_keyboard(page: Page, rows: Locator, keep: Locator) -> None:
    """The keyboard reaches every ticket, with its way and its worth in sight, ticks it, and goes on to the button."""
    rows.first.locator("input").focus()
    for row in rows.all():
        box = row.locator("input")
        expect(box).to_be_focused()
        expect(row).to_have_class(re.compile("shown"))
        page.wait_for_function(LIT_IN_SIGHT)
        ticked = box.is_checked()
        for checked in (not ticked, ticked):
            page.keyboard.press("Space")
            expect(box).to_be_checked(checked=checked)
            sees(row.locator(".worth"))
        page.keyboard.press("Tab")
    expect(keep).to_be_focused()


def folds(page: Page, rows: Locator, keep: Locator) -> None:
    """The sheet folds: the ticket that is shown and the button stay, the map grows."""
    before = page.locator(MAP).evaluate("map => map.clientHeight")
    page.locator("[data-fold]").tap()
    expect(rows).to_have_count(1)
    sees(rows.first.locator(".worth"))
    sees(keep)
    page.wait_for_function(f"before => document.querySelector('{MAP}').clientHeight > before", arg=before)


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
        page.locator("[data-offer] input").nth(1).check()
        expect(page.locator("[data-stake]")).to_contain_text("At stake: from \N{MINUS SIGN}")
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


def bring(page: Page, route: str) -> None:
    """The focus brings a route into the window."""
    page.locator(f"[data-route='{route}']").evaluate(
        "one => (one.focus({ preventScroll: true }), new Promise(requestAnimationFrame))"
    )


def doubled(page: Page, route: str) -> None:
    """Two quick clicks on a route: it is asked how to pay, beside the route, the cheapest first."""
    before = number(page)
    bring(page, route)
    point = page.wait_for_function(SPACE, arg=route).json_value()
    page.mouse.dblclick(*point)
    panel = page.locator("[data-confirm]")
    expect(panel).to_be_visible()
    page.wait_for_function(OFF, arg=route)
    assert "locomotive" not in panel.locator("[data-option]").first.inner_text()
    assert "locomotive" in panel.locator("[data-option]").last.inner_text()
    expect(panel).to_be_visible()
    assert number(page) == before


def late(page: Page, route: str) -> None:
    """A click from before the panel opened, which a busy device hands on late, pays nothing."""
    made = page.evaluate("performance.timeOrigin + performance.now()") / 1000
    page.locator(f"[data-route='{route}']").dispatch_event("click")
    page.locator("[data-confirm]:not([data-settling])").wait_for()
    option = page.locator("[data-option]").first
    box = option.bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    for kind in ("mousePressed", "mouseReleased"):
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "timestamp": made}
        session.send("Input.dispatchMouseEvent", {"type": kind, "button": "left", "clickCount": 1, **at})
    expect(option).to_be_visible()


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


# --- planning -------------------------------------------------------------------------------------------------------

LIT = "() => [...document.querySelectorAll('[data-route]:has(.lit)')].map(one => one.dataset.route).sort()"
PAYABLE = "() => [...document.querySelectorAll('[data-route]:has(.lit.payable)')].map(one => one.dataset.route).sort()"
# The cards that a plan says are missing: "2/5" three, "3 × any colour" three.
SHOWN_MISSING = """() => [...document.querySelectorAll('[data-needs]')].reduce((sum, one) => {
  const [held, n] = one.textContent.match(/(\\d+)\\/(\\d+)/)?.slice(1) ?? [0, parseInt(one.textContent)]
  return sum + (n - held)
}, 0)"""
PLANNED = """async tickets => {
  const table = location.pathname.split('/t/')[1]
  const query = tickets.map(ticket => `ticket=${ticket}`).join('&')
  return (await (await fetch(`/api/tables/${table}/plan?${query}`)).json())
}"""


def test_pinned_tickets_light_their_ways_together_and_tell_what_they_take(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=PHONES[0]) as page:
        page.locator("[data-quick]").tap()
        keep_tickets(page)
        expect(page.locator("[data-phase=main]")).to_be_visible()
        expect(page.locator("[data-deck]")).to_be_enabled()
        page.locator("[data-tab=tickets]").tap()
        pins = page.locator("[data-pin]")
        names = [pin.get_attribute("data-pin") for pin in pins.all()]
        for n, pin in enumerate(pins.all(), 1):
            pin.tap()
            plan = page.evaluate(PLANNED, names[:n])  # it moves the next pin
            page.wait_for_function(f"routes => `${{({LIT})()}}` === `${{routes}}`", arg=sorted(plan["routes"]))
        for again in (False, True):
            if again:  # the browser keeps the pins
                page.reload()
                page.locator("[data-tab=tickets]").tap()
            expect(page.locator("[data-pin][aria-pressed=true]")).to_have_count(len(names))
            page.wait_for_function(f"routes => `${{({LIT})()}}` === `${{routes}}`", arg=sorted(plan["routes"]))
        for size in (PHONES[1], DESKS[0]):
            resize(page, size)
            expect(page.locator("[data-plan]")).to_contain_text(f"{plan['trains']} trains")
            expect(page.locator("[data-missing]")).to_have_attribute("data-missing", str(plan["missing"]))
            assert page.evaluate(SHOWN_MISSING) == plan["missing"], "the sum is that of the cards shown"
            assert page.evaluate(PAYABLE) == sorted(plan["payable"])
            expect(page.locator("[data-needs]")).to_have_count(len(plan["cards"]))
            needs = page.locator("[data-needs]").evaluate_all("all => all.map(one => one.dataset.needs)")
            assert set(needs) == set(plan["cards"])
            if not page.locator("[data-counts][open]").count():
                page.locator("[data-counts] summary").click()
            for card, left in plan["unseen"].items():
                expect(page.locator(f"[data-unseen={card}] [aria-hidden]").last).to_have_text(str(left))
        route = page.evaluate(BESIDE, [SHUT, 0])
        page.mouse.move(*route["at"])
        expect(page.locator(f"[data-price='{route['route']}']")).to_contain_text("point")
        assert serious(page) == []
        page.locator("[data-tab=menu]").click()
        for label, gone in (("Prices", "[data-price]"), ("Pin", "[data-pin], [data-plan]"), ("Count", "[data-counts]")):
            page.get_by_role("checkbox", name=label).uncheck()
            expect(page.locator(gone)).to_have_count(0)
        assert page.evaluate(LIT) == []


# --- what a click means ---------------------------------------------------------------------------------------------


# Where to tap so that only one route can be meant: `beyond` pixels from the rim of a space of it, and far from others.
BESIDE = """async ([selector, beyond]) => {
  const map = document.querySelector('.table > .window').getBoundingClientRect()
  const middle = space => {
    const { x, y, width, height } = space.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
  }
  const all = [...document.querySelectorAll('[data-route]')]
  const places = new Map(all.map(route => [route, [...route.querySelectorAll('.space, .wagon')].map(middle)]))
  const isFar = (route, at, far) => places.get(route).every(([x, y]) => Math.hypot(x - at[0], y - at[1]) > far)
  for (const route of all.filter(route => route.matches(selector))) {
    if (route.role === 'button') {
      route.focus({ preventScroll: true }) // which brings it into the window
      await new Promise(requestAnimationFrame)
      for (const route of all) places.set(route, [...route.querySelectorAll('.space, .wagon')].map(middle))
    }
    for (const space of route.querySelectorAll('.space')) {
      const { c, d } = space.getScreenCTM()
      const scale = Math.hypot(c, d)
      const off = beyond && space.height.baseVal.value / 2 * scale + beyond
      for (const way of [1, -1]) {
        const at = middle(space).map((place, i) => place + way * [c, d][i] / scale * off)
        const inside = at[0] > map.left + 9 && at[0] < map.right - 9 && at[1] > map.top + 9 && at[1] < map.bottom - 9
        const alone = all.every(other => other === route || isFar(other, at, other.role === route.role ? 44 : 28))
        const bare = document.elementFromPoint(...at)?.closest('.sheet')
        if (inside && alone && bare) return { at, route: route.dataset.route }
      }
    }
  }
  return null
}"""
BETWEEN = """([a, b]) => {
  const boxes = id => [...document.querySelectorAll(`[data-route="${id}"] .space`)]
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2]
  const first = id => boxes(id).map(one => middle(one.getBoundingClientRect()))
  const [p] = first(a)
  const q = first(b).sort((m, n) => Math.hypot(m[0] - p[0], m[1] - p[1]) - Math.hypot(n[0] - p[0], n[1] - p[1]))[0]
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
}"""
LEFT = """route => document.querySelector(`[data-route="${route}"] .space`).getBoundingClientRect().left"""
OPEN, SHUT = "[role=button]", ":not([role=button]):not(.taken):not(.closed)"


def twins(claims: set[str], alike: bool) -> tuple[str, str] | None:
    """Two tracks side by side that can both be claimed, and that cost the same or not."""
    routes = {route.id: route for route in game_facts("usa", []).routes}
    pairs = [(name, routes[name].twin or "") for name in sorted(claims)]
    open_pairs = [pair for pair in pairs if pair[1] in claims]
    return next((pair for pair in open_pairs if (len({routes[name].colour for name in pair}) == 1) == alike), None)


def rich(game: Game) -> Any:
    """A route that can be paid for in two ways, another that its other track has closed, and two pairs of tracks."""
    route, shut = dear(game), closed(game)
    claims = {str(one).split()[1] for one in game.legal(0) if str(one).startswith("claim ")}
    return (route, shut[0]) if route and shut and twins(claims, True) and twins(claims, False) else None


@contextmanager
def at_a_rich_table(visitor: Visitor, site: Thread, size: tuple[int, int]) -> Iterator[tuple[Page, str, str]]:
    """A page at such a table, with these two routes."""
    game, (route, shut) = moment(rich, "usa")
    with visitor.page(store=prefs(), size=size) as page:
        at_the_table(visitor, site, game, page)
        yield page, route, shut


def test_a_phone_pays_nothing_unasked_and_knows_what_a_finger_means(visitor: Visitor, site: Thread) -> None:
    with at_a_rich_table(visitor, site, PHONES[0]) as (page, route, _):
        for size in PHONES:
            resize(page, size)
            page.get_by_role("button", name="Show all").tap()
            doubled(page, route)
            page.locator("[data-cancel]").tap()
            late(page, route)
            page.locator("[data-cancel]").tap()
            for _ in range(4):
                page.get_by_role("button", name="Zoom in").tap()
            found = page.evaluate(BESIDE, [OPEN, 18])
            page.touchscreen.tap(*found["at"])
            means(page, found["route"])
            travel(page, found["at"], 9)
            means(page, found["route"])
            why = page.evaluate(BESIDE, [SHUT, 0])
            page.touchscreen.tap(*why["at"])
            expect(page.locator(f"[data-why-not='{why['route']}']")).to_contain_text("too few")
            page.locator("[data-why-not] button").tap()
        asked(page)
        page.locator("[data-cancel]").tap()
        found = page.evaluate(BESIDE, [OPEN, 3])
        before = page.evaluate(LEFT, found["route"])
        travel(page, found["at"], 40)
        page.wait_for_function(f"([route, before]) => ({LEFT})(route) < before - 20", arg=[found["route"], before])
        expect(page.locator("[data-confirm]")).to_have_count(0)


def means(page: Page, route: str) -> None:
    """It is asked how to pay for this route; take it back."""
    expect(page.locator("[data-confirm]")).to_have_attribute("data-confirm", route)
    page.locator("[data-cancel]").tap()


def test_a_mouse_or_a_keyboard_pays_nothing_unasked_and_hears_why_not(visitor: Visitor, site: Thread) -> None:
    with at_a_rich_table(visitor, site, DESKS[0]) as (page, route, shut):
        expect(page.locator("[data-pin], [data-counts]")).to_have_count(0)  # the host has allowed none
        for size in DESKS:
            resize(page, size)
            before = number(page)
            doubled(page, route)
            page.keyboard.press("Escape")
            expect(page.locator("[data-confirm]")).to_be_hidden()
            assert number(page) == before
            found = page.evaluate(BESIDE, [OPEN, 4])
            page.mouse.click(*found["at"])
            expect(page.locator("[data-confirm]")).to_have_attribute("data-confirm", found["route"])
            page.keyboard.press("Escape")
            why = page.evaluate(BESIDE, [SHUT, 0])
            page.mouse.click(*why["at"])
            expect(page.locator(f"[data-why-not='{why['route']}']")).to_contain_text("too few")
            page.keyboard.press("Escape")
        resize(page, DESKS[0])
        page.locator("[data-tab=moves]").click()
        page.locator("#tab-panel summary").focus()
        page.keyboard.press("Enter")
        page.locator(f"[data-why='{shut}']").press("Enter")
        expect(page.locator(f"[data-why-not='{shut}']")).to_contain_text("only one track")
        page.keyboard.press("Escape")
        page.locator(f"[data-route='{route}']").focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-option]").first).to_be_focused()
        page.keyboard.press("Escape")
        assert page.evaluate(AT_ONCE, route) == [0, 2], "what has just opened takes no click"
        page.locator("[data-option]").first.click()
        expect(page.locator(f"[data-route='{route}'].taken")).to_be_attached()


def travel(page: Page, at: list[float], far: float) -> None:
    """A finger that moves while it touches."""
    session = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": at[0], "y": at[1]}]),
        ("touchMove", [{"x": at[0] - far, "y": at[1]}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def asked(page: Page) -> None:
    """Between two open tracks, a finger is asked which one it means; not where they are alike."""
    claims = set(page.locator(f"[data-route]{OPEN}").evaluate_all("all => all.map(one => one.dataset.route)"))
    alike, both = twins(claims, True) or ("", ""), twins(claims, False) or ("", "")
    bring(page, alike[0])
    page.touchscreen.tap(*page.evaluate(BETWEEN, alike))
    expect(page.locator("[data-confirm]")).to_have_attribute("data-confirm", re.compile("|".join(alike)))
    page.locator("[data-cancel]").tap()
    bring(page, both[0])
    page.touchscreen.tap(*page.evaluate(BETWEEN, both))
    expect(page.locator("[data-option]")).to_have_count(2)
    page.locator("[data-option]").nth(1).tap()
    expect(page.locator("[data-confirm]")).to_have_attribute("data-confirm", re.compile("|".join(both)))


# --- rules that bite ------------------------------------------------------------------------------------------------


def tunnel(game: Game) -> Any:
    """A tunnel that can be claimed at the start of a turn."""
    names = {route.id for route in game_facts("europe", []).routes if route.tunnel}
    claims = [str(one).split()[1] for one in game.legal(0) if str(one).startswith("claim")]
    return next((route for route in claims if route in names), None)


def test_a_rule_is_told_the_first_times_it_bites_and_then_when_asked(visitor: Visitor, site: Thread) -> None:
    game, route = moment(tunnel)
    with visitor.page(store=prefs(), size=PHONES[0]) as page:
        at_the_table(visitor, site, game, page)
        tip = page.locator("[data-tip=tunnel]")
        for times in range(4):
            page.locator(f"[data-route='{route}']").dispatch_event("click")
            expect(tip.get_by_role("note")).to_have_count(1 if times < 3 else 0)
            expect(page.locator("[data-option]").first).to_be_focused()
            if times < 3:
                page.locator("[data-cancel]").tap()
        tip.get_by_role("button").tap()
        expect(tip).to_contain_text("3 cards are turned up")
        assert serious(page) == []
        page.locator("[data-cancel]").tap()
        page.locator("[data-mode=station]").tap()
        expect(page.locator("[data-tip=station]")).to_contain_text(
            "It costs 1 card of any colour now; unbuilt, it is worth 4"
        )
