"""The coach at the table: its warnings and hints, and where it keeps quiet."""

import pytest
from playwright.sync_api import Page, expect

from eclisse.analysis import hint
from eclisse.server.coach import hints as coach
from tests.server.people import Person
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.playing import keep_tickets, prefs

pytestmark = pytest.mark.compiled_only


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
