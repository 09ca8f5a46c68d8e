"""Games played in a real browser against a real server: by clicking, touch and keyboard, by two and on one device."""

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from eclisse import Game
from eclisse.analysis import hint
from eclisse.server.tables import coach
from tests.server.people import Person
from tests.server.serving import Thread, wait_until
from tests.web.conftest import PHONE, Visitor, expect_totals, serious
from tests.web.games import NAMES
from tests.web.playing import at_the_table, drive, keep_tickets, moment, number, prefs, sit_down

pytestmark = pytest.mark.compiled_only
ANSWERS = "[data-option], [data-answer], [data-keep]"
ON_MAP = "[data-route][role=button], [data-city][role=button]"
CARDS = "[data-deck]:enabled, [data-market]:enabled, [data-pass]"
REACHABLE = f"{ANSWERS}, {ON_MAP}, {CARDS}"
PLAYABLE = "[data-option], [data-keep], [data-deck]:enabled, [data-market]:enabled, [data-pass]"


def table_id(page: Page) -> str:
    """The table of a page."""
    return page.url.rsplit("/t/", 1)[1].split("?")[0]


# --- whole games ----------------------------------------------------------------------------------------------------

# Every board and module; the other games of a board differ in their tickets, which the score sheet's test has all of.
TABLES = [
    ("usa-mega", ("warehouses",)),
    ("europe", ("max", "orient-express", "warehouses")),
    ("switzerland", ()),
    ("india", ()),
    ("berlin", ()),
]


@pytest.mark.parametrize(("game", "modules"), TABLES)
def test_a_whole_game_by_clicking_ends_with_the_sheet_of_its_record(
    visitor: Visitor, game: str, modules: tuple[str, ...]
) -> None:
    with visitor.page(store=prefs(), size=(800, 600)) as page:
        sit_down(page, game, modules)
        played = drive(page)
        assert played["why"] == "over"
        assert played["alerts"] == [], "something illegal could be clicked"
        record = page.evaluate(f"fetch('{visitor.url}/api/tables/{table_id(page)}/record').then(a => a.json())")
        result = Game.replay(record).result
        expect_totals(page, result.totals)
        assert record["modules"] == sorted(modules)
        assert serious(page) == []
        expect(page.locator("[data-verdict=known]")).to_be_visible()
        page.locator("[data-rematch]").click()
        expect(page.locator("[data-offer]")).to_be_visible()


def test_a_bot_is_two_clicks_away(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        page.locator("[data-quick]").click()
        keep_tickets(page)
        expect(page.locator("[data-phase=main]")).to_be_visible()


def test_a_deal_that_can_be_known_says_so_before_anybody_sits_down_and_in_the_list(visitor: Visitor) -> None:
    with Person(visitor.url) as ann, visitor.page(store=prefs()) as page:
        table = ann.table("usa", "you open", seed="7")
        page.goto(f"{visitor.url}/t/{table['id']}?invite={table['invite']}")
        expect(page.locator("[data-known]")).to_contain_text("anybody here can know every card")
        page.locator("[data-sit]").click()
        expect(page.locator("[data-stand]")).to_be_visible()
        page.goto(visitor.url)
        expect(page.locator("[aria-labelledby=mine] [data-known]")).to_be_visible()


async def remove(site: Thread, table: str) -> None:
    """Remove a table, as an operator can who dislikes its deal."""
    async with site.services.store.change(table) as change:
        await change.remove()
    await site.services.hub.changed(table)


def test_a_game_that_vanishes_after_its_deal_leaves_a_trace_until_it_is_dismissed(
    visitor: Visitor, site: Thread
) -> None:
    with visitor.page(store=prefs()) as page:
        page.locator("[data-quick]").click()
        keep_tickets(page)
        expect(page.locator("[data-phase=main]")).to_be_visible()
        table = table_id(page)
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


def test_single_keys_draw_cards_and_a_list_tells_them(visitor: Visitor) -> None:
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


def test_the_deal_of_the_day_is_the_same_in_another_browser(visitor: Visitor) -> None:
    deals = []
    for _ in range(2):
        with visitor.page(store=prefs()) as page:
            page.locator("[data-play-daily]").click()
            expect(page.locator("[data-offer]")).to_be_visible()
            deals.append(page.locator("[data-offer]").inner_text())
    assert deals[0] == deals[1]


def advised(page: Page) -> set[str | None]:
    """The tickets that are marked as the coach's."""
    page.locator("[data-advised]").first.wait_for()
    return {mark.get_attribute("data-advised") for mark in page.locator("[data-advised]").all()}


def test_the_coach_marks_its_tickets_at_a_first_game_and_later_when_asked(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint, "QUICK", 60)
    with visitor.page(store={**prefs(), "eclisse.tips": "{}"}) as page:
        for first in (True, False):
            with page.expect_response("**/hint") as answer:
                page.locator("[data-quick]").click()
                if not first:
                    expect(page.locator("[data-advised]")).to_have_count(0)
                    page.locator("[data-advise]").click()
            marked = advised(page)
            offer = [row.get_attribute("data-offered") for row in page.locator("[data-offered]").all()]
            places = answer.value.json()["hints"][0]["action"].split()[1:]
            assert marked == {offer[int(place) - 1] for place in places}
            expect(page.locator("[data-offer] :checked")).to_have_count(0)
            expect(page.locator("[data-advice]")).to_have_text("The coach’s choice")
            keep_tickets(page)
            page.locator("[data-phase=main]").wait_for()
            page.goto(visitor.url)


def test_where_aids_are_off_no_coach_speaks_of_tickets(visitor: Visitor, site: Thread) -> None:
    with Person(site.url) as person, visitor.page(store={**prefs(), "eclisse.tips": "{}"}) as page:
        table = person.table("usa", "you bot:easy", planning=False)["id"]
        person.post(f"tables/{table}/start")
        cookie = {"name": "eclisse", "value": person.http.cookies["eclisse"], "url": visitor.url}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"{visitor.url}/t/{table}")
        expect(page.locator("[data-offered]")).to_have_count(3)
        expect(page.locator("[data-advice], [data-offer] :checked")).to_have_count(0)


