"""The Chromium that pages are tested, measured and pictured with."""

import os
import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

NAMES: Final = ("chromium", "chromium-browser")


def launch(playwright: Playwright) -> Browser:
    """The one that CHROMIUM names, else the machine's, else playwright's own."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
