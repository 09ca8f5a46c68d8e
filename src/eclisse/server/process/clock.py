"""The server's clock: it begins with the time of day and runs on evenly, whatever is done to the machine's clock."""

import time
from typing import Final

_BEGAN: Final = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970, UTC."""
    return _BEGAN + time.monotonic()
