"""The table on a laptop and on phones: everything to play with is in sight, and nothing lies over it."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import TimeoutError as TooLate

from eclisse import Game
from eclisse.hints import Hints
from tests.server.serving import Thread, wait_until
from tests.web.conftest import Visitor
from tests.web.games import bot_game
from tests.web.playing import at_the_table, drive, keep_tickets, moment, number, prefs, resize, sit_down

pytestmark = pytest.mark.compiled_only
LAPTOP, PHONE = (1366, 768), (360, 640)
PLAYED_WITH = (
    "[data-player], [data-market], [data-deck], [data-tickets], [data-hand] [data-card], [data-ticket], [data-pin],"
    " [data-plan], [data-counts], [data-tab], .bar"
)
# Not seen whole: outside the window, cut, or under something else at a corner or in the middle.
UNSEEN = """selector => [...document.querySelectorAll(selector)].filter(part => {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return true
  const at = (x, y) => part.contains(document.elementFromPoint(left + x * (right - left), top + y * (bottom - top)))
  return !part.matches('[data-card]') && ![[.5, .5], [.06, .3], [.94, .3], [.5, .92]].every(([x, y]) => at(x, y))
}).map(part => part.outerHTML.slice(0, 90))"""
SEEN = """part => {
  const { left, right, top, bottom } = part.getBoundingClientRect()
  return [top + 2, bottom - 2].every(y => part.contains(document.elementFromPoint((left + right) / 2, y)))
}"""
FIXED = "dialog, dialog .about > :not(.special), [data-create]"
CUT = "() => [...document.querySelectorAll('.players .name')].filter(one => one.scrollWidth > one.clientWidth).length"


def comes_to_nothing(page: Page, found: str, arg: str = "") -> None:
    """Nothing is found any more, as soon as the page has found its place."""
    try:
        page.wait_for_function(f"arg => ({found})(arg).length === 0", arg=arg)
    except TooLate:
        assert page.evaluate(found, arg) == []


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
        comes_to_nothing(page, UNSEEN, PLAYED_WITH)
        for pin in page.locator("[data-pin]").all():
            pin.click()
        expect(page.locator("[data-plan]")).to_be_visible()
        page.locator("[data-counts] summary").press("Enter")  # the plan above it may still grow
        expect(page.locator("[data-unseen]").first).to_be_visible()
        page.mouse.move(5, 5)
        comes_to_nothing(page, UNSEEN, PLAYED_WITH)
        assert page.evaluate(CUT) == 0
        page.locator("[data-tab=log]").click()
        expect(page.locator(".log")).to_be_visible()
        expect(page.locator(".log")).to_be_in_viewport()
        window: Any = page.locator(".table > .window").bounding_box()
        sheet: Any = page.locator("div.sheet").bounding_box()
        assert sheet["width"] > window["width"] * 0.9, "the room beside the map is not used"


def test_the_dialog_of_a_new_game_shows_the_way_on_and_stays_where_it_is(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=LAPTOP) as page:
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/clauses", hold)
        page.locator("[data-game=europe]").click()
        expect(page.locator("[data-create]")).to_be_in_viewport(ratio=1)
        before = [part.bounding_box() for part in page.locator(FIXED).all()]
        wait_until(lambda: held)
        for route in held:
            route.continue_()
        page.locator(".about li").first.wait_for()
        assert [part.bounding_box() for part in page.locator(FIXED).all()] == before


def test_the_final_count_lights_no_ticket_that_was_looked_at_before(visitor: Visitor, site: Thread) -> None:
    game = bot_game("berlin", 2, 1, until=len(bot_game("berlin", 2, 1).actions) - 1)
    with visitor.page(store=prefs(), size=PHONE) as page:
        at_the_table(visitor, site, game, page)
        page.locator("[data-tab=tickets]").tap()
        page.locator("[data-ticket]").first.tap()
        expect(page.locator("circle.lit").first).to_be_attached()
        page.locator("[data-deck]").tap()
        page.locator("[data-end]").wait_for()
        expect(page.locator("circle.lit")).to_have_count(0)


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
COVERED = """cities => [...document.querySelectorAll(cities)].filter(city => {
  const { x, y, width, height } = city.getBoundingClientRect()
  const over = document.elementFromPoint(x + width / 2, y + height / 2)
  return over?.closest('.controls, .notes, .sign')
}).map(city => city.dataset.city)"""

# Letters fill the middle half of a line.
OVERLAPPING = """() => {
  const all = [...document.querySelectorAll('text.name')].map(name => {
    const { x, y, width, height } = name.getBoundingClientRect()
    return { text: name.textContent.trim(), x, y: y + height / 4, right: x + width, foot: y + height * 0.75 }
  })
  const over = (a, b) => a.x < b.right && b.x < a.right && a.y < b.foot && b.y < a.foot
  const pairs = all.flatMap((a, i) => all.slice(i + 1).filter(b => over(a, b)).map(b => `${a.text}, ${b.text}`))
  return all.length ? pairs : ['no names']
}"""


def undone(game: Game) -> list[str]:
    """The cities of the first seat's tickets that are not completed."""
    held = Hints(game.view(0)).completed()
    return [city for ticket, (done, _) in held.items() if not done for city in ticket.split("--")]


