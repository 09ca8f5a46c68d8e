"""What a device is called: its browser and its system, as far as it says."""

from typing import Final

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def label_of(agent: str | None) -> str:
    """A name for a device, from the header User-Agent; empty if it tells nothing."""
    found = [next((name for mark, name in kind if mark in (agent or "")), "") for kind in (BROWSERS, SYSTEMS)]
    return " · ".join(name for name in found if name)
