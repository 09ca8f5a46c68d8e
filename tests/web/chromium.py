"""The Chromium that pages are tested, measured and pictured with."""

import os
import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

WHOLE: Final = ("chromium", "chromium-browser")
SHELL: Final = "chromium-headless-shell"  # the same without windows: it starts sooner and takes less of the processor


def launch(playwright: Playwright, *, whole: bool = False) -> Browser:
    """The one that CHROMIUM names, else the machine's, else playwright's own; only a whole one shows notifications."""
    names = WHOLE if whole else (SHELL, *WHOLE)
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