def test_the_coach_names_the_best_decisions_to_somebody_who_plays_alone(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hint, "QUICK", 60)
    with visitor.page(store=prefs(confirm=True)) as page:
        page.locator("[data-quick]").click()
        keep_tickets(page)
        page.locator("[data-phase=main]").wait_for()
        page.locator("[data-coach]").click()
        page.locator("[data-hint]").first.wait_for()
        expect(page.locator("[data-hint]").first).to_contain_text("chance to win")
        page.get_by_label("ask me before a clear mistake").check()
        page.keyboard.press("Escape")
        expect(page.locator("[data-hint]")).to_have_count(0)
        monkeypatch.setattr(coach, "is_clear", lambda _: True)  # whatever one does
        number = page.locator("[data-number]").get_attribute("data-number") or ""
        with page.expect_response("**/doubt?action=*"):  # asked as soon as it is considered
            page.locator("[data-deck]").click()
        page.locator("[data-option]").click()
        expect(page.locator("[data-confirm]")).to_contain_text("Are you sure?")
        page.locator("[data-cancel]").click()
        expect(page.locator("[data-confirm]")).to_have_count(0)
        expect(page.locator("[data-number]")).to_have_attribute("data-number", number)
        page.locator("[data-deck]").click()
        page.locator("[data-option]").click()
        expect(page.locator("[data-confirm]")).to_contain_text("Are you sure?")
        page.locator("[data-option]").click()
        expect(page.locator("[data-number]")).not_to_have_attribute("data-number", number)
        page.locator("[data-coach]").click()
        number = page.locator("[data-number]").get_attribute("data-number") or ""
        page.locator("[data-do]").first.click()
        expect(page.locator("[data-hint]")).to_have_count(0)
        if page.locator("[data-option]").count():  # several ways to pay
            page.locator("[data-option]").first.click()
        expect(page.locator("[data-number]")).not_to_have_attribute("data-number", number)


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


def test_a_phone_plays_a_whole_game_by_touch(visitor: Visitor) -> None:
    with visitor.page(store=prefs(confirm=True), size=PHONE) as page:
        page.locator("[data-game=berlin]").tap()
        page.locator("[data-seat='1']").select_option("easy")
        page.locator("[data-create]").tap()
        keep_tickets(page)
        taps = 0
        while not page.locator("[data-end]").count():
            taps += touch(page)
            assert taps < 400
        expect(page.locator("[data-total]")).to_have_count(2)
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


def test_a_whole_game_by_keyboard_alone(visitor: Visitor) -> None:
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
        decisions = 0
        while not page.locator("[data-end]").count():
            before = number(page)
            tab_to(page, next(group for group in (ANSWERS, ON_MAP, CARDS) if page.locator(group).count()))
            if not page.locator("[data-confirm]").count():
                changed(page, before)
            decisions += 1
            assert decisions < 400
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
            return latest >= 12

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
        host.goto(f"{visitor.url}/t/{row.id}")
        expect(host.locator("[data-verdict=fair]")).to_be_visible()
        host.reload()
        expect(host.locator("[data-verdict=fair]")).to_be_visible()
        guest.goto(f"{visitor.url}/t/{row.id}?invite={row.invite}")
        expect(guest.locator("[data-verdict=fair]")).to_be_visible()


