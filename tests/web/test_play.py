"""Games played in a real browser against a real server: by clicking, touch and keyboard, by two and on one device."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from eclisse import Game
from tests.server.people import Person
from tests.server.serving import Thread, wait_until
from tests.web.conftest import PHONE, Visitor, expect_totals, serious
from tests.web.playing import BICYCLE, back_of, drive, keep_tickets, number, prefs, sit_down

pytestmark = pytest.mark.compiled_only
ANSWERS = "[data-option], [data-answer], [data-keep]"
ON_MAP = "[data-route][role=button], [data-city][role=button]"
CARDS = "[data-deck]:enabled, [data-market]:enabled, [data-pass]"
REACHABLE = f"{ANSWERS}, {ON_MAP}, {CARDS}"
KEYS = re.compile(r"\b(app|home|table|end|log|cards|moves)\.[a-z][a-z-]+")
PLAYABLE = "[data-option], [data-keep], [data-deck]:enabled, [data-market]:enabled, [data-pass]"


def table_id(page: Page) -> str:
    """The table of a page."""
    return page.url.rsplit("/t/", 1)[1].split("?")[0]


# --- games ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_clicking_ends_with_the_sheet_of_its_record(visitor: Visitor) -> None:
    """And all along no text is missing, in either language."""
    with visitor.page(store=prefs(), size=(800, 600)) as page:
        sit_down(page, "berlin", ("warehouses",))
        drive(page, goal=30)
        assert back_of(page) == BICYCLE, "the back shows what the cards of another game show"
        for tab in ("moves", "log", "chat", "menu"):
            page.locator(f"[data-tab={tab}]").click()
            assert keys_shown(page) == [], tab
        played = drive(page)
        assert played["why"] == "over"
        assert played["alerts"] == [], "something illegal could be clicked"
        assert keys_shown(page) == []
        record = page.evaluate(f"fetch('{visitor.url}/api/tables/{table_id(page)}/record').then(a => a.json())")
        expect_totals(page, Game.replay(record).result.totals)
        assert record["modules"] == ["warehouses"]
        assert serious(page) == []
        expect(page.locator("[data-verdict=known]")).to_be_visible()
        page.locator("[data-rematch]").click()
        expect(page.locator("[data-offer]")).to_be_visible()


def keys_shown(page: Page) -> list[str]:
    """Keys that a page shows instead of texts, in the other language or in this one."""
    shown = []
    for _ in "ab":
        before = page.locator("html").get_attribute("lang")
        page.locator("button.language").click()
        expect(page.locator("html")).to_have_attribute("lang", "fr" if before == "en" else "en")
        shown += KEYS.findall(page.locator("body").inner_text())
    return shown


def test_a_deal_that_can_be_known_says_so_before_anybody_sits_down_and_in_the_list(visitor: Visitor) -> None:
    with Person(visitor.url) as ann, visitor.page(store=prefs()) as page:
        table = ann.table("usa", "you open", seed="7")
        page.goto(f"{visitor.url}/t/{table['id']}?invite={table['invite']}")
        expect(page.locator("[data-known]")).to_contain_text("anybody here can know every card")
        page.locator("[data-sit]").click()
        expect(page.locator("[data-stand]")).to_be_visible()
        page.goto(visitor.url)
        expect(page.locator("[aria-labelledby=mine] [data-known]")).to_be_visible()


def test_a_bot_is_two_clicks_away_keys_draw_and_a_game_that_vanishes_leaves_a_trace(
    visitor: Visitor, site: Thread
) -> None:
    with visitor.page(store=prefs()) as page:
        page.locator("[data-quick]").click()
        keep_tickets(page)
        expect(page.locator("[data-phase=main]")).to_be_visible()
        expect(page.locator("[data-deck]")).to_be_enabled()
        page.keyboard.press("?")
        expect(page.locator("kbd").first).to_be_visible()
        page.keyboard.press("d")  # not while a dialog is open
        page.keyboard.press("Escape")
        expect(page.locator("kbd")).to_have_count(0)
        expect(page.locator("[data-phase=main]")).to_be_visible()
        page.keyboard.press("d")
        expect(page.locator("[data-phase=drawing]")).to_be_visible()
        table = table_id(page)
        visitor.expected = (f"404 (Not Found) {visitor.url}/api/tables/{table}",)  # what it was just asking for
        site.call(remove(site, table))
        expect(page.get_by_role("alert")).to_contain_text("There is no such table")
        page.goto(visitor.url)
        trace = page.locator(f"[data-vanished='{table}']")
        expect(trace).to_contain_text("this game has vanished")
        trace.locator("summary").click()
        expect(trace.locator("code").first).to_have_text(table)
        assert serious(page) == []
        trace.locator("[data-dismiss]").click()
        expect(trace).to_have_count(0)
        page.reload()
        expect(page.locator("[data-quick]")).to_be_enabled()
        expect(page.locator("[data-daily]")).to_be_visible()
        expect(trace).to_have_count(0)


async def remove(site: Thread, table: str) -> None:
    """Remove a table, as an operator can who dislikes its deal."""
    async with site.services.store.change(table) as change:
        await change.remove()
    await site.services.hub.residents.changed(table)


def test_the_deal_of_the_day_is_the_same_in_another_browser(visitor: Visitor) -> None:
    deals = []
    for _ in range(2):
        with visitor.page(store=prefs()) as page:
            page.locator("[data-play-daily]").click()
            expect(page.locator("[data-offer]")).to_be_visible()
            deals.append(page.locator("[data-offer]").inner_text())
    assert deals[0] == deals[1]


def test_an_invitation_is_a_link_and_a_code_for_a_camera(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        expect(page.locator("[data-lobby]")).to_be_visible()
        page.locator("[data-friends]").click()
        expect(page.locator("[data-seat='1']")).to_have_value("open")
        page.get_by_role("checkbox", name="Public").check()
        page.locator("[data-create]").click()
        expect(page.locator("[data-invite] .primary")).to_be_visible()
        expect(page.locator("[data-start].primary")).to_have_count(0)
        page.locator("[data-show-qr]").click()
        link = page.locator("[data-copy]").get_attribute("data-copy") or ""
        assert "?invite=" in link
        expect(page.locator("[data-qr]")).to_have_attribute("data-qr", link)
        expect(page.locator("[data-alone]")).to_be_visible()  # it listens on this machine only
        homes = ["http://192.168.1.7:8000/", "http://10.0.0.7:8000/"]
        page.route("**/api/addresses", lambda route: route.fulfill(json={"addresses": homes}))
        page.reload()
        expect(page.locator("[data-copy]")).to_have_attribute(
            "data-copy", re.compile(r"^http://192\.168\.1\.7:8000/t/")
        )
        expect(page.locator("[data-alone]")).to_have_count(0)
        page.locator("[data-address]").select_option(homes[1])
        expect(page.locator("[data-invite] input")).to_have_value(re.compile(r"^http://10\.0\.0\.7:8000/t/.*invite="))
        page.locator("[data-show-qr]").click()
        expect(page.locator("[data-qr]")).to_have_attribute("data-qr", re.compile(r"^http://10\.0\.0\.7:8000/t/"))
        page.goto(visitor.url)
        expect(page.locator("[data-terms]").first).to_contain_text("No time limit")
        expect(page.locator("[data-terms]").first).to_contain_text("host is")
        mine = page.locator("[aria-labelledby=mine] [data-table]")
        for kind, n in (("live", 1), ("turn", 0), ("over", 0), ("all", 1)):
            page.locator(f"[data-kind={kind}]").click()
            expect(mine).to_have_count(n)
        assert serious(page) == []  # what is chosen can be read under the pointer


MANY = 28  # decisions of a game played by touch or keyboard, in which everything has been done once


def test_a_phone_plays_by_touch(visitor: Visitor) -> None:
    with visitor.page(store=prefs(confirm=True), size=PHONE) as page:
        page.locator("[data-game=berlin]").tap()
        page.locator("[data-seat='1']").select_option("easy")
        page.locator("[data-create]").tap()
        keep_tickets(page)
        taps = 0
        while number(page) < MANY:
            taps += touch(page)
            assert taps < 5 * MANY
        expect(page.locator("[data-route].taken").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]


WITHIN_REACH = """() => {
  for (const route of document.querySelectorAll('g[data-route][role=button]'))
    for (const space of route.querySelectorAll('.space')) {
      const box = space.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      if (document.elementFromPoint(x, y)?.closest('[data-route]') === route) return [x, y]
    }
  return null
}"""


def touch(page: Page) -> int:
    """One tap that leads on: an answer, a route in sight, a card."""
    before = number(page)
    for selector in ("[data-answer]", "[data-option]", "[data-keep]"):
        if page.locator(selector).count():
            first = page.locator(selector).first
            leads_on = selector == "[data-option]" and first.get_attribute("data-option")  # which route was meant
            first.tap()
            if not leads_on:
                changed(page, before)
            return 1
    point = page.evaluate(WITHIN_REACH)
    if point:
        page.touchscreen.tap(*point)
    elif page.locator(CARDS).count():
        page.locator(CARDS).first.tap()
    else:
        page.wait_for_function(f"() => document.querySelector('[data-end], {REACHABLE}')")
        return 0
    with suppress(TooLate):  # a tap beside everything leads to nothing
        page.wait_for_function(
            f"""before => +document.querySelector('[data-number]').dataset.number > before
          || document.querySelector('[data-end], {ANSWERS}')""",
            arg=before,
            timeout=1000,
        )
    return 1


def changed(page: Page, before: int) -> None:
    """Wait until the server has answered, and it is one's turn or the end."""
    page.wait_for_function(
        f"""before => +document.querySelector('[data-number]').dataset.number > before
        && document.querySelector('[data-end], {REACHABLE}')""",
        arg=before,
    )


