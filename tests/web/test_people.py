"""People who come and go: presence, nudges, stand-ins and returns, as browsers show them."""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.people import Person
from tests.server.serving import Thread
from tests.web.conftest import Visitor
from tests.web.playing import prefs

SIZES = ((1366, 768), (360, 640))


def as_player(page: Page, person: Person) -> None:
    """Let a browser be somebody."""
    url, cookie = person.url, person.http.cookies["eclisse"]
    page.context.add_cookies([{"name": "eclisse", "value": cookie, "url": url}])
    page.evaluate("localStorage.setItem('eclisse.known', '1')")


def shot(page: Page, name: str) -> None:
    """Keep a picture, where one is asked for."""
    folder = os.environ.get("SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_friend_who_closes_the_browser_is_missed_replaced_and_welcomed_back(visitor: Visitor, site: Thread) -> None:
    with Person(site.url, "Ann") as ann, Person(site.url, "Grace") as grace:
        table = ann.start_with(grace)
        with (
            visitor.page(store=prefs()) as host,
            visitor.page(store=prefs(), size=(360, 640)) as guest,
            visitor.page(f"t/{table}", store=prefs()) as watcher,
        ):
            as_player(host, ann)
            as_player(guest, grace)
            guest.goto(f"{site.url}/t/{table}")
            guest.locator("[data-keep]").wait_for()
            host.goto(f"{site.url}/t/{table}")
            host.locator("[data-keep]").click()
            expect(watcher.locator("[data-player='1'] [data-away=false]")).to_be_visible()
            guest.goto(f"{site.url}/rules")
            expect(watcher.locator("[data-player='1'] [data-away=true]")).to_be_visible()
            for width, height in SIZES:
                host.set_viewport_size({"width": width, "height": height})
                expect(host.locator("[data-missed='1']")).to_be_in_viewport(ratio=1)
                shot(host, f"missed-{width}")
            host.locator("[data-nudge]").click()
            expect(host.locator("[data-said]")).to_have_text("Grace cannot be reached right now.")
            host.locator("[data-stand-in]").click()
            expect(host.locator("[data-number]")).not_to_have_attribute("data-number", "1")
            assert watcher.locator("[data-missed]").count() == 0
            guest.goto(f"{site.url}/t/{table}")
            expect(watcher.locator("[data-player='1'] [data-away=false]")).to_be_visible()
            assert not ann.get(f"tables/{table}")["seats"][1]["stand_in"]
            waits = 1 - guest.evaluate("+document.querySelector('.acts').dataset.player")
            (grace if waits else ann).post(f"tables/{table}/nudge", seat=1 - waits)
            expect((host if waits else guest).locator("[data-nudged]")).to_be_visible()
            shot(guest, "nudged")
