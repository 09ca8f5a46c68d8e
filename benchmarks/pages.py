"""How fast the web client is, in a real Chromium on this machine: python benchmarks/pages.py.

Prints what the first pages weigh compressed, when the board can be seen, how long a decision takes to be on the screen,
and the frames a second while the largest board is moved. Needs the built client (`make web`).
"""

import tempfile
from statistics import median
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.server.serving import on_port
from tests.web.chromium import launch
from tests.web.playing import keep_tickets

PICTURES = ("Image", "Font")
AT_SERVER = """localStorage['eclisse.prefs'] ??= '{"elsewhere":true}'"""  # games against bots too
SEEN = """() => new Promise(done => {
  const seen = () => done(performance.now())
  const look = () => requestAnimationFrame(document.querySelector('[data-route]') ? seen : look)
  look()
})"""
DECIDE = """() => new Promise(done => {
  const game = document.querySelector('[data-number]')
  const before = game.dataset.number
  const start = performance.now()
  new MutationObserver((_, watch) => {
    if (game.dataset.number === before) return
    watch.disconnect()
    requestAnimationFrame(() => done(performance.now() - start))
  }).observe(game, { attributes: true })
  document.querySelector('[data-deck]:enabled').click()
})"""
FRAMES = """() => new Promise(done => {
  const start = performance.now()
  let frames = 0
  const rate = now => done(frames / (now - start) * 1000)
  const count = now => (frames++, now - start < 2000 ? requestAnimationFrame(count) : rate(now))
  requestAnimationFrame(count)
})"""


def weighed(session: CDPSession) -> dict[str, int]:
    """Counts the bytes that come over the wire, by kind of file."""
    kinds: dict[str, str] = {}
    bytes_of: dict[str, int] = {}

    def started(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event.get("type", "")

    def finished(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "")
        bytes_of[kind] = bytes_of.get(kind, 0) + int(event["encodedDataLength"])

    session.on("Network.responseReceived", started)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    return bytes_of


def pan(page: Page) -> float:
    """Frames a second while the map is dragged about."""
    box = page.locator(".map").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _ in range(2):
        page.mouse.wheel(0, -200)
    page.wait_for_timeout(1500)
    page.mouse.down()
    page.evaluate(f"void (window.rate = ({FRAMES})())")
    for step in range(120):
        page.mouse.move(x + 150 * ((step % 40) / 20 - 1), y + 60 * ((step % 20) / 10 - 1))
        page.wait_for_timeout(16)
    rate = float(page.evaluate("window.rate"))
    page.mouse.up()
    return rate


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as folder,
        on_port(f"sqlite:///{folder}/games.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        context.add_init_script(AT_SERVER)
        page = context.new_page()
        weight = weighed(context.new_cdp_session(page))
        page.goto(server.url)
        page.locator("[data-game=europe]").click()
        home = sum(size for kind, size in weight.items() if kind not in PICTURES)
        page.locator("[data-create]").click()
        page.locator("[data-keep]").wait_for()
        page.wait_for_selector("[data-route]")
        page.wait_for_timeout(500)
        total = sum(size for kind, size in weight.items() if kind not in PICTURES)
        kilobytes = f"first page {home / 1024:.0f} KB, with a table of Europe {total / 1024:.0f} KB"
        print(f"{kilobytes} (compressed; without fonts and pictures)")
        fresh = browser.new_context(
            storage_state=context.storage_state(), viewport={"width": 1440, "height": 900}
        ).new_page()
        fresh.goto(page.url, wait_until="commit")
        print(f"board seen {fresh.evaluate(SEEN):.0f} ms after the page was asked for, nothing in the cache")
        fresh.close()
        page.bring_to_front()
        keep_tickets(page)
        times = []
        for _ in range(10):
            page.locator("[data-deck]:enabled").wait_for()
            times.append(float(page.evaluate(DECIDE)))
        print(f"a decision is on the screen after {median(times):.0f} ms (median of 10; most {max(times):.0f})")
        print(f"{pan(page):.0f} frames a second while the map of Europe is moved")
        browser.close()


if __name__ == "__main__":
    main()