def test_a_phone_frames_what_matters_points_to_the_rest_and_keeps_its_zoom(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(much_to_show, "usa")
    with visitor.page(store=prefs(confirm=True), size=PHONE) as page:
        at_the_table(visitor, site, game, page)
        page.wait_for_function(IN_FRAME, arg=undone(game))
        for city in undone(game):
            expect(page.locator(f"[data-city='{city}'] circle.lit")).to_be_attached()
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
        page.locator("[data-tab=menu]").tap()
        expect(page.get_by_label("Animations")).to_be_visible()
        expect(page.get_by_label("under the mouse")).to_be_hidden()


def taps_until_drawn(page: Page, before: int) -> bool:
    """A second tap on the same card confirms it, once it cannot be half of a double tap."""
    if number(page) == before:
        page.locator("[data-deck]").tap()
    return number(page) > before


# Whether the names of cities stand whole in the window.
NAMED = """cities => {
  const window = document.querySelector('.window').getBoundingClientRect()
  return cities.every(city => {
    const name = document.querySelector(`[data-city='${city}'] .name`)?.getBoundingClientRect()
    return name && name.left >= window.left && name.right <= window.right
      && name.top >= window.top && name.bottom <= window.bottom
  })
}"""


def test_a_phone_shows_every_offered_ticket_and_covers_no_city(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=PHONE) as page:
        sit_down(page, "usa")
        page.locator("[data-offered]").first.wait_for()
        offered = [one.get_attribute("data-offered") or "" for one in page.locator("[data-offered]").all()]
        for size in (PHONE, (390, 844)):
            resize(page, size)
            page.wait_for_function(IN_FRAME, arg=[city for ticket in offered for city in ticket.split("--")])
            page.wait_for_function(NAMED, arg=[city for ticket in offered for city in ticket.split("--")])
        expect(page.locator("[data-hand]")).to_be_visible()  # a tall phone has room for it
        for size in (PHONE, (390, 844)):
            resize(page, size)
            for _ in "of":  # open and folded
                assert page.evaluate(COVERED, "[data-city]") == []
                page.locator(".controls button").last.dispatch_event("click")
                assert page.evaluate(COVERED, "[data-city]") == []
                page.locator("[data-fold]").tap()


def cities(game: Game) -> bool:
    """Whether a station may be built far down on the map, and in the middle of it."""
    legal = {str(one) for one in game.legal(0)}
    return len(game.actions) > 8 and {"station athina", "station wien"} <= legal


def test_a_station_is_built_with_cities_question_and_note_in_sight(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(cities)
    with visitor.page(store=prefs(), size=(390, 844)) as page:
        at_the_table(visitor, site, game, page)
        assert page.locator("[role=button][data-city]").count() == 0
        lies_below_the_city(page)
        expect(page.locator("[data-ticket]").first).to_be_visible()  # a tall phone has room for them
        resize(page, PHONE)
        page.get_by_role("button", name="Show all").tap()
        moves_no_map(page)
        expect(page.locator("[data-city][role=button]").first).to_be_attached()
        assert page.evaluate(COVERED, "[data-city][role=button]") == []
        comes_to_nothing(page, OVERLAPPING)  # once the map rests
        page.locator(".bar .actions button").tap()  # no station after all
        resize(page, LAPTOP)
        moves_no_map(page)
        page.locator("[role=button][data-city=wien]").dispatch_event("click")
        page.locator("[data-cancel]").click()
        page.locator("[data-mode=station]").click()
        page.locator("[role=button][data-city=wien]").dispatch_event("click")
        page.locator("[data-option]").first.click()
        expect(page.locator("[data-city=wien] .building")).to_be_attached()


def lies_below_the_city(page: Page) -> None:
    """The map makes room for the question what to build with, and goes back."""
    top = "document.querySelector('[data-city=athina]').closest('svg').getBoundingClientRect().top"
    before = page.evaluate(top)
    page.locator("[data-mode=station]").click()
    page.locator("[role=button][data-city=athina]").dispatch_event("click")
    page.locator("[data-confirm]").wait_for()
    page.wait_for_function(
        "() => document.querySelector('[data-city=athina]').getBoundingClientRect().bottom"
        " < document.querySelector('[data-confirm]').getBoundingClientRect().top"
    )
    page.locator("[data-cancel]").click()
    page.wait_for_function(f"y => Math.abs({top} - y) < 1", arg=before)


def moves_no_map(page: Page) -> None:
    """The hint about stations lies over the cards, whole."""
    window = page.locator(".table")
    before = window.bounding_box()
    page.locator("[data-mode=station]").click()
    expect(page.locator("[data-tip=station]")).to_be_visible()
    assert window.bounding_box() == before
    assert page.locator("[data-tip=station]").evaluate(SEEN), "the note is cut or covered"


# --- the keyboard, and a moment to think again ----------------------------------------------------------------------

UNDOABLE = "() => document.querySelector('[data-undo]') && document.querySelector('.bar .now').textContent"


def test_while_bots_wait_nobody_is_told_to_play(visitor: Visitor) -> None:
    with visitor.page(store=prefs(pace="slow"), size=PHONE) as page:
        sit_down(page, "usa")
        keep_tickets(page)
        claims = page.locator("g[data-route][role=button]")
        while not claims.count():
            page.locator("[data-skip-moves]:visible, [data-deck]:enabled").first.wait_for()
            drive(page, steps=1)
        claims.first.dispatch_event("click")
        while page.locator("[data-option]").count():
            page.locator("[data-option]").first.click()
        told = page.wait_for_function(UNDOABLE).json_value()
        assert "Your turn" not in told


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