# --- moments of a game: entered at the server, then played on in the browser ----------------------------------------


def deep_tunnel(game: Game) -> Any:
    """A tunnel whose cards ask for more, and the seat can pay it: the route."""
    claims = [str(action) for action in game.legal(0) if str(action).startswith("claim")]
    for claim in claims:
        copy = game.copy()
        copy.play(0, claim)
        view = copy.view(0).to_dict()
        if view["phase"] == "surcharge" and any(str(one).startswith("pay") for one in copy.legal(0)):
            return claim.split()[1]
    return None


@pytest.mark.parametrize("answer", ["take-back", "pay"])
def test_a_tunnel_asks_for_more_and_is_taken_back_or_paid(visitor: Visitor, site: Thread, answer: str) -> None:
    game, route = moment(deep_tunnel)
    with visitor.page(store=prefs()) as page:
        at_the_table(visitor, site, game, page)
        before = sum(game.view(0).to_dict()["hand"].values())
        page.locator(f"[data-route='{route}']").dispatch_event("click")
        page.locator("[data-option]").first.click()
        expect(page.locator("[data-tunnel] .flip")).to_have_count(3)
        page.locator(f"[data-answer={answer}]").first.click()
        expect(page.get_by_text(f"{NAMES[1]}, it’s your turn")).to_be_visible()
        taken = page.locator(f"[data-route='{route}'].taken")
        expect(taken).to_have_count(0 if answer == "take-back" else 1)
        counts = page.locator("[data-hand] svg text").all_text_contents()
        assert (sum(map(int, counts)) == before) == (answer == "take-back")


