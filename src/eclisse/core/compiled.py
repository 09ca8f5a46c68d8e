"""The one decorator around Numba, and the folder that holds what it compiled.

A compiled function is kept on disk under a folder named after a hash of every source of the core and the bots, because
Numba alone does not notice that a function called from another file has changed.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent


def sources() -> list[Path]:
    """The files whose change makes every compiled function stale."""
    return sorted([*(PACKAGE / "core").rglob("*.py"), *(PACKAGE / "bots").rglob("*.py"), *(PACKAGE / "env").rglob("*.py")])


def user_cache() -> Path:
    """The folder for things that can be made again, as the operating system names it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "eclisse"


def cache_folder() -> Path:
    """Where this version of the sources keeps its compiled functions."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    versions = f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}-{np.__version__}"
    checked = "-checked" if numba.config.BOUNDSCHECK else ""
    root = Path(os.environ["ECLISSE_CACHE"]) if "ECLISSE_CACHE" in os.environ else user_cache()
    return root / f"{digest.hexdigest()[:16]}-{versions}{checked}"


if not numba.config.DISABLE_JIT:
    numba.config.CACHE_DIR = str(cache_folder())


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    result: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return result
