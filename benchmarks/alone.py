"""How fast the game is without a server and with one, on a laptop and on a slow phone: python -m benchmarks.alone.

Prints a table: what is loaded, how long the first visit takes until one can decide, and how long bots take to answer.
A slow phone is Chromium with a processor four times slower and a network of 1.6 Mbit/s and 150 ms. Chromium slows the
page itself, not the thread in which the engine works: that runs as fast as this machine. Needs
`make web` and `make site`.
"""

import gzip
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.pages import weighed
from eclisse.terminal.site import write_site
from tests.server.serving import on_port
from tests.web.chromium import launch
from tests.web.files import Files
from tests.web.playing import number, prefs

SLOW: Final = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8, "offline": False}
NEEDED: Final = ("engine.wasm", "games.bin", "games.json", "weights.bin")  # beside them lie the puzzles
CLICKS: Final = 7  # decisions of one's own
ASKED: Final = 3  # times that the coach is asked
LATER: Final = "before => Number(document.querySelector('[data-number]').dataset.number) > before"
SINCE: Final = "() => performance.now()"
# From a click on the deck or on cards that ends the turn to the first moment at which one may decide again.
ANSWERED: Final = """() => new Promise(done => {
  const game = document.querySelector('[data-number]')
  const mine = () => document.querySelector('[data-deck]:enabled')
  const start = performance.now()
  const before = Number(game.dataset.number)
  const seen = () => {
    if (Number(game.dataset.number) > before + 1 && mine()) done(performance.now() - start)
    else requestAnimationFrame(seen)
  }
  mine().click()
  seen()
})"""


class Packed(SimpleHTTPRequestHandler):
    """A file server that packs what it sends, as hosts do."""

    def send_head(self) -> Any:
        """The file, packed."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        data = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return BytesIO(data)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


@contextmanager
def alone(folder: Path) -> Iterator[str]:
    """The page without a server."""
    write_site(folder / "site")
    files = Files(folder / "site", Packed)
    yield files.url
    files.stop()


class Visit:
    """A first visit: a laptop, or a slow phone."""

    def __init__(self, browser: Browser, *, slow: bool) -> None:
        self.context = browser.new_context(viewport={"width": 360, "height": 800} if slow else None)
        self.context.add_init_script("".join(f"localStorage[{k!r}] ??= {v!r};" for k, v in prefs().items()))
        self.context.set_default_timeout(60_000)
        self.page: Page = self.context.new_page()
        self.session: CDPSession = self.context.new_cdp_session(self.page)
        self.weight = weighed(self.session)
        if slow:
            self.session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            self.session.send("Network.emulateNetworkConditions", SLOW)

    def bytes(self) -> int:
        """The bytes that came over the wire so far, without fonts and pictures."""
        return sum(size for kind, size in self.weight.items() if kind not in ("Image", "Font"))


def sit_down(page: Page, level: str) -> None:
    """Go to a table of the basic game against a bot."""
    page.locator("[data-game=usa]").click()
    page.locator("[data-seat='1']").select_option(level)
    page.locator("[data-create]").click()
    page.locator("[data-offer] input").first.wait_for()


def begin(page: Page) -> None:
    """Keep tickets, and wait for the first turn."""
    while page.locator("[data-keep]").is_disabled():
        page.locator("[data-offer] input:not(:checked)").first.check()
    page.locator("[data-keep]").click()
    page.locator("[data-deck]:enabled").wait_for()


def hints(page: Page) -> float:
    """Milliseconds until the coach has answered, median."""
    begin(page)
    times = []
    for _ in range(ASKED):
        before = page.evaluate("() => performance.now()")
        page.locator("[data-coach]").click()
        page.locator("[data-hint]").first.wait_for()
        times.append(float(page.evaluate("() => performance.now()") - before))
        page.keyboard.press("Escape")
    return median(times)


def answers(page: Page) -> float:
    """Milliseconds until a bot has answered, median."""
    begin(page)
    times = []
    for _ in range(CLICKS):
        before = number(page)
        page.locator("[data-deck]:enabled").click()
        page.wait_for_function(LATER, arg=before)
        page.locator("[data-deck]:enabled").wait_for()
        times.append(float(page.evaluate(ANSWERED)))
    return median(times)


def measure(browser: Browser, url: str) -> dict[str, str]:
    """All figures of one kind of page."""
    told = dict[str, str]()
    first = Visit(browser, slow=False)
    first.page.goto(url)
    first.page.locator("[data-quick]:enabled").wait_for()
    told["first screen, KB"] = f"{first.bytes() / 1024:.0f}"
    for level in ("medium", "hard", "expert"):
        first.page.goto(url)
        sit_down(first.page, level)
        told[f"laptop: {level} answers, s"] = f"{answers(first.page) / 1000:.2f}"
    first.page.goto(url)
    sit_down(first.page, "medium")
    told["laptop: a hint, s"] = f"{hints(first.page) / 1000:.2f}"
    first.context.close()
    slow = Visit(browser, slow=True)
    slow.page.goto(url, wait_until="commit")
    slow.page.locator("[data-quick]:enabled").click()
    slow.page.locator("[data-offer] input").first.wait_for()
    told["phone: first visit to first decision, s"] = f"{slow.page.evaluate(SINCE) / 1000:.1f}"
    for level in ("hard", "expert"):
        slow.page.goto(url)
        sit_down(slow.page, level)
        told[f"phone: {level} answers, s"] = f"{answers(slow.page) / 1000:.2f}"
    slow.page.goto(url)
    sit_down(slow.page, "medium")
    told["phone: a hint, s"] = f"{hints(slow.page) / 1000:.2f}"
    slow.context.close()
    return told


def packed(folder: Path) -> int:
    """The size of the engine, its games and its network, packed."""
    return sum(len(gzip.compress((folder / name).read_bytes(), 6)) for name in NEEDED)


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as name,
        on_port(f"sqlite:///{name}/games.db") as server,
        alone(Path(name)) as url,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        without, beside = measure(browser, url), measure(browser, server.url)
        without["engine and network, KB"] = f"{packed(Path(name) / 'site' / 'engine') / 1024:.0f}"
        browser.close()
    print("| | without a server | with a server |\n|---|---|---|")
    for what, value in without.items():
        print(f"| {what} | {value} | {beside.get(what, '')} |")


if __name__ == "__main__":
    main()
