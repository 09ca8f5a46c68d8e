"""The icons of web/public as PNG files, for systems that take no SVG: PYTHONPATH=. python web/icons.py.

Needs a Chromium, as the tests do. The files are in the tree: run it after a change of an icon.
"""

import io
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.web.chromium import launch

PUBLIC: Final = Path(__file__).parent / "public"
ICONS: Final = (
    ("icon-192.png", "icon.svg", 192),
    ("icon-512.png", "icon.svg", 512),
    ("icon-maskable-192.png", "icon-maskable.svg", 192),
    ("icon-maskable-512.png", "icon-maskable.svg", 512),
    ("apple-touch-icon.png", "icon-maskable.svg", 180),
)
COLOURS: Final = 48  # there are five, and shades at their edges


def main() -> None:
    """Draw all icons."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, drawing, size in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.goto((PUBLIC / drawing).as_uri())
            drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True)))
            few = drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            few.save(PUBLIC / name, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
