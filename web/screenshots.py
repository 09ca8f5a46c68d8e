"""Pictures of all boards, empty and in play, on a desktop and on phones: python web/screenshots.py FOLDER.

Needs web/dist (`make web`) and a Chromium: CHROMIUM names one, else the system's is used, else playwright's own.
"""

import os
import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

DIST = Path(__file__).parent / "dist"
BOARDS = ("berlin", "europe", "india", "switzerland", "usa")
SIZES = ((1440, 900), (390, 844), (360, 800))
STATES = ("empty", "play")
THEMES = ("light", "dark")


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def served() -> str:
    """The address under which web/dist is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(DIST)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def shoot(browser: Browser, address: str, folder: Path, size: tuple[int, int], theme: str) -> None:
    """All boards on a screen of one size."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=1 if width > 600 else 2)
    page.on("pageerror", lambda error: sys.exit(f"The page failed: {error}"))
    for board, state in product(BOARDS, STATES):
        page.goto(f"{address}/demo.html?board={board}&state={state}&theme={theme}&bare")
        page.wait_for_selector("[data-route]")
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"{board}-{state}-{theme}-{width}x{height}.png")
    page.close()


def main(folder: Path) -> None:
    """Take all pictures."""
    if not DIST.is_dir():
        sys.exit("web/dist is missing: run `make web` first.")
    folder.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        address = served()
        for size, theme in product(SIZES, THEMES):
            shoot(browser, address, folder, size, theme)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("One argument is needed: the folder for the pictures.")
    main(Path(sys.argv[1]))
