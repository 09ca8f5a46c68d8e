"""A real server with the built client, and a real Chromium, for the tests of the pages.

The client must have been built (`make web`); ECLISSE_WEB_OUT says where to, as it does for the build. Browser and
server live as long as this folder's tests: the loop that playwright runs in this thread must be gone before other
tests run their own.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, expect, sync_playwright

from eclisse.server import app
from tests.server.days import within_a_day
from tests.server.serving import Thread, on_port
from tests.web.chromium import launch

WEB = Path(__file__).parents[2] / "web"
DESKTOP = (1440, 900)
PHONE = (360, 800)
TIMEOUT = 90_000  # milliseconds that a busy machine may take; who is answered at once waits for nothing
expect.set_options(timeout=TIMEOUT)
SAME_CHANCE = """
  let seed = 1
  crypto.getRandomValues = (bytes) => bytes.map(() => (seed = Math.imul(seed, 1103515245) + 12345) >>> 16)"""

# Nobody looks: pages are laid out and can be used, but not painted, which would take half of all the time.
UNPAINTED = """
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { opacity: 0 !important }')
  document.adoptedStyleSheets = [sheet]"""
# Rules whose faults are never called serious are not asked, nor are those that axe itself leaves out.
AXE = """part => {
  const never = one => ['minor', 'moderate'].includes(one.impact) || one.tags.includes('experimental')
  const asked = axe._audit.rules.filter(one => one.enabled && !never(one)).map(one => one.id)
  if (asked.length < 50) throw Error('axe-core has changed: its rules are not found')
  return axe.run(part, { resultTypes: ['violations'], runOnly: asked })
}"""
PAINT = "painted => { for (const sheet of document.adoptedStyleSheets) sheet.disabled = painted }"


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Thread]:
    """A server with the built client."""
    static = Path(os.environ.get("ECLISSE_WEB_OUT") or app.STATIC)
    assert (static / "index.html").is_file(), "the web client is not built: run `make web` first"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "STATIC", static)
        soon: dict[str, Any] = {"away_grace": 0.3, "stand_in_after": 0.0}
        with on_port(f"sqlite:///{tmp_path_factory.mktemp('web')}/eclisse.db", clock=within_a_day(), **soon) as server:
            yield server


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium; each page has storage and cookies of its own."""
    with launch(playwright) as running:
        yield running


@pytest.fixture(scope="package")
def old_browser(playwright: Playwright) -> Iterator[Browser]:
    """A Chromium that refuses the engine, because it has no SIMD."""
    with launch(playwright, without_simd=True) as running:
        yield running


class Visitor:
    """Opens pages of a site, and takes note of everything that goes wrong on them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()  # parts of faults that a test provokes

    @contextmanager
    def page(
        self, path: str = "", size: tuple[int, int] = DESKTOP, store: dict[str, str] | None = None, **options: Any
    ) -> Iterator[Page]:
        """A page in a browser of its own, with this in its local storage."""
        phone = size[0] < 600
        width, height = size
        viewport: Any = {"width": width, "height": height}
        with self.browser.new_context(viewport=viewport, has_touch=phone, is_mobile=phone, **options) as context:
            context.set_default_timeout(TIMEOUT)
            context.add_init_script(SAME_CHANCE)
            context.add_init_script(UNPAINTED)
            if store:
                script = (
                    "for (const [k, v] of Object.entries(%s)) localStorage.getItem(k) ?? localStorage.setItem(k, v)"
                )
                context.add_init_script(script % json.dumps(store))
            page = context.new_page()
            page.on("console", self._console)
            page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
            page.on("requestfailed", self._failed)
            page.goto(f"{self.url}/{path}")
            yield page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text} {message.location['url']}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that was left
            self.faults.append(f"failed: {request.url} {request.failure}")

    def check(self) -> None:
        """Nothing went wrong that was not expected to."""
        assert [fault for fault in self.faults if not any(part in fault for part in self.expected)] == []


@pytest.fixture
def visitor(browser: Browser, site: Thread) -> Iterator[Visitor]:
    """Somebody who looks at pages; a console error or a failed request fails the test."""
    somebody = Visitor(browser, site.url)
    yield somebody
    somebody.check()


def expect_totals(page: Page, totals: Sequence[int]) -> None:
    """Wait until a score sheet shows these totals, by seat."""
    for seat, total in enumerate(totals):
        expect(page.locator(f"[data-total='{seat}']")).to_have_text(str(total).replace("-", "\N{MINUS SIGN}"))


def serious(page: Page, part: str = "html") -> list[str]:
    """The violations on a page, or in a part of it, that axe-core calls serious or worse; it passes over what is not
    painted."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((WEB / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    page.evaluate(PAINT, True)
    found = page.evaluate(AXE, part)
    page.evaluate(PAINT, False)
    return [
        f"{row['id']}: {row['nodes'][0]['html'][:200]} ({len(row['nodes'])}; {row['nodes'][0]['failureSummary'][:300]})"
        for row in found["violations"]
        if row["impact"] in ("serious", "critical")
    ]
