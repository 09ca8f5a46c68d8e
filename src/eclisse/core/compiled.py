"""The one decorator around Numba, and the folder that holds what it compiled.

A compiled function is kept on disk under a folder named after a hash of every source it may call into, because Numba
alone does not notice that a function called from another file has changed.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent


def sources(module: str) -> list[Path]:
    """The files whose change makes a module's compiled functions stale: the core's alone, or all there are."""
    packages = {"core"} if module.startswith("eclisse.core.") else {"core", "bots", "env"}
    return sorted(path for package in packages for path in (PACKAGE / package).rglob("*.py"))


def user_cache() -> Path:
    """The folder for things that can be made again, as the operating system names it."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "eclisse"


@cache
def cache_folder(module: str) -> Path:
    """Where this version of the sources keeps the compiled functions of a module."""
    digest = hashlib.sha256()
    for path in sources(module):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    versions = f"{sys.version_info.major}.{sys.version_info.minor}-{numba.__version__}-{np.__version__}"
    checked = "-checked" if numba.config.BOUNDSCHECK else ""
    root = Path(os.environ["ECLISSE_CACHE"]) if "ECLISSE_CACHE" in os.environ else user_cache()
    return root / f"{digest.hexdigest()[:16]}-{versions}{checked}"


def whole_mark() -> Path:
    """The file that says that everything was compiled (`eclisse warm`)."""
    return cache_folder("eclisse.bots") / "whole"


def is_whole() -> bool:
    """Whether nobody will have to wait for the compiler."""
    return numba.config.DISABLE_JIT or whole_mark().is_file()


def compiled(function: Function) -> Function:
    """Compile on first call, keep the result on disk, let other threads run meanwhile."""
    if not numba.config.DISABLE_JIT:
        numba.config.CACHE_DIR = str(cache_folder(function.__module__))
    result: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return result
