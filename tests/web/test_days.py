"""A game over days as each of two sees it: away, nudged, back, out of time, an offer to end it, resigned."""

import os
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.days import DAY, let_pass
from tests.server.people import Person
from tests.server.serving import Thread
from tests.server.test_three_days import draw_twice
from tests.web.conftest import Visitor, serious
from tests.web.playing import as_player, keep_tickets, prefs, shot

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def days(site: Thread) -> Iterator[None]:
    """Days may pass; afterwards it is today again."""
    began = site.clock.now() - time.monotonic()
    yield
    let_pass(site, began - (site.clock.now() - time.monotonic()))


def test_a_game_over_days_as_each_of_two_sees_it(visitor: Visitor, site: Thread, days: None) -> None:
    """The names of pictures tell who sees it."""
    own, hers = os.environ.get("LANGUAGES", "en,fr").split(",")
    with (
        Person(site.url, "Ann") as ann,
        Person(site.url, "Grace") as grace,
        visitor.page(store=prefs(language=own), size=(1366, 768)) as host,
        visitor.page(store=prefs(language=hers), size=(390, 844)) as guest,
    ):
        as_player(host, ann)
        as_player(guest, grace)
        table = ann.table("usa", "you open", clock=int(3 * DAY), first=1)
        there = f"{site.url}/t/{table['id']}"
        guest.goto(f"{there}?invite={table['invite']}")
        begins(guest)
        host.goto(there)
        for page in (host, guest):
            keep_tickets(page)
        expect(host.locator("[data-number='2']")).to_be_visible()
        guest.goto(f"{site.url}/rules")
        is_nudged(site, host, guest, table["id"])
        runs_out_of_time(site, host, guest, (ann, grace), table["id"])
        resigns(host, guest)
        host.locator("[data-rematch]").click()
        expect(guest.locator("[data-rematch-told]")).to_be_visible()
        guest.goto(site.url)
        expect(guest.locator(f"[data-join-rematch='{table['id']}']")).to_be_visible()
        shot(guest, "14-rematch-grace")


def begins(guest: Page) -> None:
    """She sits down and starts; until her seat is answered for, nothing can be started."""
    start, is_disabled = guest.locator("[data-start]"), list[bool]()

    def hold(route: Route) -> None:
        answer = route.fetch()
        is_disabled.append(start.is_disabled())
        route.fulfill(response=answer)

    guest.route("**/join", hold)
    guest.locator("[data-sit='1']").click()
    expect(start).to_be_enabled()
    assert is_disabled == [True]
    shot(guest, "1-lobby-grace")
    start.click()
    guest.locator("[data-keep]").wait_for()


def is_nudged(site: Thread, host: Page, guest: Page, table: str) -> None:
    """Away for a day of three: Ann can nudge her, and nothing else."""
    let_pass(site, DAY)
    expect(host.locator("[data-missed='1'] [data-nudge]")).to_be_visible()
    assert host.locator("[data-missed] button").count() == 2
    shot(host, "2-away-ann")
    host.locator("[data-nudge]").click()
    expect(host.locator("[data-said]")).to_be_visible()
    shot(host, "3-nudged-ann")
    let_pass(site, 1.7 * DAY)
    guest.goto(f"{site.url}/t/{table}")
    expect(guest.locator("[data-time-short]")).to_be_visible()
    assert serious(guest) == []
    shot(guest, "4-time-is-short-grace")
    here = site.services.hub
    live = site.call(here.residents.open(table))
    site.call(here.presence.nudge(live, 1, 0))  # the limit knows no simulated days
    expect(guest.locator("[data-nudged]")).to_be_visible()
    shot(guest, "5-nudged-grace")


def runs_out_of_time(site: Thread, host: Page, guest: Page, people: tuple[Person, Person], table: str) -> None:
    """Her time runs out: a bot decides this turn."""
    ann, grace = people
    with grace.sit(table) as seat:
        draw_twice(seat)
    guest.goto(f"{site.url}/rules")
    with ann.sit(table) as seat:
        draw_twice(seat)
    expect(host.locator("[data-number='6']")).to_be_visible()
    let_pass(site, 3 * DAY + 60)
    expect(host.locator("[data-player='0'][aria-current=true]")).to_be_visible()
    shot(host, "6-out-of-time-ann")
    guest.goto(site.url)
    expect(guest.locator(f"[data-table='{table}']")).to_be_visible()
    shot(guest, "7-her-games-grace")
    guest.goto(f"{site.url}/t/{table}")
    expect(guest.locator("[data-time-up]")).to_be_visible()
    shot(guest, "8-back-grace")
    guest.locator("[data-time-up] button").click()


def resigns(host: Page, guest: Page) -> None:
    """Ann would like to end it, Grace would not; then she resigns."""
    host.locator("[data-tab=menu]").click()
    host.locator("[data-end]").click()
    expect(host.locator("[data-end-waits]")).to_be_visible()
    shot(host, "9-offers-the-end-ann")
    expect(guest.locator("[data-end-offered]")).to_be_visible()
    shot(guest, "10-offered-the-end-grace")
    guest.locator("[data-end-no]").click()
    guest.locator("[data-tab=menu]").click()
    guest.locator("[data-resign]").click()
    shot(guest, "11-resigns-grace")
    assert serious(guest) == []
    guest.locator("[data-resign-sure]").click()
    expect(guest.locator("[data-ended]")).to_be_attached()
    guest.locator("[data-tab=menu]").click()
    expect(guest.locator("[data-ended]")).to_be_in_viewport()
    shot(guest, "12-resigned-grace")
    expect(host.locator("[data-ended]")).to_contain_text("Grace")
    assert host.locator("[data-keep], [data-deck]:enabled, [data-missed]").count() == 0
    expect(host.locator("[data-cards=same]")).to_be_visible()
    assert serious(host) == []
    shot(host, "13-has-won-ann")