def test_the_keyboard_alone_plays(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        tab_to(page, "[data-game=berlin]")
        tab_to(page, "[data-create]")
        page.locator("[data-keep]").wait_for()
        before = number(page)
        for _ in range(2):
            tab_to(page, "[data-offer] input:not(:checked)", "Space")
        tab_to(page, "[data-keep]")
        expect(page.locator(".table > .window")).to_be_focused()
        changed(page, before)
        while (before := number(page)) < MANY:
            tab_to(page, next(group for group in (ANSWERS, ON_MAP, CARDS) if page.locator(group).count()))
            if not page.locator("[data-confirm]").count():
                changed(page, before)
        expect(page.locator("[data-route].taken").first).to_be_attached()
        assert page.locator("[data-announced]").inner_text() != ""


def tab_to(page: Page, selector: str, key: str = "Enter") -> None:
    """Press Tab until something that matches has the focus, then a key."""
    page.locator(selector).first.wait_for()
    for _ in range(150):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {selector}")


def test_the_back_button_closes_a_dialog_and_nothing_else(visitor: Visitor) -> None:
    with visitor.page("rules", store=prefs()) as page:
        page.get_by_role("link", name="Éclisse").click()
        page.locator("[data-game=usa]").click()
        page.go_back()
        expect(page.locator("dialog")).to_have_count(0)
        page.locator("[data-game=usa]").click()
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        page.locator("[data-game=usa]").click()
        page.locator("[data-create]").click()
        page.locator("[data-keep]").wait_for()
        table = page.locator("[data-number]").element_handle()
        page.keyboard.press("?")
        page.locator("dialog").wait_for()
        page.keyboard.press("Escape")
        page.wait_for_function("history.state !== 'pause'")
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert table.evaluate("one => one.isConnected"), "the table was built anew, and what was chosen at it is lost"
        page.go_back()
        expect(page.locator("[data-game=usa]")).to_be_visible()
        page.go_back()
        expect(page).to_have_url(f"{visitor.url}/rules")


def test_a_recovery_link_asks_before_it_makes_somebody_else_of_a_player(visitor: Visitor, site: Thread) -> None:
    with Person(site.url) as person, visitor.page(store=prefs()) as page:
        page.locator("[data-quick]").click()
        page.locator("[data-keep]").wait_for()
        for choice, n_games in (("[data-stay]", 1), ("[data-become]", 0)):
            token = person.post("players/me/recovery")["token"]
            page.goto(f"{visitor.url}/#recover={token}")
            page.locator(choice).click()
            expect(page.locator("[data-become]")).to_have_count(0)
            expect(page.locator("[aria-labelledby=mine] [data-table]")).to_have_count(n_games)


# --- several people -------------------------------------------------------------------------------------------------


def test_two_browsers_play_each_other_and_a_third_one_watches(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as host, visitor.page(store=prefs()) as guest, visitor.page() as watcher:
        host.locator("[data-game=usa]").click()
        host.locator("[data-seat='1']").select_option("open")
        host.get_by_role("checkbox", name="Public").check()
        host.locator("dialog summary").click()
        host.locator("[data-first]").select_option("1")
        host.locator("[data-create]").click()
        link = host.locator("[data-copy]").get_attribute("data-copy") or ""
        guest.goto(link)
        expect(guest.locator("li", has=guest.locator("[data-first]"))).to_contain_text("begins")
        guest.get_by_label("Your name").fill("Grace")
        guest.locator("[data-sit='1']").click()
        expect(host.get_by_text("Grace")).to_be_visible()
        host.locator("[data-start]").click()
        watcher.goto(f"{visitor.url}/t/{table_id(host)}")
        for page in (host, guest):
            keep_tickets(page)
        expect(guest.locator(PLAYABLE).first).to_be_visible()
        latest = 0

        def play_on() -> bool:
            nonlocal latest
            actor = next((page for page in (host, guest) if page.locator(PLAYABLE).count()), None)
            if actor:
                drive(actor, steps=1)
            latest = max(number(host), number(guest))
            return latest >= 8

        wait_until(play_on)
        expect(watcher.locator(f"[data-number='{latest}']")).to_be_visible()
        assert watcher.locator("[data-hand]").count() == 0
        assert watcher.locator("[role=button][data-route]").count() == 0
        guest.locator("[data-tab=chat]").click()
        guest.get_by_placeholder("Write a message").fill("good luck")
        guest.get_by_role("button", name="Send").click()
        host.locator("[data-tab=chat]").click()
        expect(host.get_by_text("good luck")).to_be_visible()


def test_every_browser_adds_to_the_deal_and_checks_it_when_the_game_is_over(visitor: Visitor, site: Thread) -> None:
    with visitor.page(store=prefs(), size=(800, 600)) as host, visitor.page(store=prefs()) as guest:
        host.locator("[data-game=berlin]").click()
        host.locator("[data-seat='1']").select_option("open")
        host.locator("[data-create]").click()
        guest.goto(host.locator("[data-copy]").get_attribute("data-copy") or "")
        guest.get_by_label("Your name").fill("Grace")
        guest.locator("[data-sit='1']").click()
        expect(host.get_by_text("Grace")).to_be_visible()
        host.locator("[data-start]").click()
        for page in (host, guest):
            page.locator("[data-keep]").wait_for()
        row = site.call(site.services.store.table(table_id(host)))
        assert all(seat.nonce for seat in row.seats)
        guest.goto(f"{visitor.url}/rules")
        host.locator("[data-stand-in]").click()  # a bot plays on, and her number stays part of the deal
        with visitor.page(store=prefs()) as tablet:  # her other device gets what the first was promised
            host.goto(visitor.url)
            host.get_by_role("button", name="Settings").click()
            host.get_by_role("button", name="Create a recovery link").click()
            tablet.goto(host.locator("dialog code").inner_text())
            tablet.locator(f"[aria-labelledby=mine] [data-table='{row.id}']").click()
            assert drive(tablet)["why"] == "over"
            expect(tablet.locator("[data-verdict=fair]")).to_be_visible()
            expect(tablet.locator("[data-cards=same]")).to_be_visible()
        host.goto(f"{visitor.url}/t/{row.id}")
        expect(host.locator("[data-verdict=fair]")).to_be_visible()
        host.reload()
        expect(host.locator("[data-verdict=fair]")).to_be_visible()
        guest.goto(f"{visitor.url}/t/{row.id}?invite={row.invite}")
        expect(guest.locator("[data-verdict=fair]")).to_be_visible()
        for page in (host, guest):
            expect(page.locator("[data-cards=same]")).to_be_visible()


def test_an_impatient_guest_is_seated_once(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as host, visitor.page(store=prefs()) as guest:
        host.locator("[data-game=usa]").click()
        host.locator("[data-seat='1']").select_option("open")
        host.locator("[data-create]").click()
        guest.goto(host.locator("[data-copy]").get_attribute("data-copy") or "")
        guest.locator("[data-sit='1']").dblclick()
        guest.locator("[data-stand='1']").hover()
        guest.mouse.down(click_count=2)
        guest.mouse.up(click_count=2)
        expect(host.locator("[data-sit='1']")).to_have_count(0)
        host.locator("[data-start]").dblclick()
        keep_tickets(guest)
