"""The Chromium that pages are tested, measured and pictured with."""

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Playwright

WHOLE: Final = ("chromium", "chromium-browser")
SHELL: Final = "chromium-headless-shell"  # the same without windows: it starts sooner and takes less of the processor


def launch(playwright: Playwright, *, whole: bool = False, without_simd: bool = False) -> Browser:
    """The one that CHROMIUM names, else the machine's, else playwright's own; only a whole one shows notifications."""
    as_old = ["--js-flags=--no-enable-sse4-1"] if without_simd else []  # as on a processor that lacks what SIMD takes
    return playwright.chromium.launch(executable_path=_found(whole), args=["--no-sandbox", *as_old])


def profile(browser: Browser, folder: Path) -> BrowserContext:
    """A whole one with the settings of a folder, which others do not read."""
    kind = browser.browser_type
    return kind.launch_persistent_context(folder, executable_path=_found(True), args=["--no-sandbox"])


def _found(whole: bool) -> str | None:
    """Where it is; None: playwright knows."""
    names = WHOLE if whole else (SHELL, *WHOLE)
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
