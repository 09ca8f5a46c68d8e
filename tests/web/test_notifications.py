"""Notifications, which only a whole browser shows."""

from typing import Any

from playwright.sync_api import Playwright

from tests.server.serving import Thread, wait_until
from tests.web.chromium import launch
from tests.web.conftest import Visitor
from tests.web.playing import prefs


def test_the_service_worker_puts_a_push_into_words(playwright: Playwright, site: Thread) -> None:
    with launch(playwright, whole=True) as browser:
        visitor = Visitor(browser, site.url)
        is_told_of_a_push(visitor)
        visitor.check()


def is_told_of_a_push(visitor: Visitor) -> None:
    """A push that comes to a page's worker is shown as a sentence."""
    with visitor.page(store=prefs(), permissions=["notifications"]) as page:
        page.evaluate("navigator.serviceWorker.register('sw.js?lang=fr').then(() => navigator.serviceWorker.ready)")
        workers = page.context.new_cdp_session(page)
        found: list[str] = []
        workers.on("ServiceWorker.workerRegistrationUpdated", lambda news: found.extend(_ids(news)))
        workers.send("ServiceWorker.enable")
        wait_until(lambda: page.evaluate("1") and found)  # asking the page lets news come in
        message = {"origin": visitor.url, "registrationId": found[0], "data": '{"event": "nudge", "table": "abc"}'}
        is_active = "navigator.serviceWorker.ready.then(one => one.active.state === 'activated')"
        wait_until(lambda: page.evaluate(is_active))
        shown = "navigator.serviceWorker.ready.then(one => one.getNotifications()).then(all => all[0]?.body)"

        def is_told() -> bool:
            """A busy browser may drop a push; the next one replaces it."""
            workers.send("ServiceWorker.deliverPushMessage", message)
            return bool(page.evaluate(shown) == "Quelqu’un vous attend.")

        wait_until(is_told)


def _ids(news: dict[str, Any]) -> list[str]:
    """The workers that Chromium tells about."""
    return [str(one["registrationId"]) for one in news["registrations"]]