def test_a_station_is_built_on_the_map(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(lambda game: any(str(one) == "station wien" for one in game.legal(0)))
    with visitor.page(store=prefs()) as page:
        at_the_table(visitor, site, game, page)
        assert page.locator("[role=button][data-city]").count() == 0
        page.locator("[data-mode=station]").click()
        page.locator("[role=button][data-city=wien]").dispatch_event("click")
        page.locator("[data-cancel]").click()
        page.locator("[data-mode=station]").click()
        page.locator("[role=button][data-city=wien]").dispatch_event("click")
        page.locator("[data-option]").first.click()
        expect(page.locator("[data-city=wien] .building")).to_be_attached()


WHOLE = "part => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight + 1"


def test_a_depot_is_taken_back_by_a_key_and_the_log_keeps_both(visitor: Visitor) -> None:
    with visitor.page(store=prefs(language="fr"), size=(360, 640)) as page:
        sit_down(page, "europe", ("warehouses",))
        keep_tickets(page)
        depot(page)
        expect(page.locator("[data-mode=depot]")).to_be_visible()
        expect(page.locator("[data-undo]")).to_have_count(0)
        page.locator("[data-mode=depot]").tap()
        assert page.locator(".bar .now").evaluate(WHOLE), "what to choose cannot be read"
        page.locator("[data-placing]").tap()
        page.locator("[data-mode=depot]").tap()
        depot(page)
        expect(page.locator("[data-undo]")).to_be_visible()
        assert page.locator(".bar button").count() == 5
        assert page.locator(".bar .now").evaluate(WHOLE), "whose turn it is cannot be read"
        before = number(page)
        page.keyboard.press("u")
        expect(page.locator("[data-number]")).to_have_attribute("data-number", str(before + 1))
        expect(page.locator("[data-undo]")).to_have_count(0)
        page.locator("[data-tab=log]").tap()
        lines = page.get_by_role("list", name="Journal").get_by_role("listitem")
        expect(lines.first).to_contain_text("annule ce coup")
        expect(lines.nth(1)).to_contain_text("pose un dépôt")


def test_a_turn_with_depots_ends_by_itself_unless_more_are_to_follow(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        sit_down(page, "usa", ("warehouses",), "beginner")
        drive(page, goal=2)  # tickets
        depot(page)
        after, end = page.locator("[data-placing]"), page.locator("[data-pass]")
        expect(page.locator("[data-mode=depot]")).to_be_visible()
        expect(after).to_have_count(0)  # only one button with a depot
        draw(page, 2)
        expect(page.locator("[data-phase=main]")).to_be_visible()  # the bot has had its turn
        page.locator("[data-mode=depot]").click()
        expect(after).to_have_attribute("aria-pressed", "false")
        after.click()
        expect(after).to_have_attribute("aria-pressed", "true")
        expect(page.locator("[data-mode=depot]")).to_be_visible()
        draw(page, 1)
        end.click()  # one card is enough
        expect(end).to_have_text("End turn")
        expect(page.locator("[data-phase=depots]")).to_be_visible()
        before = number(page)
        depot(page)
        expect(page.locator("[data-number]")).to_have_attribute("data-number", str(before + 1))
        expect(page.locator("[data-phase=depots]")).to_be_visible()
        end.click()
        expect(page.locator("[data-phase=main]")).to_be_visible()
        expect(after).to_have_count(0)
        expect(page.get_by_role("list", name="Log")).to_contain_text("stopped after one card")


def draw(page: Page, cards: int) -> None:
    """Fill a warehouse and take cards from the deck."""
    page.locator("[data-phase=main] [data-deck]").click()
    before = number(page)
    page.locator("[data-option]").first.click()
    for n in range(cards):
        expect(page.locator("[data-number]")).to_have_attribute("data-number", str(before + 1 + n))
        page.locator("[data-phase=drawing] [data-deck]").click()


def depot(page: Page) -> None:
    """Place a depot in the first city that may have one."""
    page.locator("[data-city][role=button]").first.press("Enter")
    page.locator("[data-option]").click()


def test_a_claim_can_be_taken_back_before_it_is_paid(visitor: Visitor) -> None:
    with visitor.page(store=prefs()) as page:
        sit_down(page, "india")
        drive(page, goal=8)
        while not page.locator("[role=button][data-route]").count():
            drive(page, goal=number(page) + 1)
        before = number(page)
        page.locator("[role=button][data-route]").first.dispatch_event("click")
        page.keyboard.press("Escape")
        expect(page.locator("[data-confirm]")).to_be_hidden()
        assert number(page) == before


def test_on_one_device_nobody_hears_what_the_others_drew(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(lambda game: game.view(0).to_dict()["phase"] == "main")
    with visitor.page(store=prefs()) as page:
        at_the_table(visitor, site, game, page)
        for _ in range(2):
            before = number(page)
            page.locator("[data-deck]:enabled").click()
            page.wait_for_function("n => +document.querySelector('[data-number]').dataset.number > n", arg=before)
        expect(page.locator("[data-curtain]")).to_contain_text(f"{NAMES[1]}, it’s your turn")
        assert page.locator("[data-announced]").inner_text() == ""
        page.locator("[data-curtain] button").click()
        page.locator("[data-tab=log]").click()
        expect(page.locator("#tab-panel")).to_contain_text(f"{NAMES[0]} drew 1 card from the deck")
        assert f"{NAMES[0]} drew a" not in page.locator("#tab-panel").inner_text()


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


def test_a_choice_of_tickets_outlives_a_phone_that_is_turned(visitor: Visitor) -> None:
    with visitor.page(store=prefs(), size=(390, 844)) as page:
        sit_down(page, "usa")
        ticks = page.locator("[data-offer] input")
        ticks.first.wait_for()
        assert [tick.is_checked() for tick in ticks.all()] == [False, False, False]
        ticks.nth(1).check()
        page.set_viewport_size({"width": 844, "height": 390})
        expect(page.locator(".game.short")).to_be_visible()
        assert [tick.is_checked() for tick in ticks.all()] == [False, True, False]


def test_the_question_about_a_route_does_not_lie_over_it(visitor: Visitor, site: Thread) -> None:
    game, _ = moment(lambda game: any(str(one) == "station athina" for one in game.legal(0)))
    with visitor.page(store=prefs(), size=(390, 844)) as page:
        at_the_table(visitor, site, game, page)
        top = "document.querySelector('[data-city=athina]').closest('svg').getBoundingClientRect().top"
        before = page.evaluate(top)
        page.locator("[data-mode=station]").click()
        page.locator("[role=button][data-city=athina]").dispatch_event("click")
        panel = page.locator("[data-confirm]")
        panel.wait_for()
        page.wait_for_function(
            "() => document.querySelector('[data-city=athina]').getBoundingClientRect().bottom"
            " < document.querySelector('[data-confirm]').getBoundingClientRect().top"
        )
        page.locator("[data-cancel]").click()
        page.wait_for_function(f"y => Math.abs({top} - y) < 1", arg=before)


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
