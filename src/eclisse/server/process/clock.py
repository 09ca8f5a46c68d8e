"""The server's clock: it begins with the time of day and runs on evenly, whatever is done to the machine's clock."""

import os
import time
from typing import Final

AHEAD: Final = "ECLISSE_CLOCK_AHEAD"  # for tests: so many seconds ahead of the time of day
_BEGAN: Final = time.time() - time.monotonic() + float(os.environ.get(AHEAD) or 0)
_skipped: Final[list[float]] = []


def now() -> float:
    """Seconds since 1970, UTC."""
    return _BEGAN + time.monotonic() + sum(_skipped)


def skip(seconds: float) -> None:
    """Let time pass at once, for tests."""
    _skipped.append(seconds)
