"""Moments of a game: entered at the server, then played on in the browser, by touch, mouse and keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from eclisse import Game
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.games import NAMES
from tests.web.playing import at_the_table, drive, keep_tickets, moment, number, prefs, sit_down

pytestmark = pytest.mark.compiled_only


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


def test_a_tunnel_asks_for_more_and_is_taken_back_or_paid(visitor: Visitor, site: Thread) -> None:
    game, route = moment(deep_tunnel)
    for answer in ("take-back", "pay"):
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
        expect(page.locator("#tab-panel")).to_contain_text(f"{NAMES[0]} drew 2 cards from the deck")
        assert f"{NAMES[0]} drew a" not in page.locator("#tab-panel").inner_text()


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
